import type { Cursor } from "./cursor.ts";
import { broken, callArguments, name } from "./parts.ts";
import { primary } from "./primary.ts";
import type { AssignOp, BinaryOp, Expr, Name } from "./tree.ts";

/**
 * Expressions by operator precedence (manual: "Expressions"; levels as UPPAAL's parser has them, which differ from C:
 * `**` is left-associative, `or`, `xor` and `imply` share one left-associative level, `<?` binds tighter than `<`).
 *
 * Chains of left-associative operators are read by a loop, so their length is unlimited; everything that nests is
 * counted by the cursor. After a fault the tree holds a `broken` node and the cursor is in panic.
 */
interface Operator {
  readonly level: number;
  readonly op: BinaryOp;
  readonly word?: true;
}

const binaryOperators = new Map<string, Operator>();
const levels: readonly string[] = [
  "|| or xor imply",
  "&& and",
  "|",
  "^",
  "&",
  "== !=",
  "< <= >= >",
  "<? >?",
  "<< >>",
  "+ -",
  "* / %",
  "**",
];
levels.forEach((kinds, index) => {
  for (const kind of kinds.split(" ")) {
    const level = index + 1;
    if (kind === "and") binaryOperators.set(kind, { level, op: "&&", word: true });
    else if (kind === "or") binaryOperators.set(kind, { level, op: "||", word: true });
    else binaryOperators.set(kind, { level, op: kind as BinaryOp });
  }
});

/** How tightly each binary operator binds; 1 is loosest. */
export const binaryLevel: ReadonlyMap<string, number> = new Map(
  [...binaryOperators].map(([kind, o]) => [kind, o.level]),
);

const assignOperators: ReadonlySet<string> = new Set([
  "=",
  "+=",
  "-=",
  "*=",
  "/=",
  "%=",
  "&=",
  "|=",
  "^=",
  "<<=",
  ">>=",
]);

/** Any expression but a comma list: assignment, conditional and everything that binds tighter. */
export function expression(p: Cursor): Expr {
  const start = p.at();
  if (!p.enter()) return broken(p);
  const left = binary(p, 1);
  let result = left;
  if (!p.panic) {
    if (p.kind === "?" && !isReceive(p)) {
      p.next();
      const yes = expression(p);
      p.expect(":", "between the branches of '?'");
      const no = p.panic ? broken(p) : expression(p);
      result = { kind: "conditional", start, end: p.to(start), condition: left, yes, no };
    } else if (assignOperators.has(p.kind)) {
      const op = p.kind as AssignOp;
      p.next();
      const value = expression(p);
      result = { kind: "assign", start, end: p.to(start), op, target: left, value };
    }
  }
  p.leave();
  return result;
}

/** `c?` at the end of a synchronisation is not a conditional. */
function isReceive(p: Cursor): boolean {
  const after = p.peek();
  return after === "#end" || after === ";" || after === "}";
}

function binary(p: Cursor, least: number): Expr {
  const start = p.at();
  if (!p.enter()) return broken(p);
  let left = unary(p);
  while (!p.panic) {
    const operator = binaryOperators.get(p.kind);
    if (operator === undefined || operator.level < least || p.start === p.stop) break;
    p.next();
    const right = operator.level === 12 ? unary(p) : binary(p, operator.level + 1);
    const end = p.to(start);
    left = operator.word
      ? { kind: "binary", start, end, op: operator.op, left, right, word: true }
      : { kind: "binary", start, end, op: operator.op, left, right };
  }
  p.leave();
  return left;
}

function unary(p: Cursor): Expr {
  const start = p.at();
  const { kind } = p;
  switch (kind) {
    case "-":
    case "+":
    case "!":
    case "not": {
      p.next();
      if (kind === "-" && p.kind === "#min") {
        p.next();
        return postfix(p, { kind: "int", start, end: p.to(start), value: -2147483648 }, start);
      }
      const operand = prefixed(p);
      const end = p.to(start);
      if (kind === "not") return { kind: "unary", start, end, op: "!", operand, word: true };
      return { kind: "unary", start, end, op: kind, operand };
    }
    case "++":
    case "--": {
      p.next();
      const operand = prefixed(p);
      return { kind: "step", start, end: p.to(start), op: kind, prefix: true, operand };
    }
    default:
      return postfix(p, primary(p), start);
  }
}

function prefixed(p: Cursor): Expr {
  if (!p.enter()) return broken(p);
  const operand = unary(p);
  p.leave();
  return operand;
}

/** Calls, indices, members, rates and `++` behind an expression. The chain counts as nesting because the tree is as deep. */
function postfix(p: Cursor, first: Expr, start: number): Expr {
  let expr = first;
  let length = 0;
  while (!p.panic) {
    const { kind } = p;
    if (kind === "(") {
      const args = callArguments(p);
      expr = { kind: "call", start, end: p.to(start), callee: expr, args };
    } else if (kind === "[") {
      p.next();
      const index = expression(p);
      p.expect("]", "after the index");
      expr = { kind: "index", start, end: p.to(start), array: expr, index };
    } else if (kind === ".") {
      p.next();
      const member = memberName(p);
      expr = { kind: "member", start, end: p.to(start), object: expr, member };
    } else if (kind === "'") {
      p.next();
      expr = { kind: "rate", start, end: p.to(start), clock: expr };
    } else if (kind === "++" || kind === "--") {
      p.next();
      expr = { kind: "step", start, end: p.to(start), op: kind, prefix: false, operand: expr };
    } else break;
    length++;
    if (!p.enter()) break;
  }
  for (; length > 0; length--) p.leave();
  return expr;
}

function memberName(p: Cursor): Name {
  if (p.kind === "location") {
    const span = p.here();
    p.next();
    return { kind: "name", ...span, name: "location" };
  }
  return name(p, "the name of a member after '.'");
}
