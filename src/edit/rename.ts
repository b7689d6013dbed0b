import { hasErrors, type Span, wants } from "../base/index.ts";
import type { Symbol } from "../model/index.ts";
import { applyEdits, builtins, type Edit, isIdentifier, isKeyword, isReservedName } from "../syntax/index.ts";
import { definitionOf, occurrencesOf } from "./occurrence.ts";
import { modelPage, type Page, queryPage } from "./page.ts";

/**
 * Another name for what a symbol is, wherever it is named: in the page of its model and in pages of queries about it. Only the
 * letters of the name change. It is refused where the new name would be caught by another declaration, or catch others: the
 * renamed texts are read again, and every name must mean what it meant.
 */
export type Renamed =
  | { readonly kind: "edits"; readonly edits: readonly (readonly Edit[])[] }
  | { readonly kind: "refused"; readonly reason: string };

/** `pages[0]` is that of the model; the others ask it. The edits are in the order of the pages. */
export function renameSymbol(pages: readonly [Page, ...Page[]], symbol: Symbol, name: string): Renamed {
  wants("renameSymbol", pages, "list");
  wants("renameSymbol", name, "text");
  const reason = notAName(symbol, name) ?? notRenamed(pages[0], symbol);
  if (reason !== undefined) return { kind: "refused", reason };
  if (pages.slice(1).some((page) => hasErrors(page.diagnostics)))
    return { kind: "refused", reason: "a file of queries about this model has errors: mend them first" };
  const edits = pages.map((page) => spelled(page, symbol).map(({ start, end }): Edit => ({ start, end, text: name })));
  const changed = caught(pages, edits, name);
  return changed === undefined ? { kind: "edits", edits } : { kind: "refused", reason: changed };
}

/** Why a symbol cannot get any other name. */
export function notRenamed({ diagnostics }: Page, symbol: Symbol): string | undefined {
  if (definitionOf(symbol) === undefined) return `'${symbol.name}' is not declared in this model`;
  return hasErrors(diagnostics) ? "a model with errors cannot be renamed in: mend them first" : undefined;
}

function notAName(symbol: Symbol, name: string): string | undefined {
  if (!isIdentifier(name)) return `'${name}' is not a name`;
  const isTaken = isKeyword(name, "new") || isReservedName(name) || builtins.has(name);
  if (isTaken) return `'${name}' is a word of the language`;
  return name === symbol.name ? `it is called '${name}' already` : undefined;
}

function spelled(page: Page, symbol: Symbol): readonly Span[] {
  return occurrencesOf(page, symbol).filter((here) => here.isSpelled);
}

/** Reads the renamed texts again: the first name that would mean something else. */
function caught(
  [home, ...others]: readonly [Page, ...Page[]],
  edits: readonly (readonly Edit[])[],
  name: string,
): string | undefined {
  const after = modelPage(applyEdits(home.text, edits[0] ?? []), home.source?.name);
  if (after === undefined) return "the text is no model any more";
  const pages = [after, ...others.map((page, i) => queryPage(applyEdits(page.text, edits[i + 1] ?? []), after))];
  for (const [i, page] of pages.entries()) {
    const [fault] = page.diagnostics.filter((d) => d.severity === "error");
    if (fault !== undefined) return `'${name}' cannot be its name: ${fault.message}`;
    const before = [home, ...others][i]!;
    const moved = shift(edits[i] ?? []);
    const home0 = shift(edits[0] ?? []);
    const isKept = before.occurrences.every((here, k) => {
      const there = page.occurrences[k];
      return there?.start === moved(here.start) && there.symbol.span.start === home0(here.symbol.span.start);
    });
    if (!isKept || page.occurrences.length !== before.occurrences.length)
      return `'${name}' would be taken for something else of that name`;
  }
  return undefined;
}

/** Where an offset of the old text stands in the new: every edit before it has moved it by the same. */
function shift(edits: readonly Edit[]): (offset: number) => number {
  const [first] = edits;
  if (first === undefined) return (offset) => offset;
  const by = first.text.length - (first.end - first.start);
  const starts = edits.map(({ start }) => start);
  return (offset) => {
    let low = 0;
    let high = starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (starts[middle]! < offset) low = middle + 1;
      else high = middle;
    }
    return offset + by * low;
  };
}
