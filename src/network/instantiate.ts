import { assert, type Diagnostic, hasErrors, wants } from "../base/index.ts";
import {
  type CheckedTemplate,
  evaluateConstant,
  type Func,
  type Instance,
  isFault,
  type Model,
  type Value,
  type Variable,
} from "../model/index.ts";
import { type Declaration, type Expr, printType } from "../syntax/index.ts";
import { allocate, type PendingTable, place, placeConstant } from "./allocate.ts";
import { Builder } from "./builder.ts";
import { Context } from "./context.ts";
import { findTooDeep, TOO_DEEP } from "./depth.ts";
import { fixedPlace } from "./fixed.ts";
import type { Network, Orbit, Process, ProcessParameter } from "./network.ts";
import { placeAt } from "./place.ts";
import { channelPriorities } from "./priority.ts";
import { lowerEdges, lowerLocations, lowerUpdates } from "./process.ts";
import { type ProcessNames, Scope } from "./scope.ts";
import type { Shape } from "./shape.ts";

/** A network, with what is needed to put queries to it. */
export interface Instantiated {
  readonly network: Network;
  readonly model: Model;
  readonly builder: Builder;
}

/** One process to be made: what the system line names, with values for its free parameters. */
interface Plan {
  readonly names: ProcessNames;
  readonly name: string;
  readonly priority: number;
  readonly parameters: readonly ProcessParameter[];
}

/**
 * Makes the network of a checked model: first room for every variable of the model and of each process (docs/compatibility.md
 * S1 to S9), then the code. Members of a process set come by increasing argument, later parameters fastest.
 * Requires: the model has no errors.
 */
export function instantiate(
  model: Model,
  patience: () => void = () => {},
): { made?: Instantiated; diagnostics: readonly Diagnostic[] } {
  wants("instantiate", model, "model");
  const builder = new Builder(undefined, patience);
  const globals = new Context(model, builder, builder.globals);
  const deep = findTooDeep(model.types.keys());
  if (deep !== undefined) {
    globals.refuse("nesting", TOO_DEEP, deep);
    return { diagnostics: builder.diagnostics };
  }
  const tables: PendingTable[] = [];
  builder.clocks.push({ name: "t(0)", initial: 0, origin: { start: 0, end: 0 } });
  const members = membersOf(model, globals);
  refuseEmpty(members, globals);
  for (const { name, template, orbit } of members) {
    builder.slots.push({
      name,
      ...(orbit.elements.length > 0 ? { orbit } : {}),
      low: 0,
      high: Math.max(0, template.locations.length - 1),
      initial: template.initial,
      meta: false,
      type: "location",
      origin: globals.origin(template.span),
    });
  }
  for (const variable of model.variables) allocate(variable, "", globals, tables);
  refuseHooks(model.functions, globals);
  for (const template of new Set(members.map((member) => member.template))) refuseHooks(template.functions, globals);
  const plans = members.map((member, index) => planProcess(member, index, globals, tables));
  placeTables(tables, builder);
  if (hasErrors(builder.diagnostics)) return { diagnostics: builder.diagnostics };

  builder.cells = builder.slots.length + builder.constants.length;
  const declarations: readonly Declaration[] = [...model.tree.declarations, ...model.tree.systemDeclarations];
  const priorities = channelPriorities(declarations, globals);
  let edges = 0;
  const processes = plans.map(({ names, name, priority, parameters }): Process => {
    const context = globals.with(names.scope);
    const { template } = names;
    const made = {
      name,
      template: template.name,
      args: names.args,
      ...(parameters.length > 0 ? { parameters } : {}),
      index: names.index,
      initial: template.initial,
      priority,
      locations: lowerLocations(template, context),
      edges: lowerEdges(template, names.index, edges, context),
      origin: context.origin(template.span),
    };
    edges += made.edges.length;
    return made;
  });
  const network: Network = {
    processes,
    slots: builder.slots,
    constants: builder.constants,
    clocks: builder.clocks,
    channels: builder.channels.map((channel, c) => ({
      ...channel,
      priority: priorities.of.get(c) ?? priorities.default,
    })),
    beforeUpdate: hook("before_update", declarations, globals),
    afterUpdate: hook("after_update", declarations, globals),
    // The hooks may be the only ones that call a function.
    functions: builder.functions.slice(),
    hasPriorities: priorities.declared || model.system.some(({ priority }) => priority > 0),
    defaultPriority: priorities.default,
    ...(builder.scalarSets.length > 0 ? { scalarSets: builder.scalarSets } : {}),
    vectors: [],
    outOfRange: "fault",
    cells: builder.cells,
    origin: { start: model.tree.start, end: model.tree.end },
  };
  if (hasErrors(builder.diagnostics)) return { diagnostics: builder.diagnostics };
  return { made: { network, model, builder }, diagnostics: builder.diagnostics };
}

/** The language has `process P() { }`, but a process is always in one of its locations. */
function refuseEmpty(members: readonly Member[], context: Context): void {
  for (const { name, span } of new Set(members.filter((m) => m.template.initial < 0).map((m) => m.template)))
    context.refuse("no-location", `'${name}' has no initial location, so its processes have no state`, span);
}

/** UPPAAL calls these by itself (F7). Nothing here does, so they must have nothing to say. */
function refuseHooks(functions: readonly Func[], context: Context): void {
  for (const { name, writes, span } of functions) {
    if (!/^__ON_(CONSTRUCT|DESTRUCT|BEGIN|END)__$/.test(name) || writes.size === 0) continue;
    context.refuse("not-symbolic", `'${name}' changes variables; symbolic verification does not call it`, span);
  }
}

/** The last hook of a kind wins (S13). */
function hook(kind: "before_update" | "after_update", declarations: readonly Declaration[], context: Context) {
  const last = declarations.findLast((declaration) => declaration.kind === kind);
  return last && "updates" in last ? lowerUpdates(last.updates, context) : [];
}

function placeTables(tables: readonly PendingTable[], builder: Builder): void {
  for (const { scope, variable, shape, first } of tables) {
    scope.bindings.set(variable, placeAt({ cells: builder.slots.length + first, clocks: 0, channels: 0 }, shape, true));
  }
}

interface Member {
  readonly instance: Instance;
  readonly template: CheckedTemplate;
  readonly args: readonly number[];
  readonly name: string;
  readonly priority: number;
  /** Its name with scalar arguments left open, and a dot; which elements they are. */
  readonly orbit: Orbit;
}

const MAX_PROCESSES = 100_000;

/** What the system line stands for: each instance, once for each combination of its free parameters. */
function membersOf(model: Model, context: Context): Member[] {
  const members: Member[] = [];
  for (const { instance, priority } of model.system) {
    const template = templateOf(instance);
    const ranges = instance.parameters.map((parameter) => context.at(parameter.span).shape(parameter.type));
    let combinations: number[][] = [[]];
    for (const range of ranges) {
      if (range.kind !== "int" && range.kind !== "scalar" && range.kind !== "bool") continue;
      if (combinations.length * (range.high - range.low + 1) > MAX_PROCESSES) {
        context.refuse(
          "too-many-processes",
          `'${instance.name}' stands for more than ${MAX_PROCESSES} processes`,
          instance.span,
        );
        return members;
      }
      const values = Array.from({ length: range.high - range.low + 1 }, (_, k) => range.low + k);
      combinations = combinations.flatMap((so) => values.map((value) => [...so, value]));
    }
    for (const args of combinations) {
      const name = args.length > 0 ? `${instance.name}(${args.join(",")})` : instance.name;
      members.push({ instance, template, args, name, priority, orbit: orbitOf(instance.name, args, ranges) });
    }
  }
  return members;
}

function orbitOf(name: string, args: readonly number[], ranges: readonly Shape[]): Orbit {
  const elements = args.flatMap((element, k) => {
    const range = ranges[k];
    return range?.kind === "scalar" ? [{ set: range.set, element }] : [];
  });
  return { key: `${name}(${args.map((arg, k) => (ranges[k]?.kind === "scalar" ? "*" : arg)).join(",")}).`, elements };
}

function templateOf(instance: Instance): CheckedTemplate {
  let of = instance.of;
  while (of.kind === "instance") of = of.of;
  return of;
}

function planProcess(member: Member, index: number, globals: Context, tables: PendingTable[]): Plan {
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
  const known = globals.builder.processes.get(instance) ?? [];
  globals.builder.processes.set(instance, [...known, names]);
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
  const value = evaluateConstant(context.model, arg, context.scope.values);
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
