import { call, type Func, i32, memory } from "../../wasm/index.ts";
import type { ActionOn, Emitter, QuestionOf } from "../emitter.ts";
import { type ActiveCode, filledBytes } from "../zones/active.ts";
import type { Store } from "./store.ts";
import { counted } from "./tally.ts";
import { treeFunctions, type ZoneTree } from "./tree.ts";

/**
 * The nodes of a discrete state whose search was in vain: a list through their first words, or a tree if there are many. A
 * zone is its own key here, since abstract zones are compared as they are.
 *
 * In the record one word: the first node, or with bit 1 the root of the tree.
 */
export interface DoneNodes {
  /** Whether the candidate is inside the zone of one that is done. */
  readonly covers: QuestionOf;
  /** Adds a node to its record; those inside it go. Its zone becomes the candidate. */
  readonly add: Func<readonly ["i32", "i32"], "void">;
}

const TREE = 2;

export function doneFunctions(
  e: Emitter,
  store: Store,
  inside: Func<readonly ["i32", "i32"], "i32">,
  release: ActionOn,
  { active, ...at }: { readonly zone: number; readonly list: number; readonly active: ActiveCode | undefined },
): DoneNodes {
  const { module, plan } = e;
  const { candidate } = plan.at;
  const weigh = module.func("done_weigh", ["from: i32", "to: i32"], "void", (f, from, to) => {
    f.do(memory.copy(to, from, filledBytes(e, active)));
  });
  const covered = module.func("done_beyond", ["b: i32"], "i32", (_, b) => call(inside, candidate, b));
  const covers = module.func("done_inside", ["a: i32"], "i32", (_, a) => call(inside, a, candidate));
  const go = module.func("done_go", ["n: i32"], "i32", (f, n) => {
    f.call(release, n);
    return 1;
  });
  const tree = treeFunctions(
    e,
    "done",
    counted(e, store.tally, store.allocate, "done", "tree"),
    at.zone,
    { weigh, key: candidate, covered, covers, go },
    active,
  );
  const done: Done = { e, tree, covered, covers, release, active, ...at };
  const find = findFunction(done);
  return { covers: find, add: addFunction(done) };
}

interface Done {
  readonly e: Emitter;
  readonly tree: ZoneTree;
  readonly covered: QuestionOf;
  readonly covers: QuestionOf;
  readonly release: ActionOn;
  readonly active: ActiveCode | undefined;
  /** Where a node has its zone, and a record its nodes. */
  readonly zone: number;
  readonly list: number;
}

function findFunction({ e, tree, covered, zone, list }: Done): QuestionOf {
  return e.module.func("done_find", ["record: i32"], "i32", (f, record) => {
    const n = f.local("i32", "n", i32.load(record, list));
    f.if(i32.and(n, TREE), () => f.return(call(tree.covers, i32.xor(n, TREE))));
    f.while(n, () => {
      f.if(call(covered, i32.add(n, zone)), () => f.return(1));
      f.set(n, i32.load(n));
    });
    return 0;
  });
}

function addFunction({ e, tree, covers, release, active, zone, list }: Done): DoneNodes["add"] {
  const { candidate } = e.plan.at;
  return e.module.func("done_keep", ["record: i32", "n: i32"], "void", (f, record, one) => {
    f.do(memory.copy(candidate, i32.add(one, zone), filledBytes(e, active)));
    const root = f.local("i32", "root", i32.load(record, list));
    const count = f.local("i32", "count", 0);
    f.if(
      i32.and(root, TREE),
      () => {
        f.set(root, i32.xor(root, TREE));
        f.call(tree.drop, root);
      },
      () => {
        f.comment("those that stay are linked anew");
        const n = f.local("i32", "n", root);
        const after = f.local("i32", "after");
        f.set(root, 0);
        f.while(n, () => {
          f.set(after, i32.load(n));
          f.if(
            call(covers, i32.add(n, zone)),
            () => f.call(release, n),
            () => {
              f.do(i32.store(n, root));
              f.set(root, n);
              f.add(count, 1);
            },
          );
          f.set(n, after);
        });
        f.if(i32.lt_u(count, e.plan.leaf), () => {
          f.do(i32.store(one, root), i32.store(record, one, list));
          f.return();
        });
        f.set(root, call(tree.make, root));
        f.if(i32.eqz(root), () => f.return());
      },
    );
    f.set(root, call(tree.add, root, one));
    f.if(root, () => f.do(i32.store(record, i32.or(root, TREE), list)));
  });
}
