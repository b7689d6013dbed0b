import { greatest } from "../../base/index.ts";
import { labelTexts } from "../labeltext.ts";
import type { Edge, Location, Point, Template } from "../tree.ts";
import { placeColumns } from "./columns.ts";
import { type Dress, dressOf, rowOf, type Spot, stackTexts } from "./dress.ts";
import { type Link, layersOf, type Size } from "./layers.ts";
import { boxAt, dot, radius } from "./measure.ts";
import { placeEdgeTexts, placeLocationTexts } from "./placing.ts";
import { Plane } from "./plane.ts";
import { Router } from "./routes.ts";

/**
 * Draws a template from nothing: layers with room for every text (`layers.ts`, `columns.ts`), then edges through the room kept
 * for them, straightened where nothing is in the way (`routes.ts`).
 */
const point: Size = { above: 12, below: 12, width: 12 };

export function drawWhole(template: Template, source: string | undefined): Template {
  const loops = new Map<string, Edge[]>(template.locations.map((l) => [l.id, []]));
  const links: Edge[] = [];
  for (const edge of template.edges) {
    if (edge.source.name === edge.target.name && loops.has(edge.source.name)) loops.get(edge.source.name)!.push(edge);
    else links.push(edge);
  }
  const degree = new Map<string, number>();
  for (const { source, target } of links)
    for (const { name } of [source, target]) degree.set(name, (degree.get(name) ?? 0) + 1);
  const rows = new Map([...degree].map(([id, edges]) => [id, rowOf(edges)]));
  const dresses = new Map(
    template.locations.map((l) => [l.id, dressOf(l, loops.get(l.id) ?? [], rows.get(l.id) ?? rowOf(0), source)]),
  );
  const sizes = new Map<string, Size>();
  for (const b of template.branchpoints) sizes.set(b.id, point);
  for (const [id, { size }] of dresses) sizes.set(id, size);
  const layers = layersOf(
    sizes,
    links.map((edge) => linkOf(edge, source)),
    template.initial?.name,
  );
  const columns = placeColumns(layers);
  const plane = new Plane();
  const at = (id: string): { readonly place: Point; readonly turned: boolean } =>
    columns.placed.get(layers.nodes.get(id)!)!;
  for (const b of template.branchpoints) plane.addDisc(b.id, { place: at(b.id).place, radius: dot });
  const drawn = new Map<Edge, Edge>();
  const locations = template.locations.map((location) => {
    const { place, turned } = at(location.id);
    const dress = dresses.get(location.id)!;
    plane.addDisc(location.id, { place, radius });
    dress.loops.forEach((loop, i) => {
      const edge = loops.get(location.id)![i]!;
      const nails = loop.nails.map((nail) => moved(nail, 0, place, turned));
      plane.addLine(edge, [place, ...nails, place]);
      drawn.set(edge, placeEdgeTexts({ ...edge, nails }, put(plane, edge, loop.labels, place, turned)));
    });
    return dressed(plane, location, dress, place, turned);
  });
  const router = new Router(layers, columns, plane, rows);
  links.forEach((edge, i) => {
    const texts = labelTexts(edge, source).map((l) => l.text);
    const from = router.placeLabel(i, stackTexts(texts, { x: 0, y: 0 }));
    if (from !== undefined) drawn.set(edge, placeEdgeTexts(edge, stackTexts(texts, from)));
  });
  links.forEach((edge, i) => {
    drawn.set(edge, { ...(drawn.get(edge) ?? edge), nails: router.route(i, edge) });
  });
  return {
    ...template,
    locations,
    branchpoints: template.branchpoints.map((b) => ({ ...b, place: at(b.id).place })),
    edges: template.edges.map((edge) => drawn.get(edge) ?? edge),
  };
}

function linkOf(edge: Edge, source: string | undefined): Link {
  const spots = stackTexts(
    labelTexts(edge, source).map((l) => l.text),
    { x: 0, y: 0 },
  );
  const last = spots.at(-1);
  const label =
    last === undefined
      ? undefined
      : { above: 7, below: last.y + last.height + 7, width: greatest(spots.map((s) => s.width)) };
  return { source: edge.source.name, target: edge.target.name, label };
}

/** A place relative to a centre; in a band that runs from right to left, mirrored. */
function moved({ x, y }: Point, width: number, centre: Point, turned: boolean): Point {
  return { x: Math.round(centre.x + (turned ? -x - width : x)), y: Math.round(centre.y + y) };
}

function put(plane: Plane, owner: unknown, spots: readonly Spot[], centre: Point, turned: boolean): Point[] {
  return spots.map((spot) => {
    const place = moved(spot, spot.width, centre, turned);
    plane.addText(owner, boxAt(place, spot));
    return place;
  });
}

function dressed(plane: Plane, location: Location, dress: Dress, place: Point, turned: boolean): Location {
  const [namePlace] = put(plane, location, dress.name === undefined ? [] : [dress.name], place, turned);
  const labels = put(plane, location, dress.labels, place, turned);
  return placeLocationTexts({ ...location, place, ...(namePlace === undefined ? {} : { namePlace }) }, labels);
}
