/**
 * Steps taken apart: the same successors and delays as the interpreter's, with what each does to the zone as data. A step is
 * guards (triples x, y, bound), then clock operations (triples x, y, value as in `machine.ts`), then the invariants of the
 * target. Where the part of a zone that a step starts from is not given by guards alone (receivers of a broadcast that stay
 * behind, priorities), `target` is smaller than what these make of the zone: it is what counts.
 */
import type { Network } from "../../network/index.ts";
import type { Federation, Zone } from "../../zones/index.ts";
import { Time } from "./delay.ts";
import { Invariants, stoppedClocks } from "./invariant.ts";
import { Moves } from "./moves.ts";
import { type Program, program } from "./program.ts";

export interface StepParts {
  readonly words: readonly number[];
  /** Its channel, or -1. */
  readonly channel: number;
  readonly guards: Int32Array;
  readonly operations: Int32Array;
  readonly invariants: Int32Array;
  /** The discrete state reached. */
  readonly cells: Int32Array;
  readonly target: Zone;
}

interface DelayParts {
  /** No time passes. */
  readonly still: boolean;
  /** Some clock stands while time passes. */
  readonly stopped: boolean;
  readonly invariants: Int32Array;
  /** All that is reached by delay. */
  readonly zones: Federation;
}

export class StepRecorder {
  readonly network: Network;
  readonly dim: number;
  readonly size: number;
  readonly cells: Int32Array;
  private readonly program: Program;
  private readonly moves: Moves;
  private readonly time: Time;
  private readonly invariants: Invariants;
  private readonly stopped: Uint8Array;

  constructor(network: Network) {
    const made = program(network);
    this.network = network;
    this.program = made;
    this.dim = made.dim;
    this.size = made.machine.size;
    this.cells = made.machine.cells;
    this.moves = new Moves(made);
    this.time = new Time(made);
    this.invariants = new Invariants(made);
    this.stopped = new Uint8Array(made.dim);
  }

  /** Puts the initial values into the cells. */
  reset(): void {
    this.program.machine.reset();
  }

  /** The invariants of the state in the cells; undefined if its data forbids it. */
  currentInvariants(): Int32Array | undefined {
    const { triples } = this.invariants;
    return this.invariants.evaluate() ? triples.data.slice(0, 3 * triples.count) : undefined;
  }

  /** Every step from the state in the cells and the zone, in the order of the interpreter. Ensures: both are as before. */
  steps(zone: Zone): readonly StepParts[] {
    const { moves, program: p } = this;
    const { machine } = p;
    const found: StepParts[] = [];
    moves.successors(zone, (target) => {
      const { parts, instances } = moves.joint;
      const guards: number[] = [];
      for (const k of parts) {
        for (let t = 3 * instances.from[k]!; t < 3 * instances.to[k]!; t++) guards.push(instances.triples.data[t]!);
      }
      found.push({
        words: Array.from(moves.transition.subarray(0, moves.length)),
        channel: moves.channel,
        guards: Int32Array.from(guards),
        operations: machine.log.slice(0, 3 * machine.logged),
        invariants: this.currentInvariants() ?? new Int32Array(0),
        cells: this.cells.slice(0, this.size),
        target: target.slice(),
      });
      return false;
    });
    return found;
  }

  /** What time does to a zone of the state in the cells. */
  delay(zone: Zone): DelayParts {
    const stopped = stoppedClocks(this.program, this.stopped) !== undefined;
    const z = zone.slice();
    const pieces = this.time.elapse(z);
    const still = pieces === null && this.time.timing().still;
    return { still, stopped, invariants: this.currentInvariants() ?? new Int32Array(0), zones: pieces ?? [z] };
  }
}
