import type { Tab } from "../core/view.ts";

/** The three views, in the order of the bar and of Alt 1, 2, 3. */
export const tabs: readonly (readonly [Tab, string])[] = [
  ["editor", "Editor"],
  ["simulator", "Simulator"],
  ["verifier", "Verifier"],
];
