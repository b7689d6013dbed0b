import { smallest } from "../../base/index.ts";
import type { Origin } from "../../network/index.ts";
import type { Function } from "../code.ts";
import { type Influence, influenceOf, isMemoryless } from "../influence.ts";
import { isHurried, type Location, type Process, readiness, type StochasticNetwork } from "../network.ts";
import { Evaluator, type Spawner } from "./evaluate.ts";
import { lockText, Stuck } from "./fault.ts";
import { Flow, hasCurve } from "./flow.ts";
import type { Memory } from "./memory.ts";
import { at, earlier, firstTime, isBefore, type Moment, NEVER, type Stretch, still, Watcher } from "./moment.ts";
import { ATTEMPTS, Progress } from "./progress.ts";
import { agreedRate, settersNow } from "./rates.ts";
import { Chooser, type Move, type Option } from "./transition.ts";
import type { Ending, Snapshot, Watching } from "./watching.ts";

/** So many steps, or stretches of time, take a few hundredths of a second. */
const ROUNDS = 1000;
/** So many stretches of a flow in which nothing happens, and no time is the end: nothing will. */
export const PATIENCE = 100_000;

/**
 * The reference engine: one run of a stochastic network, step by step (smc.md 1.1). Each process keeps the time at which it
 * will move; the earliest moves; those whose law was disturbed draw again. Short rather than fast: compile/ is the fast one and
 * uses the same random numbers for the same choices in the same order:
 *
 *   1. at the start, and after each transition, for the disturbed processes by number: the delay, unless it `stays`: one where it
 *      is drawn from an interval, one or, seldom, more where it is exponential (`drawExponential`);
 *   2. one number where several processes move at the same moment;
 *   3. one where the winner has several options; then one for each receiver with several; then one for each branch point with
 *      several ways, of the sender and then of the receivers;
 *   4. what the updates draw, in the order of evaluation.
 */
export class Engine implements Spawner {
  readonly network: StochasticNetwork;
  readonly memory: Memory;
  readonly evaluator: Evaluator;
  readonly watcher: Watcher;
  readonly flow: Flow;
  steps = 0;
  readonly progress = new Progress();
  private readonly influence: Influence;
  private readonly chooser: Chooser;
  /** By process: when it moves, or where `locked`, when it must have moved and cannot. */
  private readonly when: Float64Array;
  private readonly locked: Uint8Array;
  /** By process: 1 where guards or invariant are followed and no delay has been drawn yet, 2 where only urgent outputs are. */
  private readonly followed: Uint8Array;
  /** By process: the rate it would need to draw is no rate. A fault where time is to pass, and only then. */
  private readonly unrated: Uint8Array;
  private readonly disturbed = new Set<number>();
  private readonly exits: number[] = [];
  private readonly redrawAll: boolean;
  private failed = 0;
  /** The invariant that the last attempt would have broken. */
  private broken = "";
  private rounds = 0;
  /** Called now and then; may throw. */
  patience: () => void = () => {};

  constructor(network: StochasticNetwork, functions: readonly Function[], memory: Memory, redrawAll = false) {
    this.network = network;
    this.memory = memory;
    this.evaluator = new Evaluator(this.memory, functions, this);
    this.watcher = new Watcher(this.memory, this.evaluator);
    this.flow = new Flow(network, this.memory, this.evaluator);
    this.chooser = new Chooser(network, this.memory, this.evaluator, this.watcher);
    this.influence = influenceOf(network);
    this.redrawAll = redrawAll;
    const { length } = network.processes;
    this.when = new Float64Array(length);
    this.locked = new Uint8Array(length);
    this.followed = new Uint8Array(length);
    this.unrated = new Uint8Array(length);
  }

  /** Makes a run. Throws `Stuck` where it cannot go on. */
  run(number: number, ending: Ending, watching: Watching): void {
    this.memory.begin(number);
    this.perform(this.network.starts);
    this.steps = 0;
    this.goOn(ending, watching);
  }

  /** Goes on from a state with the random numbers of a run. All delays are drawn anew, which changes no law. */
  resume({ state, time, steps }: Snapshot, number: number, ending: Ending, watching: Watching): void {
    const { memory } = this;
    memory.begin(number);
    memory.reals.set(state);
    memory.time = time;
    this.steps = steps;
    this.goOn(ending, watching);
  }

  snapshot(level: number): Snapshot {
    const { memory, steps } = this;
    return { state: memory.reals.slice(0, this.network.state), time: memory.time, steps, level };
  }

  private goOn(ending: Ending, watching: Watching): void {
    const { memory } = this;
    this.progress.begin(memory.time);
    this.failed = 0;
    for (const c of this.network.rated.keys()) this.setRate(c);
    this.disturbed.clear();
    for (const { index } of this.network.processes) this.draw(index);
    if (!watching.after([])) return;
    while (!ending.enough(this.steps)) {
      this.pause();
      const end = ending.time();
      const urgent = this.timeStands();
      if (!urgent) this.askRates();
      const next = urgent ? memory.time : smallest(this.when);
      const goal = Math.min(next, end);
      if (goal === Infinity && !ending.within && !this.followed.some((how) => how > 0)) return ending.quiet();
      if (goal > memory.time && this.pass(goal, ending, watching)) return;
      if (memory.time < goal) continue;
      if (next > end) return;
      const moves = this.fire(this.winner(urgent));
      if (moves.length === 0) continue;
      this.steps++;
      this.failed = 0;
      this.redraw(moves);
      if (!watching.after(moves)) return;
    }
  }

  private pause(): void {
    if (++this.rounds % ROUNDS === 0) this.patience();
  }

  /** Draws all delays anew, and says whether something happens before any time passes. */
  hurries(): boolean {
    for (const { index } of this.network.processes) this.draw(index);
    return this.timeStands() || this.when.includes(this.memory.time);
  }

  /** Where somebody is who moves before any time passes. Draws all delays anew. */
  hurrying(): Location | undefined {
    const isNow = ({ index }: Process) => this.when[index] === this.memory.time;
    const process = this.hurries() ? this.network.processes.find(isNow) : undefined;
    return process && this.location(process);
  }

  /** Those who would move at some time, with the rates of their exponential delays. */
  racing(): { readonly process: Process; readonly rate: number }[] {
    this.askRates();
    return this.network.processes.flatMap((process) => {
      const here = this.location(process);
      return here && this.when[process.index]! < Infinity ? [{ process, rate: this.rateOf(here) }] : [];
    });
  }

  /** One transition, of this process or of whoever comes first. False where nothing happened. */
  jump(process?: Process): boolean {
    return this.fire(process ?? this.winner(this.timeStands())).length > 0;
  }

  /** Lets time pass, to `until` or to where a process that is followed has to draw. True where the run is decided. */
  private pass(until: number, ending: Ending, watching: Watching): boolean {
    const { memory, flow } = this;
    this.failed = 0;
    const followed = this.network.processes.filter(({ index }) => this.followed[index]! > 0);
    for (let k = 0; memory.time < until; k++) {
      this.pause();
      if (until === Infinity && k > PATIENCE) this.waits(ending);
      const stretch = flow.stretch(until, followed.length > 0);
      const over = ending.within?.(stretch) ?? Infinity;
      const event = followed.reduce((first, process) => earlier(first, this.eventOf(process, stretch)), NEVER);
      const stop = Math.min(stretch.until, event.time, over);
      const decided = watching.during({ ...stretch, until: stop });
      const end = decided ?? stop;
      flow.advance(stretch, end);
      if (decided !== undefined || over <= end) return true;
      if (event.time <= end) {
        for (const process of followed) this.meet(process, this.eventOf(process, still(end)));
        return false;
      }
    }
    return false;
  }

  /** Whoever is still followed may yet move: the run has no end that could be told. */
  private waits(ending: Ending): never {
    ending.quiet();
    throw new Stuck("unbounded", `the run does not end: nothing happens in ${PATIENCE} steps of integration`);
  }

  /** A followed process draws, or hurries. */
  private meet({ index }: Process, event: Moment): void {
    if (event.time > this.memory.time) return;
    if (this.followed[index] === 1) return this.draw(index);
    this.followed[index] = 0;
    this.when[index] = Math.min(this.when[index]!, firstTime(event));
  }

  /** When a followed process can first move, or must. */
  private eventOf(process: Process, stretch: Stretch): Moment {
    const start = at(stretch.from);
    const here = this.location(process);
    if (here === undefined) return NEVER;
    const { any, urgent } = this.firstOutput(process, here, start, stretch);
    return this.followed[process.index] === 2 ? urgent : earlier(any, this.watcher.watch(here.expiry)(start, stretch));
  }

  private location(process: Process): Location | undefined {
    return process.locations[this.memory.int(process.index)];
  }

  /** Whether no time may pass. */
  private timeStands(): boolean {
    return this.network.processes.some((process) => {
      const here = this.location(process);
      return here?.urgent || here?.committed;
    });
  }

  /** The first moments at which an output is enabled: of any, and of those on urgent channels. */
  private firstOutput(
    process: Process,
    here: Location,
    start: Moment,
    stretch: Stretch,
  ): { readonly any: Moment; readonly urgent: Moment } {
    let [any, urgent] = [NEVER, NEVER];
    for (const output of here.outputs) {
      const edge = process.edges[output];
      if (edge === undefined) continue;
      const first = this.watcher.watch(readiness(edge))(start, stretch);
      any = earlier(any, first);
      if (edge.sync?.urgent) urgent = earlier(urgent, first);
    }
    return { any, urgent };
  }

  /** Draws the time at which a process moves (smc.md 1.2). */
  draw(index: number): void {
    const { memory } = this;
    const process = this.network.processes[index];
    const here = process && this.location(process);
    this.locked[index] = 0;
    this.followed[index] = 0;
    this.unrated[index] = 0;
    this.when[index] = Infinity;
    if (process === undefined || here === undefined) return;
    const now = at(memory.time);
    if (here.urgent || here.committed) {
      if (this.chooser.outputs(process).length > 0) this.when[index] = memory.time;
      return;
    }
    const stretch = still(memory.time);
    const { any, urgent } = this.firstOutput(process, here, now, stretch);
    let expiry = this.watcher.watch(here.expiry)(now, stretch);
    if (this.flow.follows(process, here)) {
      // Nothing yet, nor right after: it draws when an output becomes enabled.
      if (any.time > memory.time && expiry.time > memory.time) {
        this.followed[index] = 1;
        return;
      }
      // Both at once, as far as an integrator can tell: it moves now.
      if (!isBefore(now, any) && !isBefore(now, expiry)) {
        this.when[index] = memory.time;
        return;
      }
      const isNeeded = isBefore(now, expiry) && hasCurve(here.expiry) && isBefore(any, urgent);
      if (isNeeded) expiry = this.flow.foresee(here, this.watcher, () => this.pause());
      // What an urgent output will do cannot be told from now: it goes on being followed.
      const later = urgent.time > memory.time;
      this.propose(index, here, any, later ? NEVER : urgent, expiry);
      if (later && this.locked[index] === 0 && isHurried(process, here)) this.followed[index] = 2;
      return;
    }
    this.propose(index, here, any, urgent, expiry);
  }

  private propose(index: number, here: Location, any: Moment, urgent: Moment, expiry: Moment): void {
    if (!isBefore(any, expiry)) {
      this.locked[index] = 1;
      this.when[index] = expiry.time;
      return;
    }
    this.when[index] = isBefore(urgent, expiry) ? firstTime(urgent) : Infinity;
    // An urgent output that is enabled first leaves nothing to draw.
    if (urgent.time <= any.time) return;
    const time =
      any.time === expiry.time
        ? any.time
        : expiry.time < Infinity
          ? this.uniform(any.time, expiry.time)
          : any.time + this.exponential(index, here);
    this.when[index] = Math.min(this.when[index] ?? Infinity, time);
  }

  /** From `low`, and before `high`. */
  private uniform(low: number, high: number): number {
    return low + (high - low) * (1 - this.memory.draws.next());
  }

  private exponential(index: number, here: Location): number {
    const rate = this.rateOf(here);
    if (rate > 0 && rate < Infinity) return this.memory.draws.exponential() / rate;
    if (rate === 0) return Infinity;
    this.unrated[index] = 1;
    return Infinity;
  }

  private rateOf({ rate }: Location): number {
    return rate ? this.evaluator.value(rate)() : 1;
  }

  private askRates(): void {
    const index = this.unrated.indexOf(1);
    const process = this.network.processes[index];
    const here = process && this.location(process);
    if (here === undefined) return;
    const name = `${process?.name}.${here.name}`;
    throw new Stuck("rate", `the exponential rate of '${name}' is ${this.rateOf(here)}`, here.origin);
  }

  /** Who moves now: of those whose time it is, those in committed locations before all others. */
  private winner(urgent: boolean): Process {
    const { processes } = this.network;
    const { time } = this.memory;
    let ready = processes.filter(({ index }) => this.when[index] === time && this.locked[index] === 0);
    const committed = this.committed();
    if (committed.length > 0) {
      const among = ready.filter((process) => committed.includes(process));
      ready = among.length > 0 ? among : ready.filter((process) => this.options(process).length > 0);
    }
    // Those who hold time up can only receive: all others may send.
    if (ready.length === 0 && urgent) ready = processes.filter((process) => this.options(process).length > 0);
    const chosen = ready[this.memory.pick(ready.length)];
    if (chosen === undefined) this.lockedUp(urgent);
    return chosen as Process;
  }

  private committed(): readonly Process[] {
    return this.network.processes.filter((process) => this.location(process)?.committed);
  }

  /** What a process can do now. While somebody is in a committed location, nothing goes on without such a process. */
  private options(process: Process): Option[] {
    const options = this.chooser.outputs(process);
    const committed = this.committed();
    if (committed.length === 0 || committed.includes(process)) return options;
    return options.filter((option) =>
      this.chooser
        .partners(option)
        .some((receiving) => committed.some(({ index }) => index === receiving[0]?.edge.process)),
    );
  }

  private lockedUp(urgent: boolean): never {
    const { processes } = this.network;
    const blocked = processes.find((process) => {
      const here = this.location(process);
      return urgent
        ? here?.urgent || here?.committed
        : this.locked[process.index] === 1 && this.when[process.index] === this.memory.time;
    });
    const here = blocked && this.location(blocked);
    const broken = !urgent && this.steps === 0 && this.memory.time === 0 && here && !this.watcher.holds(here.invariant);
    const text = lockText(`${blocked?.name}.${here?.name}`, broken ? "first" : urgent ? "urgent" : "late", here?.limit);
    throw new Stuck("time-lock", text, here?.origin);
  }

  /** The winner takes one of its options. Those that would break an invariant are not options. Nothing left: it draws again. */
  private fire(process: Process): readonly Move[] {
    const { memory } = this;
    const crowd = this.progress.step(memory.time);
    if (crowd !== undefined) throw new Stuck("zeno", crowd, this.location(process)?.origin);
    const options = this.options(process);
    while (options.length > 0) {
      const [option] = options.splice(memory.pick(options.length), 1);
      if (option === undefined) break;
      const moves = this.take(option);
      if (moves.length > 0) return moves;
    }
    if (++this.failed > ATTEMPTS) {
      const here = this.location(process);
      throw new Stuck("time-lock", lockText(`${process.name}.${here?.name}`, "forbidden", this.broken), here?.origin);
    }
    this.draw(process.index);
    return [];
  }

  /** Takes an option with all who receive. Nothing happens where the state after would break an invariant. */
  private take(option: Option): readonly Move[] {
    const { memory, chooser } = this;
    const receivers = chooser.receivers(option);
    const moves = [option, ...receivers].map((each) => chooser.move(each));
    const before = memory.reals.slice(0, this.network.state);
    this.exits.length = 0;
    this.perform(this.network.beforeUpdate);
    for (const move of moves) {
      chooser.select(move);
      memory.setInt(move.edge.process, move.target);
      this.perform(move.edge.update);
      for (const way of move.ways) this.perform(way.update);
    }
    this.perform(this.network.afterUpdate);
    for (const process of new Set(this.exits)) this.end(process);
    const broken = this.network.processes.find((process) => !this.keeps(process));
    if (broken === undefined) return moves;
    this.broken = `'${this.location(broken)?.limit}' of '${broken.name}.${this.location(broken)?.name}'`;
    memory.reals.set(before);
    this.disturbed.clear();
    return [];
  }

  private perform(codes: StochasticNetwork["beforeUpdate"]): void {
    for (const code of codes) this.evaluator.value(code)();
  }

  private keeps(process: Process): boolean {
    const here = this.location(process);
    return here === undefined || this.watcher.holds(here.invariant);
  }

  /** Rates, and then delays, of all whose law the transition disturbed. */
  private redraw(moves: readonly Move[]): void {
    const { disturbed, influence } = this;
    const rated = new Set<number>();
    const moved = new Set(moves.map(({ edge }) => edge.process));
    for (const { edge } of moves) {
      disturbed.add(edge.process);
      this.disturb(influence.disturbed[edge.id] ?? []);
      for (const clock of influence.rated[edge.id] ?? []) rated.add(clock);
    }
    for (const clock of [...rated].sort((a, b) => a - b))
      if (this.setRate(clock)) this.disturb(influence.byRate[clock] ?? []);
    if (this.redrawAll) for (const { index } of this.network.processes) disturbed.add(index);
    for (const index of [...disturbed].sort((a, b) => a - b))
      if (moved.has(index) || this.redrawAll || !this.stays(index)) this.draw(index);
    disturbed.clear();
  }

  /** Whether a disturbed process has the law it had: it could move, and can. */
  private stays(index: number): boolean {
    const process = this.network.processes[index];
    const here = process && this.location(process);
    if (process === undefined || here === undefined) return false;
    if (!(this.when[index]! < Infinity) || !isMemoryless(process, here)) return false;
    const now = at(this.memory.time);
    return !isBefore(now, this.firstOutput(process, here, now, still(now.time)).any);
  }

  private disturb(list: Influence["byRate"][number]): void {
    for (const { process, locations } of list)
      if (locations.includes(this.memory.int(process))) this.disturbed.add(process);
  }

  /** Gives a clock the rate that the present locations say; true where it is another than before. */
  private setRate(index: number): boolean {
    const rated = this.network.rated[index];
    if (rated === undefined) return false;
    const { memory, evaluator } = this;
    const active = settersNow(rated, memory, evaluator);
    if (rated.flow) return this.flow.set(index, active);
    const rate = agreedRate(rated, active, evaluator);
    if (memory.real(rated.clock + 2) === rate) return false;
    memory.setClock(rated.clock, memory.clock(rated.clock));
    memory.setReal(rated.clock + 2, rate);
    return true;
  }

  spawn(pool: number, args: readonly number[], origin: Origin): void {
    const { memory, network } = this;
    const of = network.pools[pool];
    const k = of?.members.findIndex((member) => memory.int(member) < 0 && !this.exits.includes(member)) ?? -1;
    const member = of?.members[k];
    if (of === undefined || member === undefined)
      throw new Stuck(
        "too-many-processes",
        `more than ${of?.members.length} processes of '${of?.template}' at a time`,
        origin,
      );
    for (const [p, { cell, is, low, high }] of (of.parameters[k] ?? []).entries()) {
      const value = args[p] ?? 0;
      if (is === "int" && (value < low || value > high))
        throw new Stuck("evaluation", `the argument ${value} is outside ${low} to ${high}`, origin);
      if (is === "int") memory.setInt(cell, value);
      else memory.setReal(cell, value);
    }
    memory.setInt(member, network.processes[member]?.initial ?? 0);
    memory.setInt(of.count, memory.int(of.count) + 1);
    this.perform(of.starts[k] ?? []);
    this.disturbed.add(member);
  }

  exit(process: number): void {
    this.exits.push(process);
  }

  private end(process: number): void {
    const { memory, network } = this;
    const of = network.pools[network.processes[process]?.pool ?? -1];
    memory.setInt(process, -1);
    if (of) memory.setInt(of.count, memory.int(of.count) - 1);
  }
}
