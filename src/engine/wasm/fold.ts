/**
 * Simplification of integer expressions while they are built: operations on constants are computed, neutral operands
 * (`x + 0`, `x * 1`, `x & -1`, ...) disappear, sums of constants are joined, negated comparisons become the opposite
 * comparison. Ensures: the result has the value and the effects of the unsimplified node (WebAssembly core specification
 * 2.0, section 4.3.2, integer operations); nothing that may trap or act is dropped, and what would trap stays to trap.
 */
import { constI32, constI64, type Expr, type I32, isConst, node, valueI32, valueI64 } from "./expr.ts";
import { type Op, op } from "./opcodes.ts";

type Evaluate<N> = (a: N, b: N) => N | boolean | null;

const minI32 = -0x80000000;
const minI64 = -(1n << 63n);
const u64 = (a: bigint): bigint => BigInt.asUintN(64, a);

/** Wrapping is done by the caller; null where the operation traps. */
const evaluateI32: Readonly<Record<string, Evaluate<number>>> = {
  add: (a, b) => a + b,
  sub: (a, b) => a - b,
  mul: Math.imul,
  div_s: (a, b) => (b === 0 || (a === minI32 && b === -1) ? null : a / b),
  div_u: (a, b) => (b === 0 ? null : (a >>> 0) / (b >>> 0)),
  rem_s: (a, b) => (b === 0 ? null : a % b),
  rem_u: (a, b) => (b === 0 ? null : (a >>> 0) % (b >>> 0)),
  and: (a, b) => a & b,
  or: (a, b) => a | b,
  xor: (a, b) => a ^ b,
  shl: (a, b) => a << b,
  shr_s: (a, b) => a >> b,
  shr_u: (a, b) => a >>> b,
  eq: (a, b) => a === b,
  ne: (a, b) => a !== b,
  lt_s: (a, b) => a < b,
  lt_u: (a, b) => a >>> 0 < b >>> 0,
  gt_s: (a, b) => a > b,
  gt_u: (a, b) => a >>> 0 > b >>> 0,
  le_s: (a, b) => a <= b,
  le_u: (a, b) => a >>> 0 <= b >>> 0,
  ge_s: (a, b) => a >= b,
  ge_u: (a, b) => a >>> 0 >= b >>> 0,
};

const evaluateI64: Readonly<Record<string, Evaluate<bigint>>> = {
  add: (a, b) => a + b,
  sub: (a, b) => a - b,
  mul: (a, b) => a * b,
  div_s: (a, b) => (b === 0n || (a === minI64 && b === -1n) ? null : a / b),
  div_u: (a, b) => (b === 0n ? null : u64(a) / u64(b)),
  rem_s: (a, b) => (b === 0n ? null : a % b),
  rem_u: (a, b) => (b === 0n ? null : u64(a) % u64(b)),
  and: (a, b) => a & b,
  or: (a, b) => a | b,
  xor: (a, b) => a ^ b,
  shl: (a, b) => a << (b & 63n),
  shr_s: (a, b) => a >> (b & 63n),
  shr_u: (a, b) => u64(a) >> (b & 63n),
  eq: (a, b) => a === b,
  ne: (a, b) => a !== b,
  lt_s: (a, b) => a < b,
  lt_u: (a, b) => u64(a) < u64(b),
  gt_s: (a, b) => a > b,
  gt_u: (a, b) => u64(a) > u64(b),
  le_s: (a, b) => a <= b,
  le_u: (a, b) => u64(a) <= u64(b),
  ge_s: (a, b) => a >= b,
  ge_u: (a, b) => u64(a) >= u64(b),
};

/** Per instruction: how to compute it, its name without the type, whether its operands may be exchanged. */
interface Rule {
  readonly word: string;
  readonly i32: Evaluate<number> | null;
  readonly i64: Evaluate<bigint> | null;
  readonly commutes: boolean;
}

const rules = new Map<Op, Rule>();
const commuting = new Set(["add", "mul", "and", "or", "xor", "eq", "ne"]);
for (const [word, evaluate] of Object.entries(evaluateI32)) {
  rules.set(op(`i32.${word}`), { word, i32: evaluate, i64: null, commutes: commuting.has(word) });
}
for (const [word, evaluate] of Object.entries(evaluateI64)) {
  rules.set(op(`i64.${word}`), { word, i32: null, i64: evaluate, commutes: commuting.has(word) });
}

const opposite = new Map<Op, Op>();
for (const type of ["i32", "i64"]) {
  for (const [a, b] of [
    ["eq", "ne"],
    ["lt_s", "ge_s"],
    ["lt_u", "ge_u"],
    ["gt_s", "le_s"],
    ["gt_u", "le_u"],
  ]) {
    opposite.set(op(`${type}.${a}`), op(`${type}.${b}`));
    opposite.set(op(`${type}.${b}`), op(`${type}.${a}`));
  }
}
const eqz = op("i32.eqz");
const eqz64 = op("i64.eqz");
const ne = op("i32.ne");

/** A node with two integer operands, simplified. */
export function foldBinary(o: Op, x: Expr, y: Expr): Expr {
  if (!isConst(x) && !isConst(y)) return node(o, [x, y]);
  const rule = rules.get(o);
  if (rule === undefined) return node(o, [x, y]);
  if (isConst(x) && isConst(y)) return compute(rule, x, y) ?? node(o, [x, y]);
  const [a, b] = rule.commutes && isConst(x) ? [y, x] : [x, y];
  if (!isConst(b)) return node(o, [a, b]);
  return neutral(rule.word, a, b) ?? joined(o, rule, a, b) ?? node(o, [a, b]);
}

function compute(rule: Rule, x: Expr, y: Expr): Expr | null {
  if (rule.i32 !== null) {
    const value = rule.i32(x.imm, y.imm);
    return value === null ? null : constI32(Number(value) | 0);
  }
  const value = rule.i64!(valueI64(x)!, valueI64(y)!);
  if (value === null) return null;
  return typeof value === "boolean" ? constI32(Number(value)) : constI64(value);
}

function small(e: Expr): number | null {
  const wide = valueI64(e);
  if (wide === null) return valueI32(e);
  return wide >= -1n && wide <= 1n ? Number(wide) : null;
}

/** `a` with a constant `b` that makes the operation do nothing, or makes its result constant. */
function neutral(word: string, a: Expr, b: Expr): Expr | null {
  const value = small(b);
  switch (word) {
    case "add":
    case "sub":
    case "or":
    case "xor":
    case "shl":
    case "shr_s":
    case "shr_u":
      return value === 0 ? a : null;
    case "div_s":
    case "div_u":
      return value === 1 ? a : null;
    case "mul":
      return value === 1 ? a : value === 0 && a.pure ? b : null;
    case "and":
      return value === -1 ? a : value === 0 && a.pure ? b : null;
    default:
      return null;
  }
}

/** `(z + c) + d` as `z + (c + d)`, and the same for `*`, `&`, `|`, `^`; `x - c` as `x + -c` so that it joins as well. */
function joined(o: Op, rule: Rule, a: Expr, b: Expr): Expr | null {
  if (rule.word === "sub") {
    const negative = rule.i32 !== null ? constI32(-b.imm | 0) : constI64(-valueI64(b)!);
    return foldBinary(op(rule.i32 !== null ? "i32.add" : "i64.add"), a, negative);
  }
  if (!rule.commutes || a.op !== o || rule.word === "eq" || rule.word === "ne" || !isConst(a.args[1]!)) return null;
  return foldBinary(o, a.args[0]!, compute(rule, a.args[1]!, b)!);
}

/** `eqz` of an operand, simplified: the negation of a condition. */
export function foldEqz(o: Op, a: Expr): Expr {
  const value = small(a);
  if (isConst(a)) return constI32(value === 0 ? 1 : 0);
  if (o === eqz) {
    const inverse = opposite.get(a.op);
    if (inverse !== undefined) return node(inverse, a.args);
    if (a.op === eqz && isBoolean(a.args[0]!)) return a.args[0]!;
    if (a.op === eqz64) return node(op("i64.ne"), [a.args[0]!, 0n]);
  }
  return node(o, [a]);
}

const booleans = new Set([...opposite.keys(), eqz, eqz64, op("v128.any_true")]);
for (const word of ["eq", "ne", "lt", "gt", "le", "ge"]) booleans.add(op(`f64.${word}`));
for (const shape of ["i8x16", "i16x8", "i32x4", "i64x2"]) booleans.add(op(`${shape}.all_true`));

/** Is the value always 0 or 1? */
export function isBoolean(e: Expr): boolean {
  return booleans.has(e.op);
}

/** An expression that is 0 exactly where this one is, for places that ask for nothing else: `!!x` and `x != 0` are `x`. */
export function asCondition(e: I32): I32 {
  let current = e;
  for (;;) {
    const [a, b] = current.args as I32[];
    if (current.op === eqz && a!.op === eqz) current = a!.args[0] as I32;
    else if (current.op === ne && valueI32(b!) === 0) current = a!;
    else return current;
  }
}
