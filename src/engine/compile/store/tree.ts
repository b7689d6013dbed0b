import { type Body, call, type Func, type I32, i32, type Local } from "../../wasm/index.ts";
import type { ActionOn, Emitter, QuestionOf } from "../emitter.ts";
import type { ActiveCode } from "../zones/active.ts";
import {
  belowFunction,
  clearFunction,
  eachNode,
  type Leaves,
  leavesOf,
  NODES,
  PARENT,
  type Put,
  putFunction,
  widenFunction,
} from "./leaf.ts";
import { BOUND, LEFT, RIGHT, splitFunction } from "./split.ts";

/**
 * The zones of a discrete state that has many, so that most of them need not be looked at to find those that cover a new
 * zone or that it covers. Each zone has a key, a vector of numbers, such that one zone is inside another iff its key is below
 * the other's in each component. The nodes stand in leaves; an inner node sends those to the right whose key is at least
 * `bound` in one component, the others to the left. So what covers a zone with at least the bound there is on the right, and
 * what is covered by one with less is on the left. Each leaf knows the least and the greatest value that its keys have had,
 * of each component or, of long keys, of the first ones. A zone is first compared with those of the leaf it belongs to
 * itself: duplicates stand there, and most of what covers it. Words of leaves are in leaf.ts, of inner nodes in split.ts.
 */
export interface ZoneTree {
  /** A tree of a list of nodes, at most `leaf`; 0 if memory ran out. */
  readonly make: QuestionOf;
  /** Whether the candidate is inside the zone of a node. */
  readonly covers: QuestionOf;
  /** Takes out the nodes whose zones are inside the candidate, as far as `go` lets them. */
  readonly drop: ActionOn;
  /** Adds a node with the zone of the candidate. The root, which may be new; 0 if memory ran out. */
  readonly add: Func<readonly ["i32", "i32"], "i32">;
  /** Takes out one node. */
  readonly remove: Func<readonly ["i32", "i32"], "void">;
}

/** How zones in stored form are compared. */
interface ZoneOrder {
  /** Writes the key of the zone at an address to another; the candidate's is at `key` when the tree is asked. */
  readonly weigh: Func<readonly ["i32", "i32"], "void">;
  readonly key: number;
  /** Whether the candidate is inside the zone at an address, and that one inside the candidate. */
  readonly covered: QuestionOf;
  readonly covers: QuestionOf;
  /** Whether a node covered by the candidate goes; does all else that is to be done then. */
  readonly go: QuestionOf;
}

export function treeFunctions(
  e: Emitter,
  name: string,
  allocate: QuestionOf,
  zone: number,
  order: ZoneOrder,
  active?: ActiveCode,
): ZoneTree {
  const { module, plan } = e;
  const leaves = leavesOf(e, name, zone, active);
  const below = belowFunction(leaves);
  const widen = widenFunction(leaves);
  const clear = clearFunction(leaves);
  const put = putFunction(leaves, widen);
  const other = e.region(leaves.bytes);
  const make = makeFunction(leaves, allocate, order, other, clear, put);
  const home = homeFunction(leaves, order);
  const look = module.func(`${name}_look`, ["n: i32"], "i32", (f, n) => {
    eachNode(f, n, (at) => f.if(call(order.covered, i32.add(i32.load(at, NODES), zone)), () => f.return(1)));
    return 0;
  });
  const covers = coversFunction(leaves, order, home, look, below);
  const drop = dropFunction(leaves, order, sweepFunction(leaves, order), below);
  const remove = removeFunction(leaves);
  const { weigh, key } = order;
  const split = splitFunction({ leaves, allocate, weigh, key, other, clear, put });
  const add = module.func(`${name}_add`, ["root: i32", "one: i32"], "i32", (f, root, one) => {
    const n = f.local("i32", "n", call(home, root));
    f.if(i32.eq(i32.load(n), plan.leaf), () => {
      f.set(root, call(split, root, n));
      f.if(i32.eqz(root), () => f.return(0));
      f.set(n, call(home, root));
    });
    f.call(put, n, one, key);
    return root;
  });
  return { make, covers, drop, add, remove };
}

type Below = Func<readonly ["i32", "i32"], "i32">;

function makeFunction(
  leaves: Leaves,
  allocate: QuestionOf,
  { weigh }: ZoneOrder,
  other: number,
  clear: ActionOn,
  put: Put,
): QuestionOf {
  const { e, name, zone, size } = leaves;
  return e.module.func(`${name}_make`, ["list: i32"], "i32", (f, list) => {
    const root = f.local("i32", "root", call(allocate, size));
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
}

/** The leaf that the key of the candidate belongs to. */
function homeFunction(leaves: Leaves, { key }: ZoneOrder): QuestionOf {
  const { e, name } = leaves;
  const component = leaves.lanes.loadEntry;
  return e.module.func(`${name}_home`, ["n: i32"], "i32", (f, n) => {
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
}

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

function coversFunction(
  leaves: Leaves,
  { key }: ZoneOrder,
  home: QuestionOf,
  look: QuestionOf,
  below: Below,
): QuestionOf {
  const { e, name, greatest } = leaves;
  const component = leaves.lanes.loadEntry;
  return e.module.func(`${name}_covers`, ["root: i32"], "i32", (f, n) => {
    const own = f.local("i32", "own", call(home, n));
    f.if(call(look, own), () => f.return(1));
    const crosses = (inner: I32): I32 => i32.lt_s(component(i32.xor(i32.load(inner), -1), key), i32.load(inner, BOUND));
    walk(f, n, RIGHT, crosses, () => {
      const mayBe = i32.andThen(i32.ne(n, own), call(below, key, i32.add(n, greatest)));
      f.if(i32.andThen(mayBe, call(look, n)), () => f.return(1));
    });
    return 0;
  });
}

/** Takes those nodes of a leaf out that the candidate covers. */
function sweepFunction(leaves: Leaves, { covers, go }: ZoneOrder): ActionOn {
  const { e, name, zone } = leaves;
  return e.module.func(`${name}_sweep`, ["n: i32"], "void", (f, n) => {
    eachNode(f, n, (at, end) => {
      const one = f.local("i32", "one", i32.load(at, NODES));
      f.if(i32.andThen(call(covers, i32.add(one, zone)), call(go, one)), () => {
        f.comment("the last one takes its place and is looked at next");
        f.set(end, i32.sub(end, 4));
        f.do(i32.store(at, i32.load(end, NODES), NODES), i32.store(n, i32.sub(i32.load(n), 1)));
        f.set(at, i32.sub(at, 4));
      });
    });
  });
}

function dropFunction(leaves: Leaves, { key }: ZoneOrder, sweep: ActionOn, below: Below): ActionOn {
  const { e, name, greatest, range } = leaves;
  const component = leaves.lanes.loadEntry;
  return e.module.func(`${name}_drop`, ["root: i32"], "void", (f, n) => {
    const crosses = (inner: I32): I32 => i32.ge_s(component(i32.xor(i32.load(inner), -1), key), i32.load(inner, BOUND));
    walk(f, n, LEFT, crosses, () => {
      f.if(call(below, i32.add(i32.add(n, range), greatest), key), () => f.call(sweep, n));
    });
  });
}

function removeFunction(leaves: Leaves): Func<readonly ["i32", "i32"], "void"> {
  const { e, name } = leaves;
  return e.module.func(`${name}_remove`, ["root: i32", "one: i32"], "void", (f, n, one) => {
    walk(
      f,
      n,
      LEFT,
      () => i32.const(1),
      () => {
        eachNode(f, n, (at, end) => {
          f.if(i32.eq(i32.load(at, NODES), one), () => {
            f.do(i32.store(at, i32.load(end, NODES - 4), NODES), i32.store(n, i32.sub(i32.load(n), 1)));
            f.return();
          });
        });
      },
    );
  });
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
