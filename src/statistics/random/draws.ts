import { demand } from "../../base/index.ts";
import { drawExponential } from "./exponential.ts";
import { schedule, threefry } from "./threefry.ts";

/**
 * The random numbers of the runs of one query. Those of run i depend on seed, query and i alone: runs may be made in any
 * order and by any number of threads, and one of them made again alone.
 *
 * Layout, for whoever writes it in another language: the key of Threefry4x32-20 is (seed low, seed high, query, 0), the seed
 * taken modulo 2^64 and the query modulo 2^32; the counter of block b, from 0 on, is (run low, run high, b low, b high), so b
 * high is 0 in the first 2^33 draws. A block of words w0 to w3 gives two numbers, the first from a = w0, b = w1, the second
 * from a = w2, b = w3: ((a >>> 5) * 2^26 + (b >>> 6) + 1) * 2^-53, a multiple of 2^-53 in (0, 1]; never 0, so that its
 * logarithm is finite.
 */
export class Draws {
  readonly #key: Int32Array;
  readonly #words = new Int32Array(4);
  #runLow = 0;
  #runHigh = 0;
  #block = 0;
  #blockHigh = 0;
  #second = false;
  readonly #source = (): number => this.next();

  constructor(seed: bigint | number, query: number) {
    demand(typeof seed === "bigint" || Number.isSafeInteger(seed), "a seed is a whole number");
    const whole = BigInt.asUintN(64, BigInt(seed));
    this.#key = schedule(Number(whole & 0xffffffffn), Number(whole >> 32n), query, 0);
  }

  /** Goes to the first number of a run; requires a whole number from 0 to 2^53 - 1. */
  start(run: number): void {
    this.#runLow = run | 0;
    this.#runHigh = Math.floor(run / 4294967296);
    this.#block = 0;
    this.#blockHigh = 0;
    this.#second = false;
  }

  next(): number {
    const w = this.#words;
    this.#second = !this.#second;
    if (!this.#second) return uniform(w[2]!, w[3]!);
    threefry(this.#key, this.#runLow, this.#runHigh, this.#block, this.#blockHigh, w);
    this.#block = (this.#block + 1) | 0;
    if (this.#block === 0) this.#blockHigh++;
    return uniform(w[0]!, w[1]!);
  }

  /** An exponential number of rate 1; finite, and not below 0. */
  exponential(): number {
    return drawExponential(this.#source);
  }
}

/** A multiple of 2^-53 in (0, 1] from two words. */
export function uniform(a: number, b: number): number {
  return ((a >>> 5) * 67108864 + (b >>> 6) + 1) * 1.1102230246251565e-16;
}
