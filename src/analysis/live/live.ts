/**
 * Live variables (Slomp 2010, Reducing UPPAAL Models through Control Flow Analysis, Definitions 7, 18 and 20; after van de
 * Pol, Timmer 2009): for each process and location the variables and clocks whose values matter because of this process.
 * In a state, an element is live if one of the processes needs it where it is, or a query looks at it; two states of the
 * same locations that agree on what is live are bisimilar, with time and faults. An element is needed
 *
 *   1. where an edge's guard or channel, or (2.) the location's invariant, uses it;
 *   3. where a query looks at it (`flow/observe.ts`);
 *   4. at an edge's source, if what the edge makes of it is needed at the target;
 *   5. at an edge's source, if what the edge makes of it is needed by another process somewhere;
 *   6. at a sender's source, if what it makes of it is needed by a receiver of the same channel while the transition runs.
 *
 * Unlike in the thesis, an edge does not need what it only leaves alone for another process, so that globals are dead in
 * some states; and that a receiver's need is met by its senders (value passing, section 4.3.2) is decided edge by edge: if
 * every possible sender overwrites an element, the receiver does not need it before. This holds for broadcasts too, since
 * the sender's updates come first. What may go wrong in an update is a use (see `flow/flow.ts`). Hooks that run before or after
 * every update count as reading all they read, everywhere.
 */
import { wants } from "../../base/index.ts";
import type { Edge, Network, NetworkQuery } from "../../network/index.ts";
import type { Elements } from "../flow/elements.ts";
import { type Flow, Flows } from "../flow/flow.ts";
import { observe } from "../flow/observe.ts";
import type { Sources } from "../flow/sources.ts";
import { type NetworkUses, usesOf } from "../flow/uses.ts";
import type { Possible } from "../values/possible.ts";
import { Ranges } from "../values/range.ts";

/** Why an element is needed. */
type Reason =
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
  /** Give up beyond so many facts. */
  readonly limit?: number | undefined;
  /** Elements that are looked at wherever processes are, beside what queries look at. */
  readonly observed?: Iterable<number> | undefined;
  /** Found before, in another way than usual. */
  readonly uses?: NetworkUses | undefined;
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

/** More facts than this are not worked out, unless asked for. */
const FACTS = 4_000_000;
const ANYWHERE = -1;

export function liveVariables(network: Network, options: LiveOptions): Liveness {
  wants("liveVariables", network, "network");
  wants("liveVariables", options, "object");
  const analysis = new Analysis(network, options);
  analysis.run();
  return analysis.result();
}

class Analysis {
  private readonly options: LiveOptions;
  private readonly uses: NetworkUses;
  private readonly everywhere = new Map<number, Fact>();
  private readonly needs: Map<number, Fact>[][];
  private readonly passed: Map<number, Fact>[];
  /** For each element the process that needs it first, and whether another does. */
  private readonly neededBy = new Map<number, { readonly first: number; several: boolean }>();
  /** By element, then by class of channels and process. */
  private readonly overwritten = new Map<number, Map<number, boolean>>();
  private readonly pending: Fact[] = [];
  private count = 0;
  private readonly limit: number;

  constructor(network: Network, options: LiveOptions) {
    this.options = options;
    this.limit = options.limit ?? FACTS;
    this.uses = options.uses ?? usesOf(network);
    this.needs = network.processes.map((p) => p.locations.map(() => new Map<number, Fact>()));
    this.passed = this.uses.possible.classes.map(() => new Map<number, Fact>());
  }

  run(): void {
    for (const x of this.uses.hookReads) this.need(x, ANYWHERE, ANYWHERE, { kind: "hook" });
    this.directUses();
    this.observed();
    for (let fact = this.pending.pop(); fact !== undefined && this.count < this.limit; fact = this.pending.pop())
      this.follow(fact);
  }

  result(): Liveness {
    const { everywhere, needs, passed } = this;
    const { network, elements, possible, flows, users, hookWrites } = this.uses;
    return {
      network,
      elements,
      possible,
      everywhere,
      needs,
      passed,
      flows,
      hooked: hookWrites,
      owner: (x) => users.get(x),
      gaveUp: this.count >= this.limit,
    };
  }

  private directUses(): void {
    const { network, possible, invariants, guards, channels, flows } = this.uses;
    const all = (uses: Sources, process: number, location: number, reason: Reason): void => {
      for (const x of uses) this.need(x, process, location, reason);
    };
    for (const p of network.processes) {
      for (const l of p.locations)
        all(invariants[p.index]![l.index]!, p.index, l.index, {
          kind: "invariant",
          process: p.index,
          location: l.index,
        });
      for (const e of p.edges) {
        if (!possible.locations[p.index]![e.source]) continue;
        all(guards[e.id]!, p.index, e.source, { kind: "guard", edge: e });
        const flow = flows[e.id];
        if (flow === undefined) continue;
        all(channels[e.id]!, p.index, e.source, { kind: "channel", edge: e });
        for (const x of flow.direct) this.before(e, x, { kind: "fault", edge: e });
      }
    }
  }

  private observed(): void {
    const { options } = this;
    const { network, elements } = this.uses;
    if (options.keepAll === true) {
      for (let c = network.processes.length; c < network.slots.length; c++)
        this.need(elements.ofCell(c), ANYWHERE, ANYWHERE, { kind: "asked" });
      for (let x = 1; x < network.clocks.length; x++)
        this.need(elements.ofClock(x), ANYWHERE, ANYWHERE, { kind: "asked" });
    }
    for (const x of options.observed ?? []) this.need(x, ANYWHERE, ANYWHERE, { kind: "asked" });
    const owner = (x: number): number | undefined => this.uses.users.get(x);
    options.queries.forEach((query, n) => {
      const own = query.functions.length > 0 || query.cells > network.cells;
      const code = own ? new Flows(network, query, elements, new Ranges(network, query)) : this.uses.code;
      for (const { element, process = ANYWHERE, locations = [ANYWHERE] } of observe(network, query, code, owner)) {
        for (const l of locations) this.need(element, process, l, { kind: "query", query: n });
      }
    });
  }

  private need(element: number, process: number, location: number, reason: Reason): void {
    const known = process === ANYWHERE ? this.everywhere : this.needs[process]![location]!;
    if (known.has(element)) return;
    const fact: Fact = { element, process, location, reason };
    known.set(element, fact);
    this.count++;
    this.pending.push(fact);
  }

  /** The edge needs an element when its updates begin: before the transition, unless its senders overwrite it. */
  private before(e: Edge, element: number, reason: Reason): void {
    const k = this.uses.possible.classOf(e);
    if (k < 0 || e.sync?.kind !== "channel" || e.sync.direction !== "?" || !this.isOverwritten(k, e.process, element)) {
      this.need(element, e.process, e.source, reason);
      return;
    }
    if (this.passed[k]!.has(element)) return;
    const fact: Fact = { element, process: e.process, location: ANYWHERE, reason };
    this.passed[k]!.set(element, fact);
    this.count++;
    this.pending.push(fact);
  }

  /** Whether all possible senders to a process surely overwrite an element. */
  private isOverwritten(k: number, process: number, element: number): boolean {
    if (this.uses.possible.classes[k] === "csp") return false;
    const known = this.overwritten.get(element) ?? new Map<number, boolean>();
    this.overwritten.set(element, known);
    const key = k * this.uses.network.processes.length + process;
    let answer = known.get(key);
    if (answer === undefined) {
      answer = this.uses.senders[k]!.every((s) => {
        if (s.process === process) return true;
        const from = this.uses.flows[s.id]!.writes.get(element);
        return from !== undefined && !from.has(element);
      });
      known.set(key, answer);
    }
    return answer;
  }

  private follow(fact: Fact): void {
    const { element, process, location } = fact;
    if (location === ANYWHERE && process !== ANYWHERE) {
      this.followPassed(fact);
      return;
    }
    if (process !== ANYWHERE) {
      for (const e of this.uses.into[process]![location]!) {
        const from = this.uses.flows[e.id]!.writes.get(element);
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
    for (const e of this.uses.writers.get(element) ?? []) {
      // The first time all others; then those that were left out.
      if (so === undefined ? e.process === process : e.process !== so.first) continue;
      for (const x of this.uses.flows[e.id]!.writes.get(element)!)
        if (x !== element) this.before(e, x, { kind: "flow", edge: e, then: fact });
    }
  }

  private followPassed(fact: Fact): void {
    const { element } = fact;
    this.passed.forEach((known, k) => {
      if (known.get(element) !== fact) return;
      for (const e of this.uses.senders[k]!) {
        for (const x of this.uses.flows[e.id]!.writes.get(element) ?? [])
          this.need(x, e.process, e.source, { kind: "passed", edge: e, then: fact });
      }
      if (this.uses.possible.classes[k] !== "broadcast") return;
      // Of several receivers one may write what the next one reads.
      for (const e of this.uses.receivers[k]!) {
        for (const x of this.uses.flows[e.id]!.writes.get(element) ?? [])
          if (x !== element) this.before(e, x, { kind: "flow", edge: e, then: fact });
      }
    });
  }
}
