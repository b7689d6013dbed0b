/**
 * Reachability by the compiled engine: the whole search runs inside WebAssembly, in portions, so that limits and progress
 * are looked at between them. A path comes back as states with exact zones; the interpreter finds the transitions again,
 * and the trace built from them is replayed as any other.
 */

import {
  type ClockBounds,
  canonicaliser,
  type LiveCells,
  NOBODY,
  passingLocations,
  representative,
  type Symmetry,
} from "../analysis/index.ts";
import { InternalError, LimitReached } from "../base/index.ts";
import {
  CompiledReach,
  type Engine,
  Fault,
  type ReachCounters,
  type ReachedState,
  type ReachOptions,
  type ReachStatus,
  SeveralReach,
  whyNotCompiled,
} from "../engine/index.ts";
import { isConstant, type Network, type NetworkQuery, slotAt } from "../network/index.ts";
import { dbm } from "../zones/index.ts";
import { FORAY_MEMORY, Forays, type Open } from "./foray.ts";
import type { Start } from "./grow.ts";
import { ANEW, type Meter, SearchLimit, type Statistics } from "./limits.ts";
import type { Canonical, SearchOptions, VerifyOptions } from "./options.ts";
import { inPieces, transitionsInPieces } from "./pieces.ts";
import type { FormulaQuery, Reached } from "./reach.ts";
import { reportSymmetry, symmetryOf } from "./symmetry.ts";
import type { Turns } from "./turns.ts";
import type { BoundQuery, Values } from "./values.ts";

/** States explored between two looks at the limits: little at first, so that a limit of a few states is kept. */
const FIRST_PORTION = 8;
const LARGEST_PORTION = 20_000;
/** Milliseconds that a portion should not exceed. */
const SLOW = 100;
export const MAX_MEMORY = 2 ** 32;
/** Bytes up to which a search stays in one memory although it may use several. */
const ALONE = 2 ** 29;
/** Why a search goes without symmetries although there are some. */
const PIECES = "a trace through states in pieces is asked for";
/** States after which a search that need not end gives up. */
const ENDLESS = 1_000_000;

/** Why a search is interpreted although the compiled engine was allowed; undefined if it is compiled. */
export function whyInterpreted(
  network: Network,
  query: NetworkQuery,
  bounds: ClockBounds,
  options: VerifyOptions,
): string | undefined {
  if (options.compiled === false || options.engine !== undefined) return "asked for";
  return whyNotCompiled(network, query, bounds);
}

/**
 * Undefined if the clocks' values went beyond what the compiled engine represents: then the interpreter must do. Yields
 * between portions.
 */
export function* reachCompiled(
  network: Network,
  query: FormulaQuery,
  bounds: ClockBounds,
  engine: Engine,
  meter: Meter,
  options: SearchOptions,
): Turns<Reached | undefined> {
  try {
    return yield* run(network, query, bounds, engine, meter, options);
  } catch (error) {
    // Its limit for values that are only known at run time is lower than the interpreter's.
    if (error instanceof Fault && error.kind === "overflow") return undefined;
    throw error;
  }
}

function* run(
  network: Network,
  query: FormulaQuery,
  bounds: ClockBounds,
  engine: Engine,
  meter: Meter,
  options: SearchOptions,
): Turns<Reached | undefined> {
  const settings = reachOptions(network, query, bounds, engine, options);
  const { symmetry } = settings;
  const main = openReach(network, query, bounds, settings, options);
  const forays = foraysBeside(network, query, bounds, settings, meter, options);
  let search: CompiledReach | SeveralReach = main;
  const statistics = (): Statistics => {
    const { explored, stored, transitions, waiting, discrete, memory } = added(main, search);
    const report = reportSymmetry(network, query, options, symmetry ? { vague: search.vague } : { unused: PIECES });
    return { explored, stored, transitions, waiting, discrete, memory, ...(report ? { symmetry: report } : {}) };
  };
  const limited = (reason: string): Reached => {
    if (forays?.fault !== undefined && reason !== ANEW) throw forays.fault;
    return { ending: { kind: "limit", reason }, statistics: statistics(), path: [] };
  };
  const pace = new Pace(options);
  let status = pace.run(main);
  for (;;) {
    switch (status) {
      case "exhausted":
        return { ending: { kind: "complete" }, statistics: statistics(), path: [] };
      case "found": {
        const reached = search;
        options.found?.(reached.path().at(-1)!.cells);
        const path = transitionsTo(() => reached.path(), network, query, bounds, engine, options, meter.patience);
        if (typeof path === "string")
          return { ending: { kind: "found", node: 0 }, statistics: statistics(), path: [], pathless: path };
        // What comes in pieces is looked for once, as it was found.
        if (path === undefined && inPieces(network, bounds, options.abstraction)) return undefined;
        // Representatives are not always unique; where a step is not found again, the trace comes from a search without.
        if (path === undefined)
          return yield* reachCompiled(network, query, bounds, engine, meter, { ...options, symmetry: false });
        return { ending: { kind: "found", node: 0 }, statistics: statistics(), path };
      }
      case "bounds":
        return undefined;
      case "paused":
      case "crowded":
        throw new InternalError("a thread alone meets nobody");
      case "memory":
        return limited(fullReason(main, options));
      case "working": {
        const reason =
          meter.look(statistics) ??
          (statistics().explored >= ENDLESS ? (bounds.diverges ?? bounds.diagonals.unlisted) : undefined);
        if (reason !== undefined) return limited(reason);
        yield;
        const ahead: CompiledReach | undefined = yield* forays?.run(main.counters) ?? none();
        if (ahead === undefined) {
          status = pace.run(main);
          continue;
        }
        search = ahead;
        status = ahead.found === 0 ? "exhausted" : "found";
      }
    }
  }
}

function* none(): Turns<undefined> {}

/** What both searches have done; once if they are the same. */
function added(main: CompiledReach | SeveralReach, other: CompiledReach | SeveralReach): ReachCounters {
  const [a, b] = [main.counters, other.counters];
  if (main === other) return a;
  return {
    explored: a.explored + b.explored,
    stored: a.stored + b.stored,
    transitions: a.transitions + b.transitions,
    waiting: a.waiting + b.waiting,
    discrete: a.discrete + b.discrete,
    memory: a.memory + b.memory,
  };
}

/** Depth-first searches beside a search in the usual order; undefined where it is another one, or comparable with others. */
function foraysBeside(
  network: Network,
  query: FormulaQuery,
  bounds: ClockBounds,
  settings: ReachOptions,
  meter: Meter,
  options: SearchOptions,
): Forays | undefined {
  if (settings.order !== "adaptive" || options.forays === false || isConstant(query.formula)) return undefined;
  const open: Open = (order, seed, code) =>
    new CompiledReach(network, query, bounds, {
      ...settings,
      order,
      seed,
      code,
      memory: settings.memory / FORAY_MEMORY,
    });
  return new Forays(open, { memory: settings.memory, now: options.now, isOver: () => meter.isOver }, options.forays);
}

/** What a search for values leaves behind: `each` visits every stored state. */
export interface Explored {
  readonly statistics: Statistics;
  readonly each: Start;
}

/** All reachable states, for the values that a query asks for. Undefined as for `reachCompiled`. */
export function* exploreCompiled(
  network: Network,
  query: BoundQuery,
  bounds: ClockBounds,
  meter: Meter,
  options: SearchOptions,
  values: Values,
): Turns<Explored | undefined> {
  try {
    const settings = { ...exploreOptions(network, query, options), confirm: () => false, values };
    const search = openReach(network, query, bounds, settings, options);
    const statistics = (): Statistics => {
      const { explored, stored, transitions, waiting, memory } = search.counters;
      const report = reportSymmetry(network, query, options, { vague: search.vague });
      return { explored, stored, transitions, waiting, memory, ...(report ? { symmetry: report } : {}) };
    };
    const each: Start = (visit) => search.each(({ cells, zone }) => visit(cells, zone));
    const pace = new Pace(options);
    for (;;) {
      const status = pace.run(search);
      if (status === "exhausted") return { statistics: statistics(), each };
      if (status === "bounds") return undefined;
      const reason = status === "memory" ? fullReason(search, options) : meter.look(statistics);
      if (reason !== undefined) throw new SearchLimit(reason, statistics());
      yield;
    }
  } catch (error) {
    if (error instanceof Fault && error.kind === "overflow") return undefined;
    throw error;
  }
}

/** A search in one memory, or in several where more than one is allowed. */
function openReach(
  network: Network,
  query: NetworkQuery,
  bounds: ClockBounds,
  settings: ReachOptions,
  { memory, memories = { bytes: MAX_MEMORY, alone: ALONE } }: SearchOptions,
): CompiledReach | SeveralReach {
  const isByLevel = settings.order === "bfs" || settings.order === "adaptive";
  if (memory === undefined || memory <= memories.bytes || !isByLevel)
    return new CompiledReach(network, query, bounds, settings);
  return new SeveralReach(network, query, bounds, { ...settings, memory }, memories);
}

/** Runs a search in portions: larger and larger ones, but small ones where states are dear, so that limits are kept. */
export class Pace {
  private portion = FIRST_PORTION;
  private readonly now: () => number;

  constructor({ now }: VerifyOptions) {
    this.now = now ?? (() => 0);
  }

  run(search: { run(portion: number): ReachStatus }): ReachStatus {
    const started = this.now();
    const status = search.run(this.portion);
    const isSlow = this.now() - started > SLOW;
    this.portion = isSlow ? Math.max(1, this.portion >> 2) : Math.min(2 * this.portion, LARGEST_PORTION);
    return status;
  }
}

/** How the compiled engine is to search for values. */
export function exploreOptions(network: Network, query: BoundQuery, options: SearchOptions) {
  return {
    order: options.order ?? usualOrder(options),
    seed: options.seed,
    extrapolates: options.abstraction === "extra",
    trace: false,
    shortest: false,
    memory: Math.min(options.memory ?? MAX_MEMORY, MAX_MEMORY),
    leaf: options.leaf,
    live: options.live,
    passing: undefined,
    symmetry: symmetryOf(network, query, options),
  } as const;
}

/** How the compiled engine is to search for a state. */
export function reachOptions(
  network: Network,
  query: FormulaQuery,
  bounds: ClockBounds,
  engine: Engine,
  options: SearchOptions,
) {
  const shortest = options.trace === "shortest" || options.trace === "fastest";
  const order = shortest ? "bfs" : (options.order ?? usualOrder(options));
  const goal = engine.predicate(query.formula, query.kind === "A[]");
  const confirm = (state: ReachedState): boolean => {
    engine.cells.set(state.cells);
    engine.zone = state.zone;
    return goal.holds(state.zone);
  };
  return {
    order,
    seed: options.seed,
    extrapolates: options.abstraction === "extra",
    trace: isTraced(options),
    shortest,
    memory: Math.min(options.memory ?? MAX_MEMORY, MAX_MEMORY),
    confirm,
    leaf: options.leaf,
    live: options.live,
    passing: options.forgetCommitted ? passingLocations(network) : undefined,
    symmetry:
      isTraced(options) && inPieces(network, bounds, options.abstraction)
        ? undefined
        : symmetryOf(network, query, options),
  } as const satisfies ReachOptions;
}

/** Who asks for extrapolation compares figures with other checkers, which search breadth first. */
function usualOrder({ abstraction }: SearchOptions): "bfs" | "adaptive" {
  return abstraction === "extra" ? "bfs" : "adaptive";
}

function isTraced(options: SearchOptions): boolean {
  return (options.trace ?? "none") !== "none";
}

/**
 * The transitions along a path that was found, none if no trace is wanted; undefined if they are not found again; or why
 * they were not looked for to the end.
 */
export function transitionsTo(
  path: () => readonly ReachedState[],
  network: Network,
  query: FormulaQuery,
  bounds: ClockBounds,
  engine: Engine,
  options: SearchOptions,
  patience: () => void,
): number[][] | string | undefined {
  if (!isTraced(options)) return [];
  try {
    if (inPieces(network, bounds, options.abstraction))
      return transitionsInPieces(path(), engine, bounds, options.canonical, options.abstraction, patience);
    const normalise = normalForm(network, options.canonical, symmetryOf(network, query, options), options.live);
    return transitionsOf(path(), engine, normalise, patience);
  } catch (error) {
    if (error instanceof LimitReached) return error.message;
    throw error;
  }
}

/** That memory is full; `kind` is a kind of search that uses one memory however much is allowed. */
export function memoryReason({ memory = MAX_MEMORY }: VerifyOptions, kind: string): string {
  const reason = `the memory limit of ${mebibytes(Math.min(memory, MAX_MEMORY))} was reached`;
  return memory > MAX_MEMORY ? `${reason}, which is as much as ${kind} can use` : reason;
}

function fullReason(search: CompiledReach | SeveralReach, options: SearchOptions): string {
  if (search instanceof CompiledReach) return memoryReason(options, "a search in this order");
  return `one of the ${search.size} memories of ${mebibytes(search.memoryBytes)} each was full`;
}

function mebibytes(bytes: number): string {
  return `${Math.round(bytes / 2 ** 20)} MiB`;
}

/** Puts a state into the form in which the search knows it. */
type NormalForm = (cells: Int32Array, zone: Int32Array) => void;

export function normalForm(
  network: Network,
  canonical: Canonical | undefined,
  symmetry: Symmetry | undefined,
  live?: LiveCells,
): NormalForm {
  if (symmetry === undefined) return (cells) => canonical?.(cells);
  const sort = representative(network.slots.length, network.clocks.length, symmetry);
  const values = [...new Set([...symmetry.sets, ...symmetry.rings].flatMap((s) => s.values))];
  const held = new Set(values);
  const clear =
    live && canonicaliser(network, live, (cell) => (held.has(cell) ? NOBODY : slotAt(network, cell).initial));
  return (cells, zone) => {
    clear?.(cells);
    sort(cells, zone);
    for (const cell of values) if (cells[cell] === NOBODY) cells[cell] = slotAt(network, cell).initial;
  };
}

/**
 * The transitions of a run of the model that passes, up to normal forms, the states of a path: at each step all successors
 * of the state at hand are looked at. Undefined if none of them is the next state.
 */
export function transitionsOf(
  path: readonly ReachedState[],
  engine: Engine,
  normalise: NormalForm,
  patience: () => void = () => {},
): number[][] | undefined {
  const words: number[][] = [];
  if (!engine.initial()) return undefined;
  let state: ReachedState | undefined;
  engine.elapse(() => {
    state ??= { cells: engine.cells.slice(0, engine.size), zone: engine.zone.slice() };
    return true;
  });
  for (let i = 1; i < path.length && state !== undefined; i++) {
    patience();
    const next = { cells: path[i].cells.slice(), zone: path[i].zone.slice() };
    normalise(next.cells, next.zone);
    state = step(state, next, engine, normalise, words);
  }
  return state && words;
}

/** The successor of `from` whose normal form is `to`; its transition is added to `words`. */
function step(
  from: ReachedState,
  to: ReachedState,
  engine: Engine,
  normalise: NormalForm,
  words: number[][],
): ReachedState | undefined {
  const { dim, size } = engine;
  let found: ReachedState | undefined;
  engine.cells.set(from.cells);
  engine.zone = from.zone.slice();
  engine.successors(() => {
    const transition = Array.from(engine.transition.subarray(0, engine.transitionLength));
    const arrived = engine.zone.slice();
    engine.elapse(() => {
      const cells = engine.cells.slice(0, size);
      const zone = engine.zone.slice();
      normalise(cells, zone);
      if (!cells.every((value, k) => value === to.cells[k]) || !dbm.equals(zone, 0, to.zone, 0, dim)) return false;
      found = { cells: engine.cells.slice(0, size), zone: engine.zone.slice() };
      words.push(transition);
      return true;
    });
    engine.zone.set(arrived);
    return found !== undefined;
  }, "skip");
  return found;
}
