import { type Diagnostic, hasErrors, wants } from "../base/index.ts";
import type { Func, Model } from "../model/index.ts";
import type { Declaration } from "../syntax/index.ts";
import { allocate, type PendingTable } from "./allocate.ts";
import { Builder } from "./builder.ts";
import { Context } from "./context.ts";
import { findTooDeep, TOO_DEEP } from "./depth.ts";
import { lowering } from "./lower.ts";
import { membersOf, refuseEmpty } from "./members.ts";
import type { Network, Process } from "./network.ts";
import { placeAt } from "./place.ts";
import { type Plan, planProcess } from "./plan.ts";
import { channelPriorities } from "./priority.ts";
import { lowerEdges, lowerLocations, lowerUpdates } from "./process.ts";

/** A network, with what is needed to put queries to it. */
export interface Instantiated {
  readonly network: Network;
  readonly model: Model;
  readonly builder: Builder;
}

/**
 * Makes the network of a checked model: first room for every variable of the model and of each process (docs/compatibility.md
 * S1 to S9), then the code.
 * Requires: the model has no errors.
 */
export function instantiate(
  model: Model,
  patience: () => void = () => {},
): { made?: Instantiated; diagnostics: readonly Diagnostic[] } {
  wants("instantiate", model, "model");
  const builder = new Builder(undefined, patience);
  const globals = new Context(model, builder, builder.globals, lowering);
  const deep = findTooDeep(model.types.keys());
  if (deep !== undefined) {
    globals.refuse("nesting", TOO_DEEP, deep);
    return { diagnostics: builder.diagnostics };
  }
  builder.clocks.push({ name: "t(0)", initial: 0, origin: { start: 0, end: 0 } });
  const plans = reserve(model, globals);
  if (hasErrors(builder.diagnostics)) return { diagnostics: builder.diagnostics };
  builder.cells = builder.slots.length + builder.constants.length;
  const network = assemble(model, plans, globals);
  if (hasErrors(builder.diagnostics)) return { diagnostics: builder.diagnostics };
  return { made: { network, model, builder }, diagnostics: builder.diagnostics };
}

/** Makes room for every variable of the model and of each process. */
function reserve(model: Model, globals: Context): readonly Plan[] {
  const { builder } = globals;
  const tables: PendingTable[] = [];
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
  return plans;
}

/** Makes the code. */
function assemble(model: Model, plans: readonly Plan[], globals: Context): Network {
  const { builder } = globals;
  const declarations: readonly Declaration[] = [...model.tree.declarations, ...model.tree.systemDeclarations];
  const priorities = channelPriorities(declarations, globals);
  let edges = 0;
  const processes = plans.map((plan) => {
    const made = processOf(plan, edges, globals);
    edges += made.edges.length;
    return made;
  });
  return {
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
    cells: builder.cells,
    origin: { start: model.tree.start, end: model.tree.end },
  };
}

function processOf({ names, name, priority, parameters }: Plan, firstEdge: number, globals: Context): Process {
  const context = globals.with(names.scope);
  const { template } = names;
  return {
    name,
    template: template.name,
    args: names.args,
    ...(parameters.length > 0 ? { parameters } : {}),
    index: names.index,
    initial: template.initial,
    priority,
    locations: lowerLocations(template, context),
    edges: lowerEdges(template, names.index, firstEdge, context),
    origin: context.origin(template.span),
  };
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
