import type { Tables, Variable } from "../model/index.ts";
import { type BinaryOp, childrenOf, type Expr } from "../syntax/index.ts";
import { baseOf } from "./uses.ts";

/** Conditions taken apart: what a guard or invariant demands of clocks, one comparison after the other. */
type Comparison = "<" | "<=" | "==" | ">=" | ">" | "!=";

/** `clock op bound`, with the clock on the left. Differences of clocks are none of these. */
export interface ClockComparison {
  readonly clock: Variable;
  readonly op: Comparison;
  readonly bound: Expr;
  readonly expr: Expr;
}

const turned: Readonly<Record<Comparison, Comparison>> = {
  "<": ">",
  "<=": ">=",
  "==": "==",
  ">=": "<=",
  ">": "<",
  "!=": "!=",
};

export function isComparison(op: BinaryOp): op is Comparison {
  return op in turned;
}

/** The parts of a conjunction, which may be as long as the file. */
export function conjuncts(expr: Expr): readonly Expr[] {
  const found: Expr[] = [];
  const pending: Expr[] = [expr];
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    if (part.kind === "binary" && part.op === "&&") pending.push(part.right, part.left);
    else found.push(part);
  }
  return found;
}

/** The comparisons of single clocks that must hold for the condition to. */
export function clockComparisons(expr: Expr, tables: Tables): readonly ClockComparison[] {
  return conjuncts(expr).flatMap((part) => {
    if (part.kind !== "binary" || !isComparison(part.op)) return [];
    const [left, right] = [clockOf(part.left, tables), clockOf(part.right, tables)];
    if (left !== undefined && right === undefined) return [{ clock: left, op: part.op, bound: part.right, expr: part }];
    if (right !== undefined && left === undefined)
      return [{ clock: right, op: turned[part.op], bound: part.left, expr: part }];
    return [];
  });
}

/** The clock that an expression is; elements of an array of clocks are taken for the whole. */
function clockOf(expr: Expr, tables: Tables): Variable | undefined {
  if (expr.kind !== "name" && expr.kind !== "index" && expr.kind !== "member") return undefined;
  const base = baseOf(expr, tables);
  return base?.kind === "variable" && isClocks(base) ? base : undefined;
}

/** Whether a variable is a clock or an array of clocks. */
export function isClocks({ type }: Variable): boolean {
  return type.kind === "clock" || (type.kind === "array" && isClocks({ type: type.element } as Variable));
}

export function isUpper(op: Comparison): boolean {
  return op === "<" || op === "<=" || op === "==";
}

export function isLower(op: Comparison): boolean {
  return op === ">" || op === ">=" || op === "==";
}

/** All parts of an expression, the whole first. */
export function* partsOf(expr: Expr): Generator<Expr> {
  const pending: Expr[] = [expr];
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    yield part;
    for (const child of childrenOf(part)) pending.push(child);
  }
}
