import { append, greatest, smallest } from "../../base/index.ts";
import type { Edge, Point } from "../tree.ts";
import type { Columns, Placed } from "./columns.ts";
import type { Spot } from "./dress.ts";
import type { Cell, Layers } from "./layers.ts";
import { type Box, boxAt } from "./measure.ts";
import { distanceTo, type Plane } from "./plane.ts";

/**
 * Leads edges through the columns: straight across each, beside their labels, around the side from band to band. Then every
 * corner is left out that can be without meeting a text, a location or another edge, and without leaving the labels behind.
 */
interface Corner extends Point {
  /** Whether the edge's labels stand here. */
  readonly label: boolean;
}

const clear = 3;
const near = 14;
/** How far a straight way may lead from the room that was kept for an edge. */
const astray = 34;
const lane = 12;
/** How many corners ahead a straight way is looked for. */
const ahead = 24;

export class Router {
  private readonly layers: Layers;
  private readonly columns: Columns;
  private readonly plane: Plane;
  /** Per edge, the box of its labels. */
  private readonly labels = new Map<number, Box>();
  private readonly ports = new Map<string, number>();
  private readonly lanes: Map<string, number>;

  constructor(layers: Layers, columns: Columns, plane: Plane, rows: ReadonlyMap<string, number>) {
    this.layers = layers;
    this.columns = columns;
    this.plane = plane;
    this.lanes = lanesOf(layers, columns);
    for (const [id, node] of layers.nodes) this.spread(node, rows.get(id) ?? 0);
  }

  /** Puts the labels of an edge into the room kept for them; says where they begin. */
  placeLabel(link: number, spots: readonly Spot[]): Point | undefined {
    const cell = this.layers.chains[link]?.find(({ kind }) => kind === "label");
    const last = spots.at(-1);
    if (cell === undefined || last === undefined) return undefined;
    const { from, to, place } = this.at(cell);
    const width = greatest(spots.map((s) => s.width));
    const height = last.y + last.height;
    const isAbove = cell.size.above > cell.size.below;
    const corner = { x: Math.round((from + to - width) / 2), y: isAbove ? place.y - 3 - height : place.y + 3 };
    const box = boxAt(corner, { width, height });
    this.labels.set(link, box);
    for (const spot of spots) this.plane.addText(link, boxAt({ x: corner.x, y: corner.y + spot.y }, spot));
    return corner;
  }

  route(link: number, edge: Edge): Point[] {
    const corners = this.corners(link, edge);
    if (corners.length === 0) return [];
    const kept = this.straighten(link, edge, corners);
    this.plane.addLine(edge, kept);
    return kept.slice(1, -1).map(({ x, y }) => ({ x: Math.round(x), y: Math.round(y) }));
  }

  private at(cell: Cell): Placed {
    return this.columns.placed.get(cell)!;
  }

  /** Where the edges of a node leave its column: beside each other, on the side of its texts as far apart as these allow. */
  private spread(node: Cell, row: number): void {
    const { place, turned } = this.at(node);
    for (const [side, room] of [
      [node.next, 2 * row - 4],
      [node.before, 20],
    ] as const) {
      const others = side.toSorted((a, b) => (turned ? b.at - a.at : a.at - b.at));
      const step = Math.min(9, room / Math.max(1, others.length - 1));
      others.forEach((other, i) => {
        this.ports.set(key(node, other), place.y + (i - (others.length - 1) / 2) * step);
      });
    }
  }

  private corners(link: number, edge: Edge): Corner[] {
    const from = this.layers.nodes.get(edge.source.name);
    const to = this.layers.nodes.get(edge.target.name);
    if (from === undefined || to === undefined || from === to) return [];
    const forward = from.column < to.column;
    const chain = this.layers.chains[link] ?? [];
    const path = forward ? [from, ...chain, to] : [to, ...chain.toReversed(), from];
    const result: Corner[] = [];
    path.forEach((cell, i) => {
      const previous = path[i - 1];
      const passing = this.passing(cell, previous ?? path[i + 1]!, link, i === 0);
      if (previous !== undefined) append(result, this.turn(previous, cell, result.at(-1)!, passing[0]!));
      append(result, passing);
    });
    return forward ? result : result.reverse();
  }

  /** The corners of an edge in one column, in the direction of columns. */
  private passing(cell: Cell, other: Cell, link: number, isFirst: boolean): Corner[] {
    const { place, from, to, turned } = this.at(cell);
    if (cell.kind === "node") {
      const centre = { ...place, label: false };
      const y = this.ports.get(key(cell, other)) ?? place.y;
      if (this.layers.chains[link]?.length === 0) return [centre];
      return isFirst
        ? [centre, { x: to + (turned ? -6 : 6), y, label: false }]
        : [{ x: from + (turned ? 4 : -4), y, label: false }, centre];
    }
    const { y } = place;
    const isLabel = cell.kind === "label";
    return from === to && !isLabel
      ? [{ x: from, y, label: false }]
      : [
          { x: from, y, label: isLabel },
          { x: (from + to) / 2, y, label: isLabel },
          { x: to, y, label: isLabel },
        ];
  }

  /** The way around the side from one band to the next. */
  private turn(a: Cell, b: Cell, from: Point, to: Point): Corner[] {
    const index = this.lanes.get(key(a, b));
    if (index === undefined) return [];
    const { band, turned } = this.at(a);
    const bands = [this.columns.bands[band]!, this.columns.bands[band + 1]!];
    const x = turned
      ? smallest(bands.map((b) => b.left)) - 20 - lane * index
      : greatest(bands.map((b) => b.right)) + 20 + lane * index;
    return [
      { x, y: from.y, label: false },
      { x, y: to.y, label: false },
    ];
  }

  private straighten(link: number, edge: Edge, corners: readonly Corner[]): Corner[] {
    const kept = [corners[0]!];
    for (let i = 0; i < corners.length - 1; ) {
      let j = Math.min(corners.length - 1, i + ahead);
      while (j > i + 1 && !this.isFree(link, edge, corners, i, j)) j--;
      kept.push(corners[j]!);
      i = j;
    }
    return kept;
  }

  private isFree(link: number, edge: Edge, corners: readonly Corner[], i: number, j: number): boolean {
    const [a, b] = [corners[i]!, corners[j]!];
    if (corners.slice(i + 1, j).some((corner) => distanceTo(corner, a, b) > astray)) return false;
    const box = this.labels.get(link);
    if (box !== undefined && corners.slice(i, j + 1).some((c) => c.label) && distanceToBox(box, a, b) > near)
      return false;
    const ends = [edge.source.name, edge.target.name];
    return (
      this.plane.onLine(a, b, clear).every((thing) => thing.kind === "disc" && ends.includes(thing.owner as string)) &&
      !this.plane.hasParallel(a, b, edge)
    );
  }
}

/** Lanes beside the bands for the edges that go from one to the next, those that start further out outside. */
function lanesOf({ columns }: Layers, { placed }: Columns): Map<string, number> {
  const lanes = new Map<string, number>();
  for (const column of columns) {
    const pairs = column.flatMap((a) =>
      a.next.filter((b) => placed.get(b)!.band !== placed.get(a)!.band).map((b) => ({ a, b })),
    );
    pairs.sort((p, q) => q.a.at - p.a.at || q.b.at - p.b.at);
    pairs.forEach(({ a, b }, i) => lanes.set(key(a, b), i));
  }
  return lanes;
}

function key(a: Cell, b: Cell): string {
  return `${a.id},${b.id}`;
}

function distanceToBox(box: Box, a: Point, b: Point): number {
  const corners = [
    { x: box.left, y: box.top },
    { x: box.right, y: box.top },
    { x: box.left, y: box.bottom },
    { x: box.right, y: box.bottom },
    { x: (box.left + box.right) / 2, y: box.top },
    { x: (box.left + box.right) / 2, y: box.bottom },
  ];
  return smallest(corners.map((corner) => distanceTo(corner, a, b)));
}
