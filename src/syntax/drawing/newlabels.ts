import { type LabelKind, labelTexts } from "../labeltext.ts";
import type { Edge, Location, Point, Template, Tree } from "../tree.ts";
import { type Box, boxAt, type Disc, discsOf, sizeOf, textsOf, wayOf } from "./measure.ts";
import { Plane } from "./plane.ts";
import { spotAround, spotBeside } from "./spots.ts";

/**
 * Places for labels that are written into a drawing later. Of an edge's labels they read from top to bottom in UPPAAL's
 * order (select, guard, synchronisation, update), so a new one goes below the one before it or above the one behind it, if
 * nothing else is there.
 */
const order = ["invariant", "rate", "select", "guard", "sync", "update", "probability"];

interface Row {
  readonly rank: number;
  readonly box: Box;
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

  /** Where a label goes; nowhere if what it belongs to has no place. */
  placeOf(node: Location | Edge, kind: LabelKind, label: string): Point | undefined {
    const template = this.ownerOf(node);
    if (template === undefined) return undefined;
    const { plane, discs } = this.homeOf(template);
    const size = sizeOf(label);
    const rows = this.rowsOf(node);
    const rank = order.indexOf(kind);
    const wish = usual(rows, rank, size).find((place) => plane.inBox(boxAt(place, size)).length === 0);
    const place = wish ?? elsewhere(plane, discs, node, size);
    if (place === undefined) return undefined;
    const box = boxAt(place, size);
    plane.addText(node, box);
    rows.push({ rank, box });
    return { x: Math.round(place.x), y: Math.round(place.y) };
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
      place === undefined || !order.includes(kind)
        ? []
        : [{ rank: order.indexOf(kind), box: boxAt(place, sizeOf(text)) }],
    );
    this.rows.set(node, rows);
    return rows;
  }
}

/** Below the label before, above the one behind, to the right of the one before. */
function usual(
  rows: readonly Row[],
  rank: number,
  { height }: { readonly width: number; readonly height: number },
): Point[] {
  const sorted = rows.toSorted((a, b) => a.rank - b.rank);
  const before = sorted.findLast((row) => row.rank < rank)?.box;
  const behind = sorted.find((row) => row.rank > rank)?.box;
  return [
    ...(before === undefined ? [] : [{ x: before.left, y: before.bottom }]),
    ...(behind === undefined ? [] : [{ x: behind.left, y: behind.top - height }]),
    ...(before === undefined ? [] : [{ x: before.right + 8, y: before.top }]),
  ];
}

function elsewhere(
  plane: Plane,
  discs: ReadonlyMap<string, Disc>,
  node: Location | Edge,
  size: { readonly width: number; readonly height: number },
): Point | undefined {
  if (!("source" in node)) return node.place === undefined ? undefined : spotAround(plane, node.place, size, "below");
  const way = wayOf(node, discs);
  return way.length === 0 ? undefined : spotBeside(plane, way, size);
}
