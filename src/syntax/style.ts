/**
 * How a file is written, so that what is added looks like the rest: line ends, and which characters it spells as entities.
 * `&` and `<` are always escaped; for `>` and quotes the file's own habit decides, and UPPAAL's where it shows none.
 */
export interface Style {
  readonly newline: "\n" | "\r\n" | "\r";
  readonly escapesGreater: boolean;
  readonly escapesQuote: boolean;
  readonly escapesApostrophe: boolean;
}

/** How UPPAAL itself writes. */
export const uppaalStyle: Style = {
  newline: "\n",
  escapesGreater: true,
  escapesQuote: false,
  escapesApostrophe: false,
};

export function styleOf(text: string): Style {
  return {
    newline: newlineOf(text),
    // A `>` behind a `>` with no `<` between them is one written raw in text.
    escapesGreater: text.includes("&gt;") || !/>[^<>]*[^<>\]?-]>/.test(text),
    escapesQuote: text.includes("&quot;"),
    escapesApostrophe: text.includes("&apos;"),
  };
}

export function newlineOf(text: string): Style["newline"] {
  const first = text.search(/[\r\n]/);
  if (first < 0 || text[first] === "\n") return "\n";
  return text[first + 1] === "\n" ? "\r\n" : "\r";
}

export function escapeText(text: string, style: Style): string {
  let result = text.replace(/&/g, "&amp;").replace(/</g, "&lt;");
  result = style.escapesGreater ? result.replace(/>/g, "&gt;") : result.replace(/\]\]>/g, "]]&gt;");
  if (style.escapesQuote) result = result.replace(/"/g, "&quot;");
  if (style.escapesApostrophe) result = result.replace(/'/g, "&apos;");
  return withNewlines(result, style);
}

/** For a value between double quotes; white space other than blanks would be lost unless written as references. */
export function escapeAttribute(value: string, quote: '"' | "'" = '"'): string {
  const result = value
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/[\t\r\n]/g, (c) => `&#${c.charCodeAt(0)};`);
  return quote === '"' ? result.replace(/"/g, "&quot;") : result.replace(/'/g, "&apos;");
}

/** Text as CDATA content, in a section that is already open. */
export function escapeCdata(text: string, style: Style): string {
  return withNewlines(text.replace(/\]\]>/g, "]]]]><![CDATA[>"), style);
}

function withNewlines(text: string, style: Style): string {
  return text.replace(/\r\n?|\n/g, style.newline);
}
