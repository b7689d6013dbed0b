import type { Position } from "../base/index.ts";
import type { Fragment } from "./source.ts";
import type { Document, Element } from "./xml.ts";
import { textOf } from "./xmltext.ts";

/**
 * Places in an XML model as UPPAAL reports them: the XPath of the element and the line and column inside its own text,
 * `/nta/template[1]/transition[1]/label[1]`, line 1, column 1. (UPPAAL counts columns from 0; here both start at 1.)
 */
export interface XPlace extends Position {
  readonly path: string;
  readonly element: Element;
}

// Elements that occur in numbers: UPPAAL's paths always number them, others only when there are several.
const numbered = new Set([
  "template",
  "location",
  "branchpoint",
  "transition",
  "label",
  "nail",
  "lsc",
  "query",
  "option",
  "result",
  "resource",
  "plot",
  "series",
  "instance",
  "message",
  "condition",
  "update",
  "anchor",
  "yloccoord",
  "lsclocation",
]);

/** The innermost element that holds `offset`; undefined outside the root. */
export function elementAt(document: Document, offset: number): Element | undefined {
  return pathTo(document, offset).at(-1);
}

/** The elements around `offset` from the root inwards. */
function pathTo(document: Document, offset: number): readonly Element[] {
  const { root } = document;
  const result: Element[] = [];
  let element = root !== undefined && root.start <= offset && offset < root.end ? root : undefined;
  while (element !== undefined) {
    result.push(element);
    element = childAt(element.children, offset);
  }
  return result;
}

function childAt(children: readonly Element[], offset: number): Element | undefined {
  let low = 0;
  let high = children.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const child = children[middle]!;
    if (offset < child.start) high = middle - 1;
    else if (offset >= child.end) low = middle + 1;
    else return child;
  }
  return undefined;
}

// Many places are asked of few elements: what was found out about an element is kept as long as the element.
const numbers = new WeakMap<Element, ReadonlyMap<Element, string>>();
const lines = new WeakMap<Element, { readonly fragment: Fragment; readonly starts: readonly number[] }>();

function xpathOf(path: readonly Element[]): string {
  return path
    .map((element, depth) => {
      const parent = path[depth - 1];
      return `/${element.name}${parent === undefined ? "" : (numbersOf(parent).get(element) ?? "")}`;
    })
    .join("");
}

/** The number of each child among those of its name, as the path writes it. */
function numbersOf(parent: Element): ReadonlyMap<Element, string> {
  const known = numbers.get(parent);
  if (known !== undefined) return known;
  const totals = new Map<string, number>();
  for (const child of parent.children) totals.set(child.name, (totals.get(child.name) ?? 0) + 1);
  const counts = new Map<string, number>();
  const result = new Map<Element, string>();
  for (const child of parent.children) {
    const count = (counts.get(child.name) ?? 0) + 1;
    counts.set(child.name, count);
    result.set(child, numbered.has(child.name) || totals.get(child.name) !== 1 ? `[${count}]` : "");
  }
  numbers.set(parent, result);
  return result;
}

/** The place of an offset; in a tag rather than in text it is line 1, column 1. Undefined outside the root element. */
export function placeOf(document: Document, offset: number): XPlace | undefined {
  // The end of a text is the start of the end tag: it belongs to the element whose text it ends.
  const path = pathTo(document, offset);
  const element = path.at(-1);
  if (element === undefined) return undefined;
  return { path: xpathOf(path), element, ...inText(document, element, offset) };
}

function inText(document: Document, element: Element, offset: number): Position {
  if (offset < element.open || offset > element.close) return { line: 1, column: 1 };
  const { fragment, starts } = linesOf(document, element);
  const at = decodedOffset(fragment, offset);
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= at) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: at - starts[low]! + 1 };
}

function linesOf(
  document: Document,
  element: Element,
): { readonly fragment: Fragment; readonly starts: readonly number[] } {
  const known = lines.get(element);
  if (known !== undefined) return known;
  const fragment = textOf(document, element);
  const starts = [fragment.start];
  for (
    let i = fragment.text.indexOf("\n", fragment.start);
    i >= 0 && i < fragment.end;
    i = fragment.text.indexOf("\n", i + 1)
  )
    starts.push(i + 1);
  const result = { fragment, starts };
  lines.set(element, result);
  return result;
}

/** The last offset of the decoded text that stands at or before `offset` of the file. */
export function decodedOffset(fragment: Fragment, offset: number): number {
  let low = fragment.start;
  let high = fragment.end;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (fragment.begin(middle) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
