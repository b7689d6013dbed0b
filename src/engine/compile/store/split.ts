import { call, type Func, i32, memory, v128 } from "../../wasm/index.ts";
import type { ActionOn, QuestionOf } from "../emitter.ts";
import { eachNode, type Leaves, loadKey, NODES, PARENT, type Put, vectors } from "./leaf.ts";

/**
 * Full leaves of a tree of zones (tree.ts): split by a component of one of three keys, that which divides the nodes best.
 *
 * An inner node:  word 0   ~ (byte offset of the component), negative
 *                 word 1   its parent, 0 at the root
 *                 word 2   bound; words 3 and 4 left and right child
 */
export const BOUND = 8;
export const LEFT = 12;
export const RIGHT = 16;
const INNER = 20;

interface Splitting {
  readonly leaves: Leaves;
  readonly allocate: QuestionOf;
  /** Writes the key of the zone at an address to another; `key` is that of the candidate, `other` room for one. */
  readonly weigh: Func<readonly ["i32", "i32"], "void">;
  readonly key: number;
  readonly other: number;
  readonly clear: ActionOn;
  readonly put: Put;
}

/** Splits the leaf `n`. The root afterwards; 0 if memory ran out. */
export function splitFunction(splitting: Splitting): Func<readonly ["i32", "i32"], "i32"> {
  const { leaves, allocate, weigh, other, clear, put } = splitting;
  const { e, name, zone, lanes, size } = leaves;
  const component = lanes.loadEntry;
  const { choose, best } = chooser(splitting);
  return e.module.func(`${name}_split`, ["root: i32", "n: i32"], "i32", (f, root, n) => {
    const inner = f.local("i32", "inner", call(allocate, INNER));
    f.if(i32.eqz(inner), () => f.return(0));
    const right = f.local("i32", "right", call(allocate, size));
    f.if(i32.eqz(right), () => f.return(0));
    f.call(choose, n);
    const offset = f.local("i32", "component", i32.load(0, best));
    const bound = f.local("i32", "bound", i32.load(0, best + 4));
    const parent = f.local("i32", "parent", i32.load(n, PARENT));
    f.do(i32.store(inner, i32.xor(offset, -1)), i32.store(inner, parent, PARENT), i32.store(inner, bound, BOUND));
    f.do(i32.store(inner, n, LEFT), i32.store(inner, right, RIGHT));
    f.do(i32.store(n, inner, PARENT), i32.store(right, inner, PARENT));
    f.if(
      parent,
      () => {
        const isRight = i32.eq(i32.load(parent, RIGHT), n);
        f.do(i32.store(i32.add(parent, i32.shl(isRight, 2)), inner, LEFT));
      },
      () => f.set(root, inner),
    );
    const at = f.local("i32", "next", n);
    const end = f.local("i32", "last", i32.add(n, i32.shl(i32.load(n), 2)));
    f.call(clear, n);
    f.call(clear, right);
    f.upTo(at, end, 4, () => {
      const one = f.local("i32", "one", i32.load(at, NODES));
      f.call(weigh, i32.add(one, zone), other);
      // Keys that are all the same could not be told apart; there must be room for the new one all the same.
      const goesRight = i32.and(i32.ge_s(component(offset, other), bound), i32.ne(i32.load(0, best + 8), 0));
      f.call(put, i32.load(i32.add(inner, i32.shl(goesRight, 2)), LEFT), one, other);
    });
    return root;
  });
}

/**
 * Chooses where to split a leaf: leaves in `best` the byte offset of the component, the bound, and how many nodes come to the
 * side of fewer.
 */
function chooser({ leaves, weigh, key, other }: Splitting): { readonly choose: ActionOn; readonly best: number } {
  const { e, name, zone, lanes, bytes, length, components } = leaves;
  const { entry, leaf } = e.plan;
  const component = lanes.loadEntry;
  const pivots = [key, e.region(bytes), e.region(bytes)];
  const counts = pivots.map(() => e.region(bytes));
  const best = e.region(12);
  const choose = e.module.func(`${name}_choose`, ["n: i32"], "void", (f, n) => {
    for (const [k, pivot] of pivots.entries()) {
      const sample = NODES + 4 * Math.floor((k * leaf) / pivots.length);
      if (k > 0) f.call(weigh, i32.add(i32.load(n, sample), zone), pivot);
      f.do(memory.fill(counts[k]!, 0, length));
    }
    eachNode(f, n, (at) => {
      f.call(weigh, i32.add(i32.load(at, NODES), zone), other);
      vectors(leaves, f, (offset) => {
        const v = f.local("v128", "v", loadKey(offset, other));
        for (const [k, pivot] of pivots.entries()) {
          f.comment("a comparison that holds is -1");
          f.do(
            v128.store(
              offset,
              lanes.sub(loadKey(offset, counts[k]!), lanes.ge_s(v, loadKey(offset, pivot))),
              counts[k],
              4,
            ),
          );
        }
      });
    });
    const most = f.local("i32", "most", 0);
    const [right, less, offset] = f.locals("i32", "right", "less", "component");
    f.do(i32.store(0, 0, best), i32.store(0, component(i32.const(0), key), best + 4));
    for (const [k, pivot] of pivots.entries()) {
      f.for(
        offset,
        0,
        components,
        () => {
          f.set(right, component(offset, counts[k]!));
          f.set(less, i32.sub(leaf, right));
          f.if(i32.lt_s(right, less), () => f.set(less, right));
          f.if(i32.gt_s(less, most), () => {
            f.set(most, less);
            f.do(i32.store(0, offset, best), i32.store(0, component(offset, pivot), best + 4));
          });
        },
        entry,
      );
    }
    f.do(i32.store(0, most, best + 8));
  });
  return { choose, best };
}
