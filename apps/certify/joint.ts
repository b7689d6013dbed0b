/**
 * Joint transitions (docs/semantics.md 5.2 to 5.6): which instances of edges go together, and the part of a zone where
 * exactly these can: their guards hold, and nobody who stays behind could have received. Target invariants and priorities are
 * judged by others.
 */
import { type Instance, instancesOf, within } from "./instance.ts";
import type { Edge } from "./process.ts";
import type { System } from "./system.ts";
import { without, type Zone } from "./zone.ts";

/** The sender first, then receivers in the order of processes. */
export interface Step {
  readonly parts: readonly Instance[];
  /** -1 if it is internal. */
  readonly channel: number;
  readonly zone: Zone;
}

/** `seen` is told every instance that the data enables, whether its bounds hold or not. */
export function jointSteps(
  system: System,
  zone: Zone,
  scale: number,
  { seen, skipsFaults }: { readonly seen?: (instance: Instance) => void; readonly skipsFaults?: boolean } = {},
): Step[] {
  const { memory, processes, channels } = system;
  const here = processes.map((p) => p.locations[memory.cells[p.index]!]!);
  const isCommitted = here.some((l) => l.committed);
  const found = (isLookedAt: (edge: Edge) => boolean): Instance[] => {
    const out: Instance[] = [];
    for (const { edges } of here)
      for (const edge of edges)
        if (isLookedAt(edge))
          for (const instance of instancesOf(edge, memory, skipsFaults)) {
            seen?.(instance);
            if (instance.limits.every((l) => zone.allows(l.left, l.right, l.bound * scale, l.strict)))
              out.push(instance);
          }
    return out;
  };
  // 6.2: an internal edge that a committed location elsewhere forbids is not looked at.
  const active = found((e) => e.direction !== "?" && (e.direction !== undefined || !isCommitted || e.isCommitted));
  const senders = active.filter((a) => a.channel >= 0);
  const isSent = (channel: number, process: number): boolean =>
    senders.some((s) => s.channel === channel && s.edge.process !== process);
  // 6.2: nor is a receiving edge where nobody else sends.
  const isAwaited = ({ fixed, process }: Edge): boolean =>
    fixed === undefined ? senders.length > 0 : isSent(fixed, process);
  const passive = found((e) => (e.direction === "?" || e.direction === "") && isAwaited(e));
  const steps: Step[] = [];
  const add = (parts: readonly Instance[], part: Zone): void => {
    // 5.6
    if (!isCommitted || parts.some((i) => i.edge.isCommitted))
      steps.push({ parts, channel: parts[0]!.channel, zone: part });
  };
  for (const a of active) {
    const part = within(zone, a.limits, scale);
    if (part === undefined) continue;
    if (a.channel < 0) {
      add([a], part);
      continue;
    }
    const others = passive.filter((b) => b.channel === a.channel && b.edge.process !== a.edge.process);
    if (channels[a.channel]!.broadcast) receive([a], others, part, scale, add);
    else
      for (const b of others) {
        // 5.4: without `!` and `?` each pair counts once.
        if (a.edge.direction === "" && b.edge.process < a.edge.process) continue;
        const both = within(part, b.limits, scale);
        if (both !== undefined) add([a, b], both);
      }
  }
  return steps;
}

/** 5.5: every process that can receive does, in one of the ways it can. */
export function receive(
  parts: readonly Instance[],
  others: readonly Instance[],
  zone: Zone,
  scale: number,
  add: (parts: readonly Instance[], zone: Zone) => void,
): void {
  const [first] = others;
  if (first === undefined) {
    add(parts, zone);
    return;
  }
  const mine = others.filter((o) => o.edge.process === first.edge.process);
  const rest = others.filter((o) => o.edge.process !== first.edge.process);
  const able: Zone[] = [];
  for (const one of mine) {
    const part = within(zone, one.limits, scale);
    if (part === undefined) continue;
    able.push(part);
    receive([...parts, one], rest, part, scale, add);
  }
  if (mine.every((one) => one.limits.length > 0))
    for (const part of without([zone], able)) receive(parts, rest, part, scale, add);
}
