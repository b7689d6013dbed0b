/**
 * The state at hand and how time passes in it (docs/semantics.md 3, 4, 8.3 and 8.6). The state is a discrete part, the cells,
 * which this works on in place, and a zone. With `scale` n all constants count n times, so that a run with delays in n-ths is
 * a run in whole numbers.
 */
import type { Limit } from "./constraint.ts";
import { instancesOf, narrow, within } from "./instance.ts";
import { Unsupported } from "./outcome.ts";
import type { Edge, Location } from "./process.ts";
import type { System } from "./system.ts";
import { justAfter, through } from "./time.ts";
import { without, Zone } from "./zone.ts";

/** See `timing`. */
interface Timing {
  readonly isStill: boolean;
  readonly urgent: readonly Zone[];
  readonly invariant: Zone | undefined;
}

export class Delays {
  /** Is told the bounds of urgent synchronisations whenever they decide about delays. */
  urgentSeen: ((limits: readonly Limit[]) => void) | undefined;
  readonly system: System;
  readonly scale: number;
  readonly n: number;
  private readonly first: readonly number[];
  private readonly hasUrgent: boolean;
  private readonly hasRates: boolean;

  /** Requires: the cells are as the system was made. */
  constructor(system: System, scale = 1) {
    this.system = system;
    this.first = system.cells.map((at) => system.memory.cells[at]!);
    this.hasUrgent = system.channels.some((c) => c.urgent);
    this.hasRates = system.processes.some((p) => p.locations.some((l) => l.invariant.hasRates));
    this.scale = scale;
    this.n = system.memory.clockNames.length;
  }

  /** The values of the state at hand. */
  save(): number[] {
    const { memory, cells } = this.system;
    return cells.map((at) => memory.cells[at]!);
  }

  load(values: ArrayLike<number>): void {
    const { memory, cells } = this.system;
    for (let k = 0; k < cells.length; k++) memory.cells[cells[k]!] = values[k]!;
  }

  /** 3.3. Undefined if an invariant forbids it. */
  initial(): Zone | undefined {
    const { memory, processes } = this.system;
    this.load(this.first);
    for (const { index, initial } of processes) memory.cells[index] = initial;
    const zone = Zone.zero(this.n);
    memory.clockStarts.forEach((value, x) => {
      if (x > 0 && value !== 0) zone.assign(x, 0, value * this.scale);
    });
    const limits = this.invariants();
    return limits === undefined ? undefined : within(zone, limits, this.scale);
  }

  /** 3.2: the bounds of the current invariants; undefined if the data forbids the state. */
  invariants(): Limit[] | undefined {
    const limits: Limit[] = [];
    this.system.memory.begin();
    for (const { invariant } of this.here()) {
      if (!invariant.data()) return undefined;
      invariant.limits(limits);
    }
    return limits;
  }

  /** 4.2 to 4.5, 8.3, 8.6: all delays from the zone, the zone itself among them. The invariants may be known already. */
  elapse(zone: Zone, known?: readonly Limit[]): readonly Zone[] {
    const { isStill, guards } = this.urgency();
    const limits = isStill ? undefined : (known ?? this.invariants());
    if (limits === undefined) return [zone];
    const stands = this.standing();
    if (guards.length === 0) {
      const z = zone.copy();
      z.up(stands);
      return [narrow(z, limits, this.scale) ? z : zone];
    }
    if (stands !== undefined) throw new Unsupported("urgent channels with guards on clocks where clocks stand still");
    const { invariant, urgent } = this.timing();
    return invariant === undefined ? [zone] : this.stay([zone], [invariant], urgent);
  }

  /** What is reached from zones by delays inside `inside` that stop where urgency begins (4.5). */
  stay(zones: readonly Zone[], inside: readonly Zone[], urgent: readonly Zone[]): readonly Zone[] {
    const passed = through(zones, without(inside, urgent));
    const ends = urgent.length === 0 ? [] : passed.flatMap((z) => justAfter(z) ?? []);
    return [...zones, ...passed, ...ends.flatMap((end) => inside.flatMap((z) => z.meet(end) ?? []))];
  }

  /** What decides about delays: whether time stands (4.3, 4.4), where it must not go on (4.5), and the invariant. */
  timing(): Timing {
    const limits = this.invariants();
    const all = Zone.all(this.n);
    const { isStill, guards } = this.urgency();
    return {
      isStill,
      urgent: guards.flatMap((guard) => within(all, guard, this.scale) ?? []),
      invariant: limits && within(all, limits, this.scale),
    };
  }

  /** Whether time stands, and otherwise the guards of urgent synchronisations. */
  private urgency(): { readonly isStill: boolean; readonly guards: readonly (readonly Limit[])[] } {
    if (this.here().some((l) => l.urgent || l.committed)) return { isStill: true, guards: [] };
    const guards = this.hasUrgent ? this.urgentGuards() : [];
    for (const guard of guards) this.urgentSeen?.(guard);
    const isStill = guards.some((guard) => guard.length === 0);
    return { isStill, guards: isStill ? [] : guards };
  }

  /** The bounds of every synchronisation over an urgent channel that the data enables. */
  private urgentGuards(): readonly (readonly Limit[])[] {
    const { memory, channels } = this.system;
    const edges = this.here().flatMap((l) => l.edges.filter((e) => e.channel !== undefined));
    const may = edges.filter((e) => e.fixed === undefined || channels[e.fixed]!.urgent);
    const senders = may
      .filter((e) => e.direction !== "?")
      .flatMap((e) => instancesOf(e, memory))
      .filter((i) => channels[i.channel]!.urgent);
    // 6.2: a receiving edge is not looked at where nobody else sends.
    const isSent = ({ fixed, process }: Edge): boolean =>
      senders.some((s) => fixed === undefined || (s.channel === fixed && s.edge.process !== process));
    const receivers = may.filter((e) => e.direction !== "!" && isSent(e)).flatMap((e) => instancesOf(e, memory));
    return senders.flatMap((s) => {
      if (channels[s.channel]!.broadcast) return [s.limits];
      const partners = receivers.filter((r) => r.channel === s.channel && r.edge.process !== s.edge.process);
      return partners.map((r) => [...s.limits, ...r.limits]);
    });
  }

  /** 4.1: which clocks stand still; undefined if all run. */
  standing(): boolean[] | undefined {
    if (!this.hasRates) return undefined;
    const all = this.here()
      .map((l) => l.invariant)
      .filter((i) => i.hasRates);
    if (all.length === 0) return undefined;
    const stands: boolean[] = [];
    for (const invariant of all) invariant.rates(stands);
    return stands.length === 0 ? undefined : stands;
  }

  /** The locations of the state at hand. */
  here(): Location[] {
    const { memory, processes } = this.system;
    return processes.map((p) => p.locations[memory.cells[p.index]!]!);
  }
}
