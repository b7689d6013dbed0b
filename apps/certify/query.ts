/** What a certificate claims: a query of the model, read and checked anew, and how it is said to be answered. */
import { checkQuery, type Model, tablesOf } from "../../src/model/index.ts";
import { type Expr, Fragment, parseQuery, type Query, type Tree } from "../../src/syntax/index.ts";
import type { Header } from "./format.ts";
import { Unreadable, Unsupported } from "./outcome.ts";
import type { Context } from "./scope.ts";
import { constantOf, type System } from "./system.ts";
import { goalOfValues, proofOfValues } from "./values.ts";

export interface Claim {
  /** The states that the claim is about: those of a formula, or of its negation. */
  readonly goal: { readonly formula: Expr; readonly isNegated: boolean };
  /** For `p --> q`: where runs begin. */
  readonly from?: Expr;
  /** Of values: what has them, and the condition under which they count. */
  readonly term?: Expr;
  readonly predicate?: Expr;
  /** Whether a limit is one of `sup`. */
  readonly isFromBelow?: boolean;
  readonly context: Context;
}

export function claimOf(header: Header, tree: Tree, model: Model, system: System): Claim {
  const { query: text, outcome, proof } = header;
  const { query, diagnostics } = parseQuery(Fragment.of(text), { tree });
  if (query === undefined || isWrong(diagnostics)) throw new Unreadable(`the query '${text}' cannot be read`);
  const checked = checkQuery(model, query);
  if (isWrong(checked.diagnostics)) throw new Unreadable(`the query '${text}' does not fit the model`);
  if (query.under !== undefined) throw new Unsupported("strategies");
  const isAboutValues = query.kind === "sup" || query.kind === "inf" || query.kind === "bounds";
  if (proof !== (isAboutValues ? proofOfValues(query, header) : proofOf(query, header)))
    throw new Unreadable(`a proof '${proof}' that '${query.kind}' is ${outcome} makes no sense`);
  const tables = tablesOf(checked, model);
  const constant = (expr: Expr): number | undefined => constantOf(model, expr, checked);
  const asked = isAboutValues ? goalOfValues(query, header) : goalOf(query);
  return { ...asked, context: { ...system.context, tables, constant } };
}

/** 7.4, 7.5: which proof an answer needs. */
function proofOf({ kind }: Query, { outcome, proof, limit, values }: Header): Header["proof"] {
  const isSatisfied = outcome === "satisfied";
  if ((limit ?? values) !== undefined) throw new Unreadable("more is said of values than the query asks");
  switch (kind) {
    case "E<>":
      return isSatisfied ? "run" : "unreachable";
    case "A[]":
      return isSatisfied ? "unreachable" : "run";
    case "A<>":
    case "-->":
      if (isSatisfied) return "ends";
      return kind === "-->" || proof === "way" ? "way" : "stays";
    case "E[]":
      if (!isSatisfied) return "ends";
      return proof === "way" ? "way" : "stays";
    default:
      throw new Unsupported(`queries '${kind}'`);
  }
}

function goalOf(query: Query): Omit<Claim, "context"> {
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
