import { type Body, call, type Func, type I32, i32, type Local, memory, type V128, v128 } from "../../wasm/index.ts";
import type { Emitter } from "../emitter.ts";
import { lanesOf } from "../zones/lanes.ts";

/**
 * The zones of a discrete state that has many, so that most of them need not be looked at to find those that cover a new
 * zone or that it covers. Each zone has a key, a vector of numbers, such that one zone is inside another iff its key is below
 * the other's in each component. The nodes stand in leaves; an inner node sends those to the right whose key is at least
 * `bound` in one component, the others to the left. So what covers a zone with at least the bound there is on the right, and
 * what is covered by one with less is on the left. Each leaf knows the least and the greatest value of each component that
 * its keys have had. A zone is first compared with those of the leaf it belongs to itself: duplicates stand there, and most
 * of what covers it.
 *
 * An inner node:  word 0   ~ (byte offset of the component), negative
 *                 word 1   its parent, 0 at the root
 *                 word 2   bound; words 3 and 4 left and right child
 * A leaf:         word 0   how many nodes; word 1 its parent
 *                 then     their addresses, room for `leaf`; greatest values, least values: a key each
 */
export interface ZoneTree {
  /** A tree of a list of nodes, at most `leaf`; 0 if memory ran out. */
  readonly make: Func<readonly ["i32"], "i32">;
  /** Whether the candidate is inside the zone of a node. */
  readonly covers: Func<readonly ["i32"], "i32">;
  /** Takes out the nodes whose zones are inside the candidate, as far as `go` lets them. */
  readonly drop: Func<readonly ["i32"], "void">;
  /** Adds a node with the zone of the candidate. The root, which may be new; 0 if memory ran out. */
  readonly add: Func<readonly ["i32", "i32"], "i32">;
  /** Takes out one node. */
  readonly remove: Func<readonly ["i32", "i32"], "void">;
}

/** How zones in stored form are compared. */
export interface ZoneOrder {
  /** Writes the key of the zone at an address to another; the candidate's is at `key` when the tree is asked. */
  readonly weigh: Func<readonly ["i32", "i32"], "void">;
  readonly key: number;
  /** Whether the candidate is inside the zone at an address, and that one inside the candidate. */
  readonly covered: Func<readonly ["i32"], "i32">;
  readonly covers: Func<readonly ["i32"], "i32">;
  /** Whether a node covered by the candidate goes; does all else that is to be done then. */
  readonly go: Func<readonly ["i32"], "i32">;
}

/** Of an inner node, and where the nodes of a leaf begin. */
const PARENT = 4;
const BOUND = 8;
const LEFT = 12;
const RIGHT = 16;
const INNER = 20;
const NODES = 8;

/** Bytes of a key: entries as of a zone in stored form, filled up to whole vectors. */
export function keyBytes({ dim, entry }: Emitter["plan"]): number {
  return (dim * dim * entry + 15) & ~15;
}

export function treeFunctions(
  e: Emitter,
  name: string,
  allocate: Func<readonly ["i32"], "i32">,
  zone: number,
  { weigh, key, covered, covers, go }: ZoneOrder,
): ZoneTree {
  const { module, plan } = e;
  const { dim, entry, leaf } = plan;
  const bytes = keyBytes(plan);
  const greatest = NODES + 4 * leaf;
  const least = greatest + bytes;
  const lanes = lanesOf(entry);
  const component = lanes.loadEntry;
  const load = (at: I32, offset: number): V128 => v128.load(at, offset, 4);
  /** Does something for each vector of a key. */
  function vectors(f: Body, action: (offset: Local<"i32">) => void): void {
    const offset = f.local("i32", "offset");
    f.for(offset, 0, bytes, () => action(offset), 16);
  }

  /** Whether no component of the key at `a` is above that at `b`. */
  const below = module.func(`${name}_below`, ["a: i32", "b: i32"], "i32", (f, a, b) => {
    vectors(f, (offset) => {
      const above = lanes.gt_s(load(i32.add(a, offset), 0), load(i32.add(b, offset), 0));
      f.if(v128.any_true(above), () => f.return(0));
    });
    return 1;
  });

  const widen = module.func(`${name}_widen`, ["n: i32", "by: i32"], "void", (f, n, by) => {
    vectors(f, (offset) => {
      const at = f.local("i32", "at", i32.add(n, offset));
      const v = f.local("v128", "v", load(i32.add(by, offset), 0));
      f.do(v128.store(at, lanes.max_s(load(at, greatest), v), greatest, 4));
      f.do(v128.store(at, lanes.min_s(load(at, least), v), least, 4));
    });
  });

  const clear = module.func(`${name}_clear`, ["n: i32"], "void", (f, n) => {
    f.do(i32.store(n, 0));
    vectors(f, (offset) => {
      const at = f.local("i32", "at", i32.add(n, offset));
      f.do(
        v128.store(at, lanes.splat(lanes.lowest), greatest, 4),
        v128.store(at, lanes.splat(lanes.highest), least, 4),
      );
    });
  });

  /** Puts a node with the key at `by` into a leaf. Requires: there is room. */
  const put = module.func(`${name}_put`, ["to: i32", "n: i32", "by: i32"], "void", (f, to, n, by) => {
    const count = f.local("i32", "count", i32.load(to));
    f.do(i32.store(i32.add(to, i32.shl(count, 2)), n, NODES), i32.store(to, i32.add(count, 1)));
    f.call(widen, to, by);
  });

  const other = e.region(bytes);
  const make = module.func(`${name}_make`, ["list: i32"], "i32", (f, list) => {
    const root = f.local("i32", "root", call(allocate, least + bytes));
    f.if(i32.eqz(root), () => f.return(0));
    f.do(i32.store(root, 0, PARENT));
    f.call(clear, root);
    f.while(list, () => {
      f.call(weigh, i32.add(list, zone), other);
      f.call(put, root, list, other);
      f.set(list, i32.load(list));
    });
    return root;
  });

  /** The leaf that the key of the candidate belongs to. */
  const home = module.func(`${name}_home`, ["n: i32"], "i32", (f, n) => {
    const offset = f.local("i32", "offset");
    f.loop("down", (down) => {
      f.set(offset, i32.load(n));
      f.if(i32.lt_s(offset, 0), () => {
        const isRight = i32.ge_s(component(i32.xor(offset, -1), key), i32.load(n, BOUND));
        f.set(n, i32.load(i32.add(n, i32.shl(isRight, 2)), LEFT));
        f.br(down);
      });
    });
    return n;
  });

  /** Does something with each node of a leaf; `n` must not change, nor the address, unless the leaf is changed alike. */
  function each(f: Body, n: Local<"i32">, action: (at: Local<"i32">, end: Local<"i32">) => void): void {
    const at = f.local("i32", "at", n);
    const end = f.local("i32", "end", i32.add(n, i32.shl(i32.load(n), 2)));
    f.while(i32.lt_u(at, end), () => {
      action(at, end);
      f.set(at, i32.add(at, 4));
    });
  }

  const look = module.func(`${name}_look`, ["n: i32"], "i32", (f, n) => {
    each(f, n, (at) => f.if(call(covered, i32.add(i32.load(at, NODES), zone)), () => f.return(1)));
    return 0;
  });

  /**
   * Goes through the leaves from the side `first` on, and through those of the other side where `crosses` says so. Parents
   * lead back, since a tree may be deep.
   */
  function walk(f: Body, n: Local<"i32">, first: number, crosses: (inner: I32) => I32, visit: () => void): void {
    const parent = f.local("i32", "parent");
    f.loop("down", (down) => {
      f.while(i32.lt_s(i32.load(n), 0), () => f.set(n, i32.load(n, first)));
      visit();
      f.loop("up", (up) => {
        f.set(parent, i32.load(n, PARENT));
        f.if(parent, () => {
          f.if(i32.andThen(i32.eq(i32.load(parent, first), n), crosses(parent)), () => {
            f.set(n, i32.load(parent, LEFT + RIGHT - first));
            f.br(down);
          });
          f.set(n, parent);
          f.br(up);
        });
      });
    });
  }

  const find = module.func(`${name}_covers`, ["root: i32"], "i32", (f, n) => {
    const own = f.local("i32", "own", call(home, n));
    f.if(call(look, own), () => f.return(1));
    const crosses = (inner: I32): I32 => i32.lt_s(component(i32.xor(i32.load(inner), -1), key), i32.load(inner, BOUND));
    walk(f, n, RIGHT, crosses, () => {
      const mayBe = i32.andThen(i32.ne(n, own), call(below, key, i32.add(n, greatest)));
      f.if(i32.andThen(mayBe, call(look, n)), () => f.return(1));
    });
    return 0;
  });

  const sweep = module.func(`${name}_sweep`, ["n: i32"], "void", (f, n) => {
    each(f, n, (at, end) => {
      const one = f.local("i32", "one", i32.load(at, NODES));
      f.if(i32.andThen(call(covers, i32.add(one, zone)), call(go, one)), () => {
        f.comment("the last one takes its place and is looked at next");
        f.set(end, i32.sub(end, 4));
        f.do(i32.store(at, i32.load(end, NODES), NODES), i32.store(n, i32.sub(i32.load(n), 1)));
        f.set(at, i32.sub(at, 4));
      });
    });
  });

  const drop = module.func(`${name}_drop`, ["root: i32"], "void", (f, n) => {
    const crosses = (inner: I32): I32 => i32.ge_s(component(i32.xor(i32.load(inner), -1), key), i32.load(inner, BOUND));
    walk(f, n, LEFT, crosses, () => {
      f.if(call(below, i32.add(n, least), key), () => f.call(sweep, n));
    });
  });

  const remove = module.func(`${name}_remove`, ["root: i32", "one: i32"], "void", (f, n, one) => {
    walk(
      f,
      n,
      LEFT,
      () => i32.const(1),
      () => {
        each(f, n, (at, end) => {
          f.if(i32.eq(i32.load(at, NODES), one), () => {
            f.do(i32.store(at, i32.load(end, NODES - 4), NODES), i32.store(n, i32.sub(i32.load(n), 1)));
            f.return();
          });
        });
      },
    );
  });

  // ---- a full leaf is split: by a component of one of three keys, that which divides its nodes best

  const pivots = [key, e.region(bytes), e.region(bytes)];
  const counts = pivots.map(() => e.region(bytes));
  const best = e.region(12);

  /** Leaves in `best` the byte offset of the component, the bound, and how many nodes come to the side of fewer. */
  const choose = module.func(`${name}_choose`, ["n: i32"], "void", (f, n) => {
    for (const [k, pivot] of pivots.entries()) {
      const sample = NODES + 4 * Math.floor((k * leaf) / pivots.length);
      if (k > 0) f.call(weigh, i32.add(i32.load(n, sample), zone), pivot);
      f.do(memory.fill(counts[k], 0, bytes));
    }
    each(f, n, (at) => {
      f.call(weigh, i32.add(i32.load(at, NODES), zone), other);
      vectors(f, (offset) => {
        const v = f.local("v128", "v", load(offset, other));
        for (const [k, pivot] of pivots.entries()) {
          f.comment("a comparison that holds is -1");
          f.do(
            v128.store(offset, lanes.sub(load(offset, counts[k]), lanes.ge_s(v, load(offset, pivot))), counts[k], 4),
          );
        }
      });
    });
    const most = f.local("i32", "most", 0);
    const right = f.local("i32", "right");
    const less = f.local("i32", "less");
    const offset = f.local("i32", "component");
    f.do(i32.store(0, 0, best), i32.store(0, component(i32.const(0), key), best + 4));
    for (const [k, pivot] of pivots.entries()) {
      f.for(
        offset,
        0,
        dim * dim * entry,
        () => {
          f.set(right, component(offset, counts[k]));
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

  /** The root afterwards; 0 if memory ran out. */
  const split = module.func(`${name}_split`, ["root: i32", "n: i32"], "i32", (f, root, n) => {
    const inner = f.local("i32", "inner", call(allocate, INNER));
    f.if(i32.eqz(inner), () => f.return(0));
    const right = f.local("i32", "right", call(allocate, least + bytes));
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
    f.while(i32.lt_u(at, end), () => {
      const one = f.local("i32", "one", i32.load(at, NODES));
      f.call(weigh, i32.add(one, zone), other);
      // Keys that are all the same could not be told apart; there must be room for the new one all the same.
      const goesRight = i32.and(i32.ge_s(component(offset, other), bound), i32.ne(i32.load(0, best + 8), 0));
      f.call(put, i32.load(i32.add(inner, i32.shl(goesRight, 2)), LEFT), one, other);
      f.set(at, i32.add(at, 4));
    });
    return root;
  });

  const add = module.func(`${name}_add`, ["root: i32", "one: i32"], "i32", (f, root, one) => {
    const n = f.local("i32", "n", call(home, root));
    f.if(i32.eq(i32.load(n), leaf), () => {
      f.set(root, call(split, root, n));
      f.if(i32.eqz(root), () => f.return(0));
      f.set(n, call(home, root));
    });
    f.call(put, n, one, key);
    return root;
  });

  return { make, covers: find, drop, add, remove };
}

/** The nodes of a tree, for the host. */
export function nodesOfTree(view: DataView, root: number): number[] {
  const nodes: number[] = [];
  const left = [root];
  for (let n = left.pop(); n !== undefined; n = left.pop()) {
    const count = view.getInt32(n, true);
    if (count < 0) left.push(view.getUint32(n + LEFT, true), view.getUint32(n + RIGHT, true));
    for (let k = 0; k < count; k++) nodes.push(view.getUint32(n + NODES + 4 * k, true));
  }
  return nodes;
}
