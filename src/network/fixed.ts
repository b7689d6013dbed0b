import type { Expr } from "../syntax/index.ts";
import type { Context } from "./context.ts";
import { constant } from "./fold.ts";
import { element, field, type Place } from "./place.ts";

/**
 * Where an l-value lives whose indices are known at compile time: arguments by reference, channels with a priority. No code
 * is made for the indices, which may call functions, so it can be asked before there is room for code.
 */
export function fixedPlace(expr: Expr, context: Context): Place | undefined {
  if (expr.kind === "index") {
    const array = fixedPlace(expr.array, context);
    if (array?.shape.kind !== "array") return undefined;
    const { low, size } = array.shape;
    const index = context.number(expr.index);
    if (index < low || index >= low + size)
      context.refuse("index-out-of-range", `index ${index} is outside ${low} to ${low + size - 1}`, expr.index);
    return element(array, constant(index), context.origin(expr.index));
  }
  if (expr.kind !== "member") return context.place(expr);
  const object = fixedPlace(expr.object, context);
  return object && field(object, expr.member.name);
}
