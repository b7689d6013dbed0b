import { wants } from "../base/index.ts";
import type { NetworkQuery } from "../network/index.ts";
import type { BoundValue, Outcome, ValueInterval, Verdict } from "../search/index.ts";
import type { Expectation } from "../syntax/index.ts";

/** Verdicts in words and as JSON. The words are UPPAAL's where it has them. */
export const outcomeWords: Readonly<Record<Outcome, string>> = {
  satisfied: "satisfied",
  violated: "NOT satisfied",
  maybe_satisfied: "MAY be satisfied",
  maybe_violated: "MAY NOT be satisfied",
  unknown: "unknown",
  fault: "fault in the model",
};

/** What one query answers, as UPPAAL's expectations call it (`<expect outcome>`); undefined without an answer. */
export function outcomeOf(
  verdict: Verdict,
): "success" | "failure" | "maybe_true" | "maybe_false" | "error" | undefined {
  wants("outcomeOf", verdict, "verdict");
  switch (verdict.outcome) {
    case "satisfied":
      return "success";
    case "violated":
      return "failure";
    case "maybe_satisfied":
      return "maybe_true";
    case "maybe_violated":
      return "maybe_false";
    case "fault":
      return "error";
    case "unknown":
      return undefined;
  }
}

/**
 * How an answer stands to what is expected of it; without an expectation a query is expected to be satisfied. `otherwise` is
 * a definite answer that is another one, `wrong` a fault, or no verdict at all where the query could not be asked.
 */
export type Standing = "expected" | "otherwise" | "inconclusive" | "wrong";

export function standingOf(
  expect: Expectation | undefined,
  kind: NetworkQuery["kind"] | undefined,
  verdict: Verdict | undefined,
): Standing {
  if (verdict !== undefined) wants("standingOf", verdict, "verdict");
  const wanted = expect?.outcome;
  if (verdict === undefined || verdict.outcome === "fault") return wanted === "error" ? "expected" : "wrong";
  const outcome = outcomeOf(verdict);
  if (outcome === undefined) return "inconclusive";
  if (wanted !== undefined && wanted !== outcome)
    return outcome.startsWith("maybe") || wanted.startsWith("maybe") ? "inconclusive" : "otherwise";
  if (wanted === undefined && outcome !== "success") return outcome === "failure" ? "otherwise" : "inconclusive";
  return expect?.value === undefined || valueIs(Number(expect.value), kind, verdict) ? "expected" : "otherwise";
}

/** Whether the one value of a sup or inf query is the expected one. Values of other queries are not compared. */
function valueIs(wanted: number, kind: NetworkQuery["kind"] | undefined, { values }: Verdict): boolean {
  const [value, ...more] = values ?? [];
  if (Number.isNaN(wanted) || value === undefined || more.length > 0 || (kind !== "sup" && kind !== "inf")) return true;
  const { intervals } = value;
  const found = kind === "sup" ? intervals.at(-1)?.high : intervals[0]?.low;
  return found === wanted;
}

/** The value a bound query asks for: the last end for sup, the first for inf, all intervals for bounds. */
export function boundText(kind: "sup" | "inf" | "bounds", value: BoundValue): string {
  if (value.unknown !== undefined) return `${value.text}: unknown, ${value.unknown}`;
  const { intervals } = value;
  const one = kind === "sup" ? intervals.at(-1) : intervals[0];
  if (one === undefined) return `${value.text}: no reachable state has a value`;
  if (kind === "bounds") return `${value.text} in ${intervals.map(intervalText).join(" or ")}`;
  const { low, lowStrict, high, highStrict } = one;
  if (kind === "sup")
    return high === Number.POSITIVE_INFINITY
      ? `${value.text} < infinity`
      : `${value.text} ${highStrict ? "<" : "<="} ${high}`;
  return `${value.text} ${lowStrict ? ">" : ">="} ${low}`;
}

function intervalText({ low, lowStrict, high, highStrict }: ValueInterval): string {
  if (low === high) return `{${low}}`;
  const end = high === Number.POSITIVE_INFINITY ? "infinity)" : `${high}${highStrict ? ")" : "]"}`;
  return `${lowStrict ? "(" : "["}${low}, ${end}`;
}

/** Infinity has no number in JSON: it is left out. */
export function verdictToJson(verdict: Verdict): object {
  wants("verdictToJson", verdict, "verdict");
  const { query, outcome, reason, fault, values, statistics, traceReason, roads, reductions } = verdict;
  return {
    query,
    outcome,
    ...(reason === undefined ? {} : { reason }),
    ...(fault === undefined
      ? {}
      : {
          fault: {
            kind: fault.kind,
            message: fault.message,
            ...(fault.state === undefined ? {} : { state: fault.state }),
          },
        }),
    ...(values === undefined ? {} : { values: values.map(boundJson) }),
    ...(traceReason === undefined ? {} : { traceReason }),
    ...(roads === undefined ? {} : { roads }),
    ...(reductions === undefined ? {} : { reductions }),
    statistics,
  };
}

function boundJson({ text, kind, intervals, unknown }: BoundValue): object {
  return {
    text,
    kind,
    ...(unknown === undefined ? {} : { unknown }),
    intervals: intervals.map(({ low, lowStrict, high, highStrict }) => ({
      ...(Number.isFinite(low) ? { low, lowStrict } : {}),
      ...(Number.isFinite(high) ? { high, highStrict } : {}),
    })),
  };
}
