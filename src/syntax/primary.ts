import type { Cursor } from "./cursor.ts";
import { binder, broken, callArguments, expression, name } from "./expression.ts";
import { builtins } from "./keyword.ts";
import type { Expr, Name, Quantified } from "./tree.ts";

/** What an expression begins with: literals, names, parentheses, quantifiers, built-in functions, dynamic constructs. */

export function primary(p: Cursor): Expr {
  const { start, end } = p.here();
  switch (p.kind) {
    case "#name": {
      const node: Name = { kind: "name", start, end, name: p.word };
      p.next();
      return node;
    }
    case "#int": {
      const { value } = p;
      p.next();
      return { kind: "int", start, end, value };
    }
    case "#real": {
      const text = p.word;
      p.next();
      return { kind: "real", start, end, value: Number(text), text };
    }
    case "#string": {
      const value = p.word;
      p.next();
      return { kind: "string", start, end, value };
    }
    case "true":
    case "false": {
      const value = p.kind === "true";
      p.next();
      return { kind: "bool", start, end, value };
    }
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
    case "spawn": {
      p.next();
      const template = name(p, "the name of a dynamic template");
      const args = callArguments(p);
      return { kind: "spawn", start, end: p.to(start), template, args };
    }
    case "exit":
      p.next();
      p.expect("(", "after 'exit'");
      p.expect(")", "after 'exit('");
      return { kind: "exit", start, end: p.to(start) };
    case "numOf": {
      p.next();
      p.expect("(", "after 'numOf'");
      const template = name(p, "the name of a dynamic template");
      p.expect(")", "after the name of the template");
      return { kind: "numOf", start, end: p.to(start), template };
    }
    case "#min":
      p.fail("an expression", "2147483648 does not fit into 32 bits; only -2147483648 does");
      return broken(p);
    case "A[]":
    case "A<>":
    case "E[]":
    case "E<>":
      p.fail("an expression", "a path formula stands alone; 'p --> q' says that whenever p holds, q follows some time");
      return broken(p);
    default:
      p.fail("an expression", p.context === "query" ? p.keywordHint() : undefined);
      return broken(p);
  }
}

function parenthesised(p: Cursor): Expr {
  p.next();
  const inner = p.context === "query" ? timedFormula(p) : expression(p);
  p.expect(")", "to close the parenthesis");
  return inner;
}

/** What stands between parentheses in a query: an expression, or an MITL formula such as `p U[1,2] q` or `<>[0,3] p`. */
function timedFormula(p: Cursor): Expr {
  const start = p.at();
  if (p.kind === "X") {
    p.next();
    const right = expression(p);
    return { kind: "path", start, end: p.to(start), op: "X", right };
  }
  if (p.kind === "<>" || p.kind === "[]") {
    const op = p.kind;
    p.next();
    const interval = timeInterval(p);
    const right = expression(p);
    return { kind: "path", start, end: p.to(start), op, right, interval };
  }
  const left = expression(p);
  if (p.panic || p.kind !== "#name" || (p.word !== "U" && p.word !== "R") || p.peek() !== "[") return left;
  const op = p.word;
  p.next();
  const interval = timeInterval(p);
  const right = expression(p);
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
    p.report("syntax-error", `'${callee.name}' takes ${wanted}, not ${args.length}`, call);
  }
  return call;
}

function quantified(p: Cursor, quantifier: Quantified["quantifier"]): Expr {
  const start = p.at();
  p.next();
  p.expect("(", `after '${quantifier}'`);
  const bound = binder(p);
  p.expect(")", "after the bound variable");
  const body = p.panic ? broken(p) : expression(p);
  return { kind: "quantified", start, end: p.to(start), quantifier, binder: bound, body };
}
