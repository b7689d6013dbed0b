import type { Part } from "./part.ts";

/** How a conflict is said in the file: in a comment of the language or of XML, which no program reads and which leaves the file whole. */
export function codeMark(text: string, isXml: boolean): string {
  const inside = text.replaceAll("*/", "* /").replaceAll("/*", "/ *").trim();
  return `/* CONFLICT: ${isXml ? asText(inside) : inside} */`;
}

export function markupMark(text: string): string {
  return `<!-- CONFLICT: ${text
    .trim()
    .replace(/-(?=-)/g, "- ")
    .replace(/-$/, "- ")} -->`;
}

/** What may stand in the text of an element. The raw text of a label has `<` only around CDATA. */
function asText(raw: string): string {
  return raw
    .replace(/<!\[CDATA\[|\]\]>/g, "")
    .replaceAll("<", "&lt;")
    .replace(/&(?!\w+;|#)/g, "&amp;");
}

/** A part for people: "template P, transition id0 -> id1, label guard". */
export function nameOf(path: readonly Part[]): string {
  const shown = path.filter(({ kind }) => kind !== "file" && kind !== "nta" && kind !== "tag" && kind !== "text");
  return shown.map(({ kind, key }) => (key === "" || key === kind ? kind : `${kind} ${key}`)).join(", ");
}
