import {
  arrivalTimes,
  ConcreteSimulator,
  type Network,
  randomIn,
  SymbolicSimulator,
  seeded,
  type Trace,
  traceWithTime,
} from "../../../src/index.ts";
import { type Ready, readyModel } from "../worker/model.ts";
import {
  type Command,
  type Mode,
  type Reply,
  rationalText,
  type Shown,
  type Step,
  sameTransition,
  type Times,
  type Update,
} from "./step.ts";
import { stepsOf, type Wanted } from "./tracefile.ts";
import { type Watcher, watcherOf } from "./watcher.ts";
import { whyNot } from "./why.ts";

/** The worker's side of the simulator: keeps a run of one model and carries out commands one after the other. */
export class Machine {
  private text = "";
  private ready: Ready | undefined;
  private network: Network | undefined;
  private mode: Mode = "symbolic";
  private simulator: SymbolicSimulator | ConcreteSimulator | undefined;
  private steps: Step[] = [];
  private states: Shown[] = [];
  private position = 0;
  /** How many states the page has that are still those of the run. */
  private keep = 0;
  private message: string | undefined;
  private watches: readonly string[] = [];
  private watchers: readonly Watcher[] = [];
  /** The concrete run before it became symbolic: back again, it has its delays. */
  private exactly: readonly Step[] = [];

  obey(command: Command): Reply {
    this.keep = this.states.length;
    this.message = undefined;
    switch (command.kind) {
      case "explain":
        return { kind: "explained", lines: whyNot(this.simulator, command.edge, this.text) };
      case "times":
        return { kind: "times", times: this.times() };
      case "trace": {
        const trace = this.trace(command.timed);
        return typeof trace === "string" ? { kind: "failed", message: trace } : { kind: "trace", trace };
      }
      default:
        this.guarded(() => this.run(command));
        return { kind: "update", update: this.update() };
    }
  }

  private run(command: Exclude<Command, { kind: "explain" | "trace" | "times" }>): void {
    switch (command.kind) {
      case "start":
        if (this.network === undefined || command.text !== this.text) this.read(command.text);
        if (command.watches !== undefined) this.watch(command.watches);
        this.restart(command.mode);
        for (const step of command.steps ?? []) if (!this.follow(step)) break;
        if (command.position !== undefined) this.go(command.position);
        return;
      case "take":
        this.take(command.transition);
        return;
      case "wait":
        this.extend({ kind: "delay", delay: command.delay });
        return;
      case "go":
        this.go(command.to);
        return;
      case "random":
        this.random(command.count, command.seed);
        return;
      case "until":
        this.until(command.expression, command.most, command.seed);
        return;
      case "watch":
        this.watch(command.expressions);
        return;
      case "mode":
        this.change(command.mode);
        return;
      case "load":
        this.load(command.trace, command.mode);
        return;
      case "open":
        this.openFile(command.name, command.content, command.mode);
        return;
    }
  }

  private read(text: string): void {
    this.text = text;
    this.ready = readyModel(text);
    this.network = this.ready.made?.network;
    this.watch(this.watches);
  }

  private watch(expressions: readonly string[]): void {
    const { ready } = this;
    this.watches = expressions;
    this.watchers = ready === undefined ? [] : expressions.map((text) => watcherOf(ready, text));
  }

  private restart(mode: Mode): void {
    this.keep = 0;
    this.mode = mode;
    this.steps = [];
    this.states = [];
    this.position = 0;
    this.simulator = undefined;
    if (this.network === undefined) return;
    this.simulator = mode === "symbolic" ? new SymbolicSimulator(this.network) : new ConcreteSimulator(this.network);
    if (this.simulator.isEmpty) this.message = "there is no initial state: an invariant forbids it";
    else this.states = [this.look()];
  }

  /** Does a step in the simulator; false if it is not possible. */
  private does(step: Step): boolean {
    const { simulator } = this;
    if (simulator === undefined) return false;
    if (step.kind === "delay") return simulator instanceof ConcreteSimulator && simulator.delay(step.delay);
    const index = simulator.options().findIndex((o) => sameTransition(o.transition, step.transition));
    return index >= 0 && simulator.take(index);
  }

  /** Does a step and drops what was recorded behind it. */
  private extend(step: Step): boolean {
    if (!this.does(step)) return false;
    this.steps = [...this.steps.slice(0, this.position), step];
    this.position++;
    this.keep = Math.min(this.keep, this.position);
    this.states = [...this.states.slice(0, this.position), this.look()];
    return true;
  }

  private follow(step: Step): boolean {
    if (this.extend(step)) return true;
    this.message = `the run goes no further than step ${this.steps.length}: the model has changed`;
    return false;
  }

  private take(transition: Extract<Step, { kind: "transition" }>["transition"]): void {
    const next = this.steps[this.position];
    if (next?.kind === "transition" && sameTransition(next.transition, transition)) this.go(this.position + 1);
    else this.extend({ kind: "transition", transition });
  }

  private go(target: number): void {
    const to = Math.max(0, Math.min(target, this.states.length - 1));
    for (; this.position > to; this.position--) this.simulator?.back();
    for (; this.position < to; this.position++) if (!this.does(this.steps[this.position]!)) return;
  }

  private random(count: number, seed: number): void {
    const random = seeded(seed);
    for (let i = 0; i < count; i++) if (!this.randomTransition(random)) return;
  }

  /** One transition at random; among exact values a delay leads to it. False if there is none, now or later. */
  private randomTransition(random: () => number): boolean {
    const { simulator } = this;
    const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
    if (!(simulator instanceof ConcreteSimulator)) {
      const option = pick(simulator?.options() ?? []);
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

  /** A state is left before it is asked, so that the same expression leads on to the next such state. */
  private until(expression: string, most: number, seed: number): void {
    if (this.ready === undefined) return;
    const watcher = watcherOf(this.ready, expression);
    const random = seeded(seed);
    for (let i = 0; i < most; i++) {
      if (this.position + 1 < this.states.length) this.go(this.position + 1);
      else if (!this.randomTransition(random)) {
        this.message = `nothing can happen any more, and ${expression} does not hold`;
        return;
      }
      const { holds, isError, text } = watcher(this.states[this.position]!);
      if (isError || holds === undefined)
        throw new Error(isError ? text : `${expression} is a number, not a condition`);
      if (holds !== "never") return;
    }
    this.message = `${expression} did not hold within ${most} steps`;
  }

  /** The run as it is, in the other mode, at the same transition. */
  private change(mode: Mode): void {
    if (mode === this.mode) return;
    const before = this.steps.slice(0, this.position).filter(isTransition).length;
    const steps = mode === "symbolic" ? this.steps.filter(isTransition) : this.withDelays();
    if (mode === "symbolic") this.exactly = this.steps;
    this.restart(mode);
    for (const step of steps) if (!this.follow(step)) break;
    let seen = 0;
    let at = 0;
    while (at < this.steps.length && seen < before) if (isTransition(this.steps[at++]!)) seen++;
    this.go(at);
  }

  private withDelays(): readonly Step[] {
    const { exactly, steps } = this;
    const known = exactly.filter(isTransition);
    if (
      known.length === steps.length &&
      steps.every((s, i) => isTransition(s) && sameTransition(s.transition, known[i]!.transition))
    )
      return exactly;
    const trace = this.trace(false);
    if (typeof trace !== "string") return stepsOfTrace(trace);
    this.message = `the run has no exact delays, so that it begins anew: ${trace}`;
    return [];
  }

  /** Symbolic runs show all the states each step can lead to; concrete ones the trace's own delays. */
  private load(trace: Trace, wanted: Mode): void {
    this.restart(trace.concrete && wanted === "concrete" ? "concrete" : "symbolic");
    const steps = stepsOfTrace(trace);
    for (const step of this.mode === "concrete" ? steps : steps.filter(isTransition)) if (!this.follow(step)) break;
    this.go(0);
  }

  private openFile(name: string, content: string, mode: Mode): void {
    if (this.network === undefined) return;
    const { steps, mode: found } = stepsOf(name, content, this.network, mode);
    this.restart(found);
    for (const step of steps) {
      if (this.fitting(step)) continue;
      this.message = `${name} goes no further than step ${this.steps.length}: this model cannot do what comes next`;
      break;
    }
    this.go(0);
  }

  /** Takes the first possible transition that fits, and leads where the file says, if it says that. */
  private fitting(wanted: Wanted): boolean {
    if ("delay" in wanted) return this.extend({ kind: "delay", delay: wanted.delay });
    const fits = (this.simulator?.options() ?? []).filter((o) => wanted.fits(o.transition));
    for (const { transition } of fits) {
      if (!this.extend({ kind: "transition", transition })) continue;
      const { locations, variables } = this.states[this.position]!;
      if (wanted.leads === undefined || wanted.leads(locations, variables)) return true;
      this.simulator?.back();
      this.position--;
      this.steps.pop();
      this.states.pop();
    }
    return false;
  }

  private look(): Shown {
    const { simulator } = this;
    if (simulator === undefined) return { locations: [], variables: [], constraints: [] };
    const common = { locations: simulator.locations, variables: simulator.variables };
    if (simulator instanceof SymbolicSimulator)
      return {
        ...common,
        constraints: constraintLines(simulator.constraints),
        zones: simulator.zones as readonly Int32Array[],
      };
    const { values } = simulator;
    const names = (this.network?.clocks ?? []).slice(1).map((c) => c.name);
    return { ...common, values, constraints: names.map((c, i) => `${c} = ${rationalText(values[i]!)}`) };
  }

  private update(): Update {
    const { simulator, mode, keep, position } = this;
    let options: Update["options"] = [];
    let delays: Update["delays"] = null;
    this.guarded(() => {
      if (simulator === undefined || simulator.isEmpty) return;
      options = simulator.options();
      if (simulator instanceof ConcreteSimulator) delays = simulator.delays();
    });
    return {
      mode,
      keep,
      states: this.states.slice(keep),
      steps: this.steps.slice(Math.max(0, keep - 1)),
      position,
      options,
      delays,
      watched: this.watched(),
      ...(this.message === undefined ? {} : { message: this.message }),
    };
  }

  private times(): Times {
    const { network } = this;
    if (network === undefined) return { ranges: "there is no run", exact: "there is no run" };
    const transitions = this.steps.flatMap((s) => (isTransition(s) ? [s.transition] : []));
    return { ranges: arrivalTimes(network, transitions), exact: this.trace(false) };
  }

  private watched(): Update["watched"] {
    const state = this.states[this.position];
    return state === undefined ? [] : this.watchers.map((watcher) => watcher(state));
  }

  /** The whole run, as far as it is recorded, with exact values. */
  private trace(timed: boolean): Trace | string {
    const at = this.position;
    this.go(this.states.length - 1);
    const trace = this.simulator?.trace() ?? "there is no run";
    this.go(at);
    if (!timed || typeof trace === "string") return trace;
    return this.network === undefined ? "there is no run" : traceWithTime(this.network, trace);
  }

  /** Faults of the model (a value out of range) are told, and the run stays where it is. */
  private guarded(act: () => void): void {
    try {
      act();
    } catch (error) {
      this.message = `the simulator stops: ${error instanceof Error ? error.message : String(error)}`;
    }
  }
}

function isTransition(step: Step): step is Extract<Step, { kind: "transition" }> {
  return step.kind === "transition";
}

function stepsOfTrace({ states, transitions }: Trace): readonly Step[] {
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
