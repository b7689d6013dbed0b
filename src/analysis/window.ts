/**
 * Acceleratable cycles and their windows (Hendriks and Larsen, Exact Acceleration of Real-Time Model Checking, 2002,
 * Definition 3.6 and Lemma 3.8): the total delays that one round of a cycle may take, as an interval with strict or weak
 * ends. Beyond the paper, a cycle that can never be completed because a guard exceeds an invariant is found out, and so is
 * how many unfoldings make the windows of more and more rounds overlap. The cycle is turned so that it begins at its
 * *reset location*, preferably one whose first edge resets the clock too, which makes acceleration effective (Theorem
 * 3.14). Guards on data are not looked at here: see transform/exactness.ts.
 */
import type { ClockConstraint, ClockRef, Code, Edge, Network, Process } from "../network/index.ts";
import { eachCodeOf } from "./walk.ts";

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
  /** Whether the clock is reset on the first edge. */
  readonly effective: boolean;
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
    for (const c of [...e.guard.clocks, ...process.locations[e.source].invariant.clocks]) {
      for (const ref of [c.left, c.right]) {
        const clock = clockOf(ref);
        if (clock === undefined)
          return { reason: `${edgeText(process, e)} tests a clock chosen by an index at run time` };
        if (clock > 0) clocks.add(clock);
      }
    }
    for (const item of itemsOf(e.update)) if (item.op === "reset") clocks.add(clockOf(item.clock) ?? -1);
  }
  if (clocks.size === 0) return { reason: "no clock is tested or reset on it" };
  if (clocks.size > 1) {
    const names = [...clocks].map((c) => network.clocks[c]?.name ?? "a clock chosen at run time");
    return { reason: `it uses more than one clock: ${names.join(", ")}` };
  }
  const [clock] = clocks;
  if (clock < 0) return { reason: "it resets a clock chosen by an index at run time" };
  const fault = edges.map((e) => shapeFault(network, process, e, clock)).find((f) => f !== undefined);
  if (fault !== undefined) return { reason: fault };
  const name = network.clocks[clock].name;
  const starts = edges.map((_, i) => i).filter((i) => isResetLocation(network, process, edges[i].source, into, clock));
  if (starts.length === 0) return { reason: `no location on it has ${name} reset on all edges that lead to it` };
  const first = starts.find((i) => resets(edges[i], clock)) ?? starts[0];
  const turned = [...edges.slice(first), ...edges.slice(0, first)];
  const window = windowOf(process, turned, clock);
  if ("reason" in window) return window;
  return { cycle: { edges: turned, clock, window, effective: resets(turned[0], clock) } };
}

/**
 * The least number of unfoldings, at least 2, for which the windows of that many rounds and more overlap without a gap:
 * (i + 1)a <= ib, and where both ends are strict (i + 1)a < ib. Undefined where there is none.
 */
export function unfoldings({ lower, upper }: Window): number | undefined {
  if (upper.value === Infinity) return 2;
  const [a, b] = [lower.value, upper.value];
  if (a >= b) return undefined;
  const bothStrict = lower.strict && upper.strict;
  // (i + 1)a <= ib is i >= a / (b - a).
  const i = Math.max(2, bothStrict ? Math.floor(a / (b - a)) + 1 : Math.ceil(a / (b - a)));
  return i;
}

export function windowText({ lower, upper }: Window): string {
  const high = upper.value === Infinity ? "∞)" : `${upper.value}${upper.strict ? ")" : "]"}`;
  return `${lower.strict ? "(" : "["}${lower.value}, ${high}`;
}

export function edgeText(process: Process, e: Edge): string {
  return `${process.locations[e.source].name} -> ${process.locations[e.target].name}`;
}

/** Whether the clock is zero whenever the location is entered. */
function isResetLocation(
  network: Network,
  process: Process,
  location: number,
  into: readonly (readonly Edge[])[],
  clock: number,
): boolean {
  if (process.initial === location && network.clocks[clock].initial !== 0) return false;
  return into[location].every((e) => resets(e, clock));
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
  const name = network.clocks[clock].name;
  const location = process.locations[e.source];
  const at = edgeText(process, e);
  if (e.branch !== undefined) return `${at} goes through a branch point`;
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
function windowOf(process: Process, edges: readonly Edge[], clock: number): Window | { readonly reason: string } {
  const invariant = (e: Edge): End =>
    process.locations[e.source].invariant.clocks
      .map((c) => boundOf(c, clock, "upper")!)
      .reduce(tighter, { value: Infinity, strict: false });
  let lower: End = { value: 0, strict: false };
  let upper: End = { value: 0, strict: false };
  let least: End = { value: 0, strict: false };
  for (const [i, e] of edges.entries()) {
    const here = invariant(e);
    if (!fits(least, here)) return infeasible(process, e.source, least, here);
    least = e.guard.clocks.map((c) => boundOf(c, clock, "lower")!).reduce(higher, least);
    if (!fits(least, here)) return infeasible(process, e.source, least, here);
    if (!resets(e, clock)) continue;
    lower = { value: lower.value + least.value, strict: lower.strict || least.strict };
    upper = { value: upper.value + here.value, strict: upper.strict || (here.strict && here.value !== Infinity) };
    least = { value: 0, strict: false };
    const next = edges[(i + 1) % edges.length];
    if (!fits(least, invariant(next))) return infeasible(process, next.source, least, invariant(next));
  }
  return { lower, upper: upper.value === Infinity ? { value: Infinity, strict: true } : upper };
}

function infeasible(process: Process, location: number, least: End, most: End): { readonly reason: string } {
  const when = `${least.strict ? "more than" : "at least"} ${least.value}, but ${most.strict ? "less than" : "at most"} ${most.value}`;
  return { reason: `it can never be completed: in ${process.locations[location].name} the clock must be ${when}` };
}

function fits(least: End, most: End): boolean {
  return least.strict || most.strict ? least.value < most.value : least.value <= most.value;
}

function tighter(a: End, b: End): End {
  return a.value < b.value || (a.value === b.value && a.strict) ? a : b;
}

function higher(a: End, b: End): End {
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
