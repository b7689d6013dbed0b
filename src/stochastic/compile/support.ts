import { influenceOf } from "../influence.ts";
import type { StochasticNetwork } from "../network.ts";

/** Code that lets others draw again is written so often at most. */
const MOST_DISTURBED = 1_000_000;

/** Why runs of this network are not compiled; nothing where they are. */
export function whyNotCompiled(network: StochasticNetwork): string | undefined {
  const disturbed = influenceOf(network).disturbed.reduce((sum, { length }) => sum + length, 0);
  return disturbed > MOST_DISTURBED ? "too many processes wait for each other" : undefined;
}
