/**
 * The system of a checked model (docs/semantics.md 1): its variables, clocks, channels and processes, in the order of the model,
 * with their code. Constants are cells that nobody writes; variables are cells that belong to the state.
 */
import {
  type CheckedTemplate,
  evaluateConstant,
  type Instance,
  isFault,
  type Model,
  tablesOf,
  type Variable,
} from "../../src/model/index.ts";
import type { Declaration, Expr } from "../../src/syntax/index.ts";
import { initialise } from "./declare.ts";
import { address, code, rangeOf, shape, type Value, value } from "./expression.ts";
import { Memory } from "./memory.ts";
import { Unsupported } from "./outcome.ts";
import { prioritise } from "./priority.ts";
import { type Location, locationsOf } from "./process.ts";
import { type Context, type Named, type Place, Scope, within } from "./scope.ts";
import { eachLeaf, type Shape } from "./shape.ts";

export interface Channel {
  readonly name: string;
  /** Whether it belongs to one process. */
  readonly isOwn: boolean;
  readonly urgent: boolean;
  readonly broadcast: boolean;
  priority: number;
}

export interface Process {
  readonly name: string;
  readonly index: number;
  readonly priority: number;
  readonly initial: number;
  readonly locations: readonly Location[];
  /** What it would be, if it is left out and stands still (9.14). */
  readonly leftOut?: Process;
}

export interface System {
  readonly memory: Memory;
  readonly context: Context;
  readonly processes: readonly Process[];
  /** The cells of a state, locations first, and their names. */
  readonly cells: readonly number[];
  readonly names: readonly string[];
  readonly channels: readonly Channel[];
  readonly before: readonly Value[];
  readonly after: readonly Value[];
  /** The same as they are written. */
  readonly hooks: readonly Expr[];
  readonly hasPriorities: boolean;
  /** Of internal transitions and channels that no declaration names. */
  readonly priority: number;
}

/** The memory may be one beside that of another system. */
export function systemOf(model: Model, memory = new Memory()): System {
  return new Making(model, memory).system();
}

/** A number that is known without any state; a query has names of its own. */
export function constantOf(model: Model, expr: Expr, own?: Parameters<typeof evaluateConstant>[3]): number | undefined {
  const found = evaluateConstant(model, expr, new Map(), own);
  return isFault(found) || typeof found !== "number" ? undefined : found;
}

class Making {
  private readonly model: Model;
  private readonly memory: Memory;
  private readonly context: Context;
  private readonly cells: number[] = [];
  private readonly names: string[] = [];
  private readonly channels: Channel[] = [];
  private readonly named = new Map<object, Named[]>();

  constructor(model: Model, memory: Memory) {
    this.model = model;
    this.memory = memory;
    const own = tablesOf(model);
    const constant = (expr: Expr): number | undefined => constantOf(model, expr);
    const scope = new Scope();
    this.context = { memory: this.memory, tables: own, own, scope, processes: this.named, made: new Map(), constant };
  }

  system(): System {
    const { model, context } = this;
    const members = model.system.flatMap(({ instance, priority }) =>
      combinations(instance.parameters, context).map((args) => ({ instance, priority, args })),
    );
    // 1.3: the locations of the processes come first.
    members.forEach(({ instance, args }) => this.own(this.memory.reserve(1), nameOf(instance, args)));
    for (const variable of model.variables) this.declare(variable, "", context);
    const made = members.map(({ instance, args, priority }, index) => this.process(instance, args, index, priority));
    const declarations = [...model.tree.declarations, ...model.tree.systemDeclarations];
    const hasGroups = declarations.some((d) => d.kind === "priority");
    const standard = hasGroups ? prioritise(this.channels, declarations, context) : 0;
    const processes = made.map(({ named, name, priority: group }) => {
      const inner = within(context, named.scope);
      const { template, index } = named;
      return { name, index, priority: group, initial: template.initial, locations: locationsOf(named, inner) };
    });
    const [before, after] = [hook("before_update", declarations), hook("after_update", declarations)];
    return {
      memory: this.memory,
      context,
      processes,
      cells: this.cells,
      names: this.names,
      channels: this.channels,
      before: before.map((e) => value(e, context)),
      after: after.map((e) => value(e, context)),
      hooks: [...before, ...after],
      hasPriorities: hasGroups || model.system.some((entry) => entry.priority > 0),
      priority: standard,
    };
  }

  private own(at: number, name: string): void {
    this.cells.push(at);
    this.names.push(name);
  }

  /** Room and a first value for a declared variable (1.2). */
  private declare(variable: Variable, prefix: string, context: Context): void {
    const place = this.place(variable, prefix, context);
    initialise(place.shape, place.at, variable.initialiser, context, code)();
    if (variable.constant && variable.initialiser === undefined && place.shape.kind === "int")
      throw new Unsupported(`the constant '${variable.name}' without a value`);
  }

  private place(variable: Variable, prefix: string, context: Context): Place {
    const made = shape(variable.type, context);
    const place = { at: this.memory.reserve(made.size), isReference: false, shape: made };
    eachLeaf(made, place.at, prefix + variable.name, (leaf, at, name) =>
      this.leaf(leaf, at, name, variable.constant, prefix !== ""),
    );
    context.scope.set(variable, place);
    return place;
  }

  private leaf(leaf: Shape, at: number, name: string, isConstant: boolean, isOwn: boolean): void {
    const { memory } = this;
    if (leaf.kind === "clock") {
      memory.cells[at] = memory.clockNames.push(name) - 1;
      memory.clockStarts.push(0);
    } else if (leaf.kind === "chan") {
      const { urgent, broadcast } = leaf;
      memory.cells[at] = this.channels.push({ name, isOwn, urgent, broadcast, priority: 0 }) - 1;
    } else if (!isConstant) this.own(at, name);
  }

  /** 1.3, 1.4: a process, with its parameters and variables. */
  private process(instance: Instance, args: readonly number[], index: number, priority: number) {
    const template = templateOf(instance);
    const scope = new Scope(this.context.scope, index, template.functions);
    const context = within(this.context, scope);
    const name = nameOf(instance, args);
    instance.parameters.forEach((parameter, k) => {
      const place = this.place(parameter, `${name}.`, context);
      this.memory.cells[place.at] = args[k]!;
    });
    for (let link = instance; ; link = link.of) {
      const { parameters } = link.of;
      if (link.args.length > 0) parameters.forEach((p, k) => this.bind(p, link.args[k]!, `${name}.`, context));
      if (link.of.kind === "template") break;
    }
    for (const variable of template.variables) this.declare(variable, `${name}.`, context);
    const named: Named = { index, args, scope, template };
    this.named.set(instance, [...(this.named.get(instance) ?? []), named]);
    if (template.initial < 0) throw new Unsupported(`'${template.name}' without a location`);
    return { named, name, priority };
  }

  /** An argument: a reference is the place that is named, a value is computed now. */
  private bind(parameter: Variable, arg: Expr, prefix: string, context: Context): void {
    const isPlace = arg.kind === "name" || arg.kind === "index" || arg.kind === "member";
    if (parameter.reference && isPlace) {
      const at = address(arg, context)();
      context.scope.set(parameter, { at, isReference: false, shape: shape(parameter.type, context) });
      return;
    }
    const place = this.place({ ...parameter, constant: parameter.constant || parameter.reference }, prefix, context);
    context.scope.set(parameter, place);
    initialise(place.shape, place.at, arg, context, code)();
  }
}

/** The last of a kind counts (5.7). */
function hook(kind: "before_update" | "after_update", declarations: readonly Declaration[]): readonly Expr[] {
  const last = declarations.findLast((d) => d.kind === kind);
  return last !== undefined && "updates" in last ? last.updates : [];
}

function templateOf(instance: Instance): CheckedTemplate {
  return instance.of.kind === "template" ? instance.of : templateOf(instance.of);
}

function nameOf({ name }: Instance, args: readonly number[]): string {
  return args.length === 0 ? name : `${name}(${args.join(",")})`;
}

/** All values of free parameters, the last running fastest. */
function combinations(parameters: readonly Variable[], context: Context): number[][] {
  return parameters.reduce<number[][]>(
    (so, { type }) => {
      const { low, high } = rangeOf(type, context);
      const values = Array.from({ length: high() - low() + 1 }, (_, k) => low() + k);
      return so.flatMap((list) => values.map((one) => [...list, one]));
    },
    [[]],
  );
}
