/**
 * What running code works on: the cells, and a log of the clock operations of the transition at hand. Updates of clocks
 * are logged and not done, so that the data of a transition is finished (and may refuse it) before any zone is touched, and
 * so that the same log can be applied forwards to a zone, backwards to a zone, or to a point.
 *
 * The log holds triples (x, y, value): x = value if y is 0, otherwise x = y + value.
 */
import type { Network, NetworkQuery, Origin } from "../../network/index.ts";
import { MAX_CONSTANT } from "../../zones/index.ts";
import { Fault, STEP_LIMIT } from "../fault.ts";

const LOG_STRIDE = 3;

export class Machine {
  readonly network: Network;
  /** Cells of a discrete state. */
  readonly size: number;
  readonly cells: Int32Array;
  log = new Int32Array(48);
  /** The origin of each log entry, for faults found only when it meets a zone. */
  readonly logOrigins: Origin[] = [];
  logged = 0;
  steps = 0;

  constructor(network: Network, query?: NetworkQuery) {
    this.network = network;
    this.size = network.slots.length;
    this.cells = new Int32Array(network.cells + (query?.cells ?? 0));
    this.cells.set(network.constants, this.size);
  }

  /** Ensures: the cells hold the initial locations and values. */
  reset(): void {
    const { slots, processes } = this.network;
    slots.forEach((slot, i) => {
      this.cells[i] = slot.initial;
    });
    for (let p = 0; p < processes.length; p++) this.cells[p] = processes[p]!.initial;
  }

  /** Starts a new transition: no clock operation yet, steps counted anew. */
  begin(): void {
    this.logged = 0;
    this.steps = 0;
  }

  set(x: number, value: number, origin: Origin): void {
    if (value < 0) throw new Fault("negative-clock", origin, `clock ${this.clockName(x)} set to ${value}`);
    if (value > MAX_CONSTANT)
      throw new Fault("overflow", origin, `clock ${this.clockName(x)} set to ${value}, beyond ${MAX_CONSTANT}`);
    this.append(x, 0, value, origin);
  }

  move(x: number, y: number, plus: number, origin: Origin): void {
    if (y === 0) this.set(x, plus, origin);
    else if (Math.abs(plus) > MAX_CONSTANT) throw new Fault("overflow", origin, `clock shifted by ${plus}`);
    else this.append(x, y, plus, origin);
  }

  private append(x: number, y: number, value: number, origin: Origin): void {
    const at = this.logged * LOG_STRIDE;
    if (at + LOG_STRIDE > this.log.length) {
      const larger = new Int32Array(this.log.length * 2);
      larger.set(this.log);
      this.log = larger;
    }
    this.log[at] = x;
    this.log[at + 1] = y;
    this.log[at + 2] = value;
    this.logOrigins[this.logged++] = origin;
  }

  /** Counts one round of a loop or one call. */
  tick(origin: Origin): void {
    if (++this.steps > STEP_LIMIT) throw new Fault("endless", origin, `no end after ${STEP_LIMIT} steps`);
  }

  private clockName(x: number): string {
    return this.network.clocks[x]?.name ?? `#${x}`;
  }
}

/** Does something with the state at hand; a fault gets to know that state. */
export function telling<T>(machine: Machine, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof Fault) error.state ??= Array.from(machine.cells.subarray(0, machine.size));
    throw error;
  }
}
