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

export function claimOf(header: Header, tree: Tree, model: Model, system: System): Claim {
  const { query: text, outcome, proof } = header;
  const { query, diagnostics } = parseQuery(Fragment.of(text), { tree });
  if (query === undefined || isWrong(diagnostics)) throw new Unreadable(`the query '${text}' cannot be read`);
  const checked = checkQuery(model, query);
  if (isWrong(checked.diagnostics)) throw new Unreadable(`the query '${text}' does not fit the model`);
  if (query.under !== undefined) throw new Unsupported("strategies");
  if (proof !== proofOf(query, header))
    throw new Unreadable(`a proof '${proof}' that '${query.kind}' is ${outcome} makes no sense`);
  return { ...goalOf(query, header), context: { ...system.context, tables: tablesOf(checked, model) } };
}

/** 7.4, 7.5: which proof an answer needs. */
function proofOf({ kind }: Query, { outcome, proof, limit }: Header): Header["proof"] {
  const isSatisfied = outcome === "satisfied";
  switch (kind) {
    case "sup":
    case "inf":
      // 9.6: nothing beyond the limit, or, where it is reached, a run to it.
      if (!isSatisfied || limit === undefined) throw new Unreadable(`'${kind}' without a limit`);
      return proof === "run" && !limit.strict ? "run" : "unreachable";
    case "E<>":
      return isSatisfied ? "run" : "unreachable";
    case "A[]":
      return isSatisfied ? "unreachable" : "run";
    case "A<>":
    case "-->":
      if (isSatisfied) return "ends";
      if (kind === "A<>") return "stays";
      throw new Unsupported("runs that violate '-->'");
    case "E[]":
      return isSatisfied ? "stays" : "ends";
    default:
      throw new Unsupported(`queries '${kind}'`);
  }
}

function goalOf(query: Query, { limit, proof }: Header): Pick<Claim, "goal" | "from"> {
  switch (query.kind) {
    case "sup":
    case "inf": {
      const term = query.exprs[limit?.term ?? -1];
      if (term === undefined || limit === undefined) throw new Unreadable("a limit of no term");
      const op = `${query.kind === "sup" ? ">" : "<"}${proof === "run" || limit.strict ? "=" : ""}` as
        | ">"
        | ">="
        | "<"
        | "<=";
      const bound: Expr = { kind: "int", value: limit.bound, start: 0, end: 0 };
      const isBeyond: Expr = { kind: "binary", op, left: term, right: bound, start: 0, end: 0 };
      const { predicate } = query;
      if (predicate === undefined) return { goal: { formula: isBeyond, isNegated: false } };
      const formula: Expr = { kind: "binary", op: "&&", left: predicate, right: isBeyond, start: 0, end: 0 };
      return { goal: { formula, isNegated: false } };
    }
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
