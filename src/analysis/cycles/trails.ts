/**
 * Cycles that visit a location twice (Hendriks and Larsen 2002, Definition 3.1, asks only for distinct edges), as far as they
 * can be accelerated: closed trails of edges of the right shape, with one clock, that begin where the clock is always 0 and
 * come to no such location twice. Those that do are rounds of smaller cycles one after the other, which are accelerated by
 * themselves. There may be very many: after `limit` of them, or `steps` steps, the search stops.
 */
import type { Edge, Network, Process } from "../../network/index.ts";
import { clockOf, isResetLocation, isShapely, itemsOf } from "./window.ts";

interface TrailLimits {
  readonly limit: number;
  readonly steps?: number;
}

export function compoundCycles(
  network: Network,
  process: Process,
  into: readonly (readonly Edge[])[],
  { limit, steps = 20_000 }: TrailLimits,
): readonly (readonly Edge[])[] {
  const found = new Map<string, readonly Edge[]>();
  let left = steps;
  for (const clock of clocksReset(process)) {
    const out = process.locations.map((l) =>
      process.edges.filter((e) => e.source === l.index && isShapely(network, process, e, clock)),
    );
    const zero = process.locations.map((l) => isResetLocation(network, process, l.index, into, clock));
    for (const { index: start, urgent, committed } of process.locations) {
      if (!zero[start] || urgent || committed) continue;
      const used = new Set<Edge>();
      const path: Edge[] = [];
      const frames = [{ at: start, next: 0 }];
      for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
        const e = out[frame.at]![frame.next++];
        if (e === undefined || found.size >= limit || left-- <= 0) {
          frames.pop();
          const last = path.pop();
          if (last !== undefined) used.delete(last);
          continue;
        }
        if (used.has(e)) continue;
        if (e.target === start) note(found, [...path, e]);
        else if (!zero[e.target]) {
          used.add(e);
          path.push(e);
          frames.push({ at: e.target, next: 0 });
        }
      }
    }
  }
  return [...found.values()];
}

/** Keeps a cycle that visits a location twice, once however it is turned. */
function note(found: Map<string, readonly Edge[]>, edges: readonly Edge[]): void {
  if (new Set(edges.map((e) => e.source)).size === edges.length) return;
  found.set(edges.map((e) => e.id).join(" "), edges);
}

function clocksReset({ edges }: Process): ReadonlySet<number> {
  const clocks = edges.flatMap((e) =>
    itemsOf(e.update).flatMap((item) => (item.op === "reset" ? [clockOf(item.clock) ?? 0] : [])),
  );
  return new Set(clocks.filter((c) => c > 0));
}
