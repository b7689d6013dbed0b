/**
 * When the acceleration of a cycle is exact in a network with data. Hendriks and Larsen prove it for one automaton with
 * clocks only. In a network, a round through the appended cycle stands for several rounds of the old one at other moments,
 * with everything else unchanged. That is possible if nothing else can tell the difference:
 *
 * - the cycle's edges are internal, write no variables, and no other process looks at the cycle's clock;
 * - no edge that leaves a location of the cycle could force a step there: no urgent channel, no broadcast received;
 * - there are no priorities, and no code runs at every transition.
 *
 * Data that the cycle's guards read may be changed by others: then the guards become invariants of the appended
 * locations (`watches`), so that a change that an old round would notice happens in old locations only. Invariants,
 * committed and urgent locations of others stop time or steps for the old and the appended cycle alike. Several processes
 * that go round together are judged as one (`product.ts`). Where a condition fails the result is an over-approximation: edges
 * and locations are only added, so no state is lost.
 */

import { append } from "../../base/index.ts";
import {
  type Address,
  type Code,
  clockAt,
  type Edge,
  functionAt,
  type Location,
  type Network,
  type Process,
} from "../../network/index.ts";
import { eachCodeOf } from "../code/walk.ts";
import { covers, readsOf, spanOf, step } from "./reads.ts";
import { edgeText, itemsOf, type TimedCycle } from "./window.ts";

export interface Exactness {
  /** The conditions that fail; empty if the acceleration is exact. */
  readonly fails: readonly string[];
  /** Whether others may change what the cycle's guards read. */
  readonly watches: boolean;
}

/** What a process may touch: cells it writes, clocks it tests or sets. `anything`: through references. */
export interface Touched {
  readonly writes: readonly (readonly [number, number])[];
  readonly clocks: readonly (readonly [number, number])[];
  readonly anything: boolean;
}

/** Whose cycle it is, and with which clocks, where that is more than one process or one clock (`product.ts`). */
export interface Together {
  readonly members: readonly number[];
  readonly clocks: readonly number[];
}

export function judge(
  network: Network,
  process: Process,
  cycle: TimedCycle,
  touched: readonly Touched[],
  { members, clocks }: Together = { members: [process.index], clocks: [cycle.clock] },
): Exactness {
  const fails: string[] = [];
  for (const e of cycle.edges) {
    if (e.sync !== undefined) fails.push(`${edgeText(process, e)} synchronises`);
    if (itemsOf(e.update).some((item) => item.op !== "reset")) fails.push(`${edgeText(process, e)} writes variables`);
  }
  const inside = new Set(cycle.edges.map((e) => e.source));
  for (const e of process.edges) if (inside.has(e.source)) append(fails, forces(network, process, e));
  const others = touched.filter((_, p) => !members.includes(p));
  for (const clock of clocks) {
    const user = network.processes.find(
      (p) =>
        !members.includes(p.index) && (touched[p.index]!.anything || covers(touched[p.index]!.clocks, clock, clock)),
    );
    if (user !== undefined)
      fails.push(`the process ${user.name} may use the clock ${clockAt(network, clock).name} too`);
  }
  if (network.hasPriorities) fails.push("there are priorities");
  if (network.beforeUpdate.length + network.afterUpdate.length > 0)
    fails.push("code runs before or after every transition");
  const reads = readsOf(network, cycle.edges);
  const watches = others.some(
    (t) => t.anything || reads.anything || reads.cells.some(([low, high]) => covers(t.writes, low, high)),
  );
  return { fails: [...new Set(fails)], watches: watches && cycle.edges.some((e) => e.guard.data.length > 0) };
}

function forces(network: Network, process: Process, e: Edge): readonly string[] {
  if (e.sync === undefined) return [];
  if (e.sync.kind === "event") return [`${edgeText(process, e)} synchronises`];
  const [low, high] = spanOf(e.sync.channel);
  const channels = network.channels.slice(low, high + 1);
  const urgent = channels.find((c) => c.urgent);
  if (urgent !== undefined) return [`${edgeText(process, e)} uses the urgent channel ${urgent.name}`];
  const broadcast = e.sync.direction === "!" ? undefined : channels.find((c) => c.broadcast);
  return broadcast === undefined ? [] : [`${edgeText(process, e)} receives the broadcast ${broadcast.name}`];
}

/** What each process may touch. */
export function touchedBy(network: Network): readonly Touched[] {
  return network.processes.map((p) => {
    const writes: (readonly [number, number])[] = [];
    const clocks: (readonly [number, number])[] = [];
    let anything = false;
    const clock = (a: Address): void => {
      if (a.pointer !== undefined) anything = true;
      clocks.push(spanOf(a));
    };
    const seen = new Set<number>();
    const visit = (code: Code): void => {
      if (code.op === "store") {
        if (code.at.pointer !== undefined) anything = true;
        writes.push(spanOf(code.at));
      } else if (code.op === "copy") {
        if (code.to.pointer !== undefined) anything = true;
        const [low, high] = spanOf(code.to);
        writes.push([low, high + code.count - 1]);
      } else if (code.op === "reset") clock(code.clock);
      else if (code.op === "move") {
        clock(code.clock);
        clock(code.from);
      } else if (code.op === "call" && !seen.has(code.function)) {
        seen.add(code.function);
        eachCodeOf(functionAt(network, code.function).body, visit);
      }
    };
    const guard = (g: Pick<Location, "invariant">["invariant"] | Edge["guard"]): void => {
      eachCodeOf(
        [...g.data, ...g.clocks.flatMap((c) => [c.bound, ...(c.unless === undefined ? [] : [c.unless])])].map(step),
        visit,
      );
      for (const c of g.clocks) for (const ref of [c.left, c.right]) clock(ref);
    };
    for (const l of p.locations) {
      guard(l.invariant);
      for (const r of l.invariant.rates) clock(r.clock);
    }
    for (const e of p.edges) {
      guard(e.guard);
      eachCodeOf(e.update.map(step), visit);
    }
    return { writes, clocks: clocks.filter(([low, high]) => low !== 0 || high !== 0), anything };
  });
}
