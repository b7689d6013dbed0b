import type { Span } from "../base/index.ts";

/**
 * The comment that belongs to a declaration: what stands directly before it, or else behind it on its last line. `around` is the
 * text that the declaration is part of: the file, or an element of it.
 */
export function commentOf(text: string, node: Span, around: Span): string | undefined {
  return before(text.slice(0, node.start), around.start) ?? behind(text.slice(node.end, around.end));
}

function before(text: string, start: number): string | undefined {
  const above = text.slice(start).trimEnd();
  if (/\n\s*\n/.test(text.slice(start + above.length))) return undefined;
  if (above.endsWith("*/")) {
    const open = above.lastIndexOf("/*");
    return open < 0 ? undefined : plain(above.slice(open + 2, -2));
  }
  const lines: string[] = [];
  const all = above.split("\n");
  for (let line = all.pop(); line !== undefined; line = all.pop()) {
    const said = /^\s*\/\/(.*)$/.exec(line)?.[1];
    if (said === undefined) break;
    lines.unshift(said);
  }
  return lines.length === 0 ? undefined : plain(lines.join("\n"));
}

function behind(text: string): string | undefined {
  const line = text.slice(0, 300).split("\n", 1)[0]!;
  const said = /^[^/\w]*\/\/(.*)$/.exec(line)?.[1] ?? /^[^/\w]*\/\*(.*?)\*\//.exec(line)?.[1];
  return said === undefined ? undefined : plain(said);
}

/** Without the stars at the edge, and with the characters that XML spells out. */
function plain(comment: string): string | undefined {
  const said = comment
    .split("\n")
    .map((line) => line.replace(/^\s*\**\s?/, "").trimEnd())
    .join("\n")
    .replace(/&(lt|gt|amp|quot|apos);/g, (_, name: string) => entities[name] ?? "")
    .trim();
  return said === "" ? undefined : said;
}

const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };
