/**
 * Invariants of the current locations of all processes, in the state at hand: data (false: the state does not exist) and
 * clock constraints as triples; and the rates of clocks, for delays (docs/compatibility.md 5.6: a clock that any
 * process stops stands).
 */
import { dbm } from "../../zones/index.ts";
import { Fault } from "../fault.ts";
import { Triples } from "./constraint.ts";
import type { Program } from "./program.ts";

export class Invariants {
  readonly triples = new Triples();
  private readonly program: Program;

  constructor(program: Program) {
    this.program = program;
  }

  /** Evaluates them; false if the data forbids the state. */
  evaluate(): boolean {
    const { program, triples } = this;
    const { locations, machine } = program;
    triples.count = 0;
    machine.steps = 0;
    for (let p = 0; p < locations.length; p++) {
      const l = locations[p]![machine.cells[p]!]!;
      for (let i = 0; i < l.data.length; i++) if (l.data[i]!() === 0) return false;
      for (let i = 0; i < l.clocks.length; i++) if (!l.clocks[i]!(triples)) return false;
    }
    return true;
  }

  /** Intersects with what `evaluate` found. Returns whether anything is left. */
  constrain(z: Int32Array): boolean {
    return dbm.constrainMany(z, 0, this.program.dim, this.triples.data, this.triples.count);
  }
}

/** Which clocks stand still in the state at hand, or undefined if all run. A rate other than 0 or 1 is a fault. */
export function stoppedClocks(program: Program, out: Uint8Array): Uint8Array | undefined {
  if (!program.hasRates) return undefined;
  const { locations, machine } = program;
  let any = false;
  out.fill(0);
  for (let p = 0; p < locations.length; p++) {
    for (const r of locations[p]![machine.cells[p]!]!.rates) {
      if (r.unless !== undefined && r.unless() !== 0) continue;
      const rate = r.rate();
      if (rate !== 0 && rate !== 1)
        throw new Fault("rate", r.origin, `clock rate ${rate}: only 0 and 1 can be analysed`);
      if (rate === 1) continue;
      out[r.clock()] = 1;
      any = true;
    }
  }
  return any ? out : undefined;
}
