import { Draws } from "../../statistics/index.ts";
import type { Initial, StochasticNetwork } from "../network.ts";

/**
 * The state of a run: cells, time, and random numbers. An integer is the low half of its cell, a real the whole (code.ts).
 * Assumes a little-endian machine, as WebAssembly does.
 */
export class Memory {
  /** Integer of cell c at index 2 c. */
  readonly ints: Int32Array;
  readonly reals: Float64Array;
  readonly draws: Draws;
  time = 0;
  private readonly start: Float64Array;

  constructor(network: StochasticNetwork, cells: number, seed: bigint, query: number) {
    this.reals = new Float64Array(cells);
    this.ints = new Int32Array(this.reals.buffer);
    this.draws = new Draws(seed, query);
    for (const { cell, is, value } of network.initial as readonly Initial[]) {
      if (is === "int") this.ints[2 * cell] = value;
      else this.reals[cell] = value;
    }
    this.start = this.reals.slice();
  }

  /** The first state of a run. */
  begin(run: number): void {
    this.reals.set(this.start);
    this.time = 0;
    this.draws.start(run);
  }

  int(cell: number): number {
    return this.ints[2 * cell] ?? 0;
  }

  setInt(cell: number, value: number): void {
    this.ints[2 * cell] = value;
  }

  real(cell: number): number {
    return this.reals[cell] ?? 0;
  }

  setReal(cell: number, value: number): void {
    this.reals[cell] = value;
  }

  /** `v + r (t - s)`. */
  clock(cell: number): number {
    return this.real(cell) + this.real(cell + 2) * (this.time - this.real(cell + 1));
  }

  setClock(cell: number, value: number): void {
    this.reals[cell] = value;
    this.reals[cell + 1] = this.time;
  }

  /** An index, as likely as its weight; requires that one is above 0. Nothing is drawn where there is no choice. */
  weighted(weights: readonly number[], total: number): number {
    if (weights.length === 1) return 0;
    let rest = this.draws.next() * total;
    let last = 0;
    for (const [k, weight] of weights.entries()) {
      if (weight === 0) continue;
      last = k;
      rest -= weight;
      if (rest <= 0) break;
    }
    return last;
  }

  /** One of n, each as likely; nothing is drawn where there is no choice. */
  pick(n: number): number {
    return n <= 1 ? 0 : Math.min(n - 1, Math.floor(this.draws.next() * n));
  }
}
