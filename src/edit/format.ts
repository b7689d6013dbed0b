import { type Span, wants } from "../base/index.ts";
import {
  applyEdits,
  type Declaration,
  type Edit,
  elementAt,
  equalTrees,
  printDeclaration,
  read,
  type UppaalSource,
} from "../syntax/index.ts";
import type { Page } from "./page.ts";

/**
 * Declarations as the printer writes them: one blank around operators, two for each level. One that has a comment inside is
 * left as it is, since the printer knows none; so is whatever stands between declarations. The tree of the text stays the
 * same, and formatting again changes nothing.
 */
export function formatPage(page: Page): readonly Edit[] {
  wants("formatPage", page, "page");
  const { source } = page;
  if (source === undefined || source.tree.syntax === "old") return [];
  if (source.diagnostics.some(({ severity }) => severity === "error")) return [];
  const { declarations, templates, systemDeclarations } = source.tree;
  const all = [declarations, systemDeclarations, ...templates.map((t) => t.declarations)].flat();
  const edits = all.filter(({ kind }) => kind !== "template").flatMap((d) => editOf(source, d) ?? []);
  return keepsTree(source, edits) ? edits : [];
}

function editOf(source: UppaalSource, node: Declaration): Edit | undefined {
  const { start, end } = node;
  const old = source.text.slice(start, end);
  if (end <= start || /\/\/|\/\*|<!|\]\]>/.test(old)) return undefined;
  const printed = printDeclaration(node, indentAt(source.text, start));
  const text = source.format === "xml" && !inCdata(source, node) ? escaped(printed) : printed;
  const lines = old.includes("\r\n") ? text.replaceAll("\n", "\r\n") : text;
  return lines === old ? undefined : { start, end, text: lines };
}

/** The white space before a declaration that is the first of its line. */
function indentAt(text: string, at: number): string {
  const before = text.slice(text.lastIndexOf("\n", at - 1) + 1, at);
  return /^[ \t]*$/.test(before) ? before : "";
}

function inCdata({ document, text }: UppaalSource, { start }: Span): boolean {
  const element = document === undefined ? undefined : elementAt(document, start);
  const before = element === undefined ? "" : text.slice(element.open, start);
  return before.lastIndexOf("<![CDATA[") > before.lastIndexOf("]]>");
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function keepsTree(source: UppaalSource, edits: readonly Edit[]): boolean {
  const { name, dialect } = source;
  const after = read(applyEdits(source.text, edits), dialect === undefined ? { name } : { name, dialect });
  return (
    after.format !== "tck" &&
    after.diagnostics.length === source.diagnostics.length &&
    equalTrees(after.tree, source.tree)
  );
}
