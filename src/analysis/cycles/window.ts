import { first } from "../../base/index.ts";
/**
 * Acceleratable cycles and their windows (Hendriks and Larsen, Exact Acceleration of Real-Time Model Checking, 2002,
 * Definition 3.6 and Lemma 3.8): the total delays that one round of a cycle may take, as an interval with strict or weak
 * ends. Beyond the paper, a cycle that can never be completed because a guard exceeds an invariant is found out, and so is
 * how many unfoldings make the windows of more and more rounds overlap. The cycle is turned so that it begins at its
 * *reset location*, preferably one whose first edge resets the clock too, which makes acceleration effective (Theorem
 * 3.14). Guards on data are not looked at here: see `exactness.ts`.
 *
 * A location that is urgent or committed is left at the moment it is entered: the edges into and out of it are taken
 * together, so that each has the bounds of both. The reset location itself must let time pass. A select that no condition
 * reads chooses nothing.
 */
import {
  type ClockConstraint,
  type ClockRef,
  type Code,
  clockAt,
  type Edge,
  locationAt,
  type Network,
  type Process,
} from "../../network/index.ts";
import { eachCodeOf } from "../code/walk.ts";
import { covers, readsOf } from "./reads.ts";

/** One end of a window. `upper.value` is Infinity where a location lets time pass forever. */
export interface End {
  readonly value: number;
  readonly strict: boolean;
}
export interface Window {
  readonly lower: End;
  readonly upper: End;
}

export interface TimedCycle {
  /** Beginning at the reset location. */
  readonly edges: readonly Edge[];
  readonly clock: number;
  readonly window: Window;
  /** From one reset of the clock to the next: their windows add up to that of the cycle. */
  readonly segments: readonly Segment[];
  /** Whether the clock is reset on the first edge. */
  readonly effective: boolean;
  /**
   * By how much the first edge may come later than the first segment needs to last. A cycle that begins with a given stay in
   * its reset location takes longer by up to this, which matters where the moment of the first edge is not free.
   */
  readonly slack: number;
}

export interface Segment {
  readonly edges: readonly Edge[];
  readonly window: Window;
  /** When each edge may be taken, with those that are taken at the same moment. */
  readonly bounds: readonly Window[];
  /** Whether an edge is taken at the same moment as the one after it: that leaves an urgent or committed location. */
  readonly joins: readonly boolean[];
}

type CycleResult = { readonly cycle: TimedCycle } | { readonly reason: string };

/** Judges one cycle of a process. `into[l]` are the edges that lead to location `l`. */
export function timeCycle(
  network: Network,
  process: Process,
  edges: readonly Edge[],
  into: readonly (readonly Edge[])[],
): CycleResult {
  const clocks = new Set<number>();
  for (const e of edges) {
    for (const c of [...e.guard.clocks, ...locationAt(process, e.source).invariant.clocks]) {
      for (const ref of [c.left, c.right]) {
        const clock = clockOf(ref);
        if (clock === undefined)
          return { reason: `${edgeText(process, e)} tests a clock chosen by an index at run time` };
        if (clock > 0) clocks.add(clock);
      }
    }
    for (const item of itemsOf(e.update)) if (item.op === "reset") clocks.add(clockOf(item.clock) ?? -1);
  }
  const [clock] = clocks;
  if (clock === undefined) return { reason: "no clock is tested or reset on it" };
  if (clocks.size > 1) {
    const names = [...clocks].map((c) => network.clocks[c]?.name ?? "a clock chosen at run time");
    return { reason: `it uses more than one clock: ${names.join(", ")}` };
  }
  if (clock < 0) return { reason: "it resets a clock chosen by an index at run time" };
  const fault = edges.map((e) => shapeFault(network, process, e, clock)).find((f) => f !== undefined);
  if (fault !== undefined) return { reason: fault };
  const name = network.clocks[clock]!.name;
  const zero = edges.map((_, i) => i).filter((i) => isResetLocation(network, process, edges[i]!.source, into, clock));
  const starts = zero.filter((i) => !isPassed(process, edges[i]!));
  const start = starts.find((i) => resets(edges[i]!, clock)) ?? starts[0];
  if (start === undefined && zero[0] !== undefined) {
    const location = locationAt(process, edges[zero[0]]!.source);
    return { reason: `${location.name}, where ${name} is always 0, is ${location.urgent ? "urgent" : "committed"}` };
  }
  if (start === undefined) return { reason: `no location on it has ${name} reset on all edges that lead to it` };
  const turned = [...edges.slice(start), ...edges.slice(0, start)];
  const timing = windowOf(process, turned, clock);
  if ("reason" in timing) return timing;
  const { segments } = timing;
  const { window: one } = first(segments);
  const latest = Math.min(one.upper.value, first(first(segments).bounds).upper.value);
  const slack = Math.max(0, latest - one.lower.value);
  return { cycle: { edges: turned, clock, ...timing, slack, effective: resets(first(turned), clock) } };
}

/**
 * The least number of rounds from which on the windows of that many rounds and more overlap without a gap:
 * (i + 1)a <= ib, and where both ends are strict (i + 1)a < ib. Where the first round may be longer by `slack`, and is not
 * free to be shorter, (i + 1)a + slack takes the place of (i + 1)a. Undefined where there is none.
 */
export function overlapFrom({ lower, upper }: Window, slack = 0): number | undefined {
  if (upper.value === Infinity) return 1;
  const [a, b] = [lower.value, upper.value];
  if (a >= b) return undefined;
  const bothStrict = lower.strict && upper.strict;
  // (i + 1)a + s <= ib is i >= (a + s) / (b - a).
  const least = (a + slack) / (b - a);
  return Math.max(1, bothStrict ? Math.floor(least) + 1 : Math.ceil(least));
}

/** How often the cycle is unfolded when it is appended: at least twice, as in Definition 3.10. */
export function unfoldings(window: Window, slack = 0): number | undefined {
  const from = overlapFrom(window, slack);
  return from === undefined ? undefined : Math.max(2, from);
}

export function windowText({ lower, upper }: Window): string {
  const high = upper.value === Infinity ? "∞)" : `${upper.value}${upper.strict ? ")" : "]"}`;
  return `${lower.strict ? "(" : "["}${lower.value}, ${high}`;
}

export function edgeText(process: Process, e: Edge): string {
  return `${locationAt(process, e.source).name} -> ${locationAt(process, e.target).name}`;
}

/** Whether an edge leaves a location in which no time passes. */
function isPassed(process: Process, e: Edge): boolean {
  const { urgent, committed } = locationAt(process, e.source);
  return urgent || committed;
}

/** Whether the clock is zero whenever the location is entered. */
export function isResetLocation(
  network: Network,
  process: Process,
  location: number,
  into: readonly (readonly Edge[])[],
  clock: number,
): boolean {
  if (process.initial === location && clockAt(network, clock).initial !== 0) return false;
  return into[location]!.every((e) => resets(e, clock));
}

/** Whether an edge surely leaves the clock at zero. */
export function resets(e: Edge, clock: number): boolean {
  let zero = false;
  for (const item of itemsOf(e.update)) {
    let mayChange = false;
    eachCodeOf(
      [{ do: "code", code: item }],
      (code) =>
        (mayChange ||=
          code.op === "call" || code.op === "move" || (code.op === "reset" && clockOf(code.clock) === undefined)),
    );
    if (mayChange) zero = false;
    else if (item.op === "reset" && clockOf(item.clock) === clock) zero = constant(item.value) === 0;
    else if (item.op !== "store" && item.op !== "reset") zero = false;
  }
  return zero;
}

/** Whether an edge may be part of an acceleratable cycle with this clock, as far as its own shape goes. */
export function isShapely(network: Network, process: Process, e: Edge, clock: number): boolean {
  const refs = [...e.guard.clocks, ...locationAt(process, e.source).invariant.clocks].flatMap((c) => [c.left, c.right]);
  if (refs.some((ref) => clockOf(ref) !== 0 && clockOf(ref) !== clock)) return false;
  if (e.sync !== undefined || shapeFault(network, process, e, clock) !== undefined) return false;
  return itemsOf(e.update).every((item) => item.op === "reset" && clockOf(item.clock) === clock);
}

function shapeFault(network: Network, process: Process, e: Edge, clock: number): string | undefined {
  const name = clockAt(network, clock).name;
  const location = locationAt(process, e.source);
  const at = edgeText(process, e);
  if (e.branches !== undefined) return `${at} goes through a branch point`;
  const fault = selectFault(network, e);
  if (fault !== undefined) return `${at} ${fault}`;
  if (location.invariant.rates.length > 0) return `${location.name} sets the rate of a clock`;
  if (location.invariant.data.length > 0) return `the invariant of ${location.name} tests data`;
  for (const c of location.invariant.clocks) {
    if (boundOf(c, clock, "upper") === undefined)
      return `the invariant of ${location.name} is not an upper bound ${name} <= c with a constant c`;
  }
  for (const c of e.guard.clocks) {
    if (boundOf(c, clock, "lower") === undefined)
      return `the guard of ${at} is not a lower bound ${name} >= c with a constant c`;
  }
  for (const item of itemsOf(e.update)) {
    if (item.op === "reset" ? constant(item.value) !== 0 : item.op === "move")
      return `${at} sets ${name} to something other than 0`;
  }
  return undefined;
}

/** Why it matters what an edge selects. */
function selectFault(network: Network, e: Edge): string | undefined {
  if (e.selects.length === 0) return undefined;
  if (e.selects.some(({ low, high }) => low > high)) return "selects from nothing";
  const reads = readsOf(network, [e]);
  const isRead = reads.anything || e.selects.some(({ cell }) => covers(reads.cells, cell, cell));
  return isRead ? "tests what it selects" : undefined;
}

/** Lemma 3.8. Requires: the shape is right, and the last edge resets the clock. */
function windowOf(
  process: Process,
  edges: readonly Edge[],
  clock: number,
): { readonly window: Window; readonly segments: readonly Segment[] } | { readonly reason: string } {
  const segments: Segment[] = [];
  const zero: End = { value: 0, strict: false };
  const bounds = boundsOf(process, edges, clock);
  let least = zero;
  let first = 0;
  for (const [i, e] of edges.entries()) {
    const { lower, upper: here } = bounds[i]!;
    if (!fits(least, here)) return infeasible(process, e.source, least, here);
    least = higher(least, lower);
    if (!fits(least, here)) return infeasible(process, e.source, least, here);
    if (!resets(e, clock)) continue;
    segments.push({
      edges: edges.slice(first, i + 1),
      window: { lower: least, upper: here },
      bounds: bounds.slice(first, i + 1),
      joins: edges.slice(first, i + 1).map((_, k) => first + k < i && isPassed(process, edges[first + k + 1]!)),
    });
    least = zero;
    first = i + 1;
    const next = first % edges.length;
    const after = bounds[next]!.upper;
    if (!fits(least, after)) return infeasible(process, edges[next]!.source, least, after);
  }
  const sum = (ends: readonly End[]): End => ({
    value: ends.reduce((n, end) => n + end.value, 0),
    strict: ends.some((end) => end.strict),
  });
  const lower = sum(segments.map((s) => s.window.lower));
  const upper = sum(segments.map((s) => s.window.upper));
  return { window: { lower, upper: upper.value === Infinity ? { value: Infinity, strict: true } : upper }, segments };
}

/**
 * When each edge may be taken since the clock was reset. Edges that leave locations in which no time passes are taken
 * together with the one before them; right behind a reset that is when the clock is 0.
 */
function boundsOf(process: Process, edges: readonly Edge[], clock: number): readonly Window[] {
  const bounds = edges.map((e): Window => {
    const lower = lowerBounds(e, clock).reduce(higher, { value: 0, strict: false });
    return { lower, upper: invariantOf(process, e, clock) };
  });
  let first = 0;
  for (let i = 0; i < edges.length; i++) {
    if (!isPassed(process, edges[i]!)) first = i;
    else if (i > 0 && resets(edges[i - 1]!, clock)) {
      first = i;
      bounds[i] = { ...bounds[i]!, upper: tighter(bounds[i]!.upper, { value: 0, strict: false }) };
    }
    // All from the first of them on are taken at one moment.
    const both: Window = {
      lower: higher(bounds[first]!.lower, bounds[i]!.lower),
      upper: tighter(bounds[first]!.upper, bounds[i]!.upper),
    };
    for (let k = first; k <= i; k++) bounds[k] = both;
  }
  return bounds;
}

/** The upper bound in the location that an edge leaves. */
function invariantOf(process: Process, e: Edge, clock: number): End {
  return locationAt(process, e.source)
    .invariant.clocks.map((c) => boundOf(c, clock, "upper")!)
    .reduce(tighter, { value: Infinity, strict: false });
}

/** The lower bounds in the guard of an edge. */
function lowerBounds(e: Edge, clock: number): readonly End[] {
  return e.guard.clocks.map((c) => boundOf(c, clock, "lower")!);
}

function infeasible(process: Process, location: number, least: End, most: End): { readonly reason: string } {
  const when = `${least.strict ? "more than" : "at least"} ${least.value}, but ${most.strict ? "less than" : "at most"} ${most.value}`;
  return { reason: `it can never be completed: in ${locationAt(process, location).name} the clock must be ${when}` };
}

function fits(least: End, most: End): boolean {
  return least.strict || most.strict ? least.value < most.value : least.value <= most.value;
}

export function tighter(a: End, b: End): End {
  return a.value < b.value || (a.value === b.value && a.strict) ? a : b;
}

export function higher(a: End, b: End): End {
  return a.value > b.value || (a.value === b.value && a.strict) ? a : b;
}

function boundOf(c: ClockConstraint, clock: number, side: "lower" | "upper"): End | undefined {
  const bound = constant(c.bound);
  if (bound === undefined || c.unless !== undefined) return undefined;
  const [one, other] = side === "upper" ? [c.left, c.right] : [c.right, c.left];
  if (clockOf(one) !== clock || clockOf(other) !== 0) return undefined;
  return { value: side === "upper" ? bound : 0 - bound, strict: c.strict };
}

export function clockOf(ref: ClockRef): number | undefined {
  return ref.terms.length === 0 && ref.pointer === undefined && ref.first === undefined ? ref.base : undefined;
}

function constant(code: Code): number | undefined {
  return code.op === "const" ? code.value : undefined;
}

/** The assignments of an update, without the sequences around them. */
export function itemsOf(update: readonly Code[]): readonly Code[] {
  return update.flatMap((code) => (code.op === "sequence" ? itemsOf(code.items) : [code]));
}
