import { unreachable } from "../../../base/index.ts";
import type { BoundTerm, ClockConstraint, Code, Formula, NetworkQuery } from "../../../network/index.ts";

/** Formulas as disjunctions of terms, each a way for the formula to hold; and which queries ask for what. */

/** One way for a formula to hold: conditions on data, constraints on clocks, perhaps a deadlock, all together. */
export interface Term {
  readonly data: readonly Code[];
  readonly clocks: readonly ClockConstraint[];
  readonly deadlock?: boolean;
}

const MAX_TERMS = 5000;

/** A formula, or its negation, as a disjunction of terms; undefined if it asks for no deadlock, or has too many. */
export function termsOf(formula: Formula, negated: boolean): Term[] | undefined {
  switch (formula.is) {
    case "data":
      return [{ data: [negated ? { op: "not", a: formula.code } : formula.code], clocks: [] }];
    case "clock":
      return clockTerms(formula.constraint, negated);
    case "deadlock":
      return negated ? undefined : [{ data: [], clocks: [], deadlock: true }];
    case "not":
      return termsOf(formula.a, !negated);
    case "and":
    case "or": {
      const parts = formula.items.map((item) => termsOf(item, negated));
      if (!parts.every((part) => part !== undefined)) return undefined;
      const isOr = (formula.is === "or") !== negated;
      return isOr ? limited(parts.flat()) : product(parts);
    }
    default:
      return unreachable(formula);
  }
}

/** A condition on data alone without which a formula, or its negation, cannot hold. */
export function dataOf(formula: Formula, negated: boolean): Code {
  switch (formula.is) {
    case "data":
      return negated ? { op: "not", a: formula.code } : formula.code;
    case "clock":
    case "deadlock":
      return { op: "const", value: 1 };
    case "not":
      return dataOf(formula.a, !negated);
    case "and":
    case "or": {
      const isOr = (formula.is === "or") !== negated;
      const start: Code = { op: "const", value: isOr ? 0 : 1 };
      return formula.items.reduce<Code>(
        (a, item) => ({ op: isOr ? "either" : "both", a, b: dataOf(item, negated) }),
        start,
      );
    }
    default:
      return unreachable(formula);
  }
}

function clockTerms(c: ClockConstraint, negated: boolean): Term[] {
  const { unless, ...plain } = c;
  if (!negated)
    return unless
      ? [
          { data: [unless], clocks: [] },
          { data: [], clocks: [plain] },
        ]
      : [{ data: [], clocks: [plain] }];
  const opposite: ClockConstraint = {
    left: c.right,
    right: c.left,
    strict: !c.strict,
    bound: { op: "neg", a: c.bound },
    origin: c.origin,
  };
  return [{ data: unless ? [{ op: "not", a: unless }] : [], clocks: [opposite] }];
}

function product(parts: readonly Term[][]): Term[] | undefined {
  let all: Term[] | undefined = [{ data: [], clocks: [] }];
  for (const part of parts) {
    all = limited(all.flatMap((a) => part.map((b) => join(a, b))));
    if (!all) return undefined;
  }
  return all;
}

function join(a: Term, b: Term): Term {
  const deadlock = a.deadlock || b.deadlock ? { deadlock: true } : {};
  return { data: [...a.data, ...b.data], clocks: [...a.clocks, ...b.clocks], ...deadlock };
}

function limited(terms: Term[]): Term[] | undefined {
  return terms.length > MAX_TERMS ? undefined : terms;
}

export type ValueQuery = Extract<NetworkQuery, { readonly terms: readonly BoundTerm[] }>;

export function asksForValues(query: NetworkQuery | undefined): query is ValueQuery {
  return query !== undefined && "terms" in query;
}

/** A query with `formula` is `E[]` or `A<>`. */
export type LivenessQuery =
  | Extract<NetworkQuery, { readonly formula: Formula }>
  | Extract<NetworkQuery, { kind: "-->" }>;

/** What paths stay inside of, as terms; undefined if the compiled search cannot take it. */
export function stayTerms(query: LivenessQuery): Term[] | undefined {
  const terms = query.kind === "-->" ? termsOf(query.right, true) : termsOf(query.formula, query.kind === "A<>");
  return terms?.some((term) => term.deadlock) ? undefined : terms;
}

/** Where a path may begin, for `-->`. */
export function startTerms(query: LivenessQuery): Term[] | undefined {
  if (query.kind !== "-->") return [];
  const terms = termsOf(query.left, false);
  return terms?.some((term) => term.deadlock) ? undefined : terms;
}

/** Terms with clock constraints that a formula may have: they are kept as bits of a word. */
export const MAX_PIECES = 24;
