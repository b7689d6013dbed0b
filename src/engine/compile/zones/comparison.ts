import {
  type Body,
  type Func,
  type I32,
  i8x16,
  i16x8,
  i32,
  i32x4,
  type Local,
  type V128,
  v128,
} from "../../wasm/index.ts";
import type { Action, ActionOn, Emitter, Question, QuestionOf } from "../emitter.ts";
import { INF, STORED_INF } from "../plan.ts";
import { keyBytes } from "../store/leaf.ts";
import type { Once } from "../store/once.ts";
import { lanesOf } from "./lanes.ts";

/**
 * Zones in stored form and their comparison under aLU without extrapolation (Herbreteau, Srivathsan, Walukiewicz 2012). The
 * candidate is the target zone in stored form, in its region; bounds of its locations are in `lowers` and `thresholds`.
 *
 * Z is inside aLU(Z') unless for some x, y: a(0-x) >= -U(x), b(y-x) < a(y-x) and b(y-x) + (<, -L(y)) < a(0-x), where a are the
 * bounds of Z and b those of Z'. The last two say that b(y-x) is less than the least of a(y-x) and a(0-x) + L(y), rounded up
 * to a strict bound. These are the entries of a zone's key, with nothing in rows of x where a(0-x) < -U(x). So Z is inside iff
 * its key is below the bounds of Z', entry by entry. It is then below the key of Z', too: entries for y = 0 give a(0-x) <=
 * b(0-x); and keys are below bounds. So keys tell which zones may be inside which (store/tree.ts).
 */
export interface Comparison {
  /** Writes the target zone in stored form to `candidate`; 0 if a bound does not fit. */
  readonly compress: Question;
  /** Reads a zone in stored form at `from` into the working zone `to`. */
  readonly load: Func<readonly ["i32", "i32"], "void">;
  /** Writes the key of a zone in stored form at `from` to `to`. */
  readonly weigh: Func<readonly ["i32", "i32"], "void">;
  /** Where the key of the candidate belongs; before `covered`. */
  readonly key: number;
  /** Whether the candidate is inside aLU of the zone at `b`. */
  readonly covered: QuestionOf;
  /** Whether the zone at `a` is inside aLU of the candidate. */
  readonly covers: QuestionOf;
  /** Set where nodes have addresses of zones that are kept once. */
  readonly kept?: KeptZones;
}

/** Zones that are kept once; see tied.ts. */
export interface KeptZones {
  readonly once: Once;
  /** Finds whether the zone of the candidate is kept, and writes its key; before `covered`. */
  readonly meet: Action;
  /** The address of the candidate's zone for one more node; 0 if memory ran out. */
  readonly take: Question;
  /** A node does not need the zone at an address any more. */
  readonly release: ActionOn;
  /** Reads the candidate, or what a message has of it, into a working zone. */
  readonly read: Comparison["load"];
}

export function comparisonFunctions(e: Emitter): Comparison {
  const compress = compressFunction(e);
  const load = loadFunction(e);
  const key = e.region(keyBytes(e.plan));
  const weigh = weighFunction(e);
  const covered = coveredFunction(e, key);
  return { compress, load, weigh, key, covered, covers: coversFunction(e) };
}

/** Entries of a vector, and vectors of a row. */
function rowOf({ plan: { dim, entry } }: Emitter): { readonly perVector: number; readonly vectors: number } {
  const perVector = 16 / entry;
  return { perVector, vectors: Math.ceil(dim / perVector) };
}

function compressFunction(e: Emitter): Question {
  const { plan } = e;
  const { dim, entry, rowBytes, at } = plan;
  const { perVector } = rowOf(e);
  return e.module.func("compress", [], "i32", (f) => {
    const bad = f.local("v128", "bad", i32x4.splat(0));
    const high = i32x4.splat(plan.limit);
    const low = i32x4.splat(-plan.limit);
    for (let x = 0; x < dim; x++) {
      for (let k = 0; k < plan.width; k += perVector) {
        const part = (lane: number): Local<"v128"> => {
          const v = f.local("v128", "", v128.load(0, at.target + x * rowBytes + 4 * lane));
          const infinite = i32x4.ge_s(v, i32x4.splat(INF));
          f.set(bad, v128.or(bad, v128.or(v128.andnot(i32x4.gt_s(v, high), infinite), i32x4.lt_s(v, low))));
          return v;
        };
        const lanesHere = [0, 4, 8, 12].filter((lane) => lane < perVector && k + lane < plan.width);
        const parts = lanesHere.map((lane) => part(k + lane));
        const pair = (n: number): V128 => i16x8.narrow_i32x4_s(parts[n] ?? parts[0]!, parts[n + 1] ?? parts[0]!);
        const v = entry === 4 ? parts[0]! : entry === 2 ? pair(0) : i8x16.narrow_i16x8_s(pair(0), pair(2));
        f.do(v128.store(0, v, at.candidate + entry * (x * dim + k), entry));
      }
    }
    return i32.eqz(v128.any_true(bad));
  });
}

function loadFunction({ module, plan }: Emitter): Comparison["load"] {
  const { dim, entry, rowBytes } = plan;
  return module.func("load", ["from: i32", "to: i32"], "void", (f, n, to) => {
    for (let x = 0; x < dim; x++) {
      for (let k = 0; k < plan.width; k += 4) {
        const from = entry * (x * dim + k);
        let v: V128 = entry === 4 ? v128.load(n, from, 4) : v128.load16x4_s(n, from, 2);
        if (entry === 1) v = i32x4.extend_low_i16x8_s(i16x8.extend_low_i8x16_s(v128.load32_zero(n, from, 1)));
        if (entry < 4) {
          const kept = f.local("v128", "", v);
          v = v128.bitselect(i32x4.splat(INF), kept, i32x4.eq(kept, i32x4.splat(STORED_INF[entry])));
        }
        f.do(v128.store(to, v, x * rowBytes + 4 * k));
      }
      // What lies behind a row is the next one: unused entries must be infinite.
      for (let k = dim; k < plan.width; k++) f.do(i32.store(to, INF, x * rowBytes + 4 * k));
    }
  });
}

/** One row of a key, from the same row of a zone. */
function weighRow(
  e: Emitter,
  f: Body,
  from: I32,
  to: I32,
  threshold: V128,
  lower: readonly V128[],
  offset: number,
): void {
  const { entry } = e.plan;
  const lanes = lanesOf(entry);
  const a0x = f.local("v128", "a0x", lanes.splatAt(from, offset));
  const counts = f.local("v128", "counts", lanes.ge_s(a0x, threshold));
  for (let k = 0; k < rowOf(e).vectors; k++) {
    const even = lanes.addUp(lanes.takeOff(a0x, lower[k]!), lanes.splat(1));
    const v = lanes.min_s(v128.load(from, offset + 16 * k, entry), v128.and(even, lanes.splat(-2)));
    f.do(v128.store(to, v128.bitselect(v, lanes.splat(lanes.lowest), counts), offset + 16 * k, entry));
  }
}

/** What a row writes behind its end the next one writes again; behind the last one keys are always below. */
function weighFunction(e: Emitter): Comparison["weigh"] {
  const { dim, entry, at } = e.plan;
  const { vectors } = rowOf(e);
  const lanes = lanesOf(entry);
  return e.module.func("weigh", ["from: i32", "to: i32"], "void", (f, from, to) => {
    const lower = lowersOf(e, f);
    f.comment("row by row");
    if (dim * vectors <= 64) {
      for (let x = 0; x < dim; x++)
        weighRow(e, f, from, to, lanes.splatAt(i32.const(0), at.thresholds + entry * x), lower, entry * x * dim);
    } else {
      const x = f.local("i32", "x");
      f.for(x, 0, dim, () => {
        weighRow(e, f, from, to, lanes.splatAt(i32.mul(x, entry), at.thresholds), lower, 0);
        f.add(from, entry * dim);
        f.add(to, entry * dim);
      });
    }
    f.do(v128.store(to, lanes.splat(lanes.lowest), dim * vectors <= 64 ? entry * dim * dim : 0, entry));
  });
}

function coveredFunction({ module, plan }: Emitter, key: number): QuestionOf {
  const { entry } = plan;
  const lanes = lanesOf(entry);
  const bytes = keyBytes(plan);
  return module.func("covered", ["b: i32"], "i32", (f, b) => {
    const compare = (a: I32, b: I32, offset: number) => {
      const above = lanes.gt_s(v128.load(a, key + offset), v128.load(b, offset, entry));
      f.if(v128.any_true(above), () => f.return(0));
    };
    if (bytes <= 24 * 16) for (let k = 0; k < bytes; k += 16) compare(i32.const(0), b, k);
    else {
      const k = f.local("i32", "k");
      f.for(k, 0, bytes, () => compare(k, i32.add(b, k), 0), 16);
    }
    return 1;
  });
}

function coversFunction(e: Emitter): QuestionOf {
  const { dim, entry, at } = e.plan;
  const { perVector, vectors } = rowOf(e);
  const lanes = lanesOf(entry);
  const ofRow = lanes.constant((lane) => ((vectors - 1) * perVector + lane < dim ? -1 : 0));
  /** What lies behind a row does not count. */
  const within = (k: number, out: V128): V128 =>
    k < vectors - 1 || dim % perVector === 0 ? out : v128.and(out, ofRow);
  return e.module.func("covers", ["a: i32"], "i32", (f, a) => {
    const a0x = f.local("i32", "a0x");
    const lower = lowersOf(e, f);
    for (let x = 0; x < dim; x++) {
      f.set(a0x, lanes.loadEntry(a, entry * x * dim));
      f.if(i32.ge_s(a0x, lanes.loadEntry(i32.const(0), at.thresholds + entry * x)), () => {
        const wide = f.local("v128", "", lanes.splat(a0x));
        let any: V128 | undefined;
        for (let k = 0; k < vectors; k++) {
          const offset = entry * x * dim + 16 * k;
          const out = escapes(
            e,
            v128.load(a, offset, entry),
            v128.load(0, at.candidate + offset, entry),
            lower[k]!,
            wide,
          );
          any = any ? v128.or(any, within(k, out)) : within(k, out);
        }
        f.if(v128.any_true(any!), () => f.return(0));
      });
    }
    return 1;
  });
}

/** Not inside iff for some x, y: a(0-x) >= -U(x), b(y-x) < a(y-x) and b(y-x) + (<, -L(y)) < a(0-x). One vector of y. */
function escapes({ plan }: Emitter, a: V128, b: V128, lowers: V128, a0x: V128): V128 {
  const lanes = lanesOf(plan.entry);
  const sum = lanes.addUp(v128.and(b, lanes.splat(-2)), lowers);
  return v128.and(lanes.lt_s(b, a), lanes.lt_s(sum, a0x));
}

/** Unused lanes hold "no bound", so that what lies behind a row never counts. */
function lowersOf(e: Emitter, f: Body): (Local<"v128"> | V128)[] {
  const list: (Local<"v128"> | V128)[] = [];
  for (let k = 0; k < rowOf(e).vectors; k++)
    list.push(
      k < 8
        ? f.local("v128", `l${k}`, v128.load(0, e.plan.at.lowers + 16 * k))
        : v128.load(0, e.plan.at.lowers + 16 * k),
    );
  return list;
}
