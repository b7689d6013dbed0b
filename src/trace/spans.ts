/**
 * Where in a run with jumps rounds may be told once: spans of time in which nothing happens but jumps, cut so that at both
 * ends every jump under way has just completed a round. One jump alone goes round and round; of several at a time each goes
 * so many rounds that all meet again, and that together is what is gone many times. What is left of a jump before, between
 * and after its spans is nothing, or as long as the jump takes at least, so that it can be filled with rounds of its own. A
 * jump over a counting loop has so many rounds as were counted, all equally long, and spans begin and end with rounds of it;
 * two of those at a time are written out.
 */
import type { Jump } from "../analysis/index.ts";
import { greatest, smallest } from "../base/index.ts";
import { type Interval, type Rational, rationals } from "../zones/index.ts";

const { compareRational, floor, minus, plus, rational } = rationals;

/** A jump of a run, from its beginning to its end. */
export interface Flight {
  readonly jump: Jump;
  readonly start: Rational;
  readonly end: Rational;
  /** How many rounds it stands for, where that is counted: all are equally long then. */
  readonly count?: number;
}

export interface Span {
  readonly start: Rational;
  readonly end: Rational;
  readonly flights: readonly Flight[];
  /** How often what is gone in it is gone. */
  readonly times: number;
  /** So many rounds of a jump whose rounds are counted are gone each time. */
  readonly counted?: number;
}

/** Fewer rounds are written out. */
const FEWEST = 3;

/** The spans between moments of a run, which are in order; each is between two of them. */
export function spansOf(moments: readonly Rational[], flights: readonly Flight[]): readonly Span[] {
  return moments.flatMap((from, i) => {
    const to = moments[i + 1];
    if (to === undefined || compareRational(from, to) === 0) return [];
    const under = flights.filter((f) => compareRational(f.start, from) <= 0 && compareRational(f.end, to) >= 0);
    if (under.length === 0) return [];
    const [counted, more] = under.filter((f) => f.count !== undefined);
    if (more !== undefined) return [];
    if (counted?.count !== undefined) return countedSpan(from, to, { ...counted, count: counted.count }, under);
    const apart = rational(greatest(under.map((f) => leastOf(f.jump))));
    const start = under.every((f) => compareRational(f.start, from) === 0) ? from : plus(from, apart);
    const end = under.every((f) => compareRational(f.end, to) === 0) ? to : minus(to, apart);
    const length = minus(end, start);
    if (compareRational(length, apart) < 0) return [];
    const [only] = under;
    const times =
      under.length === 1 && only !== undefined
        ? roundsOf(only.jump, length)
        : Number(floor(divided(length, greatest(under.map((f) => together(f.jump))))));
    return times < FEWEST ? [] : [{ start, end, flights: under, times }];
  });
}

/**
 * The span of one jump whose rounds are counted: it begins and ends with rounds of it, and the others go round with so
 * many of them.
 */
function countedSpan(
  from: Rational,
  to: Rational,
  flight: Flight & { readonly count: number },
  under: readonly Flight[],
): readonly Span[] {
  const others = under.filter((f) => f.count === undefined);
  const apart = rational(greatest([0, ...others.map((f) => leastOf(f.jump))]));
  const at = (round: number): Rational => momentOf(flight, round);
  const first = -Number(floor(minus(rational(0), roundsUntil(flight, plus(from, apart)))));
  const last = Number(floor(roundsUntil(flight, minus(to, apart))));
  const long = rational(greatest([0, ...others.map((f) => together(f.jump))]));
  const each =
    others.length === 0 ? 1 : -Number(floor(minus(rational(0), roundsUntil(flight, plus(flight.start, long)))));
  const times = Math.floor((last - first) / Math.max(1, each));
  if (times < FEWEST) return [];
  return [{ start: at(first), end: at(first + times * each), flights: under, times, counted: each }];
}

/** When a round of a counted jump begins. */
function momentOf({ start, end, count }: Flight & { readonly count: number }, round: number): Rational {
  const { n, d } = minus(end, start);
  return plus(start, rational(n * BigInt(round), d * BigInt(count)));
}

/** How many rounds of a counted jump, or parts of them, are gone until a moment. Requires: they take time. */
export function roundsUntil({ start, end, count }: Flight & { readonly count: number }, moment: Rational): Rational {
  const [gone, all] = [minus(moment, start), minus(end, start)];
  return rational(gone.n * all.d * BigInt(count), gone.d * all.n);
}

/** A length that the jump may surely have. */
function leastOf({ from }: Jump): number {
  return from.value + (from.strict ? 1 : 0);
}

/** Such a length that is also that of some round or more. */
function together(jump: Jump): number {
  return Math.max(leastOf(jump), jump.window.upper.value);
}

/** The least number of rounds that may take so long. Requires: the jump may. */
export function roundsOf({ window: { upper }, rounds }: Jump, total: Rational): number {
  if (upper.value === 0) return rounds;
  const most = divided(total, upper.value);
  const whole = floor(most);
  const isWhole = compareRational(rational(whole), most) === 0;
  return Math.max(rounds, Number(isWhole && !upper.strict ? whole : whole + 1n));
}

/** How long what is gone in a span may take: what all its rounds allow. */
export function betweenOf(rounds: readonly { readonly jump: Jump; readonly count: number }[]): Interval {
  const ends = rounds.map(({ jump: { window }, count }) => ({
    low: window.lower.value * count,
    lowStrict: window.lower.strict,
    high: window.upper.value * count,
    highStrict: window.upper.strict,
  }));
  const low = greatest(ends.map((e) => e.low));
  const high = smallest(ends.map((e) => e.high));
  return {
    low: rational(low),
    lowStrict: ends.some((e) => e.low === low && e.lowStrict),
    high: high === Infinity ? null : rational(high),
    highStrict: ends.some((e) => e.high === high && e.highStrict),
  };
}

export function divided({ n, d }: Rational, by: number): Rational {
  return rational(n, d * BigInt(by));
}
