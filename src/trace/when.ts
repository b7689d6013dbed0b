import { last } from "../base/index.ts";
/**
 * When a clock constraint holds: the delays after which it does, counted from the arrival in the state. For a zone the delay is
 * one more clock that is zero on arrival; its bounds in the part that satisfies the constraint are the answer, for some of the
 * zone's valuations. For an exact valuation the constraint itself says it.
 */
import type { Timing } from "../engine/index.ts";
import {
  constantOf,
  dbm,
  type Federation,
  INF,
  type Interval,
  isStrict,
  LE_ZERO,
  type Point,
  point,
  rationals,
  type Zone,
} from "../zones/index.ts";
import { elapse } from "./retrace.ts";

export interface When {
  /** The delays after which it holds, whatever limits time; in order, none if waiting does not help. */
  readonly delays: readonly Interval[];
  /** The delays that are possible here; null if time cannot pass. */
  readonly possible: Interval | null;
  /** Whether one of the delays after which it holds is possible. */
  readonly reachable: boolean;
}

/** x - y < or <= c, as an encoded bound. */
export interface Limit {
  readonly x: number;
  readonly y: number;
  readonly bound: number;
}

const { compareRational, minus, rational, ZERO } = rationals;

/** Undefined where clocks stand still: then a zone does not tell delays exactly. Requires: `entry` is not empty. */
export function whenSymbolic(
  entry: Federation,
  timing: Timing,
  limits: readonly Limit[],
  dim: number,
): When | undefined {
  if (timing.stopped?.some((s) => s !== 0)) return undefined;
  const starts = entry.map((z) => timed(z, dim, true));
  const satisfying = (zones: Federation): Interval[] =>
    zones.flatMap((zone) => {
      const part = zone.slice();
      return limits.every(({ x, y, bound }) => dbm.constrain(part, 0, dim + 1, x, y, bound))
        ? [boundsOf(part, dim, dim + 1)]
        : [];
    });
  const free = starts.map((z) => {
    const later = z.slice();
    dbm.up(later, 0, dim + 1);
    return later;
  });
  const reached = elapse(
    starts,
    {
      still: timing.still,
      invariant: timing.invariant && timed(timing.invariant, dim, false),
      urgent: timing.urgent.map((z) => timed(z, dim, false)),
      stopped: undefined,
    },
    [],
    dim + 1,
  ).all;
  const all = merged(reached.map((z) => boundsOf(z, dim, dim + 1)));
  const latest = last(all);
  const canPass = latest.high === null || compareRational(latest.high, ZERO) > 0;
  return {
    delays: merged(satisfying(free)),
    possible: canPass ? { ...latest, low: ZERO, lowStrict: false } : null,
    reachable: satisfying(reached).length > 0,
  };
}

/** For exact values; `possible` is what the state allows. */
export function whenConcrete(
  values: Point,
  stopped: Uint8Array | undefined,
  possible: Interval | null,
  limits: readonly Limit[],
): When {
  const runs = (x: number): boolean => x !== 0 && !(stopped !== undefined && stopped[x] !== 0);
  let all: Interval = { low: ZERO, lowStrict: false, high: null, highStrict: true };
  let never = false;
  for (const { x, y, bound } of limits) {
    if (bound >= INF) continue;
    const room = minus(rational(constantOf(bound)), minus(values[x]!, values[y]!));
    const strict = isStrict(bound);
    if (runs(x) === runs(y)) {
      const order = compareRational(room, ZERO);
      never ||= order < 0 || (order === 0 && strict);
    } else if (runs(x)) all = point.meet(all, { low: ZERO, lowStrict: false, high: room, highStrict: strict });
    else all = point.meet(all, { low: minus(ZERO, room), lowStrict: strict, high: null, highStrict: true });
  }
  const delays = never || point.isNothing(all) ? [] : [all];
  return {
    delays,
    possible,
    reachable: possible !== null && delays.some((d) => !point.isNothing(point.meet(d, possible))),
  };
}

/** The zone with one more clock: the delay, zero on arrival or free. Requires and ensures: closed. */
function timed(z: Zone, dim: number, zero: boolean): Zone {
  const size = dim + 1;
  const next = new Int32Array(size * size);
  for (let i = 0; i < dim; i++) {
    next.set(z.subarray(i * dim, (i + 1) * dim), i * size);
    next[i * size + dim] = i === 0 ? LE_ZERO : z[i * dim]!;
    next[dim * size + i] = zero ? z[i]! : INF;
  }
  next[dim * size + dim] = LE_ZERO;
  if (zero) next[dim * size] = LE_ZERO;
  return next;
}

/** The values that a clock has in a zone. */
export function boundsOf(z: Zone, clock: number, dim: number): Interval {
  const [low, high] = [z[clock]!, z[clock * dim]!];
  return {
    low: rational(-constantOf(low)),
    lowStrict: isStrict(low),
    high: high >= INF ? null : rational(constantOf(high)),
    highStrict: high >= INF || isStrict(high),
  };
}

/** Intervals in order, those that touch or overlap as one. */
export function merged(intervals: readonly Interval[]): Interval[] {
  const sorted = [...intervals].sort(
    (a, b) => compareRational(a.low, b.low) || Number(a.lowStrict) - Number(b.lowStrict),
  );
  const result: Interval[] = [];
  for (const next of sorted) {
    const last = result.at(-1);
    const gap =
      last === undefined
        ? 1
        : last.high === null
          ? -1
          : compareRational(next.low, last.high) || (last.highStrict && next.lowStrict ? 1 : 0);
    if (last === undefined || gap > 0) result.push(next);
    else if (last.high !== null) {
      const order = next.high === null ? 1 : compareRational(next.high, last.high);
      if (order > 0) result[result.length - 1] = { ...last, high: next.high, highStrict: next.highStrict };
      else if (order === 0 && !next.highStrict) result[result.length - 1] = { ...last, highStrict: false };
    }
  }
  return result;
}

/** `10 or more`, `more than 3, less than 5`, `exactly 7`. */
export function intervalText({ low, lowStrict, high, highStrict }: Interval): string {
  const show = rationals.showRational;
  const isZero = compareRational(low, ZERO) === 0;
  if (high === null)
    return isZero && !lowStrict ? "any time" : lowStrict ? `more than ${show(low)}` : `${show(low)} or more`;
  const end = highStrict ? `less than ${show(high)}` : `up to ${show(high)}`;
  if (isZero && !lowStrict) return end;
  if (compareRational(low, high) === 0) return `exactly ${show(low)}`;
  if (!lowStrict && !highStrict) return `${show(low)} to ${show(high)}`;
  return `${lowStrict ? "more than" : "at least"} ${show(low)}, ${end}`;
}

/** A sentence about it. */
export function whenText({ delays, possible, reachable }: When): string {
  if (delays.length === 0) return "Waiting does not make it true.";
  const wanted = delays.map(intervalText).join(" or ");
  if (reachable) return `It holds after waiting ${wanted}.`;
  if (possible === null) return `It would hold after waiting ${wanted}, but time cannot pass here.`;
  return `It would hold after waiting ${wanted}, but here time passes ${intervalText(possible)} only.`;
}
