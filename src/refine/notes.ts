/**
 * What refinement demands of the two sides, and what it has to say about them: preconditions that can be read off the
 * networks, and notes on constructs with a meaning that users should know.
 */
import { hasCycle } from "../base/index.ts";
import { channelAt, type Edge, locationAt, type Network, processAt } from "../network/index.ts";
import { edgeOf } from "../trace/index.ts";
import type { Composition } from "./compose.ts";
import type { Interface } from "./interface.ts";
import type { Joined } from "./join.ts";
import type { RefinementInterface, RefinementNote, RefinementPlace } from "./refinement.ts";

/** Why the question cannot be put to these networks at all. */
export function whyNotApplicable(implementation: Network, specification: Network, joined: Joined): string | undefined {
  if (specification.processes.length !== 1)
    return `the specification must be one process, not ${specification.processes.length}`;
  if (implementation.processes.length === 0) return "the implementation has no process";
  const [conflict] = joined.conflicts;
  if (conflict !== undefined) return `channel ${conflict} is not declared alike on both sides`;
  for (const [network, side] of [
    [implementation, "implementation"],
    [specification, "specification"],
  ] as const) {
    if (network.hasPriorities) return `the ${side} has priorities: what it does then depends on its environment`;
    if (network.beforeUpdate.length > 0 || network.afterUpdate.length > 0)
      return `the ${side} has before_update or after_update`;
    if (network.vectors.length > 0) return `the ${side} has synchronisation vectors`;
    for (const p of network.processes) {
      if (p.locations.some((l) => l.invariant.rates.length > 0)) return `${p.name} has stopped clocks`;
      if (p.edges.some((e) => e.sync?.kind === "channel" && e.sync.direction === ""))
        return `${p.name} synchronises without ! and ?`;
    }
  }
  return undefined;
}

export function interfaceOf({ network }: Joined, { visible, silent, shared }: Interface): RefinementInterface {
  const named = (flags: readonly boolean[]) => network.channels.filter((_, c) => flags[c]).map((c) => c.name);
  const alone = silent.implementation.map((own, c) => own || silent.specification[c] === true);
  return { channels: named(visible), hidden: named(usedOnly(network, alone)), variables: shared.map((s) => s.name) };
}

/** Silent channels that no edge names are not worth a word. */
function usedOnly(network: Network, flags: readonly boolean[]): readonly boolean[] {
  const used = new Set(
    network.processes.flatMap((p) =>
      p.edges.flatMap((e) =>
        e.sync?.kind === "channel" ? [channelAt(network, e.sync.channel.base).name.replace(/\[.*$/, "")] : [],
      ),
    ),
  );
  return flags.map((f, c) => f && used.has(channelAt(network, c).name.replace(/\[.*$/, "")));
}

/** Notes, and why the specification's internal edges cannot be done with, if so. */
export function notesOf(
  joined: Joined,
  composition: Composition,
  face: Interface,
): { readonly notes: readonly RefinementNote[]; readonly internal: string | undefined } {
  const notes: RefinementNote[] = [];
  const spec = processAt(joined.network, joined.processes);
  const composed = processAt(composition.network, joined.processes);
  const note = (code: RefinementNote["code"], message: string, places: RefinementNote["places"]) => {
    if (places.length > 0) notes.push({ code, message, places });
  };
  const inSpec = (o: { readonly origin: RefinementNote["places"][number] | Edge["origin"] }): RefinementPlace => ({
    ...o.origin,
    side: "specification",
  });
  note(
    "committed",
    "committed locations of the specification count as urgent ones",
    spec.locations.filter((l) => l.committed && !composition.transient[l.index]).map(inSpec),
  );
  note(
    "transient",
    "locations that are left at once by internal edges are passed without being seen",
    spec.locations.filter((l) => composition.transient[l.index]).map(inSpec),
  );
  const broadcast = (e: Edge): boolean =>
    e.sync?.kind === "channel" &&
    e.sync.direction === "?" &&
    channelAt(joined.network, e.sync.channel.base).broadcast &&
    face.visible[e.sync.channel.base] === true;
  note(
    "broadcast",
    "a broadcast from outside is ignored by who is not ready for it",
    joined.network.processes.flatMap((p, i) =>
      p.edges
        .filter(broadcast)
        .map(
          (e): RefinementPlace => ({ ...e.origin, side: i === joined.processes ? "specification" : "implementation" }),
        ),
    ),
  );
  const original = joined.network.processes[joined.processes]!;
  note(
    "broadcast",
    "a broadcast from outside that the specification would block, because the invariant behind it does not hold, counts as ignored",
    original.edges
      .filter((e) => broadcast(e) && locationAt(original, e.target).invariant.clocks.length > 0)
      .map((e): RefinementPlace => ({ ...e.origin, side: "specification" })),
  );
  const taus = composed.edges.filter(
    (e) => e.id < composition.roles.ownEdges && e.sync === undefined && !composition.transient[e.source],
  );
  note("internal", "internal edges of the specification", taus.map(inSpec));
  const own = composed.edges.filter((e) => e.id < composition.roles.ownEdges);
  const internal =
    taus.length === 0
      ? whyEndless(own)
      : `the specification has internal edges, from ${[...new Set(taus.map((e) => locationAt(composed, e.source).name))].join(", ")}`;
  return { notes, internal };
}

/** Where a specification can go round by itself for ever it need never answer: whether it can go on then says nothing. */
export function whyEndless(edges: readonly Edge[]): string | undefined {
  const isEndless = hasCycle(edges.filter((e) => e.sync === undefined));
  return isEndless ? "the internal edges of the specification form a cycle" : undefined;
}

export function overlapNote(
  { network, roles }: Composition,
  a: readonly number[],
  b: readonly number[],
  harmless: boolean,
): RefinementNote {
  const spec = processAt(network, roles.specification);
  const own = (words: readonly number[]): Edge => {
    for (let at = 0; at < words.length; ) {
      const e = edgeOf(network, words[at]!);
      if (e.process === roles.specification) return e;
      at += 1 + e.selects.length;
    }
    throw new RangeError("the specification has no part in this step");
  };
  const [first, second] = [own(a), own(b)];
  const text = (e: Edge) => `${locationAt(spec, e.source).name} -> ${locationAt(spec, e.target).name}`;
  const places: RefinementPlace[] = [first, second].map((e) => ({ ...e.origin, side: "specification" }));
  if (first === second) places.pop();
  const both =
    first === second
      ? `the edge ${text(first)} can be taken in two ways by its select values`
      : `the edges ${text(first)} and ${text(second)} can both be taken for one action`;
  return harmless
    ? { code: "overlap", message: `${both}, with the same effect`, places }
    : { code: "nondeterminism", message: both, places };
}
