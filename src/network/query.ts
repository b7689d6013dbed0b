import { type Diagnostic, hasErrors, wants } from "../base/index.ts";
import type { CheckedQuery } from "../model/index.ts";
import type { Expr } from "../syntax/index.ts";
import { printExpr } from "../syntax/index.ts";
import { Builder } from "./builder.ts";
import type { BoundTerm, NetworkQuery } from "./code.ts";
import { Context } from "./context.ts";
import { findTooDeep, TOO_DEEP } from "./depth.ts";
import { lowerFormula } from "./formula.ts";
import type { Instantiated } from "./instantiate.ts";
import { lowerLinear, mentionsClock } from "./linear.ts";
import { lowering } from "./lower.ts";

/**
 * A checked query to code over the cells of the network. Its scratch cells and functions come after the network's; nothing
 * of the network is changed, so the same query is the same code whatever else is asked.
 * Queries of other kinds (games, statistics) are refused by name.
 */
export function instantiateQuery(
  made: Instantiated,
  checked: CheckedQuery,
  text: string,
): { query?: NetworkQuery; diagnostics: readonly Diagnostic[] } {
  wants("instantiateQuery", made, "instantiated");
  wants("instantiateQuery", checked, "checked query");
  wants("instantiateQuery", text, "text");
  const { model } = made;
  const builder = new Builder(made.builder);
  const context = new Context(model, builder, builder.globals, lowering, {
    file: "query",
    tables: checked,
    span: checked.query,
  });
  const shaped = lowerQuery(checked, context);
  const { diagnostics, cells, functions } = builder;
  if (!shaped || hasErrors(diagnostics)) return { diagnostics };
  const query = { ...shaped, text, origin: context.origin(checked.query), cells, functions };
  return { query, diagnostics };
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

function lowerQuery(
  { query, types }: CheckedQuery,
  context: Context,
): DistributiveOmit<NetworkQuery, "text" | "origin" | "cells" | "functions"> | undefined {
  const deep = findTooDeep(types.keys());
  if (deep !== undefined) {
    context.refuse("nesting", TOO_DEEP, deep);
    return undefined;
  }
  if (query.kind === "other") {
    context.refuse(
      "query-kind",
      `this is a query of the kind '${query.family}', which symbolic verification does not answer`,
      query,
    );
    return undefined;
  }
  if (query.under) {
    context.refuse("query-kind", "a query under a strategy cannot be answered by symbolic verification", query.under);
    return undefined;
  }
  switch (query.kind) {
    case "-->":
      return { kind: "-->", left: lowerFormula(query.left, context), right: lowerFormula(query.right, context) };
    case "sup":
    case "inf":
    case "bounds": {
      const predicate = query.predicate ? { predicate: lowerFormula(query.predicate, context) } : {};
      return { kind: query.kind, ...predicate, terms: query.exprs.map((expr) => lowerTerm(expr, context)) };
    }
    default:
      return { kind: query.kind, formula: lowerFormula(query.formula, context) };
  }
}

function lowerTerm(expr: Expr, context: Context): BoundTerm {
  const text = printExpr(expr);
  if (!mentionsClock(expr, context)) return { is: "data", code: context.value(expr), text };
  const sum = lowerLinear(expr, context);
  const [only, ...more] = sum?.clocks ?? [];
  if (sum && only?.factor === 1 && more.length === 0) return { is: "clock", clock: only.clock, plus: sum.rest, text };
  context.refuse("clock-term", "only a clock, or a clock plus an integer, has bounds", expr);
  return { is: "data", code: { op: "const", value: 0 }, text };
}
