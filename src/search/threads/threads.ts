/**
 * Reachability, and values of all states, by a crew of threads. This thread begins alone; the others are called when the search has lasted for a
 * moment, and come in when they are ready. It gathers what all have found.
 */
import type { ClockBounds } from "../../analysis/index.ts";
import {
  CompiledReach,
  type Engine,
  type Entry,
  entrySizes,
  maxThreads,
  type ReachOptions,
} from "../../engine/index.ts";
import type { Network, NetworkQuery } from "../../network/index.ts";
import {
  type Explored,
  exploreOptions,
  memoryReason,
  reachOptions,
  transitionsTo,
  whyInterpreted,
} from "../compiled/search.ts";
import { type Meter, SearchLimit, type Statistics } from "../limits.ts";
import type { SearchOptions } from "../options.ts";
import type { FormulaQuery, Reached } from "../reach.ts";
import { reportSymmetry } from "../symmetry.ts";
import type { Turns } from "../turns.ts";
import type { BoundQuery, Values } from "../values/values.ts";
import { Board, type PartTask, STANDING, STOP, type Stop, type ValuesPlan } from "./crew.ts";
import { Part } from "./thread.ts";

/** Milliseconds after which more threads are called; starting them takes about as long. */
const LATE = 60;
/** Milliseconds and number of naps at the end, while others come to theirs. */
const NAP = 20;
const MAX_NAPS = 500;
/** A level of fewer states is expanded by one thread. */
const NARROW = 100;

/** Why one thread searches; undefined if several are wanted and can be had. */
export function whyAlone(
  network: Network,
  query: NetworkQuery,
  bounds: ClockBounds,
  options: SearchOptions,
): string | undefined {
  const { crew, order, trace } = options;
  if (crew === undefined || crew.size === 1) return "asked for";
  if (typeof SharedArrayBuffer === "undefined") return "memory cannot be shared here";
  const reason = whyInterpreted(network, query, bounds, options);
  if (reason !== undefined) return `the search is interpreted: ${reason}`;
  const byLevels = order === undefined || order === "bfs" || trace === "shortest" || trace === "fastest";
  return byLevels ? undefined : `the ${order === "dfs" ? "depth first" : order} order has no levels to share`;
}

/** What is said of a search by one thread, where more were asked for. */
export function aloneBecause(reason: string, { crew }: SearchOptions): Pick<Statistics, "alone"> {
  return crew === undefined || crew.size === 1 ? {} : { alone: reason };
}

/** What is in one memory however much is allowed. */
const SEVERAL = "a search by several threads";

/** Why several threads were given up. */
export const GIVEN_UP = "the search by several could not be finished";

/** Undefined if the search must be done otherwise: bounds that do not fit, or a thread that failed (and says so by itself). */
export function* reachParallel(
  network: Network,
  query: FormulaQuery,
  bounds: ClockBounds,
  engine: Engine,
  meter: Meter,
  options: SearchOptions,
): Turns<Reached | undefined> {
  const settings = reachOptions(network, query, bounds, engine, options);
  const made = yield* inEntries(network, query, bounds, settings, meter, options);
  if (made === undefined) return undefined;
  const { search, board, ended, statistics } = made;
  switch (ended) {
    case STOP.complete:
      return { ending: { kind: "complete" }, statistics, path: [] };
    case STOP.found: {
      const node = board.read("found") >>> 0;
      const cells = options.found && search.cellsOf(node);
      if (cells) options.found?.(cells);
      const path = transitionsTo(() => search.path(node), network, query, bounds, engine, options, meter.patience);
      if (typeof path === "string") return { ending: { kind: "found", node: 0 }, statistics, path: [], pathless: path };
      return path && { ending: { kind: "found", node: 0 }, statistics, path };
    }
    default:
      return { ending: { kind: "limit", reason: made.reason ?? memoryReason(options, SEVERAL) }, statistics, path: [] };
  }
}

/** All reachable states, for the values that a query asks for. Undefined as for `reachParallel`. */
export function* exploreParallel(
  network: Network,
  query: BoundQuery,
  bounds: ClockBounds,
  meter: Meter,
  options: SearchOptions,
  values: Values,
  plan: ValuesPlan,
): Turns<Explored | undefined> {
  const settings = { ...exploreOptions(network, query, options), confirm: () => false, values };
  const made = yield* inEntries(network, query, bounds, settings, meter, options, plan);
  if (made === undefined) return undefined;
  const { search, board, ended, statistics } = made;
  if (ended !== STOP.complete) throw new SearchLimit(made.reason ?? memoryReason(options, SEVERAL), statistics);
  for (let thread = 1; thread < maxThreads; thread++) {
    const standing = board.readSeat(thread, "standing");
    // Those never came in.
    if (standing === STANDING.absent || standing === STANDING.ready) continue;
    const told = board.toldBy(thread);
    // What it has seen is lost.
    if (told === undefined) return undefined;
    values.include(new TextDecoder().decode(told));
  }
  return { statistics, each: (visit) => search.each(({ cells, zone }) => visit(cells, zone)) };
}

/** With entries of stored zones as small as they may be. A fault of the model is thrown; undefined if one thread must do. */
function* inEntries(
  network: Network,
  query: FormulaQuery | BoundQuery,
  bounds: ClockBounds,
  settings: ReachOptions,
  meter: Meter,
  options: SearchOptions,
  plan?: ValuesPlan,
): Turns<(Ended & { readonly statistics: Statistics }) | undefined> {
  for (const entry of entrySizes(network, bounds, settings.extrapolates)) {
    const made = yield* together(network, query, bounds, settings, meter, options, entry, plan);
    const { search, board, ended } = made;
    switch (ended) {
      case STOP.complete:
      case STOP.found:
      case STOP.limit:
      case STOP.memory: {
        // Whether representatives are canonical is not gathered from the threads, so it is not claimed.
        const symmetry = reportSymmetry(network, query, options, { vague: 1 });
        return { ...made, statistics: { ...gather(board), ...(symmetry ? { symmetry } : {}) } };
      }
      case STOP.fault: {
        const [thread, number, value, edge] = [0, 1, 2, 3].map((k) => board.read("fault", k));
        const fault = search.faultOf({ number, value, edge }, thread);
        if (fault.kind === "overflow") return undefined;
        throw fault;
      }
      case STOP.bounds:
        continue;
      default:
        return undefined;
    }
  }
  return undefined;
}

interface Ended {
  readonly search: CompiledReach;
  readonly board: Board;
  readonly ended: Stop;
  /** Which limit was reached. */
  readonly reason: string | undefined;
}

/** The whole search, with stored zones of entries of so many bytes. */
function* together(
  network: Network,
  query: FormulaQuery | BoundQuery,
  bounds: ClockBounds,
  settings: ReachOptions,
  meter: Meter,
  options: SearchOptions,
  entry: Entry,
  plan: ValuesPlan | undefined,
): Turns<Ended> {
  const { now, crew } = options;
  const threads = Math.min(crew!.size, maxThreads);
  const narrow = crew!.narrow ?? NARROW;
  const search = new CompiledReach(network, query, bounds, { ...settings, entry, seat: { thread: 0, threads } });
  const board = new Board(search.common);
  board.writeSeat(0, "standing", STANDING.member);
  board.write("members", 1);
  const { extrapolates, trace, shortest, leaf, live, passing, symmetry } = settings;
  const order = settings.order === "adaptive" ? "adaptive" : "bfs";
  const task = {
    network,
    query,
    threads,
    entry,
    narrow,
    order,
    extrapolates,
    trace,
    shortest,
    leaf,
    live,
    passing,
    symmetry,
  } as const;
  const call = (): void => {
    for (let thread = 1; thread < threads; thread++) {
      const part: PartTask = { ...task, thread, common: search.common, ...(plan ? { values: plan } : {}) };
      crew!.start(part);
    }
  };
  const begun = now?.() ?? Number.NEGATIVE_INFINITY;
  let isCalled = false;
  let reason: string | undefined;
  const look = (): boolean => {
    if (!isCalled && (now?.() ?? 0) - begun > LATE) {
      isCalled = true;
      call();
    }
    reason = meter.look(() => gather(board));
    return reason !== undefined;
  };
  try {
    // Without a clock they are called at once.
    if (now === undefined) look();
    yield* new Part(search, board, { thread: 0, threads, narrow }).run(look, now);
  } finally {
    // Also if this thread fails, or is given up.
    board.stop(STOP.failed);
    waitForAll(board, threads);
  }
  return { search, board, ended: board.read("stop") as Stop, reason };
}

/** Until all who have come in have told their figures; not for ever, should one have died. */
function waitForAll(board: Board, threads: number): void {
  const isAtWork = (thread: number): boolean => board.readSeat(thread, "standing") === STANDING.member;
  for (let naps = 0; naps < MAX_NAPS; naps++) {
    const epoch = board.read("epoch");
    let any = false;
    for (let thread = 1; thread < threads; thread++) any ||= isAtWork(thread);
    if (!any) return;
    board.sleep(epoch, NAP);
  }
}

function gather(board: Board): Statistics {
  const sum = (name: "explored" | "stored" | "transitions" | "waiting"): number => board.sum(name, maxThreads);
  const members = board.read("members");
  return {
    explored: sum("explored"),
    stored: sum("stored"),
    transitions: sum("transitions"),
    waiting: sum("waiting"),
    memory: board.read("top") * 65536,
    ...(members > 1 ? { threads: members } : {}),
  };
}
