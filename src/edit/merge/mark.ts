import type { Part } from "./part.ts";

/**
 * How a conflict is said in the file: in a comment of the language or of XML, which no program reads and which leaves
 * the file whole.
 */
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

/** A part for people: "template P, edge Idle -> Busy, label guard". */
export function nameOf(path: readonly Part[]): string {
  const shown = path.filter(({ kind }) => kind !== "file" && kind !== "nta" && kind !== "tag" && kind !== "text");
  const template = shown.find(({ kind }) => kind === "template");
  return shown
    .map(({ kind, key }) => {
      if (key === "" || key === kind) return kind;
      if (kind === "transition")
        return `edge ${key
          .split(" -> ")
          .map((id) => locationName(template, id))
          .join(" -> ")}`;
      return `${kind} ${kind === "location" ? locationName(template, key) : key}`;
    })
    .join(", ");
}

/** The name of the location that XML knows by an id, or else the id. */
function locationName(template: Part | undefined, id: string): string {
  const place = template?.inner.find(({ kind, key }) => kind === "location" && key === id);
  const name = place?.inner.find(({ kind }) => kind === "name")?.body.replace(/<[^>]*>/g, "");
  return name?.trim() || id;
}

const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

/** What a conflict says, as people read it. */
export function plain(text: string, isXml: boolean): string {
  const line = text.replace(/\s+/g, " ");
  return isXml ? line.replace(/&(lt|gt|amp|quot|apos);/g, (_, name: string) => entities[name]!) : line;
}
