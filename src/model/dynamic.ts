import type { Binder, Exit, NumOf, Spawn } from "../syntax/index.ts";
import * as is from "./class.ts";
import type { Context } from "./context.ts";
import { isAcceptable } from "./lvalue.ts";
import type { Variable } from "./model.ts";
import { showType } from "./show.ts";
import type { Type } from "./type.ts";

/** Dynamic templates (S16): `spawn T(1)`, `exit()`, `numOf(T)` and quantifiers over the processes of T. */
export function checkSpawn(ctx: Context, expr: Spawn): Type {
  const args = expr.args.map((arg) => ctx.check(arg));
  ctx.effects++;
  const { name } = expr.template;
  const symbol = ctx.lookup(name);
  const dynamic = ctx.dynamics.get(name);
  if (symbol !== undefined) ctx.symbols.set(expr.template, symbol);
  else if (dynamic === undefined) {
    ctx.error(
      "unknown-identifier",
      expr.template,
      `'${name}' is not declared`,
      ctx.similar(name, (s) => s.kind === "template"),
    );
    return is.unknown;
  }
  if (dynamic === undefined) {
    ctx.error("spawn-not-dynamic", expr, `'${name}' is not a dynamic template`);
    return is.unknown;
  }
  if (dynamic.parameters.length !== args.length) {
    ctx.error("spawn-arguments", expr, `'${name}' takes ${dynamic.parameters.length} arguments, not ${args.length}`);
    return is.unknown;
  }
  for (const [i, parameter] of dynamic.parameters.entries()) {
    const [type, arg] = [args[i]!, expr.args[i]!];
    if (type.kind === "unknown" || isAcceptable(ctx, parameter, arg, type)) continue;
    ctx.error(
      "incompatible-argument",
      arg,
      `parameter '${parameter.name}' is ${showType(parameter.type)}, not ${showType(type)}`,
    );
    return is.unknown;
  }
  if (!ctx.templateNames.has(name)) {
    ctx.error("spawn-undefined", expr, `'${name}' is declared but not defined`);
    return is.unknown;
  }
  if (ctx.func !== undefined) {
    ctx.error("dynamic-in-function", expr, "'spawn' is only for edges");
    return is.unknown;
  }
  return is.int;
}

export function checkExit(ctx: Context, expr: Exit): Type {
  ctx.effects++;
  if (ctx.func !== undefined) {
    ctx.error("dynamic-in-function", expr, "'exit' is only for edges");
    return is.unknown;
  }
  if (ctx.template?.dynamic) return is.int;
  ctx.error("exit-not-dynamic", expr, "only a process of a dynamic template can exit");
  return is.unknown;
}

export function checkNumOf(ctx: Context, expr: NumOf): Type {
  const symbol = ctx.lookup(expr.template.name);
  if (symbol !== undefined) ctx.symbols.set(expr.template, symbol);
  if (ctx.dynamics.has(expr.template.name)) return is.int;
  if (symbol === undefined) ctx.error("unknown-identifier", expr.template, `'${expr.template.name}' is not declared`);
  else ctx.error("not-dynamic", expr, `'${expr.template.name}' is not a dynamic template`);
  return is.unknown;
}

/** `p : T` with a dynamic template T; false when the binder is an ordinary one. */
export function dynamicBinder(ctx: Context, binder: Binder): boolean {
  const { base } = binder.type;
  if (base.kind !== "named") return false;
  const dynamic = ctx.dynamics.get(base.name);
  if (dynamic === undefined || ctx.lookup(base.name)?.kind === "typename") return false;
  const { start, end } = binder.name;
  const variable: Variable = {
    kind: "variable",
    name: binder.name.name,
    type: is.process,
    role: "binder",
    constant: true,
    meta: false,
    reference: false,
    span: { start, end },
  };
  ctx.symbols.set(binder.name, variable);
  const template = ctx.lookup(base.name) ?? dynamic.template;
  if (template !== undefined) ctx.symbols.set(base, template);
  ctx.processVariables.set(variable, dynamic);
  ctx.scope.set(variable.name, variable);
  return true;
}
