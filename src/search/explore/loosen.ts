/**
 * Loosened zones: what is known of the clocks of one process in relation to those of another is forgotten, so that a zone
 * is a product of one zone for each process. It is larger than the zone it came from, and there are far fewer of them.
 */
import type { Network } from "../../network/index.ts";
import { add, type Zone } from "../../zones/index.ts";

export type Loosen = (zone: Zone) => void;

/** Undefined if there is nothing to forget. Keeps matrices closed: a product has no other bounds than these sums. */
export function loosener(network: Network): Loosen | undefined {
  const dim = network.clocks.length;
  // A clock of all is by itself.
  const groups = network.clocks.map(({ owner }, x) => owner ?? -x);
  const apart: number[] = [];
  for (let x = 1; x < dim; x++) for (let y = 1; y < dim; y++) if (groups[x] !== groups[y]) apart.push(x, y);
  if (apart.length === 0) return undefined;
  return (zone) => {
    for (let k = 0; k < apart.length; k += 2) {
      const x = apart[k]!;
      const y = apart[k + 1]!;
      zone[x * dim + y] = add(zone[x * dim]!, zone[y]!);
    }
  };
}
