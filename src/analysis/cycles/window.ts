import { first } from "../../base/index.ts";
/**
 * Acceleratable cycles and their windows (Hendriks and Larsen, Exact Acceleration of Real-Time Model Checking, 2002,
 * Definition 3.6 and Lemma 3.8): the total delays that one round of a cycle may take, as an interval with strict or weak
 * ends. Beyond the paper, a cycle that can never be completed because a guard exceeds an invariant is found out, and so is
 * how many unfoldings make the windows of more and more rounds overlap. The cycle is turned so that it begins at its
 * *reset location*, preferably one whose first edge resets the clock too, which makes acceleration effective (Theorem
 * 3.14). Guards on data are not looked at here: see transform/exactness.ts.
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
}

export type CycleResult = { readonly cycle: TimedCycle } | { readonly reason: string };

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
  const starts = edges.map((_, i) => i).filter((i) => isResetLocation(network, process, edges[i]!.source, into, clock));
  const start = starts.find((i) => resets(edges[i]!, clock)) ?? starts[0];
  if (start === undefined) return { reason: `no location on it has ${name} reset on all edges that lead to it` };
  const turned = [...edges.slice(start), ...edges.slice(0, start)];
  const timing = windowOf(process, turned, clock);
  if ("reason" in timing) return timing;
  const { segments } = timing;
  const { window: one } = first(segments);
  const latest = Math.min(one.upper.value, invariantOf(process, first(turned), clock).value);
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

/** Whether the clock is zero whenever the location is entered. */
function isResetLocation(
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
function resets(e: Edge, clock: number): boolean {
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

function shapeFault(network: Network, process: Process, e: Edge, clock: number): string | undefined {
  const name = clockAt(network, clock).name;
  const location = locationAt(process, e.source);
  const at = edgeText(process, e);
  if (e.branches !== undefined) return `${at} goes through a branch point`;
  if (e.selects.length > 0) return `${at} has a select`;
  if (location.urgent || location.committed) return `${location.name} is ${location.urgent ? "urgent" : "committed"}`;
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

/** Lemma 3.8. Requires: the shape is right, and the last edge resets the clock. */
function windowOf(
  process: Process,
  edges: readonly Edge[],
  clock: number,
): { readonly window: Window; readonly segments: readonly Segment[] } | { readonly reason: string } {
  const segments: Segment[] = [];
  let least: End = { value: 0, strict: false };
  let first = 0;
  for (const [i, e] of edges.entries()) {
    const here = invariantOf(process, e, clock);
    if (!fits(least, here)) return infeasible(process, e.source, least, here);
    least = lowerBounds(e, clock).reduce(higher, least);
    if (!fits(least, here)) return infeasible(process, e.source, least, here);
    if (!resets(e, clock)) continue;
    segments.push({ edges: edges.slice(first, i + 1), window: { lower: least, upper: here } });
    least = { value: 0, strict: false };
    first = i + 1;
    const next = edges[first % edges.length]!;
    const after = invariantOf(process, next, clock);
    if (!fits(least, after)) return infeasible(process, next.source, least, after);
  }
  const sum = (ends: readonly End[]): End => ({
    value: ends.reduce((n, end) => n + end.value, 0),
    strict: ends.some((end) => end.strict),
  });
  const lower = sum(segments.map((s) => s.window.lower));
  const upper = sum(segments.map((s) => s.window.upper));
  return { window: { lower, upper: upper.value === Infinity ? { value: Infinity, strict: true } : upper }, segments };
}

/** The upper bound in the location that an edge leaves. */
export function invariantOf(process: Process, e: Edge, clock: number): End {
  return locationAt(process, e.source)
    .invariant.clocks.map((c) => boundOf(c, clock, "upper")!)
    .reduce(tighter, { value: Infinity, strict: false });
}

/** The lower bounds in the guard of an edge. */
export function lowerBounds(e: Edge, clock: number): readonly End[] {
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
