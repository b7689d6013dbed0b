/**
 * Reachability by a crew of threads. This thread begins alone; the others are called when the search has lasted for a
 * moment, and come in when they are ready. It gathers what all have found.
 */
import type { ClockBounds } from "../analysis/index.ts";
import { CompiledReach, type Engine, maxThreads, narrowEntries } from "../engine/index.ts";
import type { Network } from "../network/index.ts";
import { memoryReason, reachOptions, transitionsTo } from "./compiled.ts";
import { Board, STANDING, STOP, type Stop } from "./crew.ts";
import type { Meter, Statistics } from "./limits.ts";
import type { SearchOptions } from "./options.ts";
import { Part } from "./part.ts";
import type { FormulaQuery, Reached } from "./reach.ts";
import { reportSymmetry } from "./symmetry.ts";
import type { Turns } from "./turns.ts";

/** Milliseconds after which more threads are called; starting them takes about as long. */
const LATE = 60;
/** Milliseconds and number of naps at the end, while others come to theirs. */
const NAP = 20;
const MAX_NAPS = 500;
/** A level of fewer states is expanded by one thread. */
const NARROW = 100;

/** Whether several threads are wanted and can be had: only in an order of levels. */
export function isShared({ crew, order, trace }: SearchOptions): boolean {
  const byLevels = order === undefined || order === "bfs" || trace === "shortest" || trace === "fastest";
  return crew !== undefined && crew.size > 1 && byLevels && typeof SharedArrayBuffer !== "undefined";
}

/** Undefined if the search must be done otherwise: bounds that do not fit, or a thread that failed (and says so by itself). */
export function* reachParallel(
  network: Network,
  query: FormulaQuery,
  bounds: ClockBounds,
  engine: Engine,
  meter: Meter,
  options: SearchOptions,
): Turns<Reached | undefined> {
  for (const entry of narrowEntries(network, bounds) ? ([2, 4] as const) : ([4] as const)) {
    const { search, board, ended, reason } = yield* together(network, query, bounds, engine, meter, options, entry);
    // Whether representatives are canonical is not gathered from the threads, so it is not claimed.
    const symmetry = reportSymmetry(network, query, options, { vague: 1 });
    const statistics: Statistics = { ...gather(board), ...(symmetry ? { symmetry } : {}) };
    switch (ended) {
      case STOP.complete:
        return { ending: { kind: "complete" }, statistics, path: [] };
      case STOP.found: {
        const path = transitionsTo(
          () => search.path(board.read("found") >>> 0),
          network,
          query,
          bounds,
          engine,
          options,
        );
        return path && { ending: { kind: "found", node: 0 }, statistics, path };
      }
      case STOP.limit:
      case STOP.memory:
        return {
          ending: { kind: "limit", reason: reason ?? memoryReason(options, "a search by several threads") },
          statistics,
          path: [],
        };
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
  query: FormulaQuery,
  bounds: ClockBounds,
  engine: Engine,
  meter: Meter,
  options: SearchOptions,
  entry: 2 | 4,
): Turns<Ended> {
  const { now, crew } = options;
  const threads = Math.min(crew!.size, maxThreads);
  const narrow = crew!.narrow ?? NARROW;
  const settings = reachOptions(network, query, bounds, engine, options);
  const search = new CompiledReach(network, query, bounds, { ...settings, entry, seat: { thread: 0, threads } });
  const board = new Board(search.common);
  board.writeSeat(0, "standing", STANDING.member);
  board.write("members", 1);
  const { confirm: _, ...plain } = settings;
  const order = settings.order === "adaptive" ? "adaptive" : "bfs";
  const call = (): void => {
    for (let thread = 1; thread < threads; thread++) {
      const { common } = search;
      crew!.start({ ...plain, order, network, query, thread, threads, common, entry, narrow });
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
