import { type Span, wants } from "../base/index.ts";
import type { Symbol, Symbols } from "../model/index.ts";

/** Where names stand in a page and what they mean: the ground of everything else that an editor asks. */
export interface Occurrence extends Span {
  readonly symbol: Symbol;
  /** Whether the name itself stands here. An edge of an XML file refers to a location by its id. */
  readonly isSpelled: boolean;
}

/** A text with the names that stand in it: a page. */
interface Named {
  readonly occurrences: readonly Occurrence[];
}

/** Every name of these tables, in the order of the text; each place once. */
export function occurrencesIn(text: string, tables: readonly { readonly symbols: Symbols }[]): readonly Occurrence[] {
  const found: Occurrence[] = [];
  for (const { symbols } of tables)
    for (const [{ start, end }, symbol] of symbols) {
      const isSpelled = end - start === symbol.name.length && text.startsWith(symbol.name, start);
      if (end > start) found.push({ start, end, symbol, isSpelled });
    }
  found.sort((a, b) => a.start - b.start);
  // What was said last of a place counts.
  return found.filter(({ start }, i) => found[i + 1]?.start !== start);
}

/** The name at an offset; right behind it counts. */
export function occurrenceAt(page: Named, offset: number): Occurrence | undefined {
  wants("occurrenceAt", page, "page");
  wants("occurrenceAt", offset, "number");
  const { occurrences } = page;
  let low = 0;
  let high = occurrences.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const here = occurrences[middle]!;
    if (offset < here.start) high = middle - 1;
    else if (offset > here.end) low = middle + 1;
    // Between two names without a gap the cursor belongs to the second.
    else return offset === here.end && occurrences[middle + 1]?.start === offset ? occurrences[middle + 1] : here;
  }
  return undefined;
}

/** Wherever a page names what the symbol is. */
export function occurrencesOf(page: Named, symbol: Symbol): readonly Occurrence[] {
  wants("occurrencesOf", page, "page");
  return page.occurrences.filter((here) => isSame(here.symbol, symbol));
}

/** A template on the system line is an instance of itself: both have one name and one place. */
function isSame(a: Symbol, b: Symbol): boolean {
  return a === b || (isProcess(a) && isProcess(b) && a.name === b.name && a.span.start === b.span.start);
}

function isProcess({ kind }: Symbol): boolean {
  return kind === "template" || kind === "instance";
}

/** Where a symbol gets its name; undefined for what the language brings along. */
export function definitionOf({ span }: Symbol): Span | undefined {
  return span.end > span.start ? span : undefined;
}

/** Whether this occurrence is where the symbol gets its name. */
export function defines({ start, symbol }: Occurrence): boolean {
  return definitionOf(symbol)?.start === start;
}
