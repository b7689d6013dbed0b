/**
 * `sup`, `inf` and `bounds`: the values of integers and clocks in all reachable states that satisfy a predicate.
 * Extrapolation destroys exactly these numbers, so the clocks asked for are kept exact up to a ceiling (as bounds that
 * count everywhere): values up to it are exact, and a value above it tells only that there is one. While the answer
 * depends on those, the ceiling is doubled. A clock has no supremum if a reached zone, not abstracted, has no upper limit
 * for it, or if it grows along a cycle (`grow.ts`). If the ceiling would become too high the answer is unknown, never a
 * guess.
 */

import { type ClockBounds, clockBounds, clockSettings, formulasOf, mentionsDeadlock } from "../analysis/index.ts";
import { seeded } from "../base/index.ts";
import { ENDLESS_END, type Engine } from "../engine/index.ts";
import type { BoundTerm, ClockRef, Network, NetworkQuery } from "../network/index.ts";
import { dbm, INF, type Zone } from "../zones/index.ts";
import { Abstraction } from "./abstraction.ts";
import { exploreCompiled, whyInterpreted } from "./compiled.ts";
import { Explorer } from "./explore.ts";
import { type Growth, growsForEver, type Start } from "./grow.ts";
import { Intervals } from "./intervals.ts";
import { LimitReached, type Meter, type Statistics } from "./limits.ts";
import type { SearchOptions } from "./options.ts";
import { neverEnds } from "./retrace.ts";
import type { Turns } from "./turns.ts";
import type { BoundValue, ValueInterval } from "./verdict.ts";
import { waitingList } from "./waiting.ts";

export type BoundQuery = Extract<NetworkQuery, { readonly terms: readonly BoundTerm[] }>;

const FIRST_CEILING = 16;
const LAST_CEILING = 2 ** 16;
/** So many times the first ceiling is tried, where there are few states, before clocks are looked at that may grow for ever. */
const EARLY = 64;
const FEW = 20_000;
/** Larger than any end of a zone that the compiled engine stores. */
const FAR = 2 ** 28;

interface Found {
  readonly values: Intervals;
  /** Values as the zones said them, without regard to the ceiling: others inside these tell nothing new. */
  readonly seen: Intervals;
  /** From here on there are values of which only is known that there are some; Infinity if all are known. */
  openFrom: number;
}

/** What an exploration leaves behind. */
interface Explored {
  readonly found: readonly Found[];
  readonly statistics: Statistics;
  /** Every stored state. */
  readonly each: Start;
}

export function* findBounds(
  network: Network,
  query: BoundQuery,
  engine: Engine,
  meter: Meter,
  options: SearchOptions,
): Turns<{ readonly values: readonly BoundValue[]; readonly statistics: Statistics }> {
  const last = options.ceiling ?? LAST_CEILING;
  const clocks = clocksOf(network, query);
  const grows: (Growth | undefined)[] = [];
  const first = firstCeiling(network, query, clocks);
  for (let ceiling = first; ; ceiling *= 2) {
    const extra = new Map([...clocks].map((x) => [x, ceiling]));
    const { found, each, statistics } = yield* explore(network, query, engine, meter, options, extra, ceiling);
    // A higher ceiling is often enough, and cheaper to try than whether a clock grows for ever.
    const isEarly = ceiling < EARLY * first && ceiling * 2 <= last && statistics.explored < FEW;
    query.terms.forEach((t, i) => {
      if (isEarly || query.kind === "inf" || t.is !== "clock" || !isOpen(query.kind, found[i])) return;
      if (!(i in grows)) grows[i] = growth(network, query, t.clock, ceiling, each, meter);
      const enough =
        query.kind === "sup" ? grows[i] === "endless" || grows[i] === "every value" : grows[i] === "every value";
      if (enough) found[i].values.add(beyond(found[i].openFrom));
    });
    // Which of endlessly many values are met does not come out at any height.
    const isVain = query.kind === "bounds" && grows.includes("endless");
    if (!isVain && found.some((f) => isOpen(query.kind, f)) && ceiling * 2 <= last) continue;
    return {
      values: query.terms.map((t, i) => answer(query.kind, t, found[i], ceiling)),
      statistics,
    };
  }
}

/** Whether the answer depends on values that are not known. */
function isOpen(kind: BoundQuery["kind"], f: Found): boolean {
  if (f.openFrom === Number.POSITIVE_INFINITY) return false;
  const { all } = f.values;
  const last = all[all.length - 1];
  if (kind === "inf") return last === undefined || f.openFrom < all[0].low;
  if (last === undefined || last.high < Number.POSITIVE_INFINITY) return true;
  return kind === "bounds" && last.low > f.openFrom;
}

function beyond(low: number): ValueInterval {
  return { low, lowStrict: true, high: Number.POSITIVE_INFINITY, highStrict: true };
}

/** Whether the clock grows for ever along some run; undefined if that cannot be told. */
function growth(
  network: Network,
  query: BoundQuery,
  ref: ClockRef,
  ceiling: number,
  each: Start,
  meter: Meter,
): Growth | undefined {
  if (ref.terms.length > 0 || ref.pointer !== undefined) return undefined;
  const bounds = clockBounds(network, { query, symmetric: true });
  const { largest, isCopied } = clockSettings(network, bounds.ranges)[ref.base];
  if (isCopied || largest > ceiling) return undefined;
  return growsForEver(network, query, ref.base, ceiling, each, meter);
}

/** Clocks that a term can name. */
function clocksOf(network: Network, query: BoundQuery): ReadonlySet<number> {
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
function firstCeiling(network: Network, query: BoundQuery, clocks: ReadonlySet<number>): number {
  const bounds = clockBounds(network, { query, symmetric: true });
  const cells = new Int32Array(network.processes.length);
  const lower = new Int32Array(network.clocks.length);
  const upper = new Int32Array(network.clocks.length);
  let most = FIRST_CEILING;
  const longest = Math.max(0, ...network.processes.map((p) => p.locations.length));
  for (let l = 0; l < longest; l++) {
    network.processes.forEach((p, i) => {
      cells[i] = Math.min(l, p.locations.length - 1);
    });
    bounds.fill(cells, lower, upper);
    for (const x of clocks) most = Math.max(most, lower[x], upper[x]);
  }
  return most;
}

function* explore(
  network: Network,
  query: BoundQuery,
  engine: Engine,
  meter: Meter,
  options: SearchOptions,
  extra: ReadonlyMap<number, number>,
  ceiling: number,
): Turns<Explored> {
  const symmetric = formulasOf(query).some(mentionsDeadlock);
  const bounds: ClockBounds = clockBounds(network, { query, symmetric, extra });
  const unsound = bounds.diverges ?? bounds.diagonals.unlisted;
  if (unsound !== undefined) throw new LimitReached(unsound);
  const kind = bounds.diagonals.triples.length > 0 ? "diagonal" : (options.abstraction ?? "simulation");
  const predicate = query.predicate === undefined ? undefined : engine.predicate(query.predicate, false);
  const found: Found[] = query.terms.map((t) => ({
    values: new Intervals(t.is === "data"),
    seen: new Intervals(t.is === "data"),
    openFrom: Number.POSITIVE_INFINITY,
  }));
  // Zones that are stored as they are reached tell by themselves that a clock has no limit.
  const isExact = kind === "simulation";
  const recorders = query.terms.map((t, i) => recorder(engine, t, found[i], ceiling, isExact));
  const record = () => {
    const pieces = predicate === undefined ? [engine.zone] : predicate.satisfying(engine.zone);
    if (pieces.length > 0) for (const r of recorders) r(pieces);
  };
  if (whyInterpreted(network, query, bounds, options) === undefined) {
    const known = (term: number) => found[term].seen.all.map(doubled);
    const compiled = yield* exploreCompiled(network, query, bounds, engine, meter, options, { record, known });
    if (compiled !== undefined) return { found, ...compiled };
  }
  const explorer = new Explorer(engine, new Abstraction(kind, engine, bounds), meter, options.canonical);
  const ending = explorer.run({
    visit: () => {
      record();
      return false;
    },
    waiting: waitingList(options.order ?? "bfs", seeded(options.seed ?? 1)),
    shortest: false,
  });
  if (ending.kind === "limit") throw new LimitReached(ending.reason, explorer.statistics());
  return {
    found,
    statistics: explorer.statistics(),
    each: (visit) => explorer.store.each(visit, engine.dim),
  };
}

/** An interval with its ends doubled, so that strict ones fit between integers. */
function doubled(i: ValueInterval): { readonly low: number; readonly high: number } {
  return {
    low: 2 * i.low + (i.lowStrict ? 1 : 0),
    high: i.high === Number.POSITIVE_INFINITY ? ENDLESS_END : 2 * i.high - (i.highStrict ? 1 : 0),
  };
}

/** Takes down the values of one term in the pieces of a state that satisfy the predicate. */
function recorder(
  engine: Engine,
  term: BoundTerm,
  found: Found,
  ceiling: number,
  isExact: boolean,
): (pieces: readonly Zone[]) => void {
  const { dim } = engine;
  if (term.is === "data") {
    const value = engine.value(term.code);
    return () => {
      const v = value();
      const only = { low: v, lowStrict: false, high: v, highStrict: false };
      found.values.add(only);
      found.seen.add(only);
    };
  }
  const clock = engine.clock(term.clock);
  const plus = engine.value(term.plus);
  return (pieces) => {
    const x = clock();
    const offset = plus();
    for (const z of pieces) {
      const b = dbm.bounds(z, 0, dim, x);
      const isEndless = z[x * dim] >= INF && (isExact || mayStay(engine, z));
      const low = b.low + offset;
      // Without limit only where that is sure: elsewhere the next state must be looked at again.
      const top = b.high < Number.POSITIVE_INFINITY || isEndless ? b.high + offset : Math.max(low, FAR);
      found.seen.add({ low, lowStrict: b.lowStrict, high: top, highStrict: b.highStrict });
      if (isEndless && b.low <= ceiling) {
        found.values.add({ low, lowStrict: b.lowStrict, high: Number.POSITIVE_INFINITY, highStrict: true });
        continue;
      }
      if (isEndless) found.values.add(beyond(low));
      // Above the ceiling only whether there are values is known.
      if (b.high > ceiling) found.openFrom = Math.min(found.openFrom, Math.max(b.low, ceiling) + offset);
      const high = Math.min(b.high, ceiling);
      const highStrict = b.high > ceiling ? false : b.highStrict;
      if (b.low > high || (b.low === high && (b.lowStrict || highStrict))) continue;
      found.values.add({ low, lowStrict: b.lowStrict, high: high + offset, highStrict });
    }
  };
}

/** Whether the state at hand can be kept for ever from anywhere in the zone. */
function mayStay(engine: Engine, z: Zone): boolean {
  const timing = engine.timing();
  return !timing.still && timing.urgent.length === 0 && neverEnds(z, timing, engine.dim);
}

function answer(kind: BoundQuery["kind"], term: BoundTerm, f: Found, ceiling: number): BoundValue {
  const { all } = f.values;
  const base = { text: term.text, kind: term.is };
  if (isOpen(kind, f)) return { ...base, intervals: [], unknown: `values above ${ceiling} are reached` };
  return { ...base, intervals: kind === "inf" ? all.slice(0, 1) : kind === "sup" ? all.slice(-1) : all };
}
