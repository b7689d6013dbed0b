/** Why a reset is made, in a sentence. */
import { finalUse, type Liveness } from "../analysis/index.ts";
import { channelAt, type NetworkQuery } from "../network/index.ts";
import type { Reset } from "./resets.ts";

export function explainReset({ rule, leaf, edges }: Reset, live: Liveness, queries: readonly NetworkQuery[]): string {
  if (rule === "passed") {
    const e = edges.find((edge) => edge.sync?.kind === "channel");
    const channel =
      e?.sync?.kind === "channel" ? channelAt(live.network, e.sync.channel.base).name.replace(/\[.*$/, "") : "";
    return `it only passes a value over ${channel}: every sender sets it, and only receivers use it`;
  }
  if (rule === "changed") return "the edge sets it, but nothing uses it before it is set again";
  for (const e of edges) {
    const fact = live.needs[e.process]![e.source]!.get(leaf.element(e.process));
    if (fact === undefined) continue;
    return `used so far: ${finalUse(live, fact, queries)}`;
  }
  return "nothing uses it any more";
}
