import {
  ConcreteSimulator,
  type Network,
  randomIn,
  SymbolicSimulator,
  type Trace,
  traceWithTime,
} from "../../../src/index.ts";
import { type Mode, rationalText, type Shown, type Step, sameTransition } from "./step.ts";
import type { Wanted } from "./tracefile.ts";

/** A run that is recorded as it goes: its steps, the states they led to, and where in it the simulator stands. */
export class Recording {
  readonly mode: Mode;
  readonly simulator: SymbolicSimulator | ConcreteSimulator;
  steps: readonly Step[] = [];
  states: readonly Shown[] = [];
  position = 0;
  /** How many states from the first on are as they were when somebody last asked. */
  keep = 0;
  private readonly network: Network;

  constructor(network: Network, mode: Mode) {
    this.network = network;
    this.mode = mode;
    this.simulator = mode === "symbolic" ? new SymbolicSimulator(network) : new ConcreteSimulator(network);
    if (!this.simulator.isEmpty) this.states = [this.look()];
  }

  get state(): Shown | undefined {
    return this.states[this.position];
  }

  get transitions(): readonly Extract<Step, { kind: "transition" }>["transition"][] {
    return this.steps.filter(isTransition).map(({ transition }) => transition);
  }

  /** Does a step in the simulator; false if it is not possible. */
  private does(step: Step): boolean {
    const { simulator } = this;
    if (step.kind === "delay") return simulator instanceof ConcreteSimulator && simulator.delay(step.delay);
    const index = simulator.options().findIndex((o) => sameTransition(o.transition, step.transition));
    return index >= 0 && simulator.take(index);
  }

  /** Does a step and drops what was recorded behind it. */
  extend(step: Step): boolean {
    if (!this.does(step)) return false;
    this.steps = [...this.steps.slice(0, this.position), step];
    this.position++;
    this.keep = Math.min(this.keep, this.position);
    this.states = [...this.states.slice(0, this.position), this.look()];
    return true;
  }

  /** Takes a transition; if it is the one that is recorded next, what is behind it stays. */
  take(transition: Extract<Step, { kind: "transition" }>["transition"]): void {
    const next = this.steps[this.position];
    if (next?.kind === "transition" && sameTransition(next.transition, transition)) this.go(this.position + 1);
    else this.extend({ kind: "transition", transition });
  }

  go(target: number): void {
    const to = Math.max(0, Math.min(target, this.states.length - 1));
    for (; this.position > to; this.position--) this.simulator.back();
    for (; this.position < to; this.position++) if (!this.does(this.steps[this.position]!)) return;
  }

  /** One transition at random; among exact values a delay leads to it. False if there is none, now or later. */
  randomTransition(random: () => number): boolean {
    const { simulator } = this;
    const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
    if (!(simulator instanceof ConcreteSimulator)) {
      const option = pick(simulator.options());
      if (option !== undefined) this.take(option.transition);
      return option !== undefined;
    }
    const later = pick(simulator.later());
    const interval = pick(later?.delays ?? []);
    if (later === undefined || interval === undefined) return false;
    const delay = randomIn(interval, random);
    if (delay.n !== 0n) this.extend({ kind: "delay", delay });
    this.take(later.transition);
    return true;
  }

  /** Takes the first possible transition that fits, and leads where the file says, if it says that. */
  fitting(wanted: Wanted): boolean {
    if ("delay" in wanted) return this.extend({ kind: "delay", delay: wanted.delay });
    const fits = this.simulator.options().filter((o) => wanted.fits(o.transition));
    for (const { transition } of fits) {
      if (!this.extend({ kind: "transition", transition })) continue;
      const { locations, variables } = this.states[this.position]!;
      if (wanted.leads === undefined || wanted.leads(locations, variables)) return true;
      this.simulator.back();
      this.position--;
      this.steps = this.steps.slice(0, -1);
      this.states = this.states.slice(0, -1);
    }
    return false;
  }

  private look(): Shown {
    const { simulator } = this;
    const common = { locations: simulator.locations, variables: simulator.variables };
    if (simulator instanceof SymbolicSimulator)
      return {
        ...common,
        constraints: constraintLines(simulator.constraints),
        zones: simulator.zones as readonly Int32Array[],
      };
    const { values } = simulator;
    const names = this.network.clocks.slice(1).map((c) => c.name);
    return { ...common, values, constraints: names.map((c, i) => `${c} = ${rationalText(values[i]!)}`) };
  }

  /** The whole run, as far as it is recorded, with exact values. */
  trace(timed: boolean): Trace | string {
    const at = this.position;
    this.go(this.states.length - 1);
    const trace = this.simulator.trace();
    this.go(at);
    if (!timed || typeof trace === "string") return trace;
    return traceWithTime(this.network, trace);
  }
}

export function isTransition(step: Step): step is Extract<Step, { kind: "transition" }> {
  return step.kind === "transition";
}

export function stepsOfTrace({ states, transitions }: Trace): readonly Step[] {
  return states.flatMap(({ delay }, i): Step[] => {
    const transition = transitions[i];
    return [
      ...(delay === undefined || delay.n === 0n ? [] : [{ kind: "delay" as const, delay }]),
      ...(transition === undefined ? [] : [{ kind: "transition" as const, transition }]),
    ];
  });
}

/** One zone: a line per constraint; several: a line per zone. */
function constraintLines(zones: string): readonly string[] {
  return zones.includes(" or ")
    ? zones.split(" or ").map((zone, i) => (i === 0 ? zone : `or ${zone}`))
    : zones.split(", ");
}
