import { effect, signal } from "@preact/signals";
import { tab } from "../core/view.ts";
import { isWorking } from "./link.ts";
import { goTo, position, randomSteps, runUntil, states, watch, watches, watchValues } from "./run.ts";

/**
 * What goes on by itself: the run played step by step, at random behind its end, and the expressions that are watched, each
 * with its value here. A run goes on until one of them holds, and playing stops where one holds that is marked.
 */
export const seed = signal(1);
const speeds = [0.5, 1, 2, 5, 10] as const;
const speed = signal(2);
const isPlaying = signal(false);
const stops = signal<ReadonlySet<string>>(new Set());

effect(() => {
  if (!isPlaying.value) return;
  const timer = setInterval(() => void playOn(), 1000 / speed.value);
  return () => clearInterval(timer);
});
effect(() => {
  if (tab.value !== "simulator") isPlaying.value = false;
});

async function playOn(): Promise<void> {
  if (isWorking.value || !isPlaying.value) return;
  const before = states.value.length;
  const isRecorded = position.value + 1 < before;
  if (isRecorded) await goTo(position.value + 1);
  else await randomSteps(1, seed.value++);
  const isOver = !isRecorded && states.value.length === before;
  const isMarked = watches.value.some(
    (e, i) => stops.value.has(e) && (watchValues.value[i]?.holds ?? "never") !== "never",
  );
  if (isOver || isMarked) isPlaying.value = false;
}

export function Player() {
  return (
    <div class="row">
      <button
        type="button"
        aria-pressed={isPlaying.value}
        disabled={states.value.length === 0}
        title="Plays the run, and goes on at random behind its end"
        onClick={() => (isPlaying.value = !isPlaying.value)}
      >
        {isPlaying.value ? "Pause" : "Play"}
      </button>
      <label>
        Speed{" "}
        <select value={String(speed.value)} onChange={(e) => (speed.value = Number(e.currentTarget.value))}>
          {speeds.map((s) => (
            <option key={s} value={String(s)}>
              {s} per second
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

export function Watches() {
  return (
    <>
      <h2>Watches</h2>
      <ul class="watches">
        {watches.value.map((expression, i) => (
          <li key={expression}>
            <Line expression={expression} index={i} />
          </li>
        ))}
      </ul>
      <form
        class="addwatch"
        onSubmit={(event) => {
          event.preventDefault();
          const input = event.currentTarget.elements.namedItem("expression") as HTMLInputElement;
          const text = input.value.trim();
          if (text !== "" && !watches.value.includes(text)) watch([...watches.value, text]);
          input.value = "";
        }}
      >
        <input
          type="text"
          name="expression"
          spellcheck={false}
          autocomplete="off"
          aria-label="Expression to watch"
          placeholder="x > 3 and P.busy"
        />
        <button type="submit">Watch</button>
      </form>
    </>
  );
}

function Line({ expression, index }: { readonly expression: string; readonly index: number }) {
  const value = watchValues.value[index];
  const isCondition = value?.holds !== undefined;
  return (
    <>
      <code title={expression}>{expression}</code>
      <output class={value?.isError ? "fault" : ""} title={value?.text}>
        {value?.text ?? "…"}
      </output>
      {isCondition && (
        <span class="row">
          <button
            type="button"
            title="Goes on in the run, and then at random, until this holds"
            onClick={() => void runUntil(expression, seed.value++)}
          >
            Run until
          </button>
          <label title="Playing stops where this holds">
            <input
              type="checkbox"
              checked={stops.value.has(expression)}
              onChange={(event) => {
                const next = new Set(stops.value);
                if (event.currentTarget.checked) next.add(expression);
                else next.delete(expression);
                stops.value = next;
              }}
            />{" "}
            stop
          </label>
        </span>
      )}
      <button
        type="button"
        class="quiet"
        aria-label={`Watch ${expression} no more`}
        onClick={() => watch(watches.value.filter((e) => e !== expression))}
      >
        ✕
      </button>
    </>
  );
}
