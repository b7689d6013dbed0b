/**
 * What processes use: the channels of their edges, element by element, with directions, and the variables that their code
 * mentions, by the name of the whole variable. Refinement infers from it what two sides have in common.
 */
import { eachCode } from "../analysis/index.ts";
import { wants } from "../base/index.ts";
import { type Address, type ChannelRef, type Network, type Process, type Slot, slotOf } from "../network/index.ts";

interface ChannelUse {
  readonly sends: ReadonlySet<number>;
  readonly receives: ReadonlySet<number>;
}

export function channelUse(process: Process): ChannelUse {
  const sends = new Set<number>();
  const receives = new Set<number>();
  for (const { sync } of process.edges) {
    if (sync?.kind !== "channel") continue;
    for (const c of elementsOf(sync.channel)) (sync.direction === "?" ? receives : sends).add(c);
  }
  return { sends, receives };
}

/** The plain channels that are spoken between two processes, by name. */
export function spokenWithin(network: Network): readonly string[] {
  wants("spokenWithin", network, "network");
  const { processes, channels } = network;
  const uses = processes.map(channelUse);
  const isWithin = (c: number): boolean =>
    uses.some((u, i) => u.sends.has(c) && uses.some((v, j) => i !== j && v.receives.has(c)));
  return channels.filter((channel, c) => !channel.broadcast && isWithin(c)).map((channel) => channel.name);
}

/** All channels that a reference may name. */
export function elementsOf({ base, terms }: ChannelRef): number[] {
  let all = [base];
  for (const { size, stride } of terms)
    all = all.flatMap((c) => Array.from({ length: size }, (_, i) => c + i * stride));
  return all;
}

/** `v` of `v[1]` and `v.field`; undefined for what belongs to a process. */
export function globalOf({ name, owner }: Slot): string | undefined {
  return owner === undefined ? name.replace(/[[.].*$/, "") : undefined;
}

/** The global variables that the code of a network mentions; meta variables are no part of its state. */
export function mentionedGlobals(network: Network): ReadonlySet<string> {
  const out = new Set<string>();
  const note = (a: Address): void => {
    if (a.pointer !== undefined || a.base < network.processes.length) return;
    const slot = slotOf(network, a.base);
    const name = slot === undefined || slot.meta ? undefined : globalOf(slot);
    if (name !== undefined) out.add(name);
  };
  eachCode(network, undefined, (code) => {
    switch (code.op) {
      case "load":
      case "store":
        note(code.at);
        break;
      case "copy":
        note(code.to);
        note(code.from);
        break;
      case "same":
        note(code.a);
        note(code.b);
        break;
      case "call":
        for (const a of code.args) {
          if (a.kind === "cells") note(a.from);
          else if (a.kind === "reference" && !a.clocks) note(a.to);
        }
        break;
    }
  });
  return out;
}
