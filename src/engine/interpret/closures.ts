import type { Address, Argument, Code, Origin } from "../../network/index.ts";
import { Fault } from "../fault.ts";
import type { Machine } from "./machine.ts";

/** What closures of code are made with: the machine they run on, and makers of other closures (compiler.ts has them). */
export interface Closures {
  readonly machine: Machine;
  /** Yields the value of code. */
  readonly code: (code: Code) => Evaluate;
  /** Yields the address (cell or clock number), each index checked. */
  readonly address: (a: Address) => Evaluate;
  readonly call: (index: number, args: readonly Argument[], origin: Origin) => Evaluate;
}

export type Evaluate = () => number;

/** What to do with a value outside low..high. */
export function outOfRange(origin: Origin, low: number, high: number): (value: number) => never {
  return (value) => {
    throw new Fault("range", origin, `value ${value} is outside the range ${low} to ${high}`);
  };
}

/** The cell, if it is known without running anything. */
export function constantAddress(a: Address): number | undefined {
  return a.terms.length === 0 && a.pointer === undefined && a.first === undefined ? a.base : undefined;
}
