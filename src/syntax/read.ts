import { type Diagnostic, Lines, type Span, wants } from "../base/index.ts";
import { readDialect } from "./dialect.ts";

import { decode, type Encoding } from "./encoding.ts";
import type { Dialect } from "./keyword.ts";
import { parseXml } from "./nta.ts";
import { parseTck } from "./tck.ts";
import type { TckTree } from "./tcktree.ts";
import type { Tree } from "./tree.ts";
import { type Document, looksLikeXml } from "./xml.ts";
import { placeOf } from "./xpath.ts";
import { parseXta } from "./xta.ts";

/**
 * Reads a model of any format: XML, XTA or TChecker's. The format is that of the name's ending where the ending is a
 * known one, and else what the text looks like. A source always has a tree; what is wrong stands in `diagnostics`.
 */
export type Source = UppaalSource | TckSource;

interface Read {
  /** The name it was given, for messages. */
  readonly name: string;
  readonly text: string;
  readonly encoding: Encoding;
  readonly bom: boolean;
  readonly diagnostics: readonly Diagnostic[];
  /** Faults of embedded formulas, which never make the model invalid. */
  readonly queryDiagnostics: readonly Diagnostic[];
}
export interface UppaalSource extends Read {
  readonly format: "xml" | "xta";
  readonly tree: Tree;
  /** The dialect that was asked for, if any. */
  readonly dialect?: Dialect;
  /** The elements, for XML. */
  readonly document?: Document;
}
export interface TckSource extends Read {
  readonly format: "tck";
  readonly tck: TckTree;
}

export interface ReadOptions {
  readonly name?: string;
  /** The version of UPPAAL that the file is for; found out if absent, with a warning where it is not 5. */
  readonly dialect?: Dialect;
}

export function read(input: string | Uint8Array, options: ReadOptions = {}): Source {
  wants("read", input, "text", "bytes");
  const name = options.name ?? "model";
  const decoded =
    typeof input === "string"
      ? { text: input, encoding: "utf-8" as const, bom: false, diagnostics: [] }
      : decode(input);
  const { text, encoding, bom } = decoded;
  const common = { name, text, encoding, bom, queryDiagnostics: [] };
  const format = formatOf(name, text);
  const { dialect } = options;
  const fixed = dialect === undefined ? {} : { dialect };
  // A file that could not be decoded has one thing wrong with it, not a hundred.
  const faults = (found: readonly Diagnostic[]): readonly Diagnostic[] =>
    decoded.diagnostics.length > 0 ? decoded.diagnostics : found;
  switch (format) {
    case "xml": {
      const { tree, document, diagnostics, queryDiagnostics } = readDialect(text, dialect, (wording) =>
        parseXml(text, { ...wording, ...fixed }),
      );
      return { ...common, ...fixed, format, tree, document, diagnostics: faults(diagnostics), queryDiagnostics };
    }
    case "xta": {
      const { tree, diagnostics } = readDialect(text, dialect, (wording) => parseXta(text, wording));
      return { ...common, ...fixed, format, tree, diagnostics: faults(diagnostics) };
    }
    case "tck": {
      const { tree, diagnostics } = parseTck(text);
      return { ...common, format, tck: tree, diagnostics: faults(diagnostics) };
    }
  }
}

function formatOf(name: string, text: string): "xml" | "xta" | "tck" {
  if (/\.tck$/i.test(name)) return "tck";
  if (/\.xml$/i.test(name) || looksLikeXml(text)) return "xml";
  return /^(?:\s*#.*\n)*\s*system:\w+/.test(text) && !/\.x?ta$/i.test(name) ? "tck" : "xta";
}

/** A place for people and for machines: where a span stands in its source. */
export interface Location {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  /** XML only: the element, and line and column inside its text. */
  readonly xpath?: string;
  readonly innerLine?: number;
  readonly innerColumn?: number;
}

/** Turns spans of one text into places; the lines are found once. */
export class Locator {
  readonly text: string;
  readonly document: Document | undefined;
  private readonly lines: Lines;

  constructor(text: string, document?: Document) {
    wants("new Locator", text, "text");
    this.text = text;
    this.document = document;
    this.lines = new Lines(text);
  }

  locate(span: Span): Location {
    const start = this.lines.position(span.start);
    const end = this.lines.position(Math.max(span.start, span.end));
    const place = this.document === undefined ? undefined : placeOf(this.document, span.start);
    return {
      line: start.line,
      column: start.column,
      endLine: end.line,
      endColumn: end.column,
      ...(place === undefined ? {} : { xpath: place.path, innerLine: place.line, innerColumn: place.column }),
    };
  }

  /** The text of a line, without its end. */
  line(number: number): string {
    const { starts } = this.lines;
    const end = number < starts.length ? starts[number] : this.text.length;
    return this.text.slice(starts[number - 1], end).replace(/[\r\n]+$/, "");
  }
}
