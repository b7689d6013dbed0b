import type { Expr } from "../syntax/index.ts";
import { stripArrays } from "./class.ts";
import type { Bound, Type } from "./type.ts";

/** Types for people, in the language's own words: `int[0,3]`, `broadcast chan[2]`, `clock constraint`. */
export function showType(type: Type): string {
  switch (type.kind) {
    case "int":
      if (type.low === undefined || type.high === undefined) return "int";
      if (type.low.expr === undefined && type.low.value === -32768 && type.high.value === 32767) return "int";
      return `int[${showBound(type.low)},${showBound(type.high)}]`;
    case "scalar":
      return type.set.name ?? `scalar[${showBound(type.set.size)}]`;
    case "clock":
      return type.hybrid ? "hybrid clock" : "clock";
    case "chan":
      return `${type.urgent ? "urgent " : ""}${type.broadcast ? "broadcast " : ""}chan`;
    case "array": {
      let base: Type = type;
      let dimensions = "";
      while (base.kind === "array") {
        dimensions += `[${showIndex(base.index)}]`;
        base = base.element;
      }
      return showType(base) + dimensions;
    }
    case "struct":
      return `struct { ${type.fields.map((f) => `${stripArrays(f.type).kind === "struct" ? "struct" : showType(f.type)} ${f.name};`).join(" ")} }`;
    case "difference":
      return "clock difference";
    case "derivative":
      return "clock rate";
    case "invariant":
      return "clock bound";
    case "rate":
      return "invariant with rates";
    case "guard":
      return "clock guard";
    case "constraint":
      return "clock constraint";
    case "process":
      return "process, template or function";
    default:
      return type.kind;
  }
}

function showIndex(index: Type): string {
  if (index.kind === "int" && index.low?.value === 0 && index.low.expr === undefined && index.high !== undefined) {
    const { high } = index;
    if (high.expr !== undefined && high.plus === -1) return showExpr(high.expr);
    if (high.value !== undefined) return String(high.value + 1);
  }
  return showType(index);
}

function showBound(bound: Bound): string {
  if (bound.expr === undefined) return String(bound.value);
  const text = showExpr(bound.expr);
  return bound.plus ? `${text}${bound.plus < 0 ? "-" : "+"}${Math.abs(bound.plus)}` : text;
}

/** Bounds stand in messages: only what is short is written out. */
function showExpr(expr: Expr): string {
  switch (expr.kind) {
    case "int":
    case "bool":
      return String(expr.value);
    case "real":
      return expr.text;
    case "name":
      return expr.name;
    case "unary":
      return expr.op + showExpr(expr.operand);
    case "member":
      return `${showExpr(expr.object)}.${expr.member.name}`;
    case "binary": {
      const simple = (e: Expr) => e.kind === "int" || e.kind === "name";
      return simple(expr.left) && simple(expr.right) ? showExpr(expr.left) + expr.op + showExpr(expr.right) : "...";
    }
    default:
      return "...";
  }
}
