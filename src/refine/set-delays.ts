/**
 * Delays of a set: time passes as long as the implementation may wait, and of each moment those states are kept in which the specification
 * can be then.
 *
 * Internal edges of the specification that set no clock may be taken at any moment: whoever can be behind one has the same clocks, and is
 * there if the moment of the edge lies between the arrival and now, which is a condition on the valuations at both.
 */
import type { Reply, Timing } from "../engine/index.ts";
import { elapse } from "../trace/index.ts";
import { dbm, type Federation, federation, LT_ZERO, type Zone } from "../zones/index.ts";
import { divided, type Joint } from "./joint.ts";
import type { Link, SetNode } from "./set-node.ts";
import type { Steps } from "./set-steps.ts";

/** A state in which the specification may be after a delay. */
export interface Candidate {
  readonly cells: Int32Array;
  /** Whose clocks it has. */
  readonly copy: number;
  /** Where the delay must have begun, if not everywhere; where it has come to be what it is, if not at the beginning; where it can be. */
  readonly start: Zone | undefined;
  readonly arrival: Zone | undefined;
  readonly alive: Zone | null;
}

/** A part of what a delay leads to, with those that can be there: none where no run of the specification waits so long. */
interface Waited {
  readonly node: SetNode;
  readonly living: readonly Candidate[];
}

export class Delays {
  private readonly steps: Steps;
  private readonly joint: Joint;

  constructor(steps: Steps, joint: Joint) {
    this.steps = steps;
    this.joint = joint;
  }

  /** What a set is after a delay, none included; or why that is not known. */
  after(node: SetNode): Iterable<Waited> | string {
    const candidates = this.candidates(node);
    return typeof candidates === "string" ? candidates : this.parts(node, candidates);
  }

  private *parts(node: SetNode, candidates: readonly Candidate[]): Generator<Waited> {
    const timing = this.timing(node);
    const dim = this.joint.dim(node.states.length);
    const starts = candidates.flatMap((c) => (c.start === undefined ? [] : [[c, [c.start]] as const]));
    for (const { zone: entry, held } of divided(node.zone, starts, dim)) {
      const there = candidates.filter((c) => c.start === undefined || held.includes(c));
      const begun = { ...node, zone: entry };
      const isBound = (c: Candidate): boolean => c.arrival === undefined && this.steps.isStill(c.cells);
      const divides = there.some(isBound);
      for (const { zone, isLate } of this.waited(begun, timing, divides)) {
        const here = isLate ? there.filter((c) => !isBound(c)) : there;
        const alive = here.map((c) => [c, c.alive === null ? [] : [c.alive]] as const satisfies [object, Federation]);
        for (const { zone: part, held: living } of divided(zone, alive, dim)) {
          const links: Link[] = [...node.links, { kind: "delay", entry, isTimed: divides, timing }];
          yield { node: { ...node, links, zone: part }, living };
        }
      }
    }
  }

  /** What decides how long the implementation waits, for all clocks of the set. */
  private timing({ states }: SetNode): Timing {
    const { still, invariant, urgent } = this.steps.timing(states[0]!);
    const lift = (zone: Zone): Zone => this.joint.lift(zone, 0, states.length);
    return { still, invariant: invariant && lift(invariant), urgent: urgent.map(lift), stopped: undefined };
  }

  /** What the implementation reaches by delay; where it matters, what it reaches at once and what later. */
  private waited(node: SetNode, timing: Timing, divides: boolean): readonly { zone: Zone; isLate: boolean }[] {
    const dim = this.joint.dim(node.states.length);
    const from = node.zone.slice();
    if (divides) dbm.reset(from, 0, dim, dim - 1, 0);
    const { all } = elapse([from], timing, [], dim);
    if (!divides) return all.map((zone) => ({ zone, isLate: true }));
    const late = federation.constrained(all, 0, dim - 1, LT_ZERO, dim);
    return [{ zone: from, isLate: false }, ...late.map((zone) => ({ zone, isLate: true }))];
  }

  /** The states that the specification may be in after a delay: those it is in, and those behind internal edges. */
  private candidates(node: SetNode): readonly Candidate[] | string {
    const { steps, joint } = this;
    const copies = node.states.length;
    const open: Candidate[] = node.states.map((cells, copy) => {
      const alive = this.inside(cells, copy, copies);
      return { cells, copy, start: undefined, arrival: undefined, alive };
    });
    const all: Candidate[] = [];
    for (let c = open.pop(); c !== undefined; c = open.pop()) {
      if (!steps.isPassed(c.cells)) all.push(c);
      const isVisible = !steps.isCommitted(c.cells);
      for (const reply of steps.internal(c.cells)) {
        if (isVisible && steps.differs(reply.cells)) continue;
        if (joint.opsOf(reply.log, "theirs", 0, 1).length > 0)
          return `an internal edge of the specification, from ${steps.placeOf(c.cells)}, sets a clock`;
        const next = this.behind(c, reply, copies);
        if (next !== undefined) open.push(next);
      }
    }
    return all;
  }

  /** Who has taken an internal edge: where the edge can be met from the beginning of the delay on, and where it can be behind it. */
  private behind(c: Candidate, reply: Reply, copies: number): Candidate | undefined {
    const dim = this.joint.dim(copies);
    const meets = (a: Zone | undefined, b: Zone | null): Zone | null =>
      a === undefined || b === null ? b : federation.meetZones(a, b, dim);
    const hit = c.alive === null ? null : meets(c.alive, this.joint.lift(reply.enabled, c.copy, copies));
    const there = this.inside(reply.cells, c.copy, copies);
    if (hit === null || there === null) return undefined;
    const { cells } = reply;
    if (c.arrival === undefined && this.steps.isStill(c.cells)) {
      // It is left where it is entered, before any delay.
      const start = meets(c.start, hit);
      return start === null ? undefined : { cells, copy: c.copy, start, arrival: undefined, alive: there };
    }
    const [before, past] = [hit.slice(), hit.slice()];
    dbm.down(before, 0, dim);
    const start = meets(c.start, before);
    if (start === null) return undefined;
    // Who must go on at once is there at the moment of its arrival only.
    if (!this.steps.isStill(cells)) dbm.up(past, 0, dim);
    return { cells, copy: c.copy, start, arrival: hit, alive: meets(past, there) };
  }

  private inside(cells: Int32Array, copy: number, copies: number): Zone | null {
    const zone = this.steps.inside(cells);
    return zone === null ? null : this.joint.lift(zone, copy, copies);
  }
}
