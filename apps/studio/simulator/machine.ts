import {
  ConcreteSimulator,
  type Network,
  type Rational,
  rationals,
  SymbolicSimulator,
  seeded,
  type Trace,
  traceWithTime,
  whenText,
} from "../../../src/index.ts";
import { readyModel } from "../worker/model.ts";
import {
  type Command,
  type Mode,
  type Reply,
  rationalText,
  type Shown,
  type Step,
  sameTransition,
  type Update,
} from "./step.ts";
import { stepsOf, type Wanted } from "./tracefile.ts";

/** The worker's side of the simulator: keeps a run of one model and carries out commands one after the other. */
export class Machine {
  private text = "";
  private network: Network | undefined;
  private mode: Mode = "symbolic";
  private simulator: SymbolicSimulator | ConcreteSimulator | undefined;
  private steps: Step[] = [];
  private states: Shown[] = [];
  private position = 0;
  /** How many states the page has that are still those of the run. */
  private keep = 0;
  private message: string | undefined;

  obey(command: Command): Reply {
    this.keep = this.states.length;
    this.message = undefined;
    switch (command.kind) {
      case "explain":
        return { kind: "explained", lines: this.explain(command.edge) };
      case "trace": {
        const trace = this.trace(command.timed);
        return typeof trace === "string" ? { kind: "failed", message: trace } : { kind: "trace", trace };
      }
      default:
        this.guarded(() => this.run(command));
        return { kind: "update", update: this.update() };
    }
  }

  private run(command: Exclude<Command, { kind: "explain" | "trace" }>): void {
    switch (command.kind) {
      case "start":
        if (this.network === undefined || command.text !== this.text) this.read(command.text);
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
    this.network = readyModel(text).made?.network;
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

  /** In the concrete mode delays are part of it, as long as something can happen after them. */
  private random(count: number, seed: number): void {
    const random = seeded(seed);
    for (let i = 0; i < count; i++) {
      const { simulator } = this;
      if (simulator instanceof ConcreteSimulator) {
        const possible = simulator.delays();
        if (possible !== null && random() < 0.5) {
          const wish = rationals.rational(1 + Math.floor(random() * 8), 2);
          const { high, highStrict } = possible;
          const late = high !== null && rationals.compareRational(wish, high) >= 0;
          this.extend({
            kind: "delay",
            delay: !late ? wish : highStrict ? rationals.rational(high.n, high.d * 2n) : high,
          });
          continue;
        }
      }
      const options = simulator?.options() ?? [];
      if (options.length === 0) {
        if (simulator instanceof ConcreteSimulator && simulator.delays() !== null) continue;
        return;
      }
      this.take(options[Math.floor(random() * options.length)]!.transition);
    }
  }

  /** Symbolic runs show all the states each step can lead to; concrete ones the trace's own delays. */
  private load(trace: Trace, wanted: Mode): void {
    this.restart(trace.concrete && wanted === "concrete" ? "concrete" : "symbolic");
    for (const [i, state] of trace.states.entries()) {
      if (this.mode === "concrete" && state.delay !== undefined && state.delay.n !== 0n)
        if (!this.follow({ kind: "delay", delay: state.delay })) break;
      const transition = trace.transitions[i];
      if (transition !== undefined && !this.follow({ kind: "transition", transition })) break;
    }
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
      ...(this.message === undefined ? {} : { message: this.message }),
    };
  }

  /** Why an edge of a process cannot be taken now, with what is written there, and when that changes by waiting. */
  private explain(edge: number): readonly string[] {
    try {
      const found = this.simulator?.explain(edge) ?? [];
      const lines = found.flatMap(({ message, origin, when }) => {
        const written = this.text
          .slice(origin.start, origin.end)
          .replace(/&lt;/g, "<")
          .replace(/&gt;/g, ">")
          .replace(/&amp;/g, "&");
        const bare = written === "" || written.length > 80 || written.includes("</") || message.includes(written);
        return [bare ? message : `${written}: ${message}`, ...(when === undefined ? [] : [whenText(when)])];
      });
      const after = found.some((o) => o.when?.reachable === true) ? this.whenPossible(edge) : undefined;
      return after === undefined
        ? lines
        : [...lines, `The edge can be taken after waiting ${rationals.showRational(after)}.`];
    } catch (error) {
      return [(error as Error).message];
    }
  }

  /**
   * The least delay after which an edge can be taken, if there is one within 100 units. Constants are integers, so what clocks
   * allow changes only where one of them is an integer: those moments, and points between them, are tried in order.
   */
  private whenPossible(edge: number): Rational | undefined {
    const { simulator: at } = this;
    if (!(at instanceof ConcreteSimulator)) return undefined;
    const { rational, minus, plus, compareRational } = rationals;
    const rests = at.values.map((v) => minus(rational(v.n / v.d + 1n), v));
    const moments = rests
      .flatMap((rest) => Array.from({ length: 100 }, (_, k) => plus(rest, rational(k))))
      .sort(compareRational);
    let before = rational(0);
    for (const moment of moments) {
      if (compareRational(moment, before) === 0) continue;
      const middle = rational(before.n * moment.d + moment.n * before.d, 2n * before.d * moment.d);
      for (const delay of [middle, moment]) {
        if (!at.delay(delay)) return undefined;
        const free = at.explain(edge).length === 0;
        at.back();
        if (free) return delay;
      }
      before = moment;
    }
    return undefined;
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

/** One zone: a line per constraint; several: a line per zone. */
function constraintLines(zones: string): readonly string[] {
  return zones.includes(" or ")
    ? zones.split(" or ").map((zone, i) => (i === 0 ? zone : `or ${zone}`))
    : zones.split(", ");
}
