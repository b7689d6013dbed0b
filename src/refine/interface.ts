/**
 * The interface between an implementation and its environment, where refinement is judged: which channels are visible,
 * which are internal, which variables are compared. By default visible is every channel that the specification uses, and
 * every one that the implementation uses and that is not spoken between two of its own processes. A channel that is both
 * has to be settled by the user. Hidden channels without a partner in the implementation are internal steps.
 */
import { type Network, processAt, slotAt } from "../network/index.ts";
import type { Joined } from "./join.ts";
import { channelUse, globalOf, mentionedGlobals } from "./uses.ts";

export interface InterfaceOptions {
  /** Names of visible channels: `c` for all of an array, `c[1]` for one element. */
  readonly channels?: readonly string[] | undefined;
  /** Names of variables that both sides must agree on. */
  readonly variables?: readonly string[] | undefined;
}

export interface Interface {
  /** By channel of the joined network. */
  readonly visible: readonly boolean[];
  /** Hidden channels over which each side goes alone; an implementation that has both ends of one does not. */
  readonly silent: { readonly implementation: readonly boolean[]; readonly specification: readonly boolean[] };
  /** Pairs of slots that must hold the same. */
  readonly shared: readonly {
    readonly name: string;
    readonly implementation: number;
    readonly specification: number;
  }[];
  /** Why it cannot be had. */
  readonly refusals: readonly string[];
}

export function inferInterface(first: Network, second: Network, joined: Joined, options: InterfaceOptions): Interface {
  const { network, processes } = joined;
  const refusals: string[] = [];
  const implementation = network.processes.slice(0, processes).map(channelUse);
  const specification = channelUse(processAt(network, processes));
  const { channels } = network;
  const isLocal = channels.map((c) => c.owner !== undefined);
  const sends = (c: number) => implementation.some((u) => u.sends.has(c));
  const receives = (c: number) => implementation.some((u) => u.receives.has(c));
  const inside = (c: number) =>
    implementation.some((u, i) => u.sends.has(c) && implementation.some((v, j) => i !== j && v.receives.has(c)));
  const bySpec = (c: number) => specification.sends.has(c) || specification.receives.has(c);

  const visible = channels.map((channel, c) => {
    if (isLocal[c]) return false;
    if (options.channels !== undefined) return options.channels.some((name) => isNamed(channel.name, name));
    if (bySpec(c)) {
      if (inside(c) && !channel.broadcast)
        refusals.push(
          `channel ${channel.name} is used by the specification and between processes of the implementation: say with --channels whether it is visible`,
        );
      return true;
    }
    return (sends(c) || receives(c)) && !inside(c);
  });
  for (const name of options.channels ?? [])
    if (!channels.some((c) => isNamed(c.name, name))) refusals.push(`there is no channel ${name}`);

  channels.forEach((channel, c) => {
    if (visible[c] && channel.broadcast && channel.urgent && (receives(c) || specification.receives.has(c)))
      refusals.push(
        `urgent broadcasts on ${channel.name} come from outside: an environment that may send them at once lets no time pass`,
      );
  });
  const isHidden = channels.map((_, c) => !visible[c] && !isLocal[c]);
  const isAlone = (c: number) => (sends(c) || receives(c)) && !inside(c);
  channels.forEach((channel, c) => {
    if (!isHidden[c]) return;
    if (channel.broadcast) {
      if (specification.receives.has(c) || (receives(c) && !sends(c)))
        refusals.push(`broadcasts on ${channel.name} come from outside, but it is not in the interface`);
    } else if ((isAlone(c) || bySpec(c)) && channel.urgent)
      refusals.push(`the urgent channel ${channel.name} is not in the interface and has no partner inside`);
  });
  const silent = {
    implementation: channels.map((channel, c) => isHidden[c] === true && (channel.broadcast || isAlone(c))),
    specification: channels.map((channel, c) => isHidden[c] === true && (channel.broadcast || bySpec(c))),
  };
  return { visible, silent, shared: sharedVariables(first, second, joined, options, refusals), refusals };
}

/** Whether a channel is meant by a name: itself, or an element of that array. */
function isNamed(channel: string, name: string): boolean {
  const plain = name.replace(/\s/g, "");
  return channel === plain || (channel.startsWith(plain) && channel[plain.length] === "[");
}

function sharedVariables(
  first: Network,
  second: Network,
  joined: Joined,
  options: InterfaceOptions,
  refusals: string[],
): Interface["shared"] {
  const twins = new Map<string, number>();
  first.slots.forEach((s, i) => {
    if (i >= first.processes.length && s.owner === undefined) twins.set(s.name, i);
  });
  const here = mentionedGlobals(first);
  const there = mentionedGlobals(second);
  const found = new Set<string>();
  const out: { name: string; implementation: number; specification: number }[] = [];
  for (let i = second.processes.length; i < second.slots.length; i++) {
    const slot = slotAt(second, i);
    const { name } = slot;
    const twin = twins.get(name);
    const root = globalOf(slot);
    if (twin === undefined || root === undefined) continue;
    if (options.variables === undefined ? !here.has(root) || !there.has(root) : !options.variables.includes(root))
      continue;
    found.add(root);
    const implementation = twin - first.processes.length + joined.network.processes.length;
    out.push({ name, implementation, specification: i - second.processes.length + joined.slots });
  }
  for (const name of options.variables ?? [])
    if (!found.has(name)) refusals.push(`there is no variable ${name} on both sides`);
  return out;
}
