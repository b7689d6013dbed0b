/**
 * Whether nothing can go wrong while a process runs, whatever the others do: no value out of range, index, division, shift,
 * assertion, loop that may not end, negative clock or constant too large, as far as ranges of variables show. Only what is
 * looked at counts: invariants of locations that may be reached, guards of edges that leave them, updates that may run.
 */
import type { Code, Guard, Process } from "../../network/index.ts";
import { MAX_CONSTANT } from "../../zones/index.ts";
import type { NetworkUses } from "../flow/uses.ts";

export function isFaultless({ code, possible }: NetworkUses, { index, locations, edges }: Process): boolean {
  const may = (run: () => void): boolean => code.apart(run).faulty;
  const guard = ({ data, clocks }: Guard): void => {
    for (const c of data) code.value(c);
    for (const { unless, left, right, bound } of clocks) {
      if (unless !== undefined) code.value(unless);
      for (const ref of [left, right]) code.named(ref);
      code.within(bound, -MAX_CONSTANT, MAX_CONSTANT, code.value(bound));
    }
  };
  const run = (update: readonly Code[]): void => {
    for (const c of update) code.value(c);
  };
  const isLooked = possible.locations[index]!;
  if (locations.some((l) => isLooked[l.index] && may(() => guard(l.invariant)))) return false;
  return !edges.some((e) => {
    if (!isLooked[e.source]) return false;
    const { sync } = e;
    if (may(() => guard(e.guard))) return true;
    if (sync?.kind === "channel" && may(() => code.named({ base: sync.channel.base, terms: sync.channel.terms })))
      return true;
    return possible.edges[e.id] && may(() => run(e.update));
  });
}
