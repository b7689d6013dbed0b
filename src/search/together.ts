/**
 * Several queries on one network, with one search for many of them. Reachability queries over locations and variables whose
 * state spaces are the same are asked together: is a state reachable that decides one of them? If not, all are answered at
 * once; if so, those that it decides are answered, and the rest is asked again.
 *
 * That is sound because the spaces are equal: such a query adds no clock constants, and it shares only if it makes the same
 * variables live as all together do, and has no more interchangeable elements. So a common search explores no more than one
 * of its own would. Where a common search does not come to an end (a limit, a fault of one of them) each is asked alone, so
 * nothing is lost by sharing. Where it is long, the query that was asked for is tried in its cones beside it.
 */
import { type LiveCells, liveCells } from "../analysis/index.ts";
import { first, wants } from "../base/index.ts";
import { type Engine, Fault, interpret } from "../engine/index.ts";
import { isDataOnly, type Network, type NetworkQuery, Renumbering } from "../network/index.ts";
import { counting, Meter } from "./limits.ts";
import type { VerifyOptions } from "./options.ts";
import { type FormulaQuery, Question } from "./question.ts";
import { toolsFor } from "./race.ts";
import type { Side } from "./road.ts";
import { cones } from "./roads/cones.ts";
import { strategy } from "./strategy.ts";
import { interchangeable } from "./symmetry.ts";
import { finish, type Turns } from "./turns.ts";
import type { Outcome, Verdict } from "./verdict.ts";
import { answer, verifyInTurns } from "./verify.ts";

/** The verdicts in the order of the queries; `told` is called with each as soon as it is known. */
export function verifyAll(
  network: Network,
  queries: readonly NetworkQuery[],
  options: VerifyOptions = {},
  told: (verdict: Verdict, index: number) => void = () => {},
): readonly Verdict[] {
  wants("verifyAll", network, "network");
  wants("verifyAll", queries, "list");
  const together = new Together(network, queries);
  return queries.map((query, index) => {
    const verdict = finish(together.answer(query, options));
    told(verdict, index);
    return verdict;
  });
}

/** So many at most share a search: each is a condition of its goal. */
const MOST = 256;

export class Together {
  private readonly network: Network;
  private readonly candidates: readonly FormulaQuery[];
  /** Those that share a search and are not answered yet. Undefined until the first is asked. */
  private open: Set<NetworkQuery> | undefined;
  private readonly answers = new Map<NetworkQuery, Verdict>();

  constructor(network: Network, queries: readonly NetworkQuery[]) {
    wants("new Together", network, "network");
    wants("new Together", queries, "list");
    this.network = network;
    this.candidates = queries.filter(mayShare);
  }

  /** The verdict of one of the queries. Options must be the same for all. */
  *answer(query: NetworkQuery, asked: VerifyOptions = {}): Turns<Verdict> {
    const options = counting(asked);
    if (this.candidates.length > 1) this.open ??= this.sharing(options);
    const beside = this.conesOf(query, options);
    while (this.open?.has(query) && this.open.size > 1) {
      const open = [query, ...[...this.open].filter((other) => other !== query)].slice(0, MOST) as FormulaQuery[];
      const isDecided = yield* this.search(query, open, halfTheTime(options), beside);
      if (!isDecided) this.open = new Set();
    }
    const known = this.answers.get(query);
    if (known !== undefined) return known;
    this.open?.delete(query);
    return yield* verifyInTurns(this.network, query, options);
  }

  /** What may prove the query that is asked for beside a long common search. */
  private conesOf(query: NetworkQuery, options: VerifyOptions): readonly Side[] {
    const question = new Question(this.network, query, options);
    if (cones.refuses(question) !== undefined) return [];
    const tools = toolsFor(strategy.reachability, new Meter(options));
    return [{ name: cones.name, attempts: cones.begin(question, tools) }];
  }

  /** One search for all that are open. False if it decided nothing. */
  private *search(
    asked: NetworkQuery,
    open: readonly FormulaQuery[],
    options: VerifyOptions,
    beside: readonly Side[],
  ): Turns<boolean> {
    const question = new Question(this.network, union(this.network, open), { ...options, trace: "none" }, true);
    const { verdict, ending } = yield* answer(question, beside);
    if (ending.detail?.cones !== undefined) {
      this.tell(asked, verdict, asked.kind === "A[]" ? "satisfied" : "violated");
      return true;
    }
    if (verdict.outcome === "violated") {
      for (const query of open) this.tell(query, verdict, query.kind === "A[]" ? "satisfied" : "violated");
      return true;
    }
    const isSure = verdict.outcome === "satisfied";
    const at = ending.kind === "answer" && ending.witness?.kind === "state" ? ending.witness.cells : undefined;
    if (at === undefined || (!isSure && verdict.outcome !== "maybe_satisfied")) return false;
    const decided = open.filter((query) => this.isDecided(query, at));
    for (const query of decided) {
      const truth = query.kind === "A[]" ? "violated" : "satisfied";
      // A trace needs a search of its own.
      if ((options.trace ?? "none") !== "none") this.open?.delete(query);
      else this.tell(query, verdict, isSure ? truth : `maybe_${truth}`);
    }
    return decided.length > 0;
  }

  private tell(query: NetworkQuery, verdict: Verdict, outcome: Outcome): void {
    this.open?.delete(query);
    this.answers.set(query, { ...verdict, query: query.text, outcome });
  }

  private isDecided(query: FormulaQuery, cells: Int32Array): boolean {
    const engine: Engine = interpret(this.network, query);
    if (!engine.initial()) return false;
    engine.cells.set(cells);
    try {
      return engine.predicate(query.formula, query.kind === "A[]").holds(engine.zone);
    } catch (error) {
      // The state was found by another query; what this one says of it is told by a search of its own.
      if (error instanceof Fault) return false;
      throw error;
    }
  }

  /** The queries whose state space is that of all together. */
  private sharing(options: VerifyOptions): Set<NetworkQuery> {
    const { network, candidates } = this;
    const whole = union(network, candidates);
    const joined = interchangeable(network, whole, options);
    const alike = candidates.filter((query) => interchangeable(network, query, options) <= joined);
    if (options.reduce === false) return new Set(alike);
    const all = liveCells(network, whole);
    return new Set(alike.filter((query) => isSame(all, liveCells(network, query))));
  }
}

/** Queries with functions of their own are numbered apart and stay alone. */
function mayShare(query: NetworkQuery): query is FormulaQuery {
  return (query.kind === "A[]" || query.kind === "E<>") && query.functions.length === 0 && isDataOnly(query.formula);
}

/** Whether a state is reachable that decides one of the queries: makes an E<> true or an A[] false. */
function union(network: Network, all: readonly FormulaQuery[]): FormulaQuery {
  let cells = network.cells;
  // Scratch of its own for each, so that what is known of one's variables says nothing of another's.
  const queries = all.map((query) => {
    const more = cells - network.cells;
    cells += Math.max(0, query.cells - network.cells);
    return more === 0 ? query : apart(network, more).query(query);
  });
  return {
    kind: "E<>",
    text: queries.map((q) => q.text).join("; "),
    origin: first(queries).origin,
    cells,
    functions: [],
    formula: {
      is: "or",
      items: queries.map(({ kind, formula }) => (kind === "A[]" ? { is: "not", a: formula } : formula)),
    },
  };
}

/** Cells behind the network's go further behind. */
function apart(network: Network, more: number): Renumbering {
  const same = (x: number): number => x;
  const cell = (c: number): number => (c < network.cells ? c : c + more);
  return new Renumbering({ cell, clock: same, channel: same, function: same });
}

function isSame(a: LiveCells | undefined, b: LiveCells | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  const equal = (x: ArrayLike<number>, y: ArrayLike<number>): boolean =>
    x.length === y.length && Array.prototype.every.call(x, (value, i) => value === y[i]);
  return (
    equal(a.general, b.general) && a.rows.every((rows, p) => rows.every((row, l) => equal(row, b.rows[p]?.[l] ?? [])))
  );
}

/** What is left after a common search is for the query alone, which may have less to do. */
function halfTheTime(options: VerifyOptions): VerifyOptions {
  return options.timeout === undefined ? options : { ...options, timeout: options.timeout / 2 };
}
