/**
 * `sup`, `inf` and `bounds`: the values of integers and clocks in all reachable states that satisfy a predicate.
 * Extrapolation destroys exactly these numbers, so the clocks asked for are kept exact up to a ceiling (as bounds that
 * count everywhere): values up to it are exact, and a value above it tells only that there is one. While the answer
 * depends on those, the ceiling is doubled. A clock has no supremum if a reached zone, not abstracted, has no upper limit
 * for it, or if it grows along a cycle (`growth.ts`). If the ceiling would become too high the answer is unknown, never a
 * guess.
 */

import { type ClockBounds, clockBounds, clockSettings } from "../../analysis/index.ts";
import type { BoundTerm, ClockRef } from "../../network/index.ts";
import type { Meter } from "../limits.ts";
import { type Question, unsoundness } from "../question.ts";
import type { Ending } from "../road.ts";
import { NOTHING, type Statistics } from "../statistics.ts";
import type { ValuesPlan } from "../threads/crew.ts";
import type { Turns } from "../turns.ts";
import type { BoundValue } from "../verdict.ts";
import { type Growth, growsForEver, type Start } from "./growth.ts";
import { type BoundQuery, beyond, type Found } from "./values.ts";

const FIRST_CEILING = 16;
const LAST_CEILING = 2 ** 16;
/** So many times the first ceiling is tried, where there are few states, before clocks are looked at that may grow for ever. */
const EARLY = 64;
const FEW = 20_000;
/** With so few states higher ceilings cost nothing. */
const SMALL = 1000;
const HIGHEST = 2 ** 29;

/** What an exploration leaves behind. */
export interface Explored {
  readonly found: readonly Found[];
  readonly statistics: Statistics;
  /** Every stored state. */
  readonly each: Start;
}

/** Explores all states with the clocks asked for exact up to a ceiling; undefined if it cannot. */
type Explore = (plan: ValuesPlan, bounds: ClockBounds) => Turns<Explored | undefined>;

export function* findValues(question: Question<BoundQuery>, meter: Meter, explore: Explore): Turns<Ending> {
  const { query } = question;
  const knob = question.options.knobs?.ceiling;
  const clocks = clocksOf(question);
  const grows: (Growth | undefined)[] = [];
  const first = firstCeiling(question, clocks);
  for (let ceiling = first; ; ceiling *= 2) {
    const explored = yield* exploreTo(question, clocks, ceiling, explore);
    if ("kind" in explored) return explored;
    const { found, each, statistics } = explored;
    // A higher ceiling is often enough, and cheaper to try than whether a clock grows for ever.
    const isSmall = statistics.explored < SMALL && knob === undefined;
    const mayRise = ceiling * 2 <= (isSmall ? HIGHEST : (knob ?? LAST_CEILING));
    const isEarly = mayRise && (isSmall || (ceiling < EARLY * first && statistics.explored < FEW));
    if (!isEarly) lookAtGrowth(question, found, ceiling, each, meter, grows);
    // Which of endlessly many values are met does not come out at any height.
    const isVain = query.kind === "bounds" && grows.includes("endless");
    if (!isVain && found.some((f) => isOpen(query.kind, f)) && mayRise) continue;
    return { kind: "answer", values: query.terms.map((t, i) => answer(query.kind, t, found[i]!, ceiling)), statistics };
  }
}

function* exploreTo(
  question: Question<BoundQuery>,
  clocks: ReadonlySet<number>,
  ceiling: number,
  explore: Explore,
): Turns<Explored | Ending> {
  const extra = new Map([...clocks].map((x) => [x, ceiling]));
  const bounds = question.boundsWith(extra);
  const unsound = unsoundness(bounds);
  if (unsound !== undefined) return { kind: "limit", reason: unsound, statistics: NOTHING };
  const isExact = bounds.diagonals.triples.length === 0 && question.options.abstraction !== "extra";
  const explored = yield* explore({ ceiling, extra, isExact }, bounds);
  return explored ?? { kind: "gave up", reason: "the states could not be explored this way", statistics: NOTHING };
}

/** Notes values above the ceiling of clocks that grow for ever. */
function lookAtGrowth(
  question: Question<BoundQuery>,
  found: readonly Found[],
  ceiling: number,
  each: Start,
  meter: Meter,
  grows: (Growth | undefined)[],
): void {
  const { kind, terms } = question.query;
  terms.forEach((t, i) => {
    if (kind === "inf" || t.is !== "clock" || !isOpen(kind, found[i]!)) return;
    if (!(i in grows)) grows[i] = growth(question, t.clock, ceiling, each, meter);
    const isEnough = grows[i] === "every value" || (kind === "sup" && grows[i] === "endless");
    if (isEnough) found[i]!.values.add(beyond(found[i]!.openFrom));
  });
}

/** Whether the answer depends on values that are not known. */
function isOpen(kind: BoundQuery["kind"], f: Found): boolean {
  if (f.openFrom === Number.POSITIVE_INFINITY) return false;
  const { all } = f.values;
  const last = all[all.length - 1];
  if (kind === "inf") return last === undefined || f.openFrom < all[0]!.low;
  if (last === undefined || last.high < Number.POSITIVE_INFINITY) return true;
  return kind === "bounds" && last.low > f.openFrom;
}

/** Whether the clock grows for ever along some run; undefined if that cannot be told. */
function growth(
  { network, query }: Question<BoundQuery>,
  ref: ClockRef,
  ceiling: number,
  each: Start,
  meter: Meter,
): Growth | undefined {
  if (ref.terms.length > 0 || ref.pointer !== undefined) return undefined;
  const bounds = clockBounds(network, { query, symmetric: true });
  const { largest, isCopied } = clockSettings(network, bounds.ranges)[ref.base]!;
  if (isCopied || largest > ceiling) return undefined;
  return growsForEver(network, query, ref.base, ceiling, each, meter);
}

/** Clocks that a term can name. */
function clocksOf({ network, query }: Question<BoundQuery>): ReadonlySet<number> {
  const out = new Set<number>();
  const bounds = clockBounds(network, { query, symmetric: false });
  const add = (ref: ClockRef) => {
    for (const x of ref.terms.length === 0 && ref.pointer === undefined ? [ref.base] : bounds.ranges().addresses(ref))
      out.add(x);
  };
  for (const t of query.terms) if (t.is === "clock") add(t.clock);
  return out;
}

/** A ceiling above all constants of the clocks asked for: often enough at once. */
function firstCeiling({ network, query }: Question<BoundQuery>, clocks: ReadonlySet<number>): number {
  const bounds = clockBounds(network, { query, symmetric: true });
  const cells = new Int32Array(network.processes.length);
  const lower = new Int32Array(network.clocks.length);
  const upper = new Int32Array(network.clocks.length);
  let most = FIRST_CEILING;
  const longest = network.processes.reduce((most, p) => Math.max(most, p.locations.length), 0);
  for (let l = 0; l < longest; l++) {
    network.processes.forEach((p, i) => {
      cells[i] = Math.min(l, p.locations.length - 1);
    });
    bounds.fill(cells, lower, upper);
    for (const x of clocks) most = Math.max(most, lower[x]!, upper[x]!);
  }
  return most;
}

function answer(kind: BoundQuery["kind"], term: BoundTerm, f: Found, ceiling: number): BoundValue {
  const { all } = f.values;
  const base = { text: term.text, kind: term.is };
  if (isOpen(kind, f)) return { ...base, intervals: [], unknown: `values above ${ceiling} are reached` };
  // Where the other end of an interval lies may depend on the ceiling: it is no part of the answer.
  if (kind === "inf")
    return { ...base, intervals: all.slice(0, 1).map((i) => ({ ...i, high: Infinity, highStrict: true })) };
  if (kind === "sup")
    return { ...base, intervals: all.slice(-1).map((i) => ({ ...i, low: -Infinity, lowStrict: true })) };
  return { ...base, intervals: all };
}
