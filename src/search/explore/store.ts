/**
 * The passed and waiting states together. A node is a discrete state and a zone, with its parent and the transition that
 * made it, so that a trace can be told later. Nodes of one discrete state form a list. A new zone that a stored one covers
 * is refused; stored ones that it covers are taken out of the list and their zones freed, but what a trace needs of them
 * (parent and transition) stays.
 */
import type { Network } from "../../network/index.ts";
import type { Canonical } from "../options.ts";
import { DiscreteStates } from "./discrete.ts";
import { Pool } from "./pool.ts";
import { Growing } from "./words.ts";

/** Whether the zone at `aAt` in `a` is covered by the one at `bAt` in `b`; both belong to the same discrete state. */
export type Covers = (a: Int32Array, aAt: number, b: Int32Array, bAt: number) => boolean;

const GONE = -1;

export class Store {
  readonly discrete: DiscreteStates;
  private readonly zones: Pool;
  private readonly meta: Int32Array;
  /** For each discrete state its first node. */
  private readonly first = new Growing();
  private readonly next = new Growing();
  private readonly stateOf = new Growing();
  private readonly zoneOf = new Growing();
  private readonly parentOf = new Growing();
  private readonly stepAt = new Growing();
  private readonly depthOf = new Growing();
  private readonly expanded = new Growing();
  private readonly metaValues = new Growing();
  private readonly steps = new Growing();
  /** Nodes in lists now. */
  stored = 0;

  constructor(network: Network, dim: number, canonical?: Canonical) {
    this.discrete = new DiscreteStates(network, canonical);
    this.zones = new Pool(dim * dim);
    this.meta = Int32Array.from(network.slots.flatMap((s, i) => (s.meta ? [i] : [])));
  }

  /** Nodes ever made; they are numbered from 0. */
  get nodes(): number {
    return this.next.length;
  }

  /**
   * Adds a state unless it is covered, and takes out the nodes that it covers (with `keepShallow`, only those at least as
   * deep, or expanded already). Returns the new node, or -1.
   */
  insert(cells: Int32Array, zone: Int32Array, covers: Covers, keepShallow: boolean, depth: number): number {
    const before = this.discrete.count;
    const state = this.discrete.intern(cells);
    if (state === before) this.first.push(GONE);
    const { zones, zoneOf, next } = this;
    for (let n = this.first.data[state]!; n !== GONE; n = next.data[n]!) {
      const z = zoneOf.data[n]!;
      if (covers(zone, 0, zones.chunk(z), zones.offset(z))) return -1;
    }
    let last = GONE;
    for (let n = this.first.data[state]!; n !== GONE; ) {
      const following = next.data[n]!;
      const z = zoneOf.data[n]!;
      const mayGo = !keepShallow || this.depthOf.data[n]! >= depth || this.expanded.data[n] === 1;
      if (mayGo && covers(zones.chunk(z), zones.offset(z), zone, 0)) {
        if (last === GONE) this.first.data[state] = following;
        else next.data[last] = following;
        zones.release(z);
        zoneOf.data[n] = GONE;
        this.stored--;
      } else last = n;
      n = following;
    }
    return this.append(state, cells, zone, depth);
  }

  /** Adds a state without any comparison. */
  add(cells: Int32Array, zone: Int32Array, depth: number): number {
    const before = this.discrete.count;
    const state = this.discrete.intern(cells);
    if (state === before) this.first.push(GONE);
    return this.append(state, cells, zone, depth);
  }

  private append(state: number, cells: Int32Array, zone: Int32Array, depth: number): number {
    const node = this.next.push(this.first.data[state]!);
    this.first.data[state] = node;
    this.stateOf.push(state);
    this.zoneOf.push(this.zones.put(zone));
    this.parentOf.push(-1);
    this.stepAt.push(-1);
    this.depthOf.push(depth);
    this.expanded.push(0);
    for (let i = 0; i < this.meta.length; i++) this.metaValues.push(cells[this.meta[i]!]!);
    this.stored++;
    return node;
  }

  /** Takes a node out of its list and frees its zone. Requires: it is not gone. */
  drop(node: number): void {
    const { next, first } = this;
    const state = this.stateOf.data[node]!;
    if (first.data[state] === node) first.data[state] = next.data[node]!;
    else {
      let n = first.data[state]!;
      while (next.data[n] !== node) n = next.data[n]!;
      next.data[n] = next.data[node]!;
    }
    this.zones.release(this.zoneOf.data[node]!);
    this.zoneOf.data[node] = GONE;
    this.stored--;
  }

  /** Remembers how the node was reached. */
  link(node: number, parent: number, transition: Int32Array, length: number): void {
    this.parentOf.data[node] = parent;
    this.stepAt.data[node] = this.steps.push(length);
    for (let i = 0; i < length; i++) this.steps.push(transition[i]!);
  }

  /** The transitions from the first state to the node, each a list of words (see `Engine.transition`). */
  path(node: number): number[][] {
    const out: number[][] = [];
    for (let n = node; this.parentOf.data[n]! >= 0; n = this.parentOf.data[n]!) {
      const at = this.stepAt.data[n]!;
      const length = this.steps.data[at]!;
      out.push(Array.from(this.steps.data.subarray(at + 1, at + 1 + length)));
    }
    return out.reverse();
  }

  isGone(node: number): boolean {
    return this.zoneOf.data[node] === GONE;
  }

  markExpanded(node: number): void {
    this.expanded.data[node] = 1;
  }

  depth(node: number): number {
    return this.depthOf.data[node]!;
  }

  /** Copies a node's state out. Requires: it is not gone. */
  get(node: number, cells: Int32Array, zone: Int32Array): void {
    this.discrete.get(this.stateOf.data[node]!, cells);
    this.zones.get(this.zoneOf.data[node]!, zone);
    const { meta } = this;
    for (let i = 0; i < meta.length; i++) cells[meta[i]!] = this.metaValues.data[node * meta.length + i]!;
  }

  /** Calls `visit` for every node that is stored now. The arguments are used again. */
  each(visit: (cells: Int32Array, zone: Int32Array) => void, dim: number): void {
    const cells = new Int32Array(this.discrete.size);
    const zone = new Int32Array(dim * dim);
    for (let n = 0; n < this.nodes; n++) {
      if (this.isGone(n)) continue;
      this.get(n, cells, zone);
      visit(cells, zone);
    }
  }

  /** Calls `visit` for each discrete state with its zones, which may be kept. Requires: no meta variables. */
  eachState(visit: (cells: Int32Array, zones: readonly Int32Array[]) => void, dim: number): void {
    const cells = new Int32Array(this.discrete.size);
    for (let state = 0; state < this.discrete.count; state++) {
      const zones: Int32Array[] = [];
      for (let n = this.first.data[state]!; n !== GONE; n = this.next.data[n]!) {
        const zone = new Int32Array(dim * dim);
        this.get(n, cells, zone);
        zones.push(zone);
      }
      if (zones.length > 0) visit(cells, zones);
    }
  }

  get bytes(): number {
    let all = this.discrete.bytes + this.zones.bytes;
    for (const g of [this.first, this.next, this.stateOf, this.zoneOf, this.parentOf, this.stepAt, this.depthOf])
      all += g.bytes;
    return all + this.expanded.bytes + this.metaValues.bytes + this.steps.bytes;
  }
}
