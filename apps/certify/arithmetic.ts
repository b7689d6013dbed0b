/** Operators on integers of 32 bits (docs/semantics.md 2.1 to 2.5). */
import type { BinaryOp } from "../../src/syntax/index.ts";
import { Fault } from "./outcome.ts";

type Value = () => number;

export function arithmetic(op: BinaryOp, a: Value, b: Value): Value {
  switch (op) {
    case "&&":
      return () => (a() !== 0 && b() !== 0 ? 1 : 0);
    case "||":
      return () => (a() !== 0 || b() !== 0 ? 1 : 0);
    case "imply":
      return () => (a() === 0 || b() !== 0 ? 1 : 0);
    default: {
      const apply = operator(op);
      return () => {
        const left = a();
        return apply(left, b());
      };
    }
  }
}

export function operator(op: BinaryOp): (a: number, b: number) => number {
  switch (op) {
    case "+":
      return (a, b) => (a + b) | 0;
    case "-":
      return (a, b) => (a - b) | 0;
    case "*":
      return Math.imul;
    case "/":
      return (a, b) => Math.trunc(a / divisor(b)) | 0;
    case "%":
      return (a, b) => (a % divisor(b)) | 0;
    case "**":
      return power;
    case "<<":
      return (a, b) => a << count(b);
    case ">>":
      return (a, b) => a >> count(b);
    case "&":
      return (a, b) => a & b;
    case "|":
      return (a, b) => a | b;
    case "^":
      return (a, b) => a ^ b;
    case "<?":
      return Math.min;
    case ">?":
      return Math.max;
    case "xor":
      return (a, b) => ((a !== 0) !== (b !== 0) ? 1 : 0);
    case "==":
      return (a, b) => (a === b ? 1 : 0);
    case "!=":
      return (a, b) => (a !== b ? 1 : 0);
    case "<":
      return (a, b) => (a < b ? 1 : 0);
    case "<=":
      return (a, b) => (a <= b ? 1 : 0);
    case ">":
      return (a, b) => (a > b ? 1 : 0);
    case ">=":
      return (a, b) => (a >= b ? 1 : 0);
    default:
      throw new Error(`'${op}' is not an operator on two values`);
  }
}

/** 2.2 */
function divisor(b: number): number {
  if (b === 0) throw new Fault("division by zero");
  return b;
}

/** 2.3 */
function count(b: number): number {
  if (b < 0) throw new Fault(`shift by ${b}`);
  return b;
}

/** 2.4 */
function power(a: number, b: number): number {
  if (b < 0) return a === 1 || (a === -1 && b % 2 === 0) ? 1 : a === -1 ? -1 : 0;
  let result = 1;
  let square = a;
  for (let rest = b; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) result = Math.imul(result, square);
    square = Math.imul(square, square);
  }
  return result;
}
