/**
 * Expressions on numbers: `i32.add(x, 1)`, `i64.load(p, 8)`, `f64.convert_i32_s(n)`; named as in WebAssembly text, with
 * the operands in stack order (core specification 2.0, section 4.3). Integer operations are simplified as they are built
 * (`fold.ts`). Added to the instructions: `if` (evaluates one of two operands), `select` (evaluates both), and the
 * short-circuit connectives `andThen` and `orElse` on conditions.
 */
import {
  constF64,
  constI32,
  constI64,
  type Expr,
  either,
  type I32,
  node,
  type Operand,
  operand,
  select,
} from "./expr.ts";
import { foldBinary, foldEqz, isBoolean } from "./fold.ts";
import type { Data } from "./handles.ts";
import { op } from "./opcodes.ts";
import { binary, folded, loads, stores, unary } from "./tables.ts";

type Condition = Operand<"i32">;

const arithmetic = "add sub mul div_s div_u rem_s rem_u and or xor shl shr_s shr_u rotl rotr";
const comparison = "eq ne lt_s lt_u gt_s gt_u le_s le_u ge_s ge_u";
const [eqz32, eqz64, ne32, grow, size, wrap, extendS, extendU] = [
  "i32.eqz",
  "i64.eqz",
  "i32.ne",
  "memory.grow",
  "memory.size",
  "i32.wrap_i64",
  "i64.extend_i32_s",
  "i64.extend_i32_u",
].map(op);

/** 0 or 1: is the operand different from 0? */
function truth(a: Condition): I32 {
  const e = operand("i32", a, ne32!);
  return isBoolean(e) ? e : (foldBinary(ne32!, e, constI32(0)) as I32);
}

export const i32 = {
  const: constI32,
  ...folded("i32", "i32", arithmetic),
  ...folded("i32", "i32", comparison),
  ...unary("i32", "i32", "i32", "clz ctz popcnt extend8_s extend16_s"),
  ...unary("i32", "f64", "i32", "trunc_f64_s trunc_f64_u trunc_sat_f64_s trunc_sat_f64_u"),
  ...loads("i32", "i32", "load load8_s load8_u load16_s load16_u"),
  ...stores("i32", "i32", "store store8 store16"),
  wrap_i64: (a: Operand<"i64">): I32 => node(wrap!, [a]) as I32,
  eqz: (a: Condition): I32 => foldEqz(eqz32!, operand("i32", a, eqz32!)) as I32,
  truth,
  if: (condition: Condition, a: Condition, b: Condition): I32 => either("i32", condition, a, b),
  select: (condition: Condition, a: Condition, b: Condition): I32 => select("i32", condition, a, b),
  /** `b` if `a` is not 0, else 0 without evaluating `b`. */
  andThen: (a: Condition, b: Condition): I32 => either("i32", a, b, 0),
  /** 1 if `a` is not 0, else `b`, which is evaluated only then. */
  orElse: (a: Condition, b: Condition): I32 => either("i32", a, 1, b),
};

export const i64 = {
  const: constI64,
  ...folded("i64", "i64", arithmetic),
  ...folded("i64", "i32", comparison),
  ...unary("i64", "i64", "i64", "clz ctz popcnt extend8_s extend16_s extend32_s"),
  ...unary("i64", "f64", "i64", "trunc_f64_s trunc_f64_u trunc_sat_f64_s trunc_sat_f64_u reinterpret_f64"),
  ...loads("i64", "i64", "load load8_s load8_u load16_s load16_u load32_s load32_u"),
  ...stores("i64", "i64", "store store8 store16 store32"),
  extend_i32_s: (a: Operand<"i32">): Expr<"i64"> => node(extendS!, [a]) as Expr<"i64">,
  extend_i32_u: (a: Operand<"i32">): Expr<"i64"> => node(extendU!, [a]) as Expr<"i64">,
  eqz: (a: Operand<"i64">): I32 => foldEqz(eqz64!, operand("i64", a, eqz64!)) as I32,
  if: (condition: Condition, a: Operand<"i64">, b: Operand<"i64">): Expr<"i64"> => either("i64", condition, a, b),
  select: (condition: Condition, a: Operand<"i64">, b: Operand<"i64">): Expr<"i64"> => select("i64", condition, a, b),
};

export const f64 = {
  const: constF64,
  ...binary("f64", "f64", "f64", "f64", "add sub mul div min max copysign"),
  ...binary("f64", "f64", "f64", "i32", "eq ne lt gt le ge"),
  ...unary("f64", "f64", "f64", "abs neg ceil floor trunc nearest sqrt"),
  ...unary("f64", "i32", "f64", "convert_i32_s convert_i32_u"),
  ...unary("f64", "i64", "f64", "convert_i64_s convert_i64_u reinterpret_i64"),
  ...loads("f64", "f64", "load"),
  ...stores("f64", "f64", "store"),
  if: (condition: Condition, a: Operand<"f64">, b: Operand<"f64">): Expr<"f64"> => either("f64", condition, a, b),
  select: (condition: Condition, a: Operand<"f64">, b: Operand<"f64">): Expr<"f64"> => select("f64", condition, a, b),
};

const [copy, fill, init, dropData] = ["memory.copy", "memory.fill", "memory.init", "data.drop"].map(op);

/** Operations on the whole memory (core specification 2.0, section 4.4.7); sizes of `size` and `grow` are in pages. */
export const memory = {
  size: (): I32 => node(size!, []) as I32,
  /** The old size, or -1 if the memory cannot grow. */
  grow: (pages: Condition): I32 => node(grow!, [pages]) as I32,
  copy: (to: Condition, from: Condition, bytes: Condition): Expr<"void"> =>
    node(copy!, [to, from, bytes]) as Expr<"void">,
  fill: (to: Condition, value: Condition, bytes: Condition): Expr<"void"> =>
    node(fill!, [to, value, bytes]) as Expr<"void">,
  init: (data: Data, to: Condition, from: Condition, bytes: Condition): Expr<"void"> =>
    node(init!, [to, from, bytes], 0, 0, data) as Expr<"void">,
  drop: (data: Data): Expr<"void"> => node(dropData!, [], 0, 0, data) as Expr<"void">,
};
