import type { Branchpoint, Edge, Label, Location, Point, Template, Tree } from "./tree.ts";

/**
 * Gives coordinates to what has none, and moves nothing that has. A template without any coordinates is drawn in layers
 * from its initial location (longest paths after turning back edges around, then barycentre sweeps: Sugiyama, Tagawa and
 * Toda 1981); a new location among placed ones goes to the free grid cell nearest to its neighbours. Loops and edges that
 * would lie on each other get nails; labels stand where UPPAAL puts them by default.
 */
const stepX = 204;
const stepY = 136;
const line = 17;

interface Graph {
  readonly ids: readonly string[];
  readonly next: ReadonlyMap<string, readonly string[]>;
  readonly before: ReadonlyMap<string, readonly string[]>;
}

export function layout(tree: Tree): Tree {
  const templates = tree.templates.map(layoutTemplate);
  return templates.every((t, i) => t === tree.templates[i]) ? tree : { ...tree, templates };
}

export function layoutTemplate(template: Template): Template {
  return arrange(template, new Set());
}

/** New locations and edges of a template, with places near what they belong to; the template's own are not moved. */
export function layoutAdded(
  template: Template, locations: readonly Location[], edges: readonly Edge[],
): { readonly locations: readonly Location[]; readonly edges: readonly Edge[] } {
  const all = arrange({ ...template, locations: [...template.locations, ...locations], edges: [...template.edges, ...edges] }, new Set(edges));
  return { locations: all.locations.slice(template.locations.length), edges: all.edges.slice(template.edges.length) };
}

/** Where the locations and branch points of a template are. */
export function placesOf(template: Template): Map<string, Point> {
  const places = new Map<string, Point>();
  for (const node of [...template.locations, ...template.branchpoints]) if (node.place !== undefined) places.set(node.id, node.place);
  return places;
}

function arrange(template: Template, added: ReadonlySet<Edge>): Template {
  const places = placesOf(template);
  const missing = new Set([...template.locations, ...template.branchpoints].filter((n) => n.place === undefined).map((n) => n.id));
  if (missing.size > 0) {
    const graph = graphOf(template);
    if (places.size === 0) placeLayers(graph, places, template.initial?.name);
    else placeNear(graph, places, missing);
  }
  const locations = mapSame(template.locations, (l) => placeLocation(l, places));
  const branchpoints = mapSame(template.branchpoints, (b) => (b.place === undefined ? withPlace(b, places.get(b.id)) : b));
  const router = new Router(places);
  const edges = mapSame(template.edges, (e) => router.route(e, added.has(e) || missing.has(e.source.name) || missing.has(e.target.name)));
  const same = locations === template.locations && branchpoints === template.branchpoints && edges === template.edges;
  return same ? template : { ...template, locations, branchpoints, edges };
}

/** As `map`, but the same array when nothing changed. */
function mapSame<T>(items: readonly T[], f: (item: T) => T): readonly T[] {
  const result = items.map(f);
  return result.every((item, i) => item === items[i]) ? items : result;
}

function withPlace<T extends Location | Branchpoint>(node: T, place: Point | undefined): T {
  return place === undefined ? node : { ...node, place };
}

function graphOf(template: Template): Graph {
  const ids = [...template.locations, ...template.branchpoints].map((n) => n.id);
  const next = new Map<string, string[]>(ids.map((id) => [id, []]));
  const before = new Map<string, string[]>(ids.map((id) => [id, []]));
  for (const edge of template.edges) {
    const { name: source } = edge.source;
    const { name: target } = edge.target;
    if (source === target || !next.has(source) || !next.has(target)) continue;
    next.get(source)?.push(target);
    before.get(target)?.push(source);
  }
  return { ids, next, before };
}

// ---------------------------------------------------------------- layers

function placeLayers(graph: Graph, places: Map<string, Point>, initial: string | undefined): void {
  const order = finishOrder(graph, initial);
  const rank = new Map(order.map((id, i) => [id, i]));
  const layer = new Map<string, number>();
  for (const id of order) {
    // Edges against the order are back edges: turned around, they do not push their target further.
    let depth = 0;
    for (const from of graph.before.get(id) ?? []) if ((rank.get(from) ?? 0) < (rank.get(id) ?? 0)) depth = Math.max(depth, (layer.get(from) ?? 0) + 1);
    layer.set(id, depth);
  }
  const layers: string[][] = [];
  for (const id of order) {
    const depth = layer.get(id) ?? 0;
    while (layers.length <= depth) layers.push([]);
    layers[depth].push(id);
  }
  const at = new Map<string, number>();
  const settle = (ids: readonly string[]): void => ids.forEach((id, i) => at.set(id, i - (ids.length - 1) / 2));
  layers.forEach(settle);
  for (let sweep = 0; sweep < 4; sweep++) {
    const neighbours = sweep % 2 === 0 ? graph.before : graph.next;
    for (const ids of sweep % 2 === 0 ? layers : layers.toReversed()) {
      const weight = new Map(ids.map((id) => [id, barycentre(neighbours.get(id) ?? [], at) ?? at.get(id) ?? 0]));
      ids.sort((a, b) => (weight.get(a) ?? 0) - (weight.get(b) ?? 0));
      settle(ids);
    }
  }
  layers.forEach((ids, depth) => {
    for (const id of ids) places.set(id, { x: depth * stepX, y: Math.round((at.get(id) ?? 0) * stepY) });
  });
}

/** Reverse order of finishing of a depth-first walk from the initial location: topological but for back edges. */
function finishOrder(graph: Graph, initial: string | undefined): string[] {
  const seen = new Set<string>();
  const result: string[] = [];
  for (const root of initial === undefined ? graph.ids : [initial, ...graph.ids]) {
    if (seen.has(root) || !graph.next.has(root)) continue;
    const finished: string[] = [];
    const stack: { id: string; i: number }[] = [{ id: root, i: 0 }];
    seen.add(root);
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const following = graph.next.get(top.id) ?? [];
      if (top.i < following.length) {
        const id = following[top.i++];
        if (!seen.has(id)) {
          seen.add(id);
          stack.push({ id, i: 0 });
        }
      } else {
        finished.push(top.id);
        stack.pop();
      }
    }
    // What the first root reaches comes first; a later root goes behind it.
    for (let i = finished.length - 1; i >= 0; i--) result.push(finished[i]);
  }
  return result;
}

function barycentre(ids: readonly string[], at: ReadonlyMap<string, number>): number | undefined {
  if (ids.length === 0) return undefined;
  let sum = 0;
  for (const id of ids) sum += at.get(id) ?? 0;
  return sum / ids.length;
}

// ---------------------------------------------------------------- new among old

function placeNear(graph: Graph, places: Map<string, Point>, missing: ReadonlySet<string>): void {
  const cell = (p: Point): string => `${Math.round(p.x / stepX)},${Math.round(p.y / stepY)}`;
  const taken = new Set([...places.values()].map(cell));
  let right = -Infinity;
  let top = Infinity;
  for (const p of places.values()) {
    right = Math.max(right, p.x);
    top = Math.min(top, p.y);
  }
  // Where the search for a free cell begins per wanted cell, so that many nodes around one place stay linear.
  const radius = new Map<string, number>();
  for (const id of graph.ids) {
    if (!missing.has(id)) continue;
    const near = [...(graph.before.get(id) ?? []), ...(graph.next.get(id) ?? [])].flatMap((n) => places.get(n) ?? []);
    const wanted = near.length === 0
      ? { x: right + stepX, y: top }
      : { x: near.reduce((s, p) => s + p.x, 0) / near.length, y: near.reduce((s, p) => s + p.y, 0) / near.length };
    const place = freePlace(wanted, taken, radius, cell);
    taken.add(cell(place));
    places.set(id, place);
  }
}

function freePlace(wanted: Point, taken: ReadonlySet<string>, radius: Map<string, number>, cell: (p: Point) => string): Point {
  const home = cell(wanted);
  const [cx, cy] = home.split(",").map(Number);
  for (let r = radius.get(home) ?? 0; ; r++) {
    let best: Point | undefined;
    let least = Infinity;
    for (let dx = -r; dx <= r; dx++) {
      for (const dy of Math.abs(dx) === r ? Array.from({ length: 2 * r + 1 }, (_, i) => i - r) : [-r, r]) {
        const p = { x: (cx + dx) * stepX, y: (cy + dy) * stepY };
        const distance = (p.x - wanted.x) ** 2 + (p.y - wanted.y) ** 2;
        if (distance < least && !taken.has(cell(p))) {
          best = p;
          least = distance;
        }
      }
    }
    if (best !== undefined) return best;
    radius.set(home, r + 1);
  }
}

// ---------------------------------------------------------------- edges and labels

class Router {
  private readonly places: ReadonlyMap<string, Point>;
  /** How many edges already run between two nodes, in either direction. */
  private readonly between = new Map<string, number>();

  constructor(places: ReadonlyMap<string, Point>) {
    this.places = places;
  }

  /** The edge with nails if it is new and would lie on another, and with places for labels that have none. */
  route(edge: Edge, isNew: boolean): Edge {
    const from = this.places.get(edge.source.name);
    const to = this.places.get(edge.target.name);
    if (from === undefined || to === undefined) return edge;
    const forward = edge.source.name <= edge.target.name;
    const key = forward ? `${edge.source.name}\n${edge.target.name}` : `${edge.target.name}\n${edge.source.name}`;
    const index = this.between.get(key) ?? 0;
    this.between.set(key, index + 1);
    const nails = edge.nails.length > 0 || !isNew ? edge.nails : edge.source.name === edge.target.name ? loop(from, index) : bow(from, to, forward, index);
    const result = placeLabels(edge, [from, ...nails, to]);
    return nails === edge.nails ? result : { ...result, nails };
  }
}

function loop(p: Point, index: number): readonly Point[] {
  const height = 51 + 34 * index;
  return [{ x: p.x - 34, y: p.y - height }, { x: p.x + 34, y: p.y - height }];
}

function bow(from: Point, to: Point, forward: boolean, index: number): readonly Point[] {
  if (index === 0) return [];
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const side = (index % 2 === 1 ? 1 : -1) * (forward ? 1 : -1) * 34 * Math.ceil(index / 2);
  return [{
    x: Math.round((from.x + to.x) / 2 - ((to.y - from.y) / length) * side),
    y: Math.round((from.y + to.y) / 2 + ((to.x - from.x) / length) * side),
  }];
}

const labelKinds = ["select", "guard", "sync", "update", "probability"] as const;

/** The edge with a place for each label that has none, on the way through `points`. */
export function placeLabels(edge: Edge, points: readonly Point[]): Edge {
  if (labelKinds.every((kind) => edge[kind] === undefined || edge[kind].place !== undefined)) return edge;
  const a = points[Math.floor((points.length - 1) / 2)];
  const b = points[Math.ceil((points.length - 1) / 2)];
  const [p, q] = points.length === 2 ? points : [a, b];
  let y = Math.round((p.y + q.y) / 2) + (points.length > 2 ? -line : 4);
  const x = Math.round((p.x + q.x) / 2) - (Math.abs(p.x - q.x) > Math.abs(p.y - q.y) ? 60 : -8);
  const placed: Partial<Record<(typeof labelKinds)[number], Label<unknown>>> = {};
  for (const kind of labelKinds) {
    const label = edge[kind];
    if (label === undefined || label.place !== undefined) continue;
    placed[kind] = { ...label, place: { x, y } };
    y += line;
  }
  return { ...edge, ...(placed as Partial<Edge>) };
}

function placeLocation(location: Location, places: ReadonlyMap<string, Point>): Location {
  const place = location.place ?? places.get(location.id);
  if (place === undefined) return location;
  const { name, namePlace, invariant, rate } = location;
  const needsName = name !== undefined && namePlace === undefined;
  const needsInvariant = invariant !== undefined && invariant.place === undefined;
  const needsRate = rate !== undefined && rate.place === undefined;
  if (location.place !== undefined && !needsName && !needsInvariant && !needsRate) return location;
  return {
    ...location, place,
    ...(needsName ? { namePlace: { x: place.x - 10, y: place.y - 34 } } : {}),
    ...(needsInvariant ? { invariant: { ...invariant, place: { x: place.x - 10, y: place.y + line } } } : {}),
    ...(needsRate ? { rate: { ...rate, place: { x: place.x - 10, y: place.y + 2 * line } } } : {}),
  };
}
