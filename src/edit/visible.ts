import type { Symbol } from "../model/index.ts";
import type { Block, FunctionDeclaration, Statement } from "../syntax/index.ts";
import { insideOf } from "./declared.ts";
import { defines } from "./occurrence.ts";
import type { Page } from "./page.ts";
import { holds, placeAt } from "./place.ts";

/** The names that can be used at an offset, the nearest first: those of a nearer scope hide others of their name. */
interface Visible {
  readonly symbol: Symbol;
  /** 0: of this edge, function or query; 1: of the template; 2: of the whole model. */
  readonly distance: 0 | 1 | 2;
}

export function visibleAt(page: Page, offset: number): readonly Visible[] {
  const found = new Map<string, Visible>();
  const add = (distance: Visible["distance"], symbols: Iterable<Symbol>): void => {
    for (const symbol of symbols) if (!found.has(symbol.name)) found.set(symbol.name, { symbol, distance });
  };
  const { model } = page;
  if (model === undefined) return [];
  const { template, text } = placeAt(page, offset);
  add(0, bound(page, offset));
  const around =
    template?.functions.find((f) => inBody(f.node, offset)) ?? model.functions.find((f) => inBody(f.node, offset));
  if (around?.node !== undefined) {
    add(
      0,
      blocksAround(around.node.body, offset).flatMap((block) => declaredBy(page, block)),
    );
    add(0, around.parameters);
  }
  if (template !== undefined) {
    add(1, [...template.variables, ...template.parameters, ...template.functions]);
    add(1, typesIn(page, template.node));
  }
  add(2, [...model.variables.filter(isOwn), ...model.functions.filter((f) => f.builtin !== true)]);
  add(2, typesOutside(page));
  if (text === "query" || text === "system") add(2, [...model.instances, ...model.templates]);
  return [...found.values()];
}

function isOwn(symbol: Symbol): boolean {
  return symbol.kind !== "variable" || symbol.role !== "builtin";
}

function inBody(node: FunctionDeclaration | undefined, offset: number): boolean {
  return node !== undefined && holds(node.body, offset);
}

/** What selects and quantifiers bind before the offset, in the edge or the query at hand. */
function bound(page: Page, offset: number): readonly Symbol[] {
  const { edge } = placeAt(page, offset);
  const around = edge ?? page.entries.find((entry) => holds(entry, offset));
  if (around === undefined) return [];
  return page.occurrences
    .filter((here) => here.symbol.kind === "variable" && here.symbol.role === "binder" && defines(here))
    .filter((here) => holds(around, here.start) && here.end < offset)
    .map(({ symbol }) => symbol);
}

/** From the inside to the outside. */
function blocksAround(body: Block, offset: number): readonly Block[] {
  const found: Block[] = [];
  let here: Statement | undefined = body;
  while (here !== undefined) {
    if (here.kind === "block") found.unshift(here);
    here = insideOf(here).find((inner) => holds(inner, offset));
  }
  return found;
}

function declaredBy({ model }: Page, block: Block): readonly Symbol[] {
  const names = block.declarations.flatMap(({ declarators }) => declarators.map(({ name }) => name));
  return names.flatMap((name) => model?.symbols.get(name) ?? []);
}

function typesIn(page: Page, node: { readonly start: number; readonly end: number }): readonly Symbol[] {
  return types(page).filter(({ span }) => holds(node, span.start));
}

function typesOutside(page: Page): readonly Symbol[] {
  const inner = page.model?.templates ?? [];
  return types(page).filter(({ span }) => !inner.some(({ node }) => holds(node, span.start)));
}

/** The types that the model declares. */
function types({ model }: Page): readonly Symbol[] {
  return [...new Set(model?.symbols.values() ?? [])].filter((s) => s.kind === "typename" && s.span.end > s.span.start);
}
