import { smallest } from "../../base/index.ts";
import { labelOrder, labelTexts, type TextKind } from "../labeltext.ts";
import type { Edge, Location, Point, Template, Tree } from "../tree.ts";
import { type Box, boxAt, type Disc, discsOf, sizeOf, textsOf, wayOf } from "./measure.ts";
import { Plane } from "./plane.ts";
import { spotAround, spotBeside } from "./spots.ts";

/**
 * Places for labels that are written into a drawing later. Of an edge's labels they read from top to bottom in UPPAAL's
 * order (select, guard, synchronisation, update), so a new one goes below the one before it or above the one behind it, if
 * nothing else is there; where two stand close together, those behind go down to make room.
 */

interface Row {
  readonly rank: number;
  readonly box: Box;
}
interface Size {
  readonly width: number;
  readonly height: number;
}
/** Where a new label goes (nowhere if what it belongs to has no place), and which of the others go down, to where. */
interface Placed {
  readonly place?: Point;
  readonly pushed: readonly { readonly kind: TextKind; readonly y: number }[];
}
interface Home {
  readonly plane: Plane;
  readonly discs: ReadonlyMap<string, Disc>;
}

export class NewLabels {
  private readonly tree: Tree;
  private readonly text: string;
  private readonly homes = new Map<Template, Home>();
  private readonly owners = new Map<Location | Edge, Template>();
  private readonly rows = new Map<Location | Edge, Row[]>();

  constructor(tree: Tree, text: string) {
    this.tree = tree;
    this.text = text;
  }

  placeOf(node: Location | Edge, kind: TextKind, label: string): Placed {
    const template = this.ownerOf(node);
    if (template === undefined) return { pushed: [] };
    const { plane, discs } = this.homeOf(template);
    const size = sizeOf(label);
    const rows = this.rowsOf(node);
    const rank = labelOrder.indexOf(kind);
    const [near, aside] = usual(rows, rank, size).map((places) =>
      places.find((place) => plane.inBox(boxAt(place, size)).length === 0),
    );
    const push = near === undefined ? pushDown(plane, node, rows, rank, size) : undefined;
    const place = near ?? push?.place ?? aside ?? elsewhere(plane, discs, node, size);
    if (place === undefined) return { pushed: [] };
    const moved = push?.moved ?? [];
    const kept = rows.filter((row) => !moved.some((other) => other.rank === row.rank));
    const now = [...kept, ...moved, { rank, box: boxAt(place, size) }];
    this.rows.set(node, now);
    for (const { box } of now.slice(kept.length)) plane.addText(node, box);
    return {
      place: { x: Math.round(place.x), y: Math.round(place.y) },
      pushed: moved.map((row) => ({ kind: labelOrder[row.rank]!, y: Math.round(row.box.top) })),
    };
  }

  private ownerOf(node: Location | Edge): Template | undefined {
    if (this.owners.size === 0)
      for (const template of this.tree.templates)
        for (const part of [...template.locations, ...template.edges]) this.owners.set(part, template);
    return this.owners.get(node);
  }

  private homeOf(template: Template): Home {
    const known = this.homes.get(template);
    if (known !== undefined) return known;
    const discs = discsOf(template);
    const plane = new Plane();
    for (const [id, disc] of discs) plane.addDisc(id, disc);
    for (const edge of template.edges) plane.addLine(edge, wayOf(edge, discs));
    for (const { owner, box } of textsOf(template, this.text)) plane.addText(owner, box);
    const home = { plane, discs };
    this.homes.set(template, home);
    return home;
  }

  private rowsOf(node: Location | Edge): Row[] {
    const known = this.rows.get(node);
    if (known !== undefined) return known;
    const rows = labelTexts(node, this.text).flatMap(({ kind, text, place }) =>
      place === undefined || rankOf(kind) < 0 ? [] : [{ rank: rankOf(kind), box: boxAt(place, sizeOf(text)) }],
    );
    this.rows.set(node, rows);
    return rows;
  }
}

function rankOf(kind: string): number {
  return (labelOrder as readonly string[]).indexOf(kind);
}

/** Between two labels of one column: those behind go down, if nothing is in their way. */
function pushDown(
  plane: Plane,
  node: Location | Edge,
  rows: readonly Row[],
  rank: number,
  size: Size,
): { readonly place: Point; readonly moved: readonly Row[] } | undefined {
  const before = rows.filter((row) => row.rank < rank).toSorted((a, b) => b.rank - a.rank)[0]?.box;
  if (before === undefined) return undefined;
  const behind = rows.filter(
    ({ rank: r, box }) => r > rank && Math.abs(box.left - before.left) < 4 && box.top >= before.bottom,
  );
  const by = before.bottom + size.height - smallest(behind.map(({ box }) => box.top));
  const moved = behind.map(({ rank: r, box }) => ({
    rank: r,
    box: { ...box, top: box.top + by, bottom: box.bottom + by },
  }));
  const place = { x: before.left, y: before.bottom };
  const isOwn = (box: Box): boolean => behind.some((row) => row.box.left === box.left && row.box.top === box.top);
  const isFree = (box: Box): boolean =>
    plane.inBox(box).every((thing) => thing.kind === "text" && thing.owner === node && isOwn(thing.box));
  const all = [boxAt(place, size), ...moved.map(({ box }) => box)];
  return behind.length > 0 && by > 0 && all.every(isFree) ? { place, moved } : undefined;
}

/** Below the label before or above the one behind; and if that cannot be, to the right of the one before. */
function usual(rows: readonly Row[], rank: number, { height }: Size): [Point[], Point[]] {
  const sorted = rows.toSorted((a, b) => a.rank - b.rank);
  const before = sorted.findLast((row) => row.rank < rank)?.box;
  const behind = sorted.find((row) => row.rank > rank)?.box;
  return [
    [
      ...(before === undefined ? [] : [{ x: before.left, y: before.bottom }]),
      ...(behind === undefined ? [] : [{ x: behind.left, y: behind.top - height }]),
    ],
    before === undefined ? [] : [{ x: before.right + 8, y: before.top }],
  ];
}

function elsewhere(
  plane: Plane,
  discs: ReadonlyMap<string, Disc>,
  node: Location | Edge,
  size: Size,
): Point | undefined {
  if (!("source" in node)) return node.place === undefined ? undefined : spotAround(plane, node.place, size, "below");
  const way = wayOf(node, discs);
  return way.length === 0 ? undefined : spotBeside(plane, way, size);
}
