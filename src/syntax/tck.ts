import type { Diagnostic, Span } from "../base/index.ts";
import { wants } from "../base/index.ts";
import { TckCodeParser } from "./tckcode.ts";
import type {
  TckDeclaration,
  TckEdge,
  TckExpr,
  TckLocation,
  TckName,
  TckStatement,
  TckSync,
  TckTree,
} from "./tcktree.ts";

/**
 * Reads TChecker's format (doc/file-format.md of that project): one declaration per line, fields separated by `:`,
 * comments from `#` to the end of the line, attributes in braces as `key: value` pairs separated by `:`, which may run
 * over several lines. Always yields a tree; a line that cannot be read is reported and left out.
 */
export function parseTck(text: string): { readonly tree: TckTree; readonly diagnostics: readonly Diagnostic[] } {
  wants("parseTck", text, "text");
  return new TckParser(text).parse();
}

interface Attribute {
  readonly key: TckName;
  readonly value: Span;
}

class TckParser {
  private readonly text: string;
  private readonly diagnostics: Diagnostic[] = [];
  private at = 0;

  constructor(text: string) {
    this.text = text;
  }

  parse(): { tree: TckTree; diagnostics: readonly Diagnostic[] } {
    const declarations: TckDeclaration[] = [];
    let system: TckName | undefined;
    for (this.blank(); this.at < this.text.length; this.blank()) {
      const start = this.at;
      const keyword = this.read(/[A-Za-z_][A-Za-z0-9_.]*/y);
      try {
        if (keyword === "system") {
          const name = this.field();
          if (system !== undefined || declarations.length > 0)
            this.report(
              "tck-system",
              { start, end: this.at },
              "'system' must be the first declaration, and the only one",
            );
          system ??= name;
          this.attributes();
        } else declarations.push(this.declaration(keyword, start));
        this.lineEnd();
      } catch (fault) {
        if (!(fault instanceof Fault)) throw fault;
        this.report("tck-syntax", fault.span, fault.message);
        this.skipLine();
      }
    }
    const end = this.text.length;
    if (system === undefined)
      this.report("tck-system", { start: 0, end: 0 }, "the declaration 'system:NAME' is missing");
    return {
      tree: { ...(system === undefined ? {} : { system }), declarations, start: 0, end },
      diagnostics: this.diagnostics,
    };
  }

  private declaration(keyword: string, start: number): TckDeclaration {
    switch (keyword) {
      case "process":
      case "event": {
        const name = this.field();
        this.unused(this.attributes(), keyword);
        return { kind: keyword, name, start, end: this.at };
      }
      case "clock": {
        const [size, name] = [this.size(), this.field()];
        this.unused(this.attributes(), keyword);
        return { kind: "clock", size, name, start, end: this.at };
      }
      case "int": {
        const size = this.size();
        const [low, high, initial] = [this.integer(), this.integer(), this.integer()];
        const name = this.field();
        const span = { start, end: this.at };
        if (low > high) this.report("tck-range", span, `the range ${low}..${high} of '${name.name}' is empty`);
        else if (initial < low || initial > high)
          this.report("tck-range", span, `the initial value ${initial} of '${name.name}' is not in ${low}..${high}`);
        this.unused(this.attributes(), keyword);
        return { kind: "int", size, low, high, initial, name, ...span };
      }
      case "location":
        return this.location(start);
      case "edge":
        return this.edge(start);
      case "sync":
        return this.sync(start);
      default:
        throw new Fault(
          { start, end: Math.max(this.at, start + 1) },
          keyword === ""
            ? "a declaration is expected"
            : `'${keyword}' is not a declaration: system, process, event, clock, int, location, edge and sync are`,
        );
    }
  }

  private location(start: number): TckLocation {
    const [process, name] = [this.field(), this.field()];
    const attributes = this.attributes();
    const is = (key: string) => attributes.some((a) => a.key.name === key);
    const labels = attributes
      .filter((a) => a.key.name === "labels")
      .flatMap((a) => this.text.slice(a.value.start, a.value.end).split(","))
      .map((label) => label.trim())
      .filter((label) => label !== "");
    const invariant = this.expression(attributes, "invariant");
    this.unused(
      attributes.filter((a) => !["initial", "committed", "urgent", "labels", "invariant"].includes(a.key.name)),
      "location",
    );
    return {
      kind: "location",
      process,
      name,
      initial: is("initial"),
      committed: is("committed"),
      urgent: is("urgent"),
      labels,
      ...(invariant === undefined ? {} : { invariant }),
      start,
      end: this.at,
    };
  }

  private edge(start: number): TckEdge {
    const [process, source, target, event] = [this.field(), this.field(), this.field(), this.field()];
    const attributes = this.attributes();
    const provided = this.expression(attributes, "provided");
    const update: TckStatement[] = attributes
      .filter((a) => a.key.name === "do")
      .flatMap((a) => new TckCodeParser(this.text, a.value.start, a.value.end, this.diagnostics).statements());
    this.unused(
      attributes.filter((a) => a.key.name !== "provided" && a.key.name !== "do"),
      "edge",
    );
    return {
      kind: "edge",
      process,
      source,
      target,
      event,
      ...(provided === undefined ? {} : { provided }),
      do: update,
      start,
      end: this.at,
    };
  }

  private sync(start: number): TckSync {
    const parts = [];
    do {
      this.space();
      const partStart = this.at + 1;
      const process = this.field();
      this.space();
      if (!this.take("@")) throw new Fault(this.here(), "'@' and an event are expected");
      const event = this.name();
      this.space();
      const weak = this.take("?");
      parts.push({ process, event, weak, start: partStart, end: this.at });
      this.space();
    } while (this.text[this.at] === ":");
    this.unused(this.attributes(), "sync");
    return { kind: "sync", parts, start, end: this.at };
  }

  /** An attribute may be given several times: all of its expressions must hold. */
  private expression(attributes: readonly Attribute[], key: string): TckExpr | undefined {
    let joined: TckExpr | undefined;
    for (const a of attributes) {
      if (a.key.name !== key || this.text.slice(a.value.start, a.value.end).trim() === "") continue;
      const expr = new TckCodeParser(this.text, a.value.start, a.value.end, this.diagnostics).expression();
      joined =
        joined === undefined
          ? expr
          : { kind: "binary", op: "&&", left: joined, right: expr, start: joined.start, end: expr.end };
    }
    return joined;
  }

  /** `{key: value : key: value}`, or nothing. */
  private attributes(): Attribute[] {
    const found: Attribute[] = [];
    this.space();
    const open = this.at;
    if (!this.take("{")) return found;
    for (;;) {
      this.white();
      if (this.take("}")) return found;
      const key = this.name("the name of an attribute is expected");
      this.white();
      if (this.take("}")) {
        found.push({ key, value: { start: this.at - 1, end: this.at - 1 } });
        return found;
      }
      if (!this.take(":")) throw new Fault(this.here(), "':' is expected behind the name of an attribute");
      const start = this.at;
      this.read(/[^:{}#]*/y);
      if (this.at >= this.text.length)
        throw new Fault({ start: open, end: open + 1 }, "the closing '}' of the attributes is missing");
      found.push({ key, value: { start, end: this.at } });
      if (!this.take(":") && this.text[this.at] !== "}")
        throw new Fault(this.here(), `'${this.text[this.at]}' may not stand in an attribute`);
    }
  }

  private unused(attributes: readonly Attribute[], of: string): void {
    for (const { key } of attributes) {
      this.diagnostics.push({
        code: "tck-attribute",
        severity: "warning",
        span: key,
        message: `the attribute '${key.name}' of a ${of} is not known and has no effect`,
      });
    }
  }

  // ---------------------------------------------------------------- fields

  private field(): TckName {
    this.space();
    if (!this.take(":")) throw new Fault(this.here(), "':' is expected");
    return this.name();
  }

  private name(message = "a name is expected"): TckName {
    this.space();
    const start = this.at;
    const name = this.read(/[A-Za-z_][A-Za-z0-9_.]*/y);
    if (name === "") throw new Fault(this.here(), message);
    return { name, start, end: this.at };
  }

  private integer(): number {
    this.space();
    if (!this.take(":")) throw new Fault(this.here(), "':' is expected");
    this.space();
    const start = this.at;
    const digits = this.read(/[-+]?[0-9]+/y);
    const value = Number(digits);
    if (digits === "") throw new Fault(this.here(), "an integer is expected");
    if (value < -2147483648 || value > 2147483647)
      throw new Fault({ start, end: this.at }, `${digits} is not a 32-bit integer`);
    return value;
  }

  private size(): number {
    const start = this.at;
    const value = this.integer();
    if (value < 1 || value > 1 << 24)
      throw new Fault({ start: start + 1, end: this.at }, "an array has at least one element and at most 2^24");
    return value;
  }

  private here(): Span {
    return { start: this.at, end: Math.min(this.at + 1, this.text.length) };
  }
  private take(character: string): boolean {
    if (this.text[this.at] !== character) return false;
    this.at++;
    return true;
  }
  private read(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0] ?? "";
    this.at += found.length;
    return found;
  }
  private space(): void {
    this.read(/[ \t\r]*/y);
  }
  private white(): void {
    this.read(/\s*/y);
  }
  private blank(): void {
    this.white();
    while (this.text[this.at] === "#") {
      this.skipLine();
      this.white();
    }
  }
  private skipLine(): void {
    this.read(/[^\n]*/y);
  }
  private lineEnd(): void {
    this.read(/[ \t\r]*(#[^\n]*)?/y);
    if (this.at < this.text.length && this.text[this.at] !== "\n")
      throw new Fault(this.here(), `'${this.text[this.at]}' is not expected here`);
  }
  private report(code: string, span: Span, message: string): void {
    this.diagnostics.push({ code, severity: "error", span: { start: span.start, end: span.end }, message });
  }
}

class Fault extends Error {
  readonly span: Span;
  constructor(span: Span, message: string) {
    super(message);
    this.span = span;
  }
}
