import { greatest } from "../../base/index.ts";
import { labelTexts } from "../labeltext.ts";
import type { Edge, Location, Point, Template } from "../tree.ts";

/**
 * How much room the parts of a drawing take, in UPPAAL's coordinates: one rule for laying out, for drawing and for counting
 * overlaps. Texts are given by their upper left corner, as UPPAAL does; their width is estimated from above.
 */
export const radius = 11;
export const dot = 3;
export const lineHeight = 17;
const characterWidth = 7.3;

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A location or branch point. */
export interface Disc {
  readonly place: Point;
  readonly radius: number;
}

/** The lines of a label as they are drawn. */
export function linesOf(text: string): string[] {
  return text
    .replace(/\s+$/, "")
    .split("\n")
    .map((line) => line.replace(/\t/g, "    ").trimEnd());
}

export function sizeOf(text: string): { readonly width: number; readonly height: number } {
  const lines = linesOf(text);
  return { width: greatest(lines.map((line) => line.length)) * characterWidth, height: lines.length * lineHeight };
}

export function boxAt(place: Point, size: { readonly width: number; readonly height: number }): Box {
  return { left: place.x, top: place.y, right: place.x + size.width, bottom: place.y + size.height };
}

export function discsOf(template: Template): Map<string, Disc> {
  const discs = new Map<string, Disc>();
  for (const { id, place } of template.locations) if (place !== undefined) discs.set(id, { place, radius });
  for (const { id, place } of template.branchpoints) if (place !== undefined) discs.set(id, { place, radius: dot });
  return discs;
}

/** The corners of an edge from rim to rim; nothing when an end has no place. */
export function wayOf(edge: Edge, discs: ReadonlyMap<string, Disc>): Point[] {
  const from = discs.get(edge.source.name);
  const to = discs.get(edge.target.name);
  if (from === undefined || to === undefined) return [];
  const points = [from.place, ...edge.nails, to.place];
  const last = points.length - 1;
  const first = towards(points[0]!, points[1]!, from.radius);
  points[last] = towards(points[last]!, points[last - 1]!, to.radius);
  points[0] = first;
  return points;
}

/** The point on the rim around `p` on the way to `q`. */
export function towards(p: Point, q: Point, r: number): Point {
  const length = Math.hypot(q.x - p.x, q.y - p.y);
  return length <= r ? p : { x: p.x + ((q.x - p.x) / length) * r, y: p.y + ((q.y - p.y) / length) * r };
}

interface PlacedText {
  readonly owner: Location | Edge;
  readonly text: string;
  readonly box: Box;
}

/** The texts of a template that have places: names, labels and notes. */
export function textsOf(template: Template, source?: string): PlacedText[] {
  const result: PlacedText[] = [];
  const add = (owner: Location | Edge, text: string, place: Point | undefined): void => {
    if (place !== undefined && text.trim() !== "") result.push({ owner, text, box: boxAt(place, sizeOf(text)) });
  };
  for (const location of template.locations) add(location, location.name?.name ?? "", location.namePlace);
  for (const node of [...template.locations, ...template.edges])
    for (const { text, place } of labelTexts(node, source)) add(node, text, place);
  return result;
}
