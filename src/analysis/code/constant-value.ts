/**
 * The value of code that depends on known numbers only. What has an effect, or would be a fault, has none; nor has what has an
 * effect in a part that is not looked at here: asked after the code was run, its condition may be another by that very effect.
 */
import { type Address, type Code, compute, isPure } from "../../network/index.ts";

export function constantValue(code: Code, load: (a: Address) => number | undefined): number | undefined {
  switch (code.op) {
    case "const":
      return code.value;
    case "load":
      return load(code.at);
    case "neg":
    case "not":
    case "abs":
    case "bool":
    case "inv": {
      const a = constantValue(code.a, load);
      return a === undefined ? undefined : unary(code.op, a);
    }
    case "both":
    case "either": {
      const a = constantValue(code.a, load);
      if (a === undefined) return undefined;
      if ((a !== 0) === (code.op === "either")) return !isPure(code.b) ? undefined : a === 0 ? 0 : 1;
      const b = constantValue(code.b, load);
      return b === undefined ? undefined : b === 0 ? 0 : 1;
    }
    case "choose": {
      const condition = constantValue(code.condition, load);
      if (condition === undefined || !isPure(code.yes) || !isPure(code.no)) return undefined;
      return constantValue(condition === 0 ? code.no : code.yes, load);
    }
    case "add":
    case "sub":
    case "mul":
    case "div":
    case "mod":
    case "min":
    case "max":
    case "lt":
    case "le":
    case "ge":
    case "gt":
    case "eq":
    case "ne": {
      const a = constantValue(code.a, load);
      if (a === undefined) return undefined;
      const b = constantValue(code.b, load);
      return b === undefined ? undefined : compute(code.op, a, b);
    }
    default:
      return undefined;
  }
}

function unary(op: "neg" | "not" | "abs" | "bool" | "inv", a: number): number {
  if (op === "neg") return -a | 0;
  if (op === "not") return a === 0 ? 1 : 0;
  if (op === "abs") return Math.abs(a) | 0;
  return op === "bool" ? (a === 0 ? 0 : 1) : ~a;
}
