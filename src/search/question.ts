/**
 * A question: a network, a query about it, where it starts, what is wished, and the facts that ways to an answer need, each found
 * once when it is first asked for. Which bounds and which abstraction keep the answer is decided here and nowhere else.
 */
import {
  alwaysLive,
  type ClockBounds,
  canonicaliser,
  clockBounds,
  coarsener,
  formulasOf,
  type LiveCells,
  liveCells,
  mentionsDeadlock,
  movedCells,
  type Symmetry,
  valueClasses,
} from "../analysis/index.ts";
import { type Engine, interpret } from "../engine/index.ts";
import type { Formula, Network, NetworkQuery } from "../network/index.ts";
import { startingIn } from "../reduce/index.ts";
import { Abstraction, type AbstractionKind } from "./explore/abstraction.ts";
import type { Canonical, VerifyOptions } from "./options.ts";
import { symmetryOf } from "./symmetry.ts";

/** A query with one formula. */
export type FormulaQuery = Extract<NetworkQuery, { readonly formula: Formula }>;
export type LeadsQuery = Extract<NetworkQuery, { readonly kind: "-->" }>;
export type LivenessQuery = FormulaQuery | LeadsQuery;

export type QueryClass = "reachability" | "liveness" | "values";

export function classOf({ kind }: NetworkQuery): QueryClass {
  if (kind === "E<>" || kind === "A[]") return "reachability";
  return kind === "sup" || kind === "inf" || kind === "bounds" ? "values" : "liveness";
}

export class Question<Query extends NetworkQuery = NetworkQuery> {
  readonly network: Network;
  readonly query: Query;
  readonly options: VerifyOptions;
  /** Whether the cells of a state that is found are wanted, as this network has them. */
  readonly wantsCells: boolean;
  private readonly facts = new Map<string, unknown>();

  constructor(network: Network, query: Query, options: VerifyOptions = {}, wantsCells = false) {
    this.network = options.start === undefined ? network : startingIn(network, options.start);
    this.query = query;
    this.options = options;
    this.wantsCells = wantsCells;
  }

  /** The same with other wishes. */
  wishing(wishes: Partial<VerifyOptions>): Question<Query> {
    return new Question(this.network, this.query, { ...this.options, ...wishes }, this.wantsCells);
  }

  get class(): QueryClass {
    return classOf(this.query);
  }

  get isTraced(): boolean {
    return (this.options.trace ?? "none") !== "none";
  }

  /** Whether dead variables, processes and clocks may be left out. */
  get isReduced(): boolean {
    return this.options.reduce !== false;
  }

  /** Bounds of clocks by which an abstraction keeps the answer: deadlocks and liveness need bisimulation. */
  get bounds(): ClockBounds {
    return this.fact("bounds", () => this.boundsWith());
  }

  /** The same with more bounds that count everywhere. */
  boundsWith(extra?: ReadonlyMap<number, number>): ClockBounds {
    const symmetric = this.class === "liveness" || formulasOf(this.query).some(mentionsDeadlock);
    return clockBounds(this.network, { query: this.query, symmetric, extra });
  }

  /** What of a state's variables matters. */
  get live(): LiveCells | undefined {
    return this.fact("live", () => (this.isReduced ? this.findLive() : undefined));
  }

  private findLive(): LiveCells | undefined {
    const { network, query, symmetry } = this;
    const live = liveCells(network, query);
    // Symmetries compare values as they are.
    const classes = valueClasses(network, query, symmetry && movedCells(symmetry));
    return classes.length === 0 ? live : { ...(live ?? alwaysLive(network)), classes };
  }

  get canonical(): Canonical | undefined {
    const { live } = this;
    return live && this.fact("canonical", () => canonicalForm(this.network, live));
  }

  get symmetry(): Symmetry | undefined {
    return symmetryOf(this.network, this.query, this.options);
  }

  /** An interpreter for whoever needs one for a moment, and leaves it in any state. */
  get engine(): Engine {
    return this.fact("engine", () => this.newEngine());
  }

  /** An interpreter of one's own, that begins where the question does. */
  newEngine(): Engine {
    const engine = interpret(this.network, this.query);
    const { start } = this.options;
    if (start === undefined) return engine;
    engine.initial = () => {
      engine.cells.set(start.cells);
      engine.zone.set(start.zone);
      return true;
    };
    return engine;
  }

  /** Finds a fact about the question once. */
  fact<T>(name: string, find: () => T): T {
    if (!this.facts.has(name)) this.facts.set(name, find());
    return this.facts.get(name) as T;
  }
}

/** Why no abstraction by these bounds is sound, if so: a search need not end then. */
export function unsoundness({ diverges, diagonals }: ClockBounds): string | undefined {
  return diverges ?? diagonals.unlisted;
}

/** How states are abstracted by the interpreter; `usual` where nothing speaks against it. */
export function abstractionKind(bounds: ClockBounds, usual: "simulation" | "extra"): AbstractionKind {
  if (unsoundness(bounds) !== undefined) return "none";
  return bounds.diagonals.triples.length > 0 ? "diagonal" : usual;
}

/** By the bounds of the question, or others. */
export function abstractionOf(question: Question, engine: Engine, bounds: ClockBounds = question.bounds): Abstraction {
  const usual = question.class === "liveness" ? "extra" : (question.options.abstraction ?? "simulation");
  return new Abstraction(abstractionKind(bounds, usual), engine, bounds);
}

function canonicalForm(network: Network, live: LiveCells): Canonical {
  const clear = canonicaliser(network, live);
  const { classes } = live;
  if (classes === undefined) return clear;
  const coarsen = coarsener(classes);
  return (state) => {
    clear(state);
    coarsen(state);
  };
}
