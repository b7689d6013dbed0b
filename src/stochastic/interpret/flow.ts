import type { Code, Condition } from "../code.ts";
import type { Location, Process, Rated, Setter, StochasticNetwork } from "../network.ts";
import type { Evaluator, Value } from "./evaluate.ts";
import { Stuck } from "./fault.ts";
import type { Memory } from "./memory.ts";
import { at, type Moment, NEVER, type Stretch, type Watcher } from "./moment.ts";
import { type Derivative, DormandPrince, type Piece } from "./ode.ts";

/**
 * How time passes. Without flows it passes in one stretch; with flows, in the steps of an integrator, and where a condition
 * has to be followed (a `curve`), in stretches short enough to sample.
 */
export class Flow {
  private readonly memory: Memory;
  private readonly evaluator: Evaluator;
  private readonly rated: readonly { readonly rated: Rated; rate: Value }[];
  private readonly byIndex = new Map<number, number>();
  private readonly solver: DormandPrince;
  private readonly curved = new Map<Location, boolean>();
  /** The query follows something, so stretches are short. */
  fine = false;

  constructor(network: StochasticNetwork, memory: Memory, evaluator: Evaluator) {
    this.memory = memory;
    this.evaluator = evaluator;
    const flows = network.rated.map((rated, index) => ({ rated, index })).filter(({ rated }) => rated.flow);
    this.rated = flows.map(({ rated, index }, k) => {
      this.byIndex.set(index, k);
      return { rated, rate: () => 1 };
    });
    const derivative: Derivative = (time, values, out) => {
      this.put(time, values);
      for (const [k, { rate }] of this.rated.entries()) out[k] = rate();
    };
    this.solver = new DormandPrince(this.rated.length, derivative);
  }

  /** The setters of a flow in the present locations. It is another law from now on. */
  set(index: number, active: readonly Setter[]): boolean {
    const flow = this.rated[this.byIndex.get(index) ?? -1];
    if (flow === undefined) return false;
    const [first, second] = active;
    if (second)
      throw new Stuck("rates-differ", `two processes give the clock '${flow.rated.name}' a rate`, second.origin);
    const one: Code = { op: "const", is: "real", value: 1 };
    flow.rate = this.evaluator.value(first?.rate ?? one);
    this.memory.setReal(flow.rated.clock + 2, 0);
    this.solver.restart();
    return true;
  }

  /** Whether guards or invariant of a location have to be followed. */
  follows(process: Process, here: Location): boolean {
    const known = this.curved.get(here);
    if (known !== undefined) return known;
    const guards = here.outputs.map((output) => process.edges[output]?.guard).filter((guard) => guard !== undefined);
    const found = [here.expiry, ...guards].some(hasCurve);
    this.curved.set(here, found);
    return found;
  }

  /** The next stretch of time, until `until` at most. */
  stretch(until: number, following: boolean): Stretch {
    const from = this.memory.time;
    if (this.rated.length > 0) return this.integrated(from, until);
    const end = following || this.fine ? Math.min(until, from + FINE) : until;
    return { from, until: end, go: (time) => void (this.memory.time = time) };
  }

  private integrated(from: number, until: number): Stretch {
    const stretch = this.step(from, until);
    if (stretch) return stretch;
    const names = this.rated.map(({ rated }) => `'${rated.name}'`).join(", ");
    throw new Stuck(
      "flow",
      `the differential equations of ${names} have no solution beyond time ${from}`,
      this.rated[0]?.rated.setters[0]?.origin,
    );
  }

  /** Undefined where there is no solution. */
  private step(from: number, until: number): Stretch | undefined {
    const start = Float64Array.from(this.rated, ({ rated }) => this.memory.real(rated.clock));
    const longest = Math.min(until - from, LONGEST);
    const piece = this.solver.step(from, start, longest);
    this.put(from, start);
    if (piece === undefined) return undefined;
    const end = Math.min(piece.until, until);
    return { from, until: end, go: (time) => this.goTo(piece, time) };
  }

  private goTo(piece: Piece, time: number): void {
    this.put(time, piece.at(time));
  }

  private put(time: number, values: Float64Array): void {
    const { memory } = this;
    memory.time = time;
    for (const [k, { rated }] of this.rated.entries()) {
      memory.setReal(rated.clock, values[k] ?? 0);
      memory.setReal(rated.clock + 1, time);
    }
  }

  /** Goes to a time of the stretch for good. */
  advance(stretch: Stretch, time: number): void {
    stretch.go(time);
  }

  /** When the invariant of a location will expire if nothing happens: found by looking ahead, and coming back. */
  foresee(here: Location, watcher: Watcher, pause: () => void): Moment {
    const { memory } = this;
    const before = memory.time;
    const values = Float64Array.from(this.rated, ({ rated }) => memory.real(rated.clock));
    const watch = watcher.watch(here.expiry);
    let found = NEVER;
    for (let k = 0; k < FORESIGHT && found.time === Infinity; k++) {
      pause();
      const stretch = this.rated.length > 0 ? this.step(memory.time, Infinity) : this.stretch(Infinity, true);
      if (stretch === undefined) break;
      const moment = watch(at(stretch.from), stretch);
      if (moment.time <= stretch.until) found = moment;
      else this.advance(stretch, stretch.until);
    }
    this.put(before, values);
    this.solver.restart();
    return found;
  }
}

/** Stretches that are sampled in 16 pieces are so long at most: UPPAAL's step of 0.01 for each piece. */
export const FINE = 0.16;
export const LONGEST = 1;
/** An invariant that holds for so many stretches bounds nothing. */
export const FORESIGHT = 100_000;

export function hasCurve(condition: Condition): boolean {
  switch (condition.is) {
    case "curve":
      return true;
    case "and":
    case "or":
      return condition.items.some(hasCurve);
    case "any":
      return hasCurve(condition.item);
    default:
      return false;
  }
}
