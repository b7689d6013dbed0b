import { append, type Span } from "../base/index.ts";
import { isIdentifier, isReservedName } from "./keyword.ts";
import {
  parseGuard,
  parseInvariant,
  parseLocalDeclarations,
  parseParameters,
  parseProbability,
  parseRate,
  parseSelect,
  parseSync,
  parseUpdate,
} from "./parse.ts";
import type { Fragment } from "./source.ts";
import type {
  Branchpoint,
  Declaration,
  Edge,
  Label,
  Location,
  Name,
  Note,
  Parameter,
  Point,
  Template,
} from "./tree.ts";
import { clip, type Element } from "./xml.ts";
import { type Reading, report, tagOf, take } from "./xmlreading.ts";
import { type Attribute, attributesOf, contentOf, textOf, trimmed, valueSpan } from "./xmltext.ts";

/**
 * Reads `<template>`: names are trimmed and must be identifiers; of several labels of one kind the last counts; a blank label
 * is no label; labels of unknown kinds become notes. References between locations and edges are kept as written: whether
 * they lead anywhere is for checking to say.
 */
export function readTemplate(reading: Reading, element: Element): Template {
  const locations: Location[] = [];
  const branchpoints: Branchpoint[] = [];
  const edges: Edge[] = [];
  const parameters: Parameter[] = [];
  let init: Element | undefined;
  let name: Name | undefined;
  for (const child of element.children) {
    if (child.name === "name") name = readName(reading, child);
    else if (child.name === "parameter") append(parameters, readParameters(reading, child));
    else if (child.name === "location") locations.push(readLocation(reading, child));
    else if (child.name === "branchpoint") branchpoints.push(readBranchpoint(reading, child));
    else if (child.name === "transition") edges.push(readEdge(reading, child));
    else if (child.name === "init") init = child;
  }
  if (name === undefined) report(reading, "identifier-expected", tagOf(element), "the template has no name");
  const initial = init === undefined ? undefined : readReference(reading, init);
  if (initial === undefined) {
    const message = init === undefined ? "has no initial location" : "has an <init> that names no location";
    report(reading, "missing-init", tagOf(init ?? element), `template '${clip(name?.name ?? "")}' ${message}`);
  }
  return {
    start: element.start,
    end: element.end,
    name: name ?? { kind: "name", name: "", start: element.open, end: element.open },
    parameters,
    declarations: element.children
      .filter((child) => child.name === "declaration")
      .flatMap((child) => readDeclarations(reading, child)),
    locations,
    branchpoints,
    ...(initial === undefined ? {} : { initial }),
    edges,
  };
}

export function readParameters(reading: Reading, element: Element): readonly Parameter[] {
  const text = textOf(reading.document, element);
  return text.blank ? [] : take(reading, parseParameters(text, reading));
}

export function readDeclarations(reading: Reading, element: Element): readonly Declaration[] {
  const text = textOf(reading.document, element);
  return text.blank ? [] : take(reading, parseLocalDeclarations(text, reading));
}

/** The name an element's text gives, checked to be one; undefined when there is no text. */
function readName(reading: Reading, element: Element): Name | undefined {
  const { text, start, end } = trimmed(textOf(reading.document, element));
  if (text === "") return undefined;
  if (!/^[A-Za-z_]/.test(text))
    report(
      reading,
      "identifier-expected",
      { start, end },
      `'${clip(text)}' is not a name: names begin with a letter or '_'`,
    );
  else if (!isIdentifier(text))
    report(
      reading,
      "invalid-identifier",
      { start, end },
      `'${clip(text)}' is not a name: letters, digits and '_' only`,
    );
  else if (isReservedName(text) && !reading.names?.has(text))
    report(reading, "keyword-name", { start, end }, `'${clip(text)}' is a keyword and cannot be a name`);
  return { kind: "name", name: text, start, end };
}

/** What the attribute `ref` names. */
function readReference(reading: Reading, element: Element): Name | undefined {
  const ref = attributesOf(reading.document, element).find((a) => a.name === "ref");
  return ref === undefined ? undefined : { kind: "name", name: ref.value, start: ref.valueStart, end: ref.valueEnd };
}

export function readId(reading: Reading, element: Element, attributes: readonly Attribute[], what: string): string {
  const id = attributes.find((a) => a.name === "id");
  if (id === undefined) {
    report(reading, "missing-id", tagOf(element), `the ${what} has no id`);
    return "";
  }
  if (reading.ids.has(id.value))
    report(reading, "duplicate-id", valueSpan(id), `the id '${clip(id.value)}' is used more than once`, "warning");
  reading.ids.add(id.value);
  return id.value;
}

function readPoint(attributes: readonly Attribute[]): Point | undefined {
  const x = attributes.find((a) => a.name === "x");
  const y = attributes.find((a) => a.name === "y");
  if (x === undefined || y === undefined) return undefined;
  const point = { x: Number.parseFloat(x.value), y: Number.parseFloat(y.value) };
  return Number.isFinite(point.x) && Number.isFinite(point.y) ? point : undefined;
}

function readPlace(attributes: readonly Attribute[]): { place?: Point; color?: string } {
  const place = readPoint(attributes);
  const color = attributes.find((a) => a.name === "color")?.value;
  return { ...(place === undefined ? {} : { place }), ...(color === undefined ? {} : { color }) };
}

export function readLocation(reading: Reading, element: Element): Location {
  const attributes = attributesOf(reading.document, element);
  let location: Location = {
    start: element.start,
    end: element.end,
    id: readId(reading, element, attributes, "location"),
    urgent: false,
    committed: false,
    ...readPlace(attributes),
    notes: [],
  };
  const notes: Note[] = [];
  for (const child of element.children) {
    if (child.name === "urgent") location = { ...location, urgent: true };
    else if (child.name === "committed") location = { ...location, committed: true };
    else if (child.name === "name") {
      const name = readName(reading, child);
      const namePlace = readPoint(attributesOf(reading.document, child));
      location = {
        ...location,
        ...(name === undefined ? {} : { name }),
        ...(namePlace === undefined ? {} : { namePlace }),
      };
    } else if (child.name === "label") {
      const label = openLabel(reading, child);
      if (label === undefined) continue;
      if (label.kind === "invariant")
        location = { ...location, invariant: close(label, take(reading, parseInvariant(label.text, reading))) };
      else if (label.kind === "exponentialrate")
        location = { ...location, rate: close(label, take(reading, parseRate(label.text, reading))) };
      else notes.push(note(label));
    }
  }
  return { ...location, notes };
}

function readBranchpoint(reading: Reading, element: Element): Branchpoint {
  const attributes = attributesOf(reading.document, element);
  const nameElement = element.children.find((child) => child.name === "name");
  const name = nameElement === undefined ? undefined : readName(reading, nameElement);
  return {
    start: element.start,
    end: element.end,
    id: readId(reading, element, attributes, "branch point"),
    ...(name === undefined ? {} : { name }),
    ...readPlace(attributes),
  };
}

export function readEdge(reading: Reading, element: Element): Edge {
  const attributes = attributesOf(reading.document, element);
  const controllable = attributes.find((a) => a.name === "controllable");
  const color = attributes.find((a) => a.name === "color")?.value;
  const labels: { -readonly [K in "select" | "guard" | "sync" | "update" | "probability"]?: Edge[K] } = {};
  const notes: Note[] = [];
  const nails: Point[] = [];
  for (const child of element.children) {
    if (child.name === "nail") {
      const point = readPoint(attributesOf(reading.document, child));
      if (point !== undefined) nails.push(point);
    } else if (child.name === "label") {
      const label = openLabel(reading, child);
      if (label === undefined) continue;
      if (label.kind === "select") labels.select = close(label, take(reading, parseSelect(label.text, reading)));
      else if (label.kind === "guard") labels.guard = close(label, take(reading, parseGuard(label.text, reading)));
      else if (label.kind === "synchronisation")
        labels.sync = close(label, take(reading, parseSync(label.text, reading)));
      else if (label.kind === "assignment")
        labels.update = close(label, take(reading, parseUpdate(label.text, reading)));
      else if (label.kind === "probability")
        labels.probability = close(label, take(reading, parseProbability(label.text, reading)));
      else notes.push(note(label));
    }
  }
  return {
    start: element.start,
    end: element.end,
    source: readEnd(reading, element, "source"),
    target: readEnd(reading, element, "target"),
    controllable: controllable === undefined || controllable.value === "true",
    ...labels,
    nails,
    ...(color === undefined ? {} : { color }),
    notes,
  };
}

export function readEnd(reading: Reading, element: Element, which: "source" | "target"): Name {
  const child = element.children.find((c) => c.name === which);
  const name = child === undefined ? undefined : readReference(reading, child);
  if (name !== undefined) return name;
  report(
    reading,
    which === "source" ? "missing-source" : "missing-target",
    tagOf(child ?? element),
    `the edge has no ${which}`,
  );
  return { kind: "name", name: "", start: element.open, end: element.open };
}

interface OpenLabel extends Span {
  readonly kind: string;
  readonly text: Fragment;
  readonly place?: Point;
}

/** A label before its text is parsed; undefined when it says nothing. */
export function openLabel(reading: Reading, element: Element): OpenLabel | undefined {
  const attributes = attributesOf(reading.document, element);
  const kind = attributes.find((a) => a.name === "kind");
  if (kind === undefined) {
    report(reading, "missing-kind", tagOf(element), "the label has no kind");
    return undefined;
  }
  const text = textOf(reading.document, element);
  if (text.blank) return undefined;
  const place = readPoint(attributes);
  return { start: element.open, end: element.close, kind: kind.value, text, ...(place === undefined ? {} : { place }) };
}

export function close<T>(label: OpenLabel, value: T): Label<T> {
  return { start: label.start, end: label.end, value, ...(label.place === undefined ? {} : { place: label.place }) };
}

function note(label: OpenLabel): Note {
  return {
    start: label.start,
    end: label.end,
    kind: label.kind,
    text: contentOf(label.text),
    ...(label.place === undefined ? {} : { place: label.place }),
  };
}
