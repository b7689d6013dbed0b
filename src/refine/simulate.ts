/**
 * Timed simulation: for specifications that are not deterministic or have internal edges. A game on the product: the
 * implementation lets time pass and takes steps; the specification answers each action with one of its edges, and may take an
 * internal edge at any time. If the specification can go on for ever, every trace of the implementation is one of its own;
 * if it cannot, nothing is known, because it had to choose without knowing what comes. Sound, not complete.
 *
 * First all states that the game can reach are explored. Then, as in UPPAAL-TIGA (Cassez, David, Fleury, Larsen and Lime
 * 2005), the valuations from which the implementation wins are computed backwards until nothing changes: those from which it
 * gets by a delay to a move that cannot be answered, before the specification can escape by an internal edge.
 */

import { clockBounds } from "../analysis/index.ts";
import { append, assert, LimitReached } from "../base/index.ts";
import { Product, type Reply, timePredecessors } from "../engine/index.ts";
import { processAt } from "../network/index.ts";
import { Abstraction, type Limits, Meter, type Statistics } from "../search/index.ts";
import { dbm, type Federation, federation, LT_ZERO, type Zone } from "../zones/index.ts";
import type { Composition } from "./compose.ts";
import type { Interface } from "./interface.ts";
import { whyEndless } from "./notes.ts";

interface Simulation {
  readonly holds: boolean;
  readonly statistics: Statistics;
}

interface State {
  readonly cells: Int32Array;
  reached: Federation;
  lost: Federation;
  /** States whose answers depend on this one. */
  readonly users: Set<number>;
}

/** Why the game would not prove anything here; undefined if it does. */
export function whyNoSimulation({ network, roles }: Composition): string | undefined {
  const spec = processAt(network, roles.specification);
  const own = spec.edges.filter((e) => e.id < roles.ownEdges);
  const offers = own.some(
    (e) => e.sync?.kind === "channel" && roles.urgent[e.sync.channel.base] && roles.visible[e.sync.channel.base],
  );
  if (offers) return "simulation does not know urgent channels";
  return whyEndless(own);
}

/** Throws `LimitReached`. Requires: `whyNoSimulation` knows nothing against it. */
export function simulates(composition: Composition, face: Interface, options: Limits): Simulation {
  const game = new Game(composition, face, options);
  const first = game.explore();
  return { holds: first === undefined || !game.isLost(first), statistics: game.statistics() };
}

class Game {
  private readonly composition: Composition;
  private readonly face: Interface;
  private readonly product: Product;
  private readonly abstraction: Abstraction;
  private readonly meter: Meter;
  private readonly index = new Map<string, number>();
  private readonly states: State[] = [];
  private explored = 0;
  private transitions = 0;

  constructor(composition: Composition, face: Interface, options: Limits) {
    const { network, roles } = composition;
    this.composition = composition;
    this.face = face;
    this.product = new Product(network, roles);
    const bounds = clockBounds(network, { symmetric: true });
    const unsound =
      bounds.diverges ??
      bounds.diagonals.unlisted ??
      (bounds.diagonals.triples.length > 0 ? "clock differences" : undefined);
    if (unsound !== undefined) throw new LimitReached(unsound);
    this.abstraction = new Abstraction("extra", this.product, bounds);
    this.meter = new Meter(options);
  }

  readonly statistics = (): Statistics => ({
    explored: this.explored,
    stored: this.states.reduce((n, s) => n + s.reached.length, 0),
    transitions: this.transitions,
    waiting: 0,
    memory: 0,
  });

  /** All states of the game. Returns the first one and its valuation, or undefined if there is none. */
  explore(): { readonly state: number; readonly zone: Zone } | undefined {
    const { product } = this;
    const zone = product.initial();
    if (zone === null) return undefined;
    const waiting: number[] = [];
    const state = this.arrive(zone, waiting);
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      this.check();
      this.explored++;
      const { cells, reached } = this.stateAt(at);
      product.cells.set(cells);
      for (const z of reached) {
        const source = at;
        this.moves(z, (reply) => {
          this.transitions++;
          const target = product.after(reply);
          product.cells.set(reply.cells);
          this.stateAt(this.arrive(target, waiting)).users.add(source);
          product.cells.set(cells);
        });
      }
    }
    return { state, zone };
  }

  /** Whether the specification loses from a valuation. */
  isLost({ state, zone }: { readonly state: number; readonly zone: Zone }): boolean {
    const pending = new Set(this.states.keys());
    for (const at of pending) {
      pending.delete(at);
      this.check();
      const before = this.stateAt(at);
      const lost = this.losing(before);
      if (federation.includes(before.lost, lost, this.product.dim)) continue;
      before.lost = federation.reduce(federation.union(before.lost, lost, this.product.dim), this.product.dim);
      pending.add(at);
      for (const user of before.users) pending.add(user);
      if (at === state && federation.includesZone(before.lost, zone, this.product.dim)) return true;
    }
    return federation.includesZone(this.stateAt(state).lost, zone, this.product.dim);
  }

  private stateAt(number: number): State {
    const state = this.states[number];
    assert(state !== undefined, "a state that has a number is kept");
    return state;
  }

  private check(): void {
    const reason = this.meter.check(this.statistics);
    if (reason !== undefined) throw new LimitReached(reason);
  }

  /** Takes a state in, with its delays. */
  private arrive(entry: Zone, waiting: number[]): number {
    const { product, abstraction } = this;
    const cells = product.cells.slice(0, product.size);
    const key = cells.join();
    let at = this.index.get(key);
    if (at === undefined) {
      at = this.states.push({ cells, reached: [], lost: [], users: new Set() }) - 1;
      this.index.set(key, at);
    }
    const state = this.stateAt(at);
    for (const piece of product.elapse(entry)) {
      abstraction.apply(piece.slice(), (z) => {
        if (federation.includesZone(state.reached, z, product.dim)) return false;
        state.reached = federation.add(state.reached, z.slice(), product.dim);
        waiting.push(at);
        return false;
      });
    }
    return at;
  }

  /** Every reply to every move from a zone of the state at hand, internal edges of the specification included. */
  private moves(zone: Zone, visit: (reply: Reply) => void): void {
    const replies: Reply[] = [];
    const game = (_: Zone, __: unknown, list: readonly Reply[]) => void append(replies, list);
    this.product.steps(zone, { step: () => {}, game });
    this.product.specSteps(zone, { step: () => {}, game });
    for (const reply of replies) visit(reply);
  }

  /** Where the specification loses, by what is known of other states. */
  private losing({ cells, reached }: State): Federation {
    const { product, composition } = this;
    const { dim } = product;
    product.cells.set(cells);
    const at = product.cells[composition.roles.specification]!;
    const passes = composition.transient[at] === true;
    // What is passed is not seen.
    const isSeen = !product.isCommitted() && this.differs();
    if (isSeen && !passes) return reached;
    let now: Federation = isSeen ? reached : [];
    let escape: Federation = [];
    let passed: Federation = [];
    const wins = (reply: Reply): Federation =>
      federation.subtract([reply.enabled], product.before(reply, this.lostIn(reply)), dim);
    const moves: { readonly enabled: Zone; readonly internal: boolean; readonly replies: readonly Reply[] }[] = [];
    for (const zone of reached) {
      product.steps(zone, {
        step: () => {},
        game: (enabled, action, replies) =>
          void moves.push({ enabled: enabled.slice(), internal: action === undefined, replies }),
      });
      product.specSteps(zone, {
        step: () => {},
        game: (_, __, replies) => {
          for (const reply of replies) escape = federation.union(escape, wins(reply), dim);
          if (passes) for (const reply of replies) passed = federation.add(passed, reply.enabled.slice(), dim);
        },
      });
    }
    // Inside an atomic sequence variables may differ until somebody can see them.
    const seen = product.isCommitted() && this.differs();
    for (const { enabled, internal, replies } of moves) {
      const answered = seen && !internal ? [] : replies.flatMap((reply) => wins(reply));
      now = federation.union(now, federation.subtract([enabled], answered, dim), dim);
    }
    const inside = product.specInvariant();
    const timing = product.timing();
    const outside = federation.subtract(reached, inside === null ? [] : [inside], dim);
    now = federation.union(now, outside, dim);
    const target = federation.subtract(now, escape, dim);
    // In an urgent location of the specification every delay is a loss.
    const late = composition.still[at] ? this.canWait(reached, timing, escape) : [];
    const before = composition.still[at] ? target : timePredecessors(target, timing, dim, escape);
    // Before anything else happens the specification leaves what it passes: there it cannot ignore a broadcast first.
    const lost = federation.union(federation.union(before, late, dim), passed, dim);
    return federation.intersect(federation.subtract(lost, escape, dim), reached, dim);
  }

  /** Valuations from which the implementation can let time pass. */
  private canWait(reached: Federation, timing: ReturnType<Product["timing"]>, escape: Federation): Federation {
    const { dim } = this.product;
    const { stopwatch } = this.composition;
    if (timing.still || timing.invariant === undefined) return [];
    const later = federation.constrained([timing.invariant], 0, stopwatch, LT_ZERO, dim);
    const past = timePredecessors(later, timing, dim);
    const zero = federation.constrained(past, stopwatch, 0, 1, dim).map((z) => {
      const out = z.slice();
      dbm.free(out, 0, dim, stopwatch);
      return out;
    });
    return federation.subtract(federation.intersect(zero, reached, dim), escape, dim);
  }

  private lostIn(reply: Reply): Federation {
    const at = this.index.get(reply.cells.join());
    return at === undefined ? [] : this.stateAt(at).lost;
  }

  private differs(): boolean {
    const { cells } = this.product;
    return this.face.shared.some((s) => cells[s.implementation] !== cells[s.specification]);
  }
}
