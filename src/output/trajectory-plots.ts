import type { Estimate } from "../stochastic/index.ts";
import type { Plot, Series } from "./plot.ts";
import { styles } from "./plot-ink.ts";

/**
 * The course of runs. Each curve looks different as long as there are few: of one expression each run has its colour and
 * dashes, of several each expression its colour and each run its dashes, and names stand at the ends. Of many, those of one
 * expression look alike: single ones could not be followed anyway.
 */
const few = 12;

export function trajectoryPlots(estimate: Extract<Estimate, { kind: "simulation" }>): readonly Plot[] {
  const { trajectories, expressions, unit, runs } = estimate;
  if (trajectories.length === 0) return [];
  const alone = expressions.length === 1;
  const crowded = expressions.length * trajectories.length > few || (!alone && trajectories.length > styles);
  const series = expressions.flatMap((name, e) =>
    trajectories.map(({ series: all, run }, r): Series => {
      const points = all[e] ?? [];
      const one = { kind: "line", name, run, points } as const;
      if (crowded) return { ...one, group: e, thin: true };
      if (trajectories.length === 1) return { ...one, group: e, ...(alone ? {} : { label: short(name) }) };
      const label = alone ? `run ${run}` : `${short(name)} ${run}`;
      // The second half dozen differs from the first in its dashes.
      return { ...one, label, ...(alone ? { group: r, dash: r + Math.floor(r / styles) } : { group: e, dash: r }) };
    }),
  );
  const title = trajectories.length === 1 ? "A run" : `${trajectories.length} of ${runs} runs`;
  return [{ title, x: { label: unit }, y: { label: alone ? expressions[0]! : "value" }, series }];
}

function short(name: string): string {
  return name.length > 12 ? `${name.slice(0, 11)}…` : name;
}
