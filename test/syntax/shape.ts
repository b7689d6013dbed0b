import type { Expr } from "../../src/syntax/index.ts";

/** An expression as nested lists, so that a case shows how it was grouped. */
export function shape(e: Expr): string {
  const list = (...parts: readonly (string | Expr)[]): string =>
    `(${parts.map((p) => (typeof p === "string" ? p : shape(p))).join(" ")})`;
  switch (e.kind) {
    case "int":
    case "bool":
      return String(e.value);
    case "real":
      return e.text;
    case "string":
      return JSON.stringify(e.value);
    case "name":
      return e.name;
    case "unary":
      return list(e.word ? "not" : e.op, e.operand);
    case "step":
      return e.prefix ? list(e.op, e.operand) : list(e.operand, e.op);
    case "binary":
      return list(e.word ? (e.op === "&&" ? "and" : "or") : e.op, e.left, e.right);
    case "assign":
      return list(e.op, e.target, e.value);
    case "conditional":
      return list("?", e.condition, e.yes, e.no);
    case "index":
      return list("[]", e.array, e.index);
    case "call":
      return list("call", e.callee, ...e.args);
    case "member":
      return list(".", e.object, e.member);
    case "rate":
      return list("'", e.clock);
    case "quantified":
      return list(e.quantifier, e.binder.name, e.body);
    case "comma":
      return list(",", ...e.items);
    case "path":
      return list(e.op, ...(e.interval ?? []), ...(e.left ? [e.left] : []), e.right);
    case "spawn":
      return list("spawn", e.template, ...e.args);
    case "numOf":
      return list("numOf", e.template);
    default:
      return e.kind;
  }
}
