import type { Code, Condition } from "../code.ts";
import { EffectFinder, meet, type Range } from "../effects.ts";
import type { Edge, Location, Outcome, Process } from "../network.ts";
import { leavesOf } from "./branch.ts";
import type { Emitter } from "./emitter.ts";

/** Whose invariants a transition can break, and in which locations. */
export interface Check {
  readonly process: number;
  readonly locations: readonly number[];
}

/**
 * The reference engine looks at every process after every transition. Before it all invariants hold, but for bounds that
 * are strict, or on clocks whose rates change, where rounding may have broken them; so what has to be looked at is these, who
 * moved, and who reads what was written. An edge that only resets the clocks its target bounds cannot break that bound. The
 * edges are taken, followers may be.
 */
export function checksAfter(edges: readonly Edge[], followers: readonly Edge[], e: Emitter): Check[] {
  const { finder, needs, always, hooks, readers } = factsOf(e);
  const movers = new Set(edges.map(({ process }) => process));
  const moves = [...edges, ...followers].map((move) => ({
    move,
    leaves: leavesOf(move.then),
    writes: writesOf(move, finder),
  }));
  const touched = new Set(moves.map(({ move }) => move.process));
  for (const { writes } of moves) addReaders(writes, touched, readers);
  addReaders(hooks, touched, readers);
  const writers = writersOf(moves, hooks);
  const concerned = [...new Set([...always, ...touched])].sort((a, b) => a - b);
  return concerned.flatMap((index) => {
    const need = needs.get(index);
    if (need === undefined) return [];
    const { process, locations } = need;
    const own = moves.filter(({ move }) => move.process === process.index);
    const checked = locations.filter(({ location: { index, invariant }, always, reads }) => {
      const entering = own.filter(({ leaves }) => leaves.some(({ target }) => target === index));
      if (movers.has(process.index) && entering.length === 0) return false;
      if (always || isWritten(reads, process.index, writers)) return true;
      return !entering.every(
        ({ move, writes }) => (move.source === index && !meet(reads, writes)) || keeps(move, index, invariant, finder),
      );
    });
    return checked.length > 0
      ? [{ process: process.index, locations: checked.map(({ location }) => location.index) }]
      : [];
  });
}

/** By cell: the process whose move writes it, or that there are several. */
function writersOf(
  moves: readonly { readonly move: Edge; readonly writes: readonly Range[] }[],
  hooks: readonly Range[],
): ReadonlyMap<number, number> {
  const writers = new Map<number, number>();
  const add = (ranges: readonly Range[], process: number): void => {
    for (const [from, end] of ranges)
      for (let cell = from; cell < end; cell++)
        writers.set(cell, (writers.get(cell) ?? process) === process ? process : SEVERAL);
  };
  for (const { move, writes } of moves) add(writes, move.process);
  add(hooks, SEVERAL);
  return writers;
}

const SEVERAL = -1;

/** Whether one of these cells is written by somebody else. */
function isWritten(reads: readonly Range[], process: number, writers: ReadonlyMap<number, number>): boolean {
  return reads.some(([from, end]) => {
    for (let cell = from; cell < end; cell++) if ((writers.get(cell) ?? process) !== process) return true;
    return false;
  });
}

function addReaders(writes: readonly Range[], to: Set<number>, readers: Facts["readers"]): void {
  for (const [from, end] of writes)
    for (let cell = from; cell < end; cell++) for (const process of readers.get(cell) ?? []) to.add(process);
}

/** All locations with an invariant that have to be looked at in the first state. */
export function boundedLocations(e: Emitter): Check[] {
  return [...factsOf(e).needs.values()].map(({ process, locations }) => ({
    process: process.index,
    locations: locations.map(({ location }) => location.index),
  }));
}

interface Facts {
  readonly finder: EffectFinder;
  /** By process that has invariants: the locations that have them. */
  readonly needs: ReadonlyMap<number, { readonly process: Process; readonly locations: readonly Need[] }>;
  /** The processes that have some that may be broken without anybody writing. */
  readonly always: readonly number[];
  /** By cell: the processes whose invariants read it. */
  readonly readers: ReadonlyMap<number, ReadonlySet<number>>;
  readonly hooks: readonly Range[];
}
interface Need {
  readonly location: Location;
  /** It may be broken without anybody writing. */
  readonly always: boolean;
  readonly reads: readonly Range[];
}

const known = new WeakMap<Emitter, Facts>();

function factsOf(e: Emitter): Facts {
  const found = known.get(e) ?? makeFacts(e);
  known.set(e, found);
  return found;
}

function makeFacts(e: Emitter): Facts {
  const { network } = e;
  const finder = new EffectFinder(e.functions, network.pools);
  const needs = network.processes
    .map((process) => ({
      process,
      locations: process.locations.flatMap((location) => needOf(process, location, finder, e)),
    }))
    .filter(({ locations }) => locations.length > 0);
  const readers = new Map<number, Set<number>>();
  for (const { process, locations } of needs)
    for (const { reads } of locations)
      for (const [from, to] of reads)
        for (let cell = from; cell < to; cell++)
          readers.set(cell, (readers.get(cell) ?? new Set<number>()).add(process.index));
  return {
    finder,
    readers,
    hooks: finder.ofCode(...network.beforeUpdate, ...network.afterUpdate).writes,
    needs: new Map(needs.map((need) => [need.process.index, need])),
    always: needs.flatMap(({ process, locations }) => (locations.some(({ always }) => always) ? [process.index] : [])),
  };
}

function needOf(process: Process, location: Location, finder: EffectFinder, { network: { rated } }: Emitter): Need[] {
  const { invariant } = location;
  if (invariant.is === "and" && invariant.items.length === 0) return [];
  const { reads } = finder.ofCondition(invariant);
  const moved = rated.some(({ clock }) => meet(reads, [[clock, clock + 3]]));
  const isSpawned = process.pool !== undefined && location.index === process.initial;
  return [{ location, always: moved || isSpawned || !staysTrue(invariant), reads }];
}

/** Whether a condition over clocks of rate 1 that was true stays so until time is up, that moment included. */
function staysTrue(condition: Condition): boolean {
  if (condition.is === "and") return condition.items.every(staysTrue);
  return condition.is === "data" || (condition.is === "clock" && condition.relation === "le");
}

/** Whether an edge sets all clocks that the invariant of its target bounds to numbers within. */
function keeps(edge: Edge, target: number, invariant: Condition, finder: EffectFinder): boolean {
  const items = invariant.is === "and" ? invariant.items : [invariant];
  return leavesOf(edge.then)
    .filter((leaf) => leaf.target === target)
    .every(({ ways }) => {
      const updates = [...edge.update, ...ways.flatMap(({ update }) => update)];
      return items.every((item) => item.is === "clock" && resetWithin(item, updates, finder));
    });
}

function resetWithin(
  { clock, relation, bound }: Condition & { is: "clock" },
  updates: readonly Code[],
  finder: EffectFinder,
): boolean {
  if (relation !== "le" || bound.op !== "const" || clock.terms.length > 0 || clock.pointer !== undefined) return false;
  const cells: Range[] = [[clock.base, clock.base + 3]];
  const touching = updates.filter((code) => meet(finder.ofCode(code).writes, cells));
  const [only] = touching;
  if (only?.op !== "reset" || touching.length > 1 || only.at.base !== clock.base) return false;
  if (only.at.terms.length > 0 || only.at.pointer !== undefined || only.at.first) return false;
  return only.value.op === "const" && only.value.value <= bound.value;
}

function writesOf(edge: Edge, finder: EffectFinder): Range[] {
  const writes = [...finder.ofCode(...edge.update).writes];
  const visit = (outcome: Outcome): void => {
    if (outcome.kind === "location") return;
    for (const way of outcome.ways) {
      for (const range of finder.ofCode(...way.update).writes) writes.push(range);
      visit(way.then);
    }
  };
  visit(edge.then);
  return writes;
}
