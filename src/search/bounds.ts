/**
 * `sup`, `inf` and `bounds`: the values of integers and clocks in all reachable states that satisfy a predicate.
 * Extrapolation destroys exactly these numbers, so the clocks asked for are kept exact up to a ceiling (as bounds that
 * count everywhere): values up to it are exact, and a value above it tells only that there is one. While the answer
 * depends on those, the ceiling is doubled. A clock has no supremum if it can be in a reached state that satisfies the
 * predicate and never has to be left (then time, and the clock, go on for ever). If the ceiling would become too high the
 * answer is unknown, never a guess.
 */
import { type ClockBounds, clockBounds, formulasOf, mentionsDeadlock } from "../analysis/index.ts";
import type { Engine } from "../engine/index.ts";
import type { BoundTerm, ClockRef, Network, NetworkQuery } from "../network/index.ts";
import { dbm, INF, type Zone } from "../zones/index.ts";
import { Abstraction } from "./abstraction.ts";
import { Explorer } from "./explore.ts";
import { Intervals } from "./intervals.ts";
import { LimitReached, type Meter, type Statistics } from "./limits.ts";
import type { VerifyOptions } from "./options.ts";
import { neverEnds } from "./retrace.ts";
import type { BoundValue, ValueInterval } from "./verdict.ts";
import { seeded, waitingList } from "./waiting.ts";

export type BoundQuery = Extract<NetworkQuery, { readonly terms: readonly BoundTerm[] }>;

const FIRST_CEILING = 16;
const LAST_CEILING = 2 ** 16;

interface Found {
  readonly values: Intervals;
  /** Some value is above the ceiling. */
  beyond: boolean;
  /** The values have no upper limit. */
  endless: boolean;
}

export function findBounds(
  network: Network,
  query: BoundQuery,
  engine: Engine,
  meter: Meter,
  options: VerifyOptions,
): { readonly values: readonly BoundValue[]; readonly statistics: Statistics } {
  const last = options.ceiling ?? LAST_CEILING;
  const clocks = clocksOf(network, query);
  for (let ceiling = firstCeiling(network, query, clocks); ; ceiling *= 2) {
    const round = explore(
      network,
      query,
      engine,
      meter,
      options,
      new Map([...clocks].map((x) => [x, ceiling])),
      ceiling,
    );
    const open = round.found.some((f) => isOpen(query.kind, f));
    if (open && ceiling * 2 <= last) continue;
    return {
      values: query.terms.map((t, i) => answer(query.kind, t, round.found[i], ceiling)),
      statistics: round.statistics,
    };
  }
}

/** Whether the answer depends on values above the ceiling. */
function isOpen(kind: BoundQuery["kind"], f: Found): boolean {
  if (!f.beyond || f.endless) return false;
  return kind !== "inf" || f.values.all.length === 0;
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

function explore(
  network: Network,
  query: BoundQuery,
  engine: Engine,
  meter: Meter,
  options: VerifyOptions,
  extra: ReadonlyMap<number, number>,
  ceiling: number,
): { readonly found: readonly Found[]; readonly statistics: Statistics } {
  const symmetric = formulasOf(query).some(mentionsDeadlock);
  const bounds: ClockBounds = clockBounds(network, { query, symmetric, extra });
  const unsound = bounds.diverges ?? bounds.diagonals.unlisted;
  if (unsound !== undefined) throw new LimitReached(unsound);
  const kind = bounds.diagonals.triples.length > 0 ? "diagonal" : (options.abstraction ?? "simulation");
  const explorer = new Explorer(engine, new Abstraction(kind, engine, bounds), meter);
  const predicate = query.predicate === undefined ? undefined : engine.predicate(query.predicate, false);
  const found: Found[] = query.terms.map((t) => ({
    values: new Intervals(t.is === "data"),
    beyond: false,
    endless: false,
  }));
  const record = query.terms.map((t, i) => recorder(engine, t, found[i], ceiling));
  const ending = explorer.run({
    visit: () => {
      const pieces = predicate === undefined ? [engine.zone] : predicate.satisfying(engine.zone);
      if (pieces.length > 0) for (const r of record) r(pieces);
      return false;
    },
    waiting: waitingList(options.order ?? "bfs", seeded(options.seed ?? 1)),
    shortest: false,
  });
  if (ending.kind === "limit") throw new LimitReached(ending.reason);
  return { found, statistics: explorer.statistics() };
}

/** Takes down the values of one term in the pieces of a state that satisfy the predicate. */
function recorder(engine: Engine, term: BoundTerm, found: Found, ceiling: number): (pieces: readonly Zone[]) => void {
  const { dim } = engine;
  if (term.is === "data") {
    const value = engine.value(term.code);
    return () => {
      const v = value();
      found.values.add({ low: v, lowStrict: false, high: v, highStrict: false });
    };
  }
  const clock = engine.clock(term.clock);
  const plus = engine.value(term.plus);
  return (pieces) => {
    const x = clock();
    const offset = plus();
    for (const z of pieces) {
      const b = dbm.bounds(z, 0, dim, x);
      if (b.high > ceiling) {
        found.beyond = true;
        if (z[x * dim] >= INF && mayStay(engine, z)) found.endless = true;
      }
      // Above the ceiling only whether there are values is known.
      const high = Math.min(b.high, ceiling);
      const highStrict = b.high > ceiling ? false : b.highStrict;
      if (b.low > high || (b.low === high && (b.lowStrict || highStrict))) continue;
      found.values.add({ low: b.low + offset, lowStrict: b.lowStrict, high: high + offset, highStrict });
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
  if (kind === "inf") return { ...base, intervals: all.slice(0, 1) };
  const endless = f.endless ? withoutEnd(all, ceiling) : all;
  return { ...base, intervals: kind === "sup" ? endless.slice(-1) : endless };
}

/** Lets the last interval go on for ever; values above the ceiling are filled in, since time passes through all of them. */
function withoutEnd(all: readonly ValueInterval[], ceiling: number): readonly ValueInterval[] {
  const last = all[all.length - 1];
  const high = Number.POSITIVE_INFINITY;
  if (last === undefined || last.high < ceiling)
    return [...all, { low: ceiling, lowStrict: true, high, highStrict: true }];
  return [...all.slice(0, -1), { ...last, high, highStrict: true }];
}
