import type { Cursor } from "./cursor.ts";
import { commaExpression, name } from "./parts.ts";
import { isInnerFunction, recoverParenthesis, recoverStatement } from "./recovery.ts";
import type { Block, FunctionDeclaration, Statement, TypeDeclaration, VariableDeclaration } from "./tree.ts";
import { binder, parameterList, startsType, type } from "./type.ts";
import { startsNamedType, typeDeclaration, variableDeclaration, variables } from "./variable.ts";

/**
 * Statements, blocks, and functions, whose bodies they are. Local declarations stand at the start of a block; one found later
 * is reported and still kept. A broken statement is reported once and skipped to its `;`; a block that is never closed ends
 * where the next function, process or system line begins.
 */
function block(p: Cursor): Block {
  const start = p.at();
  const declarations: (VariableDeclaration | TypeDeclaration)[] = [];
  const statements: Statement[] = [];
  p.expect("{", "before the block");
  if (!p.enter()) return { kind: "block", start, end: p.to(start), declarations, statements };
  while (!p.panic && p.kind !== "}" && !endsBlock(p)) {
    const before = p.start;
    if (startsDeclaration(p)) {
      const inside = functionInside(p);
      if (inside === "next") break;
      if (inside === "inner") {
        p.report("syntax-error", "a function cannot be declared inside a function", p.here());
        typedDeclaration(p);
        recoverStatement(p, before);
        continue;
      }
      if (statements.length > 0) {
        p.report("syntax-error", "a declaration must stand before the statements of its block", p.here());
      }
      declarations.push(p.kind === "typedef" ? typeDeclaration(p) : variableDeclaration(p));
    } else statements.push(statement(p));
    recoverStatement(p, before);
  }
  p.leave();
  p.expect("}", "at the end of the block");
  return { kind: "block", start, end: p.to(start), declarations, statements };
}

function startsDeclaration(p: Cursor): boolean {
  return p.kind === "typedef" || startsType(p) || startsNamedType(p);
}

/** Words that cannot stand inside a function: its closing brace is missing. */
function endsBlock(p: Cursor): boolean {
  switch (p.kind) {
    case "#end":
    case "process":
    case "system":
    case "state":
    case "trans":
    case "init":
    case "commit":
      return true;
    default:
      return false;
  }
}

/**
 * What `type name (` inside a block means. Usually the brace before it is missing and the next function begins; if
 * statements follow its body, somebody wrote a function inside a function.
 */
function functionInside(p: Cursor): "none" | "next" | "inner" {
  if (p.kind === "typedef") return "none";
  const mark = p.mark();
  type(p);
  let found: "none" | "next" | "inner" = "none";
  if (!p.panic && p.kind === "#name" && p.peek() === "(") found = isInnerFunction(p) ? "inner" : "next";
  p.restore(mark);
  return found;
}

export function statement(p: Cursor): Statement {
  const start = p.at();
  if (!p.enter()) return { kind: "empty", start, end: start };
  const result = anyStatement(p, start);
  p.leave();
  return result;
}

function anyStatement(p: Cursor, start: number): Statement {
  switch (p.kind) {
    case "{":
      return block(p);
    case ";":
      p.next();
      return { kind: "empty", start, end: p.to(start) };
    case "if":
      return ifStatement(p, start);
    case "while": {
      p.next();
      const condition = parenthesisedCondition(p, "while");
      const body = statement(p);
      return { kind: "while", start, end: p.to(start), condition, body };
    }
    case "do": {
      p.next();
      const body = statement(p);
      recoverStatement(p, -1);
      p.expect("while", "after the body of 'do'");
      const condition = parenthesisedCondition(p, "while");
      p.expect(";", "after the condition");
      return { kind: "do", start, end: p.to(start), body, condition };
    }
    case "for":
      return forStatement(p, start);
    case "return": {
      p.next();
      if (p.accept(";")) return { kind: "return", start, end: p.to(start) };
      const value = p.expression();
      p.expect(";", "after the returned value");
      return { kind: "return", start, end: p.to(start), value };
    }
    case "assert": {
      p.next();
      const condition = p.expression();
      p.expect(";", "after the assertion");
      return { kind: "assert", start, end: p.to(start), condition };
    }
    default: {
      const expr = p.expression();
      p.expect(";", "after the statement");
      return { kind: "expression", start, end: p.to(start), expr };
    }
  }
}

function parenthesisedCondition(p: Cursor, word: string) {
  p.expect("(", `after '${word}'`);
  const condition = commaExpression(p);
  p.expect(")", "after the condition");
  recoverParenthesis(p, false);
  return condition;
}

function ifStatement(p: Cursor, start: number): Statement {
  p.next();
  const condition = parenthesisedCondition(p, "if");
  const yes = statement(p);
  if (p.panic && p.kind !== "else") recoverStatement(p, -1);
  if (!p.accept("else")) return { kind: "if", start, end: p.to(start), condition, yes };
  const no = statement(p);
  return { kind: "if", start, end: p.to(start), condition, yes, no };
}

function forStatement(p: Cursor, start: number): Statement {
  p.next();
  p.expect("(", "after 'for'");
  if (p.kind === "#name" && p.peek() === ":") {
    const bound = binder(p);
    p.expect(")", "after the range of the loop");
    recoverParenthesis(p, false);
    const body = statement(p);
    return { kind: "range", start, end: p.to(start), binder: bound, body };
  }
  if (startsType(p))
    p.fail("an expression", "declare the loop variable before the loop, or write 'for (i : int[0,9])'");
  const first = commaExpression(p);
  p.expect(";", "after the first part of 'for'");
  const condition = commaExpression(p);
  p.expect(";", "after the condition of 'for'");
  const step = commaExpression(p);
  p.expect(")", "after the last part of 'for'");
  recoverParenthesis(p, true);
  const body = statement(p);
  return { kind: "for", start, end: p.to(start), first, condition, step, body };
}

/** A declaration that begins with a type: variables or a function. */
export function typedDeclaration(p: Cursor): VariableDeclaration | FunctionDeclaration {
  const start = p.at();
  if (p.context === "old") return variableDeclaration(p);
  const base = type(p);
  if (p.panic || p.kind !== "#name" || p.peek() !== "(") return variables(p, start, base);
  const declared = name(p, "the name of the function");
  const parameters = parameterList(p);
  const body = block(p);
  return { kind: "function", start, end: p.to(start), result: base, name: declared, parameters, body };
}
