/**
 * Networks that were made from others, kept with them: facts about a network are found once for each, so the same reduction of
 * the same network must be the same network.
 */
import type { Network } from "../network/index.ts";

export class Kept {
  private readonly made = new WeakMap<Network, Map<string, Network>>();

  /** What `make` made of the network under this key before, or makes now. */
  of(network: Network, key: string, make: () => Network): Network {
    const known = this.made.get(network) ?? new Map<string, Network>();
    this.made.set(network, known);
    const few = known.get(key) ?? make();
    known.set(key, few);
    return few;
  }
}
