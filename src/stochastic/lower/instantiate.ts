import { type Diagnostic, hasErrors, wants } from "../../base/index.ts";
import {
  type CheckedTemplate,
  type Func,
  type Instance,
  initialValue,
  isFault,
  type Model,
  type Value,
  type Variable,
} from "../../model/index.ts";
import { addMember } from "../../network/index.ts";
import type { Declaration, Expr } from "../../syntax/index.ts";
import { EffectFinder } from "../effects.ts";
import type { Edge, Pool, Process, StochasticNetwork } from "../network.ts";
import { lowerEffect } from "./assign.ts";
import { Builder, Context } from "./context.ts";
import { type Drawn, drawnStarts, startOf } from "./drawn.ts";
import { refuseDraws } from "./draws.ts";
import { lower } from "./expression.ts";
import { int } from "./fold.ts";
import { partners } from "./handshake.ts";
import { element, field, type Place, placeAt } from "./place.ts";
import { lowerEdges, lowerLocations } from "./process.ts";
import { type FoundRate, lowerRates, ratedClocks, splitInvariant } from "./rate.ts";
import { type ProcessNames, Scope } from "./scope.ts";
import { defaultOf, eachLeaf, numberOf, rangeOf, type Shape } from "./shape.ts";

/** A stochastic network, with what is needed to put queries to it. */
export interface InstantiatedStochastic {
  readonly network: StochasticNetwork;
  readonly model: Model;
  readonly builder: Builder;
  /** How many processes of a dynamic template it has room for at a time. */
  readonly pool: number;
}

/** `pool`: how many processes of a dynamic template there is room for at first; estimates make more where a run needs it. */
interface StochasticOptions {
  readonly pool?: number;
  readonly patience?: () => void;
}

/**
 * Makes the stochastic network of a checked model: room for every variable of the model and of each process, then rates, then the
 * code. Requires: the model has no errors.
 */
export function instantiateStochastic(
  model: Model,
  options: StochasticOptions = {},
): { made?: InstantiatedStochastic; diagnostics: readonly Diagnostic[] } {
  wants("instantiateStochastic", model, "model");
  const { pool = 16, patience } = options;
  const builder = new Builder(undefined, patience);
  const globals = new Context(model, builder, builder.globals, lower);
  refuseUnsupported(model, globals);
  const members = membersOf(model, pool, globals);
  builder.cells = members.length;
  const later: Later = { tables: [], drawn: [] };
  for (const variable of model.variables) allocate(variable, "", globals, later);
  const processes = members.map((member, index) => nameProcess(member, index, globals, later));
  for (const template of builder.pools.keys()) builder.counts.set(template, builder.scratch(1));
  const state = builder.cells;
  for (const table of later.tables) table();
  const starts = drawnStarts(later.drawn);
  if (hasErrors(builder.diagnostics)) return { diagnostics: builder.diagnostics };
  const rated = findRates(processes, globals);
  for (const { clock, flow } of rated) if (flow) builder.flows.add(clock);
  const pools = makePools(globals);
  let id = 0;
  const made = processes.map((names): Process => {
    const process = lowerProcess(names, id, globals);
    id += process.edges.length;
    return process;
  });
  const declarations = [...model.tree.declarations, ...model.tree.systemDeclarations];
  const network: StochasticNetwork = {
    processes: partners(made),
    channels: builder.channels,
    beforeUpdate: hook("before_update", declarations, globals),
    afterUpdate: hook("after_update", declarations, globals),
    functions: builder.functions,
    initial: builder.initial,
    starts,
    variables: builder.variables,
    rated,
    pools,
    state,
    cells: builder.cells,
    origin: { start: model.tree.start, end: model.tree.end },
  };
  refuseDraws(made, rated, builder.functions, globals);
  if (hasErrors(builder.diagnostics)) return { diagnostics: builder.diagnostics };
  return { made: { network, model, builder, pool }, diagnostics: builder.diagnostics };
}

function refuseUnsupported(model: Model, context: Context): void {
  const declarations = [...model.tree.declarations, ...model.tree.systemDeclarations];
  const priority = declarations.find(({ kind }) => kind === "priority");
  if (priority) context.refuse("priorities", "statistical model checking knows no priorities of channels", priority);
  if (model.system.some((line) => line.priority > 0))
    context.refuse(
      "priorities",
      "statistical model checking knows no priorities of processes",
      model.tree.system ?? model.tree,
    );
  const functions: readonly Func[] = [...model.functions, ...model.templates.flatMap((template) => template.functions)];
  for (const { name, writes, span } of functions)
    if (/^__ON_(CONSTRUCT|DESTRUCT|BEGIN|END)__$/.test(name) && writes.size > 0)
      context.refuse(
        "not-statistical",
        `'${name}' changes variables; statistical model checking does not call it`,
        span,
      );
}

/** What waits until every variable of the state has its place: constant tables, and initial values that are drawn. */
interface Later {
  readonly tables: (() => void)[];
  readonly drawn: Drawn[];
}

/** One process to be made. */
interface Member {
  readonly instance?: Instance;
  readonly template: CheckedTemplate;
  readonly args: readonly number[];
  readonly name: string;
  readonly pool?: number;
}

const MAX_PROCESSES = 100_000;

/** What the system line stands for, and after that the processes that dynamic templates may have. */
function membersOf(model: Model, pool: number, context: Context): Member[] {
  const members = model.system.flatMap(({ instance }) => membersOfInstance(instance, context));
  const dynamic = model.templates.filter((template) => template.dynamic);
  for (const { name, span } of new Set(members.map(({ template }) => template).filter(({ initial }) => initial < 0)))
    context.refuse("no-location", `'${name}' has no initial location, so its processes have no state`, span);
  return [
    ...members,
    ...dynamic.flatMap((template, p) =>
      Array.from({ length: pool }, (_, k) => ({ template, args: [], name: `${template.name}#${k + 1}`, pool: p })),
    ),
  ];
}

function membersOfInstance(instance: Instance, context: Context): Member[] {
  let of = instance.of;
  while (of.kind === "instance") of = of.of;
  const template = of;
  let combinations: number[][] = [[]];
  for (const parameter of instance.parameters) {
    const range = context.at(parameter.span).shape(parameter.type);
    if (!("high" in range)) continue;
    if (combinations.length * (range.high - range.low + 1) > MAX_PROCESSES) {
      context.refuse(
        "too-many-processes",
        `'${instance.name}' stands for more than ${MAX_PROCESSES} processes`,
        instance.span,
      );
      return [];
    }
    const values = Array.from({ length: range.high - range.low + 1 }, (_, k) => range.low + k);
    combinations = combinations.flatMap((so) => values.map((value) => [...so, value]));
  }
  return combinations.map((args) => ({
    instance,
    template,
    args,
    name: args.length > 0 ? `${instance.name}(${args.join(",")})` : instance.name,
  }));
}

/** Room for the parameters and variables of a process. */
function nameProcess(
  { instance, template, args, name, pool }: Member,
  index: number,
  globals: Context,
  later: Later,
): ProcessNames {
  globals.builder.patience();
  const { builder } = globals;
  const scope = new Scope(builder.globals, template.functions, index);
  const context = globals.with(scope);
  builder.initial.push({ cell: index, is: "int", value: pool === undefined ? template.initial : -1 });
  if (instance) bindParameters(instance, args, name, context, later);
  else
    for (const parameter of template.parameters)
      placeVariable(parameter, context.at(parameter.span).shape(parameter.type), undefined, `${name}.`, context);
  // Who is spawned is given its values then.
  const own = pool === undefined ? later : { ...later, drawn: [] };
  for (const variable of template.variables) allocate(variable, `${name}.`, context, own);
  const names: ProcessNames = { index, name, args, scope, template, ...(pool === undefined ? {} : { pool }) };
  if (instance) addMember(builder.processes, instance, names);
  else addMember(builder.pools, template.name, names);
  return names;
}

function bindParameters(
  instance: Instance,
  args: readonly number[],
  name: string,
  context: Context,
  later: Later,
): void {
  for (const [k, parameter] of instance.parameters.entries())
    bindValue(parameter, context.at(parameter.span).shape(parameter.type), args[k] ?? 0, `${name}.`, context, later);
  for (let link: Instance | CheckedTemplate = instance; link.kind === "instance"; link = link.of) {
    if (link.args.length === 0) continue;
    for (const [k, parameter] of link.of.parameters.entries()) {
      const arg = link.args[k];
      if (arg) bindArgument(parameter, arg, name, context, later);
    }
  }
}

/** An argument: references name a variable; values are computed now. */
function bindArgument(parameter: Variable, arg: Expr, name: string, context: Context, later: Later): void {
  if (parameter.reference) {
    const target = fixedPlace(arg, context);
    if (target) {
      context.scope.bindings.set(parameter, target);
      return;
    }
  }
  const value = context.constant(arg);
  if (isFault(value)) return context.refuse(value.code, value.message, value.span);
  bindValue(parameter, context.at(parameter.span).shape(parameter.type), value, `${name}.`, context, later);
}

/** Where an l-value lives whose indices are known at compile time. */
function fixedPlace(expr: Expr, context: Context): Place | undefined {
  if (expr.kind === "index") {
    const array = fixedPlace(expr.array, context);
    if (array?.shape.kind !== "array") return undefined;
    const { low, size } = array.shape;
    const index = context.number(expr.index);
    if (index < low || index >= low + size)
      context.refuse("index-out-of-range", `index ${index} is outside ${low} to ${low + size - 1}`, expr.index);
    return element(array, int(index), context.origin(expr.index));
  }
  if (expr.kind === "member") {
    const object = fixedPlace(expr.object, context);
    return object && field(object, expr.member.name);
  }
  if (expr.kind !== "name") return undefined;
  const symbol = context.symbol(expr);
  const binding = symbol?.kind === "variable" ? context.scope.find(symbol) : undefined;
  return binding && "shape" in binding ? binding : undefined;
}

/** A declared variable: room for it, or a number or table where it is constant. */
function allocate(variable: Variable, prefix: string, context: Context, later: Later): void {
  const shape = context.at(variable.span).shape(variable.type);
  const value = initialValue(context.model, variable, context.scope.values);
  if (isFault(value)) {
    later.drawn.push({ variable, shape, fault: value, context });
    return placeVariable(variable, shape, undefined, prefix, context);
  }
  bindValue(variable, shape, value, prefix, context, later);
}

/**
 * A single constant is a number, a constant array or struct a table behind the state. A parameter that nobody writes
 * is constant too.
 */
function bindValue(
  variable: Variable,
  shape: Shape,
  value: Value,
  prefix: string,
  context: Context,
  later: Later,
): void {
  const fixed =
    variable.constant || variable.reference || (variable.role === "parameter" && !context.model.changed.has(variable));
  if (!fixed || shape.kind === "clock" || shape.kind === "chan")
    return placeVariable(variable, shape, value, prefix, context);
  if (variable.constant || variable.reference) context.scope.values.set(variable, value);
  if (shape.kind === "array" || shape.kind === "struct") {
    if (shape.channels > 0 || shape.cells === 0) return placeVariable(variable, shape, value, prefix, context);
    later.tables.push(() => placeVariable(variable, shape, value, "", context, false));
    return;
  }
  const number = typeof value === "string" ? context.builder.text(value) : typeof value === "number" ? value : 0;
  checkRange(shape, number, variable, context);
  context.scope.bindings.set(variable, { value: number, is: numberOf(shape) });
}

function placeVariable(
  variable: Variable,
  shape: Shape,
  value: Value | undefined,
  prefix: string,
  context: Context,
  named = true,
): void {
  const { builder, scope } = context;
  const origin = context.origin(variable.span);
  const base = shape.channels > 0 ? builder.channels.length : builder.scratch(shape.cells);
  const values = flatten(value);
  let cell = base;
  eachLeaf(shape, prefix + variable.name, (leaf, name) => {
    if (leaf.kind === "chan") {
      builder.channels.push({ name, broadcast: leaf.broadcast, urgent: leaf.urgent, origin });
      return;
    }
    if (leaf.kind === "none" || leaf.kind === "array" || leaf.kind === "struct") return;
    const given = values.next().value;
    const first = given === undefined ? defaultOf(leaf) : typeof given === "string" ? builder.text(given) : given;
    checkRange(leaf, first, variable, context);
    const number = leaf.kind === "bool" ? +(first !== 0) : first;
    if (number !== 0) builder.initial.push({ cell, is: numberOf(leaf), value: number });
    if (leaf.kind === "clock") builder.initial.push({ cell: cell + 2, is: "real", value: 1 });
    if (named) builder.variables.push({ name, kind: leaf.kind, cell, origin });
    cell += leaf.cells;
  });
  scope.bindings.set(variable, placeAt(base, shape));
}

/** The single numbers of a value in order. */
function* flatten(value: Value | undefined): Generator<number | string | undefined, undefined> {
  if (typeof value === "object") for (const part of value) yield* flatten(part);
  else yield value;
}

function checkRange(leaf: Shape, value: number, variable: Variable, context: Context): void {
  const { low, high } = rangeOf(leaf);
  if ((leaf.kind === "int" || leaf.kind === "scalar") && (value < low || value > high))
    context.refuse(
      "initial-range",
      `the initial value ${value} of '${variable.name}' is outside its range ${low}..${high}`,
      variable.span,
    );
}

function findRates(processes: readonly ProcessNames[], globals: Context) {
  const found: FoundRate[] = processes.flatMap(({ index, scope, template }) =>
    template.locations.flatMap((location) =>
      lowerRates(splitInvariant(location.node.invariant?.value).rates, index, location.index, globals.with(scope)),
    ),
  );
  const finder = new EffectFinder(globals.builder.functions);
  const clocks = globals.builder.variables.filter(({ kind }) => kind === "clock").map(({ cell }) => cell);
  return ratedClocks(
    found,
    (process) => processes[process]?.template.locations.length ?? 0,
    (code) => {
      const { reads } = finder.ofCode(code);
      return new Set(clocks.filter((cell) => reads.some(([from, to]) => cell >= from && cell < to)));
    },
  );
}

/** What a spawned process starts with. */
function makePools(globals: Context): Pool[] {
  return [...globals.builder.pools].map(([template, members]) => ({
    template,
    count: globals.builder.counts.get(template) ?? 0,
    members: members.map(({ index }) => index),
    parameters: members.map(({ scope, template: of }) =>
      of.parameters.map((parameter) => {
        const place = scope.find(parameter);
        assertPlace(place);
        return { cell: place.base, is: numberOf(place.shape), ...rangeOf(place.shape) };
      }),
    ),
    starts: members.map(({ scope, template: of }) =>
      of.variables.flatMap((variable) => (variable.constant ? [] : startOf(variable, globals.with(scope)))),
    ),
  }));
}

function assertPlace(place: unknown): asserts place is Place {
  if (typeof place !== "object" || place === null || !("shape" in place))
    throw new Error("a parameter of a dynamic template has a place");
}

function lowerProcess(names: ProcessNames, firstId: number, globals: Context): Process {
  const { index, name, template, scope, pool } = names;
  const context = globals.with(scope);
  const edges: readonly Edge[] = lowerEdges(template, index, firstId, context);
  return {
    name,
    template: template.name,
    index,
    initial: template.initial,
    ...(pool === undefined ? {} : { pool }),
    locations: lowerLocations(template, edges, context),
    edges,
    origin: context.origin(template.span),
  };
}

/** The last hook of a kind wins. */
function hook(kind: "before_update" | "after_update", declarations: readonly Declaration[], context: Context) {
  const last = declarations.findLast((declaration) => declaration.kind === kind);
  return last && "updates" in last ? last.updates.map((update: Expr) => lowerEffect(update, context)) : [];
}
