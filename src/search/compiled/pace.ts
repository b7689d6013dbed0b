/** Runs a search in portions: larger and larger ones, but small ones where states are dear, so that limits are kept. */
import type { ReachStatus } from "../../engine/index.ts";
import type { Limits } from "../limits.ts";

/** States explored between two looks at the limits: little at first, so that a limit of a few states is kept. */
const FIRST_PORTION = 8;
const LARGEST_PORTION = 20_000;
/** Milliseconds that a portion should not exceed. */
const SLOW = 100;

export class Pace {
  private portion = FIRST_PORTION;
  private readonly now: () => number;

  constructor({ now }: Limits) {
    this.now = now ?? (() => 0);
  }

  run(search: { run(portion: number): ReachStatus }): ReachStatus {
    const started = this.now();
    const status = search.run(this.portion);
    const isSlow = this.now() - started > SLOW;
    this.portion = isSlow ? Math.max(1, this.portion >> 2) : Math.min(2 * this.portion, LARGEST_PORTION);
    return status;
  }
}
