/**
 * Jumps: what an engine may do instead of running round an acceleratable cycle. From the moment the reset location is
 * entered (the clock is 0 then), many rounds at once lead back to it after any time from `from` on: with a window [a, b] and
 * i the number of rounds from which on the windows overlap, that is ia. It is Definition 3.10 of Hendriks and Larsen (2002)
 * with everything between the two visits of the reset location taken together, and needs neither unfoldings nor a reset on
 * the first edge. Only cycles whose acceleration is exact (`exactness.ts`) have jumps. Where others may change what the
 * guards read (`watches`), a jump lasts only while all guards hold.
 */
import { append, first, wants } from "../../base/index.ts";
import {
  type ClockConstraint,
  type Edge,
  locationAt,
  type Network,
  type NetworkQuery,
  type Process,
  processAt,
  slotAt,
} from "../../network/index.ts";
import { MAX_CONSTANT } from "../../zones/index.ts";
import { eachConstraint, formulasOf } from "../code/walk.ts";
import type { Counting, CountingCycle, FoundCounting } from "./counting.ts";
import { simpleCycles } from "./cycles.ts";
import { judge, type Together, type Touched, touchedBy } from "./exactness.ts";
import { groupsOf, isPlain, mayGoTogether, OneClocks, type Product, productOf } from "./product.ts";
import { compoundCycles } from "./trails.ts";
import { clockOf, type End, edgeText, itemsOf, overlapFrom, type TimedCycle, timeCycle, windowText } from "./window.ts";

/** How many cycles that visit a location twice are looked at. */
export const MOST_COMPOUND = 50;
/** How many cycles of processes together are looked at, and how many are jumped over, for each group of them. */
const MOST_PRODUCT = 500;
const MOST_ALIKE = 8;
/** How many cycles are looked at first for why none is jumped over. */
const FEW = 20;

export interface Jump extends TimedCycle {
  readonly process: number;
  /** Where it begins and ends: the reset location, of several processes that of the first. */
  readonly location: number;
  /** All clocks that are set there. */
  readonly clocks: readonly number[];
  /** The least number of rounds it stands for. */
  readonly rounds: number;
  /** How long it takes at least; `strict` if longer. */
  readonly from: End;
  readonly watches: boolean;
  /** Where it stands for as many rounds as a variable counts, in their place. */
  readonly counting?: Counting;
  /** Where several processes go round together: who else, and what edges are made of, by their numbers. */
  readonly product?: {
    readonly others: readonly { readonly process: number; readonly location: number }[];
    readonly parts: readonly (readonly Edge[])[];
    /** The cycle in words. */
    readonly name: string;
  };
}

/** The jumps over counting loops: exactly so many rounds as there are until the variable is looked at. */
export function countingJumps(cycles: readonly CountingCycle[]): readonly Jump[] {
  wants("countingJumps", cycles, "list");
  return cycles.map((c) => ({ ...c, ...placeOf(c), rounds: 2, from: c.window.lower, watches: false }));
}

function placeOf({ edges, clock }: TimedCycle): Pick<Jump, "location" | "clocks"> {
  return { location: first(edges).source, clocks: [clock] };
}

interface JumpOptions {
  /** How many cycles of a process are looked at. */
  readonly limit: number;
  /**
   * Only if one of them is worth its while for this query: some other clock is compared with a constant that is so many
   * times as large as what the jump takes at least.
   */
  readonly worth?: { readonly query: NetworkQuery; readonly times: number };
}

export function findJumps(network: Network, { limit, worth }: JumpOptions): readonly Jump[] {
  const largest = worth === undefined ? [] : largestConstants(network, worth.query);
  // What passes while a jump lasts is measured by other clocks only.
  const pays = (clock: number, least: number): boolean =>
    worth === undefined || largest.some((c, x) => x !== clock && c >= worth.times * Math.max(1, least));
  if (!pays(0, 1)) return [];
  const touched = touchedBy(network);
  const jumps: Jump[] = [];
  for (const process of network.processes) {
    const into = process.locations.map(() => [] as Edge[]);
    for (const e of process.edges) into[e.target]!.push(e);
    const cycles = [
      ...simpleCycles(process, limit).cycles,
      ...compoundCycles(network, process, into, { limit: Math.min(limit, MOST_COMPOUND) }),
    ];
    for (const edges of cycles) {
      const timed = timeCycle(network, process, edges, into);
      const jump = "reason" in timed ? undefined : jumpOver(network, process, timed.cycle, touched);
      if (jump !== undefined) jumps.push(jump);
    }
  }
  append(jumps, productJumps(network, touched, limit));
  return jumps.some((j) => pays(j.clock, Math.max(j.from.value, j.window.upper.value))) ? jumps : [];
}

function jumpOver(
  network: Network,
  process: Process,
  cycle: TimedCycle,
  touched: readonly Touched[],
  together?: Together,
): Jump | undefined {
  const { lower, upper } = cycle.window;
  const rounds = upper.value === Infinity ? undefined : overlapFrom(cycle.window);
  if (rounds === undefined || rounds * lower.value > MAX_CONSTANT) return undefined;
  const from: End = { value: rounds * lower.value, strict: lower.strict };
  const { fails, watches } = judge(network, process, cycle, touched, together);
  if (fails.length > 0) return undefined;
  return { ...cycle, ...placeOf(cycle), process: process.index, rounds, from, watches };
}

/** Over rounds that several processes go together, one for each place and window. */
function productJumps(network: Network, touched: readonly Touched[], limit: number): readonly Jump[] {
  return groupsOf(network).flatMap((members) => {
    const product = mayGoTogether(network, members) ? productOf(network, members) : undefined;
    return product === undefined ? [] : jumpsOf(network, product, touched, limit);
  });
}

function jumpsOf(network: Network, product: Product, touched: readonly Touched[], limit: number): readonly Jump[] {
  const found = new Map<string, Jump>();
  const oneClock = new OneClocks(network, product);
  const { process } = product;
  const edges = process.edges.filter((e) => e.sync === undefined && isPlain(e));
  for (const cycle of cyclesTogether(product, { ...process, edges }, limit)) {
    const jump = jumpTogether(network, product, cycle, oneClock, touched);
    if (typeof jump === "string") continue;
    const asks = JSON.stringify(jump.edges.flatMap((e) => e.guard.data));
    const key = `${first(jump.edges).source} ${jump.from.value} ${jump.from.strict} ${asks}`;
    if (!found.has(key) && found.size < MOST_ALIKE) found.set(key, jump);
  }
  return [...found.values()];
}

/** Why rounds that several processes go together are not jumped over, by group. */
export function whyNotTogether(network: Network, limit: number): FoundCounting["refused"] {
  wants("whyNotTogether", network, "network");
  const touched = touchedBy(network);
  return groupsOf(network).flatMap((members) => {
    const product = productOf(network, members);
    if (product === undefined) {
      const cycle = members.map((p) => p.name).join(" with ");
      return [{ cycle, reason: "they have too many locations together" }];
    }
    if (jumpsOf(network, product, touched, limit).length > 0) return [];
    // One will do, and is mostly among the first.
    const all = (most: number) => cyclesTogether(product, product.process, most);
    const cycle = all(Math.min(limit, FEW))[0] ?? all(limit)[0];
    const reason = cycle && jumpTogether(network, product, cycle, new OneClocks(network, product), touched);
    return typeof reason === "string" ? [{ cycle: roundText(product.process, cycle!), reason }] : [];
  });
}

/** The cycles of a product, or of a part of it, that all its members go together. */
function cyclesTogether({ members, parts }: Product, part: Process, limit: number): readonly (readonly Edge[])[] {
  return simpleCycles(part, Math.min(limit, MOST_PRODUCT)).cycles.filter((cycle) => {
    // What one does by itself it does without the others; of three, pairs were looked at before.
    const used = new Set(cycle.flatMap((e) => parts[e.id]!.map((one) => one.process)));
    return used.size === members.length && cycle.some((e) => parts[e.id]!.length > 1);
  });
}

/** Over one cycle of a product, or why not. */
function jumpTogether(
  network: Network,
  product: Product,
  cycle: readonly Edge[],
  oneClock: OneClocks,
  touched: readonly Touched[],
): Jump | string {
  const other = cycle.find((e) => e.sync !== undefined || itemsOf(e.update).some((item) => item.op !== "reset"));
  if (other !== undefined)
    return `${edgeText(product.process, other)} ${other.sync === undefined ? "writes variables" : "synchronises"}`;
  const one = oneClock.of(cycle);
  if (one === undefined) return "it uses no clock, or several that are not set together";
  const { process, clocks, into } = one;
  const timed = timeCycle(
    network,
    process,
    cycle.map((e) => process.edges[e.id]!),
    into,
  );
  if ("reason" in timed) return timed.reason;
  const together = { members: product.members.map((p) => p.index), clocks };
  const jump = jumpOver(network, process, timed.cycle, touched, together);
  if (jump === undefined) {
    const [fails] = judge(network, process, timed.cycle, touched, together).fails;
    return fails ?? `its window ${windowText(timed.cycle.window)} is unbounded, or has no width`;
  }
  const [location = 0, ...rest] = product.places[first(jump.edges).source]!;
  const others = rest.map((at, k) => ({ process: product.members[k + 1]!.index, location: at }));
  const name = roundText(process, jump.edges);
  return { ...jump, location, clocks, product: { others, parts: product.parts, name } };
}

/** A cycle in words: whose it is, and where it goes. */
function roundText(process: Process, edges: readonly Edge[]): string {
  const names = edges.map((e) => locationAt(process, e.source).name);
  return `${process.name}: ${[...names, names[0]].join(" -> ")}`;
}

/** What a jump stands for, in words. */
export function jumpText(network: Network, jump: Jump): string {
  wants("jumpText", network, "network");
  const round = jump.product?.name ?? roundText(processAt(network, jump.process), jump.edges);
  const { counting } = jump;
  if (counting === undefined) return `${round}, window ${windowText(jump.window)}`;
  const { name } = slotAt(network, counting.cell);
  const adds = `each adds ${counting.by} to ${name}`;
  return `${round}, window ${windowText(jump.window)}, ${adds}: all rounds that begin with ${name} in ${counting.low}..${counting.high}`;
}

/** By clock, the largest constant it is compared with; those that are only known at run time are left out. */
function largestConstants(network: Network, query: NetworkQuery): readonly number[] {
  const largest = new Array<number>(network.clocks.length).fill(0);
  const add = (c: ClockConstraint): void => {
    if (c.bound.op !== "const") return;
    for (const ref of [c.left, c.right]) {
      const clock = clockOf(ref);
      if (clock !== undefined && clock > 0) largest[clock] = Math.max(largest[clock]!, Math.abs(c.bound.value));
    }
  };
  for (const p of network.processes) {
    for (const l of p.locations) l.invariant.clocks.forEach(add);
    for (const e of p.edges) e.guard.clocks.forEach(add);
  }
  for (const f of formulasOf(query)) eachConstraint(f, false, add);
  return largest;
}
