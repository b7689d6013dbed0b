/**
 * The interface at which an implementation and a specification are compared (docs/semantics.md 10.1), and what has
 * no meaning there.
 */
import { Unreadable, Unsupported } from "./outcome.ts";
import type { Channel, System } from "./system.ts";

/** 10.1: channels by name, as a certificate states them. */
export interface Interface {
  /** Actions with the environment. */
  readonly channels: readonly string[];
  /** Over these each side goes alone, and nobody sees it. */
  readonly internal: readonly string[];
  /** Variables that both must agree on. */
  readonly variables: readonly string[];
}

/** Refuses what 10.1 gives no meaning. */
export function demandMeaning(implementation: System, specification: System, face: Interface): void {
  if (specification.processes.length !== 1) throw new Unreadable("the specification is not one process");
  for (const { hasPriorities, before, after, processes } of [implementation, specification]) {
    const locations = processes.flatMap((p) => p.locations);
    if (hasPriorities || before.length > 0 || after.length > 0)
      throw new Unsupported("refinement with priorities, before_update or after_update");
    if (locations.some((l) => l.invariant.hasRates)) throw new Unsupported("refinement where clocks stand still");
    if (locations.some((l) => l.edges.some((e) => e.direction === "")))
      throw new Unsupported("refinement with synchronisation without ! and ?");
  }
  for (const name of [...face.channels, ...face.internal]) {
    const { broadcast, urgent } = channelOf(implementation, specification, name);
    if (urgent && !broadcast && face.internal.includes(name))
      throw new Unsupported(`the urgent channel ${name}, whose partner is not known`);
  }
  if (face.channels.some((name) => face.internal.includes(name)))
    throw new Unreadable("a channel of the interface is both visible and internal");
  const isThere = (name: string): boolean => [implementation, specification].every((s) => s.names.includes(name));
  const missing = face.variables.find((name) => !isThere(name));
  if (missing !== undefined) throw new Unreadable(`there is no variable ${missing} on both sides`);
}

/** A channel of both is of one kind. */
function channelOf(implementation: System, specification: System, name: string): Channel {
  const [first, second] = [...implementation.channels, ...specification.channels].filter(
    (c) => c.name === name && !c.isOwn,
  );
  if (first === undefined) throw new Unreadable(`there is no channel ${name}`);
  const isOther = second !== undefined && (first.broadcast !== second.broadcast || first.urgent !== second.urgent);
  if (isOther) throw new Unreadable(`channel ${name} is not declared alike on both sides`);
  return first;
}
