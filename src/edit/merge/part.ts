import type { Span } from "../../base/index.ts";

/**
 * A text cut into parts that have an identity: elements, declarations, labels, attributes. Nothing is lost: the text of a
 * part is its lead (what stands between it and the part before), its inner parts and its tail, and the parts of a file make
 * up the file.
 */
export interface Part {
  readonly kind: string;
  /** What tells it from others of its kind in the same list: a name, an id, the ends of an edge. */
  readonly key: string;
  /** Two of this kind and key cannot stand in one list: they are the same thing. */
  readonly isSingle: boolean;
  /** How something can be said beside it that no program reads: by a comment of the language, of XML, or not at all. */
  readonly mark: Mark;
  /** Where an edge leaves, for the edge and for its source; the text may leave that to the edge before. */
  readonly source?: string;
  /** Where it stands in its own text. */
  readonly start: number;
  readonly lead: string;
  readonly body: string;
  readonly inner: readonly Part[];
  readonly tail: string;
}

type Mark = "code" | "markup" | "none";

/** A part before the text is cut: where it stands. Its inner nodes are in order and do not overlap. */
export interface Node extends Span {
  readonly kind: string;
  readonly key: string;
  readonly isSingle: boolean;
  readonly mark: Mark;
  readonly source?: string;
  readonly inner: readonly Node[];
}

export function node(
  kind: string,
  key: string,
  { start, end }: Span,
  rest: Partial<Pick<Node, "inner" | "mark" | "isSingle" | "source">> = {},
): Node {
  return { kind, key, start, end, inner: [], mark: "code", isSingle: true, ...rest };
}

export function cut(text: string, top: Node): Part {
  return partOf(text, top, top.start);
}

function partOf(text: string, { start, end, inner, ...rest }: Node, from: number): Part {
  const parts: Part[] = [];
  let at = start;
  for (const child of inner) {
    parts.push(partOf(text, child, at));
    at = child.end;
  }
  const [lead, body, tail] = [text.slice(from, start), text.slice(start, end), text.slice(at, end)];
  return { ...rest, start, lead, body, inner: parts, tail };
}

/** What a part says wherever it stands: an edge, with its source. */
export function saidBy(part: Part): string {
  return `${omitted(part)}${part.body}`;
}

/** What must stand before its text for it to say so anywhere. */
export function omitted({ source, body }: Part): string {
  return source === undefined || !/^(-|$)/.test(body) ? "" : `${source} `;
}
