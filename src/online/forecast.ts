/**
 * Forecasts: queries about the next time window, asked of every possible state, before a deadline. A property of all runs
 * must hold from each of the states, one of some run from any. What could not be finished is `unknown`, and says why.
 * Answers are kept for states that come again, up to a number.
 *
 * A[] and E<> are compiled once, and asked of all states together; where that cannot be done, and for A<> and E[], the
 * interpreter is asked state by state.
 */
import { wants } from "../base/index.ts";
import { Fault } from "../engine/index.ts";
import type { Network } from "../network/index.ts";
import { limited, type SymbolicState } from "../reduce/index.ts";
import { type FromEnding, type Outcome, ReachFrom, type Verdict } from "../search/index.ts";
import { verifyFrom } from "./from.ts";
import type { Parts } from "./unknowns.ts";
import { earliestQuery, goingOn, untilEnd, type WindowQuery } from "./window.ts";

export interface ForecastOptions {
  /** Length of the window, in time units. */
  readonly window: number;
  /** Milliseconds since the same origin. */
  readonly now?: (() => number) | undefined;
  /** States in one search; 200000 by default. */
  readonly maxStates?: number | undefined;
  /** False to have all queries interpreted. */
  readonly compiled?: boolean | undefined;
}

export interface Forecast {
  readonly query: string;
  readonly outcome: Outcome;
  readonly reason?: string;
  /** The earliest time from now, in time units, at which it happens: a violation of A[], a witness of E<>. */
  readonly after?: number;
  /** While constants are learned: for which of their values it holds. */
  readonly parts?: Parts;
}

interface Known {
  readonly outcome: Outcome;
  readonly reason?: string;
  readonly after?: number;
}

const REMEMBERED = 4096;

export class Forecaster {
  /** Where time stops at the window's end, and where runs go on behind it. */
  private readonly network: Network;
  private readonly onward: Network;
  readonly queries: readonly WindowQuery[];
  private readonly options: ForecastOptions;
  private readonly known = new Map<string, Known>();
  private readonly compiled: readonly (ReachFrom | undefined)[];

  /** Requires: the last clock is the time since the last event, and each query can be asked of a window. */
  constructor(network: Network, queries: readonly WindowQuery[], options: ForecastOptions) {
    wants("new Forecaster", network, "network");
    wants("new Forecaster", options, "object");
    wants("new Forecaster", queries, "list");
    this.network = limited(network, { op: "const", value: options.window });
    this.onward = goingOn(network, options.window);
    this.queries = queries;
    this.options = options;
    this.compiled = queries.map((query) =>
      options.compiled === false ? undefined : ReachFrom.make(network, query, options.window),
    );
  }

  /** Which of the queries are compiled. */
  get compiledQueries(): readonly boolean[] {
    return this.compiled.map((search) => search !== undefined);
  }

  /** Requires: the elapsed time is zero in all states. `deadline` is an instant of `now`. */
  forecast(states: readonly SymbolicState[], deadline = Number.POSITIVE_INFINITY): Forecast[] {
    return this.queries.map((_, q) => this.ask(q, states, deadline));
  }

  /** The forecast of one query. */
  ask(q: number, states: readonly SymbolicState[], deadline = Number.POSITIVE_INFINITY): Forecast {
    const query = this.queries[q]!;
    const together = this.together(query, q, states, deadline);
    if (together !== undefined) return { query: query.text, ...together };
    const universal = query.kind === "A[]" || query.kind === "A<>";
    const decisive: Outcome = universal ? "violated" : "satisfied";
    let answer: Known = { outcome: universal ? "satisfied" : "violated" };
    for (const state of states) {
      const one = this.answer(query, q, state, deadline);
      const rank = (o: Outcome): number =>
        o === decisive ? 4 : o === "fault" ? 3 : o === "unknown" ? 2 : o.startsWith("maybe") ? 1 : 0;
      const earlier =
        one.after !== undefined &&
        one.outcome === decisive &&
        answer.outcome === decisive &&
        (answer.after ?? Number.POSITIVE_INFINITY) > one.after;
      if (rank(one.outcome) > rank(answer.outcome) || earlier) answer = one;
    }
    return { query: query.text, ...answer };
  }

  /**
   * The forecast of one query from several sets of states together, and the outcome for each of them; undefined where the compiled
   * search has no answer to all. What happens does so first from those sets from which it does.
   */
  apart(
    q: number,
    sets: readonly (readonly SymbolicState[])[],
    deadline: number,
  ): { readonly forecast: Forecast; readonly outcomes: readonly Outcome[] } | undefined {
    const query = this.queries[q]!;
    const search = this.compiled[q];
    const { window, now, maxStates = 200_000 } = this.options;
    const limits = { maxStates, isOver: (): boolean => now !== undefined && now() >= deadline };
    if (search === undefined || limits.isOver()) return undefined;
    const found = search.each(sets, window, limits);
    if (found === undefined) return undefined;
    const [yes, no] =
      query.kind === "A[]" ? (["violated", "satisfied"] as const) : (["satisfied", "violated"] as const);
    const outcomes = found.map((one) => (one ? yes : no));
    if (!found.includes(true)) return { forecast: { query: query.text, outcome: no }, outcomes };
    const states = sets.flatMap((set, k) => (found[k] === true ? set : []));
    try {
      const after = search.earliest(states, window, limits);
      return typeof after === "number" ? { forecast: { query: query.text, outcome: yes, after }, outcomes } : undefined;
    } catch (error) {
      // In a shorter time more is searched than until something is found, and the model may fail there.
      if (error instanceof Fault) return undefined;
      throw error;
    }
  }

  /** Its outcome alone, without the time at which it happens. */
  outcome(q: number, states: readonly SymbolicState[], deadline = Number.POSITIVE_INFINITY): Outcome {
    const { window, now, maxStates = 200_000 } = this.options;
    const isOver = (): boolean => now !== undefined && now() >= deadline;
    try {
      const ending = isOver() ? "over" : this.compiled[q]?.run(states, window, { maxStates, isOver });
      const universal = this.queries[q]!.kind === "A[]";
      if (ending === "found") return universal ? "violated" : "satisfied";
      if (ending === "exhausted") return universal ? "satisfied" : "violated";
      if (ending !== undefined && ending !== "failed") return "unknown";
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
    }
    return this.ask(q, states, deadline).outcome;
  }

  /** The answer of the compiled search from all states; undefined if it has none. */
  private together(
    query: WindowQuery,
    q: number,
    states: readonly SymbolicState[],
    deadline: number,
  ): Known | undefined {
    const search = this.compiled[q];
    if (search === undefined) return undefined;
    const { window, now, maxStates = 200_000 } = this.options;
    const isOver = (): boolean => now !== undefined && now() >= deadline;
    if (isOver()) return { outcome: "unknown", reason: "deadline" };
    const limits = { maxStates, isOver };
    return this.remembered(query, `${q};${states.map(keyOf).join(";")}`, (): Known | undefined => {
      try {
        const ending = search.run(states, window, limits);
        if (ending === "failed") return undefined;
        const isUniversal = query.kind === "A[]";
        if (ending === "exhausted") return { outcome: isUniversal ? "satisfied" : "violated" };
        if (ending !== "found") return { outcome: "unknown", reason: reasonOf(ending, maxStates) };
        const outcome = isUniversal ? "violated" : "satisfied";
        const after = search.earliest(states, window, limits);
        return typeof after === "number" ? { outcome, after } : { outcome };
      } catch (error) {
        // Which of several states it comes from decides what it means.
        if (error instanceof Fault) return undefined;
        throw error;
      }
    });
  }

  private answer(query: WindowQuery, q: number, state: SymbolicState, deadline: number): Known {
    return this.remembered(query, `${q};${keyOf(state)}`, (): Known => {
      const verdict = this.verify(query, state, deadline);
      if (typeof verdict === "string") return { outcome: "unknown", reason: verdict };
      const { outcome, reason } = verdict;
      const after = happens(query, outcome) ? this.earliest(query, state, deadline) : undefined;
      return { outcome, ...(reason === undefined ? {} : { reason }), ...(after === undefined ? {} : { after }) };
    });
  }

  /** What is known, or was made now: that is kept, unless something is missing from it. */
  private remembered<K extends Known | undefined>(query: WindowQuery, key: string, make: () => K): Known | K {
    const known = this.known.get(key);
    if (known !== undefined) {
      // The last used is the last to be forgotten.
      this.known.delete(key);
      this.known.set(key, known);
      return known;
    }
    const made = make();
    if (made === undefined || made.outcome === "unknown") return made;
    if (happens(query, made.outcome) && made.after === undefined) return made;
    this.known.set(key, made);
    if (this.known.size > REMEMBERED) this.known.delete(this.known.keys().next().value as string);
    return made;
  }

  private verify(query: Parameters<typeof verifyFrom>[1], state: SymbolicState, deadline: number): Verdict | string {
    const { now, maxStates = 200_000 } = this.options;
    const rest = now === undefined ? Number.POSITIVE_INFINITY : deadline - now();
    if (rest <= 0) return "deadline";
    const timed = now === undefined || !Number.isFinite(rest) ? {} : { timeout: rest, now };
    const reaches = query.kind !== "A<>" && query.kind !== "E[]";
    const verdict = reaches
      ? verifyFrom(this.network, query, state, { ...timed, maxStates })
      : verifyFrom(this.onward, untilEnd(this.network, query, this.options.window), state, { ...timed, maxStates });
    return verdict.outcome === "unknown" && now !== undefined && now() >= deadline ? "deadline" : verdict;
  }

  private earliest(query: WindowQuery, state: SymbolicState, deadline: number): number | undefined {
    const verdict = this.verify(earliestQuery(this.network, query), state, deadline);
    return typeof verdict === "string" ? undefined : verdict.values?.[0]?.intervals[0]?.low;
  }
}

function keyOf({ cells, zone }: SymbolicState): string {
  return `${cells.join()};${zone.join()}`;
}

/** Whether the answer has a time at which it happens. */
function happens(query: WindowQuery, outcome: Outcome): boolean {
  return (query.kind === "A[]" && outcome === "violated") || (query.kind === "E<>" && outcome === "satisfied");
}

function reasonOf(ending: Exclude<FromEnding, "found" | "exhausted" | "failed">, maxStates: number): string {
  if (ending === "over") return "deadline";
  return ending === "memory" ? "no memory is left" : `the limit of ${maxStates} states was reached`;
}
