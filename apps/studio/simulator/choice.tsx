import { computed, effect, signal } from "@preact/signals";
import { network, opening } from "../core/document.ts";
import { counted } from "../core/words.ts";
import { steps } from "./run.ts";

/** Which processes are shown, in the diagrams and in the pictures of the run. */
const hidden = signal<ReadonlySet<string>>(new Set());
effect(() => {
  opening.value;
  hidden.value = new Set();
});

const names = computed(() => (network.value?.processes ?? []).map((p) => p.name));

/** By number. */
export const shownProcesses = computed((): readonly number[] =>
  names.value.flatMap((name, p) => (hidden.value.has(name) ? [] : [p])),
);

function showOnly(isShown: (process: number) => boolean): void {
  hidden.value = new Set(names.value.filter((_, p) => !isShown(p)));
}

/** The processes that take part in the run. */
function active(): ReadonlySet<number> {
  return new Set(steps.value.flatMap((s) => (s.kind === "delay" ? [] : s.transition.parts.map((p) => p.process))));
}

export function ProcessChoice() {
  const all = names.value;
  if (all.length < 2) return null;
  return (
    <details class="choice">
      <summary>
        {shownProcesses.value.length === all.length
          ? counted(all.length, "process", "processes")
          : `${shownProcesses.value.length} of ${counted(all.length, "process", "processes")}`}
      </summary>
      <div class="choices">
        <div class="row">
          <button type="button" onClick={() => showOnly(() => true)}>
            All
          </button>
          <button type="button" onClick={() => showOnly(() => false)}>
            None
          </button>
          <button
            type="button"
            disabled={steps.value.length === 0}
            title="Only the processes that do something in this run"
            onClick={() => {
              const parts = active();
              showOnly((p) => parts.has(p));
            }}
          >
            Of the run
          </button>
        </div>
        <ul>
          {all.map((name) => (
            <li key={name}>
              <label title={name}>
                <input
                  type="checkbox"
                  checked={!hidden.value.has(name)}
                  onChange={(event) => {
                    const next = new Set(hidden.value);
                    if (event.currentTarget.checked) next.delete(name);
                    else next.add(name);
                    hidden.value = next;
                  }}
                />
                <span>{name}</span>
              </label>
            </li>
          ))}
        </ul>
      </div>
    </details>
  );
}
