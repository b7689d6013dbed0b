import type { Diagnostic } from "../base/index.ts";
import { wants } from "../base/index.ts";
import { joinedLine } from "./lexer.ts";
import { type QueryContext, QueryReader } from "./queryreader.ts";
import { Fragment } from "./source.ts";
import type { Expectation, QueryEntry } from "./tree.ts";

/**
 * `.q` files: one query a line, `\` joining lines. The comments directly before a formula are its comment; a comment that
 * says `EXPECT:...` behind a formula sets what is expected of it; `//NO_QUERY` is an entry without a formula (a heading).
 * The first line UPPAAL writes, saying which version made the file, belongs to no query.
 */
export interface QueryFile {
  readonly entries: readonly QueryEntry[];
  readonly diagnostics: readonly Diagnostic[];
}

/** `context` is the model that is asked, whose dialect is that of the queries. */
export function parseQueryFile(text: string, context: QueryContext = {}): QueryFile {
  wants("parseQueryFile", text, "text");
  const asked = new QueryReader(context);
  const entries: QueryEntry[] = [];
  const diagnostics: Diagnostic[] = [];
  let comments: string[] = [];
  let blankLines = 0;
  let i = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  const add = (start: number, end: number): void => {
    const formula = text.slice(start, end);
    const { query, diagnostics: faults } = asked.read(Fragment.slice(text, start, end));
    for (const fault of faults) diagnostics.push(fault);
    const comment = comments.join("\n").trim();
    entries.push({
      start,
      end,
      text: formula,
      ...(query ? { query } : {}),
      ...(comment === "" ? {} : { comment }),
      results: [],
      options: [],
    });
    comments = [];
  };
  while (i < text.length) {
    const c = text[i];
    if (c === "\n") {
      blankLines++;
      i++;
    } else if (c === " " || c === "\t" || c === "\r") i++;
    else if (c === "\\" && joinedLine(text, i, text.length) > i) i = joinedLine(text, i, text.length);
    else if (text.startsWith("//", i) || text.startsWith("/*", i)) {
      const { end, closed } = commentAt(text, i);
      const content = text.slice(i + 2, closed && text[i + 1] === "*" ? end - 2 : end).trim();
      if (!closed) {
        const span = { start: i, end: i + 2 };
        diagnostics.push({
          code: "comment-not-closed",
          severity: "error",
          span,
          message: "this comment is not closed",
          hint: "add '*/'",
        });
      }
      const { expect, faults } = expectation(text.slice(i, end), i, end);
      for (const fault of faults) diagnostics.push(fault);
      const last = entries.at(-1);
      if (expect !== undefined && last === undefined) diagnostics.push(tooEarly(expect));
      if (expect !== undefined && last !== undefined) entries[entries.length - 1] = { ...last, expect };
      else if (content === "NO_QUERY") add(i, i);
      else if (expect === undefined && !/^This file was generated from /.test(content)) {
        if (blankLines > 1) comments = [];
        comments.push(content);
      }
      blankLines = 0;
      i = end;
    } else {
      const end = formulaEnd(text, i);
      let last = end;
      while (last > i && " \t\r\n\\".includes(text.charAt(last - 1))) last--;
      add(i, last);
      blankLines = 0;
      i = end;
    }
  }
  return { entries, diagnostics };
}

function commentAt(text: string, start: number): { end: number; closed: boolean } {
  if (text[start + 1] === "/") {
    const newline = text.indexOf("\n", start);
    return { end: newline < 0 ? text.length : newline, closed: true };
  }
  const close = text.indexOf("*/", start + 2);
  return close < 0 ? { end: text.length, closed: false } : { end: close + 2, closed: true };
}

/** Where the formula's line ends: at a newline that is not joined, or at a comment that ends the line. */
function formulaEnd(text: string, start: number): number {
  let i = start;
  while (i < text.length) {
    const c = text[i];
    if (c === "\n") return i;
    if (c === "\\") i = Math.max(i + 1, joinedLine(text, i, text.length));
    else if (c === "/" && text[i + 1] === "/") return i;
    else if (c === "/" && text[i + 1] === "*") {
      const { end } = commentAt(text, i);
      // A comment in the middle of a formula is part of it; one behind it may carry an expectation.
      if (/^[ \t\r]*(\n|$|\/\/|\/\*)/.test(text.slice(end, end + 200))) return i;
      i = end;
    } else if (c === '"') {
      const close = text.indexOf('"', i + 1);
      i = close < 0 ? text.length : close + 1;
    } else i++;
  }
  return i;
}

// ---------------------------------------------------------------- expectations

const outcomes: Readonly<Record<string, Expectation["outcome"]>> = {
  T: "success",
  SAT: "success",
  TRUE: "success",
  F: "failure",
  UNSAT: "failure",
  FALSE: "failure",
  MT: "maybe_true",
  MAYBE_TRUE: "maybe_true",
  MF: "maybe_false",
  MAYBE_FALSE: "maybe_false",
  E: "error",
  ERR: "error",
  ERROR: "error",
};
const memoryUnits: ReadonlySet<string> = new Set(["B", "KB", "MB", "GB", "TB"]);
const timeUnits: ReadonlySet<string> = new Set(["MS", "S", "M", "H", "D"]);

/** A number, or what an estimate must lie in: `0.5`, `-3`, `1e-4`, `>=0.95`, `0.4..0.6`, `[0.4,0.6]`. */
function isRange(token: string): boolean {
  const number = "-?[\\d.]+(e-?\\d+)?";
  return new RegExp(`^((>=|<=)?${number}|${number}\\.\\.${number}|\\[${number},${number}\\])$`, "i").test(token);
}

interface Expected {
  readonly expect?: Expectation;
  /** Words that say nothing. */
  readonly faults: readonly Diagnostic[];
}

/** `EXPECT:T,10MB,3S` anywhere in a comment; nothing if it is not there. */
function expectation(comment: string, start: number, end: number): Expected {
  const found = /EXPECT:(\S*)/.exec(comment.replace(/\*\/$/, " "));
  if (found === null) return { faults: [] };
  const faults: Diagnostic[] = [];
  let outcome: Expectation["outcome"];
  let value: string | undefined;
  const resources: Expectation["resources"][number][] = [];
  for (const { 0: token, index } of found[1]!.matchAll(/\[[^\]]*\]|[^,]+/g)) {
    const [, amount = "", unit = ""] = /^([0-9.]+)([A-Z]+)$/.exec(token.toUpperCase()) ?? [];
    const said = outcomes[token.toUpperCase()];
    if (isRange(token)) value = token;
    else if (memoryUnits.has(unit)) resources.push({ type: "memory", value: amount, unit });
    else if (timeUnits.has(unit)) resources.push({ type: "time", value: amount, unit });
    else if (said) outcome = said;
    else faults.push(unknown(token, start + found.index + "EXPECT:".length + index));
  }
  const expect = { start, end, ...(outcome ? { outcome } : {}), ...(value === undefined ? {} : { value }), resources };
  return { expect, faults };
}

function unknown(token: string, start: number): Diagnostic {
  return {
    code: "syntax-error",
    severity: "error",
    span: { start, end: start + token.length },
    message: `'${token}' says nothing about what is expected`,
    hint: "an outcome such as T or F, a value such as 0.5, >=0.9 or 0.4..0.6, or a resource such as 10MB or 3S",
  };
}

function tooEarly({ start, end }: Expectation): Diagnostic {
  return {
    code: "syntax-error",
    severity: "error",
    span: { start, end },
    message: "there is no query in front of this expectation",
    hint: "it stands behind its query",
  };
}
