import type { Edge, Location, Network, Process, Select } from "../../../network/index.ts";
import { type Body, callIndirect, type Expr, type Func, type I32, i32, type ResultType } from "../../wasm/index.ts";
import type { ActionOn, Emitter, QuestionOf } from "../emitter.ts";
import { JUST_REACHED } from "../plan.ts";
import type { Coder } from "./coder.ts";
import { constrain, skipHopeless } from "./constraint.ts";
import { effect, expression, offset } from "./expression.ts";
import { edgeOf, loadSelects } from "./instance.ts";

/**
 * The code of edges, one small function each, reached through tables by edge number or by location. An enabled edge is an
 * *instance* (instance.ts).
 */
export interface EdgeTables {
  /** Offers internal edges (taking them at once), senders and events. */
  readonly active: ByLocation<"void">;
  /** Offers receivers. */
  readonly passive: ByLocation<"void">;
  /** Constrains the target zone by the clock guards of an instance; 0 if nothing is left. */
  readonly clocks: (instance: I32) => I32;
  /** Runs the updates of an instance. */
  readonly update: (instance: I32) => Expr<"void">;
}

/** A function for each location of the network. */
export interface ByLocation<R extends ResultType> {
  /** Processes some of whose locations have one of their own. */
  readonly owners: readonly number[];
  /** Calls that of the location which a process is in. */
  readonly call: (process: number) => Expr<R>;
}

/** Of a function or none for each location, process by process; `nothing` stands for none. */
export function byLocation<R extends ResultType>(
  name: string,
  functions: readonly (Func<readonly [], R> | undefined)[],
  nothing: Func<readonly [], R>,
  { module, plan }: Emitter,
): ByLocation<R> {
  const { processes } = plan.network;
  const firsts: number[] = [];
  processes.reduce((first, { locations }) => firsts.push(first) && first + locations.length, 0);
  const isOwner = ({ index, locations }: Process): boolean =>
    functions.slice(firsts[index]!, firsts[index]! + locations.length).some((own) => own !== undefined);
  const table = module.tableOf(
    name,
    functions.map((own) => own ?? nothing),
  );
  return {
    owners: processes.filter(isOwner).map(({ index }) => index),
    call: (p) => callIndirect(table, nothing.type, i32.add(i32.load(0, plan.at.cells + 4 * p), firsts[p]!)),
  };
}

/** Of all locations of the network, whatever is made of each, process by process. */
export function eachLocation<T>({ plan }: Emitter, make: (location: Location, process: Process) => T): T[] {
  return plan.network.processes.flatMap((process) => process.locations.map((location) => make(location, process)));
}

/** Calls the function of each owner's present location. */
export function callEach({ owners, call }: ByLocation<"void">, f: Body): void {
  for (const process of owners) f.do(call(process));
}

/** Of functions of all edges, by their numbers: calls that of an instance. */
export function byEdge<R extends ResultType>(
  name: string,
  functions: readonly Func<readonly ["i32"], R>[],
  { module }: Emitter,
  result: R,
): (instance: I32) => Expr<R> {
  const table = module.tableOf(name, functions);
  return (instance) => callIndirect(table, module.type(["i32"], result), edgeOf(instance), instance);
}

/**
 * Runs the statements for each choice of select values for which the guard's data holds and no clock guard is hopeless.
 * Without a zone it is about the state just reached.
 */
export function forEachChoice(edge: Edge, e: Coder, f: Body, zone: number | undefined, then: () => void): void {
  const choose = (selects: readonly Select[]): void => {
    const [first, ...rest] = selects;
    if (!first) {
      f.block("disabled", (disabled) => {
        f.set(e.edge, zone === undefined ? edge.id + JUST_REACHED : edge.id);
        f.set(e.steps, 0);
        for (const data of edge.guard.data) f.brUnless(disabled, expression(data, e, f));
        if (zone !== undefined)
          for (const clock of edge.guard.clocks)
            skipHopeless(clock, zone, e, f, (hopeless) => f.brIf(disabled, hopeless));
        then();
      });
      return;
    }
    const k = f.local("i32", first.name);
    f.for(k, first.low, first.high + 1, () => {
      f.do(i32.store(0, k, e.plan.at.cells + 4 * first.cell));
      choose(rest);
    });
  };
  choose(edge.selects);
}

/** Functions that do the same as one made before are not made again. */
export function clockFunction(edge: Edge, e: Coder): QuestionOf {
  if (edge.guard.clocks.length === 0) {
    return e.shared("no_clocks", (name) => e.module.func(name, ["instance: i32"], "i32", () => 1));
  }
  return e.module.func(e.name("clocks"), ["instance: i32"], "i32", (f, instance) => {
    f.comment(describe(edge, e.plan.network));
    loadSelects(edge, instance, e, f);
    for (const clock of edge.guard.clocks) constrain(clock, e.plan.at.target, e, f, () => f.return(0));
    return 1;
  });
}

export function updateFunction(edge: Edge, e: Coder): ActionOn {
  if (edge.update.length === 0) {
    return e.shared("no_update", (name) => e.module.func(name, ["instance: i32"], "void", () => {}));
  }
  return e.module.func(e.name("update"), ["instance: i32"], "void", (f, instance) => {
    f.comment(describe(edge, e.plan.network));
    loadSelects(edge, instance, e, f);
    for (const code of edge.update) effect(code, e, f);
  });
}

export function describe(edge: Edge, network: Network): string {
  const process = network.processes[edge.process]!;
  return `${process.name}: ${process.locations[edge.source]!.name} -> ${process.locations[edge.target]!.name} (edge ${edge.id})`;
}

/** The number of an edge's channel in the state at hand. */
export function channelOf(edge: Edge, e: Coder, f: Body): I32 {
  if (edge.sync?.kind !== "channel") return i32.const(-1);
  let index: I32 = i32.const(edge.sync.channel.base);
  for (const term of edge.sync.channel.terms) index = i32.add(index, offset(term, e, f));
  return index;
}
