/**
 * Diagonals: constraints on the difference of two clocks in guards, invariants and the query. Where there are any, zones
 * must be split by them before extrapolation (`zones/diagonal.ts`). The set is closed under copies of clocks, and comes
 * with the bounds it needs: x - y < c turns into x < c + k when y is set to k, and into y > k - c when x is.
 */
import type { ClockConstraint, ClockRef, Network, NetworkQuery } from "../../network/index.ts";
import { eachConstraint, formulasOf } from "../code/walk.ts";
import type { Ranges } from "../values/range.ts";
import { Effects } from "./effect.ts";

export interface Diagonals {
  /** Triples (x, y, bound), x and y above 0. */
  readonly triples: Int32Array;
  /** For each clock in one, the largest constant that matters for it. */
  readonly most: ReadonlyMap<number, number>;
  /** Why the diagonals could not be listed, if so. */
  readonly unlisted: string | undefined;
}

/** More different diagonals than this are not split by. */
const LIMIT = 512;

export function findDiagonals(network: Network, query: NetworkQuery | undefined, ranges: () => Ranges): Diagonals {
  const found = new Map<string, readonly [number, number, number]>();
  let unlisted: string | undefined;
  const add = (x: number, y: number, bound: number) => {
    if (x === y || x === 0 || y === 0) return;
    if (found.size < LIMIT) found.set(`${x} ${y} ${bound}`, [x, y, bound]);
    else unlisted = `more than ${LIMIT} different constraints on differences of clocks`;
  };
  const note = (c: ClockConstraint) => {
    const left = clocks(c.left, ranges);
    const right = clocks(c.right, ranges);
    if (!left.some((x) => x > 0) || !right.some((y) => y > 0)) return;
    const { low, high } = c.bound.op === "const" ? { low: c.bound.value, high: c.bound.value } : ranges().of(c.bound);
    if (high - low > LIMIT) {
      unlisted = "a difference of clocks is compared with a value of a large range";
      return;
    }
    for (const x of left)
      for (const y of right) for (let b = low; b <= high; b++) add(x, y, c.strict ? 2 * b : 2 * b + 1);
  };
  for (const p of network.processes) {
    for (const l of p.locations) for (const c of l.invariant.clocks) note(c);
    for (const e of p.edges) for (const c of e.guard.clocks) note(c);
  }
  if (query !== undefined) for (const f of formulasOf(query)) eachConstraint(f, false, note);
  if (found.size === 0) return { triples: new Int32Array(0), most: new Map(), unlisted };

  const effects = new Effects(network, ranges);
  const all = network.processes.flatMap((p) => p.edges.map((e) => effects.of(e.update)));
  all.push(effects.of(network.beforeUpdate), effects.of(network.afterUpdate));
  // x = z + d makes a constraint on x - y one on z - y, less d; y = z + d one on x - z, plus d.
  for (let before = -1; found.size > before && unlisted === undefined; ) {
    before = found.size;
    for (const f of all.flat()) {
      if (f.kind !== "move") continue;
      for (const [x, y, bound] of [...found.values()]) {
        for (let d = f.plus.low; d <= f.plus.high && unlisted === undefined; d++) {
          if (x === f.clock) add(f.from, y, bound - 2 * d);
          if (y === f.clock) add(x, f.from, bound + 2 * d);
        }
      }
    }
  }
  const largest = new Int32Array(network.clocks.length);
  network.clocks.forEach((c, x) => {
    largest[x] = c.initial;
  });
  for (const f of all.flat())
    if (f.kind === "reset") largest[f.clock] = Math.max(largest[f.clock]!, Math.min(f.value.high, 2 ** 29));
  const most = new Map<number, number>();
  const raise = (x: number, c: number) => most.set(x, Math.max(most.get(x) ?? 0, c));
  for (const [x, y, bound] of found.values()) {
    const c = bound >> 1;
    raise(x, Math.abs(c) + largest[y]!);
    raise(y, Math.abs(c) + largest[x]!);
  }
  return { triples: Int32Array.from([...found.values()].flat()), most, unlisted };
}

function clocks(ref: ClockRef, ranges: () => Ranges): readonly number[] {
  return ref.terms.length === 0 && ref.pointer === undefined ? [ref.base] : ranges().addresses(ref);
}
