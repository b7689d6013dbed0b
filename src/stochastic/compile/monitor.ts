import { TruthRecord } from "../interpret/mitl.ts";
import type { Mitl } from "../query.ts";
import { JUMP, RECORD } from "./formula.ts";

/** What runs told of the conditions of a formula, and whether they satisfy it. */
export class Monitor {
  private readonly record: TruthRecord;

  constructor(formula: Mitl) {
    this.record = new TruthRecord(formula);
  }

  begin(): void {
    this.record.begin();
  }

  take(numbers: Float64Array): void {
    for (let k = 0; k < numbers.length; k += RECORD) {
      const [which, start, startOpen, end, endOpen] = numbers.subarray(k, k + RECORD) as unknown as Numbers;
      if (which === JUMP) this.record.jump(start);
      else
        this.record.note(which, {
          start: { time: start, open: startOpen !== 0 },
          end: { time: end, open: endOpen !== 0 },
        });
    }
  }

  /** Of the run that is over; the next one begins. */
  verdict(): boolean {
    const satisfied = this.record.satisfied();
    this.begin();
    return satisfied;
  }
}

type Numbers = readonly [number, number, number, number, number];
