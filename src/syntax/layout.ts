import { last, wants } from "../base/index.ts";
import { labelTexts } from "./labeltext.ts";
import { layered } from "./layers.ts";
import type { Branchpoint, Edge, Label, Location, Point, Template, Tree } from "./tree.ts";

/**
 * Gives coordinates to what has none, and moves nothing that has. A template without any coordinates is drawn in layers
 * from its initial location (`layers.ts`); a new location among placed ones goes to the free grid cell nearest to its
 * neighbours. Loops and edges that would lie on each other get nails; labels stand beside their edge or below their location.
 */
const stepX = 204;
const stepY = 136;
const line = 17;
const characterWidth = 7;

export function layout(tree: Tree): Tree {
  wants("layout", tree, "tree");
  const templates = tree.templates.map(layoutTemplate);
  return templates.every((t, i) => t === tree.templates[i]) ? tree : { ...tree, templates };
}

export function layoutTemplate(template: Template): Template {
  wants("layoutTemplate", template, "template");
  return arrange(template, new Set());
}

/** New locations and edges of a template, with places near what they belong to; the template's own are not moved. */
export function layoutAdded(
  template: Template,
  locations: readonly Location[],
  edges: readonly Edge[],
): { readonly locations: readonly Location[]; readonly edges: readonly Edge[] } {
  const all = arrange(
    { ...template, locations: [...template.locations, ...locations], edges: [...template.edges, ...edges] },
    new Set(edges),
  );
  return { locations: all.locations.slice(template.locations.length), edges: all.edges.slice(template.edges.length) };
}

/** Where the locations and branch points of a template are. */
export function placesOf(template: Template): Map<string, Point> {
  const places = new Map<string, Point>();
  for (const node of [...template.locations, ...template.branchpoints])
    if (node.place !== undefined) places.set(node.id, node.place);
  return places;
}

function arrange(template: Template, added: ReadonlySet<Edge>): Template {
  const nodes = [...template.locations, ...template.branchpoints];
  const missing = new Set(nodes.filter((n) => n.place === undefined).map((n) => n.id));
  let places = placesOf(template);
  let bends = new Map<Edge, readonly Point[]>();
  if (missing.size > 0 && places.size === 0) {
    const drawn = layered(
      nodes.map((n) => n.id),
      template.edges.map((e) => [e.source.name, e.target.name]),
      template.initial?.name,
      { x: columnWidth(template), y: stepY },
    );
    places = new Map(drawn.places);
    bends = new Map(template.edges.map((e, i) => [e, drawn.bends[i] ?? []]));
  } else if (missing.size > 0) placeNear(template, places, missing);
  const locations = mapSame(template.locations, (l) => placeLocation(l, places));
  const branchpoints = mapSame(template.branchpoints, (b) =>
    b.place === undefined ? withPlace(b, places.get(b.id)) : b,
  );
  const router = new Router(places);
  const edges = mapSame(template.edges, (e) => {
    const isNew = added.has(e) || missing.has(e.source.name) || missing.has(e.target.name);
    return router.route(e, isNew ? (bends.get(e) ?? []) : undefined);
  });
  const same = locations === template.locations && branchpoints === template.branchpoints && edges === template.edges;
  return same ? template : { ...template, locations, branchpoints, edges };
}

/** Wide enough for the labels between two layers, within reason. */
function columnWidth(template: Template): number {
  let longest = 0;
  for (const edge of template.edges)
    for (const label of labelTexts(edge)) longest = Math.max(longest, label.text.length);
  return Math.min(Math.max(stepX, longest * characterWidth + 68), 2 * stepX);
}

/** As `map`, but the same array when nothing changed. */
function mapSame<T>(items: readonly T[], f: (item: T) => T): readonly T[] {
  const result = items.map(f);
  return result.every((item, i) => item === items[i]) ? items : result;
}

function withPlace<T extends Location | Branchpoint>(node: T, place: Point | undefined): T {
  return place === undefined ? node : { ...node, place };
}

// ---------------------------------------------------------------- new among old

function placeNear(template: Template, places: Map<string, Point>, missing: ReadonlySet<string>): void {
  const neighbours = new Map<string, string[]>([...missing].map((id) => [id, []]));
  for (const { source, target } of template.edges) {
    neighbours.get(source.name)?.push(target.name);
    neighbours.get(target.name)?.push(source.name);
  }
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
  for (const [id, others] of neighbours) {
    const near = others.flatMap((other) => places.get(other) ?? []);
    const wanted =
      near.length === 0
        ? { x: right + stepX, y: top }
        : { x: near.reduce((s, p) => s + p.x, 0) / near.length, y: near.reduce((s, p) => s + p.y, 0) / near.length };
    const place = freePlace(wanted, taken, radius, cell);
    taken.add(cell(place));
    places.set(id, place);
  }
}

function freePlace(
  wanted: Point,
  taken: ReadonlySet<string>,
  radius: Map<string, number>,
  cell: (p: Point) => string,
): Point {
  const home = cell(wanted);
  const [cx = 0, cy = 0] = home.split(",").map(Number);
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

  /**
   * The edge with places for labels that have none and, if it is new and so comes with `bends`, with nails: its bends, or
   * a bow if it would lie on another edge.
   */
  route(edge: Edge, bends: readonly Point[] | undefined): Edge {
    const from = this.places.get(edge.source.name);
    const to = this.places.get(edge.target.name);
    if (from === undefined || to === undefined) return edge;
    const nails =
      edge.nails.length > 0 || bends === undefined ? edge.nails : bends.length > 0 ? bends : this.bow(edge, from, to);
    if (nails.length === 0 || edge.nails.length === 0) this.count(edge);
    const result = placeLabels(edge, [from, ...nails, to]);
    return nails === edge.nails ? result : { ...result, nails };
  }

  private bow(edge: Edge, from: Point, to: Point): readonly Point[] {
    const index = this.between.get(key(edge)) ?? 0;
    if (edge.source.name === edge.target.name) {
      const height = 51 + 51 * index;
      return [
        { x: from.x - 34, y: from.y - height },
        { x: from.x + 34, y: from.y - height },
      ];
    }
    if (index === 0) return [];
    // The first bow goes above, or to the right; below there are labels of the straight edge to pass.
    const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
    const depth = index % 2 === 1 ? 43 + 42 * (index - 1) : -(85 + 42 * (index - 2));
    const sign = to.x - from.x > 0 || (to.x === from.x && to.y - from.y > 0) ? 1 : -1;
    return [
      {
        x: Math.round((from.x + to.x) / 2 + ((to.y - from.y) / length) * depth * sign),
        y: Math.round((from.y + to.y) / 2 - ((to.x - from.x) / length) * depth * sign),
      },
    ];
  }

  private count(edge: Edge): void {
    this.between.set(key(edge), (this.between.get(key(edge)) ?? 0) + 1);
  }
}

function key(edge: Edge): string {
  const { name: a } = edge.source;
  const { name: b } = edge.target;
  return a <= b ? `${a}\n${b}` : `${b}\n${a}`;
}

const labelKinds = ["select", "guard", "sync", "update", "probability"] as const;

/** The edge with a place for each label that has none, beside the middle of the way through `points`. */
export function placeLabels(edge: Edge, points: readonly Point[]): Edge {
  const bare = labelKinds.filter((kind) => edge[kind] !== undefined && edge[kind].place === undefined);
  if (bare.length === 0) return edge;
  const [from, to] = [points[0]!, last(points)];
  const a = points[Math.floor((points.length - 1) / 2)]!;
  const b = points[Math.ceil((points.length - 1) / 2)]!;
  const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  const ends = (from.y + to.y) / 2;
  const upright = Math.abs(from.x - to.x) < Math.abs(from.y - to.y);
  // Beside an upright edge, above one that bends upwards, below any other.
  let y = Math.round(
    upright
      ? middle.y - (bare.length * line) / 2
      : middle.y < ends - 8
        ? middle.y - bare.length * line - 2
        : middle.y + 4,
  );
  const x = Math.round(upright ? middle.x + 8 : middle.x - 51);
  const placed: Partial<Record<(typeof labelKinds)[number], Label<unknown>>> = {};
  for (const kind of bare) {
    placed[kind] = { ...(edge[kind] as Label<unknown>), place: { x, y } };
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
    ...location,
    place,
    ...(needsName ? { namePlace: { x: place.x - 10, y: place.y - 34 } } : {}),
    ...(needsInvariant ? { invariant: { ...invariant, place: { x: place.x - 10, y: place.y + line } } } : {}),
    ...(needsRate ? { rate: { ...rate, place: { x: place.x - 10, y: place.y + 2 * line } } } : {}),
  };
}
