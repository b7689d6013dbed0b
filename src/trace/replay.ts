/**
 * Replaying: a concrete run checked step by step by the concrete semantics, which knows no zones and no search. A trace
 * that does not replay is never shown.
 */
import { Concrete } from "../engine/index.ts";
import { type Network, slotAt } from "../network/index.ts";
import { type Point, point, type Rational, rationals, type Zone } from "../zones/index.ts";

const { compareRational } = rationals;

export interface Run {
  /** The transition into each state; none into the first. A step of no words stays in its state. */
  readonly words: readonly (readonly number[])[];
  readonly delays: readonly Rational[];
  readonly values: readonly Point[];
  /** The discrete states. */
  readonly cells: readonly ArrayLike<number>[];
}

/** Why the run is not one of the network, or undefined if it is. `goal` must hold the last values. */
export function replay(network: Network, run: Run, goal: readonly Zone[] | undefined): string | undefined {
  const machine = new Concrete(network);
  if (!machine.initial()) return "the initial state violates an invariant";
  for (const [i, words] of run.words.entries()) {
    if (words.length > 0) {
      const step = machine.find(words);
      if (step === undefined) return `transition ${i} is not possible`;
      if (!machine.take(step)) return `transition ${i} is refused`;
    }
    for (let c = 0; c < network.slots.length; c++) {
      if (machine.cells[c] !== run.cells[i]?.[c]) return `${slotAt(network, c).name} differs in state ${i}`;
    }
    const [values, delay] = [run.values[i], run.delays[i]];
    if (!machine.values.every((v, x) => values?.[x] !== undefined && compareRational(v, values[x]) === 0))
      return `clocks differ in state ${i}`;
    if (delay === undefined || !machine.delay(delay)) return `the delay in state ${i} is not possible`;
  }
  if (goal === undefined) return undefined;
  const dim = network.clocks.length;
  return goal.some((z) => point.containsPoint(z, 0, dim, machine.values))
    ? undefined
    : "the last state misses the goal";
}
