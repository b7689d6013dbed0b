import {
  attributeOf,
  type Edge,
  type Edit,
  type Element,
  edit,
  type Location,
  layoutTemplate,
  type Name,
  nowhere,
  type Point,
  withoutPlaces,
} from "../../../src/index.ts";
import { driftOf } from "../diagram/drift.ts";
import { insertChild, removeElement, setPlace } from "./element.ts";
import { writePlaces } from "./places.ts";
import { apply, documentOf, elementAtNode, elementOfKey, freshIds, type Target, templateOf } from "./target.ts";

/** What can be drawn in a diagram, as functions from the file to the new text. */
const name = (text: string): Name => ({ kind: "name", name: text, ...nowhere });
const round = (p: Point): Point => ({ x: Math.round(p.x), y: Math.round(p.y) });

function freshId(target: Target): string {
  return freshIds(target, 1)[0]!;
}

export function addLocation(target: Target, place: Point): { readonly text: string; readonly key: string } {
  const { source } = target;
  const template = templateOf(target);
  const id = freshId(target);
  const at = round(place);
  const location: Location = {
    ...nowhere,
    id,
    urgent: false,
    committed: false,
    place: at,
    namePlace: { x: at.x - 10, y: at.y - 34 },
    notes: [],
  };
  const text = edit(source).addLocation(template, location).apply();
  return { text, key: `l:${id}` };
}

export function addBranchpoint(target: Target, place: Point): { readonly text: string; readonly key: string } {
  const id = freshId(target);
  const parent = elementAtNode(target, templateOf(target));
  const before = ["name", "parameter", "declaration", "location", "branchpoint"];
  const { x, y } = round(place);
  const after = parent.children.findLast((c) => before.includes(c.name));
  return {
    text: apply(target, insertChild(documentOf(target), parent, after, `<branchpoint id="${id}" x="${x}" y="${y}"/>`)),
    key: `b:${id}`,
  };
}

export function addEdge(
  target: Target,
  from: string,
  to: string,
  nails: readonly Point[],
): { readonly text: string; readonly key: string } {
  const template = templateOf(target);
  const edge: Edge = {
    ...nowhere,
    source: name(from),
    target: name(to),
    controllable: true,
    nails: nails.map(round),
    notes: [],
  };
  return { text: edit(target.source).addEdge(template, edge).apply(), key: `e:${template.edges.length}` };
}

export function addNail(target: Target, edge: number, position: number, place: Point): string {
  const parent = elementAtNode(target, templateOf(target).edges[edge]!);
  const nails = parent.children.filter((c) => c.name === "nail");
  const before = nails[position - 1] ?? parent.children.findLast((c) => c.name !== "nail");
  const { x, y } = round(place);
  return apply(target, insertChild(documentOf(target), parent, before, `<nail x="${x}" y="${y}"/>`));
}

/**
 * Moves parts by a distance; texts go with their location, nails and texts with an edge whose two ends move, and the texts of
 * an edge of which less moves as far as the piece beside which they stand.
 */
export function move(target: Target, keys: ReadonlySet<string>, dx: number, dy: number): string {
  const template = templateOf(target);
  const document = documentOf(target);
  const moved = new Set<Element>();
  const withTexts = (element: Element | undefined): void => {
    if (element === undefined) return;
    for (const part of [element, ...element.children])
      if (["location", "branchpoint", "name", "label", "nail"].includes(part.name)) moved.add(part);
  };
  for (const key of keys) {
    if (key.startsWith("l:") || key.startsWith("b:")) withTexts(elementOfKey(target, key));
    else if (!key.startsWith("e:")) {
      const element = elementOfKey(target, key);
      if (element !== undefined) moved.add(element);
    }
  }
  const goes = (end: string): boolean => keys.has(`l:${end}`) || keys.has(`b:${end}`);
  for (const edge of template.edges)
    if (goes(edge.source.name) && goes(edge.target.name)) withTexts(elementAtNode(target, edge));
  const shift = (element: Element, by: Point): Edit[] => {
    const x = attributeOf(document, element, "x");
    const y = attributeOf(document, element, "y");
    if (x === undefined || y === undefined) return [];
    return setPlace(document, element, { x: Number(x.value) + by.x, y: Number(y.value) + by.y });
  };
  const edits = [...moved].flatMap((element) => shift(element, { x: dx, y: dy }));
  for (const [i, edge] of template.edges.entries()) {
    const drift = driftOf(template, i, keys, { x: dx, y: dy });
    if (drift === undefined) continue;
    for (const label of elementAtNode(target, edge).children)
      if (label.name === "label" && !moved.has(label)) {
        const x = Number(attributeOf(document, label, "x")?.value ?? Number.NaN);
        const y = Number(attributeOf(document, label, "y")?.value ?? Number.NaN);
        if (!Number.isNaN(x + y)) edits.push(...shift(label, drift({ x, y })));
      }
  }
  return apply(target, edits);
}

/** Gives every part of the template coordinates, so that moving one leaves the others; the same text if all have them. */
export function withPlaces(target: Target): string {
  const template = templateOf(target);
  return writePlaces(target.source, template, layoutTemplate(template, target.source.text));
}

/** Draws the template anew, from nothing. */
export function layoutAgain(target: Target): string {
  const template = templateOf(target);
  return writePlaces(target.source, template, layoutTemplate(withoutPlaces(template), target.source.text));
}

/** Removes parts; edges that lose an end go too, and so does the mark of a removed initial location. */
export function remove(target: Target, keys: ReadonlySet<string>): string {
  const template = templateOf(target);
  const document = documentOf(target);
  const gone = new Set<Element>();
  const note = (element: Element | undefined): void => void (element !== undefined && gone.add(element));
  const ids = new Set([...keys].filter((k) => /^[lb]:/.test(k)).map((k) => k.slice(2)));
  template.edges.forEach((edge, i) => {
    if (keys.has(`e:${i}`) || ids.has(edge.source.name) || ids.has(edge.target.name)) note(elementAtNode(target, edge));
  });
  for (const key of keys) {
    if (/^[lb]:/.test(key)) note(elementOfKey(target, key));
    else if (/^[nt]:/.test(key)) {
      const element = elementOfKey(target, key);
      const parent = /^[nt]:(?:e:)?(\d+)/.exec(key);
      const inGone = parent !== null && key.startsWith("n:") && keys.has(`e:${parent[1]}`);
      if (!inGone) note(element);
    }
  }
  const inside = [...gone].filter(
    (e) => ![...gone].some((other) => other !== e && other.start <= e.start && e.end <= other.end),
  );
  if (template.initial !== undefined && ids.has(template.initial.name))
    inside.push(...elementAtNode(target, template).children.filter((c) => c.name === "init"));
  return apply(
    target,
    inside.flatMap((e) => removeElement(document, e)),
  );
}
