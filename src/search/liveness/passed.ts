/**
 * The symbolic states of a depth-first search for paths that stay. Those not yet done are found by equality, through a hash
 * of state and zone; of those done, whose search was in vain, each discrete state keeps the largest zones, since whatever
 * lies inside one of them is in vain too.
 */
import type { Engine } from "../../engine/index.ts";
import { dbm, type Zone } from "../../zones/index.ts";
import { DiscreteStates } from "../explore/discrete.ts";
import { Pool } from "../explore/pool.ts";
import type { Canonical } from "../options.ts";
import { Pending } from "./pending.ts";

export interface Node {
  readonly state: number;
  /** All cells, if there are meta variables: these are not part of the discrete state. */
  readonly cells: Int32Array | undefined;
  readonly zone: number;
  readonly hash: number;
  status: "new" | "open" | "done";
  /** Another of the same hash. */
  next: Node | undefined;
}

export class Passed {
  /** Nodes ever made. */
  nodes = 0;
  private readonly engine: Engine;
  private readonly hasMeta: boolean;
  private readonly discrete: DiscreteStates;
  private readonly zones: Pool;
  private readonly pending = new Pending<Node>();
  /** Zones that are done, by discrete state. */
  private readonly done: (number[] | undefined)[] = [];

  constructor(engine: Engine, canonical?: Canonical) {
    this.engine = engine;
    this.hasMeta = engine.network.slots.some((s) => s.meta);
    this.discrete = new DiscreteStates(engine.network, canonical);
    this.zones = new Pool(engine.dim * engine.dim);
  }

  get bytes(): number {
    return (
      this.discrete.bytes +
      this.zones.bytes +
      this.nodes * 8 +
      this.pending.size * (this.hasMeta ? 120 + 4 * this.engine.size : 120)
    );
  }

  /** The node of the state at hand with this zone, new or not; undefined if its search is known to be in vain. */
  find(zone: Zone): Node | undefined {
    const { engine, zones } = this;
    const { dim } = engine;
    const state = this.discrete.intern(engine.cells);
    const hash = dbm.hash(zone, 0, dim) ^ Math.imul(state, 0x9e3779b1);
    const same = this.pending.find(
      hash,
      (n) => n.state === state && dbm.equals(zone, 0, zones.chunk(n.zone), zones.offset(n.zone), dim),
    );
    if (same !== undefined) return same;
    for (const z of this.done[state] ?? [])
      if (dbm.isSubset(zone, 0, zones.chunk(z), zones.offset(z), dim)) return undefined;
    const cells = this.hasMeta ? engine.cells.slice(0, engine.size) : undefined;
    const node: Node = { state, cells, zone: zones.put(zone), hash, status: "new", next: undefined };
    this.pending.add(node);
    this.nodes++;
    return node;
  }

  /** Makes a node the state at hand, with a zone of its own. */
  load(node: Node): void {
    const { engine } = this;
    const zone = new Int32Array(engine.dim * engine.dim);
    this.zones.get(node.zone, zone);
    this.discrete.get(node.state, engine.cells);
    if (node.cells !== undefined) engine.cells.set(node.cells);
    engine.zone = zone;
  }

  /** The search from this node was in vain. */
  finish(node: Node): void {
    node.status = "done";
    this.pending.remove(node);
    const { zones } = this;
    const { dim } = this.engine;
    const chunk = zones.chunk(node.zone);
    const at = zones.offset(node.zone);
    const list = this.done[node.state] ?? [];
    this.done[node.state] = list;
    let kept = 0;
    for (const z of list) {
      if (dbm.isSubset(zones.chunk(z), zones.offset(z), chunk, at, dim)) zones.release(z);
      else list[kept++] = z;
    }
    list.length = kept;
    list.push(node.zone);
  }
}
