import { type Diagnostic, type Span, wants } from "../base/index.ts";
import { Cursor } from "./cursor.ts";
import { isFault, isWording, wordsInTheWay } from "./dialect.ts";
import { edge } from "./edge.ts";
import { expression } from "./expression.ts";
import { parseXml } from "./nta.ts";
import type { UppaalSource } from "./read.ts";
import { Fragment } from "./source.ts";
import type { Edge, Location, Template } from "./tree.ts";
import { type Element, scanXml } from "./xml.ts";
import type { Reading } from "./xmlreading.ts";
import { readEdge, readLocation } from "./xmltemplate.ts";
import { parseXta } from "./xta.ts";

/**
 * Reads again the one edge or location that a change lies in: of a text whose reading is known and of one that differs from
 * it in one stretch. All else is as before, but for its place. It is undefined where that is not certain: where the stretch
 * is not inside the labels, where what was read before had anything wrong with it, where the text behind might be read
 * otherwise, and where the text might now be one of an older dialect.
 *
 * What is read again stands at `at`, behind the end of both texts, so that its places are nobody else's; `move` brings them home.
 */
export interface Reread {
  readonly template: Template;
  readonly old: Edge | Location;
  readonly now: Edge | Location;
  readonly diagnostics: readonly Diagnostic[];
  readonly at: number;
  readonly move: (span: Span) => Span;
}

/** Where two texts differ: what is the same before and behind. */
interface Stretch {
  readonly start: number;
  readonly end: number;
  /** How much longer the new text is. */
  readonly by: number;
}

export function reread(source: UppaalSource, text: string): Reread | undefined {
  wants("reread", source, "source");
  wants("reread", text, "text");
  const { tree } = source;
  const isPlain = tree.syntax === "new" && (tree.names ?? []).length === 0 && source.dialect === undefined;
  if (!isPlain || source.diagnostics.length > 0) return undefined;
  const stretch = stretchOf(source.text, text);
  const template = tree.templates.find((t) => t.start < stretch.start && stretch.end < t.end);
  if (template === undefined) return undefined;
  const at = Math.max(source.text.length, text.length) + 1;
  const part = { source, text, stretch, template, at };
  const read = source.format === "xml" ? ofXml(part) : ofXta(part);
  if (read === undefined) return undefined;
  const home = ({ start, end }: Span): Span => ({
    start: start - at + read.old.start,
    end: end - at + read.old.start,
  });
  const diagnostics = read.diagnostics.map((d) => ({ ...d, span: home(d.span) }));
  if (!staysModern(source, text, read.old, diagnostics)) return undefined;
  return { ...read, template, diagnostics, at, move: home };
}

type Read = Pick<Reread, "old" | "now" | "diagnostics">;
interface Part {
  readonly source: UppaalSource;
  readonly text: string;
  readonly stretch: Stretch;
  readonly template: Template;
  readonly at: number;
}

function stretchOf(before: string, after: string): Stretch {
  const most = Math.min(before.length, after.length);
  let [start, rest] = [0, 0];
  while (start < most && before.charCodeAt(start) === after.charCodeAt(start)) start++;
  const [b, a] = [before.length - 1, after.length - 1];
  while (rest < most - start && before.charCodeAt(b - rest) === after.charCodeAt(a - rest)) rest++;
  return { start, end: before.length - rest, by: after.length - before.length };
}

// ------------------------------------------------------------ XML

/** The text of a label in XML is read by itself, and an element that is well-formed by itself is so everywhere. */
function ofXml({ source, text, stretch, template, at }: Part): Read | undefined {
  const within = ({ children = [] }: Partial<Element>): Element | undefined =>
    children.find((child) => child.open <= stretch.start && stretch.end <= child.close);
  const home = within(source.document?.root ?? {});
  const element = within(home ?? {});
  const label = within(element ?? {});
  if (home?.start !== template.start || element === undefined || label?.name !== "label") return undefined;
  const piece = text.slice(element.start, element.end + stretch.by);
  // Blanks before the piece put it where it is to stand.
  const { document, diagnostics: broken } = scanXml(" ".repeat(at) + piece);
  const { root } = document;
  if (broken.length > 0 || root === undefined || root.end !== at + piece.length) return undefined;
  const reading: Reading = { document, syntax: "new", diagnostics: [], queryDiagnostics: [], ids: new Set() };
  const isHere = ({ start }: Span): boolean => start === element.start;
  const isEdge = element.name === "transition";
  const old = isEdge ? template.edges.find(isHere) : template.locations.find(isHere);
  if (old === undefined) return undefined;
  const now = isEdge ? readEdge(reading, root) : readLocation(reading, root);
  return { old, now, diagnostics: reading.diagnostics };
}

// ------------------------------------------------------------ XTA

/** An edge of XTA whose reading ends, without a fault that is still to be got over, where it ended before. */
function ofXta({ source, text, stretch, template, at }: Part): Read | undefined {
  const index = template.edges.findIndex((e) => e.start < stretch.start && stretch.end < e.end);
  const old = template.edges[index];
  if (old === undefined || stretch.start <= old.target.end) return undefined;
  const p = new Cursor(Fragment.slice(text, old.start, text.length, at - old.start), "new", expression);
  const now = edge(p, template.edges[index - 1]?.source);
  const next = new Cursor(Fragment.slice(source.text, old.end, source.text.length), "new", expression);
  return p.panic || p.start !== next.start + stretch.by ? undefined : { old, now, diagnostics: p.diagnostics };
}

// ------------------------------------------------------------ dialects

/**
 * Whether the faults make no older dialect of this text: none of its words is a later one, and as UPPAAL 3's it has
 * as many elsewhere.
 */
function staysModern(source: UppaalSource, text: string, part: Span, diagnostics: readonly Diagnostic[]): boolean {
  const faults = diagnostics.filter(isFault);
  if (faults.length === 0) return true;
  if (wordsInTheWay(text, diagnostics, new Set()).length > 0) return false;
  if (!diagnostics.some(isWording)) return true;
  const elsewhere = oldFaults(source).filter(
    ({ span }) => span.end < part.start || (source.format === "xml" && span.start > part.end),
  );
  return elsewhere.length * 2 >= faults.length;
}

const known = new WeakMap<UppaalSource, readonly Diagnostic[]>();

/** What is wrong with a text as one of UPPAAL 3. */
function oldFaults(source: UppaalSource): readonly Diagnostic[] {
  let found = known.get(source);
  if (found === undefined) {
    const { text, format } = source;
    const options = { syntax: "old" } as const;
    found = (format === "xml" ? parseXml(text, options) : parseXta(text, options)).diagnostics.filter(isFault);
    known.set(source, found);
  }
  return found;
}
