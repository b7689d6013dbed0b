import type { Diagnostic, Span } from "../base/index.ts";
import type { SyntaxCode } from "./codes.ts";
import { type Context, isKeyword, type Wording } from "./keyword.ts";
import { Lexer } from "./lexer.ts";
import { slipOf } from "./slips.ts";
import type { Fragment } from "./source.ts";
import type { Expr } from "./tree.ts";

/**
 * The parser's view of a fragment: the current token, where it stands in the file, and the faults found so far.
 *
 * A syntax error puts the cursor in panic: nothing more is reported until a rule that knows where to go on calls
 * `recover`. So one fault gives one message. A text that is nested too deeply, or holds too many faults, is given up:
 * the cursor stands at its end and stays in panic.
 */
export class Cursor extends Lexer {
  readonly diagnostics: Diagnostic[] = [];
  /** Where the token before this one ended. */
  previousEnd: number;
  panic = false;
  /** The operator at this offset does not belong to the expression being read (`p and A<> q`). */
  stop = -1;
  /** How often it was tried to tell a function inside a function from a missing brace; each try may read far ahead. */
  guesses = 0;
  private depth = 0;
  private readonly rule: (p: Cursor) => Expr;
  private readonly fragment: Fragment;
  /** Lexical faults up to this offset have been reported; a second scan stays silent. */
  private reported = -1;
  private lastFault = -1;
  private abandoned = false;

  /** `rule` reads an expression; rules that have one inside ask the cursor for it. */
  constructor(fragment: Fragment, context: Context, rule: (p: Cursor) => Expr, wording: Wording = {}) {
    super(fragment, context, wording);
    this.rule = rule;
    this.fragment = fragment;
    this.previousEnd = fragment.start;
    this.scan();
  }

  protected override scan(): void {
    if (this.abandoned) this.end = this.limit;
    super.scan();
  }

  /** Any expression but a comma list. */
  expression(): Expr {
    return this.rule(this);
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
    const { start, previousEnd, panic, reported, lastFault, abandoned, depth } = this;
    return { start, previousEnd, panic, reported, lastFault, abandoned, depth, faults: this.diagnostics.length };
  }
  restore(mark: Mark): void {
    this.diagnostics.length = mark.faults;
    this.reported = mark.reported;
    this.lastFault = mark.lastFault;
    this.abandoned = mark.abandoned;
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
  /** File offset of the end of the token before: where a node ends that began at `start`. A node without tokens is empty. */
  to(start: number): number {
    return Math.max(start, this.fragment.finish(this.previousEnd));
  }
  /** Span of the current token. */
  here(): Span {
    return this.fragment.span(this.start, this.end);
  }

  // ------------------------------------------------------------ faults

  /** Reports without panic: reading goes on. */
  report(code: SyntaxCode, message: string, span: Span, hint?: string): void {
    if (!this.panic) this.push(code, message, span, hint);
  }

  private push(code: SyntaxCode, message: string, span: Span, hint?: string): void {
    if (this.abandoned) return;
    const place = { start: span.start, end: span.end };
    this.diagnostics.push({ code, severity: "error", span: place, message, ...(hint === undefined ? {} : { hint }) });
    if (this.diagnostics.length < faultLimit) return;
    this.diagnostics.push({
      code,
      severity: "error",
      span,
      message: "there are too many faults; the rest of the text was not read",
    });
    this.abandon();
  }

  /** A syntax error at the current token; a second one at the same token has the same cause. */
  fail(expected: string, hint?: string): void {
    if (this.panic) return;
    if (this.start !== this.lastFault) {
      this.lastFault = this.start;
      const meant = hint ?? slipOf(this.context, this.kind, this.word, expected) ?? this.lineBefore(expected);
      this.push("syntax-error", `expected ${expected}, found ${this.describe()}`, this.here(), meant);
    }
    this.panic = true;
  }

  /** What ends a line is missed where the next one begins. */
  private lineBefore(expected: string): string | undefined {
    const isEarlier = /^';' /.test(expected) && this.text.slice(this.previousEnd, this.start).includes("\n");
    return isEarlier && this.kind !== "#end" ? "the ';' is missing on the line before" : undefined;
  }

  /** Ends the panic, if there was one, and says whether there was. A text that was given up stays so. */
  recover(): boolean {
    const was = this.panic;
    this.panic = this.abandoned;
    return was;
  }

  /** Reads nothing more of this text. */
  private abandon(): void {
    this.abandoned = true;
    this.panic = true;
    this.kind = "#end";
    this.start = this.end = this.limit;
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
    this.report(
      "nesting",
      "the text is nested too deeply to be read",
      this.here(),
      "split it into smaller functions or expressions",
    );
    this.abandon();
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
    if (isKeyword(this.kind, this.context))
      return `'${this.kind}' is a keyword${this.context === "query" ? " of the query language" : ""}`;
    return undefined;
  }

  protected lexical(code: SyntaxCode, message: string, start: number, end: number, hint?: string): void {
    if (start <= this.reported) return;
    this.reported = start;
    // An open comment or string swallows the rest: that something is missing at the end is no second fault.
    const open = code === "comment-not-closed" || (code === "syntax-error" && this.end === this.limit);
    if (open) this.lastFault = this.limit;
    this.push(code, message, this.fragment.span(start, end), hint);
  }
}

interface Mark {
  readonly start: number;
  readonly previousEnd: number;
  readonly panic: boolean;
  readonly reported: number;
  readonly lastFault: number;
  readonly abandoned: boolean;
  readonly depth: number;
  readonly faults: number;
}

/**
 * How many rule invocations may be open at once. A pair of parentheses costs two; the deepest text stays well within
 * the smallest stack of the platforms we run on, here and in every recursive stage after this one.
 */
const nestingLimit = 1000;
/** After this many faults a text is given up: it is not a model. */
const faultLimit = 1000;
