/**
 * The time since the start, as a clock of a trace: UPPAAL 5 writes one, `#time`, before all others. The transitions of the
 * trace are run again on the network with one more clock that nothing looks at; each state keeps the valuations that the
 * trace shows for it, so that the rest of the run begins with them.
 */
import { first, wants } from "../base/index.ts";
import { type Engine, Fault, interpret } from "../engine/index.ts";
import type { Network } from "../network/index.ts";
import { withClock } from "../reduce/index.ts";
import {
  BoundOverflow,
  dbm,
  type Federation,
  federation,
  le,
  lt,
  type Point,
  point,
  type Rational,
  rationals,
  type Zone,
} from "../zones/index.ts";
import { elapse, follow } from "./retrace.ts";
import { type Trace, type TraceState, traceConstraints, wordsOfTransition } from "./trace.ts";

const { plus, ZERO } = rationals;

/** The trace with `#time` as its first clock, or why there is none. Requires: a trace of this network. */
export function traceWithTime(network: Network, trace: Trace): Trace | string {
  wants("traceWithTime", network, "network");
  wants("traceWithTime", trace, "trace");
  const engine = interpret(withClock(network, "#time"));
  try {
    const states = timedStates(engine, trace);
    if (states === undefined) return "its time from the start could not be found";
    return { ...trace, clocks: ["#time", ...trace.clocks], states };
  } catch (error) {
    if (error instanceof BoundOverflow || error instanceof Fault) return `its time from the start: ${error.message}`;
    throw error;
  }
}

function timedStates(engine: Engine, trace: Trace): TraceState[] | undefined {
  const { dim } = engine;
  if (!engine.initial()) return undefined;
  let entry: Federation = [engine.zone.slice()];
  let now: Rational = ZERO;
  const states: TraceState[] = [];
  for (const [i, state] of trace.states.entries()) {
    const cells = engine.cells.slice(0, engine.size);
    const reached = federation.intersect(elapse(entry, engine.timing(), [], dim).all, [shown(state, dim)], dim);
    if (reached.length === 0) return undefined;
    const values = state.values && [now, ...state.values];
    const zone = timeFirst(passed(reached, values, dim), dim);
    states.push({ ...state, zone: traceConstraints(zone, dim), ...(values && { values }), ...stoppedToo(state) });
    now = plus(now, state.delay ?? ZERO);
    const next = i + 1 < trace.states.length ? trace.transitions[i] : undefined;
    if (next !== undefined) [entry] = follow(engine, { cells, reached }, wordsOfTransition(next));
  }
  return states;
}

/** What a state of the trace shows, with the last clock free. */
function shown({ zone }: TraceState, dim: number): Zone {
  const z = dbm.newUniversal(dim);
  for (const { left, right, strict, bound } of zone)
    dbm.constrain(z, 0, dim, left, right, strict ? lt(bound) : le(bound));
  return z;
}

/** The zone that the exact run passes, or any if there is none. `values` has the time first, the engine has it last. */
function passed(reached: Federation, values: readonly Rational[] | undefined, dim: number): Zone {
  const any = first(reached);
  if (values === undefined || reached.length === 1) return any;
  const at: Point = [ZERO, ...values.slice(1), first(values)];
  return reached.find((z) => point.delaysInto(z, 0, dim, at) !== null) ?? any;
}

/** The last clock becomes the first. */
function timeFirst(z: Zone, dim: number): Zone {
  const from = (c: number): number => (c === 0 ? 0 : c === 1 ? dim - 1 : c - 1);
  return z.map((_, k) => z[from(Math.floor(k / dim)) * dim + from(k % dim)]!);
}

function stoppedToo({ stopped }: TraceState): Pick<TraceState, "stopped"> {
  return stopped === undefined ? {} : { stopped: [false, ...stopped] };
}
