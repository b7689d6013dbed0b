import type { Rated, Setter } from "../network.ts";
import type { Evaluator } from "./evaluate.ts";
import { Stuck } from "./fault.ts";
import type { Memory } from "./memory.ts";

/** The rate of a clock: what the present locations say, and 1 where none does. Locations that disagree are a fault. */

/** Those who set the rate in the present locations. */
export function settersNow({ setters }: Rated, memory: Memory, evaluator: Evaluator): readonly Setter[] {
  return setters.filter(
    ({ process, location, when }) =>
      memory.int(process) === location && (when === undefined || evaluator.value(when)() !== 0),
  );
}

export function agreedRate({ name }: Rated, active: readonly Setter[], evaluator: Evaluator): number {
  const rates = active.map(({ rate }) => evaluator.value(rate)());
  const [rate = 1] = rates;
  const other = rates.find((each) => each !== rate);
  const origin = active[0]?.origin;
  if (other !== undefined)
    throw new Stuck("rates-differ", `two processes give the clock '${name}' the rates ${rate} and ${other}`, origin);
  if (!Number.isFinite(rate)) throw new Stuck("rate", `the rate of the clock '${name}' is ${rate}`, origin);
  return rate;
}
