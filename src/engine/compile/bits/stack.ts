/**
 * The states on the way of a depth-first search that stores none: one entry after the other, each of the same size. What is
 * expanded stays below its successors until all of them are done, so the way to a state is on the stack, by parents. An entry
 * has the words of a node of the store (`plan.ts`), so that the host reads it as one; the packed state, its record, stands
 * behind the zone.
 */
import { call, type Global, i32, memory } from "../../wasm/index.ts";
import type { Action, Emitter, Question } from "../emitter.ts";
import type { Plan } from "../plan.ts";
import { WAITING } from "../store/node.ts";

/** Bytes of an entry, and where in it the packed state is. */
function layoutOf({ node, packed }: Plan): { readonly state: number; readonly bytes: number } {
  const state = (node.bytes + 7) & ~7;
  return { state, bytes: (state + 4 * packed + 15) & ~15 };
}

export interface Way {
  /** Puts the state at hand on top, packed, with its zone in the candidate: the entry, or 0 if there is no room. */
  readonly push: Question;
  /** The top entry that is not expanded, which it is from now on; 0 if there is none. Those behind all their successors go. */
  readonly next: Question;
  /** Brings the successors of the current entry into an order by chance. */
  readonly shuffle: (draw: Question) => Action;
  /** Where the packed state of an entry is. */
  readonly state: number;
  readonly current: Global<"i32">;
  readonly waiting: Global<"i32">;
  /** States that were left out since there was no room. */
  readonly dropped: Global<"i32">;
  /** The longest way. */
  readonly deepest: Global<"i32">;
  /** The first address of the stack, and the first behind it. */
  readonly first: Global<"i32">;
  readonly end: Global<"i32">;
}

/** Bytes that stay free behind everything, for reads of whole vectors. */
const MARGIN = 64;

export function wayFunctions(e: Emitter, limit: Global<"i32">): Way {
  const { module, plan } = e;
  const { state, bytes } = layoutOf(plan);
  const number = (name: string): Global<"i32"> => module.global("i32", name);
  const [current, waiting, dropped] = [number("current"), number("waiting"), number("dropped")];
  const [depth, deepest, first, end] = [number("depth"), number("deepest"), number("first"), number("end")];
  const room = module.func("room", [], "i32", (f) => {
    const wanted = f.local("i32", "wanted", i32.add(i32.shr_u(i32.add(end, bytes + MARGIN), 16), 1));
    f.if(i32.le_u(wanted, memory.size()), () => f.return(1));
    f.if(i32.gt_u(wanted, limit), () => f.return(0));
    const more = f.local("i32", "more", i32.add(wanted, i32.shr_u(wanted, 3)));
    f.if(i32.gt_u(more, limit), () => f.set(more, limit));
    return i32.ne(memory.grow(i32.sub(more, memory.size())), -1);
  });
  const push = module.func("push", [], "i32", (f) => {
    f.if(i32.eqz(call(room)), () => {
      f.add(dropped, 1);
      f.return(0);
    });
    const n = f.local("i32", "node", end);
    f.do(i32.store(n, i32.or(i32.add(n, state - 8), WAITING), 4), i32.store(n, current, plan.node.parent));
    for (const [k, cell] of plan.meta.entries())
      f.do(i32.store(n, i32.load(0, plan.at.cells + 4 * cell), plan.node.meta + 4 * k));
    f.do(memory.copy(i32.add(n, plan.node.zone), plan.at.candidate, plan.dim * plan.dim * plan.entry));
    f.do(memory.copy(i32.add(n, state), plan.at.packed, 4 * plan.packed));
    f.add(end, bytes);
    f.add(waiting, 1);
    return n;
  });
  const next = module.func("next", [], "i32", (f) => {
    const n = f.local("i32", "node");
    f.while(i32.gt_u(end, first), () => {
      f.set(n, i32.sub(end, bytes));
      f.if(i32.and(i32.load(n, 4), WAITING), () => {
        f.do(i32.store(n, i32.and(i32.load(n, 4), ~WAITING), 4));
        f.set(waiting, i32.sub(waiting, 1));
        f.add(depth, 1);
        f.if(i32.gt_u(depth, deepest), () => f.set(deepest, depth));
        f.set(current, n);
        f.return(n);
      });
      f.set(depth, i32.sub(depth, 1));
      f.set(end, n);
    });
    return 0;
  });
  const shuffle = (draw: Question): Action => {
    const spare = e.region(bytes);
    return module.func("shuffle", [], "void", (f) => {
      const from = f.local("i32", "from", i32.add(current, bytes));
      const left = f.local("i32", "left", i32.div_u(i32.sub(end, from), bytes));
      const [a, b] = [f.local("i32", "a"), f.local("i32", "b")];
      f.while(i32.gt_u(left, 1), () => {
        f.set(a, i32.add(from, i32.mul(i32.rem_u(call(draw), left), bytes)));
        f.set(left, i32.sub(left, 1));
        f.set(b, i32.add(from, i32.mul(left, bytes)));
        f.if(i32.ne(a, b), () => {
          f.do(memory.copy(spare, a, bytes), memory.copy(a, b, bytes), memory.copy(b, spare, bytes));
          f.comment("the packed state of an entry moves with it");
          for (const n of [a, b]) f.do(i32.store(n, i32.or(i32.add(n, state - 8), WAITING), 4));
        });
      });
    });
  };
  return { push, next, shuffle, state, current, waiting, dropped, deepest, first, end };
}
