import { unreachable } from "../base/index.ts";
import { printBinder, printExpr, printVariables } from "./printexpression.ts";
import type { Block, Statement } from "./tree.ts";

/**
 * Prints statements, two blanks per level, starting at `indent`. The text begins without white space and has no newline
 * at its end.
 */
export function printStatement(statement: Statement, indent = ""): string {
  switch (statement.kind) {
    case "block":
      return printBlock(statement, indent);
    case "empty":
      return ";";
    case "expression":
      return `${printExpr(statement.expr)};`;
    case "if":
      return ifStatement(statement, indent);
    case "while":
      return `while (${printExpr(statement.condition)})${body(statement.body, indent)}`;
    case "do": {
      const inner = body(statement.body, indent);
      const gap = statement.body.kind === "block" ? " " : `\n${indent}`;
      return `do${inner}${gap}while (${printExpr(statement.condition)});`;
    }
    case "for": {
      const { first, condition, step } = statement;
      return `for (${printExpr(first)}; ${printExpr(condition)}; ${printExpr(step)})${body(statement.body, indent)}`;
    }
    case "range":
      return `for (${printBinder(statement.binder)})${body(statement.body, indent)}`;
    case "return":
      return statement.value ? `return ${printExpr(statement.value)};` : "return;";
    case "assert":
      return `assert ${printExpr(statement.condition)};`;
    default:
      return unreachable(statement);
  }
}

export function printBlock(block: Block, indent = ""): string {
  const inner = `${indent}  `;
  const lines = [...block.declarations.map(printVariables), ...block.statements.map((s) => printStatement(s, inner))];
  if (lines.length === 0) return "{ }";
  return `{\n${lines.map((line) => `${inner}${line}\n`).join("")}${indent}}`;
}

function body(statement: Statement, indent: string): string {
  if (statement.kind === "block") return ` ${printBlock(statement, indent)}`;
  return `\n${indent}  ${printStatement(statement, `${indent}  `)}`;
}

type If = Extract<Statement, { kind: "if" }>;

/** A chain of `else if` stays at one level. */
function ifStatement(first: If, indent: string): string {
  let text = "";
  let node: If = first;
  for (;;) {
    const open = node.no !== undefined && endsInOpenIf(node.yes);
    const yes = open ? blockOf(node.yes, indent) : body(node.yes, indent);
    text += `if (${printExpr(node.condition)})${yes}`;
    if (node.no === undefined) return text;
    text += `${node.yes.kind === "block" || open ? " " : `\n${indent}`}else`;
    if (node.no.kind !== "if") return text + body(node.no, indent);
    text += " ";
    node = node.no;
  }
}

/** Whether an `else` written behind the statement would be taken for its own; only programs build such trees. */
function endsInOpenIf(statement: Statement): boolean {
  let node: Statement | undefined = statement;
  while (node !== undefined) {
    if (node.kind === "if") {
      if (node.no === undefined) return true;
      node = node.no;
    } else if (node.kind === "while" || node.kind === "for" || node.kind === "range") node = node.body;
    else return false;
  }
  return false;
}

function blockOf(statement: Statement, indent: string): string {
  return ` {\n${indent}  ${printStatement(statement, `${indent}  `)}\n${indent}}`;
}
