/**
 * Ways to values, for certificates of `sup`, `inf` and `bounds` (docs/semantics.md 9.11): traces to one value after the
 * other, run again without abstraction, until the term is seen to have all that it is said to have. Where it has no limit, a
 * trace is looked for on which it is never set again, and time passes.
 */
import { wants } from "../base/index.ts";
import { type Engine, interpret } from "../engine/index.ts";
import type { Formula, Network, NetworkQuery } from "../network/index.ts";
import { withClock } from "../reduce/index.ts";
import {
  cellsOf,
  elapse,
  follow,
  type Lasso,
  lassoOf,
  roundOf,
  statesOf,
  type Trace,
  type Way,
  type WayState,
  wordsOfTransition,
} from "../trace/index.ts";
import { dbm, type Federation, INF, type Zone } from "../zones/index.ts";
import { comparison, type Limit, type TermValues, type ValuesQuery } from "./beyond.ts";
import { type Uncovered, whyNotCertified } from "./cover.ts";
import type { Limits } from "./limits.ts";
import type { Turns } from "./turns.ts";
import { verifyInTurns } from "./verify.ts";

/** Values from one position to another: 2c is the value c, 2c + 1 all between c and c + 1. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/** So many values apart from each other are looked for. */
const MOST = 500;
/** A value that waiting reaches more easily than rounds do. */
const LARGE = 32;

/** Ways to every value that is said of a term, or as near to its limit as one likes. */
export function* takenInTurns(
  network: Network,
  query: NetworkQuery,
  said: Limit | TermValues,
  limits: Limits = {},
): Turns<(Way & { readonly kind: "way" }) | Uncovered> {
  wants("takenInTurns", network, "network");
  wants("takenInTurns", query, "query");
  const reason = whyNotCertified(network, query);
  if (reason !== undefined) return { kind: "uncovered", reason };
  const taking = new Taking(network, query as ValuesQuery, said.term, limits);
  for (const span of spansOf(said, query.kind)) {
    const why = yield* taking.take(span);
    if (why !== undefined) return { kind: "uncovered", reason: why };
  }
  return { kind: "way", ...taking.way() };
}

function spansOf(said: Limit | TermValues, kind: NetworkQuery["kind"]): readonly Span[] {
  if ("intervals" in said)
    return said.intervals.map(([low, isOpen, high, isOpenAbove]) => ({
      from: 2 * low + isOpen,
      to: high === null ? Infinity : 2 * high - isOpenAbove,
    }));
  const { bound, strict } = said;
  const at = bound === null ? Infinity : 2 * bound + (strict ? (kind === "sup" ? -1 : 1) : 0);
  return [{ from: at, to: at }];
}

class Taking {
  private readonly network: Network;
  private readonly query: ValuesQuery;
  private readonly term: ValuesQuery["terms"][number];
  private readonly limits: Limits;
  private readonly states: WayState[] = [];
  /** By the state before and the cells. */
  private readonly known = new Map<string, number>();
  private spans: Span[] = [];
  private round: { readonly states: readonly WayState[]; readonly loop: number } | undefined;

  constructor(network: Network, query: ValuesQuery, term: number, limits: Limits) {
    this.network = network;
    this.query = query;
    this.term = query.terms[term]!;
    this.limits = limits;
  }

  way(): Way {
    if (this.round === undefined) return { states: this.states };
    const { states, loop } = this.round;
    const shift = this.states.length;
    // The round is told last, as a way of its own.
    const own = states.map((state, k) => (k === 0 ? { ...state, from: -1 } : state));
    return { states: [...this.states, ...own], loop: shift + loop };
  }

  /** Adds ways until all of the span is taken. Why it is not, if so. */
  *take({ from, to }: Span): Turns<string | undefined> {
    if (to === Infinity && !this.spans.some((s) => s.to === Infinity)) {
      const why = yield* this.grow();
      if (why !== undefined) return why;
    }
    const by = this.term.is === "data" ? 2 : 1;
    for (let count = 0; count < MOST; count++) {
      const missing = firstMissing(this.spans, from, by);
      if (missing > to || missing === Infinity) return undefined;
      const trace = yield* this.trace({ ...this.asked(), kind: "E<>", formula: this.at(missing) });
      if (typeof trace === "string") return trace;
      this.walk(trace);
      if (firstMissing(this.spans, missing, by) === missing) return "a trace to a value does not take it";
    }
    return "its values are too many to be told one by one";
  }

  /** A way on which the clock grows without limit. */
  private *grow(): Turns<string | undefined> {
    const { term, query } = this;
    // Where one may wait for ever, the way to a large value mostly shows it.
    const formula = this.with(comparison(term, "above", LARGE, true, query));
    const far = yield* this.trace({ ...this.asked(), kind: "E<>", formula });
    if (typeof far !== "string") this.walk(far);
    if (this.spans.some((s) => s.to === Infinity)) return undefined;
    const left = this.with(comparison(term, "above", 0, true, query));
    const right = comparison(term, "below", 0, false, query);
    const trace = yield* this.trace({ ...this.asked(), kind: "-->", left, right });
    if (typeof trace === "string") return trace;
    this.walk(trace);
    if (this.spans.some((s) => s.to === Infinity)) return undefined;
    return this.goRound(trace) ? undefined : "no run was found on which it grows without limit";
  }

  /** Takes a trace that goes in a loop without setting the clock; false if that does not prove that it grows. */
  private goRound(trace: Trace): boolean {
    const { term, query } = this;
    const engine = interpret(withClock(this.network, "#tick"), query);
    const lasso = lassoOf(engine, trace);
    if (lasso === undefined || term.is === "data") return false;
    const here = (cells: readonly number[]): readonly [number, number] => {
      engine.cells.set(cells);
      return [engine.clock(term.clock)(), engine.value(term.plus)()];
    };
    const [grows, plus] = here(lasso.cells[lasso.loop]!);
    // Every value above is passed only by a term that is the same all the way round, and counts there.
    const isFree =
      !query.predicate && lasso.cells.slice(lasso.loop).every((c) => here(c).join() === `${grows},${plus}`);
    const start = query.predicate && engine.predicate(query.predicate, false);
    const zones = roundOf(engine, lasso, { grows, start }).map((z) => smaller(z, engine.dim));
    const reached = reachedIn(interpret(this.network, query), lasso);
    const lows = reached.flatMap((z) => zones.flatMap((w) => lowOf(z, w, grows, engine.dim - 1) ?? []));
    this.round = { states: statesOf(lasso, zones), loop: lasso.loop };
    for (const low of lows) this.spans.push({ from: isFree ? low + 2 * plus : Infinity, to: Infinity });
    return lows.length > 0;
  }

  private asked(): Pick<NetworkQuery, "text" | "origin" | "cells" | "functions"> {
    const { text, origin, cells, functions } = this.query;
    return { text, origin, cells, functions };
  }

  private at(position: number): Formula {
    const [low, high] = [Math.floor(position / 2), Math.ceil(position / 2)];
    const isBetween = low < high;
    const above = comparison(this.term, "above", low, isBetween, this.query);
    const below = comparison(this.term, "below", high, isBetween, this.query);
    return this.with({ is: "and", items: [above, below] });
  }

  private with(formula: Formula): Formula {
    const { predicate } = this.query;
    return predicate === undefined ? formula : { is: "and", items: [predicate, formula] };
  }

  private *trace(query: NetworkQuery): Turns<Trace | string> {
    const { trace, traceReason, reason } = yield* verifyInTurns(this.network, query, { ...this.limits, trace: "some" });
    return trace ?? traceReason ?? reason ?? "there is no trace to a value";
  }

  /** Runs a trace again and takes down its states and the values there. */
  private walk(trace: Trace): void {
    const { query, term } = this;
    const engine = interpret(this.network, query);
    const predicate = query.predicate && engine.predicate(query.predicate, false);
    let before = -1;
    const states = trace.states.map((_, k) => cellsOf(trace, k));
    for (const { cells, reached } of along(engine, states, trace.transitions.map(wordsOfTransition))) {
      const key = `${before};${cells.join()}`;
      let at = this.known.get(key);
      if (at === undefined) {
        at = this.states.push({ cells, from: before }) - 1;
        this.known.set(key, at);
      }
      before = at;
      engine.cells.set(cells);
      for (const zone of predicate === undefined ? reached : reached.flatMap((z) => predicate.satisfying(z)))
        this.spans.push(spanOf(engine, term, zone));
    }
  }
}

/** The valuations with which a lasso comes to its loop. */
function reachedIn(engine: Engine, { cells, words, loop }: Lasso): Federation {
  let last: Federation = [];
  for (const { reached } of along(engine, cells.slice(0, loop + 1), words)) last = reached;
  return last;
}

/** The discrete states of a way one after the other, with the valuations there. */
function* along(
  engine: Engine,
  states: readonly (readonly number[])[],
  words: readonly (readonly number[])[],
): Iterable<{ readonly cells: readonly number[]; readonly reached: Federation }> {
  if (!engine.initial()) return;
  let entry: Federation = [engine.zone.slice()];
  for (const [k, cells] of states.entries()) {
    engine.cells.set(cells);
    const reached = elapse(entry, engine.timing(), [], engine.dim).all;
    yield { cells, reached };
    const next = words[k];
    if (next !== undefined) [entry] = follow(engine, { cells: Int32Array.from(cells), reached }, next);
  }
}

function spanOf(engine: Engine, term: ValuesQuery["terms"][number], zone: Zone): Span {
  if (term.is === "data") {
    const value = 2 * engine.value(term.code)();
    return { from: value, to: value };
  }
  const plus = 2 * engine.value(term.plus)();
  const { low, lowStrict, high, highStrict } = dbm.bounds(zone, 0, engine.dim, engine.clock(term.clock)());
  return { from: 2 * low + (lowStrict ? 1 : 0) + plus, to: 2 * high - (highStrict ? 1 : 0) + plus };
}

/** The least position of a clock in what two zones have in common. */
function lowOf(a: Zone, b: Zone, clock: number, dim: number): number | undefined {
  const z = a.slice();
  if (!dbm.intersect(z, 0, b, 0, dim)) return undefined;
  const { low, lowStrict } = dbm.bounds(z, 0, dim, clock);
  return 2 * low + (lowStrict ? 1 : 0);
}

/** A zone without its last clock. */
function smaller(zone: Zone, dim: number): Zone {
  return zone.filter((_, k) => k % dim < dim - 1 && k < dim * (dim - 1)).map((b) => Math.min(b, INF));
}

/** The first position from `from` on that no span holds. */
function firstMissing(spans: readonly Span[], from: number, by: number): number {
  let next = from;
  for (const span of [...spans].sort((a, b) => a.from - b.from)) {
    if (span.from > next) break;
    if (span.to >= next) next = span.to + by;
  }
  return next;
}
