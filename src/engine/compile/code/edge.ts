import type { Edge, Network, Select } from "../../../network/index.ts";
import { type Body, callIndirect, type I32, i32, type Table } from "../../wasm/index.ts";
import type { ActionOn, Emitter, QuestionOf } from "../emitter.ts";
import { JUST_REACHED } from "../plan.ts";
import type { Coder } from "./coder.ts";
import { constrain, skipHopeless } from "./constraint.ts";
import { effect, expression, offset } from "./expression.ts";
import { loadSelects } from "./instance.ts";

/**
 * The code of edges, one small function each, reached through tables by edge number or by location. An enabled edge is an
 * *instance* (instance.ts).
 */
export interface EdgeTables {
  /** By location of the network: offers internal edges (taking them at once), senders and events. */
  readonly active: Table;
  /** By location: offers receivers. */
  readonly passive: Table;
  /** By edge: constrains the target zone by the clock guards; 0 if nothing is left. Takes the instance. */
  readonly clocks: Table;
  /** By edge: runs the updates. Takes the instance. */
  readonly update: Table;
}

/** The first number of a process's locations among all locations of the network. */
export function locationBases(network: Network): number[] {
  let next = 0;
  return network.processes.map((process) => {
    const base = next;
    next += process.locations.length;
    return base;
  });
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

/** Calls the function of each process's current location. */
export function callByLocation(
  table: Table,
  bases: readonly number[],
  processes: Iterable<number>,
  e: Emitter,
  f: Body,
): void {
  const type = e.module.type([], "void");
  for (const p of processes) f.do(callIndirect(table, type, i32.add(i32.load(0, e.plan.at.cells + 4 * p), bases[p]!)));
}
