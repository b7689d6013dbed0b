import { append, type Span } from "../base/index.ts";
import { type Binary, type Expr, someExpr } from "../syntax/index.ts";
import type { Context } from "./context.ts";
import type { CheckedTemplate } from "./model.ts";
import type { Tables } from "./tables.ts";

/** A clock term that has no place in a difference-bound matrix, and why. */
interface SymbolicFault {
  readonly span: Span;
  readonly message: string;
}

const comparisons: ReadonlySet<string> = new Set(["<", "<=", "==", "!=", ">=", ">"]);

/**
 * What the symbolic engine cannot take in a guard, invariant or formula that type-checks (TY2): UPPAAL's types let clocks
 * into booleans and doubles, because statistical checking can evaluate them. Comparisons that amount to `x ~ n` or
 * `x - y ~ n` with integers pass, however they are written. Parts about hybrid clocks only are ignored by the engine.
 * A guard or invariant must be a conjunction of such comparisons, each perhaps with a way out in data; a query need not.
 */
function symbolicFaults(tables: Tables, root: Expr, where: "guard" | "query" = "guard"): readonly SymbolicFault[] {
  const faults: SymbolicFault[] = [];
  const pending: Expr[] = [root];
  for (let expr = pending.pop(); expr !== undefined; expr = pending.pop()) {
    const fault = where === "guard" ? shapeFault(tables, expr) : undefined;
    if (fault !== undefined) {
      faults.push({ span: expr, message: fault });
      continue;
    }
    const parts = partsOf(expr);
    if (parts !== undefined) append(pending, parts);
    else {
      const inside = termFault(tables, expr);
      if (inside !== undefined) faults.push({ span: expr, message: inside });
    }
  }
  return faults;
}

/** What logical connectives connect, last first; undefined for anything else. */
function partsOf(expr: Expr): readonly Expr[] | undefined {
  if (expr.kind === "binary" && (expr.op === "&&" || expr.op === "||" || expr.op === "imply"))
    return [expr.right, expr.left];
  if (expr.kind === "unary" && expr.op === "!") return [expr.operand];
  return expr.kind === "quantified" && expr.quantifier !== "sum" ? [expr.body] : undefined;
}

/** Connectives that would make a guard describe something else than a zone. */
function shapeFault(tables: Tables, expr: Expr): string | undefined {
  const clocks = (part: Expr) => mentionsClock(tables, part) && !mentionsHybrid(tables, part);
  if (expr.kind === "binary") {
    if (expr.op === "||" && clocks(expr.left) && clocks(expr.right)) return "a choice between clock constraints";
    if (expr.op === "imply" && clocks(expr.left)) return "a negated clock constraint";
    if (expr.op === "!=" && clocks(expr)) return "an inequality of clocks";
  }
  if (expr.kind === "unary" && expr.op === "!" && clocks(expr)) return "a negated clock constraint";
  return expr.kind === "quantified" && expr.quantifier === "exists" && clocks(expr)
    ? "a choice between clock constraints"
    : undefined;
}

function termFault(tables: Tables, expr: Expr): string | undefined {
  if (expr.kind === "binary" && comparisons.has(expr.op)) return comparisonFault(tables, expr);
  return mentionsClock(tables, expr) ? "a clock inside an expression of data" : undefined;
}

export function warnSymbolic(ctx: Context, template: CheckedTemplate): void {
  const look = (expr: Expr | undefined) => {
    if (expr === undefined) return;
    for (const { span, message } of symbolicFaults(ctx.tables, expr)) {
      ctx.warn("symbolic-clock-term", span, `${message}: symbolic verification cannot take it`);
    }
  };
  for (const { node } of template.locations) look(node.invariant?.value);
  for (const { node } of template.edges) look(node.guard?.value);
}

function comparisonFault(tables: Tables, expr: Binary): string | undefined {
  if (expr.left.kind === "rate" || expr.right.kind === "rate") return undefined;
  if (!mentionsClock(tables, expr) || mentionsHybrid(tables, expr)) return undefined;
  const sum: Linear = { plus: 0, minus: 0 };
  if (!add(tables, expr.left, 1, sum) || !add(tables, expr.right, -1, sum))
    return "a clock in a term that is not a sum";
  if (sum.plus > 1 || sum.minus > 1) return "a comparison of more than the difference of two clocks";
  if (usesDouble(tables, expr)) return "a clock compared with a double";
  return undefined;
}

/** How many clocks are added and subtracted. */
interface Linear {
  plus: number;
  minus: number;
}

/** Adds a term to a sum; false when clocks take part in more than sums. */
function add(tables: Tables, expr: Expr, sign: 1 | -1, sum: Linear): boolean {
  const pending: [Expr, 1 | -1][] = [[expr, sign]];
  for (let item = pending.pop(); item !== undefined; item = pending.pop()) {
    const [part, s] = item;
    if (part.kind === "binary" && (part.op === "+" || part.op === "-")) {
      pending.push([part.left, s], [part.right, part.op === "+" ? s : s === 1 ? -1 : 1]);
    } else if (part.kind === "unary" && part.op !== "!") {
      pending.push([part.operand, part.op === "+" ? s : s === 1 ? -1 : 1]);
    } else if (isClockTerm(tables, part)) {
      if (s === 1) sum.plus++;
      else sum.minus++;
    } else if (mentionsClock(tables, part)) return false;
  }
  return true;
}

function isClockTerm(tables: Tables, expr: Expr): boolean {
  return (
    (expr.kind === "name" || expr.kind === "index" || expr.kind === "member") && tables.typeOf(expr)?.kind === "clock"
  );
}

function mentionsClock(tables: Tables, expr: Expr): boolean {
  return someExpr(expr, (part) => {
    if (isClockTerm(tables, part)) return true;
    if (part.kind !== "call") return false;
    const symbol =
      part.callee.kind === "name"
        ? tables.symbolOf(part.callee)
        : part.callee.kind === "member"
          ? tables.symbolOf(part.callee.member)
          : undefined;
    return symbol?.kind === "function" && [...symbol.reads].some((v) => v.type.kind === "clock" && !v.type.hybrid);
  });
}

function mentionsHybrid(tables: Tables, expr: Expr): boolean {
  return someExpr(expr, (part) => {
    const type = tables.typeOf(part);
    return type?.kind === "clock" && type.hybrid;
  });
}

function usesDouble(tables: Tables, expr: Expr): boolean {
  return someExpr(expr, (part) => {
    const kind = tables.typeOf(part)?.kind;
    // `n - x` is typed as a double; what counts is what its parts are.
    return kind === "double" && part.kind !== "binary" && part.kind !== "unary";
  });
}
