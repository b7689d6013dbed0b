import * as is from "./class.ts";
import type { Context } from "./context.ts";
import type { Traits } from "./label.ts";
import type { CheckedEdge } from "./model.ts";

/**
 * What the labels of edges that meet at a branch point say together: the two are one transition (M15), so a guard on one of
 * them guards the synchronisation on the other. UPPAAL's parser looks at each edge alone.
 */
export function checkBranches(ctx: Context, edges: readonly CheckedEdge[], traits: Traits): void {
  for (const edge of edges) {
    const sync = edge.node.sync?.value;
    const type = sync && ctx.types.get(sync.channel);
    if (!(edge.fromBranch || edge.toBranch) || sync === undefined || type?.kind !== "chan") continue;
    if (!joinedEdges(edges, edge).some((other) => other !== edge && hasClockGuard(ctx, other))) continue;
    if (type.urgent) ctx.warn("urgent-clock-guard", sync, "a clock guard on an urgent channel");
    else if (type.broadcast && sync.direction === "?") traits.clockGuardedReceiver = true;
  }
}

/** All edges that some transition takes together with the given one, which is among them. */
export function joinedEdges(edges: readonly CheckedEdge[], edge: CheckedEdge): readonly CheckedEdge[] {
  if (!edge.fromBranch && !edge.toBranch) return [edge];
  const before = closure(edge, (e) => edges.filter((d) => e.fromBranch && d.toBranch && d.target === e.source));
  const after = closure(edge, (e) => edges.filter((d) => e.toBranch && d.fromBranch && d.source === e.target));
  return [...new Set([...before, ...after])];
}

function closure(edge: CheckedEdge, next: (edge: CheckedEdge) => readonly CheckedEdge[]): ReadonlySet<CheckedEdge> {
  const found = new Set([edge]);
  for (const e of found) for (const other of next(e)) found.add(other);
  return found;
}

function hasClockGuard(ctx: Context, { node }: CheckedEdge): boolean {
  const type = node.guard && ctx.types.get(node.guard.value);
  return type !== undefined && type.kind !== "unknown" && !is.isIntegral(type);
}
