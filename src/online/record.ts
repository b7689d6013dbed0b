/**
 * A symbolic run that is recorded: step by step, by the caller's choice, each taken apart into transformations of the zone.
 * As in Rinast et al., section IV: every guard and every invariant is a constraint, also one that cuts nothing off, and every
 * location entered is a delay or, where no time passes, an urgency introduction. (So counted, the models that come with UPPAAL
 * have as many transformations as Table I says.) With `urgency: "clock"` the latter is written out: a fresh clock, the last of
 * the recorded zones, is reset on the way in and kept at zero. Whatever else shapes a step (receivers that stay behind on a
 * broadcast, priorities, urgent synchronisations with clock guards) is recorded as the constraints of its result.
 *
 * Ensures: the recorded transformations, carried out in order on `start`, give `zone`; its part without the fresh clock is
 * the zone of the state. That is asserted at every step.
 */
import { assert, wants } from "../base/index.ts";
import { type StepParts, StepRecorder } from "../engine/index.ts";
import type { Network } from "../network/index.ts";
import { dbm, LE_ZERO, minimalConstraints, triplesOf, type Zone } from "../zones/index.ts";
import { type Transformation, transform } from "./transformation.ts";

export interface RecordOptions {
  /** Urgency introduced as one transformation, or as the constraint of a fresh clock. */
  readonly urgency?: "clock" | "one" | undefined;
}

/** Told of every transformation, with the zone before and after it. Neither may be kept. */
export type Listener = (t: Transformation, before: Zone, after: Zone) => void;

/** Why runs of a network cannot be recorded, if so. */
export function whyNotRecorded(network: Network): string | undefined {
  wants("whyNotRecorded", network, "network");
  if (network.processes.some((p) => p.locations.length === 0)) return "a process has no location";
  const stops = network.processes.some((p) => p.locations.some((l) => l.invariant.rates.length > 0));
  return stops ? "clocks that stop have zones that are only approximate" : undefined;
}

export class RecordedRun {
  readonly network: Network;
  /** The dimension of recorded zones: that of the network, and one more with a clock for urgency. */
  readonly dim: number;
  /** The zone before the first transformation: clocks at their initial values. */
  readonly start: Zone;
  /** The recorded zone now. */
  readonly zone: Zone;
  /** False if an invariant forbids the initial state. */
  readonly exists: boolean;
  transitions = 0;
  private readonly engine: StepRecorder;
  private readonly listener: Listener;
  private readonly before: Zone;
  private readonly cells: Int32Array;

  constructor(network: Network, listener: Listener, options: RecordOptions = {}) {
    wants("new RecordedRun", network, "network");
    assert(whyNotRecorded(network) === undefined, "this network cannot be recorded");
    this.network = network;
    this.engine = new StepRecorder(network);
    this.listener = listener;
    this.dim = this.engine.dim + (options.urgency === "clock" ? 1 : 0);
    this.start = startZone(network, this.dim);
    this.zone = this.start.slice();
    this.before = new Int32Array(this.dim * this.dim);
    this.engine.reset();
    const invariants = this.engine.currentInvariants();
    this.exists = invariants !== undefined && this.constrainAll(invariants);
    if (this.exists) this.arrive(0);
    this.cells = this.engine.cells.slice(0, this.engine.size);
  }

  /** Locations and variables. */
  get state(): Int32Array {
    return this.cells.slice();
  }

  /** The zone of the state, over the network's clocks. */
  stateZone(): Zone {
    return project(this.zone, this.dim, this.engine.dim);
  }

  options(): readonly StepParts[] {
    this.engine.cells.set(this.cells);
    return this.exists ? this.engine.steps(this.stateZone()) : [];
  }

  /** Takes a step of `options`. Where urgency splits what delays reach, `piece` chooses among the parts (modulo). */
  take(step: StepParts, piece = 0): void {
    assert(this.constrainAll(step.guards, true), "a step that was offered can be taken");
    this.operate(step.operations);
    assert(this.constrainAll(step.invariants), "a step that was offered can be taken");
    this.cutTo(step.target);
    this.cells.set(step.cells);
    this.engine.cells.set(step.cells);
    this.arrive(piece);
    this.transitions++;
  }

  private arrive(piece: number): void {
    const { engine } = this;
    const delay = engine.delay(this.stateZone());
    const pieces = delay.zones;
    if (delay.still && this.dim > engine.dim) {
      const clock = engine.dim;
      this.record({ kind: "reset", clock, value: 0 });
      this.record({ kind: "up" });
      this.record({ kind: "constrain", left: clock, right: 0, bound: LE_ZERO });
    } else this.record({ kind: delay.still ? "urgency" : "up" });
    this.constrainAll(delay.invariants, true);
    const target = pieces[piece % pieces.length];
    assert(target !== undefined, "a state that there is can wait, if only for no time");
    this.cutTo(target);
  }

  /** Records what cuts something off, or `all`. */
  private constrainAll(triples: Int32Array, all = false): boolean {
    for (const [left, right, bound] of triplesOf(triples)) {
      if (!all && this.zone[left * this.dim + right]! <= bound) continue;
      if (!this.record({ kind: "constrain", left, right, bound })) return false;
    }
    return true;
  }

  private operate(log: Int32Array): void {
    for (const [clock, from, value] of triplesOf(log)) {
      this.record(from === 0 ? { kind: "reset", clock, value } : { kind: "move", clock, from, plus: value });
    }
  }

  /** Adds what is missing to the zone that the engine came to. */
  private cutTo(target: Zone): void {
    const dim = this.engine.dim;
    if (!dbm.equals(this.stateZone(), 0, target, 0, dim)) this.constrainAll(minimalConstraints(target, 0, dim));
    assert(dbm.equals(this.stateZone(), 0, target, 0, dim), "the recorded transformations lead to the engine's zone");
  }

  private record(t: Transformation): boolean {
    this.before.set(this.zone);
    const left = transform(this.zone, this.dim, t);
    if (left) this.listener(t, this.before, this.zone);
    return left;
  }
}

function startZone(network: Network, dim: number): Zone {
  const z = dbm.newZero(dim);
  network.clocks.forEach((c, x) => {
    if (x > 0 && c.initial !== 0) dbm.reset(z, 0, dim, x, c.initial);
  });
  return z;
}

/** The zone over the first clocks. */
export function project(z: Zone, from: number, to: number): Zone {
  if (from === to) return z.slice();
  const out = new Int32Array(to * to);
  for (let i = 0; i < to; i++) for (let j = 0; j < to; j++) out[i * to + j] = z[i * from + j]!;
  return out;
}
