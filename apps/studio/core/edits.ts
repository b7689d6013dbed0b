import {
  applyEdits,
  attributeOf,
  type Document,
  type Edge,
  type Edit,
  type Element,
  edit,
  elementAt,
  type Location,
  layoutTemplate,
  type Name,
  nowhere,
  type Point,
  type Template,
  type UppaalSource,
  withoutPlaces,
} from "../../../src/index.ts";
import { driftOf } from "../diagram/drift.ts";
import { escaped, insertChild, removeElement, setAttribute, setChildText, setPlace } from "./element.ts";
import { writePlaces } from "./places.ts";

/**
 * What can be done to a diagram, as functions from the file to the new text. Keys name parts of a template: `l:id0`, `b:id1`,
 * `e:3`, `n:3:0` (a nail) and `t:e:3:assignment` or `t:l:id0:name` (the text beside an edge or location,
 * by the kind that XML gives it).
 */
export interface Target {
  readonly source: UppaalSource;
  readonly index: number;
}

function documentOf({ source }: Target): Document {
  if (source.document === undefined) throw new Error("the model is not XML");
  return source.document;
}
function templateOf({ source, index }: Target): Template {
  return source.tree.templates[index]!;
}
function elementAtNode(target: Target, node: { readonly start: number }): Element {
  const found = elementAt(documentOf(target), node.start);
  if (found === undefined) throw new Error("the node has no element");
  return found;
}
function apply(target: Target, edits: readonly Edit[]): string {
  return applyEdits(target.source.text, edits);
}
const name = (text: string): Name => ({ kind: "name", name: text, ...nowhere });
const round = (p: Point): Point => ({ x: Math.round(p.x), y: Math.round(p.y) });

/** The element a key stands for. */
function elementOfKey(target: Target, key: string): Element | undefined {
  const template = templateOf(target);
  const rest = key.slice(2);
  const own = (node: { readonly start: number } | undefined): Element | undefined =>
    node === undefined ? undefined : elementAtNode(target, node);
  switch (key[0]) {
    case "l":
      return own(template.locations.find((l) => l.id === rest));
    case "b":
      return own(template.branchpoints.find((b) => b.id === rest));
    case "e":
      return own(template.edges[Number(rest)]);
    case "n": {
      const [edge, nail] = rest.split(":").map(Number);
      return own(template.edges[edge!])?.children.filter((c) => c.name === "nail")[nail!];
    }
    default: {
      const at = rest.lastIndexOf(":");
      const kind = rest.slice(at + 1);
      const parent = elementOfKey(target, rest.slice(0, at));
      if (kind === "name") return parent?.children.find((c) => c.name === "name");
      return parent?.children.findLast(
        (c) => c.name === "label" && attributeOf(documentOf(target), c, "kind")?.value === kind,
      );
    }
  }
}

/** Ids that no location or branch point of the file has. */
export function freshIds({ source }: Target, count: number): string[] {
  const taken = new Set(source.tree.templates.flatMap((t) => [...t.locations, ...t.branchpoints].map((n) => n.id)));
  const fresh: string[] = [];
  for (let n = 0; fresh.length < count; n++) if (!taken.has(`id${n}`)) fresh.push(`id${n}`);
  return fresh;
}

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

export function setInitial(target: Target, id: string): string {
  const template = templateOf(target);
  const document = documentOf(target);
  const parent = elementAtNode(target, template);
  const init = parent.children.find((c) => c.name === "init");
  if (init !== undefined) return apply(target, setAttribute(document, init, "ref", id));
  const before = ["name", "parameter", "declaration", "location", "branchpoint"];
  return apply(
    target,
    insertChild(
      document,
      parent,
      parent.children.findLast((c) => before.includes(c.name)),
      `<init ref="${id}"/>`,
    ),
  );
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

export function renameLocation(target: Target, id: string, next: string): string {
  const location = templateOf(target).locations.find((l) => l.id === id);
  if (location === undefined) return target.source.text;
  const element = elementAtNode(target, location);
  const document = documentOf(target);
  const old = element.children.find((c) => c.name === "name");
  if (next.trim() === "") return old === undefined ? target.source.text : apply(target, removeElement(document, old));
  if (old !== undefined) return apply(target, setChildText(document, element, "name", [], next.trim()));
  const { x, y } = location.place ?? { x: 0, y: 0 };
  return apply(
    target,
    insertChild(document, element, undefined, `<name x="${x - 10}" y="${y - 34}">${escaped(next.trim())}</name>`),
  );
}

export function setMark(target: Target, id: string, mark: "urgent" | "committed", on: boolean): string {
  const location = templateOf(target).locations.find((l) => l.id === id);
  if (location === undefined) return target.source.text;
  const element = elementAtNode(target, location);
  const old = element.children.find((c) => c.name === mark);
  if (on === (old !== undefined)) return target.source.text;
  return apply(
    target,
    old === undefined
      ? insertChild(documentOf(target), element, element.children.at(-1), `<${mark}/>`)
      : removeElement(documentOf(target), old),
  );
}

export function setColor(target: Target, key: string, color: string | undefined): string {
  const element = elementOfKey(target, key);
  return element === undefined
    ? target.source.text
    : apply(target, setAttribute(documentOf(target), element, "color", color));
}

export function setControllable(target: Target, edge: number, on: boolean): string {
  const element = elementAtNode(target, templateOf(target).edges[edge]!);
  return apply(target, setAttribute(documentOf(target), element, "controllable", on ? undefined : "false"));
}

// ---------------------------------------------------------------- templates and queries

export function addTemplate(source: UppaalSource): { readonly text: string; readonly index: number } {
  const taken = new Set(source.tree.templates.map((t) => t.name.name));
  let n = taken.size + 1;
  while (taken.has(`Template${n}`)) n++;
  const root = source.document?.root;
  if (root === undefined || source.document === undefined) return { text: source.text, index: 0 };
  const before = ["imports", "declaration", "template"];
  const after = root.children.findLast((c) => before.includes(c.name));
  const [id] = freshIds({ source, index: 0 }, 1);
  const xml = `<template><name>Template${n}</name><location id="${id}" x="0" y="0"></location><init ref="${id}"/></template>`;
  return {
    text: applyEdits(source.text, insertChild(source.document, root, after, xml)),
    index: source.tree.templates.length,
  };
}

/** The file with a template in its system line, behind the others. */
export function joinSystem(source: UppaalSource, name: string): string {
  const last = source.tree.system?.groups.at(-1)?.at(-1);
  if (last === undefined) return edit(source).setSystem(`system ${name};`).apply();
  return edit(source).replaceSpan(last, `${last.name}, ${name}`).apply();
}

export function removeTemplate(target: Target): string {
  return apply(target, removeElement(documentOf(target), elementAtNode(target, templateOf(target))));
}

export function renameTemplate(target: Target, next: string): string {
  return apply(
    target,
    setChildText(documentOf(target), elementAtNode(target, templateOf(target)), "name", [], next.trim()),
  );
}

export function addQuery(source: UppaalSource, formula = ""): string {
  return edit(source)
    .addQuery({ ...nowhere, text: formula, results: [], options: [] })
    .apply();
}

export function removeQuery(source: UppaalSource, index: number): string {
  return edit(source).removeNode(source.tree.queries[index]!).apply();
}

export function setComment(source: UppaalSource, index: number, comment: string): string {
  const target: Target = { source, index: 0 };
  const element = elementAtNode(target, source.tree.queries[index]!);
  return apply(target, setChildText(documentOf(target), element, "comment", ["formula"], comment));
}
