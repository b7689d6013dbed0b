import type { Code } from "../code.ts";
import type { StochasticNetwork } from "../network.ts";
import type { Bound, Path, Watched } from "../query.ts";
import type { Engine } from "./engine.ts";
import { Stuck } from "./fault.ts";
import { at, isBefore, type Moment, NEVER, type Stretch } from "./moment.ts";
import { Course } from "./points.ts";
import type { Ending, Watching } from "./watching.ts";

/** What is watched in a run: whether it satisfies a path, how far a value goes, how values move. */

/** So many transitions before a clock gets beyond its bound are no run. Those beside differential equations take longer. */
export function longestOf(bound: Bound, { rated }: StochasticNetwork): number {
  if (bound.by !== "clock") return Infinity;
  const isFlow = rated.some(({ flow, clock }) => flow && clock === bound.clock.at.base);
  return isFlow ? 1_000_000 : 100_000_000;
}

/** Why a run has no end, after so many transitions where there were many. */
export function endlessText({ text, limit }: Bound & { by: "clock" }, transitions?: number): string {
  const meanwhile = transitions === undefined ? "" : ` in ${transitions} transitions`;
  return `the run does not end: '${text}' does not get beyond ${limit}${meanwhile}`;
}

export function endingOf(bound: Bound, engine: Engine): Ending {
  if (bound.by === "steps") return { time: () => Infinity, enough: (steps) => steps >= bound.limit, quiet: () => {} };
  if (bound.by === "time") return { time: () => bound.limit, enough: () => false, quiet: () => {} };
  const unbounded = (transitions?: number): never => {
    throw new Stuck("unbounded", endlessText(bound, transitions));
  };
  const longest = longestOf(bound, engine.network);
  const enough = (steps: number) => (steps > longest ? unbounded(longest) : false);
  const { watcher, memory, network, evaluator } = engine;
  const { clock, limit } = bound;
  const origin = { start: 0, end: 0 };
  const most: Code = { op: "const", is: "real", value: limit };
  const above: Code = { op: "sub", is: "real", a: clock, b: most, origin };
  const cell = evaluator.address(clock.at)();
  if (network.rated.some((rated) => rated.flow && rated.clock === cell)) {
    const beyond = watcher.watch({ is: "curve", value: above, relation: "gt", origin });
    const within = (stretch: Stretch) => beyond(at(stretch.from), stretch).time;
    return { time: () => Infinity, enough, within, quiet: () => unbounded() };
  }
  const beyond = watcher.watch({ is: "clock", clock: clock.at, relation: "gt", bound: most, origin });
  const time = () => beyond(at(memory.time), { from: memory.time, until: Infinity, go: () => {} }).time;
  return { time, enough, quiet: () => unbounded() };
}

/** Where a run is, in the unit of its bound. */
export function position(bound: Bound, engine: Engine): number {
  if (bound.by === "steps") return engine.steps;
  return bound.by === "time" ? engine.memory.time : engine.evaluator.value(bound.clock)();
}

/** Decides a path: `reached` is whether its goal was met, `where` in the unit of the bound. */
export class PathWatch implements Watching {
  reached = false;
  where = 0;
  private readonly engine: Engine;
  private readonly path: Path;

  constructor(engine: Engine, path: Path) {
    this.engine = engine;
    this.path = path;
  }

  begin(): void {
    this.reached = false;
    this.where = 0;
  }

  during(stretch: Stretch): number | undefined {
    const start = at(stretch.from);
    const goal = this.engine.watcher.watch(this.path.goal)(start, stretch);
    const lost: Moment = this.path.lost ? this.engine.watcher.watch(this.path.lost)(start, stretch) : NEVER;
    const met = !isBefore(lost, goal);
    const { time, open } = met ? goal : lost;
    if (time > stretch.until || (open && time === stretch.until)) return undefined;
    stretch.go(time);
    this.decide(met);
    return time;
  }

  after(): boolean {
    const { watcher } = this.engine;
    const met = watcher.holds(this.path.goal);
    if (met || (this.path.lost && watcher.holds(this.path.lost))) {
      this.decide(met);
      return false;
    }
    return true;
  }

  /** Now, which is when it is decided. */
  private decide(met: boolean): void {
    this.reached = met;
    this.where = position(this.path.bound, this.engine);
  }
}

/** A stretch is looked at in so many pieces where a value is no line, and the best of them so often more closely. */
export const PIECES = 16;
export const REFINED = 30;
export const GOLDEN = (Math.sqrt(5) - 1) / 2;

/** The largest or smallest value of a run, from its first state to its end. */
export class ExtremeWatch implements Watching {
  extreme = 0;
  private readonly engine: Engine;
  private readonly watched: Watched;
  private readonly better: (a: number, b: number) => number;
  private readonly worst: number;

  constructor(engine: Engine, watched: Watched, extreme: "min" | "max") {
    this.engine = engine;
    this.watched = watched;
    this.better = extreme === "min" ? Math.min : Math.max;
    this.worst = extreme === "min" ? Infinity : -Infinity;
  }

  begin(): void {
    this.extreme = this.worst;
  }

  during(stretch: Stretch): undefined {
    const pieces = this.watched.line ? 1 : PIECES;
    const piece = (stretch.until - stretch.from) / pieces;
    let best = 0;
    for (let k = 1; k <= pieces; k++) {
      stretch.go(k === pieces ? stretch.until : stretch.from + piece * k);
      if (this.look()) best = k;
    }
    if (best > 0 && !this.watched.line) this.refine(stretch, stretch.from + piece * best, piece);
    stretch.go(stretch.from);
  }

  /** The extreme near a moment, by the golden section. */
  private refine(stretch: Stretch, near: number, width: number): void {
    const value = (time: number) => {
      stretch.go(time);
      return this.value();
    };
    let [low, high] = [Math.max(stretch.from, near - width), Math.min(stretch.until, near + width)];
    for (let k = 0; k < REFINED; k++) {
      const [left, right] = [high - GOLDEN * (high - low), low + GOLDEN * (high - low)];
      const [a, b] = [value(left), value(right)];
      this.extreme = this.better(this.extreme, this.better(a, b));
      if (this.better(a, b) === a) high = right;
      else low = left;
    }
  }

  after(): boolean {
    this.look();
    return true;
  }

  /** Whether this is better than all before. */
  private look(): boolean {
    const before = this.extreme;
    this.extreme = this.better(before, this.value());
    return this.extreme !== before;
  }

  private value(): number {
    return this.engine.evaluator.value(this.watched.code)();
  }
}

/** A stretch is drawn in so many pieces where a value is no line. */
export const DRAWN = 4;

/** The points before and after each transition, at the start and at the end, and more where a value is no line. */
export class TrajectoryWatch implements Watching {
  readonly course: Course;
  private readonly engine: Engine;
  private readonly bound: Bound;
  private readonly codes: readonly Code[];
  private readonly lines: boolean;

  constructor(engine: Engine, bound: Bound, watched: readonly Watched[]) {
    this.engine = engine;
    this.bound = bound;
    this.course = new Course(bound.limit, watched.length);
    this.codes = watched.map(({ code }) => code);
    this.lines = watched.every(({ line }) => line);
  }

  during(stretch: Stretch): undefined {
    const pieces = this.lines ? 1 : DRAWN;
    for (let k = 1; k <= pieces; k++) {
      stretch.go(k === pieces ? stretch.until : stretch.from + ((stretch.until - stretch.from) * k) / pieces);
      this.look();
    }
    stretch.go(stretch.from);
  }

  after(): boolean {
    this.look();
    return true;
  }

  private look(): void {
    const { evaluator } = this.engine;
    const values = this.codes.map((code) => evaluator.value(code)());
    this.course.add([position(this.bound, this.engine), ...values]);
  }
}
