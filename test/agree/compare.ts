import type { Network, NetworkQuery } from "../../src/network/index.ts";
import { type Verdict, type VerifyOptions, verify } from "../../src/search/index.ts";
import { decide, type RegionVerdict, type Values } from "./regions/decide.ts";

type Comparison =
  | { readonly kind: "agree"; readonly definite: boolean }
  | { readonly kind: "skip"; readonly reason: string }
  | { readonly kind: "differ"; readonly regions: string; readonly engine: string };

export interface CompareOptions extends VerifyOptions {
  readonly maxRegions?: number;
}

/**
 * Compares the engine's verdict with that of the regions. `unknown` is no disagreement, but it is counted. Where the model
 * has a run-time fault the engine must report it or answer by a trace that comes before it.
 */
export function compare(network: Network, query: NetworkQuery, options: CompareOptions = {}): Comparison {
  const { maxRegions = 4000, ...rest } = options;
  return judge(network, query, decide(network, query, { ceiling: 5, maxStates: maxRegions }), rest);
}

/** Compares the engine's verdict with a given one. */
export function judge(
  network: Network,
  query: NetworkQuery,
  regions: RegionVerdict,
  options: VerifyOptions = {},
): Comparison {
  if (regions.kind === "gave up") return { kind: "skip", reason: regions.message };
  const verdict = verify(network, query, { maxStates: 3_000, ...options });
  const differ: Comparison = { kind: "differ", regions: showRegions(regions), engine: showVerdict(verdict) };
  if (verdict.outcome === "unknown") return { kind: "agree", definite: false };
  if (regions.kind === "fault") {
    // E[] and A<> look only at paths inside (outside) their formula, which need not lead to the fault.
    const foundFirst =
      query.kind === "E[]" ||
      query.kind === "A<>" ||
      verdict.outcome === (query.kind === "E<>" ? "satisfied" : "violated");
    return verdict.outcome === "fault" || foundFirst ? { kind: "agree", definite: false } : differ;
  }
  if (regions.kind === "truth") {
    if (verdict.outcome === "maybe_satisfied" || verdict.outcome === "maybe_violated")
      return { kind: "agree", definite: false };
    return verdict.outcome === (regions.holds ? "satisfied" : "violated") ? { kind: "agree", definite: true } : differ;
  }
  if (verdict.values === undefined || verdict.values.length !== regions.terms.length) return differ;
  const results = regions.terms.map((values, i) => compareValues(query.kind, values, verdict.values![i]!));
  if (results.includes(false)) return differ;
  return { kind: "agree", definite: !results.includes(undefined) };
}

/** True, false, or undefined where the engine says that it does not know. */
function compareValues(
  kind: string,
  expected: Values,
  found: NonNullable<Verdict["values"]>[number],
): boolean | undefined {
  if (found.unknown !== undefined) return undefined;
  const intervals = found.intervals;
  if (expected.values.length === 0 && !expected.beyond) return intervals.length === 0;
  if (intervals.length === 0) return false;
  const top = expected.ceiling;
  // The doubled encoding of the ends, as in `region.ts`: an open end lies next to the integer.
  const low = (i: number) => 2 * intervals[i]!.low + (intervals[i]!.lowStrict ? 1 : 0);
  const high = (i: number) =>
    intervals[i]!.high === Infinity ? Infinity : 2 * intervals[i]!.high - (intervals[i]!.highStrict ? 1 : 0);
  const first = expected.values.length > 0 ? expected.values[0] : undefined;
  const last = expected.beyond ? undefined : expected.values[expected.values.length - 1];
  if (kind === "inf") return first === undefined ? low(0) > 2 * top : low(0) === first;
  const end = intervals.length - 1;
  if (kind === "sup") return last === undefined ? high(end) > 2 * top : high(end) === last;
  const filled = (at: number) => intervals.some((_, i) => low(i) <= at && at <= high(i));
  const isData = found.kind === "data";
  const set = new Set(expected.values);
  const from = Math.min(...expected.values, 0);
  for (let at = from; at <= Math.max(2 * top, ...expected.values); at++) {
    // Intervals of integers leave out the points between.
    if (isData && at % 2 !== 0) continue;
    if (filled(at) !== set.has(at)) return false;
  }
  return (high(end) > 2 * top && !isData) === expected.beyond || isData;
}

export function showVerdict(verdict: Verdict): string {
  const values = verdict.values
    ?.map(
      (v) =>
        v.unknown ??
        v.intervals.map((i) => `${i.lowStrict ? "(" : "["}${i.low},${i.high}${i.highStrict ? ")" : "]"}`).join(" "),
    )
    .join("; ");
  return [verdict.outcome, verdict.reason, verdict.fault?.message, values]
    .filter((part) => part !== undefined)
    .join(": ");
}

function showRegions(verdict: RegionVerdict): string {
  switch (verdict.kind) {
    case "truth":
      return verdict.holds ? "satisfied" : "violated";
    case "values":
      return verdict.terms
        .map(
          (t) =>
            `${t.values.map((v) => (v % 2 === 0 ? v / 2 : `(${Math.floor(v / 2)},${Math.floor(v / 2) + 1})`)).join(" ")}${t.beyond ? ` >${t.ceiling}` : ""}`,
        )
        .join("; ");
    default:
      return `${verdict.kind}: ${verdict.message}`;
  }
}
