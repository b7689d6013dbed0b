/**
 * `sup` and `inf` as questions about states, for certificates: a value is the limit of a term if no state is beyond it and
 * one is at it (docs/semantics.md 9.6).
 */
import { wants } from "../base/index.ts";
import type { BoundTerm, ClockRef, Code, Formula, NetworkQuery } from "../network/index.ts";

export type ValuesQuery = Extract<NetworkQuery, { readonly terms: readonly BoundTerm[] }>;

/** A limit of a term of a query, null where there is none; `strict` if it is approached and not reached. */
export interface Limit {
  readonly term: number;
  readonly bound: number | null;
  readonly strict: boolean;
}

/** Asks for a state beyond the limit (`beyond`), or at it. */
export function limitQuery(query: NetworkQuery, limit: Limit, where: "beyond" | "at"): NetworkQuery {
  wants("limitQuery", query, "query");
  const { term, bound, strict } = limit;
  const { predicate, terms, kind, text, origin, cells, functions } = query as ValuesQuery;
  const isStrict = where === "beyond" && !strict;
  const compared = comparison(terms[term]!, kind === "inf" ? "below" : "above", bound ?? 0, isStrict, query);
  const formula: Formula = predicate === undefined ? compared : { is: "and", items: [predicate, compared] };
  return { text, origin, cells, functions, kind: "E<>", formula };
}

/** The values of a term of `bounds`: low end, 1 if it is open, high end (null for none), 1 if it is open. */
export interface TermValues {
  readonly term: number;
  readonly intervals: readonly (readonly [number, 0 | 1, number | null, 0 | 1])[];
}

/** Asks for a state in which the term has a value outside the intervals. */
export function outsideQuery(query: NetworkQuery, values: TermValues): NetworkQuery {
  wants("outsideQuery", query, "query");
  const { term, intervals } = values;
  const { predicate, terms, text, origin, cells, functions } = query as ValuesQuery;
  const items = intervals.map(([low, isOpen, high, isOpenAbove]): Formula => {
    const below = comparison(terms[term]!, "below", low, isOpen === 0, query);
    if (high === null) return below;
    return { is: "or", items: [below, comparison(terms[term]!, "above", high, isOpenAbove === 0, query)] };
  });
  const formula: Formula = { is: "and", items: predicate === undefined ? items : [predicate, ...items] };
  return { text, origin, cells, functions, kind: "E<>", formula };
}

const zero: ClockRef = { base: 0, terms: [] };

/** The term is above (or below) the bound, or at it unless strict. */
export function comparison(
  term: BoundTerm,
  side: "above" | "below",
  bound: number,
  strict: boolean,
  { origin }: NetworkQuery,
): Formula {
  const limit: Code = { op: "const", value: bound };
  if (term.is === "data") {
    const op = side === "above" ? (strict ? "gt" : "ge") : strict ? "lt" : "le";
    return { is: "data", code: { op, a: term.code, b: limit, origin } };
  }
  const { clock, plus } = term;
  // clock + plus > bound is 0 - clock < plus - bound.
  const constraint =
    side === "above"
      ? { left: zero, right: clock, bound: { op: "sub", a: plus, b: limit, origin } as const }
      : { left: clock, right: zero, bound: { op: "sub", a: limit, b: plus, origin } as const };
  return { is: "clock", constraint: { ...constraint, strict, origin } };
}
