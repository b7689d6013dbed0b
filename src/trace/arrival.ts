/**
 * When runs with given transitions arrive in each of their states, counted from the start: the earliest and the latest time
 * over all of them. The transitions are run on the network with one more clock that nothing looks at; its bounds on arrival
 * are the answer. Where clocks stand still, zones hold more than can be, and so do the times.
 */
import { first, last, wants } from "../base/index.ts";
import { Fault, interpret } from "../engine/index.ts";
import type { Network } from "../network/index.ts";
import { withClock } from "../reduce/index.ts";
import { BoundOverflow, type Federation, type Interval } from "../zones/index.ts";
import { elapse, follow } from "./retrace.ts";
import type { TraceTransition } from "./trace.ts";
import { boundsOf, merged } from "./when.ts";

/** One interval per state, the initial one first; or why there are none. */
export function arrivalTimes(network: Network, transitions: readonly TraceTransition[]): readonly Interval[] | string {
  wants("arrivalTimes", network, "network");
  wants("arrivalTimes", transitions, "list");
  try {
    return arrivals(network, transitions) ?? "these transitions are no run of the model";
  } catch (error) {
    if (error instanceof BoundOverflow || error instanceof Fault) return error.message;
    throw error;
  }
}

function arrivals(network: Network, transitions: readonly TraceTransition[]): readonly Interval[] | undefined {
  const engine = interpret(withClock(network, "#time"));
  if (!engine.initial()) return undefined;
  let entry: Federation = [engine.zone.slice()];
  const times = [hull(entry, engine.dim)];
  for (const { parts } of transitions) {
    const cells = engine.cells.slice(0, engine.size);
    const reached = elapse(entry, engine.timing(), [], engine.dim).all;
    const words = parts.flatMap(({ edge, selects }) => [edge, ...selects.map((s) => s.value)]);
    [entry] = follow(engine, { cells, reached }, words);
    if (entry.length === 0) return undefined;
    times.push(hull(entry, engine.dim));
  }
  return times;
}

function hull(entry: Federation, dim: number): Interval {
  const all = merged(entry.map((zone) => boundsOf(zone, dim - 1, dim)));
  const { high, highStrict } = last(all);
  return { ...first(all), high, highStrict };
}
