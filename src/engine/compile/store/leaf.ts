import { type Body, type Func, type I32, i32, type Local, type V128, v128 } from "../../wasm/index.ts";
import type { ActionOn, Emitter } from "../emitter.ts";
import { type ActiveCode, filledBytes } from "../zones/active.ts";
import { type Lanes, lanesOf } from "../zones/lanes.ts";

/**
 * Leaves of a tree of zones (tree.ts): word 0 how many nodes, word 1 the parent, then their addresses, room for `leaf`;
 * greatest values, least values of their keys, of long ones of the beginning only. A key is a vector of entries as of a zone
 * in stored form; its length may be that of the active clocks of the tree's discrete state, which is the one at hand whenever
 * keys are looked at.
 */
export interface Leaves {
  readonly e: Emitter;
  /** Names of functions begin with it. */
  readonly name: string;
  /** Where nodes have their zones. */
  readonly zone: number;
  readonly lanes: Lanes;
  /** The most bytes of a key, and those of one now. */
  readonly bytes: number;
  readonly length: I32;
  /** The same without what fills it up to whole vectors. */
  readonly components: I32;
  /** Bytes of a key of which a leaf knows the range. */
  readonly range: I32;
  /** Where a leaf has the greatest values; from there to the least ones is the length of a range. Bytes of a leaf. */
  readonly greatest: number;
  readonly size: I32;
}

/**
 * Of longer keys so many bytes, whole vectors. Measured: more would take more memory than the zones, and spare no comparisons.
 */
const RANGE = 512;

/** Where the parent stands, in all nodes of a tree; and where the nodes of a leaf begin. */
export const PARENT = 4;
export const NODES = 8;

/** Bytes of a key: entries as of a zone in stored form, filled up to whole vectors. */
export function keyBytes({ dim, entry }: Emitter["plan"]): number {
  return (dim * dim * entry + 15) & ~15;
}

export function leavesOf(e: Emitter, name: string, zone: number, active: ActiveCode | undefined): Leaves {
  const bytes = keyBytes(e.plan);
  const components = active ? active.zoneBytes : i32.const(e.plan.dim * e.plan.dim * e.plan.entry);
  const length = filledBytes(e, active);
  const greatest = NODES + 4 * e.plan.leaf;
  const isLong = i32.gt_u(length, RANGE);
  const range = active ? i32.select(isLong, RANGE, length) : i32.const(Math.min(bytes, RANGE));
  const size = i32.add(i32.shl(range, 1), greatest);
  return { e, name, zone, lanes: lanesOf(e.plan.entry), bytes, length, range, components, greatest, size };
}

export const loadKey = (at: I32, offset: number): V128 => v128.load(at, offset, 4);

/** Does something for each vector of a key. */
export function vectors({ length }: Leaves, f: Body, action: (offset: Local<"i32">) => void): void {
  const offset = f.local("i32", "offset");
  f.for(offset, 0, length, () => action(offset), 16);
}

/** The same for those of which leaves know the range. */
function ranges({ range }: Leaves, f: Body, action: (offset: Local<"i32">) => void): void {
  const offset = f.local("i32", "offset");
  f.for(offset, 0, range, () => action(offset), 16);
}

/** Does something with each node of a leaf; `n` must not change, nor the address, unless the leaf is changed alike. */
export function eachNode(f: Body, n: Local<"i32">, action: (at: Local<"i32">, end: Local<"i32">) => void): void {
  const at = f.local("i32", "at", n);
  const end = f.local("i32", "end", i32.add(n, i32.shl(i32.load(n), 2)));
  f.upTo(at, end, 4, () => {
    action(at, end);
  });
}

/** Whether no component of the key at `a` is above that at `b`, as far as leaves know their range. */
export function belowFunction(leaves: Leaves): Func<readonly ["i32", "i32"], "i32"> {
  const { e, name, lanes } = leaves;
  return e.module.func(`${name}_below`, ["a: i32", "b: i32"], "i32", (f, a, b) => {
    ranges(leaves, f, (offset) => {
      const above = lanes.gt_s(loadKey(i32.add(a, offset), 0), loadKey(i32.add(b, offset), 0));
      f.if(v128.any_true(above), () => f.return(0));
    });
    return 1;
  });
}

/** The keys of a leaf `n` are from now on between these and that at `by`. */
export function widenFunction(leaves: Leaves): Widen {
  const { e, name, lanes, greatest, range } = leaves;
  return e.module.func(`${name}_widen`, ["n: i32", "by: i32"], "void", (f, n, by) => {
    ranges(leaves, f, (offset) => {
      const at = f.local("i32", "at", i32.add(n, offset));
      const v = f.local("v128", "v", loadKey(i32.add(by, offset), 0));
      f.do(v128.store(at, lanes.max_s(loadKey(at, greatest), v), greatest, 4));
      f.set(at, i32.add(at, range));
      f.do(v128.store(at, lanes.min_s(loadKey(at, greatest), v), greatest, 4));
    });
  });
}

type Widen = Func<readonly ["i32", "i32"], "void">;

/** Makes a leaf empty. */
export function clearFunction(leaves: Leaves): ActionOn {
  const { e, name, lanes, greatest, range } = leaves;
  return e.module.func(`${name}_clear`, ["n: i32"], "void", (f, n) => {
    f.do(i32.store(n, 0));
    ranges(leaves, f, (offset) => {
      const at = f.local("i32", "at", i32.add(n, offset));
      f.do(
        v128.store(at, lanes.splat(lanes.lowest), greatest, 4),
        v128.store(i32.add(at, range), lanes.splat(lanes.highest), greatest, 4),
      );
    });
  });
}

/** Puts a node with the key at `by` into a leaf. Requires: there is room. */
export function putFunction({ e, name }: Leaves, widen: Widen): Put {
  return e.module.func(`${name}_put`, ["to: i32", "n: i32", "by: i32"], "void", (f, to, n, by) => {
    const count = f.local("i32", "count", i32.load(to));
    f.do(i32.store(i32.add(to, i32.shl(count, 2)), n, NODES), i32.store(to, i32.add(count, 1)));
    f.call(widen, to, by);
  });
}

export type Put = Func<readonly ["i32", "i32", "i32"], "void">;
