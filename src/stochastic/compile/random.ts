import {
  type Body,
  call,
  type F64,
  type Func,
  f64,
  type I32,
  i32,
  i32x4,
  i64,
  type Local,
  type V128,
  v128,
} from "../../engine/index.ts";
import { schedule, ziggurat } from "../../statistics/index.ts";
import type { Emitter } from "./emitter.ts";

/**
 * Random numbers: Threefry4x32-20 as `statistics/random` has it, four blocks at a time in the lanes of vectors, which makes
 * eight uniform numbers; exponential numbers from them, and `ln` with the operations of `base` in their order.
 */
export interface Random {
  /** Forgets the numbers of the last run. */
  readonly restart: (f: Body) => void;
  /** The next uniform number in (0, 1]; `take` writes it down here. */
  readonly next: Func<readonly [], "f64">;
  readonly take: (f: Body) => F64;
  /** An exponential number of rate 1 (`drawExponential`). */
  readonly exponential: Func<readonly [], "f64">;
  /** One of n; nothing is drawn where there is no choice. */
  readonly pick: Func<readonly ["i32"], "i32">;
}

const NUMBERS = 8;

export function randomFor(e: Emitter, seed: bigint, query: number): Random {
  const whole = BigInt.asUintN(64, seed);
  const key = schedule(Number(whole & 0xffffffffn), Number(whole >> 32n), query, 0);
  const numbers = e.region(8 * NUMBERS);
  const end = numbers + 8 * NUMBERS;
  const words = e.region(64);
  const at = e.region(4);
  const block = e.region(4);
  const refill = e.module.func("refill", [], "void", (f) => {
    threefry(key, words, block, e, f);
    for (let k = 0; k < NUMBERS; k++) f.do(f64.store(0, uniform(words, k), numbers + 8 * k));
    f.do(i32.store(0, numbers, at));
  });
  const take = (f: Body): F64 => {
    const p = f.local("i32", "p", i32.load(0, at));
    f.if(i32.eq(p, end), () => {
      f.call(refill);
      f.set(p, numbers);
    });
    f.do(i32.store(0, i32.add(p, 8), at));
    return f64.load(p);
  };
  const next = e.module.func("next", [], "f64", (f) => take(f));
  return {
    next,
    take,
    restart: (f) => f.do(i32.store(0, end, at), i32.store(0, 0, block)),
    exponential: exponentialFor(take, next, e),
    pick: e.module.func("pick", ["n: i32"], "i32", (f, n) => {
      f.if(i32.le_s(n, 1), () => f.return(0));
      const k = f.local("i32", "k", i32.trunc_f64_s(f64.floor(f64.mul(call(next), f64.convert_i32_s(n)))));
      return i32.select(i32.lt_s(k, n), k, i32.sub(n, 1));
    }),
  };
}

/** In most cases one number is enough; the others are a function apart. */
function exponentialFor(take: (f: Body) => F64, next: Func<readonly [], "f64">, e: Emitter): Func<readonly [], "f64"> {
  const [widths, heights] = [ziggurat.widths, ziggurat.heights].map((numbers) => {
    const at = e.region(numbers.byteLength);
    e.module.data(at, new Uint8Array(numbers.buffer));
    return (i: I32, k = 0) => f64.load(i32.shl(i, 3), at + 8 * k);
  }) as [Table, Table];
  const place = (u: F64, i: Local<"i32">, x: Local<"f64">, f: Body): I32 => {
    const scaled = f.local("f64", "u", f64.mul(256, u));
    f.set(i, i32.trunc_f64_s(scaled));
    f.set(x, f64.mul(f64.sub(scaled, f64.convert_i32_s(i)), widths(i)));
    return f64.lt(x, widths(i, 1));
  };
  const seldom = e.module.func("seldom", ["i: i32", "x: f64"], "f64", (f, i, x) => {
    const past = f.local("f64", "past", 0);
    f.loop("again", (again) => {
      f.if(
        i,
        () => {
          const step = f64.mul(f64.sub(heights(i, 1), heights(i)), call(next));
          const y = f.local("f64", "y", f64.add(heights(i), step));
          f.if(f64.lt(ln(y, f), f64.neg(x)), () => f.return(f64.add(past, x)));
        },
        () => f.set(past, f64.add(past, ziggurat.tail)),
      );
      f.brUnless(again, place(call(next), i, x, f));
    });
    return f64.add(past, x);
  });
  return e.module.func("exponential", [], "f64", (f) => {
    const [i, x] = [f.local("i32", "i"), f.local("f64", "x")];
    f.if(place(take(f), i, x, f), () => f.return(x));
    return call(seldom, i, x);
  });
}

type Table = (i: I32, k?: number) => F64;

/** Number k of the four blocks: from words 0 and 1 of block k / 2, or from words 2 and 3. */
function uniform(words: number, k: number): F64 {
  const from = words + 4 * (k >> 1) + 32 * (k & 1);
  const high = i64.shl(i64.extend_i32_u(i32.shr_u(i32.load(0, from), 5)), 26);
  const low = i64.extend_i32_u(i32.shr_u(i32.load(0, from + 16), 6));
  return f64.mul(f64.convert_i64_s(i64.add(i64.add(high, low), 1)), 1.1102230246251565e-16);
}

const turns = [
  [10, 26],
  [11, 21],
  [13, 27],
  [23, 5],
  [6, 20],
  [17, 11],
  [25, 10],
  [18, 20],
] as const;

/** Blocks `block` to `block + 3`; word w of the four stands at `words + 16 w`. A run never has 2^33 draws. */
function threefry(key: Int32Array, words: number, block: number, e: Emitter, f: Body): void {
  const x = [0, 1, 2, 3].map((k) => f.local("v128", `x${k}`));
  const splat = (value: number) => i32x4.const(value, value, value, value);
  f.set(x[0]!, i32x4.add(i32x4.splat(i32.load(0, e.at.run)), splat(key[0]!)));
  f.set(x[1]!, i32x4.add(i32x4.splat(i32.load(0, e.at.run + 4)), splat(key[1]!)));
  f.set(x[2]!, i32x4.add(i32x4.add(i32x4.splat(i32.load(0, block)), i32x4.const(0, 1, 2, 3)), splat(key[2]!)));
  f.set(x[3]!, splat(key[3]!));
  for (let round = 0; round < 20; round++) {
    const [first, second] = turns[round % 8]!;
    const [one, three] = round % 2 === 0 ? [x[1]!, x[3]!] : [x[3]!, x[1]!];
    mix(x[0]!, one, first, f);
    mix(x[2]!, three, second, f);
    if (round % 4 !== 3) continue;
    const r = (round + 1) / 4;
    for (const [i, word] of x.entries())
      f.set(word, i32x4.add(word, splat((key[(r + i) % 5]! + (i === 3 ? r : 0)) | 0)));
  }
  for (const [i, word] of x.entries()) f.do(v128.store(0, word, words + 16 * i));
  f.do(i32.store(0, i32.add(i32.load(0, block), 4), block));
  f.if(i32.lt_s(i32.load(0, block), 0), () => f.unreachable());
}

function mix(a: Local<"v128">, b: Local<"v128">, turn: number, f: Body): void {
  f.set(a, i32x4.add(a, b));
  f.set(b, v128.xor(rotated(b, turn), a));
}

function rotated(a: V128, by: number): V128 {
  return v128.or(i32x4.shl(a, by), i32x4.shr_u(a, 32 - by));
}

const LN2_HIGH = 0.6931471803691238;
const LN2_LOW = 1.9082149292705877e-10;

/** `ln` of `base` for a normal number; the power of two is made from its bits in place of a table, which is exact. */
function ln(x: Local<"f64">, f: Body): F64 {
  const high = i32.wrap_i64(i64.shr_u(i64.reinterpret_f64(x), 32));
  const exponent = f.local("i32", "e", i32.shr_s(i32.add(high, 0x95f62), 20));
  const k = f.local("f64", "k", f64.convert_i32_s(i32.sub(exponent, 1023)));
  const inverse = f64.reinterpret_i64(i64.shl(i64.extend_i32_u(i32.sub(2046, exponent)), 52));
  const g = f.local("f64", "f", f64.sub(f64.mul(x, inverse), 1));
  const s = f.local("f64", "s", f64.div(g, f64.add(2, g)));
  const half = f.local("f64", "half", f64.mul(f64.mul(0.5, g), g));
  const z = f.local("f64", "z", f64.mul(s, s));
  const body = f64.add(f64.mul(s, f64.add(half, rest(z))), f64.mul(k, LN2_LOW));
  return f64.sub(f64.mul(k, LN2_HIGH), f64.sub(f64.sub(half, body), g));
}

function rest(z: F64): F64 {
  const series = [
    0.6666666666666666, 0.40000000000000885, 0.28571428570799784, 0.22222222392581045, 0.18181795547521137,
    0.15386244737621665, 0.13268638369266825, 0.13088034850927555,
  ];
  return f64.mul(
    z,
    series.reduceRight<F64 | undefined>(
      (sum, term) => (sum === undefined ? f64.const(term) : f64.add(term, f64.mul(z, sum))),
      undefined,
    ) as F64,
  );
}
