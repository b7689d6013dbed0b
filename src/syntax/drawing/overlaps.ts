import { wants } from "../../base/index.ts";
import type { Edge, Point, Template } from "../tree.ts";
import { discsOf, radius, textsOf, wayOf } from "./measure.ts";
import { aroundLine, distanceTo, Plane, type Thing } from "./plane.ts";

/**
 * What lies on what in a drawing, in pairs: the measure of a layout. Names count as labels, an edge's own labels on it too.
 * An edge lies on another where a piece of both is the same.
 */
export interface Overlaps {
  readonly labelsOnLabels: number;
  readonly labelsOnEdges: number;
  readonly labelsOnNodes: number;
  readonly nodesOnNodes: number;
  readonly edgesOnNodes: number;
  readonly edgesOnEdges: number;
}

/** The overlaps of a template that has places; with the file's text, labels are measured as written there. */
export function countOverlaps(template: Template, source?: string): Overlaps {
  wants("countOverlaps", template, "template");
  const plane = new Plane();
  const discs = discsOf(template);
  const texts = textsOf(template, source);
  const ways = template.edges.map((edge) => ({ edge, way: wayOf(edge, discs) }));
  for (const [id, disc] of discs) plane.addDisc(id, disc);
  for (const text of texts) plane.addText(text, text.box);
  for (const { edge, way } of ways) plane.addLine(edge, way);
  const meeting = (kind: Thing["kind"]): number =>
    texts.reduce((sum, text) => sum + ownersOf(plane.inBox(text.box), kind, text).size, 0);
  let nodesOnNodes = 0;
  for (const [id, { place, radius: own }] of discs) {
    const box = { left: place.x - 24, top: place.y - 24, right: place.x + 24, bottom: place.y + 24 };
    for (const thing of plane.near(box))
      if (thing.kind === "disc" && thing.owner !== id)
        if (Math.hypot(thing.disc.place.x - place.x, thing.disc.place.y - place.y) < own + thing.disc.radius)
          nodesOnNodes += 0.5;
  }
  return {
    labelsOnLabels: meeting("text") / 2,
    labelsOnEdges: meeting("line"),
    labelsOnNodes: meeting("disc"),
    nodesOnNodes,
    edgesOnNodes: ways.reduce((sum, { edge, way }) => sum + discsOn(plane, edge, way), 0),
    edgesOnEdges: sharing(plane, ways),
  };
}

export function totalOf(overlaps: Overlaps): number {
  return Object.values(overlaps).reduce((sum, n: number) => sum + n, 0);
}

function ownersOf(things: readonly Thing[], kind: Thing["kind"], but: unknown): Set<unknown> {
  return new Set(things.filter((t) => t.kind === kind && t.owner !== but).map((t) => t.owner));
}

/** How many locations and branch points an edge runs through that are not its ends. */
function discsOn(plane: Plane, edge: Edge, way: readonly Point[]): number {
  const hit = new Set<unknown>();
  for (let i = 1; i < way.length; i++)
    for (const { kind, owner } of plane.onLine(way[i - 1]!, way[i]!))
      if (kind === "disc" && owner !== edge.source.name && owner !== edge.target.name) hit.add(owner);
  return hit.size;
}

/** How many pairs of edges have a piece longer than a location in common. */
function sharing(plane: Plane, ways: readonly { readonly edge: Edge; readonly way: readonly Point[] }[]): number {
  const index = new Map<unknown, number>(ways.map(({ edge }, i) => [edge, i]));
  const pairs = new Set<string>();
  for (const [i, { way }] of ways.entries())
    for (let k = 1; k < way.length; k++) {
      const [a, b] = [way[k - 1]!, way[k]!];
      for (const thing of plane.near(aroundLine(a, b))) {
        const j = index.get(thing.owner);
        if (thing.kind !== "line" || j === undefined || i === j || !isShared(thing.from, thing.to, a, b)) continue;
        pairs.add(i < j ? `${i},${j}` : `${j},${i}`);
      }
    }
  return pairs.size;
}

function isShared(from: Point, to: Point, a: Point, b: Point): boolean {
  return (
    Math.hypot(to.x - from.x, to.y - from.y) > 2 * radius && distanceTo(from, a, b) < 1 && distanceTo(to, a, b) < 1
  );
}
