import { ln } from "../../base/index.ts";

/** The delay of an exponential law of this rate, from a uniform number in (0, 1]; a finite number, as u is never 0. */
export function exponential(u: number, rate: number): number {
  return -ln(u) / rate;
}
