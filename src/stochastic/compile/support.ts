import { influenceOf } from "../influence.ts";
import type { StochasticNetwork } from "../network.ts";

/** Tables of who draws again after a transition have so many entries at most. */
const MOST_DISTURBED = 1_000_000;

/** Why runs of this network are not compiled; nothing where they are. */
export function whyNotCompiled(network: StochasticNetwork): string | undefined {
  // Edges that disturb the same have one list.
  const lists = new Set(influenceOf(network).disturbed);
  const disturbed = [...lists].reduce((sum, { length }) => sum + length, 0);
  return disturbed > MOST_DISTURBED ? "too many processes wait for each other" : undefined;
}
