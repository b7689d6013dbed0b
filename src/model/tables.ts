import type { Expr, Name, TypeExpr } from "../syntax/index.ts";
import type { Symbol } from "./model.ts";
import type { Type } from "./type.ts";

/** What checking has learnt about nodes. A query's tables rest on those of its model. */
export interface Tables {
  symbolOf(name: Name): Symbol | undefined;
  typeOf(expr: Expr): Type | undefined;
  typeExprOf(type: TypeExpr): Type | undefined;
}

interface Maps {
  readonly symbols: ReadonlyMap<Name, Symbol>;
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
