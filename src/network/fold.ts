import { power } from "../base/index.ts";
import type { BinaryOp, Code } from "./code.ts";
import type { Origin } from "./origin.ts";

/** Makers of code that fold constants on the way. What would be a fault at run time is left for run time to report. */
export const constant = (value: number): Code => ({ op: "const", value });
export const zero = constant(0);
export const one = constant(1);

export function isConst(code: Code): code is Code & { readonly op: "const" } {
  return code.op === "const";
}

/** The value of a binary operation on 32-bit integers, or undefined where it is a fault. */
export function compute(op: BinaryOp, a: number, b: number): number | undefined {
  switch (op) {
    case "add":
      return (a + b) | 0;
    case "sub":
      return (a - b) | 0;
    case "mul":
      return Math.imul(a, b);
    case "div":
      return b === 0 ? undefined : (a / b) | 0;
    case "mod":
      return b === 0 ? undefined : (a % b) | 0;
    case "pow":
      return power(a, b);
    case "min":
      return Math.min(a, b);
    case "max":
      return Math.max(a, b);
    case "shl":
      return b < 0 || b > 31 ? undefined : a << b;
    case "shr":
      return b < 0 || b > 31 ? undefined : a >> b;
    case "and":
      return a & b;
    case "or":
      return a | b;
    case "xor":
      return a ^ b;
    case "lt":
      return +(a < b);
    case "le":
      return +(a <= b);
    case "ge":
      return +(a >= b);
    case "gt":
      return +(a > b);
    case "eq":
      return +(a === b);
    case "ne":
      return +(a !== b);
  }
}

export function binary(op: BinaryOp, a: Code, b: Code, origin: Origin): Code {
  if (isConst(a) && isConst(b)) {
    const value = compute(op, a.value, b.value);
    if (value !== undefined) return constant(value);
  }
  if ((op === "add" || op === "sub") && isConst(b) && b.value === 0) return a;
  if (op === "add" && isConst(a) && a.value === 0) return b;
  return { op, a, b, origin };
}

export function negate(a: Code): Code {
  return isConst(a) ? constant(-a.value | 0) : a.op === "neg" ? a.a : { op: "neg", a };
}

export function not(a: Code): Code {
  if (isConst(a)) return constant(a.value === 0 ? 1 : 0);
  return { op: "not", a };
}

/** 0 or 1. */
export function truth(a: Code): Code {
  if (isConst(a)) return constant(a.value === 0 ? 0 : 1);
  return isTruth(a) ? a : { op: "bool", a };
}

const truths: ReadonlySet<string> = new Set([
  "not",
  "bool",
  "both",
  "either",
  "lt",
  "le",
  "ge",
  "gt",
  "eq",
  "ne",
  "same",
  "forall",
  "exists",
]);
function isTruth(a: Code): boolean {
  return truths.has(a.op);
}

export function both(a: Code, b: Code): Code {
  if (isConst(a)) return a.value === 0 ? zero : truth(b);
  if (isConst(b) && b.value !== 0) return truth(a);
  return { op: "both", a, b };
}

export function either(a: Code, b: Code): Code {
  if (isConst(a)) return a.value !== 0 ? one : truth(b);
  if (isConst(b) && b.value === 0) return truth(a);
  return { op: "either", a, b };
}

export function choose(condition: Code, yes: Code, no: Code): Code {
  if (isConst(condition)) return condition.value !== 0 ? yes : no;
  return { op: "choose", condition, yes, no };
}

/** Whether evaluating twice is the same as once: no store, clock update or call. */
export function isPure(code: Code): boolean {
  switch (code.op) {
    case "const":
      return true;
    case "load":
      return code.at.first === undefined && code.at.terms.every((t) => isPure(t.index));
    case "neg":
    case "not":
    case "abs":
    case "bool":
    case "inv":
      return isPure(code.a);
    case "both":
    case "either":
      return isPure(code.a) && isPure(code.b);
    case "choose":
      return isPure(code.condition) && isPure(code.yes) && isPure(code.no);
    case "call":
    case "store":
    case "copy":
    case "reset":
    case "move":
    case "sequence":
      return false;
    case "same":
      return [code.a, code.b].every((at) => at.first === undefined && at.terms.every((t) => isPure(t.index)));
    case "forall":
    case "exists":
    case "sum":
      return isPure(code.body);
    default:
      return isPure(code.a) && isPure(code.b);
  }
}
