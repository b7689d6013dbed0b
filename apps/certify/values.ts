/**
 * What a certificate claims of values (docs/semantics.md 9.6): for `sup`, `inf` and `bounds` it is said in words of states
 * that are reached, or not.
 */
import type { Binary, Expr, Query } from "../../src/syntax/index.ts";
import type { Header } from "./format.ts";
import { Unreadable } from "./outcome.ts";
import type { Claim } from "./query.ts";

type Values = Extract<Query, { kind: "sup" | "inf" | "bounds" }>;

/** Which proof an answer needs: nothing beyond the limit, or, where it is reached, a run to it; or ways to values. */
export function proofOfValues({ kind }: Values, { outcome, proof, limit, values }: Header): Header["proof"] {
  if (outcome !== "satisfied" || (limit !== undefined && values !== undefined))
    throw new Unreadable("more is said of values than the query asks");
  if (kind === "bounds") {
    const isSaid = values !== undefined && (proof === "unreachable" || values.intervals.length > 0);
    if (!isSaid) throw new Unreadable("'bounds' without values");
    return proof === "taken" ? "taken" : "unreachable";
  }
  if (values?.intervals.length === 0) return "unreachable";
  if (limit === undefined || (kind === "inf" && limit.bound === null))
    throw new Unreadable(`'${kind}' without a limit`);
  if (proof === "taken" || limit.bound === null) return "taken";
  return proof === "run" && !limit.strict ? "run" : "unreachable";
}

export function goalOfValues({ kind, exprs, predicate }: Values, header: Header): Omit<Claim, "context"> {
  const term = exprs[(header.limit ?? header.values)?.term ?? -1];
  if (term === undefined) throw new Unreadable("values of no term");
  const beyond = header.limit === undefined ? outside(term, header) : beyondLimit(term, kind, header);
  const formula = predicate === undefined ? beyond : binary("&&", predicate, beyond);
  const goal = { formula, isNegated: false };
  return { goal, term, isFromBelow: kind === "sup", ...(predicate === undefined ? {} : { predicate }) };
}

/** 9.6: the term is beyond the limit, beyond it or at it, or at it, as the proof needs. */
function beyondLimit(term: Expr, kind: Query["kind"], { limit, proof }: Header): Expr {
  const beyond = `${kind === "inf" ? "<" : ">"}${limit?.strict === true ? "=" : ""}`;
  return binary(proof === "run" ? "==" : beyond, term, integer(limit?.bound ?? 0));
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
