/**
 * What is to be proved so that an answer is certain (docs/semantics.md 9): one certificate for most queries, and for `sup`,
 * `inf` and `bounds` for each term one that nothing is beyond and one that all is there.
 */
import { wants } from "../base/index.ts";
import type { NetworkQuery } from "../network/index.ts";
import {
  type BoundValue,
  type Limit,
  limitQuery,
  outsideQuery,
  type TermValues,
  type ValueInterval,
  type Verdict,
} from "../search/index.ts";
import { outcomeWords } from "./verdict.ts";

export interface Obligation {
  /** What the name of its file has more than that of the query. */
  readonly part: string;
  readonly kind: "run" | "unreachable" | "ends" | "stays" | "taken";
  /** What is asked of the network for it. */
  readonly query: NetworkQuery;
  /** Of `sup` and `inf`, and of `bounds`: what is said of a term. */
  readonly limit?: Limit;
  readonly values?: TermValues;
}

/** The proofs that an answer needs, or why it has none. */
export function obligationsOf(query: NetworkQuery, verdict: Verdict): readonly Obligation[] | string {
  wants("obligationsOf", query, "query");
  const { outcome, values } = verdict;
  if (outcome !== "satisfied" && outcome !== "violated") return `the answer is ${outcomeWords[outcome]}`;
  if (query.kind === "sup" || query.kind === "inf" || query.kind === "bounds") {
    const { kind } = query;
    return (values ?? []).flatMap((value, term) =>
      kind === "bounds" || value.intervals.length === 0 ? allOf(query, value, term) : limitOf(query, kind, value, term),
    );
  }
  return [{ part: "", kind: kindOf(query.kind, outcome === "satisfied"), query }];
}

function kindOf(kind: "E<>" | "A[]" | "A<>" | "E[]" | "-->", isSatisfied: boolean): Obligation["kind"] {
  if (kind === "E<>" || kind === "A[]") return (kind === "E<>") === isSatisfied ? "run" : "unreachable";
  return (kind === "E[]") === isSatisfied ? "stays" : "ends";
}

/** That nothing is beyond a limit, and a run to it, or ways as near to it as one likes. */
function limitOf(
  query: NetworkQuery,
  kind: "sup" | "inf",
  { intervals }: BoundValue,
  term: number,
): readonly Obligation[] {
  const { low, lowStrict, high, highStrict } = (kind === "sup" ? intervals.at(-1) : intervals[0]) as ValueInterval;
  const [bound, strict] = kind === "sup" ? [high, highStrict] : [low, lowStrict];
  const part = `-${term + 1}`;
  if (!Number.isFinite(bound))
    return [{ part: `${part}-reached`, kind: "taken", query, limit: { term, bound: null, strict } }];
  const limit = { term, bound, strict };
  const beyond: Obligation = {
    part: `${part}-bound`,
    kind: "unreachable",
    query: limitQuery(query, limit, "beyond"),
    limit,
  };
  const reached = `${part}-reached`;
  if (strict) return [beyond, { part: reached, kind: "taken", query, limit }];
  return [beyond, { part: reached, kind: "run", query: limitQuery(query, limit, "at"), limit }];
}

/** That no value is outside of the intervals, and that all in them are taken. */
function allOf(query: NetworkQuery, { intervals }: BoundValue, term: number): readonly Obligation[] {
  const values: TermValues = {
    term,
    intervals: intervals.map(({ low, lowStrict, high, highStrict }) => [
      low,
      lowStrict ? 1 : 0,
      Number.isFinite(high) ? high : null,
      highStrict ? 1 : 0,
    ]),
  };
  const part = `-${term + 1}`;
  const outside: Obligation = {
    part: `${part}-bound`,
    kind: "unreachable",
    query: outsideQuery(query, values),
    values,
  };
  // Where the condition never holds there is no value.
  return intervals.length === 0 ? [outside] : [outside, { part: `${part}-reached`, kind: "taken", query, values }];
}
