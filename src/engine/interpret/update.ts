/**
 * The clock operations of a transition, as logged by the machine, on zones: forwards, and backwards as exact predecessors.
 * Valuations are never negative: a shift below zero is a fault of the model.
 */
import { dbm } from "../../zones/index.ts";
import { Fault } from "../fault.ts";
import type { Machine } from "./machine.ts";

/** Requires: z closed, not empty. Ensures: the same, after all logged operations in order. */
export function applyLog(machine: Machine, z: Int32Array, dim: number): void {
  const { log, logged } = machine;
  for (let k = 0, at = 0; k < logged; k++, at += 3) {
    const x = log[at]!;
    const y = log[at + 1]!;
    const value = log[at + 2]!;
    if (y === 0) dbm.reset(z, 0, dim, x, value);
    else {
      if (value < 0 && !dbm.staysNonNegative(z, 0, dim, y, value)) {
        throw new Fault(
          "negative-clock",
          machine.logOrigins[k]!,
          `clock ${machine.network.clocks[x]!.name} would be negative`,
        );
      }
      dbm.shift(z, 0, dim, x, y, value);
    }
  }
}

/** The valuations that the operations take into z. `log` holds triples. Returns whether there are any. */
export function invertLog(log: Int32Array, logged: number, z: Int32Array, dim: number): boolean {
  for (let k = logged - 1; k >= 0; k--) {
    const at = k * 3;
    const x = log[at]!;
    const y = log[at + 1]!;
    const value = log[at + 2]!;
    if (y === 0 ? !dbm.resetInverse(z, 0, dim, x, value) : !dbm.shiftInverse(z, 0, dim, x, y, value)) return false;
  }
  return true;
}
