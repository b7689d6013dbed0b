import { wants } from "../base/index.ts";
import { Cursor } from "./cursor.ts";
import { asBefore, dialectOf } from "./dialect.ts";
import { applyEdits, type Edit } from "./edit.ts";
import { expression } from "./expression.ts";
import { type Context, isKeyword, isReservedName, predeclaredWords, type Wording } from "./keyword.ts";
import { xmlKinds } from "./labeltext.ts";
import { parseFormula } from "./parse.ts";
import { read, type UppaalSource } from "./read.ts";
import { Fragment } from "./source.ts";
import type { QueryEntry, Tree } from "./tree.ts";
import type { Document, Element } from "./xml.ts";
import { attributeOf, textOf } from "./xmltext.ts";

/**
 * Gives other names to what has one that UPPAAL 5 reserves: `abs` becomes `abs_`, everywhere in the file, its queries too.
 * Every other byte stays. A name means the same in all its places before and after, as the new one occurs nowhere. A file in
 * the syntax of UPPAAL 3 stays in that syntax; it is printed for UPPAAL 5 from its tree.
 */
export interface Modern {
  readonly source: UppaalSource;
  /** Old names and new ones. */
  readonly renamed: ReadonlyMap<string, string>;
}

/** `to` is what will be written: XML has no templates and locations with names such as `control`, which XTA has. */
export function withModernNames(source: UppaalSource, to: "xml" | "xta"): Modern {
  wants("withModernNames", source, "source");
  const dialect = dialectOf(source.tree);
  const known = new Set([...(source.tree.names ?? []), ...reservedNodes(source.tree)]);
  if (dialect === 5 && (to === "xta" || known.size === 0)) return { source, renamed: new Map() };
  const wording: Wording = { syntax: source.tree.syntax, names: known };
  const places = textsOf(source).flatMap(({ fragment, context }) => namesIn(fragment, context, wording));
  const isTaken = (word: string): boolean => known.has(word) || (dialect === 3 && isReserved(word));
  const renamed = new Map<string, string>();
  for (const { text } of places) if (isTaken(text)) renamed.set(text, freshName(text, source.text));
  const edits = renames(places, renamed);
  if (edits.length === 0) return { source, renamed };
  const again = read(applyEdits(source.text, edits), dialect === 3 ? asBefore(source) : { name: source.name });
  return again.format === "tck" ? { source, renamed: new Map() } : { source: { ...source, ...again }, renamed };
}

/** The same change in a query from elsewhere. */
export function withModernQuery(entry: QueryEntry, renamed: ReadonlyMap<string, string>): QueryEntry {
  wants("withModernQuery", entry, "query entry");
  wants("withModernQuery", renamed, "map");
  const places = namesIn(Fragment.of(entry.text), "query", { names: new Set(renamed.keys()) });
  const edits = renames(places, renamed);
  if (edits.length === 0) return entry;
  const text = applyEdits(entry.text, edits);
  const { query: _, ...rest } = entry;
  const { query } = parseFormula(Fragment.of(text));
  return { ...rest, text, ...(query === undefined ? {} : { query }) };
}

function renames(places: readonly Edit[], renamed: ReadonlyMap<string, string>): readonly Edit[] {
  return places.flatMap(({ start, end, text }): Edit[] => {
    const next = renamed.get(text);
    return next === undefined ? [] : [{ start, end, text: next }];
  });
}

function reservedNodes({ templates, systemDeclarations }: Tree): readonly string[] {
  const all = [...templates, ...systemDeclarations.flatMap((d) => (d.kind === "template" ? [d.template] : []))];
  const names = all.flatMap((t) => [t.name.name, ...t.locations.map((l) => l.name?.name ?? "")]);
  return names.filter(isReservedName);
}

function isReserved(word: string): boolean {
  return isKeyword(word, "new") || isReservedName(word) || predeclaredWords.has(word);
}

/** One that stands nowhere in the file, not even in a comment. */
function freshName(word: string, text: string): string {
  let made = `${word}_`;
  while (text.includes(made)) made += "_";
  return made;
}

/** The names of a text, with the words themselves as `text`. */
function namesIn(fragment: Fragment, context: Context, wording: Wording): readonly Edit[] {
  const found: Edit[] = [];
  for (const p = new Cursor(fragment, context, expression, wording); !p.is("#end"); p.next())
    if (p.is("#name")) found.push({ ...p.here(), text: p.word });
  return found;
}

interface Text {
  readonly fragment: Fragment;
  readonly context: Context;
}

function textsOf({ document, text, tree }: UppaalSource): readonly Text[] {
  if (document === undefined) return [{ fragment: Fragment.of(text), context: tree.syntax }];
  return document.root === undefined ? [] : textsBelow(document, document.root, tree.syntax);
}

const parsed: ReadonlySet<string> = new Set(["name", "parameter", "declaration", "instantiation"]);
const parsedLabels: ReadonlySet<string | undefined> = new Set([
  ...Object.values(xmlKinds),
  "message",
  "condition",
  "update",
]);

function textsBelow(document: Document, element: Element, syntax: "new" | "old"): readonly Text[] {
  const inside = element.children.flatMap((child) => textsBelow(document, child, syntax));
  const context = contextOf(document, element, syntax);
  return context === undefined ? inside : [...inside, { fragment: textOf(document, element), context }];
}

function contextOf(document: Document, element: Element, syntax: "new" | "old"): Context | undefined {
  if (parsed.has(element.name)) return syntax;
  if (element.name === "system") return "new";
  if (element.name === "formula") return "query";
  return element.name === "label" && parsedLabels.has(attributeOf(document, element, "kind")?.value)
    ? syntax
    : undefined;
}
