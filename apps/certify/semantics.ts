/**
 * The semantics of a system on states, each a discrete part (the cells) and a zone (docs/semantics.md 3 to 5 and 8). It works in place on
 * the cells. With `scale` n all constants count n times, so that a run with delays in n-ths is a run in whole numbers.
 */
import type { Limit } from "./constraint.ts";
import { type Instance, instancesOf, limitsOf, within } from "./instance.ts";
import { jointSteps, type Step } from "./joint.ts";
import type { ClockStep } from "./memory.ts";
import { Fault, Unsupported, unlessFault } from "./outcome.ts";
import type { Edge, Location } from "./process.ts";
import type { System } from "./system.ts";
import { before, justAfter, through } from "./time.ts";
import { without, Zone } from "./zone.ts";

/** What an enumeration of successors tells. */
export interface Heard {
  /** Every instance that the data enables in the source. */
  readonly seen?: (instance: Instance) => void;
  /** In the target, before its invariants are applied: what was done to clocks, and those invariants. */
  readonly arrived?: (clocks: readonly ClockStep[], invariants: readonly Limit[], step: Step) => void;
  /** In the target: the zone there, invariants included, no delay yet. */
  readonly reached: (zone: Zone, step: Step) => void;
  /** Whether transitions that fault are left out (6.3). */
  readonly skipsFaults?: boolean;
}

/** See `timing`. */
export interface Timing {
  readonly isStill: boolean;
  readonly urgent: readonly Zone[];
  readonly invariant: Zone | undefined;
}

export class Semantics {
  /** Is told the bounds of urgent synchronisations whenever they decide about delays. */
  urgentSeen: ((limits: readonly Limit[]) => void) | undefined;
  /** Is told what decides about deadlocks. */
  deadlockHeard: Omit<Heard, "reached"> | undefined;
  readonly system: System;
  readonly scale: number;
  readonly n: number;
  private readonly first: readonly number[];

  /** Requires: the cells are as the system was made. */
  constructor(system: System, scale = 1) {
    this.system = system;
    this.first = system.cells.map((at) => system.memory.cells[at]!);
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
    const all = this.here().map((l) => l.invariant);
    this.system.memory.begin();
    return all.every((i) => i.data()) ? limitsOf(all) : undefined;
  }

  /** 4.2 to 4.5, 8.3, 8.6: all delays from the zone, the zone itself among them. */
  elapse(zone: Zone): readonly Zone[] {
    const { isStill, guards } = this.urgency();
    const limits = isStill ? undefined : this.invariants();
    if (limits === undefined) return [zone];
    const stands = this.standing();
    if (guards.length === 0) {
      const z = zone.copy();
      z.up(stands);
      return [within(z, limits, this.scale) ?? zone];
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
    const guards = this.urgentGuards();
    for (const guard of guards) this.urgentSeen?.(guard);
    const isStill = guards.some((guard) => guard.length === 0);
    return { isStill, guards: isStill ? [] : guards };
  }

  /** The bounds of every synchronisation over an urgent channel that the data enables. */
  private urgentGuards(): readonly (readonly Limit[])[] {
    const { memory, channels } = this.system;
    if (!channels.some((c) => c.urgent)) return [];
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
    const all = this.here()
      .map((l) => l.invariant)
      .filter((i) => i.hasRates);
    if (all.length === 0) return undefined;
    const stands: boolean[] = [];
    for (const invariant of all) invariant.rates(stands);
    return stands.length === 0 ? undefined : stands;
  }

  /** 5: every successor of the state at hand, with the cells as they are there. Ensures: the cells are as before. */
  successors(zone: Zone, heard: Heard): void {
    const source = this.save();
    for (const step of this.steps(zone, heard)) {
      const target = unlessFault(() => this.fire(step, heard), heard.skipsFaults);
      if (target !== undefined) heard.reached(target, step);
      this.load(source);
    }
  }

  /** Carries a step out on the cells; its zone in the target, if anything is left there. */
  private fire(step: Step, heard: Heard): Zone | undefined {
    const clocks = this.update(step);
    const limits = this.invariants();
    if (limits === undefined) return undefined;
    heard.arrived?.(clocks, limits, step);
    const target = step.zone.copy();
    for (const { clock, from, plus } of clocks) this.move(target, clock, from, plus);
    return within(target, limits, this.scale);
  }

  /** 7.3: the part of a zone from which no action is possible, now or later. Requires: no clock stands still. */
  deadlocked(zone: Zone): readonly Zone[] {
    const { isStill, urgent, invariant } = this.timing();
    const futures = this.elapse(zone);
    const heard = this.deadlockHeard ?? {};
    const steps = futures.flatMap((future) => jointSteps(this.system, future, this.scale, heard));
    const now = this.enabled(steps, heard).flatMap(({ part }) => part ?? []);
    if (isStill || invariant === undefined) return without([zone], now);
    return without([zone], before(now, without([invariant], urgent)));
  }

  /**
   * 8.4: the valuations of the state at hand from which a transition leads into `zones`, valuations that the invariants of the state
   * `to` allow. Steps that fault, and those that do to clocks what is not wished, are left out.
   */
  leading(
    to: readonly number[],
    zones: readonly Zone[],
    wishes: (clocks: readonly ClockStep[]) => boolean,
  ): readonly Zone[] {
    const { invariant } = this.timing();
    if (invariant === undefined) return [];
    const [source, target] = [this.save(), to.join()];
    return this.steps(invariant, { skipsFaults: true }).flatMap((step) => {
      const clocks = unlessFault(() => this.update(step), true);
      const isMeant = clocks !== undefined && this.save().join() === target && wishes(clocks);
      this.load(source);
      return isMeant ? zones.flatMap((z) => this.source(step, clocks, z) ?? []) : [];
    });
  }

  /** A step in words, for messages. */
  describe({ parts }: Step): string {
    const { processes } = this.system;
    return parts
      .map(({ edge, values }) => {
        const { name, locations } = processes[edge.process]!;
        const from = locations.find((l) => l.edges.includes(edge))?.name;
        const chosen = values.length === 0 ? "" : ` [${values.join(",")}]`;
        return `${name}: ${from} -> ${locations[edge.target]!.name}${chosen}`;
      })
      .join(", ");
  }

  private here(): Location[] {
    const { memory, processes } = this.system;
    return processes.map((p) => p.locations[memory.cells[p.index]!]!);
  }

  /** 5.10: where priorities count, the parts of each step in which no step above it is possible. */
  private steps(zone: Zone, heard: Omit<Heard, "reached">): Step[] {
    const all = jointSteps(this.system, zone, this.scale, heard);
    if (!this.system.hasPriorities) return all;
    const enabled = this.enabled(all, { skipsFaults: heard.skipsFaults === true });
    return all.flatMap((step) => {
      const above = enabled.filter((other) => this.isAbove(other.step, step)).flatMap(({ part }) => part ?? []);
      return without([step.zone], above).map((part) => ({ ...step, zone: part }));
    });
  }

  private isAbove(a: Step, b: Step): boolean {
    const { channels, processes, priority } = this.system;
    const channel = (s: Step): number => (s.channel < 0 ? priority : channels[s.channel]!.priority);
    const process = (s: Step): number => Math.max(...s.parts.map((i) => processes[i.edge.process]!.priority));
    return channel(a) > channel(b) || (channel(a) === channel(b) && process(a) > process(b));
  }

  /** 5.9, 8.4: the part of each step's zone that leads to where the invariants hold. */
  private enabled(steps: readonly Step[], heard: Omit<Heard, "reached">): { step: Step; part: Zone | undefined }[] {
    const source = this.save();
    return steps.map((step) => {
      const part = unlessFault(() => this.enabledPart(step, heard), heard.skipsFaults);
      this.load(source);
      return { step, part };
    });
  }

  private enabledPart(step: Step, { arrived }: Omit<Heard, "reached">): Zone | undefined {
    const clocks = this.update(step);
    const limits = this.invariants();
    if (limits === undefined) return undefined;
    arrived?.(clocks, limits, step);
    const allowed = within(Zone.all(this.n), limits, this.scale);
    return allowed && this.source(step, clocks, allowed);
  }

  /** 8.4: the part of a step's zone that what is done to clocks takes into a zone. */
  private source({ zone }: Step, clocks: readonly ClockStep[], target: Zone): Zone | undefined {
    const z = target.copy();
    const goes = [...clocks].reverse().every((s) => z.unassign(s.clock, s.from, s.plus * this.scale));
    return goes ? zone.meet(z) : undefined;
  }

  /** 5.7: runs the updates and moves to the target. What is done to clocks is returned, not done. */
  private update({ parts }: Step): readonly ClockStep[] {
    const { memory, before, after } = this.system;
    memory.begin();
    for (const run of before) run();
    for (const { edge, values } of parts) {
      edge.selects.forEach(({ at }, k) => {
        memory.cells[at] = values[k]!;
      });
      for (const run of edge.updates) run();
    }
    for (const run of after) run();
    for (const { edge } of parts) memory.cells[edge.process] = edge.target;
    return memory.steps;
  }

  /** 5.8 */
  private move(zone: Zone, clock: number, from: number, plus: number): void {
    if (plus < 0 && zone.allows(from, 0, -plus * this.scale, 1))
      throw new Fault(`clock '${this.system.memory.clockNames[clock]}' would be negative`);
    zone.assign(clock, from, plus * this.scale);
  }
}
