/**
 * Clock bounds per location by static guard analysis (Behrmann, Bouyer, Fleury, Larsen 2003; LU: Behrmann, Bouyer, Larsen,
 * Pelanek 2006): for each process, location and clock the largest constants the clock can still be compared with before it
 * is set, from below (x > c: L) and from above (x < c: U). A state takes the maximum over its processes. Bounds travel
 * backwards over edges that do not set the clock; `x = y + d` sends x's bounds, less d, to y. A bound given by code counts
 * with the extreme of its range. Sets are sparse: a location lists only clocks that matter there.
 */
import {
  type ClockConstraint,
  type ClockRef,
  type Code,
  clockAt,
  locationAt,
  type Network,
  type NetworkQuery,
  type Process,
} from "../../network/index.ts";
import { MAX_CONSTANT, NO_BOUND } from "../../zones/index.ts";
import { eachConstraint, formulasOf } from "../code/walk.ts";
import type { Interval } from "../values/interval.ts";
import { Ranges } from "../values/range.ts";
import { type Diagonals, findDiagonals } from "./diagonal.ts";
import { type Effect, Effects } from "./effect.ts";
import { guardsOnlyHelp } from "./monotone.ts";

/** Larger than any constant that is of use. */
const EVER = 2 ** 29;
/** So often, for each edge, may moves of clocks raise bounds: loops such as `x = x - 1` would go on for ever. */
const MOST_RAISES = 10_000;

/** Of one location: for each clock that matters (lower, upper). */
type Row = Map<number, { lower: number; upper: number }>;

export interface ClockBounds {
  /** Fills in L and U for the locations in the first cells; `NO_BOUND` where nothing matters, 0 for the zero clock. */
  fill(cells: Int32Array, lower: Int32Array, upper: Int32Array): void;
  /** Why there are no finite bounds, if so: no abstraction is sound then. */
  readonly diverges: string | undefined;
  readonly diagonals: Diagonals;
  /** The clock whose lower bound no abstraction may touch, if there is one. */
  readonly kept: number | undefined;
  readonly ranges: () => Ranges;
  /** The same by parts, as triples (clock, L, U): what counts everywhere, and what counts in one location of a process. */
  readonly general: Int32Array;
  readonly rows: readonly (readonly Int32Array[])[];
}

interface BoundOptions {
  /** The query whose constants count everywhere; its formulas are asked as they stand, or negated. */
  readonly query?: NetworkQuery | undefined;
  /**
   * Use the larger of L and U for both: an abstraction by these preserves bisimulation. So it is in any case where the
   * network has diagonals or guards that forbid (see `monotone.ts`).
   */
  readonly symmetric: boolean;
  /** More bounds that count everywhere, for both L and U. */
  readonly extra?: ReadonlyMap<number, number> | undefined;
  /** A clock whose lower bound no abstraction may touch, while its upper bound does not matter. */
  readonly keepLower?: number | undefined;
}

export function clockBounds(network: Network, options: BoundOptions): ClockBounds {
  let known: Ranges | undefined;
  const ranges = () => {
    known ??= new Ranges(network, options.query);
    return known;
  };
  const analysis = new Analysis(network, ranges);
  const diagonals = findDiagonals(network, options.query, ranges);
  analysis.everywhere(options, diagonals);
  analysis.run();
  const symmetric = options.symmetric || diagonals.triples.length > 0 || !guardsOnlyHelp(network);
  return analysis.result(symmetric, diagonals, options.keepLower);
}

/** The clock constants of one constraint, as they stand or negated. */
class Constants {
  private readonly ranges: () => Ranges;
  constructor(ranges: () => Ranges) {
    this.ranges = ranges;
  }

  add(row: Row, c: ClockConstraint, negated: boolean): boolean {
    const left = this.clocks(c.left);
    const right = this.clocks(c.right);
    const { low, high } = this.values(c.bound);
    if (low > high) return false;
    let grown = false;
    // x - 0 <= c is an upper bound, 0 - x <= c a lower bound by -c; negation turns them round. Both signs of the bound count.
    if (right.every((y) => y === 0)) {
      for (const x of left)
        if (x > 0) grown = raise(row, x, negated ? high : NO_BOUND, negated ? NO_BOUND : high) || grown;
    } else if (left.every((x) => x === 0)) {
      for (const y of right)
        if (y > 0) grown = raise(row, y, negated ? NO_BOUND : -low, negated ? -low : NO_BOUND) || grown;
    }
    return grown;
  }

  private clocks(ref: ClockRef): readonly number[] {
    return ref.terms.length === 0 && ref.pointer === undefined ? [ref.base] : this.ranges().addresses(ref);
  }

  private values(code: Code): Interval {
    return code.op === "const" ? { low: code.value, high: code.value } : this.ranges().of(code);
  }
}

class Analysis {
  private readonly network: Network;
  private readonly ranges: () => Ranges;
  private readonly constants: Constants;
  private readonly rows: Row[][];
  private readonly general: Row = new Map();
  private readonly effects: (readonly Effect[])[] = [];
  private hasMoves = false;
  private hasDiagonals = false;
  private diverges: string | undefined;
  private raises = 0;
  /** For each edge the clocks that it cannot find above a constant; only where clocks move. */
  private readonly ceilings: ReadonlyMap<number, number>[] = [];

  constructor(network: Network, ranges: () => Ranges) {
    this.network = network;
    this.ranges = ranges;
    this.constants = new Constants(ranges);
    const effects = new Effects(network, ranges);
    const shared = network.beforeUpdate.length + network.afterUpdate.length > 0;
    this.rows = network.processes.map((p) => p.locations.map(() => new Map()));
    for (const p of network.processes) {
      for (const l of p.locations)
        for (const c of l.invariant.clocks) this.constants.add(this.rows[p.index]![l.index]!, c, false);
      for (const e of p.edges) {
        for (const c of e.guard.clocks) this.constants.add(this.rows[p.index]![e.source]!, c, false);
        const all = shared ? [...network.beforeUpdate, ...e.update, ...network.afterUpdate] : e.update;
        this.effects[e.id] = effects.of(all);
        if (this.effects[e.id]!.some((f) => f.kind === "move")) this.hasMoves = true;
      }
    }
  }

  everywhere(options: BoundOptions, diagonals: Diagonals): void {
    this.hasDiagonals = diagonals.triples.length > 0;
    const { query, extra } = options;
    if (query !== undefined) {
      // A[], A<> and the right side of --> are searched for negated; for bounds the larger set is as good.
      const negated = query.kind === "A[]" || query.kind === "A<>";
      for (const f of formulasOf(query)) {
        eachConstraint(f, negated, (c, n) => {
          this.constants.add(this.general, c, n);
          if (query.kind === "-->") this.constants.add(this.general, c, !n);
        });
      }
    }
    for (const [x, c] of extra ?? []) raise(this.general, x, c, c);
    for (const [x, c] of diagonals.most) raise(this.general, x, c, c);
  }

  run(): void {
    if (this.hasMoves && !this.hasDiagonals) this.findCeilings();
    for (let again = true; again && this.diverges === undefined; ) {
      for (const p of this.network.processes) this.settle(p);
      again = this.hasMoves && this.exchange();
    }
  }

  /**
   * Where the guard or the invariant says y <= u, a bound above u makes no difference to the edge: u itself, which counts
   * there anyway, keeps y exact. So loops such as `x == 2, x = x - 1` come to an end. Nobody may have changed the clock
   * before the edge reads it: it is written by this process only, and here only from its own value.
   */
  private findCeilings(): void {
    const writers = this.network.clocks.map(() => new Set<number>());
    for (const p of this.network.processes)
      for (const e of p.edges) for (const f of this.effects[e.id]!) writers[f.clock]!.add(p.index);
    for (const p of this.network.processes) {
      for (const e of p.edges) {
        const found = new Map<number, number>();
        for (const c of [...locationAt(p, e.source).invariant.clocks, ...e.guard.clocks]) {
          const { left, right, bound } = c;
          if (bound.op !== "const" || [...left.terms, ...right.terms].length > 0) continue;
          if (left.pointer !== undefined || right.pointer !== undefined || right.base !== 0 || left.base === 0)
            continue;
          if (c.unless !== undefined || [...writers[left.base]!].some((w) => w !== p.index)) continue;
          if (this.effects[e.id]!.some((f) => f.clock === left.base && !(f.kind === "move" && f.from === f.clock)))
            continue;
          found.set(left.base, Math.min(bound.value, found.get(left.base) ?? Number.POSITIVE_INFINITY));
        }
        this.ceilings[e.id] = found;
      }
    }
  }

  /** Backwards to a fixpoint inside one process. */
  private settle(p: Process): void {
    const rows = this.rows[p.index]!;
    const incoming: number[][] = p.locations.map(() => []);
    p.edges.forEach((e, i) => {
      incoming[e.target]!.push(i);
    });
    const waiting = p.locations.map((l) => l.index);
    const queued = new Uint8Array(rows.length).fill(1);
    for (let l = waiting.pop(); l !== undefined; l = waiting.pop()) {
      queued[l] = 0;
      for (const i of incoming[l]!) {
        const e = p.edges[i]!;
        if (!this.transfer(rows[l]!, rows[e.source]!, e.id) || queued[e.source] === 1) continue;
        queued[e.source] = 1;
        waiting.push(e.source);
        if (this.diverges !== undefined) return;
      }
    }
  }

  /** Adds to the source what the target needs before the effects. Returns whether the source grew. */
  private transfer(target: Row, source: Row, edge: number): boolean {
    const effects = this.effects[edge]!;
    let row = target;
    if (effects.length > 0) {
      row = new Map(target);
      for (let i = effects.length - 1; i >= 0; i--) {
        const f = effects[i]!;
        const needed = row.get(f.clock);
        if (f.sure && !(f.kind === "move" && f.from === f.clock)) row.delete(f.clock);
        if (f.kind === "move" && needed !== undefined) {
          if (f.sure && f.from === f.clock) row.delete(f.clock);
          raise(row, f.from, shifted(needed.lower, f.plus), shifted(needed.upper, f.plus));
        }
        // Below zero it is a fault, so where that begins must not be lost.
        if (f.kind === "move" && f.plus.low < 0) raise(row, f.from, -f.plus.low, -f.plus.low);
      }
    }
    let grown = false;
    for (const [x, b] of row) if (this.raise(source, x, b.lower, b.upper, edge)) grown = true;
    return grown;
  }

  /** What any process or the query needs of a clock that is copied, its source needs where the copy is made. */
  private exchange(): boolean {
    const needs: Row = new Map(this.general);
    for (const list of this.rows) for (const row of list) for (const [x, b] of row) raise(needs, x, b.lower, b.upper);
    let grown = false;
    for (const p of this.network.processes) {
      for (const e of p.edges) {
        for (const f of this.effects[e.id]!) {
          const needed = f.kind === "move" ? needs.get(f.clock) : undefined;
          if (f.kind !== "move" || needed === undefined) continue;
          const row = this.rows[p.index]![e.source]!;
          const lower = shifted(needed.lower, f.plus);
          if (this.raise(row, f.from, lower, shifted(needed.upper, f.plus), e.id)) grown = true;
        }
      }
    }
    return grown;
  }

  private raise(row: Row, x: number, below: number, above: number, edge: number): boolean {
    if (x === 0) return false;
    const ceiling = this.ceilings[edge]?.get(x) ?? Number.POSITIVE_INFINITY;
    const lower = Math.min(below, ceiling);
    const upper = Math.min(above, ceiling);
    // Constants as written are within the encoding; those that moves of clocks add up to may grow without end.
    const most = this.hasMoves || this.hasDiagonals ? MAX_CONSTANT / 2 : MAX_CONSTANT;
    if (lower > most || upper > most || this.raises > MOST_RAISES * this.effects.length) {
      this.diverges ??= `the constants that clock ${clockAt(this.network, x).name} is compared with have no useful bound`;
      return false;
    }
    const grown = raise(row, x, lower, upper);
    if (grown && this.hasMoves) this.raises++;
    return grown;
  }

  result(symmetric: boolean, diagonals: Diagonals, keepLower: number | undefined): ClockBounds {
    const pack = (row: Row) => {
      const out = new Int32Array(row.size * 3);
      let at = 0;
      for (const [x, b] of row) {
        out[at++] = x;
        out[at++] = symmetric ? Math.max(b.lower, b.upper) : b.lower;
        out[at++] = symmetric ? Math.max(b.lower, b.upper) : b.upper;
      }
      return out;
    };
    const general = pack(this.general);
    const rows = this.rows.map((list) => list.map(pack));
    const fill = (cells: Int32Array, lower: Int32Array, upper: Int32Array) => {
      lower.fill(NO_BOUND);
      upper.fill(NO_BOUND);
      lower[0] = 0;
      upper[0] = 0;
      include(general, lower, upper);
      for (let p = 0; p < rows.length; p++) include(rows[p]![cells[p]!]!, lower, upper);
      if (keepLower === undefined) return;
      upper[keepLower] = EVER;
      // With diagonals one array serves for both.
      if (diagonals.triples.length > 0) lower[keepLower] = EVER;
    };
    return { fill, diverges: this.diverges, diagonals, kept: keepLower, ranges: this.ranges, general, rows };
  }
}

function include(row: Int32Array, lower: Int32Array, upper: Int32Array): void {
  for (let i = 0; i < row.length; i += 3) {
    const x = row[i]!;
    if (row[i + 1]! > lower[x]!) lower[x] = row[i + 1]!;
    if (row[i + 2]! > upper[x]!) upper[x] = row[i + 2]!;
  }
}

/** Negative constants say nothing of a clock, since clocks are never negative. */
function raise(row: Row, x: number, lower: number, upper: number): boolean {
  const l = lower < 0 ? NO_BOUND : Math.min(lower, MAX_CONSTANT);
  const u = upper < 0 ? NO_BOUND : Math.min(upper, MAX_CONSTANT);
  if (l < 0 && u < 0) return false;
  const old = row.get(x);
  if (old === undefined) {
    row.set(x, { lower: l, upper: u });
    return true;
  }
  if (l <= old.lower && u <= old.upper) return false;
  row.set(x, { lower: Math.max(l, old.lower), upper: Math.max(u, old.upper) });
  return true;
}

/** The bound on y that follows from one on y + d, for the smallest d. */
function shifted(bound: number, plus: Interval): number {
  return bound < 0 || plus.low > plus.high ? NO_BOUND : bound - plus.low;
}
