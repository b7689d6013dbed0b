/**
 * Proofs by larger states. That something is not reachable, or that no path stays, holds for a model if it holds where the
 * clocks of different processes know nothing of each other (`loosen.ts`), and there are far fewer states then. The other way
 * round nothing follows. So where a search for such an answer is long, a proof is tried now and then, within bounds; if it
 * succeeds the answer is as sure as that of the search, and if not the search goes on.
 */

import { formulasOf, mentionsDeadlock } from "../../analysis/index.ts";
import { LimitReached } from "../../base/index.ts";
import { type Engine, Fault } from "../../engine/index.ts";
import { isConstant } from "../../network/index.ts";
import { BoundOverflow } from "../../zones/index.ts";
import { whyUnwanted } from "../compiled/settings.ts";
import { Abstraction } from "../explore/abstraction.ts";
import { DiscreteStates } from "../explore/discrete.ts";
import { Explorer } from "../explore/explorer.ts";
import { type Loosen, loosener } from "../explore/loosen.ts";
import { waitingList } from "../explore/waiting.ts";
import { Meter } from "../limits.ts";
import { Alive } from "../liveness/alive.ts";
import { Layer, type LayerOptions, type Start } from "../liveness/layers.ts";
import type { Canonical } from "../options.ts";
import { abstractionKind, type LivenessQuery, type Question, unsoundness } from "../question.ts";
import type { Attempts, Ending, SideRoad } from "../road.ts";
import { NOTHING, type Statistics } from "../statistics.ts";
import type { Turns } from "../turns.ts";

/** States that a search explores before a proof is tried; the next is tried when it has twice as many. */
const PATIENCE = 100_000;
/** A proof may take as long as this share of the search, or as many states where there is no clock, but not too many. */
const SHARE = { reachability: 0.25, liveness: 0.5 };
const SHARE_OF_STATES = { reachability: 0.05, liveness: 0.5 };
const MOST_EFFORT = 600_000;
const MOST_BYTES = 2 ** 29;
const LEAST_TIME = 100;
/** Where a proof is tried at once, it may take so many states. */
const LEAST_STATES = 1000;
/** Larger states are fewer only where there are several zones for a discrete state. */
const SEVERAL = 4;

/** `A[]` and `E<>`, too. */
type Provable = LivenessQuery;

export const proofs: SideRoad = {
  name: "proofs",
  refuses: whyNot,
  begin: (question) => new Proofs(question as Question<Provable>),
};

function whyNot(question: Question): string | undefined {
  const { query, network, isReduced } = question;
  if (!isReduced) return "reductions are switched off";
  if (question.class === "values") return "it is about values";
  const unwanted = whyUnwanted(question);
  if (unwanted !== undefined) return unwanted;
  if (question.class === "liveness" && formulasOf(query).some(mentionsDeadlock)) return "paths are asked for deadlocks";
  if (formulasOf(query).every(isConstant)) return "all states are to be explored";
  if (network.slots.some((s) => s.meta)) return "there are meta variables";
  return loosenerOf(question) === undefined ? "no clocks of different processes know of each other" : undefined;
}

function loosenerOf(question: Question): Loosen | undefined {
  return question.fact("loosener", () => loosener(question.network));
}

/** Figures of a proof are not those of the search that it is tried beside. */
function* quietly<Result>(turns: Turns<Result>): Turns<Result> {
  for (;;) {
    const turn = turns.next();
    if (turn.done === true) return turn.value;
    yield;
  }
}

class Proofs implements Attempts {
  private readonly question: Question<Provable>;
  private readonly kind: keyof typeof SHARE;
  private readonly started: number;
  private patience: number;
  /** Milliseconds that proofs have taken. */
  private spent = 0;

  constructor(question: Question<Provable>) {
    const { now, since, knobs } = question.options;
    this.question = question;
    this.kind = question.class === "liveness" ? "liveness" : "reachability";
    this.started = since ?? now?.() ?? 0;
    this.patience = knobs?.due?.proofs ?? PATIENCE;
  }

  isDue({ explored, stored, discrete }: Statistics): boolean {
    if (explored < this.patience) return false;
    this.patience = Math.max(1, 2 * explored);
    return discrete === undefined || stored >= SEVERAL * discrete;
  }

  /** No witness, where that is proven. */
  *run({ explored }: Statistics): Turns<Ending | undefined> {
    const begun = this.now();
    let states: number | undefined;
    try {
      states = yield* quietly(this.prove(explored));
      if (states === undefined) this.patience = Number.POSITIVE_INFINITY;
    } catch (error) {
      // Faults of larger states need not be faults of the model.
      if (error instanceof Fault || error instanceof BoundOverflow) this.patience = Number.POSITIVE_INFINITY;
      else if (!(error instanceof LimitReached)) throw error;
    }
    this.spent += this.now() - begun;
    if (states === undefined) return undefined;
    return { kind: "answer", statistics: { ...NOTHING, explored: states, stored: states }, detail: { states } };
  }

  private now(): number {
    return this.question.options.now?.() ?? 0;
  }

  /** The states it took; undefined if there is no proof of this kind. Throws if it would take too long. */
  private *prove(searched: number): Turns<number | undefined> {
    const { question, kind } = this;
    const { bounds, canonical, options } = question;
    const engine = question.newEngine();
    if (engine.approximate || unsoundness(bounds) !== undefined) return undefined;
    const abstraction = new Abstraction(abstractionKind(bounds, "extra"), engine, bounds);
    const { now, isCancelled, timeout = Number.POSITIVE_INFINITY } = options;
    const passed = now ? now() - this.started : 0;
    // What proofs have taken before is no part of the search.
    const time = Math.min(timeout - passed, Math.max(LEAST_TIME, SHARE[kind] * (passed - this.spent)));
    const room = Math.min(MOST_BYTES, options.memory ?? MOST_BYTES) / (4 * (engine.dim ** 2 + engine.size) + 250);
    const effort = Math.min(
      MOST_EFFORT,
      room,
      now ? MOST_EFFORT : Math.max(LEAST_STATES, SHARE_OF_STATES[kind] * searched),
    );
    const meter = new Meter({ isCancelled, ...(now ? { now, timeout: time } : {}) });
    const attempt = new Attempt(engine, abstraction, loosenerOf(question)!, meter, effort, canonical);
    return (yield* attempt.prove(question.query)) ? attempt.explored : undefined;
  }
}

class Attempt {
  explored = 0;
  private readonly engine: Engine;
  private readonly abstraction: Abstraction;
  private readonly loosen: Loosen;
  private readonly meter: Meter;
  private readonly effort: number;
  private readonly canonical: Canonical | undefined;

  constructor(
    engine: Engine,
    abstraction: Abstraction,
    loosen: Loosen,
    meter: Meter,
    effort: number,
    canonical: Canonical | undefined,
  ) {
    this.engine = engine;
    this.abstraction = abstraction;
    this.loosen = loosen;
    this.meter = meter;
    this.effort = effort;
    this.canonical = canonical;
  }

  *prove(query: Provable): Turns<boolean> {
    const { engine } = this;
    switch (query.kind) {
      case "A[]":
      case "E<>": {
        const goal = engine.predicate(query.formula, query.kind === "A[]");
        const isBad = () => goal.holds(engine.zone);
        return (yield* this.reach("after", isBad)) !== undefined || (yield* this.reach("before", isBad)) !== undefined;
      }
      case "E[]":
      case "A<>": {
        const isNegative = query.kind === "A<>";
        const stays = engine.predicate(query.formula, isNegative);
        const never = engine.predicate(query.formula, !isNegative);
        if (!engine.initial()) return false;
        const start = { cells: engine.cells.slice(0, engine.size), zone: engine.zone.slice() };
        return yield* this.nothingStays(stays, never, [start]);
      }
      case "-->":
        return yield* this.nothingStays(
          engine.predicate(query.right, true),
          engine.predicate(query.right, false),
          undefined,
          engine.predicate(query.left, false),
        );
    }
  }

  /** All states with what is forgotten, or undefined if some are bad. */
  private *reach(when: "before" | "after", isBad: () => boolean): Turns<Explorer | undefined> {
    const explorer = new Explorer(this.engine, this.abstraction, this.meter, this.canonical);
    const ending = yield* explorer.runInTurns({
      visit: () => {
        this.patience();
        return isBad();
      },
      loosen: { zone: this.loosen, when },
      waiting: waitingList("bfs", () => 0),
      shortest: false,
    });
    if (ending.kind === "limit") throw new LimitReached(ending.reason);
    return ending.kind === "complete" ? explorer : undefined;
  }

  /** Whether no path from the given states, or from wherever `begins` holds, stays. */
  private *nothingStays(
    stays: ReturnType<Engine["predicate"]>,
    never: ReturnType<Engine["predicate"]>,
    given: readonly Start[] | undefined,
    begins?: ReturnType<Engine["predicate"]>,
  ): Turns<boolean> {
    const { engine, abstraction, loosen, canonical } = this;
    const all = yield* this.reach("after", () => false);
    const known: Start[] = [];
    let starts: Start[] = [...(given ?? [])];
    all?.store.each((cells, zone) => {
      engine.cells.set(cells);
      for (const inside of stays.satisfying(zone)) {
        const state = { cells: cells.slice(), zone: inside.slice() };
        known.push(state);
        for (const z of begins?.satisfying(state.zone) ?? []) starts.push({ cells: state.cells, zone: z.slice() });
      }
    }, engine.dim);
    const discrete = new DiscreteStates(engine.network, canonical);
    const after = { zone: loosen, when: "after" } as const;
    const before = { zone: loosen, when: "before" } as const;
    const layers: Pick<LayerOptions, "loosen" | "known">[] = [
      { loosen: after, known },
      { loosen: after },
      { loosen: before },
      {},
    ];
    const alive = new Alive(engine, discrete);
    let home: LayerOptions["home"];
    for (const options of layers) {
      const layer = new Layer(engine, never, abstraction, discrete, {
        ...options,
        home,
        alive,
        patience: this.patience,
      });
      const rest = yield* layer.run(starts);
      if (rest === "none") return true;
      // A path that ends among larger states: only the next layer can tell.
      if (rest === "ends") continue;
      starts = [...rest.starts];
      home = rest.home;
    }
    return false;
  }

  private readonly patience = (): void => {
    this.explored++;
    if (this.explored > this.effort) throw new LimitReached("too much for a proof");
    if ((this.explored & 63) === 0) this.meter.patience();
  };
}
