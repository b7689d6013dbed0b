/**
 * Proofs by larger states. That something is not reachable, or that no path stays, holds for a model if it holds where the
 * clocks of different processes know nothing of each other (`loosen.ts`), and there are far fewer states then. The other way
 * round nothing follows. So where a search for such an answer is long, a proof is tried now and then, within bounds; if it
 * succeeds the answer is as sure as that of the search, and if not the search goes on.
 */

import { canonicaliser, clockBounds, formulasOf, liveCells, mentionsDeadlock } from "../../analysis/index.ts";
import { LimitReached } from "../../base/index.ts";
import { type Engine, Fault, interpret } from "../../engine/index.ts";
import { isConstant, type Network, type NetworkQuery } from "../../network/index.ts";
import { BoundOverflow } from "../../zones/index.ts";
import { Abstraction } from "../explore/abstraction.ts";
import { DiscreteStates } from "../explore/discrete.ts";
import { Explorer } from "../explore/explorer.ts";
import { type Loosen, loosener } from "../explore/loosen.ts";
import { waitingList } from "../explore/waiting.ts";
import { Meter, type Statistics } from "../limits.ts";
import { Alive } from "../liveness/alive.ts";
import { Layer, type LayerOptions, type Start } from "../liveness/layers.ts";
import type { VerifyOptions } from "../options.ts";
import type { FormulaQuery } from "../reach.ts";
import type { Turns } from "../turns.ts";

/** States that a search explores before a proof is tried; the next is tried when it has twice as many. */
const PATIENCE = 100_000;
/** A proof may take as long as this share of the search, or as many states where there is no clock, but not too many. */
const SHARE = { reachability: 0.25, liveness: 0.5 };
const SHARE_OF_STATES = { reachability: 0.05, liveness: 0.5 };
const MOST_EFFORT = 600_000;
const MOST_BYTES = 2 ** 29;
const LEAST_TIME = 100;
/** Larger states are fewer only where there are several zones for a discrete state. */
const SEVERAL = 4;

type Provable = FormulaQuery | Extract<NetworkQuery, { readonly kind: "-->" }>;

function isProvable(query: NetworkQuery): query is Provable {
  return query.kind !== "sup" && query.kind !== "inf" && query.kind !== "bounds";
}

export class Prover {
  /** States explored by the proof, if there is one. */
  proven: number | undefined;
  private readonly network: Network;
  private readonly query: Provable;
  private readonly options: VerifyOptions;
  private readonly loosen: Loosen;
  private readonly kind: keyof typeof SHARE;
  private readonly started: number;
  private patience: number;
  /** Milliseconds that proofs have taken. */
  private spent = 0;

  private constructor(network: Network, query: Provable, options: VerifyOptions, loosen: Loosen) {
    this.network = network;
    this.query = query;
    this.options = options;
    this.loosen = loosen;
    this.kind = query.kind === "A[]" || query.kind === "E<>" ? "reachability" : "liveness";
    this.started = options.since ?? options.now?.() ?? 0;
    this.patience = options.proofsAfter ?? PATIENCE;
  }

  /** Undefined where proofs are not wanted, or cannot be had. */
  static of(network: Network, query: NetworkQuery, options: VerifyOptions): Prover | undefined {
    if (options.reduce === false || options.compiled === false || options.engine !== undefined) return undefined;
    if (!isProvable(query)) return undefined;
    if (query.kind !== "A[]" && query.kind !== "E<>" && formulasOf(query).some(mentionsDeadlock)) return undefined;
    if (formulasOf(query).every(isConstant) || network.slots.some((s) => s.meta)) return undefined;
    const loosen = loosener(network);
    return loosen && new Prover(network, query, options, loosen);
  }

  /** Whether the search has been long enough for an attempt. */
  isDue({ explored, stored, discrete }: Statistics): boolean {
    if (explored < this.patience) return false;
    this.patience = 2 * explored;
    return discrete === undefined || stored >= SEVERAL * discrete;
  }

  /** Tries a proof. */
  *attempt({ explored }: Statistics): Turns<void> {
    const begun = this.options.now?.() ?? 0;
    try {
      this.proven = yield* this.prove(explored);
      if (this.proven === undefined) this.patience = Number.POSITIVE_INFINITY;
    } catch (error) {
      // Faults of larger states need not be faults of the model.
      if (error instanceof Fault || error instanceof BoundOverflow) this.patience = Number.POSITIVE_INFINITY;
      else if (!(error instanceof LimitReached)) throw error;
    }
    this.spent += (this.options.now?.() ?? 0) - begun;
  }

  /** The states it took; undefined if there is no proof of this kind. Throws if it would take too long. */
  private *prove(searched: number): Turns<number | undefined> {
    const { network, query, kind: asked } = this;
    const engine = interpret(network, query);
    if (engine.approximate) return undefined;
    const symmetric = asked === "liveness" || formulasOf(query).some(mentionsDeadlock);
    const bounds = clockBounds(network, { query, symmetric });
    if ((bounds.diverges ?? bounds.diagonals.unlisted) !== undefined) return undefined;
    const kind = bounds.diagonals.triples.length > 0 ? "diagonal" : "extra";
    const abstraction = new Abstraction(kind, engine, bounds);
    const live = liveCells(network, query);
    const canonical = live && canonicaliser(network, live);
    const { now, isCancelled, timeout = Number.POSITIVE_INFINITY } = this.options;
    const passed = now ? now() - this.started : 0;
    // What proofs have taken before is no part of the search.
    const time = Math.min(timeout - passed, Math.max(LEAST_TIME, SHARE[asked] * (passed - this.spent)));
    const room = Math.min(MOST_BYTES, this.options.memory ?? MOST_BYTES) / (4 * (engine.dim ** 2 + engine.size) + 250);
    const effort = Math.min(MOST_EFFORT, room, now ? MOST_EFFORT : SHARE_OF_STATES[asked] * searched);
    const meter = new Meter({ isCancelled, ...(now ? { now, timeout: time } : {}) });
    const attempt = new Attempt(engine, abstraction, this.loosen, meter, effort, canonical);
    return (yield* attempt.prove(query)) ? attempt.explored : undefined;
  }
}

type Canonical = ((cells: Int32Array) => void) | undefined;

class Attempt {
  explored = 0;
  private readonly engine: Engine;
  private readonly abstraction: Abstraction;
  private readonly loosen: Loosen;
  private readonly meter: Meter;
  private readonly effort: number;
  private readonly canonical: Canonical;

  constructor(
    engine: Engine,
    abstraction: Abstraction,
    loosen: Loosen,
    meter: Meter,
    effort: number,
    canonical: Canonical,
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
