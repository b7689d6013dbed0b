import { type Expr, type Initialiser, type InitialiserList, someExpr } from "../syntax/index.ts";
import * as is from "./class.ts";
import type { Context } from "./context.ts";
import { isComputable } from "./effects.ts";
import type { Variable } from "./model.ts";
import { showType } from "./show.ts";
import { didYouMean } from "./suggest.ts";
import type { StructType, Type } from "./type.ts";
import { isFault } from "./value.ts";

/**
 * Initialisers (docs/compatibility.md I1 to I6). Those outside functions must be known at compile time and are evaluated.
 * Where none is allowed, only names and types inside it are looked at.
 */
export function checkInitialiser(ctx: Context, variable: Variable, inFunction: boolean, allowed: boolean): void {
  const { initialiser, type } = variable;
  if (initialiser === undefined) return;
  if (!inFunction && initialiser.kind !== "list" && someExpr(initialiser, isDynamic)) {
    ctx.error(
      "dynamic-initialiser",
      initialiser,
      "processes come and go while the model runs: an initialiser cannot depend on them",
    );
    return;
  }
  const before = ctx.effects;
  if (!checkParts(ctx, initialiser) || type.kind === "unknown" || !allowed) return;
  if (!inFunction && !isComputable(ctx, initialiser)) {
    ctx.error(
      "not-computable",
      initialiser,
      "an initialiser must be known at compile time",
      "use constants and functions of them",
    );
  } else if (ctx.effects !== before) {
    ctx.error("side-effect", initialiser, "an initialiser must not change anything");
  } else if (fits(ctx, type, initialiser) && !inFunction) evaluate(ctx, variable);
}

function isDynamic(expr: Expr): boolean {
  return expr.kind === "spawn" || expr.kind === "exit" || expr.kind === "numOf";
}

/** Types of all expressions in it; false when one is unknown. */
function checkParts(ctx: Context, init: Initialiser): boolean {
  if (init.kind !== "list") return ctx.check(init).kind !== "unknown";
  let known = true;
  for (const item of init.items) known = checkParts(ctx, item.value) && known;
  return known;
}

function evaluate(ctx: Context, variable: Variable): void {
  const value = ctx.evaluator.initial(variable);
  if (isFault(value)) ctx.fault(value.code === "value-out-of-range" ? { ...value, code: "initialiser-range" } : value);
}

/** Whether an initialiser has the shape of its type; reports what does not fit. */
function fits(ctx: Context, type: Type, init: Initialiser): boolean {
  if (type.kind === "unknown") return false;
  if (init.kind === "list") {
    if (type.kind === "array") return fitsArray(ctx, type, init);
    if (type.kind === "struct") return fitsStruct(ctx, type, init);
    ctx.error("invalid-initialiser", init, `a list cannot initialise ${showType(type)}`);
    return false;
  }
  const given = ctx.tables.typeOf(init) ?? is.unknown;
  if (ctx.relation.assignable(type, given, true)) return true;
  ctx.error("invalid-initialiser", init, `${showType(given)} cannot initialise ${showType(type)}`);
  return false;
}

function fitsArray(ctx: Context, type: Type & { readonly kind: "array" }, init: InitialiserList): boolean {
  let good = true;
  for (const item of init.items) {
    if (item.field !== undefined) {
      ctx.error("field-name-in-array", item.field, "elements of an array have no names");
      good = false;
    }
    good = fits(ctx, type.element, item.value) && good;
  }
  const { index } = type;
  if (index.kind === "int" && index.low?.value !== undefined && index.high?.value !== undefined) {
    const size = index.high.value - index.low.value + 1;
    if (good && size !== init.items.length) {
      ctx.error("initialiser-length", init, `the array has ${size} elements, the initialiser ${init.items.length}`);
      return false;
    }
  }
  return good;
}

function fitsStruct(ctx: Context, type: StructType, init: InitialiserList): boolean {
  const seen = new Set<number>();
  let good = true;
  let at = 0;
  for (const item of init.items) {
    if (item.field !== undefined) {
      const { name } = item.field;
      at = type.fields.findIndex((f) => f.name === name);
      if (at < 0) {
        ctx.error(
          "unknown-field",
          item.field,
          `there is no field '${name}'`,
          didYouMean(
            name,
            type.fields.map((f) => f.name),
          ),
        );
        return false;
      }
    }
    const field = type.fields[at];
    if (field === undefined) {
      ctx.error("too-many-elements", item.value, `the struct has ${type.fields.length} fields, the initialiser more`);
      return false;
    }
    if (seen.has(at)) {
      ctx.error("field-twice", item.value, `field '${field.name}' has its value already`);
      good = false;
    } else {
      seen.add(at);
      good = fits(ctx, field.type, item.value) && good;
    }
    at++;
  }
  const missing = type.fields.find((_, i) => !seen.has(i));
  if (missing !== undefined && good) {
    ctx.error("incomplete-initialiser", init, `field '${missing.name}' has no value`);
    return false;
  }
  return good;
}
