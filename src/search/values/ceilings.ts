/**
 * `sup`, `inf` and `bounds`: the values of integers and clocks in all reachable states that satisfy a predicate.
 * Extrapolation destroys exactly these numbers, so the clocks asked for are kept exact up to a ceiling (as bounds that
 * count everywhere): values up to it are exact, and a value above it tells only that there is one. While the answer
 * depends on those, the ceiling is doubled. A clock has no supremum if a reached zone, not abstracted, has no upper limit
 * for it, or if it grows along a cycle (`grow.ts`). If the ceiling would become too high the answer is unknown, never a
 * guess.
 */

import { type ClockBounds, clockBounds, clockSettings, formulasOf, mentionsDeadlock } from "../../analysis/index.ts";
import { LimitReached, seeded } from "../../base/index.ts";
import type { Engine } from "../../engine/index.ts";
import type { BoundTerm, ClockRef, Network } from "../../network/index.ts";
import { exploreCompiled, whyInterpreted } from "../compiled/search.ts";
import { Abstraction } from "../explore/abstraction.ts";
import { Explorer } from "../explore/explorer.ts";
import { waitingList } from "../explore/waiting.ts";
import { type Meter, SearchLimit, type Statistics } from "../limits.ts";
import type { SearchOptions } from "../options.ts";
import { aloneBecause, exploreParallel, GIVEN_UP, whyAlone } from "../threads/threads.ts";
import type { Turns } from "../turns.ts";
import type { BoundValue } from "../verdict.ts";
import { type Growth, growsForEver, type Start } from "./growth.ts";
import { type BoundQuery, beyond, type Found, Values } from "./values.ts";

const FIRST_CEILING = 16;
const LAST_CEILING = 2 ** 16;
/** So many times the first ceiling is tried, where there are few states, before clocks are looked at that may grow for ever. */
const EARLY = 64;
const FEW = 20_000;
/** With so few states higher ceilings cost nothing. */
const SMALL = 1000;
const HIGHEST = 2 ** 29;

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
    const isSmall = statistics.explored < SMALL && options.ceiling === undefined;
    const mayRise = ceiling * 2 <= (isSmall ? HIGHEST : last);
    const isEarly = mayRise && (isSmall || (ceiling < EARLY * first && statistics.explored < FEW));
    query.terms.forEach((t, i) => {
      if (isEarly || query.kind === "inf" || t.is !== "clock" || !isOpen(query.kind, found[i])) return;
      if (!(i in grows)) grows[i] = growth(network, query, t.clock, ceiling, each, meter);
      const enough =
        query.kind === "sup" ? grows[i] === "endless" || grows[i] === "every value" : grows[i] === "every value";
      if (enough) found[i].values.add(beyond(found[i].openFrom));
    });
    // Which of endlessly many values are met does not come out at any height.
    const isVain = query.kind === "bounds" && grows.includes("endless");
    if (!isVain && found.some((f) => isOpen(query.kind, f)) && mayRise) continue;
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
  const longest = network.processes.reduce((most, p) => Math.max(most, p.locations.length), 0);
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
  const plan = { ceiling, extra, isExact: kind === "simulation" };
  const newValues = () => new Values(engine, query, ceiling, plan.isExact);
  const alone = whyAlone(network, query, bounds, options);
  const note = aloneBecause(alone ?? GIVEN_UP, options);
  if (whyInterpreted(network, query, bounds, options) === undefined) {
    if (alone === undefined) {
      const values = newValues();
      const shared = yield* exploreParallel(network, query, bounds, meter, options, values, plan);
      if (shared !== undefined) return { found: values.found, ...shared };
    }
    const values = newValues();
    const compiled = yield* exploreCompiled(network, query, bounds, meter, options, values);
    if (compiled !== undefined)
      return { found: values.found, ...compiled, statistics: { ...compiled.statistics, ...note } };
  }
  const values = newValues();
  const explorer = new Explorer(engine, new Abstraction(kind, engine, bounds), meter, options.canonical);
  const ending = explorer.run({
    visit: () => {
      values.recordHere();
      return false;
    },
    waiting: waitingList(options.order ?? "bfs", seeded(options.seed ?? 1)),
    shortest: false,
  });
  if (ending.kind === "limit") throw new SearchLimit(ending.reason, explorer.statistics());
  return {
    found: values.found,
    statistics: { ...explorer.statistics(), ...note },
    each: (visit) => explorer.store.each(visit, engine.dim),
  };
}

function answer(kind: BoundQuery["kind"], term: BoundTerm, f: Found, ceiling: number): BoundValue {
  const { all } = f.values;
  const base = { text: term.text, kind: term.is };
  if (isOpen(kind, f)) return { ...base, intervals: [], unknown: `values above ${ceiling} are reached` };
  return { ...base, intervals: kind === "inf" ? all.slice(0, 1) : kind === "sup" ? all.slice(-1) : all };
}
