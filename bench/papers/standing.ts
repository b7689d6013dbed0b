/**
 * How a figure of ours stands to the one a paper prints: the last column of every table. `beside` prints a table only if each
 * of its rows has its word, and counts them for the summary of `bench papers`.
 */
import { table } from "../table.ts";

export const NONE = "none printed";
export type Standing = "equal" | "better" | `not reproduced: ${string}` | typeof NONE;

/** Of states and the like, of which fewer are better; `margin` is what chance may make of it. */
export function standing(ours: number, theirs: number, because: string, margin = 0): Standing {
  if (Math.abs(ours - theirs) <= margin) return "equal";
  return ours < theirs ? "better" : `not reproduced: ${because}`;
}

/** Of figures that must be the same. */
export function sameness(isSame: boolean, because: string): Standing {
  return isSame ? "equal" : `not reproduced: ${because}`;
}

const words = ["equal", "better", "not reproduced", NONE] as const;
const counts = new Map<string, number>();

/** A table of a paper; the last column of each row is its standing. */
export function beside(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  for (const row of rows) {
    const word = words.find((w) => row.at(-1) === w || String(row.at(-1)).startsWith(`${w}: `));
    if (row.length !== head.length || word === undefined) throw new Error(`a row without its word: ${row.join(" | ")}`);
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return table(head, rows);
}

/** How many rows have had each word since it was asked last. */
export function wordsTold(): string {
  const told = words.flatMap((w) => (counts.has(w) ? [`${counts.get(w)} ${w}`] : [])).join(", ");
  counts.clear();
  return told;
}
