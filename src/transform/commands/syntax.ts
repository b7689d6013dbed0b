/**
 * The syntax of the command language (the tool of Bourke and Sowmya 2007, section 4):
 *
 *     command ::= NAME = expr | drop NAME | show [NAME] | list | help | quit | expr
 *     expr    ::= term { ++ term }         term ::= factor { \ factor }
 *     factor  ::= NAME | NUMBER | NAME(expr, ...) | ( expr ) | set | map
 *     set     ::= { NAME, ... } | {| action, ... |}               action ::= NAME[index]... with !, ? or neither
 *     map     ::= { NAME -> NAME, ... } | {| action -> action, ... |}      <-> for both ways
 */
import { type ActionName, parseAction } from "../actions.ts";
import { CommandError, type Token, tokensOf } from "./token.ts";

export type Command = { readonly at: number } & (
  | { readonly kind: "assign"; readonly name: string; readonly value: Term }
  | { readonly kind: "drop"; readonly name: string }
  | { readonly kind: "show"; readonly name?: string }
  | { readonly kind: "list" | "help" | "quit" }
  | { readonly kind: "value"; readonly value: Term }
);

export type Term = { readonly at: number } & (
  | { readonly kind: "name"; readonly name: string }
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "names"; readonly names: readonly string[] }
  | { readonly kind: "actions"; readonly actions: readonly ActionName[] }
  | { readonly kind: "nameMap"; readonly pairs: readonly (readonly [string, string])[] }
  | { readonly kind: "actionMap"; readonly pairs: readonly (readonly [ActionName, ActionName])[] }
  | { readonly kind: "both"; readonly op: "++" | "\\"; readonly left: Term; readonly right: Term }
  | { readonly kind: "call"; readonly name: string; readonly args: readonly Term[] }
);

/** The commands of a text. Throws `CommandError`. */
export function parseCommands(text: string): readonly Command[] {
  return new Parser(text).commands();
}

/** How deep brackets may stand in each other. */
const DEEPEST = 200;

const words = new Set(["list", "help", "quit"]);

class Parser {
  private readonly text: string;
  private readonly tokens: readonly Token[];
  private next = 0;
  private depth = 0;

  constructor(text: string) {
    this.text = text;
    this.tokens = tokensOf(text);
  }

  commands(): readonly Command[] {
    const found: Command[] = [];
    for (;;) {
      while (this.peek().kind === "end-of-command") this.next++;
      if (this.peek().kind === "end") return found;
      found.push(this.command());
      if (this.peek().kind !== "end-of-command" && this.peek().kind !== "end") this.fail("the command should end here");
    }
  }

  private peek(): Token {
    return this.tokens[this.next]!;
  }

  private is(text: string, ahead = 0): boolean {
    const token = this.tokens[this.next + ahead];
    return token?.kind === "sign" && token.text === text;
  }

  private take(text: string): void {
    if (!this.is(text)) this.fail(`'${text}' is missing`);
    this.next++;
  }

  private name(what: string): string {
    const { kind, text } = this.peek();
    if (kind !== "name") this.fail(`${what} is missing`);
    this.next++;
    return text;
  }

  private fail(message: string): never {
    const { kind, text, start } = this.peek();
    const found = kind === "end" || text === "\n" ? "" : `, found '${text}'`;
    throw new CommandError(`${message}${found}`, start);
  }

  private command(): Command {
    const { kind, text, start: at } = this.peek();
    if (kind === "name" && this.is("=", 1)) {
      this.next += 2;
      return { kind: "assign", at, name: text, value: this.sum() };
    }
    if (kind === "name" && !this.is("(", 1) && (words.has(text) || text === "show" || text === "drop")) {
      this.next++;
      if (text === "drop") return { kind: "drop", at, name: this.name("what to drop") };
      if (text !== "show") return { kind: text as "list", at };
      return { kind: "show", at, ...(this.peek().kind === "name" ? { name: this.name("") } : {}) };
    }
    return { kind: "value", at, value: this.sum() };
  }

  private sum(): Term {
    if (++this.depth > DEEPEST) this.fail(`brackets stand more than ${DEEPEST} deep here`);
    const term = this.chain("++", () => this.chain("\\", () => this.factor()));
    this.depth--;
    return term;
  }

  private chain(op: "++" | "\\", part: () => Term): Term {
    let left = part();
    while (this.is(op)) {
      const at = this.peek().start;
      this.next++;
      while (this.peek().text === "\n") this.next++;
      left = { kind: "both", at, op, left, right: part() };
    }
    return left;
  }

  private factor(): Term {
    const { kind, text, start: at } = this.peek();
    if (kind === "number") {
      this.next++;
      return { kind: "number", at, value: Number(text) };
    }
    if (kind === "name") {
      this.next++;
      if (!this.is("(")) return { kind: "name", at, name: text };
      this.next++;
      const args = this.until(")", () => this.sum());
      return { kind: "call", at, name: text, args };
    }
    if (this.is("(")) {
      this.next++;
      const inner = this.sum();
      this.take(")");
      return inner;
    }
    if (this.is("{")) return this.braces(at, "}", () => this.name("a name"), "names", "nameMap");
    if (this.is("{|")) return this.braces(at, "|}", () => this.action(), "actions", "actionMap");
    return this.fail("a template, a set, a map or a function is missing");
  }

  private until<T>(close: string, item: () => T): readonly T[] {
    const items: T[] = [];
    while (!this.is(close)) {
      if (items.length > 0) this.take(",");
      items.push(item());
    }
    this.next++;
    return items;
  }

  /** A set, or a map where there are arrows. */
  private braces<T>(at: number, close: string, item: () => T, set: "names" | "actions", map: string): Term {
    this.next++;
    const pairs: (readonly [T, T])[] = [];
    let single = false;
    const items = this.until(close, () => {
      const from = item();
      const isBoth = this.is("<->");
      if (!isBoth && !this.is("->")) {
        if (pairs.length > 0) this.fail("'->' is missing");
        single = true;
        return from;
      }
      if (single) this.fail("names before this one have no arrow");
      this.next++;
      const to = item();
      pairs.push([from, to]);
      if (isBoth) pairs.push([to, from]);
      return from;
    });
    return (pairs.length > 0 ? { kind: map, at, pairs } : { kind: set, at, [set]: items }) as unknown as Term;
  }

  private action(): ActionName {
    const { start } = this.peek();
    this.name("an action");
    while (this.is("[")) {
      for (let depth = 0; ; this.next++) {
        if (this.is("[")) depth++;
        if (this.is("]") && --depth === 0) break;
        if (this.peek().kind === "end" || this.peek().kind === "end-of-command") this.fail("']' is missing");
      }
      this.next++;
    }
    if (this.is("!") || this.is("?")) this.next++;
    return parseAction(this.text.slice(start, this.tokens[this.next - 1]!.end));
  }
}
