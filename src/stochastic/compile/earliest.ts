import { type Body, type F64, type Func, f64, type I32, i32, i64, type Local } from "../../engine/index.ts";
import type { Emitter } from "./emitter.ts";

/**
 * The moments at which processes move, and the earliest of them. They are no numbers below 0, so they compare as their bits do.
 * Few are looked through one by one; above many there is a tree of minima: node k has the children 2k and 2k + 1, and the
 * processes are the last row.
 */
export interface Earliest {
  readonly set: (process: number, when: F64, f: Body) => void;
  readonly get: (process: number) => F64;
  /** Its moment is none, until it is set: only `get` knows. */
  readonly forget: (process: number, f: Body) => void;
  /** The earliest moment, and a process that has it; `several` is not 0 where another has it too. */
  readonly find: (f: Body) => { readonly time: F64; readonly process: I32; readonly several: I32 };
  /** The first process from `from` on whose moment is this; -1 where there is none. */
  readonly from: Func<readonly ["i32", "f64"], "i32">;
}

const FEW = 16;

export function earliestFor(e: Emitter): Earliest {
  return e.network.processes.length <= FEW ? inTurn(e) : byTree(e);
}

function inTurn(e: Emitter): Earliest {
  const { when } = e.at;
  const { length } = e.network.processes;
  return {
    set: (process, time, f) => f.do(f64.store(0, time, when + 8 * process)),
    get: (process) => f64.load(0, when + 8 * process),
    forget: (process, f) => f.do(f64.store(0, Number.POSITIVE_INFINITY, when + 8 * process)),
    find: (f) => {
      const best = f.local("i64", "best", i64.load(0, when));
      const [first, last, each] = [f.local("i32", "first", 0), f.local("i32", "last", 0), f.local("i64", "each")];
      for (let k = 1; k < length; k++) {
        f.set(each, i64.load(0, when + 8 * k));
        f.set(first, i32.select(i64.lt_s(each, best), k, first));
        f.set(last, i32.select(i64.le_s(each, best), k, last));
        f.set(best, i64.select(i64.lt_s(each, best), each, best));
      }
      return { time: f.local("f64", "next", f64.reinterpret_i64(best)), process: first, several: i32.ne(first, last) };
    },
    from: e.module.func("from", ["k: i32", "time: f64"], "i32", (f, k, time) => {
      f.while(i32.lt_s(k, length), () => {
        f.if(f64.eq(f64.load(i32.shl(k, 3), when), time), () => f.return(k));
        f.set(k, i32.add(k, 1));
      });
      return i32.const(-1);
    }),
  };
}

function byTree(e: Emitter): Earliest {
  const { length } = e.network.processes;
  const leaves = 2 ** Math.ceil(Math.log2(length));
  const tree = e.region(16 * leaves);
  const node = (k: I32): F64 => f64.load(i32.shl(k, 3), tree);
  // Processes that there are not never move.
  const fresh = new Float64Array(2 * leaves).fill(Number.POSITIVE_INFINITY);
  e.module.data(tree, new Uint8Array(fresh.buffer));
  const set = e.module.func("set", ["k: i32", "time: f64"], "void", (f, k, time) => {
    const best = f.local("f64", "best", time);
    f.do(f64.store(i32.shl(k, 3), time, tree));
    f.while(i32.gt_s(k, 1), (leave) => {
      f.set(best, f64.min(best, node(i32.xor(k, 1))));
      f.set(k, i32.shr_u(k, 1));
      f.brIf(leave, f64.eq(node(k), best));
      f.do(f64.store(i32.shl(k, 3), best, tree));
    });
  });
  /** The first leaf below a node that has the time of the node. */
  const descend = (k: Local<"i32">, time: F64, f: Body): void =>
    f.while(i32.lt_s(k, leaves), () => {
      f.set(k, i32.shl(k, 1));
      f.set(k, i32.add(k, f64.ne(node(k), time)));
    });
  const from = e.module.func("from", ["k: i32", "time: f64"], "i32", (f, k, time) => {
    f.if(i32.ge_s(k, leaves), () => f.return(-1));
    f.set(k, i32.add(k, leaves));
    // Up until the subtree at hand, or one to the right of it, has the time.
    f.while(f64.ne(node(k), time), () => {
      f.while(i32.and(k, 1), () => {
        f.set(k, i32.shr_u(k, 1));
        f.if(i32.le_s(k, 1), () => f.return(-1));
      });
      f.set(k, i32.add(k, 1));
    });
    descend(k, time, f);
    return i32.sub(k, leaves);
  });
  return {
    set: (process, time, f) => f.call(set, leaves + process, time),
    get: (process) => f64.load(0, tree + 8 * (leaves + process)),
    forget: (process, f) => f.do(f64.store(0, Number.POSITIVE_INFINITY, tree + 8 * (leaves + process))),
    find: (f) => {
      const time = f.local("f64", "next", f64.load(0, tree + 8));
      const [k, several] = [f.local("i32", "k", 1), f.local("i32", "several", 0)];
      f.while(i32.lt_s(k, leaves), () => {
        f.set(k, i32.shl(k, 1));
        const other = f.local("i32", "other", f64.ne(node(k), time));
        // Where both halves have the time, another process to the right has it too.
        f.set(several, i32.or(several, i32.and(i32.eqz(other), f64.eq(node(i32.add(k, 1)), time))));
        f.set(k, i32.add(k, other));
      });
      f.set(k, i32.sub(k, leaves));
      return { time, process: k, several };
    },
    from,
  };
}
