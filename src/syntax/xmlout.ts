import { escapeAttribute, escapeText, type Style } from "./style.ts";

/**
 * XML to be written, as plain data, and how it becomes text: one element per line, indented; text elements on one line as
 * they are, since white space inside them belongs to the text. `indent` undefined writes everything on one line.
 */
export interface Out {
  readonly name: string;
  readonly attributes: readonly (readonly [name: string, value: string])[];
  /** An element has text or children, never both; neither makes it `<empty/>`. */
  readonly text?: string;
  readonly children?: readonly Out[];
  /** Written as it is instead of everything else: elements kept from a file. */
  readonly raw?: string;
}

export interface Frame {
  readonly style: Style;
  /** The white space before the element itself; undefined when the file is not indented. */
  readonly indent: string | undefined;
  readonly unit: string;
}

export function element(name: string, attributes: Out["attributes"], content?: string | readonly Out[]): Out {
  if (content === undefined) return { name, attributes };
  return typeof content === "string" ? { name, attributes, text: content } : { name, attributes, children: content };
}

/** The element's text, without the white space before it. */
export function render(out: Out, frame: Frame): string {
  if (out.raw !== undefined) return out.raw;
  const tag = `${out.name}${out.attributes.map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`).join("")}`;
  if (out.text !== undefined) return `<${tag}>${escapeText(out.text, frame.style)}</${out.name}>`;
  if (out.children === undefined || out.children.length === 0) return `<${tag}/>`;
  const inner = { ...frame, indent: frame.indent === undefined ? undefined : frame.indent + frame.unit };
  const children = out.children.map((child) => lead(inner) + render(child, inner)).join("");
  return `<${tag}>${children}${lead(frame)}</${out.name}>`;
}

/** The line end and white space before an element. */
export function lead(frame: Frame): string {
  return frame.indent === undefined ? "" : frame.style.newline + frame.indent;
}
