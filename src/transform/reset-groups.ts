/** Edges of templates with the edges of the network that they stand for: where resets are written, and where they happen. */
import type { Liveness } from "../analysis/index.ts";
import type { CheckedTemplate } from "../model/index.ts";
import type { Edge, Instantiated } from "../network/index.ts";
import type { Edge as TreeEdge } from "../syntax/index.ts";

/** An edge of a template with the edges of the network it stands for; impossible ones are left out. */
export interface Group {
  readonly template: CheckedTemplate;
  readonly node: TreeEdge;
  readonly edges: Edge[];
}

export function groupsOf(made: Instantiated, live: Liveness): readonly Group[] {
  const key = (span: { readonly start: number; readonly end: number }): string => `${span.start} ${span.end}`;
  const byNode = new Map<string, Group>();
  const order: Group[] = [];
  for (const template of made.model.templates) {
    for (const { node } of template.edges) {
      const group = { template, node, edges: [] };
      byNode.set(key(node), group);
      order.push(group);
    }
  }
  for (const p of live.network.processes) {
    for (const e of p.edges)
      if (live.possible.edges[e.id]) byNode.get(key(e.branches?.at(-1)?.origin ?? e.origin))?.edges.push(e);
  }
  return order.filter((g) => g.edges.length > 0);
}
