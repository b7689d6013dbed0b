/**
 * One thread of a search shared by several; see crew.ts. It expands what it can take of the level, then meets the others; the
 * last to come makes the next level of what all have found, lets in who has become ready, enlarges the table. Levels of few
 * states are expanded by that one alone, while the others wait.
 */
import { clockBounds, formulasOf, mentionsDeadlock } from "../../analysis/index.ts";
import { type Engine, Fault, interpret, isEager, type ReachedState, ThreadReach } from "../../engine/index.ts";
import type { FormulaQuery } from "../question.ts";
import type { Statistics } from "../statistics.ts";
import { finish, type Turns } from "../turns.ts";
import { type BoundQuery, Values } from "../values/values.ts";
import { Board, STANDING, STOP, type Stop, type ThreadTask } from "./crew.ts";

/** States expanded between two looks at the limits. */
const FIRST_PORTION = 64;
const LARGEST_PORTION = 4096;
/** Levels that pass between two looks, and states that all explore in them. */
const LEVELS = 32;
const MANY = 256;
/** Looks at the board before a waiting thread goes to sleep, and how many milliseconds it does. */
const SPINS = 4000;
const NAP = 20;

/** Explores in a further thread until the whole search is over. */
export function runThread(task: ThreadTask): void {
  const board = new Board(task.common);
  if (board.read("stop") !== STOP.none) return;
  try {
    const { network, query, thread, threads, common, order, trace, shortest, entry, leaf, live, passing, symmetry } =
      task;
    const { extrapolates, small, coupling } = task;
    const symmetric = formulasOf(query).some(mentionsDeadlock);
    const { extra } = task.values ?? {};
    const values = valuesOf(task);
    const search = new ThreadReach(network, query, clockBounds(network, { query, symmetric, extra }), {
      order,
      extrapolates,
      trace,
      shortest,
      memory: common.memory.buffer.byteLength,
      confirm: confirmer(task),
      leaf,
      small,
      live,
      passing,
      symmetry,
      coupling,
      entry,
      values,
      seat: { thread, threads, common },
    });
    const member = new Thread(search, board, task);
    if (member.enter()) finish(member.run());
    if (values) {
      const text = new TextEncoder().encode(values.toText());
      const address = search.allocate((text.length + 3) & ~3);
      if (address !== 0) board.tell(thread, address, text);
    }
  } catch (error) {
    board.stop(STOP.failed);
    throw error;
  } finally {
    board.writeSeat(task.thread, "standing", STANDING.gone);
    board.wake();
  }
}

/** Asked now and then whether to stop for a limit; `seen` is what all have done. */
interface Look {
  (): boolean;
  readonly seen?: () => Statistics;
}

export class Thread {
  private readonly search: ThreadReach;
  private readonly board: Board;
  private readonly thread: number;
  private readonly threads: number;
  private readonly narrow: number;
  /** The others wait until this one lets them go on. */
  private isAlone = false;

  constructor(
    search: ThreadReach,
    board: Board,
    { thread, threads, narrow }: Pick<ThreadTask, "thread" | "threads" | "narrow">,
  ) {
    this.search = search;
    this.board = board;
    this.thread = thread;
    this.threads = threads;
    this.narrow = narrow;
  }

  /** Waits to be let in; false if the search is over before. */
  enter(): boolean {
    const { board, thread } = this;
    board.writeSeat(thread, "standing", STANDING.ready);
    board.askToMeet();
    for (;;) {
      const epoch = board.read("epoch");
      if (board.read("stop") !== STOP.none) return false;
      if (board.readSeat(thread, "standing") === STANDING.member) break;
      board.sleep(epoch, NAP);
    }
    this.resume();
    return true;
  }

  /** Explores to the end. `look` is asked now and then, with whether to stop for a limit as its answer. */
  *run(look: Look | undefined = undefined, now: (() => number) | undefined = undefined): Turns<void> {
    const { board, search } = this;
    let portion = FIRST_PORTION;
    let levels = 0;
    let looked = 0;
    while (board.read("stop") === STOP.none) {
      const started = now?.() ?? 0;
      const status = this.expand(portion);
      const isSlow = (now?.() ?? 0) - started > 50;
      portion = isSlow ? Math.max(1, portion >> 2) : Math.min(2 * portion, LARGEST_PORTION);
      this.count();
      if (status === "found") this.stop(STOP.found, () => board.write("found", search.found));
      else if (status === "bounds") this.stop(STOP.bounds);
      else if (status === "memory") this.stop(STOP.memory);
      else if (status === "crowded") this.stop(STOP.failed);
      else {
        const explored = look ? board.sum("explored", this.threads) : 0;
        if (look && (status === "working" || ++levels % LEVELS === 0 || explored - looked > MANY)) {
          looked = explored;
          if (look()) this.stop(STOP.limit);
          yield look.seen?.();
        }
        if (status !== "working") yield* this.meet(look);
      }
    }
    this.count();
  }

  private count(): void {
    const { counters, wasted } = this.search;
    this.board.writeCounters(this.thread, { ...counters, wasted });
    const { parts } = counters;
    if (parts) this.board.writeParts(this.thread, { ...parts, tables: parts.tables - 4 * this.search.tableSize });
  }

  private expand(portion: number) {
    try {
      return this.search.run(portion);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      const { number, value, edge } = this.search.faultNumbers;
      // Met by the host, while it looked at values: a thread alone meets it again.
      if (number < 0) {
        this.stop(STOP.failed);
        return "working";
      }
      this.stop(STOP.fault, () =>
        [this.thread, number, value, edge].forEach((word, k) => this.board.write("fault", word, k)),
      );
      return "working";
    }
  }

  private stop(reason: Stop, tell?: () => void): void {
    if (this.board.stop(reason)) tell?.();
  }

  private *meet(look: Look | undefined): Turns<void> {
    const { board, search, thread } = this;
    const { head, isLeft } = search.blocks();
    board.writeSeat(thread, "head", head);
    board.writeSeat(thread, "left", isLeft ? 1 : 0);
    const epoch = board.read("epoch");
    if (this.isAlone || board.add("arrived", 1) === board.read("members")) this.lead();
    else yield* this.wait(epoch, look);
    if (board.read("stop") === STOP.none) this.resume();
  }

  private *wait(epoch: number, look: Look | undefined): Turns<void> {
    const { board } = this;
    for (let spin = 0; spin < SPINS; spin++) if (board.read("epoch") !== epoch) return;
    // Who stops the search wakes all, but perhaps before this thread came here.
    while (board.read("epoch") === epoch && board.read("stop") === STOP.none) {
      board.sleep(epoch, NAP);
      if (look) {
        if (look()) this.stop(STOP.limit);
        yield look.seen?.();
      }
    }
  }

  private resume(): void {
    const { board } = this;
    this.search.resume(board.read("isNext") !== 0, board.read("isEager") !== 0, board.read("quota"));
  }

  /** What the last to come does, while nobody works. */
  private lead(): void {
    const { board } = this;
    // Not after: who asks from now on is heard, at the latest when the next level is done.
    board.write("flag", 0);
    const isNext = !this.some((thread) => board.readSeat(thread, "left") + board.readSeat(thread, "level") !== 0);
    if (isNext && !this.nextLevel()) {
      this.stop(STOP.complete);
      return;
    }
    board.write("isNext", isNext ? 1 : 0);
    const [explored, wasted] = [board.sum("explored", this.threads), board.sum("wasted", this.threads)];
    board.write("isEager", isEager(explored, wasted) ? 1 : 0);
    const entering = this.ready();
    board.add("members", entering.length);
    this.enlarge();
    const waiting = board.sum("waiting", this.threads);
    const isNarrow = isNext && waiting < this.narrow && board.read("members") > 1;
    this.isAlone = isNarrow && entering.length === 0;
    if (!this.isAlone && board.read("stop") === STOP.none) board.release(entering);
  }

  /** Makes the blocks of all the level; false if there are none. */
  private nextLevel(): boolean {
    const { board } = this;
    return this.some(
      (thread) => board.readSeat(thread, "head") !== 0,
      (thread) => {
        board.writeSeat(thread, "level", board.readSeat(thread, "head"));
        board.writeSeat(thread, "head", 0);
      },
    );
  }

  /** Threads that wait to be let in. */
  private ready(): number[] {
    const threads = Array.from({ length: this.threads }, (_, thread) => thread);
    return threads.filter((thread) => this.board.readSeat(thread, "standing") === STANDING.ready);
  }

  /** Enlarges the table where it is half full; says how many records each may make until all must meet again. */
  private enlarge(): void {
    const { board, search } = this;
    search.growOnce();
    const records = board.sum("discrete", this.threads);
    let size = search.tableSize;
    while (records > size / 2) {
      const larger = search.growTable();
      if (larger === size) break;
      size = larger;
    }
    board.write("quota", Math.max(1, Math.floor((size * 0.625 - records) / board.read("members"))));
  }

  /** Whether it holds for some thread; then does something for each. */
  private some(holds: (thread: number) => boolean, each: (thread: number) => void = () => {}): boolean {
    let any = false;
    for (let thread = 0; thread < this.threads; thread++) {
      any = holds(thread) || any;
      each(thread);
    }
    return any;
  }
}

function valuesOf({ network, query, values }: ThreadTask): Values | undefined {
  if (values === undefined) return undefined;
  return new Values(interpret(network, query), query as BoundQuery, values.ceiling, values.isExact);
}

/** Deadlocks are confirmed by an interpreter of the thread's own, made when it is first needed. */
function confirmer({ network, query }: ThreadTask): (state: ReachedState) => boolean {
  let engine: Engine | undefined;
  return (state) => {
    engine ??= interpret(network, query);
    const { formula, kind } = query as FormulaQuery;
    engine.cells.set(state.cells);
    engine.zone = state.zone;
    return engine.predicate(formula, kind === "A[]").holds(state.zone);
  };
}
