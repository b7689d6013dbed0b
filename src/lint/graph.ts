import { type CheckedEdge, type CheckedTemplate, joinedEdges } from "../model/index.ts";
import type { Expr } from "../syntax/index.ts";

/**
 * A template as a graph of its locations. Edges that meet at a branch point are one: an arc for each way through, with the
 * labels of all its parts.
 */
export interface Arc {
  readonly from: number;
  readonly to: number;
  /** The edge out of the location first. */
  readonly parts: readonly CheckedEdge[];
}

export class Graph {
  readonly template: CheckedTemplate;
  readonly arcs: readonly Arc[];
  readonly #from = new Map<number, ReadonlySet<number>>();

  constructor(template: CheckedTemplate) {
    this.template = template;
    this.arcs = template.edges.filter((edge) => !edge.fromBranch).flatMap((edge) => arcsFrom(template.edges, edge));
  }

  /** Locations that arcs lead to from the initial one, which is among them. */
  get reached(): ReadonlySet<number> {
    return this.reachedFrom([this.template.initial], this.arcs);
  }

  reachedFrom(starts: readonly number[], arcs: readonly Arc[]): ReadonlySet<number> {
    const found = new Set(starts);
    const next = leaving(arcs);
    for (const at of found) for (const { to } of next.get(at) ?? []) found.add(to);
    return found;
  }

  /** A shortest round of arcs that satisfy the test and lead back to where the first begins; undefined if there is none. */
  cycle(test: (arc: Arc) => boolean): readonly Arc[] | undefined {
    const arcs = this.arcs.filter((arc) => this.isOnCycle(arc) && test(arc));
    let best: readonly Arc[] | undefined;
    for (const first of arcs) {
      const back = way(arcs, first.to, first.from);
      if (back !== undefined && (best === undefined || back.length + 1 < best.length)) best = [first, ...back];
    }
    return best;
  }

  /** Whether an arc lies on some round. */
  isOnCycle({ from, to }: Arc): boolean {
    let reached = this.#from.get(to);
    if (reached === undefined) this.#from.set(to, (reached = this.reachedFrom([to], this.arcs)));
    return reached.has(from);
  }
}

function leaving(arcs: readonly Arc[]): ReadonlyMap<number, readonly Arc[]> {
  const next = new Map<number, Arc[]>();
  for (const arc of arcs) {
    const list = next.get(arc.from);
    if (list === undefined) next.set(arc.from, [arc]);
    else list.push(arc);
  }
  return next;
}

/** The shortest way between two locations, breadth first. */
function way(arcs: readonly Arc[], from: number, to: number): readonly Arc[] | undefined {
  const before = new Map<number, Arc | undefined>([[from, undefined]]);
  const next = leaving(arcs);
  for (const [at] of before) for (const arc of next.get(at) ?? []) if (!before.has(arc.to)) before.set(arc.to, arc);
  if (!before.has(to)) return undefined;
  const path: Arc[] = [];
  for (let arc = before.get(to); arc !== undefined; arc = before.get(arc.from)) path.unshift(arc);
  return path;
}

function arcsFrom(edges: readonly CheckedEdge[], first: CheckedEdge): readonly Arc[] {
  if (!first.toBranch) return [{ from: first.source, to: first.target, parts: [first] }];
  // Ways through several branch points are taken together: each end with all edges on the way.
  const joined = joinedEdges(edges, first);
  return joined
    .filter((e) => !e.toBranch && e !== first)
    .map((e) => ({ from: first.source, to: e.target, parts: [first, e] }));
}

/** The guards, synchronisations and updates of an arc. */
export function guardsOf({ parts }: Arc): readonly Expr[] {
  return parts.flatMap(({ node }) => (node.guard === undefined ? [] : [node.guard.value]));
}

export function syncOf({ parts }: Arc): CheckedEdge["node"]["sync"] {
  return parts.find(({ node }) => node.sync !== undefined)?.node.sync;
}
