/**
 * Writes resets into the file. A label grows behind its last assignment, in its own style: on a new line if it has several
 * lines, or would become long; generated functions stand behind the other declarations.
 */
import type { Declarator, Edge, Template, Tree, UppaalSource, VariableDeclaration } from "../syntax/index.ts";
import { type Editor, edit, printDeclarator, printType } from "../syntax/index.ts";
import type { Place } from "./places.ts";
import type { ResetFunction } from "./reset-text.ts";
import type { Substitution } from "./substitute.ts";

/** What is to be written: items behind the update labels, functions, `meta`, and labels that are written anew. */
export interface Writing {
  readonly items: ReadonlyMap<Edge, readonly string[]>;
  readonly functions: readonly ResetFunction[];
  readonly meta: readonly Place[];
  readonly substituted: readonly Substitution[];
}

/** Labels that would become longer than this are continued on a new line. */
const WIDTH = 60;

/** The new text, and the variables whose declaration could not be changed. */
export function writeReduction(
  source: UppaalSource,
  writing: Writing,
): { readonly text: string; readonly unsplit: readonly Place[] } {
  const { items, functions, meta, substituted } = writing;
  if (items.size === 0 && functions.length === 0 && meta.length === 0 && substituted.length === 0)
    return { text: source.text, unsplit: [] };
  const editor = edit(source);
  const assign =
    source.tree.syntax === "old"
      ? (text: string): string => text.replace(" = ", " := ")
      : (text: string): string => text;
  const anew = new Map(substituted.map((s) => [s.edge, s.label]));
  for (const [edge, list] of items) if (!anew.has(edge)) append(editor, source, edge, list.map(assign));
  for (const [edge, label] of anew)
    editor.setLabel(edge, "update", [...label, ...(items.get(edge) ?? [])].map(assign).join(", "));
  for (const [owner, texts] of byOwner(functions.map((f) => [f.place.template?.node ?? source.tree, f.text] as const)))
    declare(editor, owner, texts);
  const unsplit = makeMeta(editor, source.tree, meta);
  return { text: editor.apply(), unsplit };
}

function append(editor: Editor, { text, format }: UppaalSource, edge: Edge, items: readonly string[]): void {
  const old = edge.update?.value ?? [];
  const [head, last] = [old[0], old.at(-1)];
  if (edge.update === undefined || head === undefined || last === undefined || last.start === last.end) {
    editor.setLabel(edge, "update", joined("", items));
    return;
  }
  let at = last.end;
  // The node of an expression in parentheses ends inside them.
  for (let next = at; next < edge.update.end && /[\s)]/.test(text.charAt(next)); next++)
    if (text[next] === ")") at = next + 1;
  const hasLines = text.slice(head.start, at).includes("\n");
  const before = text.slice(text.lastIndexOf("\n", at) + 1, at);
  const line = before.slice(Math.max(0, before.lastIndexOf(">") + 1));
  const separator = hasLines ? ",\n" : ", ";
  const long = !hasLines && line.length + items.join(", ").length > WIDTH && format === "xml";
  editor.replaceSpan({ start: at, end: at }, (long ? ",\n" : separator) + items.join(hasLines ? ",\n" : ", "));
}

function joined(line: string, items: readonly string[]): string {
  const text = items.join(", ");
  return line.length + text.length > WIDTH ? items.join(",\n") : text;
}

function byOwner(list: readonly (readonly [Template | Tree, string])[]): Map<Template | Tree, string[]> {
  const found = new Map<Template | Tree, string[]>();
  for (const [owner, text] of list) found.set(owner, [...(found.get(owner) ?? []), text]);
  return found;
}

export function declare(editor: Editor, owner: Template | Tree, texts: readonly string[]): void {
  const last = owner.declarations.findLast((d) => d.kind !== "template");
  const text = texts.join("\n").trimEnd();
  if (last === undefined) editor.setDeclarations(owner, text);
  else editor.replaceSpan({ start: last.end, end: last.end }, `\n\n${text}`);
}

/** Marks global variables; a declaration of several variables is split. Returns those for which that cannot be done. */
function makeMeta(editor: Editor, tree: Tree, places: readonly Place[]): readonly Place[] {
  const names = new Set(places.map((p) => p.name));
  const done = new Set<string>();
  const declarations = [...tree.declarations, ...tree.systemDeclarations].filter(
    (d): d is VariableDeclaration => d.kind === "variables",
  );
  for (const declaration of declarations) {
    const marked = declaration.declarators.filter((d) => names.has(d.name.name));
    if (marked.length === 0 || declaration.type.prefix !== undefined) continue;
    if (marked.length === declaration.declarators.length)
      editor.replaceSpan({ start: declaration.start, end: declaration.start }, "meta ");
    else if (declaration.type.base.kind === "struct" || declaration.type.base.kind === "scalar") continue;
    else {
      const rest = declaration.declarators.filter((d) => !marked.includes(d));
      const line = (prefix: string, list: readonly Declarator[]): string =>
        `${prefix}${printType(declaration.type)} ${list.map(printDeclarator).join(", ")};`;
      editor.replaceSpan(declaration, `${line("", rest)}\n${line("meta ", marked)}`);
    }
    for (const d of marked) done.add(d.name.name);
  }
  return places.filter((p) => !done.has(p.name));
}
