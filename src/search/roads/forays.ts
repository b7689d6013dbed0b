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
 */
import { type CompiledReach, Fault, type ReachCounters } from "../../engine/index.ts";
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
export const FORAY_MEMORY = 32;

type Order = "dfs" | "rambling";
/** Tests of small models begin early, and with one kind. */
export interface ForayPlan {
  /** States that the main search explores before. */
  readonly after?: number | undefined;
  readonly orders?: readonly Order[] | undefined;
}
type Code = CompiledReach["code"];
/** Begins a search; `code` is that of one of the same order. */
export type Open = (order: Order, seed: number, code: Code | undefined) => CompiledReach;

export interface ForayLimits {
  /** Bytes of all searches. */
  readonly memory: number;
  readonly now?: (() => number) | undefined;
  /** Whether the time is over. */
  readonly isOver: () => boolean;
}

export class Forays {
  private readonly open: Open;
  private readonly limits: ForayLimits;
  private readonly started: number;
  private readonly orders: readonly Order[];
  private hasBegun = false;
  private next: number;
  private seed = 0;
  private portion = 4;
  /** The one in order; undefined before it has begun and after it had to be given up. */
  private steady: CompiledReach | undefined;
  private isSteady: boolean;
  /** Of those at random. */
  private code: Code | undefined;
  /** A fault of the model that was met. */
  fault: Fault | undefined;

  constructor(open: Open, limits: ForayLimits, { after = LONG, orders = ["dfs", "rambling"] }: ForayPlan = {}) {
    this.open = open;
    this.limits = limits;
    this.orders = orders;
    this.next = after;
    this.isSteady = orders.includes("dfs");
    this.started = limits.now?.() ?? 0;
  }

  /** Forays, if it is time for some. Returns the search that has found something or has come to its end. */
  *run(main: ReachCounters): Turns<CompiledReach | undefined> {
    if (main.memory > this.limits.memory / 2) {
      this.next = Number.POSITIVE_INFINITY;
      this.steady = undefined;
      return undefined;
    }
    const isSlow = !this.hasBegun && (this.limits.now?.() ?? 0) - this.started > SLOW;
    if (main.explored < this.next && !isSlow) return undefined;
    this.hasBegun = true;
    this.next = 2 * Math.max(this.next, main.explored);
    const share = Math.max(main.explored / SHARE, 2 * RAMBLES * LEAST) / 2;
    if (this.isSteady) {
      this.steady ??= this.begin("dfs", undefined);
      this.isSteady = this.steady !== undefined;
      if (this.steady && (yield* this.go(this.steady, share))) return this.steady;
      if (!this.isSteady) this.steady = undefined;
    }
    const rambles = this.orders.includes("rambling") ? RAMBLES : 0;
    for (let k = 0; k < rambles && !this.limits.isOver(); k++) {
      const search = this.begin("rambling", this.code);
      if (search === undefined) return undefined;
      this.code = search.code;
      if (yield* this.go(search, share / RAMBLES)) return search;
    }
    return undefined;
  }

  private begin(order: Order, code: Code | undefined): CompiledReach | undefined {
    return this.careful(() => this.open(order, ++this.seed, code));
  }

  /** Whether the search has an answer once it has explored so many states. */
  private *go(search: CompiledReach, states: number): Turns<boolean> {
    const { now = () => 0, isOver } = this.limits;
    for (;;) {
      // Not one more, so that what a foray does depends on no clock.
      const rest = Math.ceil(states) - search.counters.explored;
      if (rest <= 0 || isOver()) return false;
      const started = now();
      const status = this.careful(() => search.run(Math.min(this.portion, rest)));
      this.portion = now() - started > DEAR ? Math.max(1, this.portion >> 2) : Math.min(2 * this.portion, PORTION);
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
