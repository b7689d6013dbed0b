import { answeredBy, boundText, outcomeWords, type QueryEntry, type Statistics } from "../../../src/index.ts";
import { isSound, tree } from "../core/document.ts";
import { tab } from "../core/view.ts";
import { counted } from "../core/words.ts";
import { load } from "../simulator/run.ts";
import { isStale, type Result, standing } from "./engine.ts";
import { SealOf } from "./seal.tsx";

/** The verdict on one query: its word, values, figures, and the way to its trace. */
export function Answer({
  result,
  index,
  entry,
}: {
  readonly result: Result;
  readonly index: number;
  readonly entry: QueryEntry;
}) {
  const { verdict, seconds, found, problem } = result;
  const stale = isStale(result);
  const how = standing(entry, result);
  const kind = !isSound.value ? undefined : tree.value.queries[index]?.query?.kind;
  const { trace } = verdict;
  const by = answeredBy(verdict);
  return (
    <>
      <span
        class={`verdict ${problem ?? verdict.outcome} ${stale ? "stale" : ""}`}
        data-outcome={problem ?? verdict.outcome}
      >
        {problem === undefined ? outcomeWords[verdict.outcome] : problemWords[problem]}
        {stale ? " (before the last edit)" : ""}
      </span>
      {how !== "" && !stale && <span class={how === "as expected" ? "expected" : "unexpected"}>{how}</span>}
      {verdict.values?.map((value) => (
        <code key={value.text} class="value">
          {boundText(kind === "sup" || kind === "inf" ? kind : "bounds", value)}
        </code>
      ))}
      {found?.lines[0] !== undefined && <p class="found">{found.lines[0]}</p>}
      {verdict.reason !== undefined && <p class="reason">{verdict.reason}</p>}
      {problem === undefined && (
        <small class="figures">
          {found === undefined
            ? figures(verdict.statistics, seconds)
            : `${counted(found.runs, "run")}, ${duration(seconds)}`}
          {by?.cycles === undefined ? "" : ", accelerated"}
          {by?.cones === undefined ? "" : `, in ${counted(by.cones.length, "part")}`}
          {by === undefined ? "" : `, ${by.what} by the road ${by.road}`}
        </small>
      )}
      {trace !== undefined && !stale && (
        <button
          type="button"
          class="trace"
          onClick={() => {
            void load(trace);
            tab.value = "simulator";
          }}
        >
          {verdict.outcome.includes("violated") ? "Counter-example" : "Example"} (
          {counted(trace.transitions.length, "step")})
        </button>
      )}
      {!stale && <SealOf result={result} />}
      {verdict.traceReason !== undefined && <p class="reason">{verdict.traceReason}</p>}
    </>
  );
}

const problemWords = { error: "error in the query", refused: "not supported" } as const;

function figures({ explored, memory, threads }: Statistics, seconds: number): string {
  return `${counted(explored, "state")}, ${duration(seconds)}${memory > 0 ? `, ${(memory / 2 ** 20).toFixed(memory < 2 ** 20 ? 2 : 0)} MiB` : ""}${threads === undefined ? "" : `, ${counted(threads, "thread")}`}`;
}

export function duration(seconds: number): string {
  return seconds < 1 ? `${Math.round(seconds * 1000)} ms` : `${seconds.toFixed(1)} s`;
}
