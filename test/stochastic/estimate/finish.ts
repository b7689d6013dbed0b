import { alone } from "../../../src/stochastic/estimate/supply.ts";
import { gather, type StatisticalTurns, type Tally } from "../../../src/stochastic/estimate/tally.ts";
import type { Estimate, Sampler } from "../../../src/stochastic/index.ts";

export function finish(turns: StatisticalTurns): Estimate {
  for (;;) {
    const turn = turns.next();
    if (turn.done === true) return turn.value;
  }
}

/** What a tally says of runs that are made here. */
export function said<K extends Estimate["kind"]>(
  kind: K,
  tally: Tally,
  samplers: readonly Sampler[],
  batch?: number,
): Extract<Estimate, { kind: K }> {
  const found = finish(gather(tally, alone(samplers, batch), {}));
  if (found.kind !== kind) throw new Error(`this is ${found.kind}`);
  return found as Extract<Estimate, { kind: K }>;
}
