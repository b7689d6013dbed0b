/**
 * Expressions on 128-bit vectors: `i32x4.min_s(a, b)`, `v128.load(p, 16)`; named as in WebAssembly text (core
 * specification 2.0, section 4.3.4 and 4.4.3). Integer lanes only. Lane numbers come last, after the operands. Added to
 * the instructions: `const` per shape, `shuffle` per shape (lanes of `a`, then lanes of `b`), `if` and `select`.
 */
import { assert } from "../../base/index.ts";
import { type Expr, either, node, type Operand, select, type V128 } from "./expr.ts";
import { op } from "./opcodes.ts";
import { binary, loads, stores, unary } from "./tables.ts";

const [constant, shuffleBytes, bitselect] = ["v128.const", "i8x16.shuffle", "v128.bitselect"].map(op);

/** A constant from its lanes, lowest first; each may be signed or unsigned. */
function lanes(bits: 8 | 16 | 32 | 64, values: readonly (number | bigint)[]): V128 {
  assert(values.length === 128 / bits, `a vector of ${bits}-bit lanes has ${128 / bits} of them, not ${values.length}`);
  const view = new DataView(new ArrayBuffer(16));
  for (const [i, value] of values.entries()) {
    if (bits === 64) view.setBigInt64(8 * i, BigInt.asIntN(64, BigInt(value)), true);
    else if (bits === 32) view.setInt32(4 * i, Number(value), true);
    else if (bits === 16) view.setInt16(2 * i, Number(value), true);
    else view.setInt8(i, Number(value));
  }
  return node(constant!, [], 0, 0, new Uint8Array(view.buffer)) as V128;
}

/** Lanes of `width` bytes chosen from the lanes of `a` (0, 1, ...) followed by those of `b`. */
function shuffle(width: number, a: V128, b: V128, chosen: readonly number[]): V128 {
  const count = 16 / width;
  const fits = (lane: number): boolean => Number.isInteger(lane) && lane >= 0 && lane < 2 * count;
  assert(chosen.length === count && chosen.every(fits), `a shuffle cannot choose the lanes ${chosen.join(" ")}`);
  const bytes = new Uint8Array(16);
  for (let i = 0; i < 16; i++) bytes[i] = chosen[Math.floor(i / width)]! * width + (i % width);
  return node(shuffleBytes!, [a, b], 0, 0, bytes) as V128;
}

function extract<T extends "i32" | "i64">(name: string, _type: T): (a: V128, lane: number) => Expr<T> {
  const o = op(name);
  return (a, lane) => node(o, [a], lane) as Expr<T>;
}

function replace<T extends "i32" | "i64">(name: string, _type: T): (a: V128, value: Operand<T>, lane: number) => V128 {
  const o = op(name);
  return (a, value, lane) => node(o, [a, value], lane) as V128;
}

type LaneAccess<R extends "v128" | "void"> = (
  address: Operand<"i32">,
  vector: V128,
  lane: number,
  offset?: number,
  align?: number,
) => Expr<R>;

function laneAccess<R extends "v128" | "void">(name: string, _r: R): LaneAccess<R> {
  const o = op(name);
  return (address, vector, lane, offset = 0, align = o.width) =>
    node(o, [address, vector], offset, 16 * align + lane) as Expr<R>;
}

export const v128 = {
  ...loads("v128", "v128", "load load8x8_s load8x8_u load16x4_s load16x4_u load32x2_s load32x2_u"),
  ...loads("v128", "v128", "load8_splat load16_splat load32_splat load64_splat load32_zero load64_zero"),
  ...stores("v128", "v128", "store"),
  load8_lane: laneAccess("v128.load8_lane", "v128"),
  load16_lane: laneAccess("v128.load16_lane", "v128"),
  load32_lane: laneAccess("v128.load32_lane", "v128"),
  load64_lane: laneAccess("v128.load64_lane", "v128"),
  store8_lane: laneAccess("v128.store8_lane", "void"),
  store16_lane: laneAccess("v128.store16_lane", "void"),
  store32_lane: laneAccess("v128.store32_lane", "void"),
  store64_lane: laneAccess("v128.store64_lane", "void"),
  ...unary("v128", "v128", "v128", "not"),
  /** `andnot(a, b)` is `a & ~b`. */
  ...binary("v128", "v128", "v128", "v128", "and andnot or xor"),
  ...unary("v128", "v128", "i32", "any_true"),
  /** Bits of `a` where the mask is 1, of `b` where it is 0. */
  bitselect: (a: V128, b: V128, mask: V128): V128 => node(bitselect!, [a, b, mask]) as V128,
  if: (condition: Operand<"i32">, a: V128, b: V128): V128 => either("v128", condition, a, b),
  select: (condition: Operand<"i32">, a: V128, b: V128): V128 => select("v128", condition, a, b),
};

const compare = "eq ne lt_s lt_u gt_s gt_u le_s le_u ge_s ge_u";
const extremes = "min_s min_u max_s max_u";
const saturating = "add_sat_s add_sat_u sub_sat_s sub_sat_u avgr_u";

/** What the four shapes have in common. */
function shape<S extends "i8x16" | "i16x8" | "i32x4" | "i64x2">(name: S) {
  return {
    ...unary(name, "v128", "v128", "abs neg"),
    ...unary(name, "v128", "i32", "all_true bitmask"),
    ...binary(name, "v128", "i32", "v128", "shl shr_s shr_u"),
    ...binary(name, "v128", "v128", "v128", "add sub"),
  };
}

export const i8x16 = {
  ...shape("i8x16"),
  const: (...values: number[]): V128 => lanes(8, values),
  shuffle: (a: V128, b: V128, chosen: readonly number[]): V128 => shuffle(1, a, b, chosen),
  ...unary("i8x16", "i32", "v128", "splat"),
  ...unary("i8x16", "v128", "v128", "popcnt"),
  ...binary("i8x16", "v128", "v128", "v128", "swizzle narrow_i16x8_s narrow_i16x8_u"),
  ...binary("i8x16", "v128", "v128", "v128", compare),
  ...binary("i8x16", "v128", "v128", "v128", extremes),
  ...binary("i8x16", "v128", "v128", "v128", saturating),
  extract_lane_s: extract("i8x16.extract_lane_s", "i32"),
  extract_lane_u: extract("i8x16.extract_lane_u", "i32"),
  replace_lane: replace("i8x16.replace_lane", "i32"),
};

export const i16x8 = {
  ...shape("i16x8"),
  const: (...values: number[]): V128 => lanes(16, values),
  shuffle: (a: V128, b: V128, chosen: readonly number[]): V128 => shuffle(2, a, b, chosen),
  ...unary("i16x8", "i32", "v128", "splat"),
  ...unary("i16x8", "v128", "v128", "extend_low_i8x16_s extend_high_i8x16_s extend_low_i8x16_u extend_high_i8x16_u"),
  ...binary("i16x8", "v128", "v128", "v128", "mul narrow_i32x4_s narrow_i32x4_u"),
  ...binary("i16x8", "v128", "v128", "v128", compare),
  ...binary("i16x8", "v128", "v128", "v128", extremes),
  ...binary("i16x8", "v128", "v128", "v128", saturating),
  extract_lane_s: extract("i16x8.extract_lane_s", "i32"),
  extract_lane_u: extract("i16x8.extract_lane_u", "i32"),
  replace_lane: replace("i16x8.replace_lane", "i32"),
};

export const i32x4 = {
  ...shape("i32x4"),
  const: (...values: number[]): V128 => lanes(32, values),
  shuffle: (a: V128, b: V128, chosen: readonly number[]): V128 => shuffle(4, a, b, chosen),
  ...unary("i32x4", "i32", "v128", "splat"),
  ...unary("i32x4", "v128", "v128", "extend_low_i16x8_s extend_high_i16x8_s extend_low_i16x8_u extend_high_i16x8_u"),
  ...binary("i32x4", "v128", "v128", "v128", "mul dot_i16x8_s"),
  ...binary("i32x4", "v128", "v128", "v128", compare),
  ...binary("i32x4", "v128", "v128", "v128", extremes),
  extract_lane: extract("i32x4.extract_lane", "i32"),
  replace_lane: replace("i32x4.replace_lane", "i32"),
};

export const i64x2 = {
  ...shape("i64x2"),
  const: (...values: (number | bigint)[]): V128 => lanes(64, values),
  shuffle: (a: V128, b: V128, chosen: readonly number[]): V128 => shuffle(8, a, b, chosen),
  ...unary("i64x2", "i64", "v128", "splat"),
  ...unary("i64x2", "v128", "v128", "extend_low_i32x4_s extend_high_i32x4_s extend_low_i32x4_u extend_high_i32x4_u"),
  ...binary("i64x2", "v128", "v128", "v128", "mul eq ne lt_s gt_s le_s ge_s"),
  extract_lane: extract("i64x2.extract_lane", "i64"),
  replace_lane: replace("i64x2.replace_lane", "i64"),
};
