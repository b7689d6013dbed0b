import type { Variable } from "../../model/index.ts";
import type { Call, Expr, Statement } from "../../syntax/index.ts";
import type { Address, Code, Condition } from "../code.ts";
import type { Context } from "./context.ts";
import { all, isConst, some } from "./fold.ts";
import { Scope } from "./scope.ts";

/**
 * Functions that only decide: loops over ranges, `if`s one way of which returns, and returns. Such a call is the condition
 * under which its function returns true, written out, so that the moments at which clocks change it can be computed; of any
 * other nothing is said.
 */
type Lower = (expr: Expr, context: Context, holds: boolean) => Condition;

export function decision(call: Call, context: Context, holds: boolean, lower: Lower): Condition | undefined {
  const func = call.callee.kind === "name" ? context.symbol(call.callee) : undefined;
  if (func?.kind !== "function" || !func.node || func.result.kind !== "bool") return undefined;
  const scope = new Scope(context.scope.home(func));
  const inner = context.inModel(scope);
  for (const [k, parameter] of func.parameters.entries()) {
    const value = known(call.args[k], parameter, context, inner);
    if (value === undefined) return undefined;
    know(parameter, value, scope);
  }
  return new Deciding(holds, lower).of([{ statement: func.node.body, context: inner }]);
}

/** The number that is passed, where it is one already. */
function known(arg: Expr | undefined, parameter: Variable, context: Context, inner: Context): number | undefined {
  const code = arg && context.lower(arg);
  const shape = inner.shape(parameter.type);
  if (!code || !isConst(code) || code.is !== "int" || !("high" in shape)) return undefined;
  return code.value >= shape.low && code.value <= shape.high ? code.value : undefined;
}

function know(variable: Variable, value: number, scope: Scope): void {
  scope.bindings.set(variable, { value, is: "int" });
  scope.values.set(variable, value);
}

/** So many statements are written out at most. */
const MOST = 1024;

/** A statement, and where the names in it are known. */
interface Item {
  readonly statement: Statement;
  readonly context: Context;
}

class Deciding {
  private readonly holds: boolean;
  private readonly lower: Lower;
  private left = MOST;

  constructor(holds: boolean, lower: Lower) {
    this.holds = holds;
    this.lower = lower;
  }

  /** When these statements, one after another, return what is asked for. */
  of([first, ...rest]: readonly Item[]): Condition | undefined {
    // Who has nothing left to say returns nothing, which is a fault.
    if (first === undefined || this.left-- === 0) return undefined;
    const { statement, context } = first;
    switch (statement.kind) {
      case "empty":
        return this.of(rest);
      case "block":
        if (statement.declarations.length > 0) return undefined;
        return this.of([...statement.statements.map((each) => ({ statement: each, context })), ...rest]);
      case "range":
        return this.range(statement, context, rest);
      case "if":
        return this.fork(statement, context, rest);
      case "return":
        return statement.value && this.lower(statement.value, context, this.holds);
      default:
        return undefined;
    }
  }

  private range(
    { binder, body }: Statement & { kind: "range" },
    context: Context,
    rest: readonly Item[],
  ): Condition | undefined {
    const range = context.shape(context.typeOf(binder.type));
    if (!("high" in range) || range.high - range.low >= MOST) return undefined;
    const variable = context.symbol(binder.name) as Variable;
    const rounds = Array.from({ length: range.high - range.low + 1 }, (_, k): Item => {
      const scope = new Scope(context.scope);
      know(variable, range.low + k, scope);
      return { statement: body, context: context.with(scope) };
    });
    return this.of([...rounds, ...rest]);
  }

  /** Where both ways would go on with the rest, that is not written twice. */
  private fork(
    { condition, yes, no = empty }: Statement & { kind: "if" },
    context: Context,
    rest: readonly Item[],
  ): Condition | undefined {
    if (!returns(yes) && !returns(no)) return undefined;
    const way = (statement: Statement) =>
      this.of(returns(statement) ? [{ statement, context }] : [{ statement, context }, ...rest]);
    const [then, otherwise] = [way(yes), way(no)];
    if (then === undefined || otherwise === undefined) return undefined;
    const whether = this.lower(condition, context, true);
    if (isAlways(then) && isSafe(otherwise)) return some([whether, otherwise]);
    return some([all([whether, then]), all([this.lower(condition, context, false), otherwise])]);
  }
}

const empty: Statement = { kind: "empty", start: 0, end: 0 };

/** Whether nothing after the statement is reached. */
function returns(statement: Statement): boolean {
  switch (statement.kind) {
    case "return":
      return true;
    case "block":
      return statement.statements.some(returns);
    case "if":
      return statement.no !== undefined && returns(statement.yes) && returns(statement.no);
    default:
      return false;
  }
}

function isAlways(condition: Condition): boolean {
  return condition.is === "and" && condition.items.length === 0;
}

/** Whether it may be asked also where the function would not have come to it: it has a value whatever the state. */
function isSafe(condition: Condition): boolean {
  switch (condition.is) {
    case "data":
      return hasValue(condition.code);
    case "clock":
      return isFixed(condition.clock) && hasValue(condition.bound);
    case "and":
    case "or":
      return condition.items.every(isSafe);
    default:
      return false;
  }
}

function hasValue(code: Code): boolean {
  switch (code.op) {
    case "const":
      return true;
    case "load":
      return isFixed(code.at);
    case "toReal":
    case "not":
    case "bool":
      return hasValue(code.a);
    case "lt":
    case "le":
    case "ge":
    case "gt":
    case "eq":
    case "ne":
    case "both":
    case "either":
      return hasValue(code.a) && hasValue(code.b);
    default:
      return false;
  }
}

function isFixed({ terms, pointer, first }: Address): boolean {
  return terms.length === 0 && pointer === undefined && first === undefined;
}
