/**
 * Whether evaluating an expression might fault (docs/semantics.md 6.1), judged by its form alone: where it is not plain that
 * it cannot, it might.
 */
import { type Expr, someExpr } from "../../src/syntax/index.ts";
import { rangeOf, shape } from "./expression.ts";
import { Unsupported } from "./outcome.ts";
import { type Context, typeOf } from "./scope.ts";

const risky = new Set(["/", "%", "<<", ">>", "**"]);

/** Requires: what is left of it to evaluate is a condition or a number, and nothing in it is assigned to. */
export function mayFault(expr: Expr, context: Context): boolean {
  return someExpr(expr, (part) => {
    switch (part.kind) {
      case "binary":
        return risky.has(part.op);
      case "index":
        return !isIndex(part, context);
      case "call":
        return !isProcess(part, context);
      case "assign":
      case "step":
        return true;
      default:
        return false;
    }
  });
}

/** Whether all values that the type of an index allows are in the array. Variables never leave their types. */
function isIndex({ array, index }: Extract<Expr, { kind: "index" }>, context: Context): boolean {
  const whole = shape(typeOf(array, context), context);
  const range = valuesOf(index, context);
  if (whole.kind !== "array" || range === undefined) return false;
  return range[0] >= whole.low && range[1] < whole.low + whole.length;
}

/** Whether `T(i, j)` is a process whatever the values of i and j. */
function isProcess({ callee, args }: Extract<Expr, { kind: "call" }>, context: Context): boolean {
  const symbol = callee.kind === "name" ? context.tables.symbolOf(callee) : undefined;
  if (symbol?.kind !== "instance") return false;
  const ranges = args.map((arg) => valuesOf(arg, context));
  if (ranges.includes(undefined)) return false;
  const meant = (context.processes.get(symbol) ?? []).filter((p) =>
    ranges.every((range, k) => p.args[k]! >= range![0] && p.args[k]! <= range![1]),
  );
  return meant.length === ranges.reduce((product, range) => product * (range![1] - range![0] + 1), 1);
}

/** The value of a constant, or the values of a variable's type; undefined for what is neither. */
export function valuesOf(expr: Expr, context: Context): readonly [number, number] | undefined {
  const known = context.constant(expr);
  if (known !== undefined && Number.isInteger(known)) return [known, known];
  if (expr.kind !== "name") return undefined;
  try {
    const { low, high } = rangeOf(typeOf(expr, context), context);
    return [low(), high()];
  } catch (error) {
    if (error instanceof Unsupported) return undefined;
    throw error;
  }
}
