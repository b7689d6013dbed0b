/** What a certificate claims: a query of the model, read and checked anew, and how it is said to be answered. */
import { checkQuery, type Model, tablesOf } from "../../src/model/index.ts";
import { type Expr, Fragment, parseQuery, type Tree } from "../../src/syntax/index.ts";
import type { Header } from "./format.ts";
import { Unreadable, Unsupported } from "./outcome.ts";
import type { Context } from "./scope.ts";
import type { System } from "./system.ts";

export interface Claim {
  readonly kind: "E<>" | "A[]";
  readonly formula: Expr;
  readonly context: Context;
}

export function claimOf({ query: text, outcome, proof }: Header, tree: Tree, model: Model, system: System): Claim {
  const { query, diagnostics } = parseQuery(Fragment.of(text), { tree });
  if (query === undefined || isWrong(diagnostics)) throw new Unreadable(`the query '${text}' cannot be read`);
  const checked = checkQuery(model, query);
  if (isWrong(checked.diagnostics)) throw new Unreadable(`the query '${text}' does not fit the model`);
  if (query.kind !== "E<>" && query.kind !== "A[]") throw new Unsupported(`queries '${query.kind}'`);
  if (query.under !== undefined) throw new Unsupported("strategies");
  // 7.4: E<> holds if a state is reached, A[] if none is that violates it.
  const isReached = (query.kind === "E<>") === (outcome === "satisfied");
  if (isReached !== (proof === "run"))
    throw new Unreadable(`a proof '${proof}' of '${query.kind} ${outcome}' makes no sense`);
  const context: Context = { ...system.context, tables: tablesOf(checked, model) };
  return { kind: query.kind, formula: query.formula, context };
}

function isWrong(diagnostics: readonly { readonly severity: string }[]): boolean {
  return diagnostics.some((d) => d.severity === "error");
}
