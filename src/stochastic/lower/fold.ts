import type { Origin } from "../../network/index.ts";
import type { Arithmetic, Code, Condition, Relation, Type } from "../code.ts";

/** Small constructors of code that fold what is known. */
export const zero: Code = { op: "const", is: "int", value: 0 };
export const one: Code = { op: "const", is: "int", value: 1 };
export const always: Condition = { is: "and", items: [] };
const never: Condition = { is: "or", items: [] };

export function int(value: number): Code {
  return { op: "const", is: "int", value: value | 0 };
}

export function real(value: number): Code {
  return { op: "const", is: "real", value };
}

export function constant(value: number, is: Type): Code {
  return is === "int" ? int(value) : real(value);
}

export function isConst(code: Code): code is Code & { op: "const" } {
  return code.op === "const";
}

export function toReal(a: Code): Code {
  if (a.is === "real") return a;
  return isConst(a) ? real(a.value) : { op: "toReal", is: "real", a };
}

/** As wide as the other. */
function alike(a: Code, b: Code): [Code, Code, Type] {
  return a.is === "int" && b.is === "int" ? [a, b, "int"] : [toReal(a), toReal(b), "real"];
}

export function arithmetic(op: Arithmetic, x: Code, y: Code, origin: Origin): Code {
  const [a, b, is] = alike(x, y);
  if (isConst(a) && isConst(b)) {
    const known = is === "int" ? wholes[op]?.(a.value, b.value) : reals[op]?.(a.value, b.value);
    if (known !== undefined) return constant(known, is);
  }
  if (op === "add" && isConst(a) && a.value === 0) return b;
  if ((op === "add" || op === "sub") && isConst(b) && b.value === 0) return a;
  if (op === "mul" && isConst(a) && a.value === 1) return b;
  if ((op === "mul" || op === "div") && isConst(b) && b.value === 1) return a;
  return { op, is, a, b, origin };
}

/** Powers of reals are left to the engine, so that the result is the same whether folded or not. */
const reals: Partial<Record<Arithmetic, (a: number, b: number) => number>> = {
  add: (a, b) => a + b,
  sub: (a, b) => a - b,
  mul: (a, b) => a * b,
  div: (a, b) => a / b,
};
const wholes: Partial<Record<Arithmetic, (a: number, b: number) => number | undefined>> = {
  add: (a, b) => (a + b) | 0,
  sub: (a, b) => (a - b) | 0,
  mul: (a, b) => Math.imul(a, b),
  div: (a, b) => (b === 0 ? undefined : (a / b) | 0),
  mod: (a, b) => (b === 0 ? undefined : (a % b) | 0),
};

export function compare(op: Relation, x: Code, y: Code): Code {
  const [a, b, of] = alike(x, y);
  if (isConst(a) && isConst(b)) return int(+relations[op](a.value, b.value));
  return { op, is: "int", of, a, b };
}

export const relations: Readonly<Record<Relation, (a: number, b: number) => boolean>> = {
  lt: (a, b) => a < b,
  le: (a, b) => a <= b,
  ge: (a, b) => a >= b,
  gt: (a, b) => a > b,
  eq: (a, b) => a === b,
  ne: (a, b) => a !== b,
};

export function negate(a: Code): Code {
  return isConst(a) ? constant(-a.value, a.is) : { op: "neg", is: a.is, a };
}

/** 0 or 1. */
export function truth(a: Code): Code {
  if (a.is === "real") return compare("ne", a, real(0));
  if (isConst(a)) return int(a.value === 0 ? 0 : 1);
  return yieldsTruth(a) ? a : { op: "bool", is: "int", a };
}

function yieldsTruth(a: Code): boolean {
  if ("of" in a) return true;
  return ["not", "bool", "both", "either", "forall", "exists", "same"].includes(a.op);
}

export function not(x: Code): Code {
  const a = truth(x);
  return isConst(a) ? int(1 - a.value) : { op: "not", is: "int", a };
}

export function both(x: Code, y: Code): Code {
  const [a, b] = [truth(x), truth(y)];
  if (isConst(a)) return a.value === 0 ? zero : b;
  return isConst(b) && b.value === 1 ? a : { op: "both", is: "int", a, b };
}

export function either(x: Code, y: Code): Code {
  const [a, b] = [truth(x), truth(y)];
  if (isConst(a)) return a.value === 0 ? b : one;
  return isConst(b) && b.value === 0 ? a : { op: "either", is: "int", a, b };
}

export function choose(condition: Code, x: Code, y: Code): Code {
  const [yes, no, is] = alike(x, y);
  const test = truth(condition);
  if (isConst(test)) return test.value === 0 ? no : yes;
  return { op: "choose", is, condition: test, yes, no };
}

export function sequence(items: readonly Code[]): Code {
  const [last] = items.slice(-1);
  if (last === undefined) return zero;
  return items.length === 1 ? last : { op: "sequence", is: last.is, items };
}

export function data(code: Code): Condition {
  const known = truth(code);
  return isConst(known) ? (known.value === 0 ? never : always) : { is: "data", code: known };
}

export function all(items: readonly Condition[]): Condition {
  const parts = items.flatMap((item) => (item.is === "and" ? item.items : [item]));
  const no = parts.find((item) => item.is === "or" && item.items.length === 0);
  const [only] = parts;
  return no ?? (parts.length === 1 && only ? only : { is: "and", items: parts });
}

export function some(items: readonly Condition[]): Condition {
  const parts = items.flatMap((item) => (item.is === "or" ? item.items : [item]));
  const yes = parts.find((item) => item.is === "and" && item.items.length === 0);
  const [only] = parts;
  return yes ?? (parts.length === 1 && only ? only : { is: "or", items: parts });
}

/** Whether evaluating it twice, or not at all, makes no difference. */
export function isPure(code: Code): boolean {
  switch (code.op) {
    case "const":
      return true;
    case "load":
    case "clock":
    case "rate":
      return code.at.first === undefined && code.at.terms.every(({ index }) => isPure(index));
    case "toReal":
    case "neg":
    case "not":
    case "bool":
    case "abs":
    case "toInt":
      return isPure(code.a);
    case "choose":
      return isPure(code.condition) && isPure(code.yes) && isPure(code.no);
    case "math":
      return code.args.every(isPure);
    case "random":
    case "call":
    case "store":
    case "reset":
    case "copy":
    case "spawn":
    case "exit":
    case "sequence":
    case "forall":
    case "exists":
    case "sum":
    case "same":
      return false;
    default:
      return isPure(code.a) && isPure(code.b);
  }
}
