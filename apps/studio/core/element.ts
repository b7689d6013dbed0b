import { attributeOf, type Document, type Edit, type Element } from "../../../src/index.ts";

/**
 * Small edits of XML as written: attributes, new children, the text of a child. Each names the characters it replaces; new
 * elements take over the indentation of their neighbours.
 */
export function escaped(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
}

/** Sets or removes an attribute; a missing one is put behind the tag's name. */
export function setAttribute(document: Document, element: Element, name: string, value: string | undefined): Edit[] {
  const old = attributeOf(document, element, name);
  if (value === undefined) {
    if (old === undefined) return [];
    let start = old.start;
    while (/\s/.test(document.text.charAt(start - 1))) start--;
    return [{ start, end: old.valueEnd + 1, text: "" }];
  }
  const text = escaped(value).replace(/"/g, "&quot;").replace(/'/g, "&apos;");
  if (old === undefined) {
    const at = element.start + 1 + element.name.length;
    return [{ start: at, end: at, text: ` ${name}="${text}"` }];
  }
  return old.value === value ? [] : [{ start: old.valueStart, end: old.valueEnd, text }];
}

/** Sets x and y, as whole numbers, which is how UPPAAL writes them. */
export function setPlace(
  document: Document,
  element: Element,
  place: { readonly x: number; readonly y: number },
): Edit[] {
  return [
    ...setAttribute(document, element, "x", String(Math.round(place.x))),
    ...setAttribute(document, element, "y", String(Math.round(place.y))),
  ];
}

/** Inserts `xml` as a child behind `after`, or as the first child. */
export function insertChild(document: Document, parent: Element, after: Element | undefined, xml: string): Edit[] {
  const { text } = document;
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  const own = indentOf(text, parent);
  const inner =
    parent.children.length > 0
      ? indentOf(text, parent.children[0]!)
      : own === undefined
        ? undefined
        : `${own}${unitOf(document)}`;
  const lead = inner === undefined ? "" : newline + inner;
  if (parent.close === parent.end) {
    const slash = text.lastIndexOf("/", parent.open);
    return [
      {
        start: slash,
        end: parent.open,
        text: `>${lead}${xml}${own === undefined ? "" : newline + own}</${parent.name}>`,
      },
    ];
  }
  const at = after?.end ?? parent.open;
  const closes =
    parent.children.length === 0 && own !== undefined && !/[\r\n]/.test(text.slice(parent.open, parent.close));
  return [{ start: at, end: at, text: `${lead}${xml}${closes ? newline + own : ""}` }];
}

/** Sets the text of the child of this name; `before` lists the names of the children that come before it. */
export function setChildText(
  document: Document,
  parent: Element,
  name: string,
  before: readonly string[],
  value: string,
): Edit[] {
  const child = parent.children.findLast((c) => c.name === name);
  if (child === undefined) {
    if (value === "") return [];
    return insertChild(
      document,
      parent,
      parent.children.findLast((c) => before.includes(c.name)),
      `<${name}>${escaped(value)}</${name}>`,
    );
  }
  if (child.close === child.end)
    return [{ start: child.start, end: child.end, text: `<${name}>${escaped(value)}</${name}>` }];
  const written = escaped(value);
  return document.text.slice(child.open, child.close) === written
    ? []
    : [{ start: child.open, end: child.close, text: written }];
}

/** Removes an element and, if it stands alone, its line. */
export function removeElement(document: Document, element: Element): Edit[] {
  const { text } = document;
  let start = element.start;
  while (text[start - 1] === " " || text[start - 1] === "\t") start--;
  if (text[start - 1] === "\n") start -= text[start - 2] === "\r" ? 2 : 1;
  else start = element.start;
  return [{ start, end: element.end, text: "" }];
}

function unitOf({ text, root }: Document): string {
  const first = root?.children[0];
  return (first === undefined ? undefined : indentOf(text, first)) || "\t";
}

/** The white space before an element on its line; undefined when something else stands there. */
function indentOf(text: string, element: Element): string | undefined {
  let start = element.start;
  while (text[start - 1] === " " || text[start - 1] === "\t") start--;
  return start === 0 || text[start - 1] === "\n" || text[start - 1] === "\r"
    ? text.slice(start, element.start)
    : undefined;
}
