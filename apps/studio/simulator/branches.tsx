import { counted } from "../core/words.ts";
import { branches, forgetBranch, forkOf, goToBranch } from "./run.ts";
import { stepText } from "./steptext.ts";

/** The branches that were left for another: where each leaves the run at hand, and the way back to it. */
export function Branches() {
  if (branches.value.length === 0) return null;
  return (
    <>
      <h2>Other branches</h2>
      <ul class="branches">
        {branches.value.map((branch, i) => {
          const fork = forkOf(branch);
          const count = branch.steps.length - fork;
          const step = branch.steps[fork];
          return (
            <li key={i}>
              <button type="button" onClick={() => goToBranch(branch)} title="Go over to this branch; this one is kept">
                <b>{fork}</b> {step === undefined ? "ends here" : stepText(step)}{" "}
                <small>{counted(count, "step")}</small>
              </button>
              <button type="button" class="quiet" aria-label="Forget this branch" onClick={() => forgetBranch(branch)}>
                ✕
              </button>
            </li>
          );
        })}
      </ul>
    </>
  );
}
