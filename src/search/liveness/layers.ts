import { first, last } from "../../base/index.ts";
/**
 * Proofs that no maximal path stays inside a formula, layer by layer. A layer explores symbolic states that are larger than
 * those of the model (see `loosen.ts`) depth first, and finds their strongly connected components (Tarjan 1972). A path with
 * infinitely many actions comes to stay in a component with a cycle. If there is none, there is no such path; otherwise the
 * next layer forgets less, and begins in the states of these components and never leaves them. The last one forgets
 * nothing. Deadlocks and endless delays are looked for on the way; where one is found, or a cycle is left, nothing is
 * proven, for it may be one of the larger states only.
 *
 * States of which the component is complete cover what lies inside them: paths from there are among those from here. Those
 * not yet complete are compared by equality, since a cycle to a smaller state need not be one.
 */
import type { Engine, Predicate } from "../../engine/index.ts";
import { dbm, federation, type Zone } from "../../zones/index.ts";
import type { Abstraction } from "../explore/abstraction.ts";
import type { DiscreteStates } from "../explore/discrete.ts";
import type { Loosen } from "../explore/loosen.ts";
import type { Turns } from "../turns.ts";
import type { Alive } from "./alive.ts";
import { Arrivals } from "./arrivals.ts";
import { Pending } from "./pending.ts";

/** States of a turn, less one. */
const TURN = 127;

export interface Start {
  readonly cells: Int32Array;
  readonly zone: Zone;
}

interface Node {
  readonly state: number;
  readonly cells: Int32Array;
  readonly zone: Zone;
  readonly hash: number;
  /** When it was first entered; 0 before. */
  index: number;
  low: number;
  status: "new" | "open" | "done";
  loops: boolean;
  /** Another of the same hash. */
  next: Node | undefined;
}

/** What may still be: nothing, a path that ends, or paths that stay in these components. */
type Layered = "none" | "ends" | { readonly starts: readonly Start[]; readonly home: Home };

/** For each discrete state of a component with a cycle, a number of this component. */
type Home = ReadonlyMap<number, number>;

export interface LayerOptions {
  /** What is forgotten, and whether before or after the delay in a state. */
  readonly loosen?: { readonly zone: Loosen; readonly when: "before" | "after" } | undefined;
  /** What no path leaves. */
  readonly home?: Home | undefined;
  /** States that together hold all that is reached; they take the place of what lies inside them, cycles or not. */
  readonly known?: readonly Start[] | undefined;
  readonly alive: Alive;
  /** Called with each explored state; throws to give up. */
  readonly patience: () => void;
}

export class Layer {
  private readonly engine: Engine;
  private readonly arrivals: Arrivals;
  private readonly discrete: DiscreteStates;
  private readonly options: LayerOptions;
  private readonly pending = new Pending<Node>();
  private readonly known: (Node[] | undefined)[] = [];
  private readonly done: (Zone[] | undefined)[] = [];
  private readonly components: Node[][] = [];
  /** The component at hand, if paths must stay in one. */
  private at: number | undefined;
  private next: Node[] = [];
  private count = 0;

  /** Looks for paths on which `never` does not hold at any instant. Requires: bounds that preserve bisimulation. */
  constructor(
    engine: Engine,
    never: Predicate,
    abstraction: Abstraction,
    discrete: DiscreteStates,
    options: LayerOptions,
  ) {
    this.engine = engine;
    this.discrete = discrete;
    this.options = options;
    const { loosen, alive, known = [] } = options;
    const scratch = new Int32Array(engine.dim * engine.dim);
    this.arrivals = new Arrivals(engine, never, (reached) => {
      const zone = reached.slice();
      if (loosen?.when === "after") loosen.zone(zone);
      scratch.set(zone);
      let dead = false;
      abstraction.apply(scratch, (abstract) => {
        const node = this.find(abstract);
        if (node === undefined) return false;
        // Valuations that the abstraction takes for each other have the same deadlocks: known zones need no second look.
        if (node.index === 0 && !alive.has(zone)) dead = true;
        this.next.push(node);
        return dead;
      });
      return dead;
    });
    for (const { cells, zone } of known) {
      const state = discrete.intern(cells);
      const list = this.known[state] ?? [];
      this.known[state] = list;
      list.push({ state, cells, zone, hash: 0, index: 0, low: 0, status: "new", loops: false, next: undefined });
    }
  }

  *run(starts: readonly Start[]): Turns<Layered> {
    const { engine } = this;
    for (const { cells, zone } of starts) {
      engine.cells.set(cells);
      this.at = this.options.home?.get(this.discrete.intern(engine.cells));
      this.next = [];
      if (this.arrivals.arrive([zone.slice()]) !== undefined) return "ends";
      for (const node of this.next) if (node.status === "new" && !(yield* this.search(node))) return "ends";
    }
    return this.components.length === 0 ? "none" : this.rest();
  }

  /** False if a path ends. */
  private *search(root: Node): Turns<boolean> {
    const path: { readonly node: Node; readonly next: readonly Node[]; at: number }[] = [];
    const open: Node[] = [];
    let entering: Node | undefined = root;
    for (;;) {
      if (entering !== undefined) {
        const next = this.enter(entering);
        if (next === undefined) return false;
        path.push({ node: entering, next, at: 0 });
        open.push(entering);
        entering = undefined;
        if ((this.count & TURN) === 0) yield;
      }
      const top = last(path);
      const { node } = top;
      const one = top.next.at(top.at++);
      if (one === undefined) {
        path.pop();
        if (node.low === node.index) this.complete(node, open);
        if (path.length === 0) return true;
        const before = last(path).node;
        before.low = Math.min(before.low, node.low);
      } else if (one.status === "new") entering = one;
      else if (one.status === "open") {
        node.low = Math.min(node.low, one.index);
        if (one === node) node.loops = true;
      }
    }
  }

  /** The successors of a node; undefined if a path ends in it or behind it. */
  private enter(node: Node): readonly Node[] | undefined {
    const { engine } = this;
    const { loosen, home, known, patience } = this.options;
    patience();
    node.index = ++this.count;
    node.low = node.index;
    node.status = "open";
    engine.cells.set(node.cells);
    if (known !== undefined && this.isDead(node.zone)) return undefined;
    this.at = home?.get(node.state);
    this.next = [];
    engine.zone = node.zone.slice();
    let ends = false;
    engine.successors(() => {
      if (this.isOutside()) return false;
      if (loosen?.when === "before") loosen.zone(engine.zone);
      ends = this.arrivals.arrive([engine.zone]) !== undefined;
      return ends;
    });
    return ends ? undefined : this.next;
  }

  /** Whether some valuation is deadlocked. An abstract zone may have more than invariants allow. */
  private isDead(zone: Zone): boolean {
    const { invariant } = this.engine.timing();
    const inside = invariant && federation.meetZones(zone, invariant, this.engine.dim);
    return inside ? !this.options.alive.has(inside) : false;
  }

  private isOutside(): boolean {
    const { home } = this.options;
    return home !== undefined && home.get(this.discrete.intern(this.engine.cells)) !== this.at;
  }

  private complete(first: Node, open: Node[]): void {
    const members: Node[] = [];
    for (;;) {
      const node = open.pop()!;
      members.push(node);
      node.status = "done";
      this.pending.remove(node);
      this.keep(node);
      if (node === first) break;
    }
    if (members.length > 1 || first.loops) this.components.push(members);
  }

  /** What the next layer begins with: the largest states of the components; those that share discrete states are one. */
  private rest(): Layered {
    const parent = new Map<number, number>();
    const rootOf = (s: number): number => {
      let r = s;
      for (let p = parent.get(r); p !== undefined && p !== r; p = parent.get(r)) r = p;
      parent.set(s, r);
      return r;
    };
    for (const members of this.components)
      for (const { state } of members) parent.set(rootOf(state), rootOf(first(members).state));
    const home = new Map([...parent.keys()].map((s) => [s, rootOf(s)]));
    const largest = new Map<number, Node[]>();
    for (const node of this.components.flat()) {
      const others = largest.get(node.state) ?? [];
      if (others.some((m) => this.isInside(node, m))) continue;
      largest.set(node.state, [...others.filter((m) => !this.isInside(m, node)), node]);
    }
    const starts = [...largest.values()].flat();
    return { starts, home };
  }

  private isInside(a: Node, b: Node): boolean {
    return dbm.isSubset(a.zone, 0, b.zone, 0, this.engine.dim);
  }

  /** The node of the state at hand with this zone, or a known one that holds it; undefined if what is done holds it. */
  private find(zone: Zone): Node | undefined {
    const { engine } = this;
    const { dim } = engine;
    const state = this.discrete.intern(engine.cells);
    for (const n of this.known[state] ?? []) if (dbm.isSubset(zone, 0, n.zone, 0, dim)) return n;
    const hash = dbm.hash(zone, 0, dim) ^ Math.imul(state, 0x9e3779b1);
    const same = this.pending.find(hash, (n) => n.state === state && dbm.equals(zone, 0, n.zone, 0, dim));
    if (same !== undefined) return same;
    for (const z of this.done[state] ?? []) if (dbm.isSubset(zone, 0, z, 0, dim)) return undefined;
    const cells = engine.cells.slice(0, engine.size);
    const made = { state, cells, zone: zone.slice(), hash, index: 0, low: 0, status: "new", loops: false } as const;
    const node: Node = { ...made, next: undefined };
    this.pending.add(node);
    return node;
  }

  private keep(node: Node): void {
    const { dim } = this.engine;
    const list = (this.done[node.state] ?? []).filter((z) => !dbm.isSubset(z, 0, node.zone, 0, dim));
    list.push(node.zone);
    this.done[node.state] = list;
  }
}
