/**
 * Synthesis (Rinast et al., section V-D): a new model, from the original one, whose initialisation leads to exactly one given
 * state. Every template begins in a new location; a process `Restore` sets the groups of a plan in their order, with delays
 * between them. It tells them by a broadcast and counts them in an ordering variable, so that each process can set its own
 * clocks at the same instant. The time since each group was set is kept in a clock of `Restore`, so that constraints between
 * clocks of different processes, which no edge of theirs could say, are guards there. When all of them hold, `Restore` is
 * `ready`, and with the next broadcast, without delay, all processes enter their locations with their variables set.
 *
 * Variables that are declared behind the templates reach `Restore` as parameters by reference. Several processes of one
 * template are told apart by their parameters, or by a number passed as a new one. What cannot be
 * said in UPPAAL's language is refused in words. Queries are rewritten to speak of the time after the initialisation.
 */
import { type Diagnostic, hasErrors, last, wants } from "../base/index.ts";
import { type CheckedTemplate, check, type Model } from "../model/index.ts";
import { type Clock, clockAt, locationAt, type Network, type Slot, slotAt } from "../network/index.ts";
import { build, type Edge, type Location, type Parameter, type Template, type Tree } from "../syntax/index.ts";
import { constantOf, isStrict, triplesOf } from "../zones/index.ts";
import { type Hooks, hooksOf } from "./hooks.ts";
import { parametersOf, tellApart } from "./identity.ts";
import { Owners } from "./owners.ts";
import { queriesAfter } from "./queries.ts";
import type { Plan } from "./reconstruct.ts";
import { Refusal } from "./refusal.ts";

export interface Synthesis {
  readonly tree: Tree;
  readonly model: Model;
  /** The name of the process that initialises, and of its last two locations. */
  readonly process: string;
  readonly ready: string;
  readonly done: string;
}

export type Synthesised = { readonly made: Synthesis } | { readonly refused: string };

/** Requires: `cells` is a discrete state of the network, which was made from the model. */
export function synthesise(model: Model, network: Network, cells: ArrayLike<number>, plan: Plan): Synthesised {
  wants("synthesise", model, "model");
  wants("synthesise", network, "network");
  wants("synthesise", plan, "object");
  try {
    const tree = new Synthesiser(model, network, cells, plan);
    const next = tree.run();
    const checked = check(next);
    const wrong: Diagnostic | undefined = checked.diagnostics.find((d) => d.severity === "error");
    if (wrong !== undefined && hasErrors(checked.diagnostics))
      return { refused: `the state cannot be written down: ${wrong.message}` };
    return { made: { tree: next, model: checked, process: tree.prefix, ready: tree.ready, done: tree.done } };
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.message };
    throw error;
  }
}

class Synthesiser {
  readonly prefix: string;
  readonly ready: string;
  readonly done: string;
  private readonly taken: ReadonlySet<string>;
  private readonly model: Model;
  private readonly network: Network;
  private readonly cells: ArrayLike<number>;
  private readonly plan: Plan;
  /** Whether the first group's clocks have their values from the start. */
  private readonly begun: boolean;
  /** The value of the ordering variable when the processes enter their locations, where hooks look at it. */
  private readonly going: number;
  private readonly hooks: Hooks;
  private readonly owners: Owners;

  constructor(model: Model, network: Network, cells: ArrayLike<number>, plan: Plan) {
    this.model = model;
    this.network = network;
    this.cells = cells;
    this.plan = plan;
    this.taken = new Set([...model.symbols.keys()].map((n) => n.name));
    this.prefix = freshPrefix(this.taken);
    this.ready = this.free("ready");
    this.done = this.free("done");
    this.begun = plan.groups[0]?.clocks.every((c) => clockAt(network, c.clock).initial === c.value) ?? false;
    this.owners = new Owners(network);
    this.going = plan.groups.length + 1;
    this.hooks = hooksOf(model.tree, this.prefix, this.going);
    if (model.templates.some((t) => t.dynamic)) throw new Refusal("dynamic templates cannot be reconstructed");
    network.slots.forEach((slot, i) => {
      if (slot.type === "scalar" && cells[i] !== slot.initial)
        throw new Refusal(`'${slot.name}' has a value of a scalar set, which cannot be written down`);
    });
  }

  run(): Tree {
    const { model, prefix } = this;
    const { tree } = model;
    if (tree.system === undefined) throw new Refusal("the model has no system line");
    const identities = tellApart(model, this.network, prefix);
    const templates = tree.templates.map((node) => {
      const template = model.templates.find((t) => t.node === node);
      return template === undefined ? node : this.template(template, identities.of.get(template.name));
    });
    const outside = this.outside();
    const groups = tree.system.groups.map((g) => [...g]);
    groups[0] = [...(groups[0] ?? []), build.name(prefix)];
    return {
      ...tree,
      declarations: this.hooks.any
        ? [...build.declarations(this.declarations()), ...this.hooks.rewrite(tree.declarations)]
        : [...tree.declarations, ...build.declarations(this.declarations())],
      templates: [...templates, this.initialiser(outside)],
      systemDeclarations: [
        ...this.hooks.rewrite(identities.rewrite(tree.systemDeclarations)),
        ...(outside.length === 0
          ? []
          : [build.instance(prefix, `${prefix}_process`, ...outside.map((p) => build.expr(p.name.name)))]),
      ],
      system: { ...tree.system, groups },
      queries: queriesAfter(tree.queries, prefix, this, { tree }),
    };
  }

  private declarations(): string {
    const { prefix, plan } = this;
    const steps = this.hooks.any ? this.going + 1 : Math.max(1, plan.groups.length);
    return `broadcast chan ${prefix}_set, ${prefix}_go;\nint[0,${steps}] ${prefix}_at;\n`;
  }

  /** A name of the initialising process: what it assigns to must not be hidden by it. */
  private free(word: string): string {
    return this.taken.has(word) ? `${this.prefix}_${word}` : word;
  }

  /** Variables behind the templates, which only parameters by reference can reach: those that are to be set. */
  private outside(): readonly Parameter[] {
    const { network, plan, cells } = this;
    const set = new Set<string>();
    const note = ({ name, owner }: Clock | Slot): void => {
      if (owner === undefined) set.add(/^\w+/.exec(name)?.[0] ?? name);
    };
    for (const group of plan.groups) for (const c of group.clocks) note(clockAt(network, c.clock));
    network.slots.forEach((slot, i) => {
      if (i >= network.processes.length && cells[i] !== slot.initial) note(slot);
    });
    return this.model.tree.systemDeclarations.flatMap((d) =>
      d.kind !== "variables"
        ? []
        : d.declarators
            .filter((one) => set.has(one.name.name))
            .map(
              ({ name, dimensions, start, end }): Parameter => ({
                start,
                end,
                type: d.type,
                reference: true,
                name: build.name(name.name),
                dimensions,
              }),
            ),
    );
  }

  /** The process that does it: one location before each group, then `ready` and `done`. */
  private initialiser(outside: readonly Parameter[]): Template {
    const { prefix, plan, network, begun, ready, done } = this;
    const groups = plan.groups;
    // The first location: before the first group, unless its clocks have had their values from the start.
    const first = begun ? 1 : 0;
    const stations = [0, ...groups.slice(first).map((_, i) => i + 1)].map((i) => this.free(`s_${i}`));
    const edges: Edge[] = [];
    groups.slice(first).forEach((group, i) => {
      const k = i + first;
      const globals = this.owners.clocksOf(group, -1);
      const update = [
        ...globals.map((c) => `${clockAt(network, c.clock).name} = ${c.value}`),
        `${this.free(`t${k}`)} = 0`,
        `${prefix}_at = ${k + 1}`,
      ].join(", ");
      edges.push(build.edge(stations[i]!, stations[i + 1]!, { sync: `${prefix}_set!`, update }));
    });
    const guard = this.guard();
    edges.push(build.edge(last(stations), ready, guard === "" ? {} : { guard }));
    const update = [this.assignments(-1), this.hooks.any ? `${prefix}_at = ${this.going}` : ""]
      .filter((part) => part !== "")
      .join(", ");
    edges.push(build.edge(ready, done, { sync: `${prefix}_go!`, ...(update === "" ? {} : { update }) }));
    const places = [...stations, ready, done];
    return {
      ...build.template(outside.length === 0 ? prefix : `${prefix}_process`, {
        parameters: outside,
        declarations: groups.length === 0 ? "" : `clock ${groups.map((_, k) => this.free(`t${k}`)).join(", ")};`,
        locations: places.map((id, i) => at(build.location(id, { committed: id === ready }), 200 * i, 0)),
        edges,
      }),
    };
  }

  private guard(): string {
    const { constraints } = this.plan;
    const parts: string[] = [];
    const time = (k: number): string => this.free(`t${k}`);
    for (const [k, l, bound] of triplesOf(constraints)) {
      const op = isStrict(bound) ? "<" : "<=";
      const c = constantOf(bound);
      if (l === 0) parts.push(`${time(k - 1)} ${op} ${c}`);
      else if (k === 0) parts.push(`${time(l - 1)} ${op === "<" ? ">" : ">="} ${-c}`);
      else parts.push(`${time(k - 1)} - ${time(l - 1)} ${op} ${c}`);
    }
    return parts.join(" && ");
  }

  private template(
    template: CheckedTemplate,
    identity: { readonly parameter?: string; readonly guard: (process: number) => string } | undefined,
  ): Template {
    const { prefix, network, plan } = this;
    const node = template.node;
    const members = network.processes.filter((p) => p.template === template.name);
    if (members.length === 0) return node;
    const home = locationAt(node, template.initial);
    const id = freshId(node, prefix);
    const start = at(
      { ...build.location(id), name: build.name(`${prefix}_start`) },
      (home.place?.x ?? 0) - 250,
      (home.place?.y ?? 0) - 120,
    );
    const edges: Edge[] = [];
    for (const process of members) {
      const who = members.length === 1 ? "" : (identity?.guard(process.index) ?? "");
      plan.groups.forEach((group, k) => {
        if (k === 0 && this.begun) return;
        const own = this.owners.clocksOf(group, process.index);
        if (own.length === 0) return;
        const update = own
          .map((c) => `${this.owners.local(clockAt(network, c.clock).name, process.index)} = ${c.value}`)
          .join(", ");
        edges.push(
          build.edge(id, id, { guard: both(`${prefix}_at == ${this.count(k)}`, who), sync: `${prefix}_set?`, update }),
        );
      });
      const target = locationAt(template, this.cells[process.index]!).node.id;
      const update = this.assignments(process.index);
      edges.push(
        build.edge(id, target, {
          sync: `${prefix}_go?`,
          ...(who === "" ? {} : { guard: who }),
          ...(update === "" ? {} : { update }),
        }),
      );
    }
    const parameters =
      identity?.parameter === undefined
        ? node.parameters
        : [...node.parameters, ...parametersOf(`const int ${identity.parameter}`)];
    return {
      ...node,
      parameters,
      locations: [...node.locations, start],
      initial: build.name(id),
      edges: [...node.edges, ...edges],
    };
  }

  /** The value of the ordering variable when group k is set. */
  private count(k: number): number {
    return this.begun ? (k === 1 ? 0 : k) : k;
  }

  /** Assignments of the values that differ from the initial ones: those of a process, or the global ones for -1. */
  private assignments(owner: number): string {
    const { network, cells } = this;
    const parts: string[] = [];
    for (const i of this.owners.slotsOf(owner)) {
      const { name, initial, type } = slotAt(network, i);
      if (cells[i] === initial) continue;
      const value =
        type === "bool"
          ? cells[i] !== 0
            ? "true"
            : "false"
          : cells[i] === -2147483648
            ? "-2147483647 - 1"
            : `${cells[i]}`;
      parts.push(`${this.owners.local(name, owner)} = ${value}`);
    }
    return parts.join(", ");
  }
}

function both(a: string, b: string): string {
  return b === "" ? a : `${a} && ${b}`;
}

function at(location: Location, x: number, y: number): Location {
  return { ...location, place: { x, y }, namePlace: { x: x - 10, y: y - 34 } };
}

/** A word that no name of the model begins with. */
function freshPrefix(taken: ReadonlySet<string>): string {
  for (let i = 0; ; i++) {
    const word = `Restore${i === 0 ? "" : i}`;
    if (![...taken].some((name) => name === word || name.startsWith(`${word}_`))) return word;
  }
}

function freshId(node: Template, prefix: string): string {
  const taken = new Set([...node.locations, ...node.branchpoints].map((l) => l.id));
  let id = `${prefix}_start`;
  while (taken.has(id)) id += "_";
  return id;
}
