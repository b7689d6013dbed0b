import type { SyntaxCode } from "./codes.ts";
import { builtins, type Context, isKeyword, type Wording } from "./keyword.ts";
import type { Fragment } from "./source.ts";

/**
 * Scans the tokens of a fragment one at a time, on demand, so that reading makes no garbage but the tree.
 *
 * A token's `kind` is its own text for punctuation and keywords (`:=` counts as `=`), and a word beginning with `#` for
 * classes: `#name`, `#int`, `#min` (2147483648, good only after a minus), `#real`, `#string`, `#builtin`, `#end`. The
 * longest token wins: `a-->b` holds `-->`, `1--1` holds `--`. An unknown character is reported and skipped.
 */
export abstract class Lexer {
  context: Context;
  kind = "#end";
  /** Offsets of the token in the fragment's text. */
  start: number;
  end: number;
  /** The text of a name, keyword, real or string (without quotes); the value of an integer. */
  word = "";
  value = 0;
  /** Words that are names in this text although they are keywords. */
  protected readonly names: ReadonlySet<string> | undefined;
  private readonly isOld: boolean;
  protected readonly text: string;
  protected readonly limit: number;

  constructor(fragment: Fragment, context: Context, { syntax, names }: Wording = {}) {
    this.names = names;
    this.isOld = syntax === "old" || context === "old";
    this.text = fragment.text;
    this.limit = fragment.end;
    this.context = context;
    this.start = this.end = fragment.start;
    if (this.start === 0 && this.text.charCodeAt(0) === 0xfeff) this.end = 1;
  }

  /** Reports a fault in the spelling of a token. */
  protected abstract lexical(code: SyntaxCode, message: string, start: number, end: number, hint?: string): void;

  /** Scans the token behind `end`. */
  protected scan(): void {
    const text = this.text;
    const limit = this.limit;
    let i = this.end;
    for (;;) {
      i = this.skipBlanks(i);
      this.start = i;
      if (i >= limit) {
        this.kind = "#end";
        this.start = this.end = limit;
        return;
      }
      const c = text.charCodeAt(i);
      if (c < 128) {
        if (letters[c] === 1) {
          this.scanName(i);
          return;
        }
        if (c >= 48 && c <= 57) {
          this.scanNumber(i);
          return;
        }
        if (c === 34) {
          if (this.scanString(i)) return;
          i = this.end;
          continue;
        }
        const kind = this.operator(c, i);
        if (kind !== "") {
          this.kind = kind;
          return;
        }
      }
      const symbol = String.fromCodePoint(text.codePointAt(i) ?? 0);
      this.lexical("unknown-symbol", `unexpected character ${show(symbol)}`, i, Math.min(limit, i + symbol.length));
      // Reporting may have moved to the end of the text.
      i = Math.max(this.end, i + symbol.length);
    }
  }

  /** Skips white space, comments and joined lines. */
  private skipBlanks(from: number): number {
    const text = this.text;
    const limit = this.limit;
    let i = from;
    while (i < limit) {
      const c = text.charCodeAt(i);
      if (c === 32 || c === 10 || c === 9 || c === 13) i++;
      else if (c === 47 && i + 1 < limit && text.charCodeAt(i + 1) === 47) {
        i = find(text, 10, i, limit);
      } else if (c === 47 && i + 1 < limit && text.charCodeAt(i + 1) === 42) {
        const close = commentEnd(text, i + 2, limit);
        if (close < 0) {
          this.lexical("comment-not-closed", "this comment is not closed", i, i + 2, "add '*/'");
          return limit;
        }
        i = close;
      } else if (c === 92) {
        const joined = joinedLine(text, i, limit);
        if (joined === i) return i;
        i = joined;
      } else return i;
    }
    return limit;
  }

  private scanName(start: number): void {
    const text = this.text;
    const limit = this.limit;
    let i = start + 1;
    while (i < limit) {
      const c = text.charCodeAt(i);
      if (c >= 128 || inName[c] === 0) break;
      i++;
    }
    if (i === start + 1 && this.pathOperator(start)) return;
    const word = text.slice(start, i);
    this.word = word;
    this.end = i;
    if (i - start >= 4000) {
      this.lexical("identifier-too-long", "this name is longer than 3999 characters", start, i);
      this.kind = "#name";
    } else if (!isKeyword(word, this.context) || this.names?.has(word)) this.kind = "#name";
    else this.kind = builtins.has(word) ? "#builtin" : word;
  }

  /** `A[]`, `A<>`, `E[]`, `E<>` are single tokens, and so are their unused forms with `+` and `*`. */
  private pathOperator(start: number): boolean {
    const text = this.text;
    const c = text.charCodeAt(start);
    if ((c !== 65 && c !== 69) || start + 3 > this.limit) return false;
    const box = text.startsWith("[]", start + 1);
    if (!box && !text.startsWith("<>", start + 1)) return false;
    const after = start + 3 < this.limit ? text[start + 3] : "";
    const longer = (after === "+" || after === "*") && (c === 65) === box;
    this.end = start + (longer ? 4 : 3);
    this.kind = text.slice(start, this.end);
    return true;
  }

  private scanNumber(start: number): void {
    const text = this.text;
    const limit = this.limit;
    let value = 0;
    let i = start;
    for (; i < limit; i++) {
      const d = text.charCodeAt(i) - 48;
      if (d < 0 || d > 9) break;
      value = value * 10 + d;
    }
    const whole = i;
    if (i + 1 < limit && text.charCodeAt(i) === 46 && isDigit(text.charCodeAt(i + 1))) i = digits(text, i + 1, limit);
    const e = i < limit ? text.charCodeAt(i) : 0;
    if (e === 101 || e === 69) {
      const sign = text.charCodeAt(i + 1) === 43 || text.charCodeAt(i + 1) === 45 ? 1 : 0;
      if (i + 1 + sign < limit && isDigit(text.charCodeAt(i + 1 + sign))) i = digits(text, i + 1 + sign, limit);
    }
    this.end = i;
    if (i > whole) {
      this.kind = "#real";
      this.word = text.slice(start, i);
      return;
    }
    this.kind = value === 2147483648 ? "#min" : "#int";
    if (value > 2147483648) {
      this.lexical("overflow", `${text.slice(start, Math.min(i, start + 40))} does not fit into 32 bits`, start, i);
      value = 2147483647;
    }
    this.value = value;
  }

  private scanString(start: number): boolean {
    const close = find(this.text, 34, start + 1, this.limit);
    if (close === this.limit) {
      this.end = this.limit;
      this.lexical("syntax-error", "this string is not closed", start, start + 1, "add '\"'");
      return false;
    }
    if (close === start + 1) this.lexical("syntax-error", "a string must not be empty", start, close + 1);
    this.kind = "#string";
    this.word = this.text.slice(start + 1, close);
    this.end = close + 1;
    return true;
  }

  /** Scans punctuation: the longest operator that fits. Returns "" for a character that begins none. */
  private operator(c: number, i: number): string {
    const candidates = operators[c];
    if (candidates === undefined) return "";
    for (const op of candidates) {
      if (op.length > 1 && (i + op.length > this.limit || !this.text.startsWith(op, i))) continue;
      this.end = i + op.length;
      if (op === ":=") return "=";
      if (op === "=<" || op === "=>") return this.oldComparison(op, i);
      return op;
    }
    return "";
  }

  private oldComparison(op: "=<" | "=>", i: number): string {
    const modern = op === "=<" ? "<=" : ">=";
    if (!this.isOld)
      this.lexical(
        "unknown-symbol",
        `'${op}' is old syntax`,
        i,
        i + 2,
        this.context === "query" && op === "=>" ? "write '>=', or 'imply' for an implication" : `write '${modern}'`,
      );
    return modern;
  }
}

const letters = new Uint8Array(128);
const inName = new Uint8Array(128);
for (let c = 0; c < 128; c++) {
  if (/[A-Za-z_]/.test(String.fromCharCode(c))) letters[c] = 1;
  if (/[A-Za-z0-9_$#]/.test(String.fromCharCode(c))) inName[c] = 1;
}

/** Operators by first character, longest first. */
const operators: (readonly string[] | undefined)[] = [];
for (const op of "-u-> --> <<= >>= -> -= -- += ++ ** *= /= %= |= || &= && ^= <<  << >> <? >? <= >= <> [] == =< => != := . , ; : { } [ ] ( ) ? ' ! \\ = + - * / % | & ^ < > #".split(
  / +/,
)) {
  const c = op.charCodeAt(0);
  operators[c] = [...(operators[c] ?? []), op].sort((a, b) => b.length - a.length);
}

function isDigit(c: number): boolean {
  return c >= 48 && c <= 57;
}

function digits(text: string, from: number, limit: number): number {
  let i = from;
  while (i < limit && isDigit(text.charCodeAt(i))) i++;
  return i;
}

// Searching stops at the limit: a fragment may be a small part of a large file.

function find(text: string, c: number, from: number, limit: number): number {
  let i = from;
  while (i < limit && text.charCodeAt(i) !== c) i++;
  return i;
}

/** Behind the next `*` + `/`, or -1. */
function commentEnd(text: string, from: number, limit: number): number {
  for (let i = from; i + 1 < limit; i++) if (text.charCodeAt(i) === 42 && text.charCodeAt(i + 1) === 47) return i + 2;
  return -1;
}

/** After a backslash, blanks and a newline: where the joined line goes on; otherwise `from`. */
export function joinedLine(text: string, from: number, limit: number): number {
  let i = from + 1;
  while (i < limit && (text.charCodeAt(i) === 32 || text.charCodeAt(i) === 9)) i++;
  if (i < limit && text.charCodeAt(i) === 13) i++;
  return i < limit && text.charCodeAt(i) === 10 ? i + 1 : from;
}

function show(symbol: string): string {
  const code = symbol.codePointAt(0) ?? 0;
  const hex = `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
  return code > 32 && code < 127 ? `'${symbol}'` : hex;
}
