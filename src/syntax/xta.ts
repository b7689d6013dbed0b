import type { Diagnostic } from "../base/index.ts";
import { wants } from "../base/index.ts";
import { Cursor } from "./cursor.ts";
import { declarations } from "./declarations.ts";
import { expression } from "./expression.ts";
import { namesPart, type Wording } from "./keyword.ts";
import { Fragment } from "./source.ts";
import { queryBlocks, systemPart } from "./system.ts";
import type { Template, TemplateDeclaration, Tree } from "./tree.ts";

/**
 * A whole XTA or TA file, of the present or the 3.x language.
 *
 * XTA may order templates and declarations freely. The tree keeps the order: `declarations` holds what stands before the
 * first template, `templates` the unbroken run of templates that begins there, and `systemDeclarations` the rest, in
 * which further templates appear as `TemplateDeclaration`. So an ordinary file has the same shape as in XML.
 */
export function parseXta(
  text: string,
  options: Wording = {},
): { readonly tree: Tree; readonly diagnostics: readonly Diagnostic[] } {
  wants("parseXta", text, "text");
  const syntax = options.syntax ?? "new";
  const p = new Cursor(Fragment.of(text), syntax, expression, options);
  const all = declarations(p);
  const part = systemPart(p);
  const queries = queryBlocks(p, text);
  if (!p.is("#end")) p.fail("the end of the model");
  const before = all.findIndex((d) => d.kind === "template");
  const first = before < 0 ? all.length : before;
  let last = first;
  while (all[last]?.kind === "template") last++;
  const tree: Tree = {
    start: 0,
    end: text.length,
    format: "xta",
    syntax,
    ...namesPart(options),
    declarations: all.slice(0, first),
    templates: all.slice(first, last).map((d): Template => (d as TemplateDeclaration).template),
    charts: [],
    systemDeclarations: all.slice(last),
    ...(part.system ? { system: part.system } : {}),
    progress: part.progress,
    gantt: part.gantt,
    queries,
    options: [],
  };
  return { tree, diagnostics: p.diagnostics };
}
