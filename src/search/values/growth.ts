/**
 * Whether a clock can grow for ever, for `sup` and `bounds`: is there a run on which time diverges, the clock is never set,
 * and the predicate can be met after any number of rounds? The clock's value above the ceiling matters to nobody, so the
 * states with the clock above it form a finite graph under Extra+M. One more clock ticks: it may not pass a period, and at
 * the period an extra step sets it back to 0. A cycle with a tick takes at least one period per round, whatever else happens
 * on it; any period would do, and a common divisor of the constants makes few states. (Cycles of this graph have infinite
 * runs: see `live.ts`.) Without a predicate such a run meets every value above the ceiling, since the clock only grows there.
 */
import { clockBounds } from "../../analysis/index.ts";
import { type Engine, interpret } from "../../engine/index.ts";
import type { ClockConstraint, Network } from "../../network/index.ts";
import { withClock } from "../../reduce/index.ts";
import { dbm, le, lt, type Zone } from "../../zones/index.ts";
import { Abstraction } from "../explore/abstraction.ts";
import { components } from "../explore/components.ts";
import { DiscreteStates } from "../explore/discrete.ts";
import { type Meter, SearchLimit } from "../limits.ts";
import type { Statistics } from "../statistics.ts";
import type { BoundQuery } from "./values.ts";

/** States with the clock above the ceiling: discrete state and zone (without the ticking clock). */
export type Start = (visit: (cells: Int32Array, zone: Zone) => void) => void;

const MAX_NODES = 100_000;

interface Node {
  readonly state: number;
  readonly zone: Zone;
  readonly next: { readonly node: number; readonly tick: boolean }[];
  readonly good: boolean;
}

/** What becomes of a clock above the ceiling. */
export type Growth = "ends" | "endless" | "every value";

/** Undefined if the graph is too large to tell. */
export function growsForEver(
  network: Network,
  query: BoundQuery,
  clock: number,
  ceiling: number,
  starts: Start,
  meter: Meter,
): Growth | undefined {
  const graph = new Graph(network, query, clock, ceiling, meter);
  starts((cells, zone) => graph.start(cells, zone));
  if (!graph.run()) return undefined;
  return !graph.hasGrowth() ? "ends" : query.predicate === undefined ? "every value" : "endless";
}

class Graph {
  private readonly engine: Engine;
  private readonly abstraction: Abstraction;
  private readonly meter: Meter;
  private readonly tick: number;
  private readonly period: number;
  private readonly clock: number;
  private readonly above: number;
  private readonly discrete: DiscreteStates;
  /** Nodes by the hash of state and zone. */
  private readonly lists = new Map<number, number[]>();
  private readonly nodes: Node[] = [];
  private readonly isGood: (zone: Zone) => boolean;

  constructor(network: Network, query: BoundQuery, clock: number, ceiling: number, meter: Meter) {
    const timed = withClock(network, "#tick");
    this.tick = network.clocks.length;
    this.clock = clock;
    this.above = lt(-ceiling);
    this.meter = meter;
    this.engine = interpret(timed, query);
    this.period = commonDivisor(network);
    const extra = new Map([
      [clock, ceiling],
      [this.tick, this.period],
    ]);
    const bounds = clockBounds(timed, { query, symmetric: true, extra });
    const kind = bounds.diagonals.triples.length > 0 ? "diagonal" : "extra";
    this.abstraction = new Abstraction(kind, this.engine, bounds);
    this.discrete = new DiscreteStates(timed);
    const predicate = query.predicate === undefined ? undefined : this.engine.predicate(query.predicate, false);
    this.isGood = (zone) => predicate === undefined || predicate.holds(zone);
  }

  /** A reachable state, as a zone over the network's own clocks. */
  start(cells: Int32Array, zone: Zone): void {
    const { dim } = this.engine;
    const z = dbm.newZero(dim);
    const small = dim - 1;
    for (let i = 0; i < small; i++) for (let j = 0; j < small; j++) z[i * dim + j] = zone[i * small + j]!;
    // The new clock is zero: it stands to the others as the constant zero does.
    for (let i = 0; i < small; i++) {
      z[i * dim + small] = zone[i * small]!;
      z[small * dim + i] = zone[i]!;
    }
    this.engine.cells.set(cells.subarray(0, this.engine.size));
    this.engine.zone = z;
    this.arrive([], false);
  }

  /** False if there are too many states. */
  run(): boolean {
    const { engine } = this;
    for (let n = 0; n < this.nodes.length; n++) {
      if (this.nodes.length > MAX_NODES) return false;
      const reason = this.meter.check(this.statistics);
      if (reason !== undefined) throw new SearchLimit(reason, this.statistics());
      const { state, zone, next } = this.nodes[n]!;
      this.discrete.get(state, engine.cells);
      const ticked = zone.slice();
      if (dbm.constrain(ticked, 0, engine.dim, 0, this.tick, le(-this.period))) {
        dbm.reset(ticked, 0, engine.dim, this.tick, 0);
        engine.zone = ticked;
        this.arrive(next, true);
      }
      engine.zone = zone.slice();
      engine.successors(() => {
        this.arrive(next, false);
        return false;
      });
    }
    return true;
  }

  /** Whether a cycle with a tick exists from which a good state is reached. */
  hasGrowth(): boolean {
    const { nodes } = this;
    const component = components(nodes.length, (n) => nodes[n]!.next.map((t) => t.node));
    const reached = new Uint8Array(nodes.length);
    const queue: number[] = [];
    nodes.forEach((from, n) => {
      if (!from.next.some((t) => t.tick && component[t.node] === component[n])) return;
      reached[n] = 1;
      queue.push(n);
    });
    for (let n = queue.pop(); n !== undefined; n = queue.pop()) {
      if (nodes[n]!.good) return true;
      for (const { node } of nodes[n]!.next) {
        if (reached[node] === 1) continue;
        reached[node] = 1;
        queue.push(node);
      }
    }
    return false;
  }

  private readonly statistics = (): Statistics => ({
    explored: this.nodes.length,
    stored: this.nodes.length,
    transitions: 0,
    waiting: 0,
    memory: this.nodes.length * (this.engine.dim ** 2 * 4 + 100),
  });

  private arrive(next: Node["next"], tick: boolean): void {
    const { engine, clock } = this;
    const { dim } = engine;
    // Where a step sets the clock it begins anew, even if it comes above the ceiling again within a period.
    if (!dbm.constrain(engine.zone, 0, dim, 0, clock, this.above)) return;
    engine.elapse(() => {
      const z = engine.zone.slice();
      if (dbm.constrain(z, 0, dim, this.tick, 0, le(this.period))) {
        const good = this.isGood(z);
        this.abstraction.apply(z, (abstract) => {
          next.push({ node: this.find(abstract, good), tick });
          return false;
        });
      }
      return false;
    });
  }

  private find(zone: Zone, good: boolean): number {
    const { engine } = this;
    const state = this.discrete.intern(engine.cells);
    let hash = state;
    for (let i = 0; i < zone.length; i++) hash = (Math.imul(hash, 31) + zone[i]!) | 0;
    let list = this.lists.get(hash);
    if (list === undefined) this.lists.set(hash, (list = []));
    for (const n of list)
      if (this.nodes[n]!.state === state && dbm.equals(zone, 0, this.nodes[n]!.zone, 0, engine.dim)) return n;
    list.push(this.nodes.length);
    return this.nodes.push({ state, zone: zone.slice(), next: [], good }) - 1;
  }
}

/** Of the constants that clocks are compared with; 1 if there are none. */
function commonDivisor(network: Network): number {
  let divisor = 0;
  const note = ({ bound }: ClockConstraint) => {
    let rest = bound.op === "const" ? Math.abs(bound.value) : 1;
    while (rest > 0) [divisor, rest] = [rest, divisor % rest];
  };
  for (const { locations, edges } of network.processes) {
    for (const { invariant } of locations) invariant.clocks.forEach(note);
    for (const { guard } of edges) guard.clocks.forEach(note);
  }
  return divisor === 0 ? 1 : divisor;
}
