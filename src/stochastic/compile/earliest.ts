import { type Body, type F64, type Func, f64, type I32, i32, i64 } from "../../engine/index.ts";
import type { Emitter } from "./emitter.ts";

/**
 * The moments at which processes move, and the earliest of them. They are no numbers below 0, so they compare as their bits do.
 * Few are looked through one by one; above many there is a tree of minima and of who has them: node k has the children 2k and
 * 2k + 1, and the processes are the last row.
 */
export interface Earliest {
  readonly set: (process: number, when: F64, f: Body) => void;
  readonly get: (process: number) => F64;
  /** Its moment is none, until it is set: only `get` knows. */
  readonly forget: (process: number, f: Body) => void;
  /** Statements that set so many. Where these are many, the minima above them are found once, behind. */
  readonly together: (count: I32 | number, f: Body, act: () => void) => void;
  /** The earliest moment, and a process that has it; `several` is not 0 where another has it too. */
  readonly find: (f: Body) => { readonly time: F64; readonly process: I32; readonly several: I32 };
  /** The first process from `from` on whose moment is this; -1 where there is none. */
  readonly from: Func<readonly ["i32", "f64"], "i32">;
}

/** So many processes have code of their own, and are looked through. */
export const FEW = 16;

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
    together: (_count, _f, act) => act(),
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
  const first = e.region(8 * leaves);
  const node = (k: I32): F64 => f64.load(i32.shl(k, 3), tree);
  // Processes that there are not never move.
  const fresh = new Float64Array(2 * leaves).fill(Number.POSITIVE_INFINITY);
  e.module.data(tree, new Uint8Array(fresh.buffer));
  const own = Int32Array.from({ length: 2 * leaves }, (_, k) => Math.max(0, k - leaves));
  e.module.data(first, new Uint8Array(own.buffer));
  const later = e.region(4);
  const set = setter(tree, first, later, leaves, e);
  const climb = climber(tree, first, leaves, e);
  const from = e.module.func("from", ["k: i32", "time: f64"], "i32", (f, k, time) => {
    f.if(i32.ge_s(k, leaves), () => f.return(-1));
    f.set(k, i32.add(k, leaves));
    // Up until the subtree at hand, or one to the right of it, has the time; then down to its first leaf that has.
    f.while(f64.ne(node(k), time), () => {
      f.while(i32.and(k, 1), () => {
        f.set(k, i32.shr_u(k, 1));
        f.if(i32.le_s(k, 1), () => f.return(-1));
      });
      f.set(k, i32.add(k, 1));
    });
    f.while(i32.lt_s(k, leaves), () => {
      f.set(k, i32.shl(k, 1));
      f.set(k, i32.add(k, f64.ne(node(k), time)));
    });
    return i32.sub(k, leaves);
  });
  return {
    set: (process, time, f) => f.call(set, leaves + process, time),
    get: (process) => f64.load(0, tree + 8 * (leaves + process)),
    forget: (process, f) => f.do(f64.store(0, Number.POSITIVE_INFINITY, tree + 8 * (leaves + process))),
    together: (count, f, act) => {
      const many = f.local("i32", "many", i32.gt_s(count, leaves / SOME));
      f.do(i32.store(0, many, later));
      act();
      f.if(many, () => {
        f.do(i32.store(0, 0, later));
        f.call(climb);
      });
    },
    find: (f) => {
      const time = f.local("f64", "next", f64.load(0, tree + 8));
      const who = f.local("i32", "who", i32.load(0, first + 4));
      return {
        time,
        process: f.local("i32", "process", i32.and(who, SEVERAL - 1)),
        several: i32.and(who, SEVERAL),
      };
    },
    from,
  };
}

/** Beside a process: another has its moment too. */
const SEVERAL = 1 << 30;
/** One in so many leaves: to find all minima anew is then less than to find those above each. */
const SOME = 8;

/**
 * Sets the moment of a leaf, and the minima above it to the root: there is no branch that depends on moments, for it could not be
 * foreseen. Where `later` says so, only the moment.
 */
function setter(
  tree: number,
  first: number,
  later: number,
  leaves: number,
  e: Emitter,
): Func<readonly ["i32", "f64"], "void"> {
  return e.module.func("set", ["k: i32", "time: f64"], "void", (f, k, time) => {
    const best = f.local("i64", "best", i64.reinterpret_f64(time));
    const who = f.local("i32", "who", i32.sub(k, leaves));
    const other = f.local("i64", "other");
    f.do(i64.store(i32.shl(k, 3), best, tree));
    f.if(i32.load(0, later), () => f.return());
    for (let row = leaves; row > 1; row /= 2) {
      const beside = f.local("i32", "beside", i32.xor(k, 1));
      f.set(other, i64.load(i32.shl(beside, 3), tree));
      const same = f.local("i32", "same", i32.shl(i64.eq(other, best), 30));
      const isLess = i64.lt_s(other, best);
      f.set(who, i32.or(i32.select(isLess, i32.load(i32.shl(beside, 2), first), who), same));
      f.set(best, i64.select(isLess, other, best));
      f.set(k, i32.shr_u(k, 1));
      f.do(i64.store(i32.shl(k, 3), best, tree), i32.store(i32.shl(k, 2), who, first));
    }
  });
}

/** Finds all minima anew. */
function climber(tree: number, first: number, leaves: number, e: Emitter): Func<readonly [], "void"> {
  return e.module.func("climb", [], "void", (f) => {
    const k = f.local("i32", "k", leaves - 1);
    f.while(k, () => {
      const left = f.local("i64", "left", i64.load(i32.shl(k, 4), tree));
      const right = f.local("i64", "right", i64.load(i32.shl(k, 4), tree + 8));
      const isLess = f.local("i32", "isLess", i64.lt_s(right, left));
      const [one, other] = [i32.load(i32.shl(k, 3), first), i32.load(i32.shl(k, 3), first + 4)];
      const who = i32.or(i32.select(isLess, other, one), i32.shl(i64.eq(left, right), 30));
      f.do(i64.store(i32.shl(k, 3), i64.select(isLess, right, left), tree), i32.store(i32.shl(k, 2), who, first));
      f.set(k, i32.sub(k, 1));
    });
  });
}
