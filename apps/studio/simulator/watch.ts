import { signal } from "@preact/signals";
import { tab } from "../core/view.ts";
import type { OpenedRun } from "../worker/protocol.ts";
import { load, watched } from "./run.ts";

/**
 * A run of a statistical query goes to the simulator. Where symbolic states can follow it, it becomes a run of the simulator
 * with its exact delays, and goes on from there. Where they cannot (rates, differential equations, processes that come and
 * go), it is watched.
 */
/** The step that is watched. */
export const position = signal(0);

export async function simulate(opened: OpenedRun): Promise<void> {
  const { exact } = opened;
  watched.value = typeof exact === "string" ? opened : undefined;
  position.value = 0;
  tab.value = "simulator";
  if (typeof exact !== "string") await load(exact, "concrete");
}
