/**
 * Live variables (Slomp 2010, Reducing UPPAAL Models through Control Flow Analysis, Definitions 7, 18 and 20; after van de
 * Pol, Timmer 2009): for each process and location the variables and clocks whose values matter because of this process.
 * In a state, an element is live if one of the processes needs it where it is, or a query looks at it; two states of the
 * same locations that agree on what is live are bisimilar, with time and faults. An element is needed
 *
 *   1. where an edge's guard or channel, or (2.) the location's invariant, uses it;
 *   3. where a query looks at it (`observe.ts`);
 *   4. at an edge's source, if what the edge makes of it is needed at the target;
 *   5. at an edge's source, if what the edge makes of it is needed by another process somewhere;
 *   6. at a sender's source, if what it makes of it is needed by a receiver of the same channel while the transition runs.
 *
 * Unlike in the thesis, an edge does not need what it only leaves alone for another process, so that globals are dead in
 * some states; and that a receiver's need is met by its senders (value passing, section 4.3.2) is decided edge by edge: if
 * every possible sender overwrites an element, the receiver does not need it before. This holds for broadcasts too, since
 * the sender's updates come first. What may go wrong in an update is a use (see `flow.ts`). Hooks that run before or after
 * every update count as reading all they read, everywhere.
 */
import type { ClockConstraint, Edge, Guard, Location, Network, NetworkQuery } from "../network/index.ts";
import { Elements } from "./elements.ts";
import { type Flow, Flows } from "./flow.ts";
import { observe } from "./observe.ts";
import { type Possible, possible } from "./possible.ts";
import { Ranges } from "./range.ts";
import { NOTHING, type Sources, union } from "./sources.ts";

/** Why an element is needed. */
export type Reason =
  | { readonly kind: "guard" | "channel" | "fault"; readonly edge: Edge }
  | { readonly kind: "invariant"; readonly process: number; readonly location: number }
  | { readonly kind: "query"; readonly query: number }
  | { readonly kind: "hook" | "asked" }
  /** The edge makes another element of it, for whose sake see `then`. */
  | { readonly kind: "flow"; readonly edge: Edge; readonly then: Fact }
  /** The same, inside a transition: a receiver of the edge's channel needs it. */
  | { readonly kind: "passed"; readonly edge: Edge; readonly then: Fact };

/** That an element is needed: at a location of a process, anywhere (-1, -1), or by a receiver (its process, -1). */
export interface Fact {
  readonly element: number;
  readonly process: number;
  readonly location: number;
  readonly reason: Reason;
}

export interface LiveOptions {
  readonly queries: readonly NetworkQuery[];
  /** Everything is looked at, as if any query might still be asked. */
  readonly keepAll?: boolean | undefined;
}

export interface Liveness {
  readonly network: Network;
  readonly elements: Elements;
  readonly possible: Possible;
  /** What is needed anywhere, whatever the locations. */
  readonly everywhere: ReadonlyMap<number, Fact>;
  /** By process and location. */
  readonly needs: readonly (readonly ReadonlyMap<number, Fact>[])[];
  /** By class of channels: what receivers need of their senders. */
  readonly passed: readonly ReadonlyMap<number, Fact>[];
  /** By edge id; impossible edges have none. */
  readonly flows: readonly (Flow | undefined)[];
  /** Written by a hook. */
  readonly hooked: ReadonlySet<number>;
  /** Which process alone uses an element; -1 if several do, undefined if none does. */
  readonly owner: (element: number) => number | undefined;
  /** Too much to work out: everything counts as live. */
  readonly gaveUp: boolean;
}

/** More facts than this are not worked out. */
const FACTS = 4_000_000;
const ANYWHERE = -1;

export function liveVariables(network: Network, options: LiveOptions): Liveness {
  const analysis = new Analysis(network, options);
  analysis.run();
  return analysis.result();
}

class Analysis {
  private readonly network: Network;
  private readonly options: LiveOptions;
  private readonly elements: Elements;
  private readonly possible: Possible;
  private readonly code: Flows;
  private readonly flows: (Flow | undefined)[] = [];
  private readonly everywhere = new Map<number, Fact>();
  private readonly needs: Map<number, Fact>[][];
  private readonly passed: Map<number, Fact>[];
  /** Edges into each location. */
  private readonly into: Edge[][][];
  private readonly writers = new Map<number, Edge[]>();
  private readonly senders: Edge[][];
  private readonly receivers: Edge[][];
  /** For each element the process that needs it first, and whether another does. */
  private readonly neededBy = new Map<number, { readonly first: number; several: boolean }>();
  private readonly users = new Map<number, number>();
  private readonly hooked = new Set<number>();
  private readonly overwritten = new Map<number, boolean>();
  private readonly pending: Fact[] = [];
  private count = 0;

  constructor(network: Network, options: LiveOptions) {
    this.network = network;
    this.options = options;
    this.elements = new Elements(network, options.queries);
    this.possible = possible(network);
    this.code = new Flows(network, undefined, this.elements, this.possible.ranges);
    this.needs = network.processes.map((p) => p.locations.map(() => new Map<number, Fact>()));
    this.into = network.processes.map((p) => p.locations.map((): Edge[] => []));
    this.passed = this.possible.classes.map(() => new Map<number, Fact>());
    this.senders = this.possible.classes.map(() => []);
    this.receivers = this.possible.classes.map(() => []);
  }

  run(): void {
    this.gather();
    this.hooks();
    this.directUses();
    this.observed();
    for (let fact = this.pending.pop(); fact !== undefined && this.count < FACTS; fact = this.pending.pop()) this.follow(fact);
  }

  result(): Liveness {
    const { network, elements, everywhere, needs, passed, flows, hooked, possible } = this;
    const owner = (x: number): number | undefined => this.users.get(x);
    return { network, elements, possible, everywhere, needs, passed, flows, hooked, owner, gaveUp: this.count >= FACTS };
  }

  /** The flow of each possible edge, and who writes what. */
  private gather(): void {
    for (const p of this.network.processes) {
      for (const e of p.edges) {
        if (!this.possible.edges[e.id]) continue;
        const flow = this.code.of(e.update);
        this.flows[e.id] = flow;
        this.into[p.index][e.target].push(e);
        for (const [x, from] of flow.writes) {
          const list = this.writers.get(x);
          if (list === undefined) this.writers.set(x, [e]);
          else list.push(e);
          this.used(x, p.index);
          for (const y of from) this.used(y, p.index);
        }
        for (const x of flow.direct) this.used(x, p.index);
        const k = this.possible.classOf(e);
        if (k >= 0 && e.sync?.kind === "channel") {
          if (e.sync.direction !== "?") this.senders[k].push(e);
          if (e.sync.direction !== "!") this.receivers[k].push(e);
        }
      }
    }
  }

  private used(x: number, process: number): void {
    const known = this.users.get(x);
    if (known === undefined) this.users.set(x, process);
    else if (known !== process) this.users.set(x, ANYWHERE);
  }

  private hooks(): void {
    const { beforeUpdate, afterUpdate } = this.network;
    for (const c of [...beforeUpdate, ...afterUpdate]) {
      const flow = this.code.of([c]);
      const all = [...flow.writes.values()].reduce(union, union(flow.direct, this.kept(this.code.uses(c).value)));
      for (const x of all) this.need(x, ANYWHERE, ANYWHERE, { kind: "hook" });
      for (const x of [...all, ...flow.writes.keys()]) this.used(x, ANYWHERE);
      for (const x of flow.writes.keys()) this.hooked.add(x);
    }
  }

  private directUses(): void {
    for (const p of this.network.processes) {
      for (const l of p.locations) {
        if (!this.possible.locations[p.index][l.index]) continue;
        this.direct(this.invariant(l), p.index, l.index, { kind: "invariant", process: p.index, location: l.index });
      }
      for (const e of p.edges) {
        if (!this.possible.locations[p.index][e.source]) continue;
        const guard = this.guard(e.guard);
        const channel = this.channel(e);
        if (!this.possible.edges[e.id]) {
          // Never taken, but it is looked at, which may go wrong.
          const faults = guard.faulty || channel.faulty ? union(guard.uses, channel.uses) : NOTHING;
          this.direct(faults, p.index, e.source, { kind: "guard", edge: e });
          continue;
        }
        this.direct(guard.uses, p.index, e.source, { kind: "guard", edge: e });
        this.direct(channel.uses, p.index, e.source, { kind: "channel", edge: e });
        for (const x of this.flows[e.id]!.direct) this.before(e, x, { kind: "fault", edge: e });
      }
    }
  }

  private direct(uses: Sources, process: number, location: number, reason: Reason): void {
    for (const x of uses) {
      this.used(x, process);
      this.need(x, process, location, reason);
    }
  }

  private guard(g: Guard): { readonly uses: Sources; readonly faulty: boolean } {
    let uses: Sources = NOTHING;
    const { direct, faulty } = this.code.apart(() => {
      for (const c of g.data) {
        const value = this.code.value(c);
        const { low, high } = this.code.interval(c);
        // What is always true decides nothing.
        if (!(low <= high && (low > 0 || high < 0))) uses = union(uses, value);
      }
      for (const c of g.clocks) uses = union(uses, this.constraint(c));
    });
    return { uses: this.kept(union(uses, direct)), faulty };
  }

  private constraint(c: ClockConstraint): Sources {
    let uses: Sources = NOTHING;
    if (c.unless !== undefined) {
      uses = this.code.value(c.unless);
      const { low, high } = this.code.interval(c.unless);
      if (low <= high && (low > 0 || high < 0)) return NOTHING;
    }
    for (const ref of [c.left, c.right]) {
      const { cells, by } = this.code.named(ref);
      uses = union(union(uses, by), new Set(cells.filter((x) => x > 0).map((x) => this.elements.ofClock(x))));
    }
    return union(uses, this.code.value(c.bound));
  }

  private channel(e: Edge): { readonly uses: Sources; readonly faulty: boolean } {
    const { sync } = e;
    if (sync?.kind !== "channel") return { uses: NOTHING, faulty: false };
    let uses: Sources = NOTHING;
    const { direct, faulty } = this.code.apart(() => {
      uses = this.code.named({ base: sync.channel.base, terms: sync.channel.terms }).by;
    });
    return { uses: this.kept(union(uses, direct)), faulty };
  }

  private invariant(l: Location): Sources {
    let rates: Sources = NOTHING;
    const { direct } = this.code.apart(() => {
      for (const r of l.invariant.rates) {
        if (r.unless !== undefined) rates = union(rates, this.code.value(r.unless));
        rates = union(rates, union(this.code.named(r.clock).by, this.code.value(r.rate)));
      }
    });
    return union(this.guard(l.invariant).uses, this.kept(union(rates, direct)));
  }

  private kept(all: Sources): Sources {
    const { processes } = this.network;
    return new Set([...all].filter((x) => x >= processes.length && this.elements.isKept(x)));
  }

  private observed(): void {
    const { network, options } = this;
    if (options.keepAll === true) {
      for (let c = network.processes.length; c < network.slots.length; c++) this.need(this.elements.ofCell(c), ANYWHERE, ANYWHERE, { kind: "asked" });
      for (let x = 1; x < network.clocks.length; x++) this.need(this.elements.ofClock(x), ANYWHERE, ANYWHERE, { kind: "asked" });
    }
    const users = (x: number): number | undefined => this.users.get(x);
    options.queries.forEach((query, n) => {
      const own = query.functions.length > 0 || query.cells > network.cells;
      const code = own ? new Flows(network, query, this.elements, new Ranges(network, query)) : this.code;
      for (const { element, process = ANYWHERE, locations = [ANYWHERE] } of observe(network, query, code, users)) {
        for (const l of locations) this.need(element, process, l, { kind: "query", query: n });
      }
    });
  }

  private need(element: number, process: number, location: number, reason: Reason): void {
    const known = process === ANYWHERE ? this.everywhere : this.needs[process][location];
    if (known.has(element)) return;
    const fact: Fact = { element, process, location, reason };
    known.set(element, fact);
    this.count++;
    this.pending.push(fact);
  }

  /** The edge needs an element when its updates begin: before the transition, unless its senders overwrite it. */
  private before(e: Edge, element: number, reason: Reason): void {
    const k = this.possible.classOf(e);
    if (k < 0 || e.sync?.kind !== "channel" || e.sync.direction !== "?" || !this.isOverwritten(k, e.process, element)) {
      this.need(element, e.process, e.source, reason);
      return;
    }
    if (this.passed[k].has(element)) return;
    const fact: Fact = { element, process: e.process, location: ANYWHERE, reason };
    this.passed[k].set(element, fact);
    this.count++;
    this.pending.push(fact);
  }

  /** Whether all possible senders to a process surely overwrite an element. */
  private isOverwritten(k: number, process: number, element: number): boolean {
    if (this.possible.classes[k] === "csp") return false;
    const key = (element * this.passed.length + k) * (this.network.processes.length + 1) + process;
    let known = this.overwritten.get(key);
    if (known === undefined) {
      known = this.senders[k].every((s) => {
        if (s.process === process) return true;
        const from = this.flows[s.id]!.writes.get(element);
        return from !== undefined && !from.has(element);
      });
      this.overwritten.set(key, known);
    }
    return known;
  }

  private follow(fact: Fact): void {
    const { element, process, location } = fact;
    if (location === ANYWHERE && process !== ANYWHERE) {
      this.followPassed(fact);
      return;
    }
    if (process !== ANYWHERE) {
      for (const e of this.into[process][location]) {
        const from = this.flows[e.id]!.writes.get(element);
        if (from === undefined) this.before(e, element, { kind: "flow", edge: e, then: fact });
        else for (const x of from) this.before(e, x, { kind: "flow", edge: e, then: fact });
      }
    }
    this.followOthers(fact);
  }

  /** Other processes that write what is needed, once for each process that they are other to. */
  private followOthers(fact: Fact): void {
    const { element, process } = fact;
    const so = this.neededBy.get(element);
    if (so === undefined) this.neededBy.set(element, { first: process, several: process === ANYWHERE });
    else if (so.several || so.first === process) return;
    else so.several = true;
    for (const e of this.writers.get(element) ?? []) {
      // The first time all others; then those that were left out.
      if (so === undefined ? e.process === process : e.process !== so.first) continue;
      for (const x of this.flows[e.id]!.writes.get(element)!) if (x !== element) this.before(e, x, { kind: "flow", edge: e, then: fact });
    }
  }

  private followPassed(fact: Fact): void {
    const { element } = fact;
    this.passed.forEach((known, k) => {
      if (known.get(element) !== fact) return;
      for (const e of this.senders[k]) {
        for (const x of this.flows[e.id]!.writes.get(element) ?? []) this.need(x, e.process, e.source, { kind: "passed", edge: e, then: fact });
      }
      if (this.possible.classes[k] !== "broadcast") return;
      // Of several receivers one may write what the next one reads.
      for (const e of this.receivers[k]) {
        for (const x of this.flows[e.id]!.writes.get(element) ?? []) if (x !== element) this.before(e, x, { kind: "flow", edge: e, then: fact });
      }
    });
  }
}

