/**
 * Classes of values, for the store of a search: where a variable is only compared with 5 from here on, it has two values, not
 * ten. In a state the values of a variable that no needed test (`needs.ts`) tells apart are one class, and the lowest of them
 * stands for all. It is given by bits: each test has one, the last says that the value as a whole is needed; `general` are
 * needed wherever processes are, `rows` while a process is in a location. Between the `ends` of intervals all tests come out
 * alike, as `signs` say.
 */
import { type Network, type NetworkQuery, processAt } from "../../network/index.ts";
import { usesOf } from "../flow/uses.ts";
import type { Interval } from "../values/interval.ts";
import type { Test } from "./looks.ts";
import { MOST_TESTS, type Need, type Needs, testsNeeded } from "./needs.ts";

export interface ValueClasses {
  readonly cell: number;
  /** Where intervals begin, from the lowest value on. */
  readonly ends: Int32Array;
  /** By interval: the tests that hold in it. */
  readonly signs: Int32Array;
  readonly general: number;
  /** Of processes that need some: by location. */
  readonly rows: readonly { readonly process: number; readonly masks: Int32Array }[];
}

const WHOLE = 1 << 31;

/** Of the variables for which something is gained; those of `left` keep their values as they are. */
export function valueClasses(
  network: Network,
  query: NetworkQuery | undefined,
  left: ReadonlySet<number> = new Set(),
): readonly ValueClasses[] {
  if (network.slots.length === network.processes.length) return [];
  const needs = testsNeeded(network, query, left);
  if (needs === undefined) return [];
  const { possible, writers } = usesOf(network);
  const found: ValueClasses[] = [];
  for (let cell = network.processes.length; cell < network.slots.length; cell++) {
    if (!writers.has(cell) || !needs.isPlain(cell)) continue;
    const range = possible.ranges.load({ base: cell, terms: [] });
    const classes = classesOf(network, cell, needs, range);
    if (classes !== undefined && gains(network, classes, range)) found.push(classes);
  }
  return found;
}

function classesOf(network: Network, cell: number, needs: Needs, range: Interval): ValueClasses | undefined {
  const rows = needs.rows.map((locations) => locations.map((row) => row.get(cell) ?? []));
  const all = [...(needs.everywhere.get(cell) ?? []), ...rows.flat(2)];
  const tests = distinct(all, range);
  if (all.length === 0 || tests.length > MOST_TESTS) return undefined;
  const mask = (list: readonly Need[]): number =>
    list.reduce((bits, need) => bits | (need === "whole" ? WHOLE : bitOf(tests, need)), 0);
  const cuts = tests.flatMap(({ is, than }) => (is === "=" ? [than, than + 1] : [than]));
  const ends = [...new Set([range.low, ...cuts.filter((c) => c > range.low && c <= range.high)])].sort((a, b) => a - b);
  const signs = ends.map((value) => tests.reduce((bits, t, k) => (holds(t, value) ? bits | (1 << k) : bits), 0));
  return {
    cell,
    ends: Int32Array.from(ends),
    signs: Int32Array.from(signs),
    general: mask(needs.everywhere.get(cell) ?? []),
    rows: rows.flatMap((locations, process) => {
      const masks = Int32Array.from(locations, mask);
      return masks.some((m) => m !== 0) ? [{ process: processAt(network, process).index, masks }] : [];
    }),
  };
}

/** The tests that tell values of a range apart, each once. */
function distinct(needs: readonly Need[], { low, high }: Interval): readonly Test[] {
  const known = new Map<string, Test>();
  for (const need of needs)
    if (need !== "whole" && need.than >= (need.is === "=" ? low : low + 1) && need.than <= high)
      known.set(`${need.is}${need.than}`, need);
  return [...known.values()];
}

function bitOf(tests: readonly Test[], { is, than }: Test): number {
  const k = tests.findIndex((t) => t.is === is && t.than === than);
  return k < 0 ? 0 : 1 << k;
}

function holds({ is, than }: Test, value: number): boolean {
  return is === "=" ? value === than : value < than;
}

/** Whether there are locations where some values that the variable may have are one class. */
function gains(network: Network, { general, rows, signs }: ValueClasses, range: Interval): boolean {
  const { locations } = usesOf(network).possible;
  const open = rows.map(({ process, masks }) => masks.filter((m, l) => m >= 0 && locations[process]![l]));
  if (general < 0 || open.some((masks) => masks.length === 0)) return false;
  const whole = open.reduce((bits, masks) => masks.reduce((a, b) => a | b, bits), general);
  return (
    new Set(signs).size <= range.high - range.low || open.some((masks) => masks.some((m) => m !== 0 && m !== whole))
  );
}

/** Gives the variables of a state the values that stand for their classes. `state` may be the cells of an engine. */
export function coarsener(classes: readonly ValueClasses[]): (state: Int32Array) => void {
  return (state) => {
    for (const one of classes) state[one.cell] = standsFor(one, state);
  };
}

/** Which tests of a variable are needed in a state, by its locations; negative if its value is. */
export function maskIn({ general, rows }: ValueClasses, state: ArrayLike<number>): number {
  return rows.reduce((bits, { process, masks }) => bits | masks[state[process]!]!, general);
}

function standsFor(classes: ValueClasses, state: Int32Array): number {
  const { cell, ends, signs } = classes;
  const value = state[cell]!;
  const mask = maskIn(classes, state);
  if (mask < 0) return value;
  let own = 0;
  while (own + 1 < ends.length && ends[own + 1]! <= value) own++;
  return ends[signs.findIndex((sign) => ((sign ^ signs[own]!) & mask) === 0)]!;
}
