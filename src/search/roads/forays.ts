/**
 * Forays: depth-first searches beside a breadth-first one that has become long. What lies deep is found late breadth first,
 * and often at once by going straight on; so a tenth of the states are spent on it, each time the main search has doubled.
 * One foray goes through the successors of a state in their order and is continued, for there may be reason in that order.
 * The others take successors in any order, by seeds counted from one, and are begun anew after some hundred states, and later
 * after more, so that none is lost in a wrong corner (Luby, Sinclair, Zuckerman 1993 on restarts; Behrmann, Hune, Vaandrager
 * 2000 on how much the order of a search matters where something is to be found).
 *
 * A foray is a search as any other, so what it finds is found, and if it comes to its end there is nothing. A fault of the
 * model that a foray meets is told only where the main search does not come to an answer, which may be reached before.
 *
 * Beside a search by several threads the one that gathers sends them out, while the others go on to the end of their level:
 * then a tenth of the time is spent on them, which is fewer states, but as many in a minute as beside one thread.
 */
import { type CompiledReach, Fault, type ReachOptions } from "../../engine/index.ts";
import { isConstant } from "../../network/index.ts";
import { foundBy, openReach } from "../compiled/search.ts";
import { reachOptions, whyInterpreted } from "../compiled/settings.ts";
import type { Meter } from "../limits.ts";
import type { FormulaQuery, Question } from "../question.ts";
import type { Attempts, Ending, SideRoad } from "../road.ts";
import type { Statistics } from "../statistics.ts";
import type { Turns } from "../turns.ts";

/** States explored by the main search before the first foray, or milliseconds where states are dear. */
const LONG = 20_000;
const SLOW = 1000;
/** Of all states, one of so many is explored by forays: half of them by the one in order. */
const SHARE = 10;
/** Forays at random between two doublings of the main search, and states of one at least. */
const RAMBLES = 4;
const LEAST = 250;
/** States explored before limits are looked at again: fewer where so many take longer than this, in milliseconds. */
const PORTION = 64;
const DEAR = 100;
/** Forays end when the main search has used half of the memory, and may use one of so many parts of it. */
const FORAY_MEMORY = 32;

type Order = "dfs" | "rambling";
type Code = CompiledReach["code"];

export const forays: SideRoad = {
  name: "forays",
  refuses: whyNot,
  begin: (question, { meter }) => new Forays(question as Question<FormulaQuery>, meter),
};

function whyNot(question: Question): string | undefined {
  if (question.query.kind !== "A[]" && question.query.kind !== "E<>") return "nothing is looked for that lies deep";
  const why = whyInterpreted(question);
  if (why !== undefined) return why;
  if (reachOptions(question as Question<FormulaQuery>).order !== "adaptive") return "an order is asked for";
  return isConstant(question.query.formula) ? "all states are to be explored" : undefined;
}

class Forays implements Attempts {
  private readonly question: Question<FormulaQuery>;
  private readonly settings: ReachOptions;
  private readonly meter: Meter;
  private readonly now: () => number;
  private readonly started: number;
  private readonly orders: readonly Order[];
  private hasBegun = false;
  private next: number;
  private seed = 0;
  private portion = 4;
  /** Milliseconds that forays have taken. */
  private spent = 0;
  /** The one in order; undefined before it has begun and after it had to be given up. */
  private steady: CompiledReach | undefined;
  private isSteady: boolean;
  /** Of those at random. */
  private code: Code | undefined;
  /** A fault of the model that was met. */
  fault: Fault | undefined;

  constructor(question: Question<FormulaQuery>, meter: Meter) {
    const { now, knobs } = question.options;
    this.question = question;
    this.settings = reachOptions(question);
    this.meter = meter;
    this.now = now ?? (() => 0);
    this.orders = knobs?.forays ?? ["dfs", "rambling"];
    this.next = knobs?.due?.forays ?? LONG;
    this.isSteady = this.orders.includes("dfs");
    this.started = this.now();
  }

  isDue({ memory, explored }: Statistics): boolean {
    if (memory > this.settings.memory / 2) {
      this.next = Number.POSITIVE_INFINITY;
      this.steady = undefined;
      return false;
    }
    const isSlow = !this.hasBegun && this.next < Number.POSITIVE_INFINITY && this.now() - this.started > SLOW;
    return explored >= this.next || isSlow;
  }

  /** The ending of a foray that has found something or has come to its end. */
  *run(main: Statistics): Turns<Ending | undefined> {
    const search = yield* this.attempt(main);
    if (search === undefined) return undefined;
    if (search.found !== 0) return yield* foundBy(search, this.question, this.meter);
    return { kind: "answer", statistics: search.counters };
  }

  /** The search that has an answer. */
  private *attempt(main: Statistics): Turns<CompiledReach | undefined> {
    this.hasBegun = true;
    this.next = 2 * Math.max(this.next, main.explored);
    const share = Math.max(main.explored / SHARE, 2 * RAMBLES * LEAST) / 2;
    const time = this.timeBeside(main) / 2;
    if (this.isSteady) {
      this.steady ??= this.begin("dfs", undefined);
      this.isSteady = this.steady !== undefined;
      if (this.steady && (yield* this.go(this.steady, share, time))) return this.steady;
      if (!this.isSteady) this.steady = undefined;
    }
    const rambles = this.orders.includes("rambling") ? RAMBLES : 0;
    for (let k = 0; k < rambles && !this.meter.isOver; k++) {
      const search = this.begin("rambling", this.code);
      if (search === undefined) return undefined;
      this.code = search.code;
      if (yield* this.go(search, share / RAMBLES, time / RAMBLES)) return search;
    }
    return undefined;
  }

  private begin(order: Order, code: Code | undefined): CompiledReach | undefined {
    const { question, settings } = this;
    const memory = settings.memory / FORAY_MEMORY;
    return this.careful(() => openReach(question, { ...settings, order, seed: ++this.seed, code, memory }));
  }

  /** Milliseconds for forays that are due, where several threads search: by states they would take too much of theirs. */
  private timeBeside({ threads = 1 }: Statistics): number {
    if (threads === 1) return Number.POSITIVE_INFINITY;
    const passed = this.now() - this.started - this.spent;
    return Math.max(0, passed / SHARE - this.spent);
  }

  /**
   * Whether the search has an answer once it has explored so many states, or fewer if so many milliseconds are over: but those
   * of a first foray it may.
   */
  private *go(search: CompiledReach, states: number, time: number): Turns<boolean> {
    const { now, meter, spent: before } = this;
    const least = search === this.steady ? RAMBLES * LEAST : LEAST;
    for (;;) {
      // Not one more, so that what a foray does beside one thread depends on no clock.
      const { explored } = search.counters;
      const rest = Math.ceil(states) - explored;
      if (rest <= 0 || meter.isOver || (explored >= least && this.spent - before > time)) return false;
      const started = now();
      const status = this.careful(() => search.run(Math.min(this.portion, rest)));
      const taken = now() - started;
      this.spent += taken;
      this.portion = taken > DEAR ? Math.max(1, this.portion >> 2) : Math.min(2 * this.portion, PORTION);
      if (status === "found" || status === "exhausted") return true;
      if (status !== "working") {
        if (search === this.steady) this.isSteady = false;
        return false;
      }
      yield;
    }
  }

  /** Undefined where a fault of the model was met. */
  private careful<T>(action: () => T): T | undefined {
    try {
      return action();
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      // What is too large for compiled code is no fault of the model.
      if (error.kind !== "overflow") this.fault ??= error;
      return undefined;
    }
  }
}
