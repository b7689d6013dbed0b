/**
 * Transitions and what they lead to: from all valuations of a discrete state (`targetsOf`), and, for one exact valuation,
 * those that are possible now or after some delay, with the delays after which each is (`laterSteps`). A zone tells the
 * latter at once: the part of the invariant from which a transition can be taken, and when waiting leads into it.
 */
import type { Engine } from "../engine/index.ts";
import {
  type Federation,
  federation,
  type Interval,
  type Point,
  point,
  type Rational,
  rationals,
} from "../zones/index.ts";
import { type TraceTransition, traceTransition } from "./trace.ts";

export interface Target {
  readonly words: readonly number[];
  readonly channel: number;
  readonly cells: Int32Array;
  readonly zones: Federation;
  /** The part of the given zones from which it can be taken. */
  readonly from: Federation;
}

/** All transitions from the given zones of a discrete state, pieces of one transition together. */
export function targetsOf(engine: Engine, cells: Int32Array, zones: Federation): readonly Target[] {
  const { dim } = engine;
  const found = new Map<string, { words: number[]; channel: number; cells: Int32Array; zones: Federation }>();
  for (const zone of zones) {
    engine.cells.set(cells);
    engine.zone = zone.slice();
    engine.successors(() => {
      const words = Array.from(engine.transition.subarray(0, engine.transitionLength));
      const key = words.join(" ");
      const old = found.get(key);
      if (old !== undefined) old.zones = federation.add(old.zones, engine.zone.slice(), dim);
      else {
        const target = engine.cells.slice(0, engine.size);
        found.set(key, { words, channel: engine.transitionChannel, cells: target, zones: [engine.zone.slice()] });
      }
      return false;
    });
  }
  return [...found.values()].map((target) => {
    engine.cells.set(cells);
    let from: Federation = [];
    for (const zone of zones) {
      engine.zone = zone.slice();
      from = federation.union(from, engine.pullBack(target.words, target.zones), dim);
    }
    return { ...target, from };
  });
}

/** A transition and the delays after which it is possible. */
export interface Later {
  readonly transition: TraceTransition;
  readonly delays: readonly Interval[];
}

const { compareRational, plus, rational, ZERO } = rationals;
const now: Interval = { low: ZERO, lowStrict: false, high: ZERO, highStrict: false };

/** `possible` are the delays that the state allows, null if time cannot pass. */
export function laterSteps(
  engine: Engine,
  cells: Int32Array,
  values: Point,
  possible: Interval | null,
  stopped: Uint8Array | undefined,
): readonly Later[] {
  engine.cells.set(cells);
  const { invariant } = engine.timing();
  if (invariant === undefined) return [];
  return targetsOf(engine, cells, [invariant]).flatMap(({ words, channel, from }) => {
    const delays = from.flatMap((zone) => {
      const into = point.delaysInto(zone, 0, engine.dim, values, stopped);
      const allowed = into === null ? undefined : point.meet(into, possible ?? now);
      return allowed === undefined || point.isNothing(allowed) ? [] : [allowed];
    });
    return delays.length === 0 ? [] : [{ transition: traceTransition(engine.network, words, channel), delays }];
  });
}

/** One of the numbers of an interval, near its beginning: a multiple of a half behind it where one fits, else the simplest. */
export function randomIn(interval: Interval, random: () => number): Rational {
  const wish = plus(interval.low, rational(Math.floor(random() * 9), 2));
  const isAfter = compareRational(wish, interval.low) > (interval.lowStrict ? 0 : -1);
  const end = interval.high === null ? -1 : compareRational(wish, interval.high);
  return isAfter && (end < 0 || (end === 0 && !interval.highStrict)) ? wish : point.simplest(interval);
}
