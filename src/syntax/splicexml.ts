import { append, demand, type Span } from "../base/index.ts";
import { applyEdits, type Edit } from "./edit.ts";
import { escapeAttribute, escapeCdata, escapeText, type Style, styleOf } from "./style.ts";
import type { Document, Element } from "./xml.ts";
import { type Frame, lead, type Out, render } from "./xmlout.ts";
import { attributeOf, contentOf, textOf, valueSpan } from "./xmltext.ts";
import { decodedOffset, elementAt } from "./xpath.ts";

interface Insertion {
  readonly after: Element | undefined;
  readonly out: Out;
  readonly rank: number;
}

/**
 * Changes of an XML file as written: each operation notes which bytes to replace, and `apply` does all at once. New
 * elements take over the file's indentation, line ends and habits of escaping; what no operation names stays byte for byte.
 */
export class XmlSplicer {
  readonly document: Document;
  readonly style: Style;
  private readonly unit: string;
  private readonly edits: Edit[] = [];
  /** New children by parent: several may go into one empty element, which then is opened once. */
  private readonly insertions = new Map<Element, Insertion[]>();
  /** Elements that do not exist yet but are to be created once, by parent and name. */
  private readonly created = new Map<Element, Map<string, { out: Out; children: Out[] }>>();

  constructor(document: Document) {
    this.document = document;
    this.style = styleOf(document.text);
    const first = document.root?.children[0];
    this.unit = (first === undefined ? undefined : this.indentOf(first)) || "\t";
  }

  /** The element that a tree node was read from. */
  elementOf(node: Span): Element {
    const found = elementAt(this.document, node.start);
    demand(
      found !== undefined && found.start === node.start && found.end === node.end,
      "the node is not an element of this file",
    );
    return found;
  }

  /** Replaces the text of an element. */
  setText(target: Element, text: string): void {
    const old = textOf(this.document, target);
    if (contentOf(old) === text.replace(/\r\n?/g, "\n") && target.close < target.end) return;
    if (target.close === target.end) {
      const slash = this.document.text.lastIndexOf("/", target.open);
      this.edits.push({ start: slash, end: target.open, text: `>${escapeText(text, this.style)}</${target.name}>` });
      return;
    }
    const raw = this.document.text.slice(target.open, target.close);
    const [, before, after] = /^(\s*<!\[CDATA\[)[\s\S]*?(\]\]>\s*)$/.exec(raw) ?? [];
    if (before !== undefined && after !== undefined && raw.indexOf("]]>") === raw.length - after.length) {
      this.edits.push({
        start: target.open + before.length,
        end: target.close - after.length,
        text: escapeCdata(text, this.style),
      });
    } else this.edits.push({ start: target.open, end: target.close, text: escapeText(text, this.style) });
  }

  /** Replaces a part of the text, or of an attribute, that a span of the tree covers. */
  replaceSpan(span: Span, text: string): void {
    const target = elementAt(this.document, span.start);
    demand(target !== undefined, "the span lies outside the root element");
    if (span.start < target.open) {
      const quote = this.document.text[span.end] === "'" ? "'" : '"';
      this.edits.push({ start: span.start, end: span.end, text: escapeAttribute(text, quote) });
      return;
    }
    if (span.start === target.open && span.end === target.close) {
      this.setText(target, text);
      return;
    }
    const raw = this.document.text.slice(span.start, span.end);
    if (/<!\[CDATA\[|\]\]>/.test(raw)) {
      // The span crosses a border between CDATA and plain text: only the whole text can be written anew.
      const old = textOf(this.document, target);
      const from = decodedOffset(old, span.start);
      this.setText(
        target,
        old.text.slice(old.start, from) + text + old.text.slice(decodedOffset(old, span.end), old.end),
      );
      return;
    }
    const before = this.document.text.slice(target.open, span.start);
    const inCdata = before.lastIndexOf("<![CDATA[") > before.lastIndexOf("]]>");
    this.edits.push({
      start: span.start,
      end: span.end,
      text: inCdata ? escapeCdata(text, this.style) : escapeText(text, this.style),
    });
  }

  setAttribute(target: Element, name: string, value: string | undefined): void {
    const old = attributeOf(this.document, target, name);
    if (old !== undefined && value !== undefined) {
      if (old.value !== value) this.replaceSpan(valueSpan(old), value);
    } else if (old !== undefined) {
      let from = old.start;
      while (/\s/.test(this.document.text.charAt(from - 1))) from--;
      this.edits.push({ start: from, end: old.valueEnd + 1, text: "" });
    } else if (value !== undefined) {
      const last = target.start + 1 + target.name.length;
      this.edits.push({ start: last, end: last, text: ` ${name}="${escapeAttribute(value)}"` });
    }
  }

  /** Writes an element anew in its place. */
  replaceElement(target: Element, out: Out): void {
    const frame = { style: this.style, unit: this.unit, indent: this.indentOf(target) };
    this.edits.push({ start: target.start, end: target.end, text: render(out, frame) });
  }

  /** Removes an element and the line it stands on, if it stands alone. */
  remove(target: Element): void {
    const { text } = this.document;
    let start = target.start;
    while (text[start - 1] === " " || text[start - 1] === "\t") start--;
    if (text[start - 1] === "\n") start -= text[start - 2] === "\r" ? 2 : 1;
    else if (text[start - 1] === "\r") start--;
    else start = target.start;
    this.edits.push({ start, end: target.end, text: "" });
  }

  /** Adds a child behind `after`, or as the first. Children at one place are ordered by `rank`. */
  insert(parent: Element, after: Element | undefined, out: Out, rank = 0): void {
    const list = this.insertions.get(parent) ?? [];
    list.push({ after, out, rank });
    this.insertions.set(parent, list);
  }

  /** Adds a child to a child element that the file may lack: `<queries>`. */
  insertInto(parent: Element, name: string, after: Element | undefined, out: Out): void {
    const existing = parent.children.findLast((child) => child.name === name);
    if (existing !== undefined) {
      this.insert(existing, existing.children.at(-1), out);
      return;
    }
    const byName = this.created.get(parent) ?? new Map<string, { out: Out; children: Out[] }>();
    this.created.set(parent, byName);
    const known = byName.get(name);
    if (known !== undefined) known.children.push(out);
    else {
      const children = [out];
      const container: Out = { name, attributes: [], children };
      byName.set(name, { out: container, children });
      this.insert(parent, after, container);
    }
  }

  apply(): string {
    const edits = [...this.edits];
    for (const [parent, list] of this.insertions) append(edits, this.insertionEdits(parent, list));
    return applyEdits(this.document.text, edits);
  }

  private insertionEdits(parent: Element, list: readonly Insertion[]): Edit[] {
    const frame = this.childFrame(parent);
    const written = (items: readonly Insertion[]): string =>
      items
        .toSorted((a, b) => a.rank - b.rank)
        .map(({ out }) => lead(frame) + render(out, frame))
        .join("");
    if (parent.close === parent.end) {
      const slash = this.document.text.lastIndexOf("/", parent.open);
      const indent = this.indentOf(parent);
      const end = frame.indent === undefined || indent === undefined ? "" : this.style.newline + indent;
      return [{ start: slash, end: parent.open, text: `>${written(list)}${end}</${parent.name}>` }];
    }
    const groups = new Map<Element | undefined, Insertion[]>();
    for (const item of list) {
      const group = groups.get(item.after);
      if (group === undefined) groups.set(item.after, [item]);
      else group.push(item);
    }
    return [...groups].map(([after, items]) => {
      const at = after?.end ?? parent.open;
      const closes =
        parent.children.length === 0 &&
        !/[\r\n]/.test(this.document.text.slice(parent.open, parent.close)) &&
        frame.indent !== undefined;
      return {
        start: at,
        end: at,
        text: written(items) + (closes ? this.style.newline + (this.indentOf(parent) ?? "") : ""),
      };
    });
  }

  private childFrame(parent: Element): Frame {
    const { style, unit } = this;
    const first = parent.children[0];
    if (first !== undefined) return { style, unit, indent: this.indentOf(first) };
    const own = this.indentOf(parent);
    return { style, unit, indent: own === undefined ? undefined : own + unit };
  }

  /** The white space before an element on its line; undefined when something else stands there. */
  private indentOf(target: Element): string | undefined {
    const { text } = this.document;
    let start = target.start;
    while (text[start - 1] === " " || text[start - 1] === "\t") start--;
    return start === 0 || text[start - 1] === "\n" || text[start - 1] === "\r"
      ? text.slice(start, target.start)
      : undefined;
  }
}
