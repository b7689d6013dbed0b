import { greatest, wants } from "../base/index.ts";
import { boxAt, type Disc, discsOf, sizeOf, textsOf, wayOf } from "./drawing/measure.ts";
import { placeEdgeTexts, placeLocationTexts } from "./drawing/placing.ts";
import { Plane } from "./drawing/plane.ts";
import { spotAround, spotBeside } from "./drawing/spots.ts";
import { drawWhole } from "./drawing/whole.ts";
import { labelTexts } from "./labeltext.ts";
import type { Branchpoint, Edge, Location, Point, Template, Tree } from "./tree.ts";

/**
 * Gives coordinates to what has none, and moves nothing that has. A template without any coordinates is drawn from nothing
 * (`drawing/whole.ts`); a new location among placed ones goes to the free grid cell nearest to its neighbours, new loops and
 * edges that would lie on each other get nails, and labels go where there is room beside their edge or location. With the
 * file's text, labels are measured as they are written there.
 */
const stepX = 204;
const stepY = 136;

export function layout(tree: Tree): Tree {
  wants("layout", tree, "tree");
  const templates = tree.templates.map((template) => layoutTemplate(template));
  return templates.every((t, i) => t === tree.templates[i]) ? tree : { ...tree, templates };
}

export function layoutTemplate(template: Template, source?: string): Template {
  wants("layoutTemplate", template, "template");
  return arrange(template, new Set(), source);
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
    undefined,
  );
  return { locations: all.locations.slice(template.locations.length), edges: all.edges.slice(template.edges.length) };
}

/** Where the locations and branch points of a template are. */
function placesOf(template: Template): Map<string, Point> {
  const places = new Map<string, Point>();
  for (const node of [...template.locations, ...template.branchpoints])
    if (node.place !== undefined) places.set(node.id, node.place);
  return places;
}

function arrange(template: Template, added: ReadonlySet<Edge>, source: string | undefined): Template {
  const nodes = [...template.locations, ...template.branchpoints];
  const missing = new Set(nodes.filter((n) => n.place === undefined).map((n) => n.id));
  const places = placesOf(template);
  const whole = missing.size > 0 && places.size === 0 ? drawWhole(template, source) : template;
  if (whole === template && missing.size > 0) placeNear(template, places, missing);
  const locations = mapSame(whole.locations, (l) => withPlace(l, places.get(l.id)));
  const branchpoints = mapSame(whole.branchpoints, (b) => withPlace(b, places.get(b.id)));
  const bows = new Bows(places);
  const edges = mapSame(whole.edges, (e) =>
    bows.bend(e, added.has(e) || missing.has(e.source.name) || missing.has(e.target.name)),
  );
  const same = locations === template.locations && branchpoints === template.branchpoints && edges === template.edges;
  return placeTexts(same ? template : { ...whole, locations, branchpoints, edges }, source);
}

/** As `map`, but the same array when nothing changed. */
function mapSame<T>(items: readonly T[], f: (item: T) => T): readonly T[] {
  const result = items.map(f);
  return result.every((item, i) => item === items[i]) ? items : result;
}

function withPlace<T extends Location | Branchpoint>(node: T, place: Point | undefined): T {
  return place === undefined || node.place !== undefined ? node : { ...node, place };
}

// ---------------------------------------------------------------- texts

/** The template with places for the texts that have none, where nothing else is. */
function placeTexts(template: Template, source: string | undefined): Template {
  const isBare = ({ name, namePlace }: Location): boolean => name !== undefined && namePlace === undefined;
  const lacks = (node: Location | Edge): boolean => labelTexts(node, source).some((l) => l.place === undefined);
  if (!template.locations.some((l) => isBare(l) || lacks(l)) && !template.edges.some(lacks)) return template;
  const discs = discsOf(template);
  const plane = new Plane();
  for (const [id, disc] of discs) plane.addDisc(id, disc);
  for (const edge of template.edges) plane.addLine(edge, wayOf(edge, discs));
  for (const text of textsOf(template, source)) plane.addText(text.owner, text.box);
  const locations = mapSame(template.locations, (l) => (isBare(l) || lacks(l) ? placeAround(plane, l, source) : l));
  const edges = mapSame(template.edges, (e) => (lacks(e) ? placeBeside(plane, e, discs, source) : e));
  return { ...template, locations, edges };
}

function placeAround(plane: Plane, location: Location, source: string | undefined): Location {
  const { place, name, namePlace } = location;
  if (place === undefined) return location;
  const put = (text: string, side: "above" | "below"): Point => {
    const spot = spotAround(plane, place, sizeOf(text), side);
    plane.addText(location, boxAt(spot, sizeOf(text)));
    return spot;
  };
  const named = name !== undefined && namePlace === undefined ? { namePlace: put(name.name, "above") } : {};
  const spots = labelTexts(location, source).map((l) => (l.place === undefined ? put(l.text, "below") : undefined));
  return placeLocationTexts({ ...location, ...named }, spots);
}

function placeBeside(plane: Plane, edge: Edge, discs: ReadonlyMap<string, Disc>, source: string | undefined): Edge {
  const way = wayOf(edge, discs);
  if (way.length === 0) return edge;
  const texts = labelTexts(edge, source);
  const sizes = texts.map((l) => (l.place === undefined ? sizeOf(l.text) : { width: 0, height: 0 }));
  const { x, y } = spotBeside(plane, way, {
    width: greatest(sizes.map((s) => s.width)),
    height: sizes.reduce((sum, s) => sum + s.height, 0),
  });
  let row = y;
  const spots = sizes.map((size) => {
    if (size.height === 0) return undefined;
    const spot = { x, y: row };
    plane.addText(edge, boxAt(spot, size));
    row += size.height;
    return spot;
  });
  return placeEdgeTexts(edge, spots);
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

// ---------------------------------------------------------------- edges

class Bows {
  private readonly places: ReadonlyMap<string, Point>;
  /** How many edges already run between two nodes, in either direction. */
  private readonly between = new Map<string, number>();

  constructor(places: ReadonlyMap<string, Point>) {
    this.places = places;
  }

  /** The edge with nails if it is new and would lie on another one. */
  bend(edge: Edge, isNew: boolean): Edge {
    const from = this.places.get(edge.source.name);
    const to = this.places.get(edge.target.name);
    if (from === undefined || to === undefined) return edge;
    const nails = edge.nails.length > 0 || !isNew ? edge.nails : this.bow(edge, from, to);
    if (nails.length === 0 || edge.nails.length === 0) this.count(edge);
    return nails.length === 0 || nails === edge.nails ? edge : { ...edge, nails };
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
