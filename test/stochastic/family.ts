import type { Case } from "./exact.ts";

/** One model and several queries with their exact answers, as numbers: derived by hand or computed apart from the program. */
export type Family = readonly [
  shows: string,
  model: string,
  ...asked: readonly (readonly [query: string, exact: number])[],
];

export function casesOf(families: readonly Family[]): Case[] {
  return families.flatMap(([shows, model, ...asked]) =>
    asked.map(([query, exact]): Case => [`${shows}: ${query}`, model, query, exact]),
  );
}
