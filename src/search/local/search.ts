/**
 * Local time: reachability where every group of processes has a time of its own (`engine/interpret/local.ts`). States are
 * compared by the part of their zones in which all times are equal, under the usual bounds (CONCUR 2019, section 5): what is
 * globally reachable is in such a part, and a state whose part is covered has no global successor that the other has not. So
 * the search ends as the usual one does, and goals are judged on these parts. It meets every fault that the network has, and
 * perhaps others: then it gives up.
 */
import type { Coupling } from "../../analysis/index.ts";
import { seeded } from "../../base/index.ts";
import { Fault, LocalEngine } from "../../engine/index.ts";
import { BoundOverflow, type Zone } from "../../zones/index.ts";
import { Abstraction } from "../explore/abstraction.ts";
import { TURN } from "../explore/explorer.ts";
import { Store } from "../explore/store.ts";
import { type Waiting, waitingList } from "../explore/waiting.ts";
import type { Meter } from "../limits.ts";
import { abstractionKind, type FormulaQuery, type Question } from "../question.ts";
import type { Ending } from "../road.ts";
import type { Statistics } from "../statistics.ts";
import type { Turns } from "../turns.ts";
import { inOrderOfTime, witnessOf } from "./ordered.ts";

export class LocalSearch {
  private readonly question: Question<FormulaQuery>;
  private readonly coupling: Coupling;
  private readonly meter: Meter;
  private readonly engine: LocalEngine;
  readonly store: Store;
  private readonly abstraction: Abstraction;
  private readonly waiting: Waiting;
  private readonly isGoal: (zone: Zone) => boolean;
  /** Local zones of waiting nodes. */
  private readonly zones = new Map<number, Zone>();
  private readonly equal: Zone;
  private explored = 0;
  private transitions = 0;

  constructor(question: Question<FormulaQuery>, coupling: Coupling, meter: Meter) {
    const { network, query, options, bounds } = question;
    this.question = question;
    this.coupling = coupling;
    this.meter = meter;
    const engine = new LocalEngine(network, query, coupling);
    const dim = engine.standard;
    this.engine = engine;
    this.store = new Store(network, dim, question.canonical);
    const kind = abstractionKind(bounds, options.abstraction ?? "simulation");
    this.abstraction = new Abstraction(kind, { dim, cells: engine.cells }, bounds);
    this.waiting = waitingList(options.order ?? "bfs", seeded(options.seed ?? 1));
    const goal = engine.predicate(query.formula, query.kind === "A[]");
    this.isGoal = (zone) => goal.holds(zone);
    this.equal = new Int32Array(dim * dim);
  }

  *careful(): Turns<Ending> {
    try {
      return yield* this.run();
    } catch (error) {
      if (!(error instanceof Fault || error instanceof BoundOverflow)) throw error;
      return { kind: "gave up", reason: error.message, statistics: this.statistics() };
    }
  }

  private *run(): Turns<Ending> {
    const { engine, store, waiting, zones } = this;
    if (engine.initial() && this.arrive(-1)) return this.found([]);
    for (let node = waiting.pop(); node >= 0; node = waiting.pop()) {
      const zone = zones.get(node)!;
      zones.delete(node);
      if (store.isGone(node)) continue;
      const reason = this.meter.check(this.statistics);
      if (reason !== undefined) return { kind: "limit", reason, statistics: this.statistics() };
      if ((++this.explored & TURN) === 0) yield this.statistics();
      store.get(node, engine.cells, this.equal);
      engine.zone = zone;
      let last: readonly number[] | undefined;
      engine.successors(() => {
        if (this.arrive(node)) last = engine.transition;
        return last !== undefined;
      });
      if (last !== undefined) return this.found([...store.path(node), last]);
    }
    return { kind: "answer", statistics: this.statistics() };
  }

  private found(path: readonly (readonly number[])[]): Ending {
    const { question, engine } = this;
    const cells = engine.cells.slice(0, engine.size);
    const witness = witnessOf(question.isTraced ? inOrderOfTime(question, this.coupling, path) : [], cells);
    return { kind: "answer", witness, statistics: this.statistics() };
  }

  /** Stores the state at hand unless it is never synchronised, or covered. Returns whether it is the one looked for. */
  private arrive(parent: number): boolean {
    const { engine, equal, abstraction, store } = this;
    if (!engine.synchronised(equal)) return false;
    if (parent >= 0) this.transitions++;
    if (this.isGoal(equal)) return true;
    abstraction.apply(equal, (zone) => {
      const node = store.insert(engine.cells, zone, abstraction.covers, false, 0);
      if (node < 0) return false;
      if (parent >= 0) this.link(node, parent);
      this.zones.set(node, engine.zone.slice());
      this.waiting.push(node);
      return false;
    });
    return false;
  }

  private link(node: number, parent: number): void {
    const words = Int32Array.from(this.engine.transition);
    this.store.link(node, parent, words, words.length);
  }

  readonly statistics = (): Statistics => ({
    explored: this.explored,
    stored: this.store.stored,
    transitions: this.transitions,
    waiting: this.waiting.length,
    memory: this.store.bytes + this.zones.size * 4 * this.engine.dim * this.engine.dim,
  });
}
