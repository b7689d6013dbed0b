import { type Span, wants } from "../base/index.ts";
import type { Template } from "./tree.ts";

/**
 * Where XTA names its urgent and committed locations: `commit A, B;` between the locations and the initial one. The tree has
 * it as facts of the locations, as for XML; who writes into the file needs the places.
 */
export interface MarkList extends Span {
  readonly word: "urgent" | "commit";
  readonly names: readonly (Span & { readonly name: string })[];
}

export function markLists(text: string, template: Template): readonly MarkList[] {
  wants("markLists", text, "text");
  wants("markLists", template, "template");
  const { locations, branchpoints, initial } = template;
  if (initial === undefined) return [];
  let from = 0;
  for (const { end } of [...locations, ...branchpoints]) from = Math.max(from, end);
  // What is commented out names nothing.
  const part = text
    .slice(from, initial.start)
    .replace(/\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (said) => " ".repeat(said.length));
  return [...part.matchAll(/\b(urgent|commit)\b([^;]*);/g)].map((list) => {
    const start = from + list.index;
    const word = list[1] as MarkList["word"];
    const names = [...list[2]!.matchAll(/[A-Za-z_]\w*/g)].map(({ 0: name, index }) => {
      const at = start + word.length + index;
      return { name, start: at, end: at + name.length };
    });
    return { word, start, end: start + list[0].length, names };
  });
}
