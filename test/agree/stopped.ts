/** Searches that are stopped, kept, and go on. */
import type { Frozen, Kept } from "../../src/engine/index.ts";
import type { Network, NetworkQuery } from "../../src/network/index.ts";
import { type Verdict, type VerifyOptions, verify } from "../../src/search/index.ts";
import type { Random } from "./random-network.ts";

/** What was kept, as it would come back from a file. */
export function copyOf({ code, entry, memory }: Frozen): Kept {
  const [own, copy] = [code.slice(), memory.slice()];
  const read: Kept["read"] = (other, into) => {
    if (own.length !== other.length || own.some((byte, k) => byte !== other[k])) throw new Error("another search");
    into.set(copy);
  };
  return { entry, bytes: copy.length, read };
}

interface Stopped {
  readonly verdict: Verdict;
  readonly times: number;
}

/** Asks, and stops between two portions by chance: what goes on is what was kept last, not what was done last. */
export function askInParts(network: Network, query: NetworkQuery, options: VerifyOptions, random: Random): Stopped {
  let kept: Kept | undefined;
  for (let times = 0; ; times++) {
    let left = times === 0 ? 0 : random.below(4 + times);
    let last = kept;
    const verdict = verify(network, query, {
      ...options,
      isCancelled: () => left-- === 0,
      keeper: {
        kept,
        isDue: () => random.below(2) === 0,
        keep: (search) => {
          last = copyOf(search);
        },
      },
    });
    const isStopped = [verdict.reason, verdict.traceReason].some((why) => why?.startsWith("the search was stopped"));
    if (!isStopped || times > 300) return { verdict, times };
    kept = last;
  }
}
