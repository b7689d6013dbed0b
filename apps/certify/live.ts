/**
 * Live variables (docs/semantics.md 9.13): what a certificate states of the places in which the value of a variable matters,
 * and whether that is closed. Where nobody needs it, a variable is dead, and states that differ only there count as one.
 */
import type { Expr } from "../../src/syntax/index.ts";
import type { Exchange } from "./exchange.ts";
import type { Live } from "./format.ts";
import type { Names } from "./names.ts";
import { at, Refuted, Unreadable } from "./outcome.ts";
import { waysOf } from "./process.ts";
import type { Claim } from "./query.ts";
import { type Context, type Named, within } from "./scope.ts";
import type { System } from "./system.ts";
import { overwritten, Touch } from "./touch.ts";

/** What the code of a process reads in a location, and what is needed there because it is needed where an edge leads to. */
interface Use {
  readonly process: number;
  readonly location: number;
  readonly reads: ReadonlySet<number>;
  readonly edge?: { readonly target: number; readonly overwritten: ReadonlySet<number> };
}

/** A cell that is needed, in a location of a process or everywhere. */
interface Need {
  readonly cell: number;
  readonly where?: { readonly process: number; readonly location: number };
}

/** Cells of the memory that are needed: everywhere, and in each location of each process. */
export class Needs {
  private readonly system: System;
  readonly everywhere = new Set<number>();
  readonly local: readonly (readonly Set<number>[])[];
  private table: Settling | undefined;

  constructor(system: System) {
    this.system = system;
    this.local = system.processes.map((p) => p.locations.map(() => new Set<number>()));
  }

  /** As a certificate states them, by its own numbers. */
  static stated({ everywhere, locations }: Live, names: Names, system: System): Needs {
    const needs = new Needs(system);
    const cell = (number: number): number => {
      const known = system.cells[names.cells[number] ?? -1];
      if (known === undefined)
        throw new Unreadable(`the certificate states that variable ${number} is live, which is none`);
      return known;
    };
    for (const number of everywhere) needs.everywhere.add(cell(number));
    for (const [process, location, ...numbers] of locations) {
      const row = needs.local[process!]?.[location!];
      if (row === undefined) throw new Unreadable("the certificate states what is live in no location");
      for (const number of numbers) row.add(cell(number));
    }
    return needs;
  }

  /** The same by the numbers of a certificate. What a process needs in all its locations is needed everywhere. */
  told(names: Names): Live {
    const { cells } = this.system;
    const isAlways = (cell: number): boolean =>
      this.everywhere.has(cell) || this.local.some((rows) => rows.every((row) => row.has(cell)));
    const numbered = (isMeant: (cell: number) => boolean): number[] =>
      names.cells.flatMap((position, number) => (isMeant(cells[position]!) ? [number] : []));
    const rows = this.local.flatMap((list, p) =>
      list.map((row, l) => [p, l, ...numbered((cell) => row.has(cell) && !isAlways(cell))]),
    );
    return { everywhere: numbered(isAlways), locations: rows.filter((row) => row.length > 2) };
  }

  has({ cell, where }: Need): boolean {
    return this.everywhere.has(cell) || (where !== undefined && this.local[where.process]![where.location]!.has(cell));
  }

  add({ cell, where }: Need): void {
    (where === undefined ? this.everywhere : this.local[where.process]![where.location]!).add(cell);
  }

  /** Whether a cell is needed anywhere. */
  hasSomewhere(cell: number): boolean {
    return this.everywhere.has(cell) || this.local.some((rows) => rows.some((row) => row.has(cell)));
  }

  isKeptBy(exchange: Exchange): boolean {
    const isKept = (here: ReadonlySet<number>, there: ReadonlySet<number>): boolean =>
      here.size === there.size && [...here].every((cell) => there.has(exchange.cell(cell)));
    return (
      isKept(this.everywhere, this.everywhere) &&
      this.local.every((rows, p) => rows.every((row, l) => isKept(row, this.local[exchange.cell(p)]![l]!)))
    );
  }

  /** Gives the dead variables of a state one value. Requires: no needs are added from now on. */
  readonly settle = (values: number[]): void => {
    this.table ??= this.settling();
    const { positions, rows } = this.table;
    positions.forEach((position, k) => {
      if (!rows.some(({ process, alive }) => alive[values[process]!]![k] === 1)) values[position] = 0;
    });
  };

  private settling(): Settling {
    const { cells, processes } = this.system;
    const all = cells.map((_, k) => k).slice(processes.length);
    const positions = all.filter((k) => !this.everywhere.has(cells[k]!));
    const rows = this.local.map((list, process) => {
      return { process, alive: list.map((row) => positions.map((k) => (row.has(cells[k]!) ? 1 : 0))) };
    });
    return { positions, rows: rows.filter(({ process }) => this.local[process]!.some((row) => row.size > 0)) };
  }
}

/** Values of a state that may be dead, and, for processes that need any, which of them are alive in each location. */
interface Settling {
  readonly positions: readonly number[];
  readonly rows: readonly { readonly process: number; readonly alive: readonly (readonly number[])[] }[];
}

/** What is needed and not stated, one after the other. Processes that stand still need nothing. */
function* missing(
  needs: Needs,
  uses: readonly Use[],
  asked: Touch,
  isCell: (cell: number) => boolean,
): Generator<Need> {
  for (const cell of asked.reads) if (isCell(cell) && !needs.has({ cell })) yield { cell };
  for (const { process, location, reads, edge } of uses) {
    const where = { process, location };
    for (const cell of reads) if (isCell(cell) && !needs.has({ cell, where })) yield { cell, where };
    if (edge === undefined) continue;
    for (const cell of needs.local[process]![edge.target]!)
      if (!edge.overwritten.has(cell) && !needs.has({ cell, where })) yield { cell, where };
  }
}

/** Refuses what is stated if it is not closed (9.13). */
export function demandLive(needs: Needs, claim: Claim, system: System): void {
  for (const { cell, where } of missing(needs, usesOf(system), askedBy(claim, system), isVariable(system))) {
    const name = system.names[system.cells.indexOf(cell)];
    const who = where === undefined ? "the query" : placeName(where, system);
    at(undefined, "what is live", () => {
      throw new Refuted(`'${name}' is stated as dead, and ${who} needs it`);
    });
  }
}

function placeName({ process, location }: NonNullable<Need["where"]>, { processes }: System): string {
  const { name, locations } = processes[process]!;
  return `${name} in ${locations[location]!.name}`;
}

/** The least that is closed. */
export function leastNeeds(claim: Claim, system: System): Needs {
  const needs = new Needs(system);
  const [uses, asked, isCell] = [usesOf(system), askedBy(claim, system), isVariable(system)];
  for (let before = -1, count = 0; before !== count; ) {
    before = count;
    for (const need of missing(needs, uses, asked, isCell)) {
      needs.add(need);
      count++;
    }
  }
  return needs;
}

/** Whether a cell is one of a variable that belongs to the state. */
function isVariable({ cells, processes }: System): (cell: number) => boolean {
  const all = new Set(cells.slice(processes.length));
  return (cell) => all.has(cell);
}

/** What the query and hooks look at, wherever processes are. */
export function askedBy({ goal, context }: Claim, { hooks, context: own }: System): Touch {
  const touch = new Touch().condition(goal.formula, context);
  for (const hook of hooks) touch.update(hook, own);
  return touch;
}

/** What the processes that do not stand still look at. */
export function usesOf(system: System): readonly Use[] {
  const named = [...system.context.processes.values()].flat();
  const moving = named.filter(({ index }) => system.processes[index]!.leftOut === undefined);
  return moving.flatMap((one) => usesBy(one, within(system.context, one.scope)));
}

function usesBy({ template, index: process }: Named, context: Context): readonly Use[] {
  const invariants = template.locations.map(({ index: location, node }): Use => {
    return { process, location, reads: new Touch().condition(node.invariant?.value, context).reads };
  });
  const edges = waysOf(template).map((way): Use => {
    const updates = way.flatMap(({ node }): readonly Expr[] => node.update?.value ?? []);
    const target = way.at(-1)!.target;
    const sure = new Set(updates.flatMap((update) => overwritten(update, context)));
    return {
      process,
      location: way[0]!.source,
      reads: touchOf(way, context).reads,
      edge: { target, overwritten: sure },
    };
  });
  return [...invariants, ...edges];
}

/** What an edge touches. */
export function touchOf(way: ReturnType<typeof waysOf>[number], context: Context): Touch {
  const touch = new Touch();
  for (const { node } of way) {
    touch.condition(node.guard?.value, context).condition(node.sync?.value.channel, context);
    for (const update of node.update?.value ?? []) touch.update(update, context);
  }
  return touch;
}
