import type { Settings } from "../worker/protocol.ts";
import { isolation, threadChoices } from "./crew.ts";
import { settings } from "./engine.ts";
import { Parameters } from "./parameters.tsx";

const orders = [
  ["default", "default"],
  ["bfs", "breadth first"],
  ["dfs", "depth first"],
  ["random", "random"],
] as const;

/** How to search. Nothing here changes an answer, only the way to it; a limit may end it. */
export function Options() {
  const now = settings.value;
  const set = (part: Partial<Settings>): void => void (settings.value = { ...now, ...part });
  const choice = (
    label: string,
    value: string,
    list: readonly (readonly [string, string])[],
    to: (v: string) => void,
    title?: string,
  ) => (
    <label title={title}>
      {label}{" "}
      <select value={value} disabled={list.length === 1} onChange={(e) => to(e.currentTarget.value)}>
        {list.map(([v, words]) => (
          <option key={v} value={v}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
  const check = (label: string, on: boolean, title: string, to: (on: boolean) => void) => (
    <label class="check" title={title}>
      <input type="checkbox" checked={on} onChange={(e) => to(e.currentTarget.checked)} /> {label}
    </label>
  );
  return (
    <details class="options" open={innerWidth > 760}>
      <summary>Options</summary>
      <div>
        <fieldset>
          <legend>Search</legend>
          {choice(
            "Trace",
            now.trace,
            ["none", "some", "shortest", "fastest"].map((v) => [v, v]),
            (v) => set({ trace: v as Settings["trace"] }),
          )}
          {choice("Order", now.order, orders, (v) => set({ order: v as Settings["order"] }))}
          {choice("Threads", String(now.threads), threadChoices, (v) => set({ threads: Number(v) }), isolation)}
        </fieldset>
        <fieldset>
          <legend>Reductions</legend>
          {check("Dead variables", now.reduce, "States that differ only in dead variables are one", (reduce) =>
            set({ reduce }),
          )}
          {check(
            "Symmetry",
            now.symmetry,
            "States that are images of each other under exchanges of scalars are one",
            (symmetry) => set({ symmetry }),
          )}
          {choice(
            "Acceleration",
            now.acceleration,
            [
              ["auto", "where it pays"],
              ["always", "from the start"],
              ["never", "never"],
            ],
            (v) => set({ acceleration: v as Settings["acceleration"] }),
          )}
        </fieldset>
        <fieldset>
          <legend>Limits</legend>
          {choice(
            "Memory",
            String(now.memory / 2 ** 20),
            [16, 256, 1024, 2048, 4000].map((v) => [String(v), `${v} MiB`]),
            (v) => set({ memory: Number(v) * 2 ** 20 }),
          )}
          {choice(
            "Time",
            String(now.timeout / 1000),
            [0, 10, 60, 600].map((v) => [String(v), v === 0 ? "no limit" : `${v} s`]),
            (v) => set({ timeout: Number(v) * 1000 }),
          )}
        </fieldset>
        <Parameters />
      </div>
    </details>
  );
}
