/**
 * A search with jumps against the one without: the same answers, jumps where there is something to jump over, and a trace
 * where the answer has one.
 */
import type { NetworkQuery } from "../../src/index.ts";
import { open } from "../../src/index.ts";
import type { Network } from "../../src/network/index.ts";
import { answeredBy } from "../../src/search/index.ts";

export interface JumpLaw {
  /** Questions answered with jumps, traces of them, and traces with rounds told once. */
  jumped: number;
  traces: number;
  told: number;
}

/**
 * Where they differ. `count`: how many jumps there are for a query; `isAsked`: whether jumps must answer it where there are any.
 */
export function jumpsKeep(
  text: string,
  queries: readonly string[],
  count: (network: Network, query: NetworkQuery) => number,
  isAsked: (query: string) => boolean,
): JumpLaw | string {
  const opened = open(text, { name: "m.xta" });
  if (opened.network === undefined) throw new Error(`${opened.diagnostics.map((d) => d.message).join("; ")}\n${text}`);
  const seen = { jumped: 0, traces: 0, told: 0 };
  for (const query of queries) {
    const plain = opened.verify(query, { maxStates: 20_000, acceleration: false, compiled: false });
    if (plain.outcome === "unknown" && plain.reason?.includes("states") === true) continue;
    // Both engines; code takes longer to make than to run.
    const compiled = query === queries[0];
    const wishes = { maxStates: 20_000, acceleration: true, trace: "some", rounds: true } as const;
    const jumped = opened.verify(query, { ...wishes, compiled });
    const differs = (what: string): string =>
      `${what}: ${jumped.outcome} ${jumped.reason ?? ""}, not ${plain.outcome}: ${query}\n${text}`;
    if (jumped.outcome !== plain.outcome) return differs("jumps");
    const found = count(opened.network, opened.query(query).query as NetworkQuery);
    if (answeredBy(jumped)?.cycles === undefined || found === 0) {
      if (isAsked(query) && found > 0 && (jumped.outcome === "satisfied" || jumped.outcome === "violated"))
        return differs("no answer of the jumps");
      continue;
    }
    seen.jumped++;
    if ((jumped.outcome === "satisfied") !== query.startsWith("E<>")) continue;
    if (jumped.trace?.concrete !== true) return differs(`no trace: ${jumped.traceReason}`);
    seen.traces++;
    if (jumped.trace.rounds !== undefined) seen.told++;
  }
  return seen;
}
