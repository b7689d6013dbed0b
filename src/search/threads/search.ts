/**
 * A search shared by a crew of threads. This thread begins alone; the others are called when the search has lasted for a
 * moment, and come in when they are ready. It gathers what all have found.
 */
import type { ClockBounds } from "../../analysis/index.ts";
import { type Entry, entrySizes, maxThreads, type ReachOptions, ThreadReach } from "../../engine/index.ts";
import { whyInterpreted } from "../compiled/settings.ts";
import type { Meter } from "../limits.ts";
import type { FormulaQuery, Question } from "../question.ts";
import { ONE_THREAD } from "../report.ts";
import type { Statistics } from "../statistics.ts";
import { reportSymmetry } from "../symmetry.ts";
import type { Turns } from "../turns.ts";
import type { BoundQuery } from "../values/values.ts";
import { Board, STANDING, STOP, type Stop, type ThreadTask, type ValuesPlan } from "./crew.ts";
import { Thread } from "./thread.ts";

/** Milliseconds after which more threads are called; starting them takes about as long. */
const LATE = 60;
/** Milliseconds and number of naps at the end, while others come to theirs. */
const NAP = 20;
const MAX_NAPS = 500;
/** A level of fewer states is expanded by one thread. */
const NARROW = 100;

/** Why one thread searches; undefined if several are wanted and can be had. */
export function whyAlone(question: Question): string | undefined {
  const { crew, order, trace } = question.options;
  if (crew === undefined || crew.size === 1) return ONE_THREAD;
  if (typeof SharedArrayBuffer === "undefined") return "memory cannot be shared here";
  const reason = whyInterpreted(question);
  if (reason !== undefined) return `the search is interpreted: ${reason}`;
  const isShortest = question.class === "reachability" && (trace === "shortest" || trace === "fastest");
  const byLevels = order === undefined || order === "bfs" || isShortest;
  return byLevels ? undefined : `the ${order === "dfs" ? "depth first" : order} order has no levels to share`;
}

/** What is in one memory however much is allowed. */
export const SEVERAL = "a search by several threads";

/** Why one thread goes on where it may use several memories. */
export const FULL = "several threads have one memory, which was full";

/** Why several threads were given up. */
export const GIVEN_UP = "the search by several could not be finished";

/** With entries of stored zones as small as they may be. A fault of the model is thrown; undefined if one thread must do. */
export function* inEntries(
  question: Question<FormulaQuery> | Question<BoundQuery>,
  bounds: ClockBounds,
  settings: ReachOptions,
  meter: Meter,
  plan?: ValuesPlan,
): Turns<(Ended & { readonly statistics: Statistics }) | undefined> {
  const { network, query, options } = question;
  for (const entry of entrySizes(network, bounds, settings.extrapolates)) {
    const made = yield* together(question, bounds, settings, meter, entry, plan);
    const { search, board, ended } = made;
    switch (ended) {
      case STOP.complete:
      case STOP.found:
      case STOP.limit:
      case STOP.memory: {
        // Whether representatives are canonical is not gathered from the threads, so it is not claimed.
        const symmetry = reportSymmetry(network, query, options, { vague: 1 });
        const { parts } = search.counters;
        const gathered = gather(board);
        const table = 4 * search.tableSize;
        const small = parts ? { parts: board.parts(maxThreads, parts, table, gathered.memory) } : {};
        return { ...made, statistics: { ...gathered, ...small, ...(symmetry ? { symmetry } : {}) } };
      }
      case STOP.fault: {
        const word = (k: number): number => board.read("fault", k);
        const fault = search.faultOf({ number: word(1), value: word(2), edge: word(3) }, word(0));
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
  readonly search: ThreadReach;
  readonly board: Board;
  readonly ended: Stop;
  /** Which limit was reached. */
  readonly reason: string | undefined;
}

/** The whole search, with stored zones of entries of so many bytes. */
function* together(
  { network, query, options: { now, crew } }: Question<FormulaQuery> | Question<BoundQuery>,
  bounds: ClockBounds,
  settings: ReachOptions,
  meter: Meter,
  entry: Entry,
  plan: ValuesPlan | undefined,
): Turns<Ended> {
  const threads = Math.min(crew!.size, maxThreads);
  const narrow = crew!.narrow ?? NARROW;
  const search = new ThreadReach(network, query, bounds, { ...settings, entry, seat: { thread: 0, threads } });
  const board = new Board(search.common);
  board.writeSeat(0, "standing", STANDING.member);
  board.write("members", 1);
  const { extrapolates, trace, shortest, leaf, small, live, passing, symmetry, coupling } = settings;
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
    small,
    live,
    passing,
    symmetry,
    coupling,
  } as const;
  const call = (): void => {
    for (let thread = 1; thread < threads; thread++) {
      const given: ThreadTask = { ...task, thread, common: search.common, ...(plan ? { values: plan } : {}) };
      crew!.start(given);
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
    yield* new Thread(search, board, { thread: 0, threads, narrow }).run(
      Object.assign(look, { seen: () => gather(board) }),
      now,
    );
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
  const sum = (name: "explored" | "stored" | "transitions" | "waiting" | "discrete"): number =>
    board.sum(name, maxThreads);
  const members = board.read("members");
  return {
    explored: sum("explored"),
    stored: sum("stored"),
    transitions: sum("transitions"),
    waiting: sum("waiting"),
    discrete: sum("discrete"),
    memory: board.read("top") * 65536,
    ...(members > 1 ? { threads: members } : {}),
  };
}
