import type { Span } from "../base/index.ts";

/**
 * A piece of model text as the parser sees it, with the way back to the file. In a plain text file the two are the same;
 * in XML the text is what remains after decoding entities, character references, CDATA marks, comments and line ends.
 *
 * Encoding of the map: parallel arrays, one entry per run. Run `r` begins at `decoded[r]` in the text and at `file[r]` in
 * the file and both advance together; only its last character may be wider in the file (`&lt;`, `\r\n`), and `ends[r]` is
 * the file offset behind it. A text without runs is empty and stands at `at`.
 */
export class Fragment {
  readonly text: string;
  /** Where the fragment stands in the file: also the place of an empty one. */
  readonly at: Span;
  readonly decoded: readonly number[];
  readonly file: readonly number[];
  readonly ends: readonly number[];

  constructor(text: string, at: Span, decoded: readonly number[], file: readonly number[], ends: readonly number[]) {
    this.text = text;
    this.at = at;
    this.decoded = decoded;
    this.file = file;
    this.ends = ends;
  }

  /** The file offset of the character at `offset`; behind the last one, the end of the fragment's last run. */
  start(offset: number): number {
    if (offset >= this.text.length) return this.end(this.text.length);
    const r = this.run(offset);
    return this.file[r] + offset - this.decoded[r];
  }

  /** The file offset just behind the character before `offset`. */
  end(offset: number): number {
    if (offset <= 0) return this.text.length === 0 ? this.at.start : this.file[0];
    const r = this.run(offset - 1);
    const next = r + 1 < this.decoded.length ? this.decoded[r + 1] : this.text.length;
    return offset >= next ? this.ends[r] : this.file[r] + offset - this.decoded[r];
  }

  /** The span in the file of the text from `start` to `end`. */
  span(start: number, end: number): Span {
    const first = this.start(start);
    return { start: first, end: end > start ? this.end(end) : first };
  }

  private run(offset: number): number {
    let low = 0;
    let high = this.decoded.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.decoded[middle] <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

/** A part of a text that is its own decoding: a whole XTA or query file, or a range of one. */
export function plain(text: string, start = 0, end = text.length): Fragment {
  return new Fragment(text.slice(start, end), { start, end }, [0], [start], [end]);
}
