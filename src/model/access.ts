import type { Call, Expr, Member } from "../syntax/index.ts";
import { type Builtin, builtin } from "./builtin.ts";
import * as is from "./class.ts";
import type { Context, OnLine } from "./context.ts";
import { noteCall } from "./effects.ts";
import { isAcceptable } from "./lvalue.ts";
import type { Func, Symbol } from "./model.ts";
import { showType } from "./show.ts";
import { memberHint, offLineHint, setHint } from "./slips.ts";
import { didYouMean } from "./suggest.ts";
import type { Type } from "./type.ts";

/** `f(1)`, `Train(2)`, `s.field`, `P.x`: calls, members of process sets, and members of structs and processes. */
export function checkCall(ctx: Context, expr: Call): Type {
  const callee = ctx.check(expr.callee);
  const args = expr.args.map((arg) => ctx.check(arg));
  const symbol = symbolOf(ctx, expr.callee);
  if (symbol?.kind === "function") {
    const known = symbol.builtin ? builtin(symbol.name) : undefined;
    return known === undefined ? callFunction(ctx, expr, symbol, args) : callBuiltin(ctx, expr, known, args);
  }
  if (callee.kind === "unknown") return is.unknown;
  const set = symbol === undefined ? undefined : ctx.processes?.get(symbol);
  if (set !== undefined && set.parameters.length > 0) return memberOfSet(ctx, expr, set, args);
  ctx.error("function-expected", expr.callee, "only a function can be called");
  return is.unknown;
}

/** The symbol a callee or the owner of a member stands for. */
function symbolOf(ctx: Context, expr: Expr): Symbol | undefined {
  if (expr.kind === "name") return ctx.tables.symbolOf(expr);
  return expr.kind === "member" ? ctx.tables.symbolOf(expr.member) : undefined;
}

function callFunction(ctx: Context, expr: Call, func: Func, args: readonly Type[]): Type {
  if (ctx.func?.symbol === func) {
    ctx.error("recursion", expr, `'${func.name}' calls itself; recursion is not allowed`);
    return func.result;
  }
  noteCall(ctx, func, expr.args);
  if (!countArguments(ctx, expr, func)) return func.result;
  func.parameters.forEach((parameter, i) => {
    const [type, arg] = [args[i]!, expr.args[i]!];
    if (type.kind === "unknown" || parameter.type.kind === "unknown") return;
    if (!isAcceptable(ctx, parameter, arg, type)) {
      const wanted = `${parameter.constant ? "const " : ""}${showType(parameter.type)}${parameter.reference ? "&" : ""}`;
      ctx.error(
        "incompatible-argument",
        arg,
        `parameter '${parameter.name}' is ${wanted}; this ${showType(type)} does not fit`,
        referenceHint(parameter, type),
      );
    }
  });
  return func.result;
}

/** `void inc(int &g)` for an `int[0,5]`. */
function referenceHint(
  { reference, constant, type, name }: Func["parameters"][number],
  given: Type,
): string | undefined {
  if (!reference || constant || !is.isIntegral(type) || !is.isIntegral(given)) return undefined;
  return `a reference is to a variable of the same type: write '${showType(given)} &${name}', or take the value and return it`;
}

function countArguments(ctx: Context, expr: Call, func: Func): boolean {
  const wanted = func.parameters.length;
  const given = expr.args.length;
  if (given === wanted) return true;
  const message = `'${func.name}' takes ${wanted} argument${wanted === 1 ? "" : "s"}, not ${given}`;
  if (func.builtin) ctx.error("builtin-arguments", expr, message);
  else ctx.error(given < wanted ? "too-few-arguments" : "too-many-arguments", expr, message);
  return false;
}

function callBuiltin(ctx: Context, expr: Call, { func, params }: Builtin, args: readonly Type[]): Type {
  if (!countArguments(ctx, expr, func)) return is.unknown;
  // UPPAAL looks at the last argument first.
  for (let i = params.length - 1; i >= 0; i--) {
    const [type, arg] = [args[i]!, expr.args[i]!];
    if (type.kind === "unknown") return is.unknown;
    if (params[i] === "integral" ? is.isIntegral(type) : is.isNumber(type)) continue;
    if (params[i] === "integral")
      ctx.error("integer-expected", arg, `'${func.name}' needs an integer, not ${showType(type)}`);
    else ctx.error("number-expected", arg, `'${func.name}' needs a number, not ${showType(type)}`);
    return is.unknown;
  }
  return func.result;
}

function memberOfSet(ctx: Context, expr: Call, set: OnLine, args: readonly Type[]): Type {
  const wanted = set.parameters.length;
  if (args.length !== wanted) {
    ctx.error(
      args.length < wanted ? "too-few-set-arguments" : "too-many-set-arguments",
      expr,
      `this process set has ${wanted} parameter${wanted === 1 ? "" : "s"}, not ${args.length}`,
    );
    return is.unknown;
  }
  for (const [i, { type }] of set.parameters.entries()) {
    const arg = args[i]!;
    if (arg.kind === "unknown" || type.kind === "unknown") return is.unknown;
    const fits = type.kind === "scalar" ? arg.kind === "scalar" && arg.set === type.set : is.isIntegral(arg);
    if (fits) continue;
    ctx.error("index-type", expr.args[i]!, `this parameter is ${showType(type)}, not ${showType(arg)}`);
    return is.unknown;
  }
  return is.process;
}

export function checkMember(ctx: Context, expr: Member): Type {
  ctx.owner = expr.object;
  const owner = ctx.check(expr.object);
  ctx.owner = undefined;
  const { name } = expr.member;
  if (owner.kind === "unknown") return is.unknown;
  if (owner.kind === "struct") {
    const field = owner.fields.find((f) => f.name === name);
    if (field !== undefined) return field.type;
    ctx.error(
      "no-such-member",
      expr.member,
      `there is no field '${name}'`,
      didYouMean(
        name,
        owner.fields.map((f) => f.name),
      ),
    );
    return is.unknown;
  }
  const symbol = symbolOf(ctx, expr.object.kind === "call" ? expr.object.callee : expr.object);
  if (symbol?.kind === "variable") {
    const dynamic = ctx.processVariables.get(symbol);
    if (dynamic?.template !== undefined && dynamic.scope !== undefined) {
      return processMember(ctx, expr, symbol, { template: dynamic.template, scope: dynamic.scope, parameters: [] });
    }
  }
  const process = symbol === undefined ? undefined : ctx.processes?.get(symbol);
  const single = process !== undefined && (process.parameters.length === 0) !== (expr.object.kind === "call");
  if (symbol !== undefined && process !== undefined && single) return processMember(ctx, expr, symbol, process);
  if (name === "location") {
    ctx.error("not-a-process", expr.object, "only a process has a location");
    return is.unknown;
  }
  const isTemplate = symbol?.kind === "template" || symbol?.kind === "instance";
  const hint = setHint(expr, process) ?? (isTemplate && process === undefined ? offLineHint(ctx) : undefined);
  ctx.error("not-a-structure", expr.object, notAStructure(ctx, symbol, owner, process), hint);
  return is.unknown;
}

function notAStructure(ctx: Context, symbol: Symbol | undefined, owner: Type, process: OnLine | undefined): string {
  if (process !== undefined) {
    const count = process.parameters.length;
    return count === 0
      ? "this is one process, not a set"
      : `this is a set of processes: give ${count} argument${count === 1 ? "" : "s"}`;
  }
  if (symbol?.kind === "template" || symbol?.kind === "instance") {
    if (ctx.processes !== undefined) return `'${symbol.name}' is not on the system line`;
    return `'${symbol.name}' is not a process here: only queries, progress measures and charts see processes`;
  }
  return `only structs and processes have members; this is ${showType(owner)}`;
}

function processMember(ctx: Context, expr: Member, process: Symbol, { template, scope }: OnLine): Type {
  const { name } = expr.member;
  if (name === "location") return is.int;
  const symbol = scope.own(name);
  switch (symbol?.kind) {
    case "variable":
      ctx.symbols.set(expr.member, symbol);
      return ctx.memberType(process, symbol.type);
    case "location":
      ctx.symbols.set(expr.member, symbol);
      return is.bool;
    case "function":
      ctx.symbols.set(expr.member, symbol);
      return is.process;
    default: {
      const message = `'${template.name}' has no member '${name}'`;
      ctx.error("no-such-member", expr.member, message, memberHint(ctx, expr, scope));
      return is.unknown;
    }
  }
}
