import type { Diagnostic, Span } from "../base/index.ts";
import type { Dialect } from "./keyword.ts";
import type { Parsed } from "./parse.ts";
import type { Document, Element } from "./xml.ts";
import type { XmlCode } from "./xmlcodes.ts";

/** What the readers of a model's XML have in common: the document and where faults go. */
export interface Reading {
  readonly document: Document;
  readonly syntax: "new" | "old";
  readonly names?: ReadonlySet<string>;
  /** The one asked for, if any. */
  readonly dialect?: Dialect;
  readonly diagnostics: Diagnostic[];
  readonly queryDiagnostics: Diagnostic[];
  /** Ids of locations and branch points of all templates so far. */
  readonly ids: Set<string>;
}

export function report(
  reading: Reading,
  code: XmlCode,
  span: Span,
  message: string,
  severity: "error" | "warning" = "error",
): void {
  reading.diagnostics.push({ code, severity, span: { start: span.start, end: span.end }, message });
}

/** The start tag of an element: what to underline when the whole would be too much. */
export function tagOf(element: Element): Span {
  return { start: element.start, end: element.open };
}

export function take<T>(reading: Reading, parsed: Parsed<T>): T {
  for (const d of parsed.diagnostics) reading.diagnostics.push(d);
  return parsed.value;
}
