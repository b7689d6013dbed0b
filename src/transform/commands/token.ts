/**
 * Tokens of the command language over templates, sets and maps. A new line ends a command, as `;` does, unless a bracket is
 * open. Comments are `//` to the end of the line and `/* ... *` + `/`. Every token knows its place, so that a fault can be shown.
 */
import { AlgebraError } from "../actions.ts";

export interface Token {
  readonly kind: "name" | "number" | "sign" | "end-of-command" | "end";
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** A fault with its place in the text. `unfinished`: more text could mend it. */
export class CommandError extends AlgebraError {
  readonly at: number;
  readonly unfinished: boolean;
  constructor(message: string, at: number, unfinished = false) {
    super(message);
    this.at = at;
    this.unfinished = unfinished;
  }
}

const pattern =
  /(?<blank>[ \t\r]+|\/\/[^\n]*)|(?<line>\n)|(?<name>[A-Za-z_]\w*)|(?<number>\d+(?:\.\d+)?)|(?<sign><->|->|\+\+|\{\||\|\}|.)/suy;

/** The tokens of a text, the last of which is its end. Throws `CommandError`. */
export function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  const open: Token[] = [];
  let at = 0;
  while (at < text.length) {
    if (text.startsWith("/*", at)) {
      const close = text.indexOf("*/", at + 2);
      if (close < 0) throw new CommandError("a comment is not closed", at, true);
      at = close + 2;
      continue;
    }
    pattern.lastIndex = at;
    const { groups = {}, 0: found } = pattern.exec(text)!;
    const [start, end] = [at, at + found.length];
    at = end;
    if (groups.blank !== undefined || (groups.line !== undefined && open.length > 0)) continue;
    const isEnd = groups.line !== undefined || found === ";";
    const kind = isEnd ? "end-of-command" : groups.name !== undefined ? "name" : groups.number ? "number" : "sign";
    const token: Token = { kind, text: found, start, end };
    tokens.push(token);
    if (kind !== "sign") continue;
    if (found === "(" || found === "{" || found === "{|" || found === "[") open.push(token);
    else if (found === ")" || found === "}" || found === "|}" || found === "]") open.pop();
  }
  const last = open.at(-1);
  if (last !== undefined) throw new CommandError(`'${last.text}' is not closed`, last.start, true);
  return [...tokens, { kind: "end", text: "", start: at, end: at }];
}

/** `line 2, column 5: message` for a script, with the line and a mark below it. */
export function faultText(text: string, { message, at }: CommandError): string {
  const before = text.slice(0, at);
  const line = before.split("\n").length;
  const from = before.lastIndexOf("\n") + 1;
  const until = text.indexOf("\n", from);
  const shown = text.slice(from, until < 0 ? text.length : until).replaceAll("\t", " ");
  return `line ${line}, column ${at - from + 1}: ${message}\n  ${shown}\n  ${" ".repeat(at - from)}^`;
}
