import type { Expr, Name, TypeExpr } from "../syntax/index.ts";
import * as is from "./class.ts";
import type { Symbol, Symbols } from "./model.ts";
import type { Type } from "./type.ts";

/** What checking has learnt about nodes. A query's tables rest on those of its model. */
export interface Tables {
  symbolOf(name: Name): Symbol | undefined;
  typeOf(expr: Expr): Type | undefined;
  typeExprOf(type: TypeExpr): Type | undefined;
}

/**
 * Types by expression. Only what is composed is stored: literals and names, most of a model's expressions, have their
 * types computed when asked for, which halves the memory of large models.
 */
export class TypeTable extends Map<Expr, Type> {
  readonly #symbols: Symbols;

  constructor(symbols: Symbols) {
    super();
    this.#symbols = symbols;
  }

  override get(expr: Expr): Type | undefined {
    if (expr.kind !== "name") return isLiteral(expr) ? literalType(expr) : super.get(expr);
    const symbol = this.#symbols.get(expr);
    return symbol === undefined ? undefined : symbolType(symbol);
  }

  override has(expr: Expr): boolean {
    return this.get(expr) !== undefined;
  }
}

type Literal = Extract<Expr, { readonly kind: "int" | "real" | "bool" | "string" }>;

export function isLiteral(expr: Expr): expr is Literal {
  return expr.kind === "int" || expr.kind === "real" || expr.kind === "bool" || expr.kind === "string";
}

export function literalType({ kind }: Literal): Type {
  switch (kind) {
    case "int":
      return is.int;
    case "real":
      return is.double;
    case "bool":
      return is.bool;
    case "string":
      return is.string;
  }
}

/** The type a name has as an expression. */
export function symbolType(symbol: Symbol): Type {
  switch (symbol.kind) {
    case "variable":
      return symbol.type;
    case "location":
      return is.location;
    case "typename":
      return is.unknown;
    default:
      return is.process;
  }
}

interface Maps {
  readonly symbols: Symbols;
  readonly types: ReadonlyMap<Expr, Type>;
  readonly typeExprs: ReadonlyMap<TypeExpr, Type>;
}

export function tablesOf(own: Maps, base?: Maps): Tables {
  return {
    symbolOf: (name) => own.symbols.get(name) ?? base?.symbols.get(name),
    typeOf: (expr) => own.types.get(expr) ?? base?.types.get(expr),
    typeExprOf: (type) => own.typeExprs.get(type) ?? base?.typeExprs.get(type),
  };
}
