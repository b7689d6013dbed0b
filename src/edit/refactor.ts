import { hasErrors, wants } from "../base/index.ts";
import { applyEdits, type Edit, printXta, withModernNames, writeXml } from "../syntax/index.ts";
import type { Fix } from "./fix.ts";
import { defines, occurrenceAt } from "./occurrence.ts";
import { modelPage, type Page } from "./page.ts";

/**
 * Changes of a model that is right, offered where the cursor is: a template put on the system line, a variable made meta, a
 * file in the syntax of UPPAAL 3 written in today's. Each is tried before it is offered: the model that it makes has no errors.
 */
export function refactoringsAt(page: Page, offset: number): readonly Fix[] {
  wants("refactoringsAt", page, "page");
  wants("refactoringsAt", offset, "number");
  if (page.kind !== "model" || page.source === undefined || hasErrors(page.diagnostics)) return [];
  const all = [...onSystemLine(page, offset), ...asMeta(page, offset), ...inNewSyntax(page)];
  return all.filter(({ edits }) => {
    const after = modelPage(applyEdits(page.text, edits), page.source?.name);
    return after !== undefined && !hasErrors(after.diagnostics);
  });
}

function onSystemLine(page: Page, offset: number): readonly Fix[] {
  const { model, source } = page;
  const symbol = occurrenceAt(page, offset)?.symbol;
  const last = source?.tree.system?.groups.flat().at(-1);
  if ((symbol?.kind !== "template" && symbol?.kind !== "instance") || last === undefined) return [];
  if (model?.system.some(({ instance }) => instance.name === symbol.name)) return [];
  const edits = [{ start: last.end, end: last.end, text: `, ${symbol.name}` }];
  return [{ title: `Add '${symbol.name}' to the system line`, edits }];
}

function asMeta(page: Page, offset: number): readonly Fix[] {
  const { source } = page;
  const here = occurrenceAt(page, offset);
  if (here === undefined || here.symbol.kind !== "variable" || !defines(here) || source === undefined) return [];
  const { declarations, templates } = source.tree;
  const all = [declarations, ...templates.map((t) => t.declarations)].flat();
  const home = all.find((d) => d.kind === "variables" && d.declarators.some(({ name }) => name.start === here.start));
  if (home?.kind !== "variables" || home.type.prefix !== undefined || home.declarators.length > 1) return [];
  if (home.type.base.kind !== "int" && home.type.base.kind !== "bool") return [];
  return [{ title: `Make '${here.symbol.name}' meta`, edits: [{ start: home.start, end: home.start, text: "meta " }] }];
}

function inNewSyntax({ source, text }: Page): readonly Fix[] {
  if (source === undefined || source.tree.syntax !== "old" || source.tree.charts.length > 0) return [];
  const modern = withModernNames(source, source.format).source;
  const next = source.format === "xml" ? writeXml(modern.tree) : printXta(modern.tree);
  const edits: readonly Edit[] = [{ start: 0, end: text.length, text: next }];
  return [{ title: "Write this file in the syntax of UPPAAL 5", edits }];
}
