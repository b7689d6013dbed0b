/** Bound variables (docs/semantics.md 2.10) run over their range; `forall` and `exists` stop as soon as the result is known. */
import type { Variable } from "../../src/model/index.ts";
import { printExpr, type Quantified } from "../../src/syntax/index.ts";
import type { Code, Value } from "./expression.ts";
import { Unsupported } from "./outcome.ts";
import { type Context, Scope, within } from "./scope.ts";

export function quantified(expr: Quantified, context: Context, code: Code): Value {
  const { each, inner } = binder(expr, context, code);
  const body = code.value(expr.body, inner);
  const [fails, holds] = [() => body() === 0, () => body() !== 0];
  if (expr.quantifier === "forall") return () => (each(fails) ? 0 : 1);
  if (expr.quantifier === "exists") return () => (each(holds) ? 1 : 0);
  if (expr.quantifier !== "sum") throw new Unsupported(`'${printExpr(expr)}' here`);
  return () => {
    let sum = 0;
    each(() => {
      sum = (sum + body()) | 0;
      return false;
    });
    return sum;
  };
}

/** A bound variable: `each` runs it over its values until `stops` says so, and tells whether it did. */
export function binder(
  { binder: { name: bound, type } }: Quantified,
  context: Context,
  code: Code,
): { readonly each: (stops: () => boolean) => boolean; readonly inner: Context } {
  const variable = context.tables.symbolOf(bound) as Variable;
  const { low, high } = code.range(context.tables.typeExprOf(type), context);
  const { memory } = context;
  const at = memory.reserve(1);
  const scope = new Scope(context.scope);
  scope.set(variable, { at, isReference: false, shape: { kind: "int", low: 0, high: 0, size: 1 } });
  const each = (stops: () => boolean): boolean => {
    const last = high();
    for (let i = low(); i <= last; i++) {
      memory.cells[at] = i;
      if (stops()) return true;
    }
    return false;
  };
  return { each, inner: within(context, scope) };
}
