/**
 * What the parts of a network use and change, whatever is asked about it: the flow of each edge's updates, the direct uses
 * of guards, channels and invariants, who writes what, who may synchronise. Worked out once for each network.
 */
import type { ClockConstraint, Edge, Guard, Location, Network } from "../../network/index.ts";
import { type Possible, possible } from "../values/possible.ts";
import { Elements } from "./elements.ts";
import { type Flow, Flows } from "./flow.ts";
import { NOTHING, type Sources } from "./sources.ts";

/** Used by several processes, or by code that belongs to none. */
export const SEVERAL = -1;

/** How closely to look: where arrays are taken apart, and the cells whose known values are known inside of functions. */
interface Closely {
  readonly apart?: number | undefined;
  readonly carried?: readonly number[] | undefined;
}

export class NetworkUses {
  readonly network: Network;
  readonly elements: Elements;
  readonly possible: Possible;
  readonly code: Flows;
  /** By edge id; impossible edges have none. */
  readonly flows: (Flow | undefined)[] = [];
  /** By edge id: what its guard and its channel use. Of an impossible edge only what may go wrong. */
  readonly guards: Sources[] = [];
  readonly channels: Sources[] = [];
  /** By process and location. */
  readonly invariants: readonly (readonly Sources[])[];
  /** Possible edges into each location, by process. */
  readonly into: readonly (readonly Edge[][])[];
  readonly writers = new Map<number, Edge[]>();
  /** By class of channels. */
  readonly senders: readonly Edge[][];
  readonly receivers: readonly Edge[][];
  /** Which process uses an element, or SEVERAL. */
  readonly users = new Map<number, number>();
  /** Read and written by code that runs with every update. */
  readonly hookReads: Sources;
  readonly hookWrites: ReadonlySet<number>;

  constructor(network: Network, { apart, carried = [] }: Closely = {}) {
    this.network = network;
    this.elements = new Elements(network, apart);
    this.possible = possible(network);
    const known = carried.map((cell) => this.elements.ofCell(cell)).filter((x) => this.elements.size(x) === 1);
    this.code = new Flows(network, undefined, this.elements, this.possible.ranges, known);
    this.into = network.processes.map((p) => p.locations.map((): Edge[] => []));
    this.senders = this.possible.classes.map(() => []);
    this.receivers = this.possible.classes.map(() => []);
    this.invariants = network.processes.map((p) =>
      p.locations.map((l) =>
        this.note(this.possible.locations[p.index]![l.index] ? this.invariant(l) : NOTHING, p.index),
      ),
    );
    for (const p of network.processes)
      for (const e of p.edges) if (this.possible.locations[p.index]![e.source]) this.edge(e);
    const { sets } = this.code;
    const hooks = [...network.beforeUpdate, ...network.afterUpdate].map((c) => ({
      flow: this.code.of([c]),
      value: this.kept(this.code.uses(c).value),
    }));
    const all = hooks.flatMap(({ flow, value }) => [value, flow.direct, ...flow.writes.values()]);
    this.hookReads = this.note(
      all.reduce((so, from) => sets.union(so, from), NOTHING),
      SEVERAL,
    );
    this.hookWrites = new Set(hooks.flatMap(({ flow }) => [...flow.writes.keys()]));
    for (const x of this.hookWrites) this.used(x, SEVERAL);
  }

  private edge(e: Edge): void {
    const { code, possible } = this;
    const guard = this.guard(e.guard);
    const channel = this.channel(e);
    if (!possible.edges[e.id]) {
      // Never taken, but it is looked at, which may go wrong.
      this.guards[e.id] = this.note(
        guard.faulty || channel.faulty ? code.sets.union(guard.uses, channel.uses) : NOTHING,
        e.process,
      );
      return;
    }
    this.guards[e.id] = this.note(guard.uses, e.process);
    this.channels[e.id] = this.note(channel.uses, e.process);
    const flow = code.of(e.update);
    this.flows[e.id] = flow;
    this.into[e.process]![e.target]!.push(e);
    this.note(flow.direct, e.process);
    const seen = new Set<Sources>();
    for (const [x, from] of flow.writes) {
      const list = this.writers.get(x);
      if (list === undefined) this.writers.set(x, [e]);
      else list.push(e);
      this.used(x, e.process);
      if (!seen.has(from)) this.note(from, e.process);
      seen.add(from);
    }
    const k = possible.classOf(e);
    if (k < 0 || e.sync?.kind !== "channel") return;
    if (e.sync.direction !== "?") this.senders[k]!.push(e);
    if (e.sync.direction !== "!") this.receivers[k]!.push(e);
  }

  private note(uses: Sources, process: number): Sources {
    for (const x of uses) this.used(x, process);
    return uses;
  }

  private used(x: number, process: number): void {
    const known = this.users.get(x);
    if (known === undefined) this.users.set(x, process);
    else if (known !== process) this.users.set(x, SEVERAL);
  }

  private guard(g: Guard): { readonly uses: Sources; readonly faulty: boolean } {
    const { code } = this;
    let uses: Sources = NOTHING;
    const { direct, faulty } = code.apart(() => {
      for (const c of g.data) {
        const value = code.value(c);
        // What is always true decides nothing.
        if (!isTrue(code.interval(c))) uses = code.sets.union(uses, value);
      }
      for (const c of g.clocks) uses = code.sets.union(uses, this.constraint(c));
    });
    return { uses: this.kept(code.sets.union(uses, direct)), faulty };
  }

  private constraint(c: ClockConstraint): Sources {
    const { code } = this;
    const { sets } = code;
    let uses: Sources = NOTHING;
    if (c.unless !== undefined) {
      uses = code.value(c.unless);
      if (isTrue(code.interval(c.unless))) return NOTHING;
    }
    for (const ref of [c.left, c.right]) {
      const { cells, by } = code.named(ref);
      uses = sets.union(sets.union(uses, by), sets.of(cells.filter((x) => x > 0).map((x) => this.elements.ofClock(x))));
    }
    return sets.union(uses, code.value(c.bound));
  }

  private channel(e: Edge): { readonly uses: Sources; readonly faulty: boolean } {
    const { code } = this;
    const { sync } = e;
    if (sync?.kind !== "channel" || sync.channel.terms.length === 0) return { uses: NOTHING, faulty: false };
    let uses: Sources = NOTHING;
    const { direct, faulty } = code.apart(() => {
      uses = code.named({ base: sync.channel.base, terms: sync.channel.terms }).by;
    });
    return { uses: this.kept(code.sets.union(uses, direct)), faulty };
  }

  private invariant(l: Location): Sources {
    const { code } = this;
    const { sets } = code;
    let rates: Sources = NOTHING;
    const { direct } = code.apart(() => {
      for (const r of l.invariant.rates) {
        if (r.unless !== undefined) rates = sets.union(rates, code.value(r.unless));
        rates = sets.union(rates, sets.union(code.named(r.clock).by, code.value(r.rate)));
      }
    });
    return sets.union(this.guard(l.invariant).uses, this.kept(sets.union(rates, direct)));
  }

  /** Variables and clocks; scratch and locations are left out. */
  private kept(all: Sources): Sources {
    const { processes } = this.network;
    return this.code.sets.filter(all, (x) => x >= processes.length && this.elements.isKept(x));
  }
}

function isTrue({ low, high }: { readonly low: number; readonly high: number }): boolean {
  return low <= high && (low > 0 || high < 0);
}

const known = new WeakMap<Network, NetworkUses>();

/** Several queries are usually put to one network. */
export function usesOf(network: Network): NetworkUses {
  let uses = known.get(network);
  if (uses === undefined) {
    uses = new NetworkUses(network);
    known.set(network, uses);
  }
  return uses;
}
