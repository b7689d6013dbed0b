import { last } from "../base/index.ts";
import type { Expr } from "../syntax/index.ts";
import * as is from "./class.ts";
import type { Context } from "./context.ts";
import { isComputable } from "./effects.ts";
import type { Variable } from "./model.ts";
import { capability } from "./relate.ts";
import type { Type } from "./type.ts";

/** Which expressions denote variables, and what may be handed over to a parameter (F5, S3, S4). */
export function isModifiable(ctx: Context, expr: Expr): boolean {
  switch (expr.kind) {
    case "name": {
      const symbol = ctx.tables.symbolOf(expr);
      return symbol?.kind === "variable" && !symbol.constant;
    }
    case "member":
      return ctx.tables.typeOf(expr.object)?.kind !== "process" && isModifiable(ctx, expr.object);
    case "index":
      return isModifiable(ctx, expr.array);
    case "step":
      return expr.prefix;
    case "assign":
      return true;
    case "conditional":
      return isModifiable(ctx, expr.yes) && isModifiable(ctx, expr.no) && sameBranches(ctx, expr.yes, expr.no);
    case "comma":
      return isModifiable(ctx, last(expr.items));
    default:
      return false;
  }
}

function sameBranches(ctx: Context, yes: Expr, no: Expr): boolean {
  return ctx.relation.equivalent(ctx.tables.typeOf(yes) ?? is.unknown, ctx.tables.typeOf(no) ?? is.unknown);
}

/** Whether an expression denotes one and the same variable in every state: indices are known at compile time. */
export function isFixed(ctx: Context, expr: Expr): boolean {
  switch (expr.kind) {
    case "name":
      return ctx.tables.symbolOf(expr)?.kind === "variable";
    case "member":
      return isFixed(ctx, expr.object);
    case "index":
      return isFixed(ctx, expr.array) && isComputable(ctx, expr.index);
    case "step":
      return expr.prefix && isFixed(ctx, expr.operand);
    case "assign":
      return isFixed(ctx, expr.target);
    case "comma":
      return isFixed(ctx, last(expr.items));
    default:
      return false;
  }
}

/** Whether an argument of this type may be given for a parameter; also used for returned values. */
export function isAcceptable(
  ctx: Context,
  parameter: Pick<Variable, "type" | "reference" | "constant">,
  arg: Expr,
  type: Type,
): boolean {
  const modifiable = isModifiable(ctx, arg);
  if (parameter.reference && !parameter.constant && !modifiable) return false;
  if (parameter.type.kind === "chan" && type.kind === "chan") return capability(type) >= capability(parameter.type);
  if (parameter.reference && modifiable) return ctx.relation.equivalent(type, parameter.type);
  return ctx.relation.assignable(parameter.type, type);
}
