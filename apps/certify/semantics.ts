/**
 * The transitions of a system from the state at hand (docs/semantics.md 5, 8.2 and 8.4): which there are, what they lead to,
 * and from where. Delays are in `delays.ts`.
 */
import type { Limit } from "./constraint.ts";
import { Delays } from "./delays.ts";
import { type Instance, narrow, within } from "./instance.ts";
import { jointSteps, type Step } from "./joint.ts";
import type { ClockStep } from "./memory.ts";
import { Fault, unlessFault } from "./outcome.ts";
import { without, Zone } from "./zone.ts";

/** What an enumeration of successors tells. */
interface Heard {
  /** Every instance that the data enables in the source. */
  readonly seen?: (instance: Instance) => void;
  /** In the target, before its invariants are applied: what was done to clocks, and those invariants. */
  readonly arrived?: (clocks: readonly ClockStep[], invariants: readonly Limit[], step: Step) => void;
  /** In the target: the zone there, invariants included, no delay yet. */
  readonly reached: (zone: Zone, step: Step, invariants: readonly Limit[]) => void;
  /** Whether transitions that fault are left out (6.3). */
  readonly skipsFaults?: boolean;
}

/** A step that was carried out. */
export interface Taken {
  readonly clocks: readonly ClockStep[];
  /** The valuations of the step's zone from which it is possible. */
  readonly part: Zone;
}

export class Semantics extends Delays {
  /** Is told what decides about deadlocks. */
  deadlockHeard: Omit<Heard, "reached"> | undefined;

  /** 5: every successor of the state at hand, with the cells as they are there. Ensures: the cells are as before. */
  successors(zone: Zone, heard: Heard): void {
    const source = this.save();
    for (const step of this.steps(zone, heard)) {
      const target = unlessFault(() => this.fire(step, heard), heard.skipsFaults);
      if (target !== undefined) heard.reached(target.zone, step, target.invariants);
      this.load(source);
    }
  }

  /** Carries a step out on the cells; its zone in the target, if anything is left there. */
  private fire(step: Step, heard: Heard) {
    const clocks = this.update(step);
    const invariants = this.invariants();
    if (invariants === undefined) return undefined;
    heard.arrived?.(clocks, invariants, step);
    const zone = this.moved(step.zone, clocks);
    return narrow(zone, invariants, this.scale) ? { zone, invariants } : undefined;
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

  /** 5.10: where priorities count, the parts of each step in which no step above it is possible. */
  steps(zone: Zone, heard: Omit<Heard, "reached">): Step[] {
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
  enabled(steps: readonly Step[], heard: Omit<Heard, "reached">): { step: Step; part: Zone | undefined }[] {
    const source = this.save();
    return steps.map((step) => {
      const taken = unlessFault(() => this.take(step, heard), heard.skipsFaults);
      this.load(source);
      return { step, part: taken?.part };
    });
  }

  /** Carries a step out on the cells: what it does to clocks, and from where in its zone the target's invariants hold. */
  take(step: Step, { arrived }: Pick<Heard, "arrived"> = {}): Taken | undefined {
    const clocks = this.update(step);
    const limits = this.invariants();
    if (limits === undefined) return undefined;
    arrived?.(clocks, limits, step);
    const allowed = within(Zone.all(this.n), limits, this.scale);
    const part = allowed && this.source(step, clocks, allowed);
    return part && { clocks, part };
  }

  /** 8.4: the part of a step's zone that what is done to clocks takes into a zone. */
  source({ zone }: Step, clocks: readonly ClockStep[], target: Zone): Zone | undefined {
    const z = target.copy();
    const goes = [...clocks].reverse().every((s) => z.unassign(s.clock, s.from, s.plus * this.scale));
    return goes ? zone.meet(z) : undefined;
  }

  /** 5.7: runs the updates and moves to the target. What is done to clocks is returned, not done. */
  update({ parts }: Step): readonly ClockStep[] {
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

  /** 5.8: a zone after what is done to clocks. */
  moved(zone: Zone, clocks: readonly ClockStep[]): Zone {
    const target = zone.copy();
    for (const { clock, from, plus } of clocks) {
      if (plus < 0 && target.allows(from, 0, -plus * this.scale, 1))
        throw new Fault(`clock '${this.system.memory.clockNames[clock]}' would be negative`);
      target.assign(clock, from, plus * this.scale);
    }
    return target;
  }
}
