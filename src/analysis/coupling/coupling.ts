/**
 * Coupling: which processes can have a time of their own (Bengtsson, Jonsson, Lilius, Yi 1998; Govind, Herbreteau, Srivathsan,
 * Walukiewicz, CONCUR 2019), and what takes part in a step besides the processes whose edges are taken.
 * `engine/interpret/local.ts` has the semantics and says what is to be shown: a run in which each group has its own time,
 * whose times are equal in the end, is a run of the network once its steps are put in the order of time. Steps that share a
 * participant keep their order. So it is enough that
 *
 *   1. steps that share no participant commute: processes take part with their groups, and a variable that several groups
 *      use and some edge writes takes part in every step that uses it (`shared`), unless no value of it ever matters: then
 *      no order does;
 *   2. whoever could receive a broadcast takes part in it, and so does what decides whether it can: a group that comes late might
 *      still enter or leave a location that receives (`attending`, `uses`);
 *   3. whether time may pass for a group is decided by the group alone: processes share a group if they use one clock, if one
 *      writes a variable in an invariant of the other, or if both have to do with an urgent channel, by an edge or by a
 *      variable that its guards or indices look at. Clocks that are compared or copied are used by one process, so their
 *      differences are of one group;
 *   4. committed locations need nothing: the steps from entering the first to leaving the last of them follow each other at
 *      one time, in any order by time.
 *
 * What compares all steps of the network with each other, or is not followed here, is refused by name.
 */
import type { Edge, Network } from "../../network/index.ts";
import { eachCode } from "../code/walk.ts";
import { type NetworkUses, usesOf } from "../flow/uses.ts";
import { readsLocations } from "../influence/looks.ts";
import { deadEverywhere, type LiveCells } from "../live/cells.ts";

export interface Coupling {
  /** How many groups there are, at least two. */
  readonly groups: number;
  /** The group of each process, and of each clock. */
  readonly groupOf: readonly number[];
  readonly groupOfClock: readonly number[];
  /** The group that has to do with urgent channels; -1 if none does. */
  readonly urgent: number;
  /** How many variables take part in steps. */
  readonly shared: number;
  /** By edge id: groups that take part in steps with this edge whether an edge of theirs does or not. */
  readonly attending: readonly (readonly number[])[];
  /** By edge id: variables that take part, from 0. */
  readonly uses: readonly (readonly number[])[];
}

/**
 * The groups of a network, or why local time says nothing about it. `live`: by what states are told apart, if not by everything.
 */
export function couplingOf(network: Network, live?: LiveCells): Coupling | string {
  return whyNotLocal(network) ?? new Couplings(network, live).result();
}

function whyNotLocal(network: Network): string | undefined {
  const { processes, slots, hasPriorities, beforeUpdate, afterUpdate } = network;
  if (processes.length < 2) return "there is one process";
  if (hasPriorities) return "priorities compare all steps";
  if (beforeUpdate.length + afterUpdate.length > 0) return "code runs with every update";
  if (slots.some((s) => s.meta)) return "there are meta variables";
  if (processes.some((p) => p.locations.some((l) => l.invariant.rates.length > 0))) return "there are stopwatches";
  if (readsLocations(network)) return "the model's code reads where processes are";
  let isShifted = false;
  eachCode(network, undefined, (code) => {
    if (code.op === "move" && (code.plus.op !== "const" || code.plus.value < 0)) isShifted = true;
  });
  return isShifted ? "clocks are shifted" : undefined;
}

class Couplings {
  private readonly network: Network;
  private readonly known: NetworkUses;
  /** By edge id: elements that it uses. */
  private readonly elements: ReadonlySet<number>[] = [];
  private readonly users = new Map<number, Set<number>>();
  private readonly parent: number[];
  /** Elements whose values never matter. */
  private readonly dead: ReadonlySet<number>;
  /** What joined two groups last. */
  private last = "";

  constructor(network: Network, live: LiveCells | undefined) {
    this.network = network;
    this.known = usesOf(network);
    this.dead = new Set(live && deadEverywhere(live).map((cell) => this.known.elements.ofCell(cell)));
    this.parent = network.processes.map((_, p) => p);
    for (const e of this.possible()) {
      this.elements[e.id] = this.elementsOf(e);
      for (const x of this.elements[e.id]!) this.used(x, e.process);
    }
    this.known.invariants.forEach((list, p) => {
      for (const all of list) for (const x of all) this.used(x, p);
    });
  }

  result(): Coupling | string {
    const refusal = this.joinUrgent();
    if (refusal !== undefined) return refusal;
    this.joinByClocks();
    this.joinByInvariants();
    const roots = [...new Set(this.parent.map((_, p) => this.find(p)))];
    if (roots.length === 1) return `all processes share a time: the last two groups are joined by ${this.last}`;
    const groupOf = this.parent.map((_, p) => roots.indexOf(this.find(p)));
    const shared = this.shared(groupOf);
    const numbers = (all: Iterable<number>): number[] => [...all].flatMap((x) => shared.get(x) ?? []);
    const attending: number[][] = [];
    const uses: number[][] = [];
    for (const e of this.possible()) {
      const others = this.audience(e);
      attending[e.id] = [...new Set([...others.map((o) => groupOf[o.process]!), ...this.weakly(e, groupOf)])];
      uses[e.id] = [...new Set([...numbers(this.elements[e.id]!), ...others.flatMap((o) => numbers(this.looks(o)))])];
    }
    const groupOfClock = this.network.clocks.map((_, x) => {
      const [user] = this.users.get(this.known.elements.ofClock(x)) ?? [];
      return user === undefined ? 0 : groupOf[user]!;
    });
    const urgent = this.possible().find((e) => this.isUrgent(e));
    return {
      groups: roots.length,
      groupOf,
      groupOfClock,
      urgent: urgent === undefined ? -1 : groupOf[urgent.process]!,
      shared: shared.size,
      attending,
      uses,
    };
  }

  private possible(): readonly Edge[] {
    return this.network.processes.flatMap((p) => p.edges.filter((e) => this.known.flows[e.id] !== undefined));
  }

  private used(x: number, process: number): void {
    const users = this.users.get(x);
    if (users === undefined) this.users.set(x, new Set([process]));
    else users.add(process);
  }

  /** What decides whether the edge can be taken. */
  private looks({ id }: Edge): readonly number[] {
    return [...this.known.guards[id]!, ...this.known.channels[id]!];
  }

  private elementsOf(e: Edge): ReadonlySet<number> {
    const { direct, writes } = this.known.flows[e.id]!;
    const all = new Set([...this.looks(e), ...direct, ...writes.keys()]);
    for (const from of writes.values()) for (const x of from) all.add(x);
    return all;
  }

  private joinByClocks(): void {
    for (const [x, users] of this.users) {
      const clock = this.known.elements.clockOf(x);
      if (clock !== undefined) this.join(users, `the clock ${this.network.clocks[clock]!.name}`);
    }
  }

  private joinByInvariants(): void {
    this.known.invariants.forEach((list, p) => {
      for (const all of list) for (const x of all) this.joinWriters(x, p, "an invariant");
    });
  }

  /** One group has to do with all urgent channels. */
  private joinUrgent(): string | undefined {
    const urgent = this.possible().filter((e) => this.isUrgent(e));
    if (urgent.some((e) => e.guard.clocks.length > 0)) return "an edge over an urgent channel has a clock guard";
    this.join(new Set(urgent.map((e) => e.process)), "an urgent channel");
    for (const e of urgent) for (const x of this.looks(e)) this.joinWriters(x, e.process, "an urgent channel");
    return undefined;
  }

  private joinWriters(x: number, process: number, what: string): void {
    const writers = this.known.writers.get(x) ?? [];
    this.join(new Set([process, ...writers.map((e) => e.process)]), `a variable in ${what}`);
  }

  private isUrgent({ sync }: Edge): boolean {
    if (sync?.kind !== "channel") return false;
    const { base, terms } = sync.channel;
    const last = terms.reduce((at, t) => at + (t.size - 1) * t.stride, base);
    return this.network.channels.slice(base, last + 1).some((c) => c.urgent);
  }

  /** Variables that several groups use and somebody writes, with numbers. */
  private shared(groupOf: readonly number[]): ReadonlyMap<number, number> {
    const found = new Map<number, number>();
    for (const [x, users] of this.users) {
      if (this.known.elements.clockOf(x) !== undefined || !this.known.writers.has(x) || this.dead.has(x)) continue;
      if (new Set([...users].map((p) => groupOf[p]!)).size > 1) found.set(x, found.size);
    }
    return found;
  }

  /** Edges of others that may receive what this one broadcasts. */
  private audience(e: Edge): readonly Edge[] {
    const { possible, receivers } = this.known;
    const k = possible.classOf(e);
    if (k < 0 || e.sync?.kind !== "channel" || e.sync.direction === "?") return [];
    return possible.classes[k] === "broadcast" ? receivers[k]!.filter((o) => o.process !== e.process) : [];
  }

  /** Groups of TChecker's vectors with this edge's event in which somebody takes part only if it can. */
  private weakly({ process, sync }: Edge, groupOf: readonly number[]): readonly number[] {
    if (sync?.kind !== "event") return [];
    return this.network.vectors
      .filter(
        ({ parts }) => parts.some((p) => p.weak) && parts.some((p) => p.process === process && p.event === sync.event),
      )
      .flatMap(({ parts }) => parts.map((p) => groupOf[p.process]!));
  }

  private join(processes: ReadonlySet<number>, what: string): void {
    const [first, ...others] = processes;
    for (const p of others) {
      if (this.find(p) === this.find(first!)) continue;
      this.parent[this.find(p)] = this.find(first!);
      this.last = what;
    }
  }

  private find(process: number): number {
    let at = process;
    while (this.parent[at] !== at) at = this.parent[at]!;
    return at;
  }
}
