/**
 * Cones of influence: for a set of things asked about, the processes K that can have to do with them, and a network of K
 * alone (`reduce/cones.ts`) that does at least what K does among the others, R. If a question `A[] p` about K holds there, it
 * holds in the whole, and `E<> p` that does not hold there does not hold in the whole; the other answers say nothing.
 * Conditions on K:
 *
 *   1. what p looks at is written by K only, and so is what guards, invariants, channel indices and possible faults of K
 *      depend on, and what K computes these from (`flow/uses.ts` follows values through updates and calls);
 *   2. if a process of K has committed locations, a process that shares a channel with K in an edge from a committed location
 *      is in K;
 *   3. there are no priorities, hooks, stopwatches, meta variables, vectors, edges without `!` and `?`, or
 *      code of the model that reads where a process is.
 *
 * The network of K has in place of R one process that is always ready: it sends what some process of R sends and K receives,
 * and receives what K sends to R over a binary channel, without guards, updates or urgency.
 *
 * Proof. Leave out of a run of the whole the places of R and everything that is not named in (1): it is a run of K's network.
 * A delay: K's invariants hold, no process of K is urgent or committed, and two of K that could synchronise urgently (guards
 * decide that, not invariants) could do so in the whole. A step without K changes nothing that is left, by (1). A step with
 * some of K: their guards and updates do the same, by (1); a partner in R is replaced by the one that is always ready, and
 * those of K that receive a broadcast are the same; targets' invariants of K hold. If one of K is committed, then somebody
 * who takes part is, and by (2) it is one of K. So what is reachable of K is reachable there, and code of K that faults in
 * the whole faults there, too: by (1) that depends on nothing else.
 *
 * Faults of R are faults of the whole all the same. So each process is in some cone that is searched to the end without a
 * fault, or cannot fault (`faultless.ts`).
 */
import { type Edge, locationAt, type Network, type NetworkQuery, processAt } from "../../network/index.ts";
import { partsOf } from "../code/conjunct.ts";
import { eachConstraint, eachQueryCode, mentionsDeadlock } from "../code/walk.ts";
import { type NetworkUses, usesOf } from "../flow/uses.ts";
import { isFaultless } from "./faultless.ts";
import { flowsOf, looksAt, readsLocations } from "./looks.ts";

type FormulaQuery = NetworkQuery & { readonly kind: "E<>" | "A[]" };

/** What some processes are to be asked. The whole has the same answer if all cones have the one that proves it. */
export interface Influence {
  readonly query: FormulaQuery;
  /** Processes that are kept. */
  readonly kept: ReadonlySet<number>;
  /** Channels over which others send to those that are kept, and those over which others receive from them alone. */
  readonly sent: ReadonlySet<number>;
  readonly received: ReadonlySet<number>;
}

/** `open`: the least; `closed`: with partners over channels, and processes whose invariants are about what is needed. */
export type Reach = "open" | "closed";

/**
 * The cones of a query, smaller than the network each; undefined if there are none such. Requires: a network without counters
 * (`reduce/counters.ts`).
 */
export function influences(network: Network, query: NetworkQuery, reach: Reach): readonly Influence[] | undefined {
  if ((query.kind !== "A[]" && query.kind !== "E<>") || !isPlain(network)) return undefined;
  const asked: FormulaQuery = { ...query, kind: query.kind };
  if (mentionsDeadlock(asked.formula) || isAboutNothing(asked)) return undefined;
  const uses = usesOf(network);
  const cones = new Cones(network, uses, reach);
  const all = asked.kind === "A[]";
  const groups = new Map<string, { readonly kept: ReadonlySet<number>; readonly parts: FormulaQuery["formula"][] }>();
  const flows = flowsOf(uses, asked);
  for (const formula of partsOf(asked.formula, all)) {
    const kept = cones.around(looksAt(uses, { ...asked, formula }, flows));
    if (cones.isAll(kept)) return undefined;
    const key = [...kept].sort((a, b) => a - b).join();
    const group = groups.get(key) ?? { kept, parts: [] };
    groups.set(key, group);
    group.parts.push(formula);
  }
  const covered = new Set([...groups.values()].flatMap(({ kept }) => [...kept]));
  const made = [...groups.values()].map(({ kept, parts }): Influence => {
    const formula = parts.length === 1 ? parts[0]! : { is: all ? ("and" as const) : ("or" as const), items: parts };
    return { query: { ...asked, formula }, kept, ...cones.channelsTo(kept) };
  });
  for (const p of network.processes) {
    if (covered.has(p.index) || isFaultless(uses, p)) continue;
    // Also one that does nothing has invariants that may fault.
    const kept = cones.around([], p.index);
    if (cones.isAll(kept)) return undefined;
    for (const k of kept) covered.add(k);
    const formula = { is: "data" as const, code: { op: "const" as const, value: all ? 1 : 0 } };
    made.push({ query: { ...asked, formula }, kept, ...cones.channelsTo(kept) });
  }
  return made;
}

/** Who asks for `A[] true` wants all states explored. */
function isAboutNothing(query: FormulaQuery): boolean {
  let clocks = false;
  eachConstraint(query.formula, false, () => {
    clocks = true;
  });
  let loads = false;
  eachQueryCode(query, (code) => {
    if (code.op === "load" || code.op === "same" || code.op === "call") loads = true;
  });
  return !clocks && !loads;
}

/** Condition 3. */
function isPlain(network: Network): boolean {
  const { vectors, hasPriorities, slots, processes, beforeUpdate, afterUpdate } = network;
  if (vectors.length > 0 || hasPriorities || slots.some((s) => s.meta)) return false;
  if (beforeUpdate.length + afterUpdate.length > 0 || readsLocations(network)) return false;
  return processes.every(
    (p) =>
      p.locations.every((l) => l.invariant.rates.length === 0) &&
      p.edges.every((e) => e.sync === undefined || (e.sync.kind === "channel" && e.sync.direction !== "")),
  );
}

class Cones {
  /** How many processes do anything at all. */
  private readonly running: number;
  private readonly whole: Network;
  private readonly uses: NetworkUses;
  private readonly reach: Reach;
  /** Possible edges by channel. */
  private readonly senders: readonly Edge[][];
  private readonly receivers: readonly Edge[][];
  /** By variable or clock, the processes that have invariants about it. */
  private readonly forbidding = new Map<number, Set<number>>();

  constructor(network: Network, uses: NetworkUses, reach: Reach) {
    this.whole = network;
    this.uses = uses;
    this.reach = reach;
    this.senders = network.channels.map(() => []);
    this.receivers = network.channels.map(() => []);
    for (const p of network.processes)
      for (const e of p.edges)
        for (const c of this.channels(e)) (this.isSender(e) ? this.senders : this.receivers)[c]!.push(e);
    uses.invariants.forEach((rows, p) => {
      for (const row of rows)
        for (const x of row) this.forbidding.set(x, (this.forbidding.get(x) ?? new Set<number>()).add(p));
    });
    this.running = network.processes.filter((p) => p.edges.length > 0).length;
  }

  /** Whether all that do anything are kept. */
  isAll(kept: ReadonlySet<number>): boolean {
    return [...kept].filter((p) => processAt(this.whole, p).edges.length > 0).length >= this.running;
  }

  /**
   * The processes that have to do with some elements and processes; of those that do nothing none is named but `always`, which
   * is kept in any case.
   */
  around(asked: readonly number[], always?: number): ReadonlySet<number> {
    const { uses, whole } = this;
    const kept = new Set<number>();
    const needed = new Set<number>();
    const need = (x: number): void => {
      if (needed.has(x)) return;
      needed.add(x);
      if (this.reach === "closed") for (const p of this.forbidding.get(x) ?? []) keep(p);
      for (const e of uses.writers.get(x) ?? []) {
        keep(e.process);
        for (const from of uses.flows[e.id]?.writes.get(x) ?? []) need(from);
      }
    };
    const keep = (p: number): void => {
      const { edges, locations } = processAt(whole, p);
      if (kept.has(p) || (edges.length === 0 && p !== always)) return;
      kept.add(p);
      for (const l of locations) for (const x of uses.invariants[p]![l.index]!) need(x);
      for (const e of edges) {
        for (const all of [uses.guards[e.id], uses.channels[e.id], uses.flows[e.id]?.direct])
          for (const x of all ?? []) need(x);
        if (this.reach === "closed") for (const other of this.partners(e)) keep(other.process);
      }
    };
    if (always !== undefined) keep(always);
    for (const x of asked) {
      if (x < whole.processes.length) keep(x);
      else need(x);
    }
    for (let again = true; again; ) {
      const before = kept.size;
      if ([...kept].some((p) => processAt(whole, p).locations.some((l) => l.committed)))
        for (const p of [...kept])
          for (const e of processAt(whole, p).edges)
            for (const other of this.sharing(e)) if (this.isCommitted(other)) keep(other.process);
      again = kept.size > before;
    }
    return kept;
  }

  /** How those that are kept meet the others. */
  channelsTo(kept: ReadonlySet<number>): Pick<Influence, "sent" | "received"> {
    const [sent, received] = [new Set<number>(), new Set<number>()];
    for (const [c, { broadcast }] of this.whole.channels.entries()) {
      const [own, others] = divide(this.senders[c]!, kept);
      const [ownReceivers, otherReceivers] = divide(this.receivers[c]!, kept);
      if (others && ownReceivers) sent.add(c);
      if (own && otherReceivers && !broadcast) received.add(c);
    }
    return { sent, received };
  }

  /** Edges of others that an edge waits for, or that wait for it: all but the receivers of a broadcast. */
  private partners(e: Edge): readonly Edge[] {
    const { channels } = this.whole;
    const all = this.channels(e);
    if (!this.isSender(e)) return all.flatMap((c) => this.senders[c]!);
    return all.flatMap((c) => (channels[c]!.broadcast ? [] : this.receivers[c]!));
  }

  /** Edges that may be part of one transition with it: receivers of the same broadcast as well. */
  private sharing(e: Edge): readonly Edge[] {
    return this.channels(e).flatMap((c) => [...this.senders[c]!, ...this.receivers[c]!]);
  }

  private isCommitted({ process, source }: Edge): boolean {
    return locationAt(processAt(this.whole, process), source).committed;
  }

  private isSender({ sync }: Edge): boolean {
    return sync?.kind === "channel" && sync.direction === "!";
  }

  /** The channels an edge may synchronise over; none if it is never taken. */
  private channels({ id, sync }: Edge): readonly number[] {
    const { edges, ranges } = this.uses.possible;
    if (sync?.kind !== "channel" || !edges[id]) return [];
    return ranges.addresses({ base: sync.channel.base, terms: sync.channel.terms });
  }
}

/** Whether some are kept, and whether some are not. */
function divide(edges: readonly Edge[], kept: ReadonlySet<number>): readonly [boolean, boolean] {
  return [edges.some((e) => kept.has(e.process)), edges.some((e) => !kept.has(e.process))];
}
