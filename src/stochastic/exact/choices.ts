import { append } from "../../base/index.ts";
import { Memory } from "../interpret/memory.ts";
import type { StochasticNetwork } from "../network.ts";

/** A memory that takes every choice in turn instead of drawing. */
export class Choices extends Memory {
  /** The index taken at each choice so far, and the probabilities of all its indices. */
  private readonly taken: { index: number; readonly chances: readonly number[] }[] = [];
  private position = 0;

  constructor(network: StochasticNetwork, cells: number) {
    super(network, cells, 0n, 0);
  }

  /** Does something again and again, each time with other choices; yields what came of it and how likely that is. */
  all<T>(act: () => T | undefined): { readonly state: T; readonly probability: number }[] {
    const before = this.taken.splice(0);
    const found: { state: T; probability: number }[] = [];
    do {
      this.position = 0;
      const state = act();
      const probability = this.taken.reduce((product, { index, chances }) => product * (chances[index] ?? 0), 1);
      if (state !== undefined && probability > 0) found.push({ state, probability });
    } while (this.advance());
    append(this.taken, before);
    return found;
  }

  /** The last choice that has another index takes it; those after it begin anew. */
  private advance(): boolean {
    for (let last = this.taken.at(-1); last; last = this.taken.at(-1)) {
      if (++last.index < last.chances.length) return true;
      this.taken.pop();
    }
    return false;
  }

  private choose(chances: readonly number[]): number {
    const known = this.taken[this.position++];
    if (known !== undefined) return known.index;
    this.taken.push({ index: 0, chances });
    return 0;
  }

  override pick(n: number): number {
    return n <= 1 ? 0 : this.choose(new Array<number>(n).fill(1 / n));
  }

  override weighted(weights: readonly number[], total: number): number {
    return weights.length === 1 ? 0 : this.choose(weights.map((weight) => weight / total));
  }
}
