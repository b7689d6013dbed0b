/**
 * `verify`: the verdict of one query on one network. Chooses the search and the abstraction by the kind of query, turns
 * limits into `unknown`, faults of the model into `fault`, and over-approximations into "maybe".
 */

import {
  type ClockBounds,
  canonicaliser,
  clockBounds,
  formulasOf,
  type LiveCells,
  liveCells,
  mentionsDeadlock,
} from "../analysis/index.ts";
import { LimitReached, seeded } from "../base/index.ts";
import { type Engine, Fault, interpret } from "../engine/index.ts";
import type { Network, NetworkQuery } from "../network/index.ts";
import { withoutBystanders, withoutIdleClocks } from "../reduce/index.ts";
import { buildTrace, elapse, goalOf, neverEnds, type PathStep, reportFault, type TracePlan } from "../trace/index.ts";
import { BoundOverflow, type Federation } from "../zones/index.ts";
import { Abstraction } from "./explore/abstraction.ts";
import { waitingList } from "./explore/waiting.ts";
import { fastest } from "./fastest/fastest.ts";
import { counting, Meter, SearchLimit, type Statistics } from "./limits.ts";
import { stayCompiled } from "./liveness/compiled.ts";
import { type Led, leadsTo } from "./liveness/leads.ts";
import { Live, type Stay } from "./liveness/paths.ts";
import type { SearchOptions, VerifyOptions } from "./options.ts";
import { type FormulaQuery, reach } from "./reach.ts";
import { Parts, withEffort } from "./roads/cones.ts";
import { type Accelerated, accelerated, isPatient, mayAccelerate, originalTrace, stands } from "./roads/jumps.ts";
import { Prover } from "./roads/proofs.ts";
import { reportSymmetry } from "./symmetry.ts";
import { aloneBecause } from "./threads/threads.ts";
import { finish, type Turns } from "./turns.ts";
import { findBounds } from "./values/ceilings.ts";
import type { Outcome, Verdict } from "./verdict.ts";

const DEPTH_FIRST = "liveness is searched depth first";
const NOTHING: Statistics = { explored: 0, stored: 0, transitions: 0, waiting: 0, memory: 0 };

export function verify(network: Network, query: NetworkQuery, options: VerifyOptions = {}): Verdict {
  return finish(verifyInTurns(network, query, options));
}

/** The same, so that others have their turn during a long search. */
export function* verifyInTurns(network: Network, query: NetworkQuery, asked: VerifyOptions = {}): Turns<Verdict> {
  const options = counting(asked);
  // An engine that is given may begin in a state of its own, which is one of this network and no other.
  if (options.engine !== undefined) return yield* verifyWhole(network, query, options);
  // Traces show all processes and clocks.
  const isLean = options.reduce !== false && (options.trace ?? "none") === "none";
  const isReduced = isLean && options.found === undefined;
  const few = isReduced ? withoutBystanders(network, query) : undefined;
  const lean = isLean ? withoutIdleClocks(few ?? network, query) : undefined;
  const verdict = yield* verifyInParts(lean?.network ?? few ?? network, lean?.query ?? query, options);
  if (verdict.outcome !== "fault" || few === undefined) return verdict;
  // A fault is told with the whole state it occurs in, if there is time to find it.
  const whole = yield* verifyWhole(network, query, options);
  return whole.outcome === "unknown" ? verdict : whole;
}

/** The whole, with attempts to prove the answer in parts while the search for it is long. */
function* verifyInParts(network: Network, query: NetworkQuery, options: VerifyOptions): Turns<Verdict> {
  // A search for several queries finds an answer to one of them, or is long: then they are asked one by one.
  if (options.reduce === false || options.found !== undefined || (query.kind !== "A[]" && query.kind !== "E<>"))
    return yield* verifyWhole(network, query, options);
  const parts = new Parts(network, query, options.partsAfter);
  const reconsider = (s: Statistics): boolean => options.reconsider?.(s) === true || parts.watch(s);
  const whole = verifyWhole(network, query, { ...options, reconsider });
  const done = yield* parts.beside(whole, verifyPlain, options);
  return done.proven ?? { ...done.result, statistics: withEffort(done.result.statistics, done.spent) };
}

function* verifyWhole(network: Network, query: NetworkQuery, options: VerifyOptions): Turns<Verdict> {
  if (!mayAccelerate(query, options)) return yield* verifyPlain(network, query, options);
  const always = options.acceleration === true;
  let jumping = always ? accelerated(network, query, options) : undefined;
  let before = NOTHING;
  if (!always) {
    let asked = false;
    const reconsider = (statistics: Statistics): boolean => {
      if (options.reconsider?.(statistics) === true) return true;
      if (asked || isPatient(statistics.explored)) return false;
      asked = true;
      jumping = accelerated(network, query, options);
      return jumping !== undefined;
    };
    const verdict = yield* verifyPlain(network, query, { ...options, reconsider });
    if (jumping === undefined || verdict.outcome !== "unknown" || options.isCancelled?.() === true) return verdict;
    before = verdict.statistics;
  }
  const verdict = yield* verifyAccelerated(network, query, jumping, options);
  return { ...verdict, statistics: withEffort(verdict.statistics, before) };
}

/** The answer of the network with jumps where it stands, otherwise that of the original. */
function* verifyAccelerated(
  network: Network,
  query: FormulaQuery,
  jumping: Accelerated | undefined,
  options: VerifyOptions,
): Turns<Verdict> {
  if (jumping !== undefined) {
    const verdict = yield* verifyPlain(jumping.network, jumping.query, { ...options, symmetry: false });
    const { trace, traceReason, ...answer } = { ...verdict, query: query.text, accelerated: jumping.jumps.length };
    if (stands(verdict, options.trace, query)) {
      if (trace === undefined) return answer;
      const original = originalTrace(network, query, jumping, trace, new Meter(options).patience);
      if (original !== undefined)
        return "tooLong" in original ? { ...answer, traceReason: original.tooLong } : { ...answer, trace: original };
    }
  }
  return yield* verifyPlain(network, query, options);
}

/** The answer of a search, or of a proof that made the rest of it needless. */
export function* verifyPlain(network: Network, query: NetworkQuery, options: VerifyOptions): Turns<Verdict> {
  const prover = Prover.of(network, query, options);
  if (prover === undefined) return yield* searchPlain(network, query, options);
  let seen = NOTHING;
  const reconsider = (s: Statistics): boolean => {
    seen = s;
    return options.reconsider?.(s) === true || prover.proven !== undefined;
  };
  const search = searchPlain(network, query, { ...options, reconsider });
  let turn = search.next();
  for (; turn.done !== true; turn = search.next()) {
    yield;
    if (prover.isDue(seen)) yield* prover.attempt(seen);
  }
  const verdict = turn.value;
  if (prover.proven === undefined) return verdict;
  const outcome = query.kind === "E<>" || query.kind === "E[]" ? "violated" : "satisfied";
  return { query: query.text, outcome, statistics: { ...verdict.statistics, proof: prover.proven } };
}

function* searchPlain(network: Network, query: NetworkQuery, options: VerifyOptions): Turns<Verdict> {
  let verification: Verification | undefined;
  try {
    verification = new Verification(network, query, options);
    const answer = withSymmetry(yield* verification.answer(), network, query, options);
    if (!verification.isEmpty(answer)) return { query: query.text, ...answer };
    return { query: query.text, ...answer, reason: "there is no initial state: an invariant forbids it" };
  } catch (error) {
    if (error instanceof Fault) {
      return {
        query: query.text,
        outcome: "fault",
        reason: error.message,
        fault: reportFault(error, network, verification?.live),
        statistics: NOTHING,
      };
    }
    if (error instanceof BoundOverflow || error instanceof LimitReached) {
      const statistics = error instanceof SearchLimit ? (error.statistics ?? NOTHING) : NOTHING;
      return { query: query.text, outcome: "unknown", reason: error.message, statistics };
    }
    throw error;
  }
}

type Answer = Omit<Verdict, "query">;

/** Says of a search that does without symmetries that it does, where there are some. */
function withSymmetry(answer: Answer, network: Network, query: NetworkQuery, options: VerifyOptions): Answer {
  const { statistics } = answer;
  if (statistics.symmetry !== undefined || options.symmetry === false) return answer;
  const symmetry = reportSymmetry(network, query, options, { unused: "the search did without" });
  return symmetry === undefined ? answer : { ...answer, statistics: { ...statistics, symmetry } };
}

class Verification {
  private readonly network: Network;
  private readonly query: NetworkQuery;
  private readonly options: SearchOptions;
  private readonly engine: Engine;
  private readonly meter: Meter;

  constructor(network: Network, query: NetworkQuery, options: VerifyOptions) {
    this.network = network;
    this.query = query;
    const live = options.reduce === false ? undefined : liveCells(network, query);
    this.options = live === undefined ? options : { ...options, live, canonical: canonicaliser(network, live) };
    this.engine = (options.engine ?? interpret)(network, query);
    this.meter = new Meter(options);
  }

  get live(): LiveCells | undefined {
    return this.options.live;
  }

  *answer(): Turns<Answer> {
    const { query } = this;
    switch (query.kind) {
      case "E<>":
      case "A[]":
        return yield* this.reachable(query);
      case "E[]":
      case "A<>":
        return yield* this.stays(query);
      case "-->":
        return yield* this.leads(query);
      default: {
        const { values, statistics } = yield* findBounds(this.network, query, this.engine, this.meter, this.options);
        const unknown = values.find((v) => v.unknown !== undefined)?.unknown;
        if (unknown !== undefined) return { outcome: "unknown", reason: unknown, values, statistics };
        return { ...judge(true, this.engine.approximate), values, statistics };
      }
    }
  }

  /** Whether nothing was reached because there is nothing to start from. */
  isEmpty({ statistics, reason }: Answer): boolean {
    return reason === undefined && statistics.stored === 0 && !this.engine.initial();
  }

  private *reachable(query: FormulaQuery): Turns<Answer> {
    const { engine, network, meter, options } = this;
    const { ending, statistics, path, pathless } = yield* reach(network, query, engine, meter, options);
    if (ending.kind === "limit") return { outcome: "unknown", reason: ending.reason, statistics };
    const found = ending.kind === "found";
    const unsure = engine.approximate && (found || this.missesDeadlocks());
    const verdict: Answer = { ...judge((query.kind === "E<>") === found, unsure), statistics };
    if (!found || (options.trace ?? "none") === "none") return verdict;
    if (options.trace === "fastest")
      return { ...verdict, ...untilLimit(() => fastest(network, query, meter, options)) };
    if (pathless !== undefined) return { ...verdict, traceReason: pathless };
    return {
      ...verdict,
      ...this.trace({
        path: steps(path),
        goal: goalOf(engine.predicate(query.formula, query.kind === "A[]")),
        ending: "goal",
        network,
      }),
    };
  }

  /**
   * Whether deadlocks may go unseen where clocks are stopped. Time predecessors are over-approximated then; they are exact as
   * long as no difference of a running and a standing clock is compared (see `downExcept`).
   */
  private missesDeadlocks(): boolean {
    if (!formulasOf(this.query).some(mentionsDeadlock)) return false;
    const { triples, unlisted } = clockBounds(this.network, { query: this.query, symmetric: true }).diagonals;
    return triples.length > 0 || unlisted !== undefined;
  }

  private *stays(query: FormulaQuery): Turns<Answer> {
    const { engine } = this;
    const never = engine.predicate(query.formula, query.kind === "E[]");
    const compiled = yield* stayCompiled(this.network, query, engine, this.meter, this.options);
    const { ending, found, statistics: counted } = compiled ?? this.search(never);
    const statistics = { ...counted, ...aloneBecause(DEPTH_FIRST, this.options) };
    if (ending.kind === "limit") return { outcome: "unknown", reason: ending.reason, statistics };
    const stay = found?.stay;
    // Deadlocks of an over-approximation are not those of the model: neither answer is sure then.
    const verdict: Answer = {
      ...judge((query.kind === "E[]") === (stay !== undefined), engine.approximate),
      statistics,
    };
    if (stay === undefined || (this.options.trace ?? "none") === "none") return verdict;
    return { ...verdict, ...this.trace(this.staying([[]], stay, never)) };
  }

  /** A path from the initial state on which `never` does not hold, by the interpreter. */
  private search(never: ReturnType<Engine["predicate"]>): Led {
    const { engine } = this;
    const live = new Live(engine, never, this.bisimulation(), this.meter, this.options.canonical);
    const stay = engine.initial() ? live.search([engine.zone.slice()]) : undefined;
    const ended = { ending: { kind: "complete" }, statistics: live.statistics() } as const;
    return stay === undefined ? ended : { ...ended, found: { stem: [], stay } };
  }

  private *leads(query: Extract<NetworkQuery, { kind: "-->" }>): Turns<Answer> {
    const { engine, options } = this;
    const compiled = yield* stayCompiled(this.network, query, engine, this.meter, options);
    const {
      ending,
      found,
      statistics: counted,
    } = compiled ??
    leadsTo(
      query,
      engine,
      this.bisimulation(),
      this.meter,
      waitingList(options.order ?? "bfs", seeded(options.seed ?? 1)),
      options.canonical,
    );
    const statistics = { ...counted, ...aloneBecause(DEPTH_FIRST, options) };
    if (ending.kind === "limit") return { outcome: "unknown", reason: ending.reason, statistics };
    const verdict: Answer = { ...judge(found === undefined, engine.approximate), statistics };
    if (found === undefined || (options.trace ?? "none") === "none") return verdict;
    const plan = this.staying(
      [[], ...found.stem],
      found.stay,
      engine.predicate(query.right, false),
      engine.predicate(query.left, true),
    );
    return { ...verdict, ...this.trace(plan) };
  }

  /** The abstraction for deadlock and liveness. */
  private bisimulation(): Abstraction {
    const bounds: ClockBounds = clockBounds(this.network, { query: this.query, symmetric: true });
    const unsound = bounds.diverges ?? bounds.diagonals.unlisted;
    if (unsound !== undefined) throw new LimitReached(unsound);
    return new Abstraction(bounds.diagonals.triples.length > 0 ? "diagonal" : "extra", this.engine, bounds);
  }

  /** A path that never meets `never` from the end of the stem on. */
  private staying(
    stem: readonly (readonly number[])[],
    stay: Stay,
    never: ReturnType<Engine["predicate"]>,
    notAtStart?: ReturnType<Engine["predicate"]>,
  ): TracePlan {
    const { engine, network } = this;
    const { dim } = engine;
    const path: PathStep[] = stem.map((words) => ({ words, never: notAtStart === undefined ? never : undefined }));
    // Between the stem and the rest the run is in a valuation from which it is watched.
    if (notAtStart !== undefined) path.push({ words: [], never, start: notAtStart });
    const first = path.length - 1;
    for (const words of stay.path) path.push({ words, never });
    const goal = (reached: Federation): Federation => {
      if (stay.ending === "loop") return reached;
      if (stay.ending === "deadlock") return reached.flatMap((z) => engine.deadlocked(z));
      const timing = engine.timing();
      const avoid = timing.invariant === undefined ? [] : never.satisfying(timing.invariant);
      return elapse(reached, timing, avoid, dim).passing.filter((z) => neverEnds(z, timing, dim));
    };
    return {
      path,
      goal,
      ending: stay.ending,
      network,
      ...(stay.loop === undefined ? {} : { loop: first + stay.loop }),
    };
  }

  private trace(plan: TracePlan): Pick<Verdict, "trace" | "traceReason"> {
    return untilLimit(() => {
      const trace = buildTrace(this.engine, { ...plan, patience: this.meter.patience });
      return typeof trace === "string" ? { traceReason: trace } : { trace };
    });
  }
}

/** A trace, or that a limit was reached before there was one: the answer is known then, and stays. */
function untilLimit(made: () => Pick<Verdict, "trace" | "traceReason">): Pick<Verdict, "trace" | "traceReason"> {
  try {
    return made();
  } catch (error) {
    if (error instanceof LimitReached) return { traceReason: error.message };
    throw error;
  }
}

function steps(path: readonly (readonly number[])[]): readonly PathStep[] {
  return [{ words: [] }, ...path.map((words) => ({ words }))];
}

/** The outcome, softened where the search saw more than there is. */
export function judge(satisfied: boolean, approximate: boolean): { outcome: Outcome; reason?: string } {
  if (!approximate) return { outcome: satisfied ? "satisfied" : "violated" };
  return {
    outcome: satisfied ? "maybe_satisfied" : "maybe_violated",
    reason: "stopped clocks are over-approximated",
  };
}
