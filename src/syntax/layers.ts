import type { Point } from "./tree.ts";

/**
 * A layered drawing of a directed graph, from left to right (Sugiyama, Tagawa and Toda 1981): layers by longest paths after
 * turning back edges around, order within layers by barycentre sweeps, and bends where an edge passes a layer, so that it
 * runs between the nodes and not through them. Linear in the drawing's size; a graph whose bends would be too many is drawn
 * with straight edges.
 */
export interface Layers {
  readonly places: ReadonlyMap<string, Point>;
  /** Per edge, where it passes the layers between its ends. */
  readonly bends: readonly (readonly Point[])[];
}

const maxBends = 20_000;
const sweeps = 8;

interface Node {
  readonly bend: boolean;
  readonly before: Node[];
  readonly next: Node[];
  layer: number;
  rank: number;
  at: number;
}

export function layered(
  ids: readonly string[],
  edges: readonly (readonly [string, string])[],
  initial: string | undefined,
  step: Point,
): Layers {
  const nodes = new Map<string, Node>(ids.map((id) => [id, newNode(false)]));
  for (const [source, target] of edges) connect(nodes.get(source), nodes.get(target));
  const start = initial === undefined ? undefined : nodes.get(initial);
  const order = rankAll(start === undefined ? [...nodes.values()] : [start, ...nodes.values()]);
  for (const node of order) {
    // Edges against the order are back edges: turned around, they do not push their target further.
    for (const from of node.before) if (from.rank < node.rank) node.layer = Math.max(node.layer, from.layer + 1);
  }
  const chains = addBends(nodes, edges);
  const layers = sortLayers([...order, ...chains.flat()]);
  for (const layer of layers) settle(layer);
  for (let sweep = 0; sweep < sweeps; sweep++) {
    const forward = sweep % 2 === 0;
    for (const layer of forward ? layers : layers.toReversed()) {
      const weight = new Map(layer.map((node) => [node, weightOf(node, forward)]));
      layer.sort((a, b) => (weight.get(a) ?? 0) - (weight.get(b) ?? 0));
      settle(layer);
    }
  }
  const place = (node: Node): Point => ({ x: node.layer * step.x, y: Math.round(node.at * step.y) });
  return {
    places: new Map([...nodes].map(([id, node]) => [id, place(node)])),
    bends: chains.map((chain) => chain.map(place)),
  };
}

function newNode(bend: boolean): Node {
  return { bend, before: [], next: [], layer: 0, rank: 0, at: 0 };
}

function connect(from: Node | undefined, to: Node | undefined): void {
  if (from === undefined || to === undefined || from === to) return;
  from.next.push(to);
  to.before.push(from);
}

/** Reverse order of finishing of a depth-first walk: topological but for back edges. A later root goes behind. */
function rankAll(roots: readonly Node[]): Node[] {
  const seen = new Set<Node>();
  const result: Node[] = [];
  for (const root of roots) {
    if (seen.has(root)) continue;
    const finished: Node[] = [];
    const stack = [{ node: root, i: 0 }];
    seen.add(root);
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const next = top.node.next[top.i++];
      if (next === undefined) {
        finished.push(top.node);
        stack.pop();
      } else if (!seen.has(next)) {
        seen.add(next);
        stack.push({ node: next, i: 0 });
      }
    }
    for (const node of finished.toReversed()) {
      node.rank = result.length;
      result.push(node);
    }
  }
  return result;
}

/** Nodes where edges pass a layer, per edge from source to target; they replace the edge between its ends. */
function addBends(nodes: ReadonlyMap<string, Node>, edges: readonly (readonly [string, string])[]): Node[][] {
  const gap = ([source, target]: readonly [string, string]): number =>
    (nodes.get(target)?.layer ?? 0) - (nodes.get(source)?.layer ?? 0);
  let total = 0;
  for (const edge of edges) total += Math.max(0, Math.abs(gap(edge)) - 1);
  for (const node of nodes.values()) node.before.length = node.next.length = 0;
  return edges.map((edge) => {
    const from = nodes.get(edge[0]);
    const to = nodes.get(edge[1]);
    if (from === undefined || to === undefined) return [];
    const direction = Math.sign(gap(edge));
    const chain: Node[] = [];
    if (total <= maxBends) {
      for (let layer = from.layer + direction; direction !== 0 && layer !== to.layer; layer += direction)
        chain.push({ ...newNode(true), layer });
    }
    // From left to right whatever way the edge points, so that sweeps see its neighbours.
    const path = [from, ...chain, to];
    if (direction < 0) path.reverse();
    for (let i = 1; i < path.length; i++) if (direction !== 0) connect(path[i - 1], path[i]);
    return chain;
  });
}

function sortLayers(nodes: readonly Node[]): Node[][] {
  const layers: Node[][] = [];
  for (const node of nodes) {
    while (layers.length <= node.layer) layers.push([]);
    layers[node.layer]!.push(node);
  }
  return layers;
}

/** Places the nodes of a layer one below the other around the middle; a bend needs less room than a location. */
function settle(layer: readonly Node[]): void {
  const size = (node: Node): number => (node.bend ? 0.6 : 1);
  let at = -layer.reduce((sum, node) => sum + size(node), 0) / 2;
  for (const node of layer) {
    node.at = at + size(node) / 2;
    at += size(node);
  }
}

function weightOf(node: Node, forward: boolean): number {
  const neighbours = forward ? node.before : node.next;
  if (neighbours.length === 0) return node.at;
  return neighbours.reduce((sum, other) => sum + other.at, 0) / neighbours.length;
}
