/** Room for the parameters and variables of each process, before any code is made. */
import { assert } from "../base/index.ts";
import { type CheckedTemplate, type Instance, isFault, type Value, type Variable } from "../model/index.ts";
import { type Expr, printType } from "../syntax/index.ts";
import { allocate, type PendingTable, place, placeConstant } from "./allocate.ts";
import type { Context } from "./context.ts";
import { fixedPlace } from "./fixed.ts";
import type { Member } from "./members.ts";
import { addMember } from "./named.ts";
import type { ProcessParameter } from "./network.ts";
import { type ProcessNames, Scope } from "./scope.ts";

/** One process to be made: what the system line names, with values for its free parameters. */
export interface Plan {
  readonly names: ProcessNames;
  readonly name: string;
  readonly priority: number;
  readonly parameters: readonly ProcessParameter[];
}

export function planProcess(member: Member, index: number, globals: Context, tables: PendingTable[]): Plan {
  globals.builder.patience();
  const { instance, template, args, name, priority, orbit } = member;
  const scope = new Scope(globals.builder.globals, template.functions, index);
  scope.orbit = orbit;
  const context = globals.with(scope);
  const given = new Map<Variable, Value>();
  for (const [k, parameter] of instance.parameters.entries()) {
    const arg = args[k];
    assert(arg !== undefined, "each parameter of a process set ranges over numbers");
    given.set(parameter, arg);
    bind(parameter, arg, name, context, tables);
  }
  let link: Instance = instance;
  for (;;) {
    const { of } = link;
    if (link.args.length > 0) {
      for (const [k, parameter] of of.parameters.entries()) {
        const arg = link.args[k];
        assert(arg !== undefined, "a checked instance has an argument for each parameter");
        const value = bindArgument(parameter, arg, name, context, tables);
        if (value !== undefined) given.set(parameter, value);
      }
    }
    if (of.kind === "template") break;
    link = of;
  }
  fixParameters(template, given, context);
  for (const variable of template.variables) allocate(variable, `${name}.`, context, tables);
  const names: ProcessNames = { index, args, scope, template };
  addMember(globals.builder.processes, instance, names);
  return { names, name, priority, parameters: integersOf(template, given) };
}

/**
 * A value parameter that no code of its template writes is a number to that code, as if it were constant; its slot stays,
 * for those who look at states. Only functions of the template could have a reference to it, so `changed` tells all.
 */
function fixParameters(template: CheckedTemplate, given: ReadonlyMap<Variable, Value>, context: Context): void {
  for (const parameter of template.parameters) {
    const value = given.get(parameter);
    if (parameter.constant || parameter.reference || context.model.changed.has(parameter)) continue;
    if (parameter.type.kind === "int" && typeof value === "number") context.scope.bindings.set(parameter, { value });
  }
}

/** The parameters of a template that are single integers, with their values. */
function integersOf(template: CheckedTemplate, given: ReadonlyMap<Variable, Value>): ProcessParameter[] {
  return template.parameters.flatMap((parameter, k) => {
    const value = given.get(parameter);
    const type = template.node.parameters[k]?.type;
    if (parameter.type.kind !== "int" || typeof value !== "number" || type === undefined) return [];
    const { prefix: _, ...plain } = type;
    return [{ name: parameter.name, type: printType(plain), value }];
  });
}

/** A free parameter with its value. */
function bind(parameter: Variable, value: Value, name: string, context: Context, tables: PendingTable[]): void {
  if (parameter.constant) context.scope.values.set(parameter, value);
  place(parameter, context.at(parameter.span).shape(parameter.type), value, `${name}.`, context, tables);
}

/** An argument: references name a variable; values are computed now, and returned. */
function bindArgument(
  parameter: Variable,
  arg: Expr,
  name: string,
  context: Context,
  tables: PendingTable[],
): Value | undefined {
  if (parameter.reference) {
    const target = fixedPlace(arg, context);
    if (target) {
      context.scope.bindings.set(parameter, target);
      return undefined;
    }
  }
  const value = context.known(arg);
  if (isFault(value)) {
    context.refuse(value.code, value.message, value.span);
    return undefined;
  }
  const shape = context.at(parameter.span).shape(parameter.type);
  if (parameter.constant || parameter.reference) context.scope.values.set(parameter, value);
  // A constant reference to what is no variable is a constant.
  if (parameter.reference) placeConstant(parameter, shape, value, context, tables);
  else place(parameter, shape, value, `${name}.`, context, tables);
  return value;
}
