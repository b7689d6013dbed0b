import { demand, type Span, wants } from "../base/index.ts";

/**
 * Edits of a text: each replaces a range of the original by new text. All ranges are of the original, given in any order
 * and applied at once; what no edit covers keeps its bytes. Insertions at one place keep the order they were given in.
 */
export interface Edit extends Span {
  readonly text: string;
}

export function applyEdits(text: string, edits: readonly Edit[]): string {
  wants("applyEdits", text, "text");
  wants("applyEdits", edits, "list");
  const sorted = edits
    .map((edit, index) => ({ edit, index }))
    .sort((a, b) => a.edit.start - b.edit.start || a.edit.end - b.edit.end || a.index - b.index);
  const parts: string[] = [];
  let at = 0;
  for (const { edit } of sorted) {
    demand(
      edit.start >= at && edit.end >= edit.start && edit.end <= text.length,
      `edits overlap or lie outside the text at ${edit.start}`,
    );
    parts.push(text.slice(at, edit.start), edit.text);
    at = edit.end;
  }
  parts.push(text.slice(at));
  return parts.join("");
}
