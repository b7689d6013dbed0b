import type { Expr, Query, Tree } from "../syntax/index.ts";
import type { CheckedQuery, Model, Variable } from "./model.ts";
import type { Type } from "./type.ts";
import type { Fault, Value } from "./value.ts";

export type * from "./model.ts";
export type * from "./type.ts";
export { type Fault, isFault, type Value } from "./value.ts";

export interface CheckOptions { readonly strict?: boolean }

export function check(tree: Tree, _options: CheckOptions = {}): Model {
  return {
    tree, variables: [], functions: [], templates: [], instances: [], system: [], symbols: new Map(), types: new Map(),
    typeExprs: new Map(), features: { symbolic: true, stochastic: true, concrete: true }, diagnostics: [],
  };
}

export function checkQuery(_model: Model, query: Query): CheckedQuery {
  return { query, symbols: new Map(), types: new Map(), typeExprs: new Map(), diagnostics: [] };
}

/** The value of an expression of a checked model where parameters have the given values. */
export function evaluateConstant(_model: Model, expr: Expr, _bindings: ReadonlyMap<Variable, Value>): Value | Fault {
  return { kind: "fault", code: "not-constant", span: expr, message: "the expression has no value yet" };
}

/** The initial value of a variable: its initialiser's, or the default of its type. */
export function initialValue(_model: Model, variable: Variable, _bindings: ReadonlyMap<Variable, Value>): Value | Fault {
  return { kind: "fault", code: "not-constant", span: variable.span, message: "the variable has no value yet" };
}

export function showType(type: Type): string {
  return type.kind;
}
