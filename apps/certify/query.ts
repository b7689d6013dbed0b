/** What a certificate claims: a query of the model, read and checked anew, and how it is said to be answered. */
import { checkQuery, type Model, tablesOf } from "../../src/model/index.ts";
import { type Binary, type Expr, Fragment, parseQuery, type Query, type Tree } from "../../src/syntax/index.ts";
import type { Header } from "./format.ts";
import { Unreadable, Unsupported } from "./outcome.ts";
import type { Context } from "./scope.ts";
import { constantOf, type System } from "./system.ts";

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
  if (proof !== proofOf(query, header))
    throw new Unreadable(`a proof '${proof}' that '${query.kind}' is ${outcome} makes no sense`);
  const tables = tablesOf(checked, model);
  const constant = (expr: Expr): number | undefined => constantOf(model, expr, checked);
  return { ...goalOf(query, header), context: { ...system.context, tables, constant } };
}

/** 7.4, 7.5: which proof an answer needs. */
function proofOf({ kind }: Query, { outcome, proof, limit, values }: Header): Header["proof"] {
  const isSatisfied = outcome === "satisfied";
  const isAboutValues = kind === "sup" || kind === "inf" || kind === "bounds";
  if ((limit !== undefined && values !== undefined) || (!isAboutValues && (limit ?? values) !== undefined))
    throw new Unreadable("more is said of values than the query asks");
  switch (kind) {
    case "sup":
    case "inf":
      // 9.6: nothing beyond the limit, or, where it is reached, a run to it.
      if (isSatisfied && values?.intervals.length === 0) return "unreachable";
      if (!isSatisfied || limit === undefined) throw new Unreadable(`'${kind}' without a limit`);
      if (kind === "inf" && limit.bound === null) throw new Unreadable("'inf' without a limit");
      if (proof === "taken" || limit.bound === null) return "taken";
      return proof === "run" && !limit.strict ? "run" : "unreachable";
    case "bounds":
      if (!isSatisfied || values === undefined) throw new Unreadable("'bounds' without values");
      return proof === "taken" ? "taken" : "unreachable";
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

function goalOf(query: Query, header: Header): Omit<Claim, "context"> {
  switch (query.kind) {
    case "sup":
    case "inf":
    case "bounds": {
      const term = query.exprs[(header.limit ?? header.values)?.term ?? -1];
      if (term === undefined) throw new Unreadable("values of no term");
      const { predicate } = query;
      const beyond = header.limit === undefined ? outside(term, header) : beyondLimit(term, query.kind, header);
      const formula = predicate === undefined ? beyond : binary("&&", predicate, beyond);
      const isFromBelow = query.kind === "sup";
      return {
        goal: { formula, isNegated: false },
        term,
        isFromBelow,
        ...(predicate === undefined ? {} : { predicate }),
      };
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

/** 9.6: the term is beyond the limit, or at it, as the proof needs. */
function beyondLimit(term: Expr, kind: Query["kind"], { limit, proof }: Header): Expr {
  const isWeak = proof === "run" || limit?.strict === true;
  return binary(`${kind === "inf" ? "<" : ">"}${isWeak ? "=" : ""}`, term, integer(limit?.bound ?? 0));
}

/** 9.6: the term is in none of the intervals. */
function outside(term: Expr, { values }: Header): Expr {
  const all = (values?.intervals ?? []).map(([low, lowStrict, high, highStrict]) => {
    const isBelow = binary(lowStrict === 1 ? "<=" : "<", term, integer(low!));
    if (high === null) return isBelow;
    return binary("||", isBelow, binary(highStrict === 1 ? ">=" : ">", term, integer(high!)));
  });
  return all.reduce((so, next) => binary("&&", so, next), { kind: "bool", value: true, start: 0, end: 0 });
}

function binary(op: string, left: Expr, right: Expr): Expr {
  return { kind: "binary", op: op as Binary["op"], left, right, start: 0, end: 0 };
}

function integer(value: number): Expr {
  return { kind: "int", value, start: 0, end: 0 };
}

function isWrong(diagnostics: readonly { readonly severity: string }[]): boolean {
  return diagnostics.some((d) => d.severity === "error");
}
