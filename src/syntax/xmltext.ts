import type { Span } from "../base/index.ts";
import { Fragment, FragmentBuilder } from "./source.ts";
import type { Document, Element } from "./xml.ts";

/**
 * What the text and the attributes of an element say, decoded from a well-formed document. Text is the element's own:
 * runs before, between and behind its children are joined, comments and instructions dropped, CDATA and references
 * resolved, line ends made `\n`. The fragment maps every character back to the file.
 */
export interface Attribute {
  readonly name: string;
  readonly value: string;
  /** Where the name begins. */
  readonly start: number;
  /** The value between the quotes. */
  readonly valueStart: number;
  readonly valueEnd: number;
}

const attributePattern = /[ \t\r\n]+([^ \t\r\n=/>]+)[ \t\r\n]*=[ \t\r\n]*(?:"([^"]*)"|'([^']*)')/y;
const predefined = new Map(Object.entries({ lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" }));

export function attributesOf(document: Document, element: Element): readonly Attribute[] {
  const result: Attribute[] = [];
  attributePattern.lastIndex = element.start + 1 + element.name.length;
  for (;;) {
    const match = attributePattern.exec(document.text);
    if (match === null) return result;
    const raw = match[2] ?? match[3]!;
    const valueEnd = attributePattern.lastIndex - 1;
    const start = match.index + match[0].search(/[^ \t\r\n]/);
    result.push({ name: match[1]!, value: decodeAttribute(raw), start, valueStart: valueEnd - raw.length, valueEnd });
  }
}

/** The span of a value between its quotes. */
export function valueSpan(attribute: Attribute): Span {
  return { start: attribute.valueStart, end: attribute.valueEnd };
}

export function attributeOf(document: Document, element: Element, name: string): Attribute | undefined {
  // Most elements are <source/>, <nail/> or <label>: cheap to read whole.
  return attributesOf(document, element).find((a) => a.name === name);
}

function decodeAttribute(raw: string): string {
  if (!/[&\t\r\n]/.test(raw)) return raw;
  return raw.replace(/\r\n|[\t\r\n]|&[^;]*;/g, (c) => (c[0] === "&" ? resolve(c) : " "));
}

/** The character a reference stands for; the scanner has checked that it is one. */
function resolve(reference: string): string {
  const name = reference.slice(1, -1);
  if (name[0] !== "#") return predefined.get(name) ?? reference;
  return String.fromCodePoint(
    name[1] === "x" ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10),
  );
}

/** The element's own text with its map to the file. */
export function textOf(document: Document, element: Element): Fragment {
  const { text } = document;
  const { open, close } = element;
  if (!/[&<\r]/.test(text.slice(open, close))) return Fragment.slice(text, open, close);
  const builder = new FragmentBuilder(open);
  const special = /[&<\r]/g;
  let child = 0;
  let i = open;
  while (i < close) {
    special.lastIndex = i;
    const at = Math.min(special.exec(text)?.index ?? close, close);
    builder.add(text.slice(i, at), i, at);
    if (at === close) break;
    const inner = element.children[child];
    if (text[at] === "\r") i = addLineEnd(builder, text, at);
    else if (text[at] === "&") {
      i = text.indexOf(";", at) + 1;
      builder.add(resolve(text.slice(at, i)), at, i);
    } else if (inner?.start === at) {
      i = inner.end;
      child++;
    } else i = addMarkup(builder, text, at, close);
  }
  return builder.finish();
}

/** The decoded text itself. */
export function contentOf(fragment: Fragment): string {
  return fragment.text.slice(fragment.start, fragment.end);
}

/** The text without the white space around it, as names and plain values are read. */
export function trimmed(fragment: Fragment): { readonly text: string } & Span {
  const content = contentOf(fragment);
  const text = content.trim();
  const start = fragment.start + content.length - content.trimStart().length;
  return {
    text,
    ...(text === "" ? fragment.span(fragment.start, fragment.start) : fragment.span(start, start + text.length)),
  };
}

function addLineEnd(builder: FragmentBuilder, text: string, at: number): number {
  const end = text[at + 1] === "\n" ? at + 2 : at + 1;
  builder.add("\n", at, end);
  return end;
}

/** Comment, instruction or CDATA section at `at`; the offset behind it. Only CDATA adds text. */
function addMarkup(builder: FragmentBuilder, text: string, at: number, close: number): number {
  const behind = (mark: string, from: number): number => {
    const found = text.indexOf(mark, from);
    return found < 0 ? close : found + mark.length;
  };
  if (text.startsWith("<!--", at)) return behind("-->", at + 4);
  if (!text.startsWith("<![CDATA[", at)) return behind("?>", at + 2);
  const first = at + 9;
  const end = behind("]]>", first);
  const last = Math.max(first, end - 3);
  let i = first;
  for (const match of text.slice(first, last).matchAll(/\r\n?/g)) {
    const cr = first + match.index;
    builder.add(text.slice(i, cr), i, cr);
    i = addLineEnd(builder, text, cr);
  }
  builder.add(text.slice(i, last), i, last);
  return end;
}
