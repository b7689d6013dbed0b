import type { Origin } from "../../network/index.ts";
import type { Draws } from "../../statistics/index.ts";
import { Stuck } from "./fault.ts";

/** A number from one of the language's random functions. Parameters that make no distribution end the run. */
export function drawFrom(name: string, args: readonly number[], draws: Draws, origin: Origin): number {
  const [max = 0] = args;
  if (name !== "random") throw new Stuck("random-parameter", `'${name}' is unknown`, origin);
  return (1 - draws.next()) * max;
}
