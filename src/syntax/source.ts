import type { Span } from "../base/index.ts";

/**
 * A fragment is a piece of text to parse together with the way back to the file it came from: offsets in the text map
 * monotonically to offsets in the file. XML text with entities, CDATA sections or CRLF is decoded first, so one decoded
 * character may stand for several in the file.
 *
 * Encoding of a decoded fragment: segment k covers the decoded offsets `starts[k] .. starts[k+1]` and the file offsets
 * `begins[k] .. ends[k]`. If both have the same length the segment is a plain run and offsets inside it map one to one;
 * otherwise it is one entity or newline and every offset inside it maps to its begin.
 */
export class Fragment {
  readonly text: string;
  /** The part of `text` to parse. */
  readonly start: number;
  readonly end: number;
  private readonly shift: number;
  private readonly segments: Segments | undefined;

  private constructor(text: string, start: number, end: number, shift: number, segments?: Segments) {
    this.text = text;
    this.start = start;
    this.end = end;
    this.shift = shift;
    this.segments = segments;
  }

  /** A whole text; `shift` is added to every offset. */
  static of(text: string, shift = 0): Fragment {
    return new Fragment(text, 0, text.length, shift);
  }

  /** A part of a file that needs no decoding: parsed in place, without a copy; `shift` is added to every offset. */
  static slice(file: string, start: number, end: number, shift = 0): Fragment {
    return new Fragment(file, start, end, shift);
  }

  /** A decoded text made of segments; see `FragmentBuilder`. */
  static decoded(text: string, segments: Segments): Fragment {
    return new Fragment(text, 0, text.length, 0, segments);
  }

  /** The file offset where the character at `offset` begins. */
  begin(offset: number): number {
    const s = this.segments;
    if (s === undefined) return offset + this.shift;
    if (s.starts.length === 0) return s.origin;
    const { start, width, begin, end } = this.segmentAt(s, offset);
    const into = offset - start;
    if (into >= width) return end;
    return width === end - begin ? begin + into : begin;
  }

  /** The file offset where the character before `offset` ends. */
  finish(offset: number): number {
    const s = this.segments;
    if (s === undefined) return offset + this.shift;
    if (offset <= 0 || s.starts.length === 0) return this.begin(0);
    const { start, width, begin, end } = this.segmentAt(s, offset - 1);
    return width === end - begin ? begin + (offset - start) : end;
  }

  /** The segment that covers a decoded offset, of at least one. */
  private segmentAt(s: Segments, offset: number): Segment {
    let low = 0;
    let high = s.starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (s.starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    const start = s.starts[low]!;
    const width = (s.starts[low + 1] ?? this.text.length) - start;
    return { start, width, begin: s.begins[low]!, end: s.ends[low]! };
  }

  span(start: number, end: number): Span {
    const from = this.begin(start);
    return { start: from, end: Math.max(from, this.finish(end)) };
  }

  /** Whether there is nothing but white space. */
  get blank(): boolean {
    for (let i = this.start; i < this.end; i++) {
      const c = this.text.charCodeAt(i);
      if (c !== 32 && c !== 10 && c !== 9 && c !== 13) return false;
    }
    return true;
  }
}

interface Segments {
  readonly starts: readonly number[];
  readonly begins: readonly number[];
  readonly ends: readonly number[];
  /** Where an empty fragment stands in the file. */
  readonly origin: number;
}

interface Segment {
  readonly start: number;
  readonly width: number;
  readonly begin: number;
  readonly end: number;
}

/** Collects the segments of a decoded text in file order. */
export class FragmentBuilder {
  private text = "";
  private readonly starts: number[] = [];
  private readonly begins: number[] = [];
  private readonly ends: number[] = [];
  private readonly origin: number;

  /** `origin` is where the fragment stands when it turns out empty. */
  constructor(origin: number) {
    this.origin = origin;
  }

  /** Text that stands for `begin .. end` of the file: of the same length a plain run, otherwise one entity or newline. */
  add(text: string, begin: number, end: number): void {
    if (text === "") return;
    this.starts.push(this.text.length);
    this.begins.push(begin);
    this.ends.push(end);
    this.text += text;
  }

  finish(): Fragment {
    return Fragment.decoded(this.text, {
      starts: this.starts,
      begins: this.begins,
      ends: this.ends,
      origin: this.origin,
    });
  }
}
