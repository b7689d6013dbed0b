/**
 * Moves: joint transitions carried out. `successors` gives target states, `enabled` the parts of a zone from which each
 * transition exists (guards, and target invariants pulled back through the updates), for deadlocks and priorities.
 *
 * Order of one transition (docs/compatibility.md M4, M5, M9, M14): guards in the source state; before_update; updates of the
 * sender, then of receivers in process order; after_update; then the locations change and the invariants of all processes
 * must hold. Priorities (5.2): a transition exists where no transition of higher priority is enabled; that is a subtraction.
 */
import { dbm, type Federation, federation, type Zone } from "../../zones/index.ts";
import { Fault } from "../fault.ts";
import { Invariants } from "./invariant.ts";
import { Joint } from "./joint.ts";
import { higher, priorityOf } from "./priority.ts";
import type { Program } from "./program.ts";
import { takeStep } from "./step.ts";
import { applyLog, invertLog } from "./update.ts";

/** What an enumeration does with one joint transition and its guarded part of the zone. */
type Found = (guarded: Zone) => void;

interface Candidate {
  readonly channel: number;
  readonly process: number;
  readonly enabled: Zone;
}

export class Moves {
  readonly joint: Joint;
  /** The transition at hand: for each part the edge, then its select values. `length` counts words. */
  transition = new Int32Array(16);
  length = 0;
  private readonly program: Program;
  private readonly dim: number;
  private readonly invariants: Invariants;
  private readonly source: Int32Array;
  private readonly work: Zone;
  private found: Found = () => {};
  private skips = false;

  constructor(program: Program) {
    this.program = program;
    this.dim = program.dim;
    this.source = new Int32Array(program.machine.size);
    this.work = new Int32Array(program.dim * program.dim);
    this.invariants = new Invariants(program);
    this.joint = new Joint(program, (guarded) => this.found(guarded));
  }

  /**
   * Every successor of the state in the cells with the given zone. When `visit` is called the cells hold the target, its
   * argument the target zone (invariants included, no delay yet; it may be changed), and `transition` names the step.
   * `visit` returns true to stop. Ensures: the cells are as before. With "skip", what faults is left out.
   */
  successors(zone: Zone, visit: (target: Zone) => boolean, faults: "throw" | "skip" = "throw"): void {
    if (faults === "skip") this.skipping(() => this.each(zone, (guarded) => this.carryOut(guarded, visit)));
    else this.each(zone, (guarded) => this.carryOut(guarded, visit));
  }

  /** The part of the zone from which the transition given in words leads into `target`, invariants included. */
  pullBack(zone: Zone, words: ArrayLike<number>, target: Federation): Federation {
    let all: Federation = [];
    this.skipping(() => {
      all = this.pulledBack(zone, words, target);
    });
    return all;
  }

  private pulledBack(zone: Zone, words: ArrayLike<number>, target: Federation): Federation {
    const { machine } = this.program;
    let all: Federation = [];
    this.each(zone, (guarded) => {
      this.describe();
      if (this.isNamed(words)) {
        takeStep(this.program, this.joint);
        for (const t of target) {
          const z = t.slice();
          const part = invertLog(machine.log, machine.logged, z, this.dim)
            ? federation.meetZones(guarded, z, this.dim)
            : null;
          if (part !== null) all = federation.add(all, part, this.dim);
        }
      }
      this.restore();
    });
    return all;
  }

  /** The channel of the transition at hand, or -1. */
  get channel(): number {
    const { parts, instances } = this.joint;
    return parts.length === 0 ? -1 : instances.channels[parts[0]!]!;
  }

  private isNamed(words: ArrayLike<number>): boolean {
    if (words.length !== this.length) return false;
    for (let i = 0; i < this.length; i++) if (words[i] !== this.transition[i]) return false;
    return true;
  }

  /** Every joint transition with the parts of the zone where it may be taken, as far as guards and priorities go. */
  private each(zone: Zone, found: Found): void {
    if (this.program.network.hasPriorities) this.prioritised(zone, found);
    else this.run(zone, found);
  }

  /** Every transition from the zone with the part of the zone where it exists, priorities aside. The argument may be kept. */
  enabled(zone: Zone, visit: (part: Zone) => boolean): void {
    this.run(zone, (guarded) => {
      takeStep(this.program, this.joint);
      const part = this.enabledPart(guarded);
      if (part !== null && visit(part)) this.joint.stopped = true;
      this.restore();
    });
  }

  /** Leaves out edges and transitions that fault meanwhile. */
  private skipping(work: () => void): void {
    this.skips = true;
    this.joint.instances.skips = true;
    try {
      work();
    } finally {
      this.skips = false;
      this.joint.instances.skips = false;
    }
  }

  private orSkip(found: Found): Found {
    return (guarded) => {
      try {
        found(guarded);
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
        this.restore();
      }
    };
  }

  private run(zone: Zone, found: Found): void {
    const { cells } = this.program.machine;
    for (let i = 0; i < this.source.length; i++) this.source[i] = cells[i]!;
    this.found = this.skips ? this.orSkip(found) : found;
    try {
      this.joint.run(zone);
    } catch (error) {
      if (error instanceof Fault) error.state ??= Array.from(this.source);
      this.restore();
      throw error;
    }
  }

  private restore(): void {
    const { cells } = this.program.machine;
    const { source } = this;
    for (let i = 0; i < source.length; i++) cells[i] = source[i]!;
  }

  private carryOut(guarded: Zone, visit: (target: Zone) => boolean): void {
    takeStep(this.program, this.joint);
    try {
      applyLog(this.program.machine, guarded, this.dim);
      if (this.invariants.evaluate() && this.invariants.constrain(guarded)) {
        this.describe();
        if (visit(guarded)) this.joint.stopped = true;
      }
    } catch (error) {
      // One that knows its state is of what was asked about the state just reached.
      if (error instanceof Fault && error.state === undefined) error.edge ??= this.firstEdge();
      throw error;
    }
    this.restore();
  }

  private firstEdge(): number {
    const { instances, parts } = this.joint;
    return instances.edges[parts[0]!]!.id;
  }

  /** The valuations of the guarded part that the logged operations take into the invariants of the state at hand. */
  private enabledPart(guarded: Zone): Zone | null {
    if (!this.invariants.evaluate()) return null;
    const z = this.work;
    const { machine } = this.program;
    dbm.universal(z, 0, this.dim);
    if (!this.invariants.constrain(z)) return null;
    if (!invertLog(machine.log, machine.logged, z, this.dim)) return null;
    return federation.meetZones(guarded, z, this.dim);
  }

  private prioritised(zone: Zone, found: Found): void {
    const all: Candidate[] = [];
    this.run(zone, (guarded) => {
      takeStep(this.program, this.joint);
      const enabled = this.enabledPart(guarded);
      if (enabled !== null) all.push({ ...priorityOf(this.program.network, this.joint), enabled });
      this.restore();
    });
    this.run(zone, (guarded) => {
      const mine = priorityOf(this.program.network, this.joint);
      const blocking = all.filter((c) => higher(c, mine)).map((c) => c.enabled);
      const rest: Federation = federation.subtract([guarded.slice()], blocking, this.dim);
      for (const piece of rest) {
        if (this.joint.stopped) return;
        found(piece.slice());
      }
    });
  }

  private describe(): void {
    const { instances, parts } = this.joint;
    this.length = 0;
    for (let i = 0; i < parts.length; i++) {
      const k = parts[i]!;
      const { id, edge } = instances.edges[k]!;
      this.word(id);
      for (let j = 0; j < edge.selects.length; j++) this.word(instances.values[instances.selectAt[k]! + j]!);
    }
  }

  private word(value: number): void {
    if (this.length === this.transition.length) {
      const larger = new Int32Array(this.length * 2);
      larger.set(this.transition);
      this.transition = larger;
    }
    this.transition[this.length++] = value;
  }
}
