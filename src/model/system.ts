import type {
  ChannelPriority,
  DynamicDeclaration,
  Expr,
  GanttRow,
  Instantiation,
  ProgressMeasure,
  SystemLine,
} from "../syntax/index.ts";
import * as is from "./class.ts";
import { type Context, type OnLine, templateOf } from "./context.ts";
import { declareParameters } from "./declaration.ts";
import { dependencies, eachTarget, isComputable } from "./effects.ts";
import { declareBinder } from "./label.ts";
import { isAcceptable, isFixed } from "./lvalue.ts";
import type { CheckedTemplate, Instance, Model, Symbol, Variable } from "./model.ts";
import { Scope } from "./scope.ts";
import { showType } from "./show.ts";
import { defaultInt } from "./typeexpr.ts";
import { define } from "./variable.ts";

/**
 * Instances, the system line and what follows it (S3 - S15). `restricted` holds, for each template and instance, the
 * parameters that sizes depend on; `scopes` the scope in which members of a template's processes are found.
 */
export interface Assembly {
  readonly restricted: Map<CheckedTemplate | Instance, ReadonlySet<Variable>>;
  readonly scopes: Map<CheckedTemplate, Scope>;
  readonly instances: Instance[];
  readonly system: Model["system"][number][];
  readonly processes: Map<Symbol, OnLine>;
  /** Live sequence charts and their instances, which are not interpreted. */
  readonly scenarios: Set<string>;
  /** Names whose definition failed: nobody complains about them again. */
  readonly broken: Set<string>;
}

export function checkInstantiation(ctx: Context, node: Instantiation, assembly: Assembly): void {
  const of = ctx.lookup(node.template.name);
  const scope = new Scope(ctx.scope);
  const parameters = ctx.inScope(scope, () => declareParameters(ctx, node.parameters, "parameter"));
  const types = ctx.inScope(scope, () => node.args.map((arg) => checkPureArgument(ctx, arg)));
  if (of === undefined && assembly.scenarios.has(node.template.name)) {
    assembly.scenarios.add(node.name.name);
    return;
  }
  if (of?.kind !== "template" && of?.kind !== "instance") {
    if (!assembly.broken.has(node.template.name) && node.template.name !== "") {
      ctx.error(
        "not-a-template",
        node.template,
        `'${node.template.name}' is not a template`,
        ctx.similar(node.template.name, (s) => s.kind === "template"),
      );
    }
    assembly.broken.add(node.name.name);
    return;
  }
  ctx.symbols.set(node.template, of);
  const { start, end } = node.name;
  const instance: Instance = {
    kind: "instance",
    name: node.name.name,
    parameters,
    of,
    args: node.args,
    node,
    span: { start, end },
  };
  define(ctx, node.name, instance);
  assembly.instances.push(instance);
  const wanted = of.parameters.length;
  if (node.args.length !== wanted) {
    ctx.error(
      node.args.length < wanted ? "too-few-template-arguments" : "too-many-template-arguments",
      node,
      `'${of.name}' takes ${wanted} argument${wanted === 1 ? "" : "s"}, not ${node.args.length}`,
    );
    return;
  }
  const restricted = new Set<Variable>();
  of.parameters.forEach((parameter, i) => {
    const arg = node.args[i]!;
    if (types[i] !== undefined) checkArgument(ctx, parameter, arg);
    // All code that may write a parameter has been checked by now.
    if (parameter.reference && ctx.changed.has(parameter))
      eachTarget(ctx, arg, (variable) => ctx.changed.add(variable));
    if (assembly.restricted.get(of)?.has(parameter)) dependencies(ctx, arg, restricted);
  });
  assembly.restricted.set(instance, restricted);
}

function checkPureArgument(ctx: Context, arg: Expr): Expr | undefined {
  const before = ctx.effects;
  if (ctx.check(arg).kind === "unknown") return undefined;
  if (ctx.effects === before) return arg;
  ctx.error("side-effect", arg, "an argument of a template must not change anything");
  return undefined;
}

/** Values must be known at compile time; references must denote one variable (S3). */
function checkArgument(ctx: Context, parameter: Variable, arg: Expr): void {
  const type = ctx.types.get(arg) ?? is.unknown;
  if (type.kind === "unknown" || parameter.type.kind === "unknown") return;
  const byReference = parameter.reference && !parameter.constant;
  if (byReference ? !isFixed(ctx, arg) : !isComputable(ctx, arg)) {
    ctx.error(
      "incompatible-argument",
      arg,
      byReference
        ? `parameter '${parameter.name}' is a reference: give a variable, with constant indices`
        : `the value of parameter '${parameter.name}' must be known at compile time`,
      !byReference && (type.kind === "clock" || type.kind === "chan")
        ? "clocks and channels are passed by reference ('&')"
        : undefined,
    );
    return;
  }
  if (!isAcceptable(ctx, parameter, arg, type)) {
    ctx.error(
      "incompatible-argument",
      arg,
      `parameter '${parameter.name}' is ${showType(parameter.type)}${parameter.reference ? "&" : ""}; this ${showType(type)} does not fit`,
    );
  }
}

export function checkDynamic(ctx: Context, node: DynamicDeclaration): void {
  const { name } = node.name;
  const parameters = ctx.inScope(new Scope(ctx.scope), () => declareParameters(ctx, node.parameters, "parameter"));
  if (ctx.dynamics.has(name) || ctx.scope.own(name) !== undefined) {
    ctx.error("duplicate-definition", node.name, `'${name}' is already declared`);
    return;
  }
  ctx.dynamics.set(name, { parameters });
}

export function checkPriority(ctx: Context, node: ChannelPriority): void {
  for (const item of node.groups.flat()) {
    if (item.kind === "default") continue;
    const before = ctx.effects;
    const type = is.stripArrays(ctx.check(item));
    if (type.kind === "unknown") continue;
    if (type.kind !== "chan") ctx.error("channel-expected", item, `a channel is needed here, not ${showType(type)}`);
    for (let at: Expr = item; at.kind === "index"; at = at.array) {
      if (!isComputable(ctx, at.index))
        ctx.error("not-computable", at.index, "the index of a channel must be known at compile time here");
      else if (ctx.effects !== before)
        ctx.error("side-effect", at.index, "the index of a channel must not change anything");
    }
  }
}

export function checkSystem(ctx: Context, node: SystemLine, assembly: Assembly): void {
  node.groups.forEach((group, priority) => {
    for (const name of group) {
      const symbol = ctx.lookup(name.name);
      if (symbol === undefined) {
        if (assembly.scenarios.has(name.name))
          ctx.error("not-a-template", name, `'${name.name}' is a chart, not a process`);
        else if (!assembly.broken.has(name.name) && name.name !== "") {
          ctx.error(
            "no-such-process",
            name,
            `there is no process or template '${name.name}'`,
            ctx.similar(name.name, (s) => s.kind === "template" || s.kind === "instance"),
          );
        }
        continue;
      }
      if ((symbol.kind !== "template" && symbol.kind !== "instance") || assembly.processes.has(symbol)) {
        const twice = symbol.kind === "instance" && assembly.processes.has(symbol);
        ctx.error(
          "not-a-template",
          name,
          twice ? `'${name.name}' is on the system line already` : `'${name.name}' is not a template`,
          twice ? "make several instances: P1 = T(); P2 = T();" : undefined,
        );
        continue;
      }
      const instance = symbol.kind === "instance" ? symbol : ownInstance(ctx, symbol, assembly);
      ctx.symbols.set(name, instance);
      const template = templateOf(instance);
      checkFree(ctx, instance, assembly);
      assembly.processes.set(instance, {
        template,
        scope: assembly.scopes.get(template) ?? new Scope(),
        parameters: instance.parameters,
      });
      assembly.system.push({ instance, priority });
    }
  });
}

/** A template on the system line is an instance of itself; from here on its name means that. */
function ownInstance(ctx: Context, template: CheckedTemplate, assembly: Assembly): Instance {
  const instance: Instance = {
    kind: "instance",
    name: template.name,
    parameters: template.parameters,
    of: template,
    args: [],
    span: template.span,
  };
  assembly.instances.push(instance);
  const restricted = assembly.restricted.get(template);
  if (restricted !== undefined) assembly.restricted.set(instance, restricted);
  ctx.scope.set(template.name, instance);
  return instance;
}

function checkFree(ctx: Context, instance: Instance, assembly: Assembly): void {
  for (const parameter of instance.parameters) {
    const { type } = parameter;
    if (type.kind === "unknown") continue;
    const bounded = type.kind === "scalar" || (type.kind === "int" && type.low !== undefined && type !== defaultInt);
    if (!bounded || parameter.reference) {
      ctx.error(
        "free-parameter-type",
        parameter.span,
        `'${instance.name}' stands on the system line with parameter '${parameter.name}' free: it must be a bounded integer or a scalar by value, not ${showType(type)}${parameter.reference ? "&" : ""}`,
        `name a process with an argument, '${instance.name}1 = ${instance.name}(...);', or give the parameter a range, 'int[0,3] ${parameter.name}'`,
      );
    }
    if (assembly.restricted.get(instance)?.has(parameter)) {
      ctx.error(
        "free-parameter-size",
        parameter.span,
        `the free parameter '${parameter.name}' determines the size of an array or scalar set`,
      );
    }
  }
}

export function checkProgress(ctx: Context, node: ProgressMeasure): void {
  if (node.guard !== undefined) {
    const type = ctx.check(node.guard);
    if (type.kind !== "unknown" && !is.isIntegral(type)) {
      ctx.error(
        "progress-guard",
        node.guard,
        `the guard of a progress measure must be a boolean, not ${showType(type)}`,
      );
    }
  }
  const type = ctx.check(node.measure);
  if (type.kind !== "unknown" && !is.isIntegral(type)) {
    ctx.error("progress-measure", node.measure, `a progress measure must be an integer, not ${showType(type)}`);
  }
}

export function checkGantt(ctx: Context, row: GanttRow): void {
  ctx.inScope(new Scope(ctx.scope), () => {
    for (const binder of row.binders) declareBinder(ctx, binder);
    for (const entry of row.entries) {
      ctx.inScope(new Scope(ctx.scope), () => {
        for (const binder of entry.binders) declareBinder(ctx, binder);
        const predicate = ctx.check(entry.predicate);
        if (predicate.kind !== "unknown" && !is.isConstraint(predicate)) {
          ctx.error(
            "boolean-expected",
            entry.predicate,
            `the condition of a chart must be a boolean, not ${showType(predicate)}`,
          );
        }
        const value = ctx.check(entry.value);
        if (value.kind !== "unknown" && !is.isIntegral(value)) {
          ctx.error("integer-expected", entry.value, `the value of a chart must be an integer, not ${showType(value)}`);
        }
      });
    }
  });
}
