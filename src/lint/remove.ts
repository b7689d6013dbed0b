import type { Span } from "../base/index.ts";
import type { Edit } from "../syntax/index.ts";
import type { Facts } from "./facts.ts";

/**
 * Edits that take something out of a text: an item of a list with the comma beside it, or a declaration with the line
 * it stood on.
 */
export function removeItem(text: string, items: readonly Span[], item: Span): readonly Edit[] {
  const at = items.indexOf(item);
  const after = items[at + 1];
  const before = items[at - 1];
  if (after !== undefined && isGap(text, item.end, after.start))
    return [{ start: item.start, end: after.start, text: "" }];
  if (before !== undefined && isGap(text, before.end, item.start))
    return [{ start: before.end, end: item.end, text: "" }];
  return [];
}

/** A comment between two items could belong to either: then nothing is taken away. */
function isGap(text: string, from: number, to: number): boolean {
  return /^\s*,\s*$/.test(text.slice(from, to));
}

/** The declaration with the blanks behind it; the whole line if nothing else stands on it. */
function removeDeclaration(text: string, { start, end }: Span): readonly Edit[] {
  const lead = /(^|\n)[ \t]*$/.exec(text.slice(0, start));
  const tail = /^[ \t]*(?=\r?\n)/.exec(text.slice(end));
  if (lead === null || tail === null)
    return [{ start, end: end + (/^[ \t]*/.exec(text.slice(end))?.[0].length ?? 0), text: "" }];
  const from = start - (lead[0].length - (lead[1]?.length ?? 0));
  const line = /^[ \t]*\r?\n/.exec(text.slice(end))?.[0].length ?? 0;
  return [{ start: from, end: end + line, text: "" }];
}

/** Takes a variable or type out of its declaration, or the declaration away with it; undefined where that is not plain. */
export function removeDeclared({ model: { tree }, text }: Facts, name: Span): readonly Edit[] | undefined {
  const all = [
    ...tree.declarations,
    ...tree.systemDeclarations,
    ...tree.templates.flatMap((template) => template.declarations),
  ];
  for (const node of all) {
    if (node.start > name.start || name.end > node.end) continue;
    if (node.kind === "function" || node.kind === "instantiation")
      return node.name.start === name.start ? removeDeclaration(text, node) : undefined;
    if (node.kind !== "variables" && node.kind !== "typedef") return undefined;
    const item = node.declarators.find((declarator) => declarator.name.start === name.start);
    if (item === undefined) return undefined;
    const edits =
      node.declarators.length === 1 ? removeDeclaration(text, node) : removeItem(text, node.declarators, item);
    return edits.length === 0 ? undefined : edits;
  }
  return undefined;
}
