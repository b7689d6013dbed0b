/**
 * The bounds of clocks that a certificate states, and whether they are closed (docs/semantics.md 9.2): for each place of each
 * process the largest constants that a clock can still be compared with, from below (L) and from above (U). They are judged
 * on the discrete states of the certificate, so that constants given by variables count with the values they have there.
 */
import type { Limit } from "./constraint.ts";
import type { Exchange } from "./exchange.ts";
import type { Bounds } from "./format.ts";
import type { Instance } from "./instance.ts";
import type { Step } from "./joint.ts";
import type { ClockStep } from "./memory.ts";
import { at, Refuted } from "./outcome.ts";
import type { Semantics } from "./semantics.ts";
import type { System } from "./system.ts";
import { without, type Zone } from "./zone.ts";

export class StatedBounds {
  private readonly system: System;
  private readonly everywhere: readonly Entry[];
  private readonly local: readonly (readonly Entry[])[][];
  /** The locations for which bounds were last found, and these. */
  private readonly places: number[] = [];
  private last: LowerUpper;

  constructor(system: System, bounds: Bounds) {
    this.system = system;
    const entry = ([clock, lower, upper]: readonly (number | null)[]): Entry => ({
      clock: clock!,
      lower: lower ?? -Infinity,
      upper: upper ?? -Infinity,
    });
    this.everywhere = bounds.everywhere.map(entry);
    this.local = system.processes.map((p) => p.locations.map((): Entry[] => []));
    for (const [process, location, ...rest] of bounds.locations)
      (this.local[process!]?.[location!] as Entry[] | undefined)?.push(entry(rest));
    this.last = this.largest([this.everywhere]);
  }

  /** Whether L and U are the same everywhere: then what is simulated also simulates (9.3). */
  get isSymmetric(): boolean {
    return [...this.everywhere, ...this.local.flat(2)].every(({ lower, upper }) => lower === upper);
  }

  /** Whether there is one of this clock anywhere. */
  hasAny(clock: number): boolean {
    const all = [...this.everywhere, ...this.local.flat(2)];
    return all.some((entry) => entry.clock === clock && Math.max(entry.lower, entry.upper) > -Infinity);
  }

  /** Whether they are the same after an exchange of elements (9.12), in all locations. */
  isKeptBy(exchange: Exchange): boolean {
    const isKept = (here: readonly Entry[], there: readonly Entry[]): boolean => {
      const [a, b] = [this.largest([here]), this.largest([there])];
      return a.lower.every((l, x) => l === b.lower[exchange.clock(x)] && a.upper[x] === b.upper[exchange.clock(x)]);
    };
    return (
      isKept(this.everywhere, this.everywhere) &&
      this.local.every((own, p) => own.every((rows, l) => isKept(rows, this.local[exchange.cell(p)]![l]!)))
    );
  }

  /** The bounds of the state at hand; they depend on its locations alone. */
  here(): LowerUpper {
    const { memory, processes } = this.system;
    const { places } = this;
    if (!processes.every(({ index }) => places[index] === memory.cells[index])) {
      for (const { index } of processes) places[index] = memory.cells[index]!;
      this.last = this.largest([this.everywhere, ...this.local.map((rows, p) => rows[places[p]!]!)]);
    }
    return this.last;
  }

  /** What some entries come to together. */
  private largest(lists: readonly (readonly Entry[])[]): LowerUpper {
    const lower = new Array<number>(this.system.memory.clockNames.length).fill(-Infinity);
    const upper = lower.slice();
    for (const entries of lists)
      for (const entry of entries) {
        lower[entry.clock] = Math.max(lower[entry.clock]!, entry.lower);
        upper[entry.clock] = Math.max(upper[entry.clock]!, entry.upper);
      }
    return { lower, upper };
  }

  /** 9.2 (a): a bound that is applied in a state counts among those stated there. */
  count({ left, right, bound }: Limit, { lower, upper }: LowerUpper): void {
    if (left > 0 && right > 0)
      throw new Refuted("clocks are compared with each other, which no bounds of single clocks cover");
    // x < c with c below zero never holds, and x > c then always does: no value of the clock makes a difference.
    if (left > 0 && bound >= 0 && upper[left]! < bound) this.miss("upper", left, bound);
    if (right > 0 && -bound >= 0 && lower[right]! < -bound) this.miss("lower", right, -bound);
  }

  private miss(kind: string, clock: number, bound: number): never {
    const name = this.system.memory.clockNames[clock];
    throw new Refuted(
      `the ${kind} bound of clock '${name}' is stated as less than ${bound}, which it is compared with`,
    );
  }

  /** 9.2 (b): what the target needs, seen through the updates, is no more than what the source states or what `held` allows. */
  follow(source: LowerUpper, clocks: readonly ClockStep[], held: readonly (readonly Limit[])[]): void {
    const { lower, upper } = this.here();
    this.demand(neededBefore(clocks, lower), source.lower, held);
    this.demand(neededBefore(clocks, upper), source.upper, held);
  }

  private demand(needs: readonly number[], stated: readonly number[], held: readonly (readonly Limit[])[]): void {
    for (let x = 1; x < needs.length; x++) {
      if (needs[x]! < 0 || needs[x]! <= stated[x]!) continue;
      const isHeld = held.some((limits) => limits.some((l) => l.left === x && l.right === 0 && l.bound <= stated[x]!));
      if (!isHeld)
        throw new Refuted(
          `the bounds of clock '${this.system.memory.clockNames[x]}' grow along a step that does not set it`,
        );
    }
  }
}

/** What is needed of each clock before all that is done to clocks, if this is needed after it. */
function neededBefore(clocks: readonly ClockStep[], after: readonly number[]): readonly number[] {
  if (clocks.length === 0) return after;
  const need = after.slice();
  for (let k = clocks.length - 1; k >= 0; k--) {
    const { clock, from, plus } = clocks[k]!;
    const needed = need[clock]! - plus;
    need[clock] = -Infinity;
    // A value below zero would be a fault, so where that begins counts too.
    if (from > 0) need[from] = Math.max(need[from]!, needed, plus < 0 ? -plus : -Infinity);
  }
  return need;
}

/**
 * Counts every bound that is met (9.2): `enter` takes the state at hand as the source, whose invariants count; what is seen
 * after that is of the source, and what a step arrives at is of its target.
 */
export class Counting {
  private readonly bounds: StatedBounds;
  private readonly semantics: Semantics;
  private source: LowerUpper;
  private invariants: readonly Limit[] = [];

  constructor(bounds: StatedBounds, semantics: Semantics) {
    this.bounds = bounds;
    this.semantics = semantics;
    this.source = bounds.here();
    semantics.urgentSeen = (limits) => this.count(limits, bounds.here());
    semantics.deadlockHeard = this;
  }

  private count(limits: readonly Limit[], stated: LowerUpper): void {
    for (const limit of limits) this.bounds.count(limit, stated);
  }

  enter(): void {
    this.source = this.bounds.here();
    this.invariants = this.semantics.invariants() ?? [];
    this.count(this.invariants, this.source);
  }

  readonly limit = (limit: Limit): void => this.bounds.count(limit, this.source);

  readonly seen = ({ limits }: Instance): void => this.count(limits, this.source);

  readonly arrived = (clocks: readonly ClockStep[], invariants: readonly Limit[], step: Step): void =>
    at(
      undefined,
      () => this.semantics.describe(step),
      () => {
        const held = [this.invariants, ...step.parts.map((part) => part.limits)];
        this.bounds.follow(this.source, clocks, held);
        this.count(invariants, this.bounds.here());
      },
    );

  /** Whether a zone of the state at hand is simulated by one of those known, or each part of it that is in none of them. */
  isSimulated(zone: Zone, known: readonly Zone[]): boolean {
    const { lower, upper } = this.bounds.here();
    for (const other of known) if (zone.isSimulatedBy(other, lower, upper)) return true;
    // By 9.3 the value of a clock without bounds makes no difference: zones that differ only there cover the same.
    const eased = (other: Zone): Zone => {
      const wide = other.copy();
      for (let x = 1; x < lower.length; x++) if (Math.max(lower[x]!, upper[x]!) === -Infinity) wide.free(x);
      return wide;
    };
    const rest = without([zone], known.map(eased));
    return rest.every((part) => known.some((other) => part.isSimulatedBy(other, lower, upper)));
  }
}

/** By clock; -Infinity for none. */
interface LowerUpper {
  readonly lower: number[];
  readonly upper: number[];
}

interface Entry {
  readonly clock: number;
  readonly lower: number;
  readonly upper: number;
}
