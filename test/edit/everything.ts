import {
  calledBy,
  callersOf,
  completeAt,
  describeSymbol,
  fieldAt,
  fixesOf,
  formatPage,
  functionAt,
  hintsOf,
  occurrenceAt,
  outlineOf,
  type Page,
  refactoringsAt,
  signatureAt,
  tokensOf,
} from "../../src/index.ts";

/** Whatever an editor can ask at an offset, asked. */
export function askEverything(page: Page, offset: number): void {
  const here = occurrenceAt(page, offset);
  if (here !== undefined) describeSymbol(here.symbol, page);
  completeAt(page, offset);
  signatureAt(page, offset);
  fieldAt(page, offset);
  const f = functionAt(page, offset);
  if (f !== undefined) [...callersOf(page, f), ...calledBy(page, f)].length;
}

/** And what it can ask of the whole. */
export function askOfTheWhole(page: Page, offset: number): void {
  outlineOf(page);
  tokensOf(page);
  hintsOf(page);
  formatPage(page);
  refactoringsAt(page, offset);
  for (const fault of page.diagnostics.slice(0, 2)) fixesOf(page, fault, page);
}
