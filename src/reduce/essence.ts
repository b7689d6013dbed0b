/**
 * All that the answer to a query can depend on, as one text: two questions with the same text have the same answer, whatever else
 * their models say. So an answer may be kept where a change left this text alone. What cannot matter is left out first
 * (`bystanders.ts`, `clocks.ts`); then functions nobody calls, and cells, clocks and channels nobody uses; what is left is
 * numbered anew in the same order. Places in files, names and numbers of edges are no part of it.
 *
 * Why the text says it all: the code of a network uses the cells from a base on as far as its index terms and counts reach,
 * and all of these count as used. The new numbers keep the order of what is used, and so the distances inside each such
 * stretch: the network in the new numbers does what the old one did, and it can be read off the text.
 */
import { wants } from "../base/index.ts";
import { type Function, type Network, type NetworkQuery, type Process, Renumbering } from "../network/index.ts";
import { withoutBystanders } from "./bystanders.ts";
import { withoutIdleClocks } from "./clocks.ts";

export function essence(network: Network, query: NetworkQuery): string {
  wants("essence", network, "network");
  wants("essence", query, "query");
  const among = withoutBystanders(network, query) ?? { network, query };
  const few = withoutIdleClocks(among.network, among.query) ?? among;
  return textOf(few.network, few.query);
}

function textOf(network: Network, query: NetworkQuery): string {
  const kept = network.processes.filter((p) => !isStill(p));
  const functions = [...network.functions, ...query.functions];
  const used = new Used(network, query);
  for (const p of kept) used.cells[p.index] = 1;
  const called = new Set<number>();
  const noting = new Renumbering({ ...used.noting, function: (f) => note(called, f) });
  written(network, query, kept, noting);
  // A set is walked with what is added meanwhile: what a function calls comes behind it.
  for (const f of called) noting.function(functions[f]!);
  const numbers = numbered(called, functions.length);
  const by = used.numbering();
  const anew = new Renumbering({ ...by, function: (f) => numbers[f]! });
  const bodies = functions.flatMap((f, k): Function[] => (called.has(k) ? [withoutVoid(anew.function(f))] : []));
  // Among the cells that say where processes are, those of processes that are left out count if something looks at them.
  const places = kept.map((p) => by.cell(p.index));
  const state = [places, ...written(network, query, kept, anew), bodies, used.values()];
  return JSON.stringify(state, (key, value) => (unimportant.has(key) ? undefined : value));
}

/** Where the result of a function would be that has none is nobody's business. */
function withoutVoid(f: Function): Function {
  return f.resultCount === 0 ? { ...f, result: 0 } : f;
}

/** Neither what is said of places, nor numbers that follow from the order. */
const unimportant = new Set(["origin", "branches", "id", "process", "owner", "name"]);

/** Whether a process does nothing and forbids nothing. */
function isStill({ locations, initial, edges }: Process): boolean {
  const { urgent, committed, invariant } = locations[initial]!;
  const { data, clocks, rates } = invariant;
  return edges.length === 0 && !urgent && !committed && data.length + clocks.length + rates.length === 0;
}

function note(all: Set<number>, one: number): number {
  all.add(one);
  return one;
}

function numbered(all: ReadonlySet<number>, length: number): readonly number[] {
  let next = 0;
  return Array.from({ length }, (_, k) => (all.has(k) ? next++ : -1));
}

/** Network and query in the numbers given, but for functions and for what cells hold. */
function written(network: Network, query: NetworkQuery, kept: readonly Process[], by: Renumbering): unknown[] {
  const { vectors, beforeUpdate, afterUpdate, hasPriorities, defaultPriority, scalarSets } = network;
  const processes = kept.map((p) => ({
    // Vectors name processes by their numbers.
    index: vectors.length > 0 ? p.index : undefined,
    initial: p.initial,
    priority: p.priority,
    locations: p.locations.map((l) => ({ ...l, invariant: by.invariant(l.invariant) })),
    edges: p.edges.map((e) => by.edge(e)),
  }));
  const parts = vectors.map(({ parts }) => parts.map(({ process, event, weak }) => [process, event, weak]));
  const asked = { ...by.query({ ...query, functions: [] }), text: undefined, cells: undefined };
  const hooks = [by.codes(beforeUpdate), by.codes(afterUpdate)];
  return [processes, hooks, parts, hasPriorities, defaultPriority, scalarSets, asked];
}

/** Which cells, clocks and channels are used. */
class Used {
  readonly cells: Uint8Array;
  private readonly clocks: Uint8Array;
  private readonly channels: Uint8Array;
  private readonly network: Network;

  constructor(network: Network, query: NetworkQuery) {
    this.network = network;
    this.cells = new Uint8Array(Math.max(network.cells, query.cells));
    this.clocks = new Uint8Array(network.clocks.length).fill(1, 0, 1);
    this.channels = new Uint8Array(network.channels.length);
  }

  get noting() {
    const mark = (all: Uint8Array) => (from: number, reach: number) => {
      all.fill(1, from, Math.min(all.length, from + Math.max(0, reach)));
      return from;
    };
    const cells = mark(this.cells);
    const cell = (from: number, reach: number) => cells(from, Math.min(reach, this.end(from) - from));
    return { cell, clock: mark(this.clocks), channel: mark(this.channels) };
  }

  numbering() {
    const [cells, clocks, channels] = [this.cells, this.clocks, this.channels].map(ranks);
    return {
      cell: (c: number) => cells![c]!,
      clock: (c: number) => clocks![c]!,
      channel: (c: number) => channels![c]!,
    };
  }

  /** What is used, as it is at the beginning. */
  values(): unknown[] {
    const { slots, constants, clocks, channels } = this.network;
    const isUsed =
      (all: Uint8Array, from = 0) =>
      (_: unknown, k: number) =>
        all[from + k] === 1;
    return [
      slots.filter(isUsed(this.cells)),
      constants.filter(isUsed(this.cells, slots.length)),
      clocks.filter(isUsed(this.clocks)),
      channels.filter(isUsed(this.channels)),
    ];
  }

  /** Where the variable at a cell ends at the latest, or the region of constants or of scratch. */
  private end(from: number): number {
    const { slots, constants } = this.network;
    const first = slots.at(from);
    if (from >= slots.length || first === undefined)
      return from < slots.length + constants.length ? slots.length + constants.length : this.cells.length;
    let end = from + 1;
    for (let s = slots.at(end); end < slots.length && s !== undefined; s = slots.at(++end))
      if (s.owner !== first.owner || s.origin.start !== first.origin.start || s.type === "location") break;
    return end;
  }
}

/** By number, how many before it are used. */
function ranks(used: Uint8Array): Int32Array {
  let next = 0;
  return Int32Array.from(used, (is) => (is === 1 ? next++ : -1));
}
