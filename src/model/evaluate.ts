import type { Expr } from "../syntax/index.ts";
import { checkedOf } from "./check.ts";
import { Evaluator } from "./constant.ts";
import type { Model, Variable } from "./model.ts";
import { tablesOf } from "./tables.ts";
import type { Fault, Value } from "./value.ts";

/** Compile-time evaluation for the stages after checking, where parameters have values. */
const steps = 10_000_000;

/**
 * The value of an expression of a checked model where parameters and bound variables have the given values. For one of a
 * query, `own` says what its names are.
 */
export function evaluateConstant(
  model: Model,
  expr: Expr,
  bindings: ReadonlyMap<Variable, Value>,
  own?: Parameters<typeof tablesOf>[0],
): Value | Fault {
  const evaluator = evaluatorOf(model);
  const here = own === undefined ? evaluator : new Evaluator(tablesOf(own, model), evaluator);
  return here.evaluate(expr, bindings, steps);
}

/** The value a variable starts with: its initialiser's, or the default of its type. */
export function initialValue(model: Model, variable: Variable, bindings: ReadonlyMap<Variable, Value>): Value | Fault {
  return evaluatorOf(model).initial(variable, bindings, steps);
}

function evaluatorOf(model: Model): Evaluator {
  return checkedOf(model)?.context.evaluator ?? new Evaluator(tablesOf(model));
}
