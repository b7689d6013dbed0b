import type { Edge, Origin, Process } from "../network/index.ts";

/**
 * The edges of a process as they are written, in the order of the template, which is how UPPAAL's formats number them. A
 * network has an edge for each way through branch points, and for each channel of `(p ? a : b)!`; here each arrow is one.
 */
export interface WrittenEdge {
  readonly origin: Origin;
  readonly source: Node;
  readonly target: Node;
}
/** Branch points are numbered from 0 in the order in which edges lead to them. */
export type Node =
  | { readonly kind: "location"; readonly location: number }
  | { readonly kind: "branch"; readonly branch: number };

interface Written {
  readonly edges: readonly WrittenEdge[];
  readonly branchPoints: number;
  /** The number of the arrow at a place that is part of an edge. */
  readonly numberOf: (edge: number, origin: Origin) => number;
}

export function writtenEdges({ edges }: Process): Written {
  const ways = edges.map(wayOf);
  // Edges that a program built all stand nowhere; then their own order is all there is.
  const known = ways.flat().some(({ start, end }) => end > start);
  const points = new Map<number, number>();
  const placed = new Map<number, WrittenEdge>();
  ways.forEach((way, i) => {
    way.forEach((origin, k) => {
      const [edge, next] = [edges[i]!, way[k + 1]];
      const source: Node = k === 0 ? { kind: "location", location: edge.source } : branchBefore(origin);
      const target: Node = next === undefined ? { kind: "location", location: edge.target } : branchBefore(next);
      placed.set(known ? origin.start : i, { origin, source, target });
    });
  });
  const order = [...placed.keys()].sort((a, b) => a - b);
  const ranks = new Map(order.map((place, rank) => [place, rank]));
  const first = edges[0]?.id ?? 0;
  return {
    edges: order.flatMap((place) => placed.get(place) ?? []),
    branchPoints: new Set(points.values()).size,
    numberOf: (edge, origin) => ranks.get(known ? origin.start : edge - first) ?? 0,
  };

  /** All arrows that can follow one into a branch point leave the same. */
  function branchBefore({ start }: Origin): Node {
    let branch = points.get(start);
    if (branch === undefined) {
      branch = new Set(points.values()).size;
      for (const other of siblings(ways, start)) points.set(other, branch);
    }
    return { kind: "branch", branch };
  }
}

function wayOf({ origin, branches = [] }: Edge): readonly Origin[] {
  return [origin, ...branches.map((branch) => branch.origin)];
}

/** The places of the arrows that leave the branch point which the arrow at `start` leaves. */
function siblings(ways: readonly (readonly Origin[])[], start: number): ReadonlySet<number> {
  const into = new Set(ways.flatMap((way) => way.flatMap((o, k) => (way[k + 1]?.start === start ? [o.start] : []))));
  return new Set(ways.flatMap((way) => way.flatMap((o, k) => (k > 0 && into.has(way[k - 1]!.start) ? [o.start] : []))));
}
