/**
 * What running code works on: cells for every value, and the clock operations of the transition at hand. Assignments to clocks
 * are noted and not done (docs/semantics.md 5.8), so that the same list can be applied to a zone, forwards or backwards.
 */
import { Fault } from "./outcome.ts";

/** `x = y + plus`; y 0 is the number alone. */
export interface ClockStep {
  readonly clock: number;
  readonly from: number;
  readonly plus: number;
}

/** 2.14 */
const LIMIT = 20_000_000;

export class Memory {
  cells = new Int32Array(1 << 12);
  /** Clock 0 is the constant zero. */
  readonly clockNames: string[];
  readonly clockStarts: number[];
  steps: ClockStep[] = [];
  private top = 0;
  private left = LIMIT;
  private readonly texts = new Map<string, number>();

  /** Beside another one it has cells of its own, and clocks that are counted along with those of the other. */
  constructor(beside?: Memory) {
    this.clockNames = beside?.clockNames ?? ["0"];
    this.clockStarts = beside?.clockStarts ?? [0];
  }

  /** Room for so many cells. */
  reserve(size: number): number {
    const at = this.top;
    this.top += size;
    if (this.top > this.cells.length) {
      const more = new Int32Array(Math.max(this.top, 2 * this.cells.length));
      more.set(this.cells);
      this.cells = more;
    }
    return at;
  }

  /** The number of a text: texts can only be compared. */
  text(value: string): number {
    const known = this.texts.get(value);
    if (known !== undefined) return known;
    this.texts.set(value, this.texts.size + 1);
    return this.texts.size;
  }

  /** Begins one evaluation: a guard, a transition (2.14). */
  begin(): void {
    this.left = LIMIT;
    if (this.steps.length > 0) this.steps = [];
  }

  /** Counts one round of a loop or one call. */
  tick(): void {
    if (--this.left < 0) throw new Fault("a loop does not end");
  }
}
