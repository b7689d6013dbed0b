import type { Cursor } from "./cursor.ts";

/**
 * Where to go on after a fault. Skipping ends behind a `;` outside braces, before an unmatched `}`, or before a word
 * that can only begin something new, so that one broken piece hides nothing after it. Each function also makes sure that
 * at least one token is passed, so that a loop that calls it always ends.
 */
const declarationWords: ReadonlySet<string> = new Set(
  "const meta urgent broadcast hybrid int bool double string clock chan void scalar struct typedef process system import dynamic before_update after_update progress gantt state branchpoint commit init trans".split(
    " ",
  ),
);
/** These stand outside every brace: a brace before them is missing. */
const outermost: ReadonlySet<string> = new Set(["process", "system"]);
const statementWords: ReadonlySet<string> = new Set(["if", "while", "do", "for", "return", "assert", "typedef"]);

/** After a declaration that began at `before`. */
export function recoverDeclaration(p: Cursor, before: number): void {
  if (!p.recover()) return;
  skip(p, before, declarationWords);
}

/** After a statement or local declaration that began at `before`. */
export function recoverStatement(p: Cursor, before: number): void {
  if (!p.recover()) return;
  skip(p, before, statementWords);
}

function skip(p: Cursor, before: number, words: ReadonlySet<string>): void {
  let braces = 0;
  let brackets = 0;
  // A fault in the very first token must not stop at that token again.
  if (p.start === before && p.kind !== "#end" && !outermost.has(p.kind) && p.kind !== "}" && p.kind !== "{") p.next();
  for (; p.kind !== "#end"; p.next()) {
    switch (p.kind) {
      case "{":
        braces++;
        brackets = 0;
        break;
      case "}":
        if (braces === 0) return;
        braces--;
        if (braces === 0) {
          p.next();
          if (p.is(";")) p.next();
          return;
        }
        break;
      case ";":
        if (braces === 0) {
          p.next();
          return;
        }
        break;
      case "(":
        brackets++;
        break;
      case ")":
        brackets--;
        break;
      default:
        if (outermost.has(p.kind)) return;
        if (braces === 0 && brackets <= 0 && words.has(p.kind)) return;
    }
  }
}

/** Inside a list of locations or edges: skips to the `,` or `;` that ends the item, past whole `{...}`. */
export function recoverItem(p: Cursor): void {
  if (!p.recover()) return;
  let braces = 0;
  for (; p.kind !== "#end"; p.next()) {
    if (p.kind === "{") braces++;
    else if (p.kind === "}") {
      if (braces === 0) return;
      braces--;
    } else if (outermost.has(p.kind)) return;
    else if (braces === 0 && (p.kind === "," || p.kind === ";")) return;
  }
}

/** Inside the braces of an edge: skips behind the `;` of the clause, or to the closing brace or the next clause. */
export function recoverClause(p: Cursor): void {
  if (!p.recover()) return;
  for (; p.kind !== "#end"; p.next()) {
    switch (p.kind) {
      case ";":
        p.next();
        return;
      case "}":
      case "select":
      case "guard":
      case "sync":
      case "assign":
      case "probability":
      case "process":
      case "system":
        return;
      default:
    }
  }
}

/** After a fault between parentheses that opened at this level: behind the closing one, if the statement has one. */
export function recoverParenthesis(p: Cursor, mayHoldSemicolons: boolean): void {
  if (!p.panic) return;
  const mark = p.mark();
  let depth = 0;
  for (; !p.is("#end") && !p.is("{") && !p.is("}") && !statementWords.has(p.kind); p.next()) {
    if (p.is("(")) depth++;
    else if (p.is(";") && !mayHoldSemicolons) break;
    else if (p.is(")") && --depth < 0) {
      p.next();
      p.recover();
      return;
    }
  }
  p.restore(mark);
}

/** After a fault inside the braces of a location: behind the closing brace. */
export function recoverBraces(p: Cursor): void {
  if (!p.recover()) return;
  let depth = 0;
  for (; !p.is("#end") && !outermost.has(p.kind) && !bodyWords.has(p.kind); p.next()) {
    if (p.is("{")) depth++;
    else if (p.is("}") && --depth < 0) {
      p.next();
      return;
    }
  }
}
/** Words that stand only in the body of a process. */
export const bodyWords: ReadonlySet<string> = new Set(["state", "branchpoint", "commit", "init", "trans"]);

/** Whether a function that begins with the parameters here stands inside another one: statements follow its body. */
export function isInnerFunction(p: Cursor): boolean {
  if (p.guesses++ > 20) return false;
  let braces = 0;
  while (!p.is("#end") && !outermost.has(p.kind)) {
    if (p.is("{")) braces++;
    else if (p.is("}") && --braces <= 0) {
      p.next();
      return p.is("}") || p.is(";") || p.is("{") || (statementWords.has(p.kind) && !p.is("typedef"));
    }
    p.next();
  }
  return false;
}

/** To the closing brace of the process, without a second message. */
export function recoverProcess(p: Cursor): void {
  p.recover();
  let braces = 0;
  for (; !p.is("#end") && !p.is("process") && !p.is("system"); p.next()) {
    if (p.is("{")) braces++;
    else if (p.is("}") && --braces < 0) return;
  }
}

/** The `;` of a list; words that begin the next list show that it is only missing. */
export function endList(p: Cursor, after: string): void {
  const before = p.start;
  p.expect(";", after);
  recoverDeclaration(p, before);
}

/** After a fault inside the braces of an initialiser: behind the closing brace, or to the `;` of the declaration. */
export function recoverList(p: Cursor): void {
  if (!p.recover()) return;
  let depth = 0;
  for (; !p.is("#end") && !p.is(";") && !declarationWords.has(p.kind); p.next()) {
    if (p.is("{")) depth++;
    else if (p.is("}") && --depth < 0) {
      p.next();
      return;
    }
  }
}
