/** What a certificate claims: a query of the model, read and checked anew, and how it is said to be answered. */
import { checkQuery, type Model, tablesOf } from "../../src/model/index.ts";
import { type Expr, Fragment, parseQuery, type Query, type Tree } from "../../src/syntax/index.ts";
import type { Header } from "./format.ts";
import { Unreadable, Unsupported } from "./outcome.ts";
import type { Context } from "./scope.ts";
import type { System } from "./system.ts";

export interface Claim {
  /** The states that the claim is about: those of a formula, or of its negation. */
  readonly goal: { readonly formula: Expr; readonly isNegated: boolean };
  /** For `p --> q`: where runs begin. */
  readonly from?: Expr;
  readonly context: Context;
}

export function claimOf({ query: text, outcome, proof }: Header, tree: Tree, model: Model, system: System): Claim {
  const { query, diagnostics } = parseQuery(Fragment.of(text), { tree });
  if (query === undefined || isWrong(diagnostics)) throw new Unreadable(`the query '${text}' cannot be read`);
  const checked = checkQuery(model, query);
  if (isWrong(checked.diagnostics)) throw new Unreadable(`the query '${text}' does not fit the model`);
  if (query.under !== undefined) throw new Unsupported("strategies");
  if (proof !== proofOf(query, outcome))
    throw new Unreadable(`a proof '${proof}' that '${query.kind}' is ${outcome} makes no sense`);
  return { ...goalOf(query), context: { ...system.context, tables: tablesOf(checked, model) } };
}

/** 7.4, 7.5: which proof an answer needs. */
function proofOf({ kind }: Query, outcome: Header["outcome"]): Header["proof"] {
  const isSatisfied = outcome === "satisfied";
  switch (kind) {
    case "E<>":
      return isSatisfied ? "run" : "unreachable";
    case "A[]":
      return isSatisfied ? "unreachable" : "run";
    case "A<>":
    case "-->":
      if (isSatisfied) return "ends";
      throw new Unsupported(`runs that violate '${kind}'`);
    case "E[]":
      if (!isSatisfied) return "ends";
      throw new Unsupported("runs that satisfy 'E[]'");
    default:
      throw new Unsupported(`queries '${kind}'`);
  }
}

function goalOf(query: Query): Pick<Claim, "goal" | "from"> {
  switch (query.kind) {
    case "-->":
      return { goal: { formula: query.right, isNegated: false }, from: query.left };
    case "E<>":
    case "A<>":
      return { goal: { formula: query.formula, isNegated: false } };
    case "A[]":
    case "E[]":
      return { goal: { formula: query.formula, isNegated: true } };
    default:
      throw new Unsupported(`queries '${query.kind}'`);
  }
}

function isWrong(diagnostics: readonly { readonly severity: string }[]): boolean {
  return diagnostics.some((d) => d.severity === "error");
}
