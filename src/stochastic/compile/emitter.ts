import { type Body, type Expr, type F64, type Func, f64, type I32, i32, Module } from "../../engine/index.ts";
import type { Code, Function } from "../code.ts";
import type { Task } from "../interpret/trial.ts";
import type { StochasticNetwork } from "../network.ts";
import type { Bound, StatisticalQuery, Watched } from "../query.ts";
import { importedFunctions } from "./imports.ts";

/**
 * The first stage of a module: what is compiled, where in memory things are, and functions made on demand.
 *
 * Memory begins with the cells of the network, as the interpreter has them: cell c at byte 8 c. Behind them lie the moments of
 * the processes, the random numbers, and what the host reads and writes. Nothing is kept in globals, so that a run can be
 * left and resumed. What the reference engine treats as a fault, and what is too strange to be worth code, traps: the host
 * then makes that run with the reference engine.
 */
export interface Emitter {
  readonly module: Module;
  readonly network: StochasticNetwork;
  readonly functions: readonly Function[];
  readonly task: CompiledTask;
  readonly cells: number;
  readonly at: Places;
  /** Room for so many bytes, 0 at the start. */
  readonly region: (bytes: number) => number;
  /** The first address that no region takes. */
  readonly end: () => number;
  /** Never yields a value. */
  readonly trap: Func<readonly [], "i32">;
  /** No clock is ever set to what may be no number. */
  readonly tame: boolean;
  /** A function of the host, by its key (`imports.ts`). */
  readonly host: ReadonlyMap<string, Func>;
  /** The value of code (`code.ts`), and a function of the model (`statement.ts`): here, because they refer to each other. */
  readonly value: (code: Code, f: Body) => Expr;
  readonly functionOf: (index: number) => Func<readonly [], "void">;
  readonly writeHere: (index: number, f: Body) => boolean;
  /** A function made once, under this name. Declared before it is made, so that it may be part of a circle. */
  readonly shared: <F extends Func>(name: string, declare: () => F, define: (func: F) => void) => F;
}

/** What the module can watch: a task, or the course of values. */
export type CompiledTask = Task | Course;
interface Course {
  readonly kind: "course";
  readonly bound: Bound;
  readonly values: readonly Watched[];
}

/** Bytes for what a run tells the host. */
export const OUTLET = 2 ** 17;

/** How many runs one call makes at most. */
export const RUNS = 4096;

/** Addresses. */
export interface Places {
  readonly time: number;
  readonly steps: number;
  /** Transitions, and attempts, since that time. */
  readonly idle: number;
  readonly since: number;
  /** Attempts in a row that broke an invariant. */
  readonly failed: number;
  /** How many processes are in urgent or committed locations, and how many of them in committed ones. */
  readonly stalling: number;
  readonly committed: number;
  /** Whether a run is under way, its place in the batch, how many there are. */
  readonly running: number;
  readonly current: number;
  readonly count: number;
  /** Transitions of all runs that ended, as a real. */
  readonly total: number;
  /** The number of the run, low and high word. */
  readonly run: number;
  /** Path: whether the goal was met. */
  readonly reached: number;
  /** Path: where it was decided. Extreme: the extreme so far. */
  readonly result: number;
  readonly success: number;
  readonly value: number;
  /** Formula and course: what the run tells the host, and how many bytes that are. */
  readonly outlet: number;
  readonly told: number;
  /** The first state of every run. */
  readonly start: number;
  /** The state before a transition that may have to be taken back. */
  readonly saved: number;
  /** By process: when it moves, and whether it only must. */
  readonly when: number;
  readonly locked: number;
  /**
   * By process: 1 where nothing is drawn yet, since its guards or invariant have to be followed; 2 where only urgent
   * outputs still are.
   */
  readonly followed: number;
}

interface Makers {
  readonly value: (code: Code, e: Emitter, f: Body) => Expr;
  readonly functionOf: (index: number, e: Emitter) => Func<readonly [], "void">;
  readonly writeHere: (index: number, e: Emitter, f: Body) => boolean;
}

export function emitterFor(
  network: StochasticNetwork,
  query: StatisticalQuery,
  task: CompiledTask,
  { value, functionOf, writeHere }: Makers,
): Emitter {
  const module = new Module("runs");
  const functions = [...network.functions, ...query.functions];
  const mentioned = { network, functions, task };
  let tame = true;
  const host = importedFunctions(module, mentioned, ({ op, value }) => {
    if (op === "reset" && !isTame(value as Code)) tame = false;
  });
  let next = 8 * query.cells;
  const region = (bytes: number): number => {
    const at = (next + 15) & ~15;
    next = at + bytes;
    return at;
  };
  const trap = module.func("trap", [], "i32", (f) => {
    f.unreachable();
    return undefined;
  });
  const known = new Map<string, Func>();
  const shared: Emitter["shared"] = (name, declare, define) => {
    const found = known.get(name);
    if (found) return found as ReturnType<typeof declare>;
    const func = declare();
    known.set(name, func);
    define(func);
    return func;
  };
  const at = placesOf(network, query.cells, task.kind === "mitl" || task.kind === "course", region);
  const e: Emitter = {
    module,
    network,
    functions,
    task,
    cells: query.cells,
    at,
    region,
    end: () => next,
    trap,
    tame,
    host,
    shared,
    value: (code, f) => value(code, e, f),
    functionOf: (index) => functionOf(index, e),
    writeHere: (index, f) => writeHere(index, e, f),
  };
  return e;
}

function placesOf(
  { processes, state }: StochasticNetwork,
  cells: number,
  tells: boolean,
  region: (bytes: number) => number,
): Places {
  return {
    time: region(8),
    steps: region(4),
    idle: region(4),
    since: region(8),
    failed: region(4),
    stalling: region(4),
    committed: region(4),
    running: region(4),
    current: region(4),
    count: region(4),
    total: region(8),
    run: region(8),
    reached: region(4),
    result: region(8),
    success: region(RUNS),
    value: region(8 * RUNS),
    outlet: region(tells ? OUTLET : 0),
    told: region(4),
    start: region(8 * cells),
    saved: region(8 * state),
    when: region(8 * processes.length),
    locked: region(processes.length),
    followed: region(processes.length),
  };
}

/** A real that is a finite number, whatever happens. */
export function isTame(code: Code): boolean {
  return code.op === "toReal" || (code.op === "const" && Number.isFinite(code.value));
}

/** The integer of a cell. */
export function int(cell: number): I32 {
  return i32.load(0, 8 * cell);
}

export function now(e: Emitter): F64 {
  return f64.load(0, e.at.time);
}

/** Leaves the run to the reference engine where this holds. */
export function trapIf(condition: I32, f: Body): void {
  f.if(condition, () => f.unreachable());
}

export function increase(address: number, by: number, f: Body): void {
  if (by !== 0) f.do(i32.store(0, i32.add(i32.load(0, address), by), address));
}
