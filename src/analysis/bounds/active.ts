/**
 * Active clocks (Daws, Yovine 1996, Reducing the number of clock variables of timed automata): those that may be looked at
 * before they are set again. The bounds of locations say it already: where a clock has none in any process, nor in the query,
 * no guard, invariant, copy or formula can tell its values apart until it is set, and a state is as good with any value of it
 * as with the ones it has. What somebody reads without comparing it (`sup: x`, a clock that is measured) is active everywhere.
 */
import { greatest } from "../../base/index.ts";
import type { Network, NetworkQuery } from "../../network/index.ts";
import { INF, LE_ZERO } from "../../zones/index.ts";
import { clocksOf } from "../influence/idle.ts";
import type { ClockBounds } from "./bounds.ts";

export interface ActiveClocks {
  /** Active everywhere; the zero clock is one of them. */
  readonly always: readonly number[];
  /** By process and location. */
  readonly rows: readonly (readonly (readonly number[])[])[];
  /** No state has more of them. */
  readonly most: number;
}

/** Undefined where bounds do not tell, or no clock is ever known to be inactive. */
export function activeClocks(
  network: Network,
  query: NetworkQuery | undefined,
  bounds: ClockBounds,
): ActiveClocks | undefined {
  if (bounds.diverges !== undefined || bounds.diagonals.unlisted !== undefined) return undefined;
  const always = new Set([0, ...bounded(bounds.general), ...(bounds.kept === undefined ? [] : [bounds.kept])]);
  if (query !== undefined && "terms" in query)
    for (const term of query.terms)
      if (term.is === "clock") for (const x of clocksOf(term.clock, network.clocks.length)) always.add(x);
  const rows = bounds.rows.map((locations) => locations.map(bounded));
  const constant = new Set(always);
  for (const [first, ...others] of rows)
    for (const x of first ?? []) if (others.every((row) => row.includes(x))) constant.add(x);
  if (constant.size === network.clocks.length) return undefined;
  const own = (row: readonly number[]): number => row.filter((x) => !always.has(x)).length;
  const most = rows.reduce((sum, locations) => sum + greatest(locations.map(own), 0), always.size);
  return { always: [...always].sort((a, b) => a - b), rows, most: Math.min(most, network.clocks.length) };
}

/** The clocks of triples (clock, L, U) with a bound. */
function bounded(triples: Int32Array): number[] {
  const clocks: number[] = [];
  for (let i = 0; i < triples.length; i += 3)
    if (triples[i + 1]! >= 0 || triples[i + 2]! >= 0) clocks.push(triples[i]!);
  return clocks;
}

/** Those of the locations in the first cells, ascending. */
export function activeIn({ always, rows }: ActiveClocks, cells: Int32Array): number[] {
  const all = new Set(always);
  for (const [p, locations] of rows.entries()) for (const x of locations[cells[p]!]!) all.add(x);
  return [...all].sort((a, b) => a - b);
}

/** Lets inactive clocks of a closed zone have any value; it stays closed. */
export function loosen(zone: Int32Array, dim: number, active: readonly number[]): void {
  const isActive = new Uint8Array(dim);
  for (const x of active) isActive[x] = 1;
  for (let x = 1; x < dim; x++) {
    if (isActive[x]) continue;
    // Nothing is above it by less than it is above zero, and it is above nothing by any bound.
    for (let y = 0; y < dim; y++) {
      zone[y * dim + x] = zone[y * dim]!;
      zone[x * dim + y] = INF;
    }
    zone[x * dim + x] = LE_ZERO;
  }
}
