import {
  applyEdits,
  type Document,
  type Edit,
  type Element,
  type Expectation,
  edit,
  elementAt,
  nowhere,
  type UppaalSource,
} from "../../../src/index.ts";
import { insertChild, removeElement, setAttribute, setChildText } from "./element.ts";

/**
 * Edits of the list of queries: new ones, what is said and expected of them, the order, headings. Each is a splice of the file.
 */
export interface Expected {
  readonly outcome?: Expectation["outcome"];
  readonly value?: string;
}

/** Sets what is expected of a query, as `zonal verify` reads it; nothing takes the expectation away. */
export function setExpected(source: UppaalSource, index: number, { outcome, value }: Expected): string {
  const [document, element] = at(source, index);
  const old = element.children.find((c) => c.name === "expect");
  const worth = value === undefined || value.trim() === "" ? undefined : value.trim();
  if (outcome === undefined && worth === undefined)
    return old === undefined ? source.text : applyEdits(source.text, removeElement(document, old));
  if (old !== undefined) return applyEdits(source.text, attributes(document, old, { outcome, value: worth }));
  const words = Object.entries({ outcome, value: worth }).flatMap(([name, v]) =>
    v === undefined ? [] : [`${name}="${v.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/"/g, "&quot;")}"`],
  );
  const after = element.children.findLast((c) => ["formula", "comment", "option"].includes(c.name));
  return applyEdits(source.text, insertChild(document, element, after, `<expect ${words.join(" ")}/>`));
}

/** Two that are both missing stand at one place: they become one edit. */
function attributes(
  document: Document,
  element: Element,
  values: Readonly<Record<string, string | undefined>>,
): Edit[] {
  const all = Object.entries(values).flatMap(([name, value]) => setAttribute(document, element, name, value));
  const [first, second] = all;
  return first !== undefined && second !== undefined && first.start === second.start
    ? [{ ...first, text: first.text + second.text }]
    : all;
}

/** Exchanges a query with the one before or behind it; everything that belongs to each goes along. */
export function moveQuery(source: UppaalSource, index: number, by: 1 | -1): string {
  const other = index + by;
  if (other < 0 || other >= source.tree.queries.length) return source.text;
  const [, a] = at(source, Math.min(index, other));
  const [, b] = at(source, Math.max(index, other));
  const { text } = source;
  return applyEdits(text, [
    { start: a.start, end: a.end, text: text.slice(b.start, b.end) },
    { start: b.start, end: b.end, text: text.slice(a.start, a.end) },
  ]);
}

/** An entry without a formula is the heading of those behind it. */
export function addHeading(source: UppaalSource, words: string): string {
  return edit(source)
    .addQuery({ ...nowhere, text: "", comment: words, results: [], options: [] })
    .apply();
}

function at(source: UppaalSource, index: number): readonly [Document, Element] {
  const { document } = source;
  const entry = source.tree.queries[index];
  const element = document === undefined || entry === undefined ? undefined : elementAt(document, entry.start);
  if (document === undefined || element === undefined) throw new Error("there is no such query in the file");
  return [document, element];
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
  const [document, element] = at(source, index);
  return applyEdits(source.text, setChildText(document, element, "comment", ["formula"], comment));
}
