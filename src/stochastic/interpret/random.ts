import type { Origin } from "../../network/index.ts";
import { type Draws, distributions, drawFrom } from "../../statistics/index.ts";
import { Stuck } from "./fault.ts";

/** A number from one of the language's random functions. Parameters that make no distribution end the run. */
export function drawNamed(name: string, args: readonly number[], draws: Draws, origin: Origin): number {
  const law = distributions[name];
  const drawn = law ? drawFrom(law, () => draws.next(), args) : `'${name}' is no random function`;
  if (typeof drawn === "string") throw new Stuck("random-parameter", `${name}: ${drawn}`, origin);
  return drawn;
}
