/**
 * One step of the discrete part (docs/compatibility.md M4, M5, M9): updates in order, then the locations. Clocks are logged
 * by the machine.
 */
import { Fault } from "../fault.ts";
import type { Joint } from "./joint.ts";
import type { Program } from "./program.ts";

/** Takes the transition at hand: sender first, then receivers in process order. */
export function takeStep({ before, after, machine }: Program, { instances, parts }: Joint): void {
  machine.begin();
  let current = 0;
  try {
    for (let i = 0; i < before.length; i++) before[i]!();
    for (; current < parts.length; current++) {
      const k = parts[current]!;
      const { update, edge } = instances.edges[k]!;
      if (edge.selects.length > 0) instances.restore(k);
      for (let j = 0; j < update.length; j++) update[j]!();
    }
    for (let i = 0; i < after.length; i++) after[i]!();
  } catch (error) {
    if (error instanceof Fault) error.edge ??= instances.edges[parts[Math.min(current, parts.length - 1)]!]!.id;
    throw error;
  }
  for (let i = 0; i < parts.length; i++) {
    const e = instances.edges[parts[i]!]!;
    machine.cells[e.process] = e.target;
  }
}
