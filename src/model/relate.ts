import { childrenOf, type Expr } from "../syntax/index.ts";
import * as is from "./class.ts";
import type { Tables } from "./tables.ts";
import type { Bound, IntType, ScalarType, Type } from "./type.ts";

/**
 * Relations between types (docs/compatibility.md TE1). Ranges are compared by value where both are known, which accepts more
 * than UPPAAL; `strict` compares the expressions as written, as UPPAAL does. Constness, meta and references are not part
 * of a type and play no role.
 */
export class Relation {
  readonly #tables: Tables;
  readonly #strict: boolean;

  constructor(tables: Tables, strict: boolean) {
    this.#tables = tables;
    this.#strict = strict;
  }

  equivalent(a: Type, b: Type): boolean {
    if (a === b) return a.kind !== "process" && !isClass(a);
    switch (a.kind) {
      case "int":
        return b.kind === "int" && (a.low === undefined || b.low === undefined || this.#sameRange(a, b));
      case "scalar":
        return b.kind === "scalar" && a.set === b.set;
      case "bool":
      case "double":
      case "string":
      case "clock":
        return b.kind === a.kind;
      case "chan":
        return b.kind === "chan" && capability(a) === capability(b);
      case "struct":
        return (
          b.kind === "struct" &&
          a.fields.length === b.fields.length &&
          a.fields.every((f, i) => f.name === b.fields[i]!.name && this.equivalent(f.type, b.fields[i]!.type))
        );
      case "array":
        return b.kind === "array" && this.#sameIndex(a.index, b.index) && this.equivalent(a.element, b.element);
      default:
        return false;
    }
  }

  /** Whether a value of type `from` may be assigned to a place of type `to`; an initialiser of a clock is no clock. */
  assignable(to: Type, from: Type, initialiser = false): boolean {
    if (to.kind === "clock" || to.kind === "double") {
      if (is.isIntegral(from) || from.kind === "double" || (from.kind === "clock" && !initialiser)) return true;
    }
    return (is.isIntegral(to) && is.isIntegral(from)) || this.equivalent(to, from);
  }

  comparable(a: Type, b: Type): boolean {
    return (is.isIntegral(a) && is.isIntegral(b)) || this.equivalent(a, b);
  }

  #sameIndex(a: IntType | ScalarType, b: IntType | ScalarType): boolean {
    if (a.kind === "scalar" || b.kind === "scalar")
      return a.kind === "scalar" && b.kind === "scalar" && a.set === b.set;
    return this.#sameRange(a, b);
  }

  #sameRange(a: IntType, b: IntType): boolean {
    return this.#sameBound(a.low, b.low) && this.#sameBound(a.high, b.high);
  }

  #sameBound(a: Bound | undefined, b: Bound | undefined): boolean {
    if (a === b) return true;
    if (a === undefined || b === undefined) return false;
    if (!this.#strict && a.value !== undefined && b.value !== undefined) return a.value === b.value;
    if (a.expr === undefined || b.expr === undefined) {
      // A default or predeclared bound, or one with an offset: only its value is there to be compared.
      return a.expr === b.expr ? a.value === b.value : literal(a) !== undefined && literal(a) === literal(b);
    }
    return (a.plus ?? 0) === (b.plus ?? 0) && sameExpr(a.expr, b.expr, this.#tables);
  }
}

/** The value of a bound written as a number, or not written at all. */
function literal(bound: Bound): number | undefined {
  if (bound.expr === undefined) return bound.value;
  return bound.expr.kind === "int" && bound.plus === undefined ? bound.expr.value : undefined;
}

function isClass(type: Type): boolean {
  return (
    type.kind === "difference" ||
    type.kind === "derivative" ||
    type.kind === "invariant" ||
    type.kind === "rate" ||
    type.kind === "guard" ||
    type.kind === "constraint" ||
    type.kind === "formula" ||
    type.kind === "void" ||
    type.kind === "location"
  );
}

/** Channels from the weakest promise to the strongest use: urgent 0, broadcast 1, plain 2 (S4). */
export function capability(type: { readonly urgent: boolean; readonly broadcast: boolean }): number {
  return type.urgent ? 0 : type.broadcast ? 1 : 2;
}

/** Whether two expressions are written alike and name the same things. */
function sameExpr(first: Expr, second: Expr, tables: Tables): boolean {
  const pending: [Expr, Expr][] = [[first, second]];
  for (let pair = pending.pop(); pair !== undefined; pair = pending.pop()) {
    const [a, b] = pair;
    if (a === b) continue;
    if (a.kind !== b.kind || !sameHead(a, b, tables)) return false;
    const left = childrenOf(a);
    const right = childrenOf(b);
    if (left.length !== right.length) return false;
    for (const [i, child] of left.entries()) pending.push([child, right[i]!]);
  }
  return true;
}

function sameHead(a: Expr, b: Expr, tables: Tables): boolean {
  switch (a.kind) {
    case "int":
    case "real":
    case "bool":
    case "string":
      return a.value === (b as typeof a).value;
    case "name":
      return a.name === (b as typeof a).name && tables.symbolOf(a) === tables.symbolOf(b as typeof a);
    case "member":
      return a.member.name === (b as typeof a).member.name;
    case "unary":
    case "binary":
    case "assign":
    case "path":
      return a.op === (b as typeof a).op;
    case "step":
      return a.op === (b as typeof a).op && a.prefix === (b as typeof a).prefix;
    case "quantified":
    case "spawn":
    case "numOf":
      // Bound variables are never the same: two quantified bounds are not alike.
      return false;
    default:
      return true;
  }
}
