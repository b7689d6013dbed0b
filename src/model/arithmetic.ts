import { power } from "../base/index.ts";
import type { BinaryOp } from "../syntax/index.ts";

/** Values in the making: like `Value`, but arrays may be changed in place. */
export type Store = number | string | Store[];

/** Somewhere a value stands: a variable, or an element of one. */
export interface Place {
  get(): Store;
  set(value: Store): void;
}

export function cell(value: Store): Place {
  let content = value;
  return {
    get: () => content,
    set: (v) => {
      content = v;
    },
  };
}

export function truth(value: Store): number {
  return value === 0 ? 0 : 1;
}

export function clone(value: Store): Store {
  return typeof value === "object" ? value.map(clone) : value;
}

/** Whole arrays and structs compare element by element. */
export function same(a: Store, b: Store): boolean {
  if (typeof a !== "object" || typeof b !== "object") return a === b;
  return a.length === b.length && a.every((v, i) => same(v, b[i]!));
}

/** Operators on numbers: integers wrap at 32 bits and divide towards zero as in C. The caller has ruled out faults. */
export function binary(op: BinaryOp, a: number, b: number, double: boolean): number | undefined {
  switch (op) {
    case "<":
      return Number(a < b);
    case "<=":
      return Number(a <= b);
    case ">":
      return Number(a > b);
    case ">=":
      return Number(a >= b);
    case "<?":
      return Math.min(a, b);
    case ">?":
      return Math.max(a, b);
    case "xor":
      return Number((a !== 0) !== (b !== 0));
    case "&":
      return a & b;
    case "|":
      return a | b;
    case "^":
      return a ^ b;
    case "<<":
      return a << b;
    case ">>":
      return a >> b;
    case "%":
      return (a % b) | 0;
  }
  if (double) {
    switch (op) {
      case "+":
        return a + b;
      case "-":
        return a - b;
      case "*":
        return a * b;
      case "/":
        return a / b;
      case "**":
        return a ** b;
      default:
        return undefined;
    }
  }
  switch (op) {
    case "+":
      return (a + b) | 0;
    case "-":
      return (a - b) | 0;
    case "*":
      return Math.imul(a, b);
    case "/":
      return Math.trunc(a / b) | 0;
    case "**":
      return power(a, b);
    default:
      return undefined;
  }
}
