/**
 * Processes that cannot matter to a query. Leaving out a set R of processes changes no answer
 * to a question about the others, K, if (1) each of R is harmless (`harmless.ts`); (2) nothing that R writes (locations,
 * variables, clocks) is read by K or the query, and K receives nothing that R sends; (3) what R does without K takes time:
 * in each process of R every cycle of steps, but for those that receive from K, sets some own clock to zero and has a
 * guard by which it is at least one; (4) what R receives from R does not lead to urgent or committed locations; and there are
 * no priorities, hooks, stopwatches or urgent channels in R's edges, and no `deadlock` in the query; (5) a query about paths
 * has no clocks: where K is deadlocked its path may end, while R lets time go on, and clocks with it.
 *
 * Proof. A run of all, with R's steps and components left out, is a run of K: by (2) K's guards, updates and synchronisations
 * are the same, and R only adds restrictions; a step of K is not allowed for the sake of a committed process of R, since those
 * do not receive. Conversely a run of K becomes a run of all if R's steps are put in: before anything else processes of R leave
 * committed and urgent locations, which takes finitely many steps by (1) and (4); a delay is cut at the deadlines of R, where a
 * step of R is possible, and these are finitely many by (3); broadcasts of K take harmless receivers along. So the same
 * states of K are reached, at the same times. Maximal paths: an infinite run with finitely many steps of K lets time
 * diverge by (3), so K alone can delay for ever; a deadlock of all is one of K, since R could leave a deadline; after a
 * deadlock of K, where a path of K may stop, R can do finitely much or lets time diverge, which by (5) changes no formula. So
 * a formula about K holds throughout a maximal path of all iff it does throughout one of K.
 */
import {
  type Edge,
  isDataOnly,
  type Network,
  type NetworkQuery,
  type Process,
  processAt,
} from "../../network/index.ts";
import { channelsOf } from "../bounds/monotone.ts";
import { formulasOf, mentionsDeadlock } from "../code/walk.ts";
import { type NetworkUses, usesOf } from "../flow/uses.ts";
import { countersOf } from "./counter.ts";
import { constantOf } from "./cover.ts";
import { hasCycle, isAlone, isHarmless } from "./harmless.ts";
import { looksAt, readsLocations } from "./looks.ts";

/** What a process or a query reads and writes: elements (`flow/elements.ts`), and processes by their numbers. */
interface Touched {
  readonly reads: Set<number>;
  readonly writes: Set<number>;
}

export function bystanders(network: Network, query: NetworkQuery): ReadonlySet<number> {
  const none = new Set<number>();
  if (network.vectors.length > 0 || network.hasPriorities) return none;
  if (network.beforeUpdate.length + network.afterUpdate.length > 0) return none;
  if (network.processes.some((p) => p.locations.some((l) => l.invariant.rates.length > 0))) return none;
  if (formulasOf(query).some(mentionsDeadlock) || readsLocations(network)) return none;
  if (isAboutPaths(query) && !formulasOf(query).every(isDataOnly)) return none;
  const uses = usesOf(network);
  const { elements } = uses;
  const touched = network.processes.map((p) => touchedBy(uses, p));
  const asked = new Set(looksAt(uses, query));
  // Nothing depends on these, and they stay in range whoever is left out.
  const counters = countersOf(network, query);
  for (const { reads, writes } of touched)
    for (const cell of counters) {
      reads.delete(elements.ofCell(cell));
      writes.delete(elements.ofCell(cell));
    }
  const writers = new Map<number, number>();
  for (const { writes } of touched) for (const x of writes) writers.set(x, (writers.get(x) ?? 0) + 1);
  const isOwn = (p: number) => (x: number) => (writers.get(x) ?? 0) === (touched[p]!.writes.has(x) ? 1 : 0);
  const left = new Set<number>();
  for (const p of network.processes) {
    const own = isOwn(p.index);
    if ([...touched[p.index]!.writes].some((x) => asked.has(x))) continue;
    const ownCell = (cell: number) => own(elements.ofCell(cell));
    if (isHarmless(network, p, ownCell, (clock) => own(elements.ofClock(clock)), counters)) left.add(p.index);
  }
  const sent = network.processes.map((p) => channels(network, p, "!"));
  const heard = network.processes.map((p) => channels(network, p, "?"));
  const outside: Outside = { reads: new Set(), heard: new Set() };
  const stays = (p: number): void => {
    for (const x of touched[p]!.reads) outside.reads.add(x);
    for (const c of heard[p]!) outside.heard.add(c);
  };
  for (const p of network.processes) if (!left.has(p.index)) stays(p.index);
  for (let again = left.size > 0; again; ) {
    again = false;
    const fromLeft = new Set([...left].flatMap((p) => [...sent[p]!]));
    for (const p of left) {
      const process = processAt(network, p);
      if (
        isApart(touched[p]!.writes, sent[p]!, outside) &&
        !isWoken(network, process, fromLeft) &&
        takesTime(network, process, fromLeft, (clock) => isOwn(p)(elements.ofClock(clock)))
      )
        continue;
      left.delete(p);
      stays(p);
      again = true;
    }
  }
  return left;
}

function isAboutPaths({ kind }: NetworkQuery): boolean {
  return kind === "E[]" || kind === "A<>" || kind === "-->";
}

/** What processes that stay read and receive. */
interface Outside {
  readonly reads: Set<number>;
  readonly heard: Set<string>;
}

/** Condition 2. */
function isApart(writes: ReadonlySet<number>, sent: ReadonlySet<string>, outside: Outside): boolean {
  for (const x of writes) if (outside.reads.has(x)) return false;
  for (const c of sent) if (outside.heard.has(c)) return false;
  return true;
}

/** Against condition 4. */
function isWoken(network: Network, { edges, locations }: Process, fromLeft: ReadonlySet<string>): boolean {
  const isStill = (e: Edge) => locations[e.target]!.urgent || locations[e.target]!.committed;
  return edges.some((e) => isStill(e) && receives(network, e, fromLeft));
}

/** Condition 3, by one clock for the whole process: no cycle is left without its guards, and none without its resets. */
function takesTime(
  network: Network,
  { locations, edges }: Process,
  fromLeft: ReadonlySet<string>,
  isOwnClock: (clock: number) => boolean,
): boolean {
  const steps = edges.filter((e) => isAlone(e) || receives(network, e, fromLeft));
  if (!hasCycle(locations.length, steps)) return true;
  const compared = new Set(steps.flatMap((e) => e.guard.clocks.map((c) => c.right.base)));
  return [...compared].some((x) => {
    if (x === 0 || !isOwnClock(x)) return false;
    const waits = (e: Edge) => e.guard.clocks.some((c) => c.right.base === x && -constantOf(c.bound) >= 1);
    const starts = (e: Edge) =>
      e.update.some((c) => c.op === "reset" && c.clock.base === x) &&
      e.update.every((c) => c.op !== "reset" || c.clock.base !== x || constantOf(c.value) === 0);
    const others = (e: Edge) => e.update.some((c) => c.op === "reset" && c.clock.base === x) && !starts(e);
    if (steps.some(others)) return false;
    return ![waits, starts].some((does) =>
      hasCycle(
        locations.length,
        steps.filter((e) => !does(e)),
      ),
    );
  });
}

function receives(network: Network, e: Edge, from: ReadonlySet<string>): boolean {
  return e.sync?.kind === "channel" && e.sync.direction === "?" && channelsOf(e, network).some((c) => from.has(c.name));
}

function channels(network: Network, process: Process, direction: "!" | "?"): Set<string> {
  const all = new Set<string>();
  for (const e of process.edges)
    if (e.sync?.kind === "channel" && e.sync.direction === direction)
      for (const c of channelsOf(e, network)) all.add(c.name);
  return all;
}

/** What decides about its steps and delays and what they compute is read, whatever becomes of it. */
function touchedBy({ guards, channels, invariants, flows }: NetworkUses, { index, edges }: Process): Touched {
  const [reads, writes] = [new Set<number>(), new Set([index])];
  const read = (uses: Iterable<number> = []): void => {
    for (const x of uses) reads.add(x);
  };
  for (const row of invariants[index]!) read(row);
  for (const { id } of edges) {
    const flow = flows[id];
    for (const uses of [guards[id], channels[id], flow?.direct, ...(flow?.writes.values() ?? [])]) read(uses);
    for (const x of flow?.writes.keys() ?? []) writes.add(x);
  }
  return { reads, writes };
}
