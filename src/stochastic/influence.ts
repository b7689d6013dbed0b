import { append } from "../base/index.ts";
import type { Condition } from "./code.ts";
import { EffectFinder, meet, type Range } from "./effects.ts";
import type { Edge, Location, Outcome, Process, StochasticNetwork } from "./network.ts";

/**
 * Who has to draw again after a transition. A component's law depends on the guards of its outputs, its invariant and its rate in
 * the present location, so a delay once drawn stays good until somebody writes what these read: redrawing then is redrawing on
 * what is left, and changes no law. Where the law has no memory it stays good even then, as long as the process could move
 * before and can now. Engines that run the same network must agree on this, because each draw uses up a random
 * number.
 */
export interface Influence {
  /**
   * By edge: the processes it may disturb, with the locations in which they are. Edges that write the same have the same
   * list; it may name the process of the edge, which draws again in any case.
   */
  readonly disturbed: readonly (readonly Disturbed[])[];
  /** By edge: rated clocks (indices) whose rate may be another afterwards. */
  readonly rated: readonly (readonly number[])[];
  /** By rated clock: who is disturbed when its rate changes. */
  readonly byRate: readonly (readonly Disturbed[])[];
}
export interface Disturbed {
  readonly process: number;
  readonly locations: readonly number[];
}

const known = new WeakMap<StochasticNetwork, Influence>();

export function influenceOf(network: StochasticNetwork): Influence {
  const found = known.get(network) ?? findInfluence(network);
  known.set(network, found);
  return found;
}

function findInfluence(network: StochasticNetwork): Influence {
  const finder = new EffectFinder(network.functions, network.pools);
  const readers = new Readers();
  for (const process of network.processes)
    for (const l of process.locations.keys()) readers.add(process.index, l, readsAt(process, l, finder));
  const hooks = finder.ofCode(...network.beforeUpdate, ...network.afterUpdate).writes;
  const edges = network.processes.flatMap((process) => process.edges);
  const writes = edges.map((edge): Range[] => [...writesOf(edge, finder), ...hooks]);
  const setterReads = network.rated.map(({ setters }) =>
    setters.map(({ process, when, rate }): Range[] => [
      [process, process + 1],
      ...finder.ofCode(...(when ? [when] : []), rate).reads,
    ]),
  );
  return {
    disturbed: edges.map((edge, e) => readers.of(writes[e] ?? [], edge.process)),
    rated: edges.map((_, e) =>
      network.rated.flatMap(({ setters }, c) =>
        setters.some((_, s) => meet(setterReads[c]?.[s] ?? [], writes[e] ?? [])) ? [c] : [],
      ),
    ),
    byRate: network.rated.map(({ clock }) => readers.of([[clock, clock + 3]])),
  };
}

/**
 * Whether the delay of a process that can move is exponential here, always with the same rate, and whether it can move does
 * not depend on time.
 */
export function isMemoryless({ edges }: Process, { urgent, committed, expiry, rate, outputs }: Location): boolean {
  if (urgent || committed || expiry.is !== "or" || expiry.items.length > 0) return false;
  if (rate && rate.op !== "const") return false;
  return outputs.every((output) => {
    const edge = edges[output];
    return edge !== undefined && !edge.sync?.urgent && isTimeless(edge.guard);
  });
}

/** Whether a condition is about data alone, so that time changes nothing. */
export function isTimeless(condition: Condition): boolean {
  switch (condition.is) {
    case "data":
      return true;
    case "and":
    case "or":
      return condition.items.every(isTimeless);
    case "any":
      return isTimeless(condition.item);
    default:
      return false;
  }
}

/** Who reads which cells, found by cell: there may be thousands of processes. */
class Readers {
  private readonly all: { readonly process: number; readonly location: number }[] = [];
  private readonly byCell = new Map<number, number[]>();
  private readonly lists = new Map<string, readonly Disturbed[]>();

  /** Requires processes and locations in increasing order. */
  add(process: number, location: number, reads: readonly Range[]): void {
    const reader = this.all.push({ process, location }) - 1;
    for (const cell of cellsOf(reads)) {
      const known = this.byCell.get(cell);
      if (known) known.push(reader);
      else this.byCell.set(cell, [reader]);
    }
  }

  /** Those who read one of the cells, by process. Cells that nobody but the writer reads make no difference. */
  of(writes: readonly Range[], writer?: number): readonly Disturbed[] {
    const cells = [...cellsOf(writes)].filter((cell) =>
      this.byCell.get(cell)?.some((reader) => this.all[reader]?.process !== writer),
    );
    const key = cells.sort((a, b) => a - b).join();
    const list = this.lists.get(key) ?? this.find(cells);
    this.lists.set(key, list);
    return list;
  }

  private find(cells: readonly number[]): Disturbed[] {
    const found = new Set<number>();
    for (const cell of cells) for (const reader of this.byCell.get(cell) ?? []) found.add(reader);
    const byProcess = new Map<number, number[]>();
    for (const reader of [...found].sort((a, b) => a - b)) {
      const { process, location } = this.all[reader]!;
      byProcess.set(process, [...(byProcess.get(process) ?? []), location]);
    }
    return [...byProcess].map(([process, locations]) => ({ process, locations }));
  }
}

function cellsOf(ranges: readonly Range[]): Set<number> {
  const cells = new Set<number>();
  for (const [from, to] of ranges) for (let cell = from; cell < to; cell++) cells.add(cell);
  return cells;
}

function readsAt(process: Process, location: number, finder: EffectFinder): Range[] {
  const here = process.locations[location];
  if (here === undefined) return [];
  const found = finder.ofCondition(here.expiry);
  if (here.rate) append(found.reads, finder.ofCode(here.rate).reads);
  for (const output of here.outputs) {
    const edge = process.edges[output];
    if (edge) finder.ofCondition(edge.guard, found);
  }
  return found.reads;
}

function writesOf(edge: Edge, finder: EffectFinder): Range[] {
  const writes: Range[] = [[edge.process, edge.process + 1], ...finder.ofCode(...edge.update).writes];
  const visit = (outcome: Outcome): void => {
    if (outcome.kind === "location") return;
    for (const way of outcome.ways) {
      append(writes, finder.ofCode(...way.update).writes);
      visit(way.then);
    }
  };
  visit(edge.then);
  return writes;
}
