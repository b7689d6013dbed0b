import type { Diagnostic, Span } from "../base/index.ts";
import type { SyntaxCode } from "./codes.ts";
import { builtins, type Context, isKeyword } from "./keyword.ts";
import type { Fragment } from "./source.ts";

/**
 * The cursor over a fragment: it holds one token at a time and scans the next on demand, so that reading makes no garbage
 * but the tree. Looking further ahead means scanning again from a remembered place.
 *
 * A token's `kind` is its own text for punctuation and keywords (`:=` counts as `=`), and a word beginning with `#` for
 * classes: `#name`, `#int`, `#min` (2147483648, good only after a minus), `#real`, `#string`, `#builtin`, `#end`.
 *
 * Faults: an unknown character is reported and skipped. A syntax error puts the cursor in panic: nothing more is
 * reported until a rule that knows where to go on calls `recover`. So one fault gives one message.
 */
export class Cursor {
  readonly diagnostics: Diagnostic[] = [];
  context: Context;
  kind = "#end";
  /** Offsets of the token in the fragment's text, and where the token before it ended. */
  start: number;
  end: number;
  previousEnd: number;
  /** The text of a name, keyword, real or string (without quotes); the value of an integer. */
  word = "";
  value = 0;
  panic = false;
  /** The operator at this offset does not belong to the expression being read (`p and A<> q`). */
  stop = -1;
  /** How often it was tried to tell a function inside a function from a missing brace; each try may read far ahead. */
  guesses = 0;
  private depth = 0;
  private readonly fragment: Fragment;
  private readonly text: string;
  private readonly limit: number;
  /** Lexical faults before this offset have been reported; a second scan stays silent. */
  private reported = -1;

  constructor(fragment: Fragment, context: Context) {
    this.fragment = fragment;
    this.text = fragment.text;
    this.limit = fragment.end;
    this.context = context;
    this.start = this.end = this.previousEnd = fragment.start;
    if (this.start === 0 && this.text.charCodeAt(0) === 0xfeff) this.end = 1;
    this.scan();
  }

  next(): void {
    this.previousEnd = this.end;
    this.scan();
  }

  /** The kind of the token after this one. */
  peek(): string {
    const { kind, start, end, previousEnd, word, value } = this;
    this.scan();
    const result = this.kind;
    this.kind = kind;
    this.start = start;
    this.end = end;
    this.previousEnd = previousEnd;
    this.word = word;
    this.value = value;
    return result;
  }

  /** Everything needed to come back to the current token and forget what was found behind it. */
  mark(): Mark {
    const { start, previousEnd, panic, reported, depth } = this;
    return { start, previousEnd, panic, reported, depth, faults: this.diagnostics.length };
  }
  restore(mark: Mark): void {
    this.diagnostics.length = mark.faults;
    this.reported = mark.reported;
    this.depth = mark.depth;
    this.panic = mark.panic;
    this.end = mark.start;
    this.previousEnd = mark.previousEnd;
    this.scan();
  }

  /** File offset of the current token. */
  at(): number {
    return this.fragment.begin(this.start);
  }
  /** File offset of the end of the token before. */
  to(): number {
    return this.fragment.finish(this.previousEnd);
  }
  /** Span of the current token. */
  here(): Span {
    return this.fragment.span(this.start, this.end);
  }

  // ------------------------------------------------------------ faults

  /** Reports without panic: reading goes on. */
  report(code: SyntaxCode, message: string, span: Span, hint?: string): void {
    if (this.panic) return;
    this.diagnostics.push({ code, severity: "error", span, message, ...(hint === undefined ? {} : { hint }) });
  }

  /** A syntax error at the current token. */
  fail(expected: string, hint?: string): void {
    if (this.panic) return;
    this.report("syntax-error", `expected ${expected}, found ${this.describe()}`, this.here(), hint);
    this.panic = true;
  }

  /** Ends the panic, if there was one, and says whether there was. */
  recover(): boolean {
    const was = this.panic;
    this.panic = false;
    return was;
  }

  is(kind: string): boolean {
    return this.kind === kind;
  }

  accept(kind: string): boolean {
    if (this.kind !== kind || this.panic) return false;
    this.next();
    return true;
  }

  expect(kind: string, after: string): boolean {
    if (this.panic) return false;
    if (this.kind === kind) {
      this.next();
      return true;
    }
    this.fail(`'${kind}' ${after}`);
    return false;
  }

  /** Counts a level of nesting; false (with one diagnostic) when there are too many. Pair with `leave`. */
  enter(): boolean {
    if (++this.depth <= nestingLimit) return true;
    if (!this.panic) {
      this.report("nesting", "the text is nested too deeply to be read", this.here(), "split it into smaller functions or expressions");
      this.panic = true;
    }
    return false;
  }
  leave(): void {
    this.depth--;
  }

  describe(): string {
    if (this.kind === "#end") return "end of text";
    const text = this.text.slice(this.start, Math.min(this.end, this.start + 40));
    return `'${this.end > this.start + 40 ? `${text}...` : text}'`;
  }

  /** Why the current word cannot be a name. */
  keywordHint(): string | undefined {
    if (this.kind === "#builtin") return `'${this.word}' is the name of a built-in function`;
    if (isKeyword(this.kind, this.context)) return `'${this.kind}' is a keyword${this.context === "query" ? " of the query language" : ""}`;
    return undefined;
  }

  private lexical(code: SyntaxCode, message: string, start: number, end: number, hint?: string): void {
    if (start <= this.reported) return;
    this.reported = start;
    this.diagnostics.push({
      code,
      severity: "error",
      span: this.fragment.span(start, end),
      message,
      ...(hint === undefined ? {} : { hint }),
    });
  }

  // ------------------------------------------------------------ scanning

  private scan(): void {
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
        if (letters[c] === 1) return this.scanName(i);
        if (c >= 48 && c <= 57) return this.scanNumber(i);
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
      i += symbol.length;
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
        i = lineEnd(text, i, limit);
      } else if (c === 47 && i + 1 < limit && text.charCodeAt(i + 1) === 42) {
        const close = text.indexOf("*/", i + 2);
        if (close < 0 || close + 2 > limit) {
          this.lexical("comment-not-closed", "this comment is not closed", i, i + 2, "add '*/'");
          return limit;
        }
        i = close + 2;
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
    } else if (!isKeyword(word, this.context)) this.kind = "#name";
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
    const close = this.text.indexOf('"', start + 1);
    if (close < 0 || close >= this.limit) {
      this.lexical("syntax-error", "this string is not closed", start, start + 1, "add '\"'");
      this.end = this.limit;
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
    if (this.context !== "old") this.lexical("unknown-symbol", `'${op}' is old syntax`, i, i + 2, `write '${modern}'`);
    return modern;
  }
}

export interface Mark {
  readonly start: number;
  readonly previousEnd: number;
  readonly panic: boolean;
  readonly reported: number;
  readonly depth: number;
  readonly faults: number;
}

/**
 * How many rule invocations may be open at once. A pair of parentheses costs three; the deepest text stays well within
 * the smallest stack of the platforms we run on.
 */
const nestingLimit = 3000;

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

function lineEnd(text: string, from: number, limit: number): number {
  const newline = text.indexOf("\n", from);
  return newline < 0 || newline > limit ? limit : newline;
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
