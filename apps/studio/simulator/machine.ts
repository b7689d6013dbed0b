import { arrivalTimes, ConcreteSimulator, type Network, seeded, type Trace } from "../../../src/index.ts";
import { type Ready, readyModel } from "../worker/model.ts";
import { isTransition, Recording, stepsOfTrace } from "./recording.ts";
import { type Command, type Mode, type Reply, type Step, sameTransition, type Times, type Update } from "./step.ts";
import { stepsOf } from "./tracefile.ts";
import { type Watcher, watcherOf } from "./watcher.ts";
import { whyNot } from "./why.ts";

/** The worker's side of the simulator: keeps a run of one model and carries out commands one after the other. */
export class Machine {
  private text = "";
  private ready: Ready | undefined;
  private network: Network | undefined;
  private mode: Mode = "symbolic";
  private run: Recording | undefined;
  private message: string | undefined;
  private watches: readonly string[] = [];
  private watchers: readonly Watcher[] = [];
  /** The concrete run before it became symbolic: back again, it has its delays. */
  private exactly: readonly Step[] = [];

  obey(command: Command): Reply {
    if (this.run !== undefined) this.run.keep = this.run.states.length;
    this.message = undefined;
    switch (command.kind) {
      case "explain":
        return { kind: "explained", lines: whyNot(this.run?.simulator, command.edge, this.text) };
      case "times":
        return { kind: "times", times: this.times() };
      case "trace": {
        const trace = this.run?.trace(command.timed) ?? "there is no run";
        return typeof trace === "string" ? { kind: "failed", message: trace } : { kind: "trace", trace };
      }
      default:
        this.guarded(() => this.carryOut(command));
        return { kind: "update", update: this.update() };
    }
  }

  private carryOut(command: Exclude<Command, { kind: "explain" | "trace" | "times" }>): void {
    switch (command.kind) {
      case "start":
        if (this.network === undefined || command.text !== this.text) this.read(command.text);
        if (command.watches !== undefined) this.watch(command.watches);
        this.restart(command.mode, command.steps);
        if (command.position !== undefined) this.run?.go(command.position);
        return;
      case "take":
        return this.run?.take(command.transition);
      case "wait":
        return void this.run?.extend({ kind: "delay", delay: command.delay });
      case "go":
        return this.run?.go(command.to);
      case "random":
        return this.random(command.count, command.seed);
      case "until":
        return this.until(command.expression, command.most, command.seed);
      case "watch":
        return this.watch(command.expressions);
      case "mode":
        return this.change(command.mode);
      case "load":
        return this.load(command.trace, command.mode);
      case "open":
        return this.openFile(command.name, command.content, command.mode);
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

  /** A new run, with these steps as far as they can be done. */
  private restart(mode: Mode, steps: readonly Step[] = []): void {
    this.mode = mode;
    this.run = undefined;
    if (this.network === undefined) return;
    const run = new Recording(this.network, mode);
    this.run = run;
    if (run.simulator.isEmpty) this.message = "there is no initial state: an invariant forbids it";
    if (!steps.every((step) => run.extend(step)))
      this.message = `the run goes no further than step ${run.steps.length}: the model has changed`;
  }

  private random(count: number, seed: number): void {
    const random = seeded(seed);
    for (let i = 0; i < count; i++) if (this.run?.randomTransition(random) !== true) return;
  }

  /** A state is left before it is asked, so that the same expression leads on to the next such state. */
  private until(expression: string, most: number, seed: number): void {
    const { ready, run } = this;
    if (ready === undefined || run === undefined) return;
    const watcher = watcherOf(ready, expression);
    const random = seeded(seed);
    for (let i = 0; i < most; i++) {
      if (run.position + 1 < run.states.length) run.go(run.position + 1);
      else if (!run.randomTransition(random)) {
        this.message = `nothing can happen any more, and ${expression} does not hold`;
        return;
      }
      const { holds, isError, text } = watcher(run.state!);
      if (isError || holds === undefined)
        throw new Error(isError ? text : `${expression} is a number, not a condition`);
      if (holds !== "never") return;
    }
    this.message = `${expression} did not hold within ${most} steps`;
  }

  /** The run as it is, in the other mode, at the same transition. */
  private change(mode: Mode): void {
    const old = this.run;
    if (mode === this.mode) return;
    if (old === undefined) return this.restart(mode);
    const before = old.steps.slice(0, old.position).filter(isTransition).length;
    const steps = mode === "symbolic" ? old.steps.filter(isTransition) : this.withDelays(old);
    if (mode === "symbolic") this.exactly = old.steps;
    const message = this.message;
    this.restart(mode, steps);
    this.message ??= message;
    const { steps: now } = this.run ?? { steps: [] };
    let seen = 0;
    let at = 0;
    while (at < now.length && seen < before) if (isTransition(now[at++]!)) seen++;
    this.run?.go(at);
  }

  private withDelays(run: Recording): readonly Step[] {
    const known = this.exactly.filter(isTransition);
    if (
      known.length === run.steps.length &&
      run.steps.every((s, i) => isTransition(s) && sameTransition(s.transition, known[i]!.transition))
    )
      return this.exactly;
    const trace = run.trace(false);
    if (typeof trace !== "string") return stepsOfTrace(trace);
    this.message = `the run has no exact delays, so that it begins anew: ${trace}`;
    return [];
  }

  /** Symbolic runs show all the states each step can lead to; concrete ones the trace's own delays. */
  private load(trace: Trace, wanted: Mode): void {
    const mode = trace.concrete && wanted === "concrete" ? "concrete" : "symbolic";
    const steps = stepsOfTrace(trace);
    this.restart(mode, mode === "concrete" ? steps : steps.filter(isTransition));
    this.run?.go(0);
  }

  private openFile(name: string, content: string, mode: Mode): void {
    if (this.network === undefined) return;
    const { steps, mode: found } = stepsOf(name, content, this.network, mode);
    this.restart(found);
    const { run } = this;
    if (run !== undefined && !steps.every((step) => run.fitting(step)))
      this.message = `${name} goes no further than step ${run.steps.length}: this model cannot do what comes next`;
    run?.go(0);
  }

  private update(): Update {
    const { run, mode } = this;
    const { keep = 0, position = 0, states = [], steps = [], state } = run ?? {};
    let options: Update["options"] = [];
    let delays: Update["delays"] = null;
    this.guarded(() => {
      if (run === undefined || run.simulator.isEmpty) return;
      options = run.simulator.options();
      if (run.simulator instanceof ConcreteSimulator) delays = run.simulator.delays();
    });
    return {
      mode,
      keep,
      states: states.slice(keep),
      steps: steps.slice(Math.max(0, keep - 1)),
      position,
      options,
      delays,
      watched: state === undefined ? [] : this.watchers.map((watcher) => watcher(state)),
      ...(this.message === undefined ? {} : { message: this.message }),
    };
  }

  private times(): Times {
    const { network, run } = this;
    if (network === undefined || run === undefined) return { ranges: "there is no run", exact: "there is no run" };
    return { ranges: arrivalTimes(network, run.transitions), exact: run.trace(false) };
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
