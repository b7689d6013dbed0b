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
  "template", "location", "branchpoint", "transition", "label", "nail", "lsc", "query", "option", "result", "resource", "plot", "series",
  "instance", "message", "condition", "update", "anchor", "yloccoord", "lsclocation",
]);

/** The innermost element that holds `offset`; undefined outside the root. */
export function elementAt(document: Document, offset: number): Element | undefined {
  return pathTo(document, offset).at(-1);
}

/** The elements around `offset` from the root inwards. */
export function pathTo(document: Document, offset: number): readonly Element[] {
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
    const child = children[middle];
    if (offset < child.start) high = middle - 1;
    else if (offset >= child.end) low = middle + 1;
    else return child;
  }
  return undefined;
}

export function xpathOf(path: readonly Element[]): string {
  let result = "";
  path.forEach((element, depth) => {
    const same = depth === 0 ? [element] : path[depth - 1].children.filter((child) => child.name === element.name);
    const number = numbered.has(element.name) || same.length > 1 ? `[${same.indexOf(element) + 1}]` : "";
    result += `/${element.name}${number}`;
  });
  return result;
}

/** The place of an offset; in a tag rather than in text it is line 1, column 1. Undefined outside the root element. */
export function placeOf(document: Document, offset: number): XPlace | undefined {
  // The end of a text is the start of the end tag: it belongs to the element whose text it ends.
  const path = pathTo(document, offset);
  const element = path.at(-1);
  if (element === undefined) return undefined;
  return { path: xpathOf(path), element, ...inText(textOf(document, element), element, offset) };
}

function inText(fragment: Fragment, element: Element, offset: number): Position {
  if (offset < element.open || offset > element.close) return { line: 1, column: 1 };
  const end = decodedOffset(fragment, offset);
  const { text } = fragment;
  let line = 1;
  let from = fragment.start;
  for (let i = text.indexOf("\n", from); i >= 0 && i < end; i = text.indexOf("\n", from)) {
    line++;
    from = i + 1;
  }
  return { line, column: end - from + 1 };
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
