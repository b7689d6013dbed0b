import { unreachable } from "../base/index.ts";
import type {
  Assign,
  Binary,
  Comma,
  Conditional,
  Expr,
  Index,
  Name,
  Path,
  Quantified,
  Step,
  Unary,
} from "../syntax/index.ts";
import { checkCall, checkMember } from "./access.ts";
import * as is from "./class.ts";
import type { Context } from "./context.ts";
import { checkExit, checkNumOf, checkSpawn, dynamicBinder } from "./dynamic.ts";
import { eachTarget } from "./effects.ts";
import { isModifiable } from "./lvalue.ts";
import { binaryType, conditionalType, negation, quantifiedType } from "./operator.ts";
import { Scope } from "./scope.ts";
import { showType } from "./show.ts";
import { assignmentHint, comparisonHint, joiningHint, markHint, targetHint, unknownNameHint } from "./slips.ts";
import { isLiteral, literalType, symbolType } from "./tables.ts";
import type { Type } from "./type.ts";
import { makeBinder } from "./typeexpr.ts";

/**
 * The type of an expression and all its parts. Whatever is wrong is reported once, at the smallest part that shows it;
 * from there up the type is unknown, which nothing complains about.
 */
export function checkExpr(ctx: Context, expr: Expr): Type {
  if (expr.kind !== "binary") return checkOperand(ctx, expr);
  if (expr.left.kind !== "binary") return checkJoined(ctx, expr, checkOperand(ctx, expr.left));
  // Chains of operators may be as long as the file: down the left side without recursion.
  const chain: Binary[] = [];
  let first: Expr = expr;
  while (first.kind === "binary") {
    chain.push(first);
    first = first.left;
  }
  let left = checkOperand(ctx, first);
  for (let node = chain.pop(); node !== undefined; node = chain.pop()) left = checkJoined(ctx, node, left);
  return left;
}

/** An operation whose left side has been checked. */
function checkJoined(ctx: Context, node: Binary, left: Type): Type {
  const type = checkBinary(ctx, node, left, checkExpr(ctx, node.right));
  ctx.types.set(node, type);
  return type;
}

function checkOperand(ctx: Context, expr: Expr): Type {
  const type = operandType(ctx, expr);
  if (type.kind === "double") ctx.doubles = true;
  if (!isSimple(expr)) ctx.types.set(expr, type);
  return type;
}

/** Expressions whose type the table knows without being told. */
function isSimple(expr: Expr): boolean {
  return expr.kind === "name" || isLiteral(expr);
}

function operandType(ctx: Context, expr: Expr): Type {
  if (isLiteral(expr)) return literalType(expr);
  switch (expr.kind) {
    case "name":
      return checkName(ctx, expr);
    case "unary":
      return checkUnary(ctx, expr);
    case "binary":
      return checkExpr(ctx, expr);
    case "assign":
      return checkAssign(ctx, expr);
    case "step":
      return checkStep(ctx, expr);
    case "conditional":
      return checkConditional(ctx, expr);
    case "index":
      return checkIndex(ctx, expr);
    case "call":
      return checkCall(ctx, expr);
    case "member":
      return checkMember(ctx, expr);
    case "rate": {
      const type = checkExpr(ctx, expr.clock);
      if (type.kind === "clock") return is.derivative;
      return noRule(ctx, expr, type, "only a clock has a rate");
    }
    case "quantified":
      return checkQuantified(ctx, expr);
    case "comma":
      return checkComma(ctx, expr);
    case "deadlock":
      return is.constraint;
    case "spawn":
      return checkSpawn(ctx, expr);
    case "exit":
      return checkExit(ctx, expr);
    case "numOf":
      return checkNumOf(ctx, expr);
    case "path":
      return checkPath(ctx, expr);
    case "broken":
      return is.unknown;
    default:
      return unreachable(expr);
  }
}

function noRule(ctx: Context, expr: Expr, operand: Type, message: string, hint?: string): Type {
  if (operand.kind !== "unknown")
    ctx.error("unknown-type", expr, `${message}; this is ${article(showType(operand))}`, hint);
  return is.unknown;
}

function article(noun: string): string {
  return `${/^[aeiou]/.test(noun) ? "an" : "a"} ${noun}`;
}

function checkName(ctx: Context, expr: Name): Type {
  const symbol = ctx.lookup(expr.name);
  if (symbol === undefined) {
    ctx.error("unknown-identifier", expr, `'${expr.name}' is not declared`, unknownNameHint(ctx, expr));
    return is.unknown;
  }
  ctx.symbols.set(expr, symbol);
  if (symbol.kind === "variable" && expr !== ctx.written) ctx.read(symbol);
  else if (symbol.kind === "typename") ctx.error("type-as-value", expr, `'${expr.name}' is a type, not a value`);
  return symbolType(symbol);
}

function checkUnary(ctx: Context, expr: Unary): Type {
  const type = checkExpr(ctx, expr.operand);
  switch (expr.op) {
    case "+":
      // UPPAAL drops it while parsing: it is allowed before anything.
      return type;
    case "!":
      return negation(type) ?? noRule(ctx, expr, type, "'!' needs a boolean or a clock constraint", markHint(type));
    case "-":
      if (is.isIntegral(type)) return is.int;
      return is.isNumber(type) ? is.double : noRule(ctx, expr, type, "'-' needs a number");
  }
}

function checkBinary(ctx: Context, expr: Binary, left: Type, right: Type): Type {
  if (left.kind === "unknown" || right.kind === "unknown") return is.unknown;
  const type = binaryType(ctx.relation, expr.op, left, right);
  // MITL formulas may be joined either way.
  if (type === undefined && ctx.mitl && expr.op === "||" && is.isFormula(left) && is.isFormula(right))
    return is.formula;
  if (type === undefined) {
    const message = `'${expr.op}' does not apply to ${showType(left)} and ${showType(right)}`;
    ctx.error("unknown-type", expr, message, comparisonHint(expr) ?? joiningHint(expr));
    return is.unknown;
  }
  if (type.kind === "double") ctx.doubles = true;
  if (!ctx.oddClocks && isOddClock(type, left, right)) ctx.oddClocks = true;
  if ((expr.op === "/" || expr.op === "%") && type.kind === "int" && isZero(ctx, expr.right)) {
    ctx.warn("division-by-zero", expr.right, "division by zero");
  }
  return type;
}

/** Clocks in anything but `x ~ n`, `x ~ y`, `x - y ~ n` and sums with integers. */
function isOddClock(type: Type, left: Type, right: Type): boolean {
  if (is.isIntegral(left) && is.isIntegral(right)) return false;
  if (type.kind === "double") return true;
  if (!is.isNumber(left) || !is.isNumber(right) || type.kind === "clock" || type.kind === "difference") return false;
  if (type.kind === "bool") return true;
  if (is.isClock(left) || is.isClock(right))
    return !(is.isIntegral(left) || is.isIntegral(right) || (is.isClock(left) && is.isClock(right)));
  return !(is.isDifference(left) && is.isIntegral(right)) && !(is.isIntegral(left) && is.isDifference(right));
}

function isZero(ctx: Context, expr: Expr): boolean {
  if (expr.kind === "int") return expr.value === 0;
  if (expr.kind !== "name") return false;
  const symbol = ctx.tables.symbolOf(expr);
  return (
    symbol?.kind === "variable" && symbol.constant && symbol.role === "global" && ctx.evaluator.evaluate(expr) === 0
  );
}

function checkAssign(ctx: Context, expr: Assign): Type {
  // `x = e` does not read x; `x += e` does.
  if (expr.op === "=") ctx.written = rootOf(expr.target);
  const to = checkExpr(ctx, expr.target);
  ctx.written = undefined;
  const from = checkExpr(ctx, expr.value);
  ctx.effects++;
  eachTarget(ctx, expr.target, (variable) => ctx.write(variable));
  if (to.kind === "unknown" || from.kind === "unknown") return is.unknown;
  if (expr.op === "=") {
    if (!ctx.relation.assignable(to, from)) {
      const message = `${showType(from)} cannot be assigned to ${showType(to)}`;
      ctx.error("incompatible-types", expr, message, assignmentHint(expr, to, from));
      return is.unknown;
    }
  } else if (expr.op === "+=") {
    if (!is.isInteger(to) || !is.isIntegral(from)) {
      ctx.error("increment-type", expr, `'+=' adds integers to an integer, not ${showType(from)} to ${showType(to)}`);
      return is.unknown;
    }
  } else if (!is.isIntegral(to) || !is.isIntegral(from)) {
    ctx.error(
      "compound-assignment",
      expr,
      `'${expr.op}' is for integers and booleans, not for ${showType(is.isIntegral(to) ? from : to)}`,
    );
    return is.unknown;
  }
  return requireModifiable(ctx, expr.target, targetHint(ctx, expr)) ? to : is.unknown;
}

/** The name at the root of `a[i].f`. */
function rootOf(target: Expr): Expr {
  let at = target;
  while (at.kind === "index" || at.kind === "member") at = at.kind === "index" ? at.array : at.object;
  return at;
}

function requireModifiable(ctx: Context, target: Expr, hint?: string): boolean {
  if (isModifiable(ctx, target)) return true;
  const symbol = target.kind === "name" ? ctx.tables.symbolOf(target) : undefined;
  const constant = symbol?.kind === "variable" && symbol.constant;
  ctx.error("not-assignable", target, constant ? `'${symbol.name}' is constant` : "this cannot be assigned to", hint);
  return false;
}

function checkStep(ctx: Context, expr: Step): Type {
  const type = checkExpr(ctx, expr.operand);
  ctx.effects++;
  eachTarget(ctx, expr.operand, (variable) => ctx.write(variable));
  if (type.kind === "unknown" || !requireModifiable(ctx, expr.operand)) return is.unknown;
  if (is.isInteger(type)) return is.int;
  ctx.error("integer-expected", expr, `'${expr.op}' needs an integer, not ${showType(type)}`);
  return is.unknown;
}

function checkConditional(ctx: Context, expr: Conditional): Type {
  const condition = checkExpr(ctx, expr.condition);
  const yes = checkExpr(ctx, expr.yes);
  const no = checkExpr(ctx, expr.no);
  if (condition.kind === "unknown" || yes.kind === "unknown" || no.kind === "unknown") return is.unknown;
  if (!is.isGuard(condition)) {
    ctx.error("conditional-condition", expr, `the condition of '?' must be a boolean, not ${showType(condition)}`);
    return is.unknown;
  }
  const type = conditionalType(ctx.relation, yes, no);
  if (is.isClock(yes) || is.isClock(no)) ctx.oddClocks = true;
  if (type !== undefined) return type;
  ctx.error("conditional-types", expr, `the branches of '?' do not go together: ${showType(yes)} and ${showType(no)}`);
  return is.unknown;
}

function checkIndex(ctx: Context, expr: Index): Type {
  // `x[1].f` of something that is no array is for UPPAAL a fault of the dot.
  const code = ctx.owner === expr ? "not-a-structure" : "array-expected";
  const array = checkExpr(ctx, expr.array);
  const index = checkExpr(ctx, expr.index);
  if (array.kind === "unknown" || index.kind === "unknown") return is.unknown;
  if (array.kind !== "array") {
    const set = array.kind === "process" ? "members of a process set are written with parentheses" : undefined;
    ctx.error(code, expr.array, `only an array has elements; this is ${article(showType(array))}`, set);
    return is.unknown;
  }
  const fits =
    array.index.kind === "scalar" ? index.kind === "scalar" && index.set === array.index.set : is.isIntegral(index);
  if (fits) return array.element;
  ctx.error("index-type", expr.index, `this array is indexed by ${showType(array.index)}, not by ${showType(index)}`);
  return is.unknown;
}

function checkQuantified(ctx: Context, expr: Quantified): Type {
  return ctx.inScope(new Scope(ctx.scope), () => {
    if (!dynamicBinder(ctx, expr.binder)) {
      const variable = makeBinder(ctx, expr.binder);
      const { kind } = variable.type;
      if (kind !== "int" && kind !== "scalar" && kind !== "unknown") {
        ctx.error(
          "quantifier-type",
          expr.binder.type,
          `a quantifier ranges over integers or a scalar set, not over ${showType(variable.type)}`,
        );
      }
      ctx.scope.set(variable.name, variable);
    }
    const before = ctx.effects;
    const body = checkExpr(ctx, expr.body);
    if (body.kind === "unknown") return is.unknown;
    const type = quantifiedType(expr.quantifier, body) ?? (ctx.mitl && is.isFormula(body) ? is.formula : undefined);
    if (type === undefined) {
      if (expr.quantifier === "sum")
        ctx.error("number-expected", expr.body, `a sum is over numbers, not over ${showType(body)}`);
      else ctx.error("boolean-expected", expr.body, `'${expr.quantifier}' needs a condition, not ${showType(body)}`);
      return is.unknown;
    }
    if (ctx.effects !== before)
      ctx.error("side-effect", expr.body, "the body of a quantifier must not change anything");
    return type;
  });
}

function checkComma(ctx: Context, expr: Comma): Type {
  let type: Type = is.unknown;
  let known = true;
  for (const [i, item] of expr.items.entries()) {
    const before = ctx.effects;
    type = checkExpr(ctx, item);
    if (type.kind === "unknown") known = false;
    else if (!is.isAssignable(type) && type.kind !== "void") {
      ctx.error("comma-type", item, `${showType(type)} cannot stand in a list of expressions`);
      known = false;
    } else if (i < expr.items.length - 1 && ctx.effects === before) noEffect(ctx, item);
  }
  return known ? type : is.unknown;
}

export function noEffect(ctx: Context, expr: Expr): void {
  const hint = expr.kind === "binary" && expr.op === "==" ? "to assign, write '='" : undefined;
  ctx.warn("no-effect", expr, "this expression has no effect", hint);
}

function checkPath(ctx: Context, expr: Path): Type {
  const left = expr.left === undefined ? is.bool : checkExpr(ctx, expr.left);
  const right = checkExpr(ctx, expr.right);
  for (const bound of expr.interval ?? []) checkExpr(ctx, bound);
  if (left.kind === "unknown" || right.kind === "unknown") return is.unknown;
  if (is.isFormula(left) && is.isFormula(right)) return is.formula;
  ctx.error("unknown-type", expr, `'${expr.op}' needs a formula, not ${showType(is.isFormula(left) ? right : left)}`);
  return is.unknown;
}
