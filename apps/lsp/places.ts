import type { Location, Range } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { Span } from "../../src/index.ts";

/** Spans as the protocol has them. Both count UTF-16 code units, so that nothing is to be counted again. */
export function rangeOf(document: TextDocument, { start, end }: Span): Range {
  return { start: document.positionAt(start), end: document.positionAt(Math.max(start, end)) };
}

export function locationOf(document: TextDocument, span: Span): Location {
  return { uri: document.uri, range: rangeOf(document, span) };
}

/** What a range of the protocol covers. */
export function spanOf(document: TextDocument, range: Range): Span {
  return { start: document.offsetAt(range.start), end: document.offsetAt(range.end) };
}
