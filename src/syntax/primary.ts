import type { Cursor } from "./cursor.ts";
import { builtins } from "./keyword.ts";
import { broken, callArguments, name } from "./parts.ts";
import type { Expr, Name, Quantified } from "./tree.ts";
import { binder } from "./type.ts";

/** What an expression begins with: literals, names, parentheses, quantifiers, built-in functions, dynamic constructs. */
export function primary(p: Cursor): Expr {
  const { start, end } = p.here();
  switch (p.kind) {
    case "#name":
    case "#int":
    case "#real":
    case "#string":
    case "true":
    case "false":
      return word(p, p.kind);
    case "(":
      return parenthesised(p);
    case "#builtin":
      return builtinCall(p);
    case "forall":
    case "exists":
    case "sum":
    case "foreach":
      return quantified(p, p.kind);
    case "deadlock":
      p.next();
      return { kind: "deadlock", start, end };
    case "spawn":
    case "exit":
    case "numOf":
      return dynamic(p, p.kind);
    default:
      p.fail("an expression", hint(p));
      return broken(p);
  }
}

/** What is one token. */
function word(p: Cursor, kind: "#name" | "#int" | "#real" | "#string" | "true" | "false"): Expr {
  const { start, end } = p.here();
  const { word: text, value } = p;
  p.next();
  switch (kind) {
    case "#name":
      return { kind: "name", start, end, name: text };
    case "#int":
      return { kind: "int", start, end, value };
    case "#real":
      return { kind: "real", start, end, value: Number(text), text };
    case "#string":
      return { kind: "string", start, end, value: text };
    default:
      return { kind: "bool", start, end, value: kind === "true" };
  }
}

/** Dynamic templates: `spawn T(...)`, `exit()`, `numOf(T)`. */
function dynamic(p: Cursor, kind: "spawn" | "exit" | "numOf"): Expr {
  const start = p.at();
  p.next();
  if (kind === "spawn") {
    const template = name(p, "the name of a dynamic template");
    const args = callArguments(p);
    return { kind, start, end: p.to(start), template, args };
  }
  p.expect("(", `after '${kind}'`);
  if (kind === "exit") {
    p.expect(")", "after 'exit('");
    return { kind, start, end: p.to(start) };
  }
  const template = name(p, "the name of a dynamic template");
  p.expect(")", "after the name of the template");
  return { kind, start, end: p.to(start), template };
}

function hint(p: Cursor): string | undefined {
  switch (p.kind) {
    case "#min":
      return "2147483648 does not fit into 32 bits; only -2147483648 does";
    case "A[]":
    case "A<>":
    case "E[]":
    case "E<>":
      return "a path formula stands alone; 'p --> q' says that whenever p holds, q follows some time";
    default:
      return p.context === "query" ? p.keywordHint() : undefined;
  }
}

function parenthesised(p: Cursor): Expr {
  p.next();
  const inner = p.context === "query" ? timedFormula(p) : p.expression();
  p.expect(")", "to close the parenthesis");
  return inner;
}

/** What stands between parentheses in a query: an expression, or an MITL formula such as `p U[1,2] q` or `<>[0,3] p`. */
function timedFormula(p: Cursor): Expr {
  const start = p.at();
  if (p.kind === "X") {
    p.next();
    const right = p.expression();
    return { kind: "path", start, end: p.to(start), op: "X", right };
  }
  if (p.kind === "<>" || p.kind === "[]") {
    const op = p.kind;
    p.next();
    const interval = timeInterval(p);
    const right = p.expression();
    return { kind: "path", start, end: p.to(start), op, right, interval };
  }
  const left = p.expression();
  if (p.panic || p.kind !== "#name" || (p.word !== "U" && p.word !== "R") || p.peek() !== "[") return left;
  const op = p.word;
  p.next();
  const interval = timeInterval(p);
  const right = p.expression();
  return { kind: "path", start, end: p.to(start), op, left, right, interval };
}

function timeInterval(p: Cursor): readonly [Expr, Expr] {
  p.expect("[", "before the time interval");
  const low = timePoint(p);
  p.expect(",", "between the bounds of the interval");
  const high = timePoint(p);
  p.expect("]", "after the time interval");
  return [low, high];
}

function timePoint(p: Cursor): Expr {
  if (p.kind === "#int") return primary(p);
  p.fail("a natural number");
  return broken(p);
}

function builtinCall(p: Cursor): Expr {
  const { start, end } = p.here();
  const callee: Name = { kind: "name", start, end, name: p.word };
  const arity = builtins.get(p.word) ?? 0;
  p.next();
  if (p.kind !== "(") {
    p.fail(`'(' after '${callee.name}'`, `'${callee.name}' is the name of a built-in function`);
    return callee;
  }
  const args = callArguments(p);
  const call: Expr = { kind: "call", start, end: p.to(start), callee, args };
  if (args.length !== arity) {
    const wanted = arity === 1 ? "one argument" : `${arity} arguments`;
    p.report("builtin-arguments", `'${callee.name}' takes ${wanted}, not ${args.length}`, call);
  }
  return call;
}

function quantified(p: Cursor, quantifier: Quantified["quantifier"]): Expr {
  const start = p.at();
  p.next();
  p.expect("(", `after '${quantifier}'`);
  const bound = binder(p);
  p.expect(")", "after the bound variable");
  const body = p.panic ? broken(p) : p.expression();
  return { kind: "quantified", start, end: p.to(start), quantifier, binder: bound, body };
}
