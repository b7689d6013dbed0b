import { wants } from "./usage.ts";

/**
 * Spans: half-open ranges of offsets into the text of one file, as read (UTF-16 code units, entities not decoded).
 * Every tree node is itself a span, so a node can be passed wherever a place in the source is wanted.
 */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A place in a text for people: both numbers start at 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

export const nowhere: Span = { start: 0, end: 0 };

/** The smallest span that holds both. */
export function cover(a: Span, b: Span): Span {
  return { start: Math.min(a.start, b.start), end: Math.max(a.end, b.end) };
}

/** Line starts of a text, so that many offsets can be turned into positions. `\n`, `\r\n` and a lone `\r` end a line. */
export class Lines {
  readonly starts: readonly number[];

  constructor(text: string) {
    wants("new Lines", text, "text");
    const starts = [0];
    for (let i = 0; i < text.length; i++) {
      const c = text.charCodeAt(i);
      if (c === 10 || (c === 13 && text.charCodeAt(i + 1) !== 10)) starts.push(i + 1);
    }
    this.starts = starts;
  }

  position(offset: number): Position {
    let low = 0;
    let high = this.starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - this.starts[low]! + 1 };
  }
}
