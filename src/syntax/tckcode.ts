import type { Diagnostic } from "../base/index.ts";
import type { TckExpr, TckOp, TckStatement, TckVariable } from "./tcktree.ts";

/**
 * Reads the expressions and statements inside the attributes of TChecker's format: conjunctions of comparisons and their
 * negations, `(if c then a else b)`, chained `a < b <= c`; assignments, `if`, `while`, `local`, `nop`. As in TChecker's
 * grammar, `!` takes the whole comparison behind it: `!a == b` is `!(a == b)`.
 */
export class TckCodeParser {
  private readonly text: string;
  private readonly end: number;
  private readonly diagnostics: Diagnostic[];
  private failed = false;
  private depth = 0;
  private at: number;
  private token: Token = { kind: "end", text: "", start: 0, end: 0 };
  private before = 0;

  /** Reads `text` from `start` to `end`, so that spans are offsets into the whole file. */
  constructor(text: string, start: number, end: number, diagnostics: Diagnostic[]) {
    this.text = text;
    this.at = start;
    this.before = start;
    this.end = end;
    this.diagnostics = diagnostics;
    this.advance();
  }

  expression(): TckExpr {
    const expr = this.conjunction();
    this.finish();
    return expr;
  }

  statements(): readonly TckStatement[] {
    const items = this.sequence();
    this.finish();
    return items;
  }

  private sequence(): TckStatement[] {
    const items: TckStatement[] = [];
    while (!this.failed && this.token.kind !== "end" && !this.sees("end") && !this.sees("else")) {
      items.push(this.statement());
      if (!this.take(";")) break;
    }
    return items;
  }

  private statement(): TckStatement {
    return this.nested(() => this.plainStatement());
  }

  private plainStatement(): TckStatement {
    const start = this.token.start;
    if (this.take("nop")) return { kind: "nop", start, end: this.before };
    if (this.take("if")) {
      const condition = this.conjunction();
      this.expect("then");
      const yes = this.sequence();
      const no = this.take("else") ? this.sequence() : [];
      this.expect("end");
      return { kind: "if", condition, yes, no, start, end: this.before };
    }
    if (this.take("while")) {
      const condition = this.conjunction();
      this.expect("do");
      const body = this.sequence();
      this.expect("end");
      return { kind: "while", condition, body, start, end: this.before };
    }
    if (this.take("local")) return this.local(start);
    const target = this.variable();
    this.expect("=");
    const value = this.sum();
    return { kind: "assign", target, value, start, end: this.before };
  }

  private local(start: number): TckStatement {
    const name = { name: this.token.text, start: this.token.start, end: this.token.end };
    if (this.token.kind !== "name") this.fail("the name of a local variable is expected");
    else this.advance();
    if (this.take("[")) {
      const size = this.sum();
      this.expect("]");
      return { kind: "local", name, size, start, end: this.before };
    }
    if (!this.take("=")) return { kind: "local", name, start, end: this.before };
    const initial = this.sum();
    return { kind: "local", name, initial, start, end: this.before };
  }

  private conjunction(): TckExpr {
    let left = this.negation();
    while (this.take("&&")) {
      const right = this.negation();
      left = { kind: "binary", op: "&&", left, right, start: left.start, end: right.end };
    }
    return left;
  }

  private negation(): TckExpr {
    const start = this.token.start;
    if (!this.take("!")) return this.comparison();
    const operand = this.nested(() => this.negation());
    return { kind: "unary", op: "!", operand, start, end: operand.end };
  }

  private comparison(): TckExpr {
    const left = this.sum();
    const first = this.comparator();
    if (first === undefined) return left;
    const middle = this.sum();
    const one: TckExpr = { kind: "binary", op: first, left, right: middle, start: left.start, end: middle.end };
    const at = this.token;
    const second = this.comparator();
    if (second === undefined) return one;
    if (!first.startsWith("<") || !second.startsWith("<")) this.fail("only < and <= can be chained", at);
    const right = this.sum();
    const two: TckExpr = { kind: "binary", op: second, left: middle, right, start: middle.start, end: right.end };
    return { kind: "binary", op: "&&", left: one, right: two, start: left.start, end: right.end };
  }

  private comparator(): TckOp | undefined {
    for (const op of ["==", "!=", "<=", ">=", "<", ">"] as const) if (this.take(op)) return op;
    return undefined;
  }

  private sum(): TckExpr {
    let left = this.product();
    for (;;) {
      const op = this.take("+") ? "+" : this.take("-") ? "-" : undefined;
      if (op === undefined) return left;
      const right = this.product();
      left = { kind: "binary", op, left, right, start: left.start, end: right.end };
    }
  }

  private product(): TckExpr {
    let left = this.unary();
    for (;;) {
      const op = this.take("*") ? "*" : this.take("/") ? "/" : this.take("%") ? "%" : undefined;
      if (op === undefined) return left;
      const right = this.unary();
      left = { kind: "binary", op, left, right, start: left.start, end: right.end };
    }
  }

  private unary(): TckExpr {
    const start = this.token.start;
    if (!this.take("-")) return this.primary();
    const operand = this.nested(() => this.unary());
    return { kind: "unary", op: "-", operand, start, end: operand.end };
  }

  private primary(): TckExpr {
    const { kind, text, start, end } = this.token;
    if (kind === "int") {
      const value = Number(text);
      if (value > 2147483647) this.fail(`${text} is not a 32-bit integer`);
      this.advance();
      return { kind: "int", value, start, end };
    }
    if (kind === "name") return this.variable();
    if (this.take("(")) {
      if (this.take("if")) {
        const condition = this.nested(() => this.conjunction());
        this.expect("then");
        const yes = this.nested(() => this.sum());
        this.expect("else");
        const no = this.nested(() => this.sum());
        this.expect(")");
        return { kind: "if", condition, yes, no, start, end: this.before };
      }
      const inner = this.nested(() => this.conjunction());
      this.expect(")");
      return inner;
    }
    this.fail("an expression is expected");
    return { kind: "broken", start, end };
  }

  private variable(): TckVariable {
    const { kind, text, start, end } = this.token;
    if (kind !== "name") this.fail("a variable is expected");
    else this.advance();
    if (!this.take("[")) return { kind: "variable", name: text, start, end };
    const index = this.nested(() => this.sum());
    this.expect("]");
    return { kind: "variable", name: text, index, start, end: this.before };
  }

  /** Keeps recursion within the stack, whatever the input. After the fault every token is the end, so it unwinds. */
  private nested<T>(read: () => T): T {
    if (++this.depth > 500) this.fail("this is nested too deeply");
    const result = read();
    this.depth--;
    return result;
  }

  // ---------------------------------------------------------------- tokens

  private sees(text: string): boolean {
    return this.token.kind === "mark" && this.token.text === text;
  }
  private take(text: string): boolean {
    if (!this.sees(text)) return false;
    this.advance();
    return true;
  }
  private expect(text: string): void {
    if (!this.take(text)) this.fail(`'${text}' is expected`);
  }
  private finish(): void {
    if (this.token.kind !== "end") this.fail(`'${this.token.text}' is not expected here`);
  }

  /** Reports the first fault of an attribute only: what follows it cannot be told from its consequences. */
  private fail(message: string, token: Token = this.token): void {
    if (!this.failed) {
      const span = { start: token.start, end: token.end };
      this.diagnostics.push({ code: "tck-syntax", severity: "error", span, message });
    }
    this.failed = true;
    this.at = this.end;
    this.token = { kind: "end", text: "", start: this.end, end: this.end };
  }

  private advance(): void {
    this.before = this.token.end === 0 ? this.before : this.token.end;
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.text);
    const start = match === null || match[0] === "" ? this.at : match.index + match[1]!.length;
    if (match === null || start >= this.end) {
      this.token = { kind: "end", text: "", start: this.end, end: this.end };
      return;
    }
    const text = match[2] ?? "";
    if (text === "") {
      const sign = this.text.charAt(start);
      this.token = { kind: "bad", text: sign, start, end: start + 1 };
      this.fail(`'${sign}' is not expected here`);
      return;
    }
    this.at = start + text.length;
    const kind = /^[0-9]/.test(text) ? "int" : /^[A-Za-z_]/.test(text) && !words.has(text) ? "name" : "mark";
    this.token = { kind, text, start, end: this.at };
  }
}

interface Token {
  readonly kind: "int" | "name" | "mark" | "bad" | "end";
  readonly text: string;
  readonly start: number;
  readonly end: number;
}
const words = new Set(["if", "then", "else", "end", "while", "do", "nop", "local"]);
const pattern = /(\s*)([0-9]+|[A-Za-z_][A-Za-z0-9_.]*|&&|==|!=|<=|>=|[-+*/%!<>=()[\];])?/y;
