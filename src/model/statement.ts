import { last, unreachable } from "../base/index.ts";
import type { Block, Expr, Statement } from "../syntax/index.ts";
import * as is from "./class.ts";
import type { Context } from "./context.ts";
import { noEffect } from "./expression.ts";
import { isAcceptable } from "./lvalue.ts";
import { Scope } from "./scope.ts";
import { showType } from "./show.ts";
import type { Type } from "./type.ts";
import { makeBinder } from "./typeexpr.ts";
import { checkLocals } from "./variable.ts";

/** A block in the scope at hand: the body of a function shares the scope of its parameters. */
export function checkBlock(ctx: Context, block: Block, result: Type): void {
  checkLocals(ctx, block.declarations);
  for (const statement of block.statements) checkStatement(ctx, statement, result);
}

function checkStatement(ctx: Context, statement: Statement, result: Type): void {
  switch (statement.kind) {
    case "empty":
      return;
    case "expression":
      return checkUpdate(ctx, statement.expr);
    case "block":
      return ctx.inScope(new Scope(ctx.scope), () => checkBlock(ctx, statement, result));
    case "if":
      checkCondition(ctx, statement.condition);
      checkStatement(ctx, statement.yes, result);
      if (statement.no !== undefined) checkStatement(ctx, statement.no, result);
      return;
    case "while":
      checkCondition(ctx, statement.condition);
      return checkStatement(ctx, statement.body, result);
    case "do":
      checkStatement(ctx, statement.body, result);
      return checkCondition(ctx, statement.condition);
    case "for":
      checkUpdate(ctx, statement.first);
      checkCondition(ctx, statement.condition);
      checkUpdate(ctx, statement.step);
      return checkStatement(ctx, statement.body, result);
    case "range":
      return checkRange(ctx, statement, result);
    case "return":
      return checkReturn(ctx, statement, result);
    case "assert": {
      const before = ctx.effects;
      ctx.check(statement.condition);
      if (ctx.effects !== before)
        ctx.error("side-effect", statement.condition, "an assertion must not change anything");
      return;
    }
    default:
      return unreachable(statement);
  }
}

/** An expression whose value is thrown away: a statement, a part of `for`, an element of an update. */
export function checkUpdate(ctx: Context, expr: Expr): void {
  const before = ctx.effects;
  const type = ctx.check(expr);
  if (type.kind === "unknown") return;
  if (!is.isAssignable(type) && type.kind !== "void") {
    ctx.error("invalid-assignment", expr, `${showType(type)} cannot stand here`, "write an assignment or a call");
    return;
  }
  if (isIdle(expr) || isExternalCall(ctx, expr)) return;
  const final = expr.kind === "comma" ? last(expr.items) : expr;
  if (ctx.effects === before || (final !== expr && !changes(ctx, final))) noEffect(ctx, final);
}

/** `1` and `true` stand for "do nothing". */
function isIdle(expr: Expr): boolean {
  return (expr.kind === "int" && expr.value === 1) || (expr.kind === "bool" && expr.value);
}

function isExternalCall(ctx: Context, expr: Expr): boolean {
  if (expr.kind !== "call" || expr.callee.kind !== "name") return false;
  const symbol = ctx.tables.symbolOf(expr.callee);
  return symbol?.kind === "function" && !symbol.builtin && symbol.node === undefined;
}

/** Whether an expression checked before writes anything: it is checked again, aside. */
function changes(ctx: Context, expr: Expr): boolean {
  const before = ctx.effects;
  const kept = ctx.diagnostics.length;
  ctx.check(expr);
  ctx.diagnostics.length = kept;
  return ctx.effects !== before;
}

function checkCondition(ctx: Context, expr: Expr): void {
  const type = ctx.check(expr);
  if (type.kind === "unknown" || is.isConstraint(type)) return;
  ctx.error("boolean-expected", expr, `a condition must be a boolean, not ${showType(type)}`);
}

function checkRange(ctx: Context, statement: Statement & { readonly kind: "range" }, result: Type): void {
  ctx.inScope(new Scope(ctx.scope), () => {
    const variable = makeBinder(ctx, statement.binder, "local");
    const { type } = variable;
    if (type.kind !== "int" && type.kind !== "scalar" && type.kind !== "unknown") {
      ctx.error(
        "loop-type",
        statement.binder.type,
        `a loop runs over integers or a scalar set, not over ${showType(type)}`,
      );
    } else if (type.kind === "int" && type.low === undefined) {
      ctx.error("loop-range", statement.binder.type, "a loop needs a range");
    }
    ctx.scope.set(variable.name, variable);
    checkStatement(ctx, statement.body, result);
  });
}

function checkReturn(ctx: Context, statement: Statement & { readonly kind: "return" }, result: Type): void {
  const { value } = statement;
  if (value === undefined) {
    if (result.kind !== "void" && result.kind !== "unknown") {
      ctx.error("return-value-missing", statement, `this function returns ${showType(result)}: give a value`);
    }
    return;
  }
  const type = ctx.check(value);
  if (result.kind === "void") {
    ctx.error("return-value-in-void", value, "a void function returns no value");
  } else if (
    type.kind !== "unknown" &&
    result.kind !== "unknown" &&
    !isAcceptable(ctx, { type: result, reference: false, constant: false }, value, type)
  ) {
    ctx.error("incompatible-argument", value, `this function returns ${showType(result)}, not ${showType(type)}`);
  }
}

/**
 * Whether a statement always ends in `return` (F3; loops do not count). `lenient` takes an empty block for one that
 * does, as UPPAAL's parser does.
 */
export function returns(statement: Statement, lenient: boolean): boolean {
  switch (statement.kind) {
    case "return":
      return true;
    case "block": {
      const last = statement.statements[statement.statements.length - 1];
      return last === undefined ? lenient : returns(last, lenient);
    }
    case "if":
      return statement.no !== undefined && returns(statement.yes, lenient) && returns(statement.no, lenient);
    case "do":
      return returns(statement.body, lenient);
    default:
      return false;
  }
}
