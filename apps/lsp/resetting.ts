import {
  defines,
  type Fix,
  hasErrors,
  instantiate,
  instantiateQuery,
  occurrenceAt,
  type Page,
  reduce,
} from "../../src/index.ts";

/**
 * Resets where the values of variables no longer matter to the model's own queries: what `zonal reduce` does, as an action
 * where a variable is declared. Large models are left to the command.
 */
const LARGEST = 200_000;

export function resetsOf(page: Page, offset: number): readonly Fix[] {
  const here = page.kind === "model" ? occurrenceAt(page, offset) : undefined;
  const { source, model, text } = page;
  if (here?.symbol.kind !== "variable" || !defines(here) || here.symbol.constant) return [];
  if (source === undefined || model === undefined || hasErrors(page.diagnostics) || text.length > LARGEST) return [];
  const { made } = instantiate(model);
  if (made === undefined) return [];
  const queries = page.queries.map((query, i) => instantiateQuery(made, query, page.entries[i]?.text ?? "").query);
  const isKnown =
    queries.every((query) => query !== undefined) && page.entries.every(({ query }) => query !== undefined);
  // Where nothing is asked, or something that is not understood, anything may be looked at.
  if (!isKnown || queries.length === 0) return [];
  const reduction = reduce(source, made, { queries: queries.flatMap((query) => query ?? []) });
  if (reduction.resets.length === 0 || reduction.text === text) return [];
  const count = `${reduction.resets.length} ${reduction.resets.length === 1 ? "place" : "places"}`;
  const title = `Reset variables at ${count} where their values no longer matter`;
  return [{ title, edits: [{ start: 0, end: text.length, text: reduction.text }] }];
}
