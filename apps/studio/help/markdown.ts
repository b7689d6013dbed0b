/**
 * The guide's Markdown as HTML: headings, paragraphs, lists, tables, code, and within lines bold words, code and links. No
 * more is written in the guide. Everything is escaped first, so that no text becomes markup by accident.
 */
export function toHtml(markdown: string): string {
  const out: string[] = [];
  const lines = markdown.split("\n");
  for (let i = 0; i < lines.length; ) {
    const block = blocks.find(({ begins }) => begins.test(lines[i]!)) ?? paragraph;
    let end = i + 1;
    while (end < lines.length && block.goesOn(lines[end]!, lines[i]!)) end++;
    const isFence = block === fence;
    out.push(block.html(lines.slice(i, end)));
    i = isFence ? end + 1 : end;
  }
  return out.join("\n");
}

interface Block {
  readonly begins: RegExp;
  readonly goesOn: (line: string, first: string) => boolean;
  readonly html: (lines: readonly string[]) => string;
}

const fence: Block = {
  begins: /^```/,
  goesOn: (line) => !line.startsWith("```"),
  html: (lines) => `<pre>${escaped(lines.slice(1).join("\n"))}</pre>`,
};
const blocks: readonly Block[] = [
  { begins: /^\s*$/, goesOn: (line) => line.trim() === "", html: () => "" },
  fence,
  { begins: /^#+ /, goesOn: () => false, html: ([line = ""]) => heading(line) },
  { begins: /^\|/, goesOn: (line) => line.startsWith("|"), html: table },
  { begins: /^(-|\d+\.) /, goesOn: (line) => /^(-|\d+\.) |^ +\S/.test(line), html: list },
];
const paragraph: Block = {
  begins: /./,
  goesOn: (line) => line.trim() !== "" && !/^(```|#+ |\||(-|\d+\.) )/.test(line),
  html: (lines) => `<p>${inline(lines.join(" "))}</p>`,
};

function heading(line: string): string {
  const level = Math.min(6, line.indexOf(" "));
  return `<h${level}>${inline(line.replace(/^#+ /, ""))}</h${level}>`;
}

function list(lines: readonly string[]): string {
  const items: string[] = [];
  for (const line of lines)
    if (/^(-|\d+\.) /.test(line)) items.push(line.replace(/^(-|\d+\.) /, ""));
    else items[items.length - 1] += ` ${line.trim()}`;
  const tag = /^\d/.test(lines[0] ?? "") ? "ol" : "ul";
  return `<${tag}>${items.map((item) => `<li>${inline(item)}</li>`).join("")}</${tag}>`;
}

function table(lines: readonly string[]): string {
  const rows = lines
    .filter((line) => !/^\|[-| :]+\|$/.test(line))
    .map((line) => line.replace(/^\||\|$/g, "").split(/(?<!\\)\|/));
  const row = (cells: readonly string[], tag: string): string =>
    `<tr>${cells.map((cell) => `<${tag}>${inline(cell.trim())}</${tag}>`).join("")}</tr>`;
  return `<table>${rows.map((cells, i) => row(cells, i === 0 ? "th" : "td")).join("")}</table>`;
}

/** Code is left alone by the rest. Pictures are not part of the page; links lead to other pages of the guide. */
function inline(text: string): string {
  return text
    .split(/(`[^`]+`)/)
    .map((part) => (part.startsWith("`") ? `<code>${escaped(part.slice(1, -1))}</code>` : words(part)))
    .join("");
}

function words(text: string): string {
  return escaped(text)
    .replace(/!\[[^\]]*\]\([^)]*\)/g, "")
    .replace(/\[([^\]]+)\]\((?:\.\/)?([a-z]+)\.md(?:#[^)]*)?\)/g, '<a href="#" data-page="$2">$1</a>')
    .replace(/\[([^\]]+)\]\([^)]*\)/g, "$1")
    .replace(/\*\*([^*]+)\*\*/g, "<b>$1</b>");
}

function escaped(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
}
