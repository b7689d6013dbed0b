/**
 * Exploring: all reachable symbolic states, each with its delays included, up to an abstraction and inclusion. The heart of
 * reachability, deadlock, bounds and the first half of leads-to.
 */
import type { Engine } from "../../engine/index.ts";
import { type Meter, SearchLimit } from "../limits.ts";
import type { Canonical } from "../options.ts";
import type { Statistics } from "../statistics.ts";
import { finish, type Turns } from "../turns.ts";
import type { Abstraction } from "./abstraction.ts";
import type { Loosen } from "./loosen.ts";
import { Store } from "./store.ts";
import type { Waiting } from "./waiting.ts";

/** States of a turn, less one. */
export const TURN = 255;
/** States after which a search that need not end gives up. */
const ENDLESS = 100_000;

interface Exploration {
  /**
   * Called for every state that is not covered, before abstraction, with the state at hand in the engine: true stops.
   * `node` is the node it will be stored as.
   */
  readonly visit: (node: number) => boolean;
  /** Without a finite abstraction the search need not end: then it gives up after many states, for this reason. */
  readonly mayNotEnd?: string | undefined;
  /** Whether the state at hand need not be kept once it is expanded; see `analysis/cycles/transient.ts`. */
  readonly forget?: ((cells: Int32Array) => boolean) | undefined;
  /** Called after every expanded state, when the engine is free for other work: true stops. */
  readonly after?: () => boolean | Turns<boolean>;
  /** Makes every reached zone larger, before it is visited: then only that nothing is found is an answer. */
  readonly loosen?: { readonly zone: Loosen; readonly when: "before" | "after" } | undefined;
  readonly waiting: Waiting;
  /** Never drop a shallower waiting node for a deeper one, so that breadth first finds shortest traces. */
  readonly shortest: boolean;
}

export type Ending =
  | { readonly kind: "complete" }
  | { readonly kind: "found"; readonly node: number }
  | { readonly kind: "stopped" }
  | { readonly kind: "limit"; readonly reason: string };

/** So many clocks make a zone large: beyond them limits are looked at with each transition. */
const LARGE = 128;

export class Explorer {
  readonly store: Store;
  private readonly engine: Engine;
  private readonly abstraction: Abstraction;
  private readonly meter: Meter;
  private readonly exact: Int32Array;
  private explored = 0;
  private transitions = 0;
  private waiting: Waiting | undefined;

  constructor(engine: Engine, abstraction: Abstraction, meter: Meter, canonical?: Canonical) {
    this.engine = engine;
    this.abstraction = abstraction;
    this.meter = meter;
    this.store = new Store(engine.network, engine.dim, canonical);
    this.exact = new Int32Array(engine.dim * engine.dim);
  }

  readonly statistics = (): Statistics => ({
    explored: this.explored,
    stored: this.store.stored,
    transitions: this.transitions,
    waiting: this.waiting?.length ?? 0,
    memory: this.store.bytes,
  });

  run(task: Exploration): Ending {
    return finish(this.runInTurns(task));
  }

  *runInTurns(task: Exploration): Turns<Ending> {
    const { engine, store } = this;
    const { waiting } = task;
    this.waiting = waiting;
    let found = -1;
    if (!engine.initial()) return { kind: "complete" };
    const source = new Int32Array(engine.dim * engine.dim);
    const isLarge = engine.dim > LARGE;
    engine.elapse(() => (found = this.arrive(task, -1, 0)) >= 0);
    if (yield* isOver(task)) return { kind: "stopped" };
    for (let node = waiting.pop(); node >= 0 && found < 0; node = waiting.pop()) {
      if (store.isGone(node)) continue;
      const reason = this.meter.check(this.statistics);
      if (reason !== undefined) return { kind: "limit", reason };
      if (task.mayNotEnd !== undefined && this.explored >= ENDLESS) return { kind: "limit", reason: task.mayNotEnd };
      if ((++this.explored & TURN) === 0) yield this.statistics();
      store.get(node, engine.cells, source);
      store.markExpanded(node);
      engine.zone = source;
      const passes = task.forget?.(engine.cells) === true;
      const depth = store.depth(node) + 1;
      const parent = node;
      const onDelay = () => (found = this.arrive(task, parent, depth)) >= 0;
      engine.successors(() => {
        this.transitions++;
        if (isLarge) this.patience();
        if (task.loosen?.when === "before") task.loosen.zone(engine.zone);
        engine.elapse(onDelay);
        return found >= 0;
      });
      if (passes && !store.isGone(node)) store.drop(node);
      if (yield* isOver(task)) return { kind: "stopped" };
    }
    return found >= 0 ? { kind: "found", node: found } : { kind: "complete" };
  }

  /** Where each state is so large that a look after it would be late. */
  private patience(): void {
    const reason = this.meter.look(this.statistics, false);
    if (reason !== undefined) throw new SearchLimit(reason, this.statistics());
  }

  /** Stores the state at hand unless it is covered. Returns the node if `visit` says that it is the one looked for. */
  private arrive(task: Exploration, parent: number, depth: number): number {
    const { engine, store, abstraction, exact } = this;
    const { zone } = engine;
    let found = -1;
    if (task.loosen?.when === "after") task.loosen.zone(zone);
    // What is visited must be exact, what is stored abstract: keep the exact zone aside while it is abstracted in place.
    for (let i = 0; i < exact.length; i++) exact[i] = zone[i]!;
    let visited = false;
    abstraction.apply(zone, (abstract) => {
      const node = store.insert(engine.cells, abstract, abstraction.covers, task.shortest, depth);
      if (node < 0) return false;
      if (parent >= 0) store.link(node, parent, engine.transition, engine.transitionLength);
      if (!visited) {
        visited = true;
        engine.zone = exact;
        if (task.visit(node)) found = node;
        engine.zone = zone;
      }
      task.waiting.push(node);
      return found >= 0;
    });
    return found;
  }
}

function* isOver({ after }: Exploration): Turns<boolean> {
  const over = after?.() ?? false;
  return typeof over === "boolean" ? over : yield* over;
}
