/**
 * Live cells, for the store of a search: which cells of a discrete state matter, given the locations. States that differ
 * only in dead cells are bisimilar, so one of them stands for all: the one whose dead cells have their initial values. By
 * parts as clock bounds are: `general` cells always matter, `rows[p][l]` matter while process p is in location l. A cell
 * that is never written counts as general, since nothing is won by looking at it.
 */
import { append } from "../../base/index.ts";
import { type Network, type NetworkQuery, slotAt } from "../../network/index.ts";
import { maskIn, type ValueClasses } from "../classes/classes.ts";
import { type Liveness, liveVariables } from "./live.ts";

/** A search begins without the reduction rather than wait for more facts than this. */
const FACTS = 500_000;

export interface LiveCells {
  /** One byte per cell of the state. */
  readonly general: Uint8Array;
  readonly rows: readonly (readonly Int32Array[])[];
  /** Cells that are dead in some location vector. */
  readonly reducible: Int32Array;
  /** Of variables that are alive not all values need be told apart. */
  readonly classes?: readonly ValueClasses[] | undefined;
}

/** What matters where only classes of values make a difference, and no cell is ever dead. */
export function alwaysLive({ slots, processes }: Network): LiveCells {
  const rows = processes.map((p) => p.locations.map(() => new Int32Array(0)));
  return { general: new Uint8Array(slots.length).fill(1), rows, reducible: new Int32Array(0) };
}

/** Undefined if no cell is ever dead: then there is nothing to do. */
export function liveCells(network: Network, query: NetworkQuery | undefined): LiveCells | undefined {
  // Without variables there is nothing to ask.
  if (network.slots.length === network.processes.length) return undefined;
  return cellsOf(liveVariables(network, { queries: query === undefined ? [] : [query], limit: FACTS }));
}

function cellsOf(live: Liveness): LiveCells | undefined {
  const { network, elements } = live;
  if (live.gaveUp) return undefined;
  const written = new Set<number>(live.hooked);
  for (const flow of live.flows) for (const x of flow?.writes.keys() ?? []) written.add(x);
  const { length } = network.slots;
  const general = new Uint8Array(length);
  const members = new Map<number, number[]>();
  for (let c = 0; c < length; c++) {
    const x = elements.ofCell(c);
    if (c < network.processes.length || slotAt(network, c).meta || !written.has(x) || live.everywhere.has(x))
      general[c] = 1;
    else {
      const list = members.get(x);
      if (list === undefined) members.set(x, [c]);
      else list.push(c);
    }
  }
  // What a process needs in all its locations matters always.
  for (const [x, cells] of members) {
    const always = live.needs.some(
      (rows, p) => rows.length > 0 && rows.every((row, l) => row.has(x) || !live.possible.locations[p]![l]),
    );
    if (!always) continue;
    for (const c of cells) general[c] = 1;
    members.delete(x);
  }
  if (members.size === 0) return undefined;
  const rows = live.needs.map((locations) =>
    locations.map((row) => {
      const cells: number[] = [];
      for (const x of row.keys()) append(cells, members.get(x) ?? []);
      return Int32Array.from(cells).sort();
    }),
  );
  return { general, rows, reducible: Int32Array.from([...members.values()].flat()).sort() };
}

/** Cells whose values matter in no location. */
export function deadEverywhere({ general, rows, reducible }: LiveCells): readonly number[] {
  const needed = new Set(rows.flatMap((locations) => locations.flatMap((cells) => [...cells])));
  return [...reducible].filter((cell) => general[cell] === 0 && !needed.has(cell));
}

/** Of which cells the value matters in a state, by its locations. */
export function livenessOf(live: LiveCells, state: ArrayLike<number>): (cell: number) => boolean {
  const needed = new Set(live.rows.flatMap((rows, p) => [...(rows[state[p]!] ?? [])]));
  const coarse = new Set(live.classes?.flatMap((one) => (maskIn(one, state) < 0 ? [] : [one.cell])));
  return (cell) => (live.general[cell] === 1 || needed.has(cell)) && !coarse.has(cell);
}

/**
 * Gives dead cells of the state at hand their initial values, or others. `state` may be the cells of an engine: more may
 * follow.
 */
export function canonicaliser(
  network: Network,
  live: LiveCells,
  valueOf: (cell: number) => number = (cell) => slotAt(network, cell).initial,
): (state: Int32Array) => void {
  const { reducible } = live;
  const initial = Int32Array.from(reducible, valueOf);
  const words = (reducible.length + 31) >>> 5;
  const position = new Map<number, number>(Array.from(reducible, (c, i) => [c, i]));
  /** For each process that matters, `words` words per location. */
  const tables = live.rows.flatMap((locations, process) => {
    if (locations.every((row) => row.length === 0)) return [];
    const masks = new Int32Array(locations.length * words);
    locations.forEach((row, l) => {
      for (const c of row) {
        const i = position.get(c)!;
        masks[l * words + (i >>> 5)]! |= 1 << (i & 31);
      }
    });
    return [{ process, masks }];
  });
  return (state) => {
    for (let w = 0; w < words; w++) {
      let alive = 0;
      for (let t = 0; t < tables.length; t++) alive |= tables[t]!.masks[state[tables[t]!.process]! * words + w]!;
      const last = Math.min(32, reducible.length - 32 * w);
      for (let dead = ~alive; dead !== 0; dead &= dead - 1) {
        const i = 31 - Math.clz32(dead & -dead);
        if (i >= last) break;
        state[reducible[32 * w + i]!] = initial[32 * w + i]!;
      }
    }
  };
}
