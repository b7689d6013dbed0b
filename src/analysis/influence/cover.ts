/**
 * Whether some edge of a list is enabled whatever the values: of all variables within their ranges, and of all clocks but
 * one that may be fixed. Guards are looked at that compare single variables and single clocks with constants; whether such
 * a guard holds depends only on how values stand to the constants, so each constant, what is just below and what is just
 * above are enough. An edge with another guard counts as never enabled: the answer "yes" is always right.
 */
import { type ClockConstraint, type Code, cellRange, type Edge, type Network } from "../../network/index.ts";

/** Combinations of values that are tried. */
const MOST = 4096;

/** `fixed`: a clock and its value, twice as large, so that what is between two integers is odd. */
export function isCovered(
  network: Network,
  edges: readonly Edge[],
  fixed?: { readonly clock: number; readonly twice: number },
): boolean {
  const usable = edges.filter((e) => e.guard.data.every(isSimple) && e.guard.clocks.every(isSingle));
  const cells = new Map<number, Set<number>>();
  const clocks = new Map<number, Set<number>>();
  for (const { guard } of usable) {
    for (const code of guard.data) compared(code, cells);
    for (const c of guard.clocks) {
      const x = Math.max(c.left.base, c.right.base);
      const at = 2 * Math.abs(constantOf(c.bound));
      const known = clocks.get(x) ?? new Set([0]);
      clocks.set(x, known);
      for (const twice of [at - 1, at, at + 1]) if (twice >= 0) known.add(twice);
    }
  }
  if (fixed !== undefined && clocks.has(fixed.clock)) clocks.set(fixed.clock, new Set([fixed.twice]));
  const choices: { readonly isClock: boolean; readonly at: number; readonly values: readonly number[] }[] = [];
  for (const [at, constants] of cells) {
    const range = cellRange(network, at);
    if (range === undefined) return false;
    const { low, high } = range;
    const near = [low, high, ...[...constants].flatMap((c) => [c - 1, c, c + 1])];
    choices.push({ isClock: false, at, values: [...new Set(near.filter((v) => v >= low && v <= high))] });
  }
  for (const [at, values] of clocks) choices.push({ isClock: true, at, values: [...values] });
  if (choices.reduce((n, c) => n * c.values.length, 1) > MOST) return false;
  const data = new Map<number, number>();
  const time = new Map<number, number>();
  const holds = (k: number): boolean => {
    if (k === choices.length) return usable.some((e) => isEnabled(e, data, time));
    const { isClock, at, values } = choices[k]!;
    return values.every((v) => {
      (isClock ? time : data).set(at, v);
      return holds(k + 1);
    });
  };
  return holds(0);
}

function isEnabled({ guard }: Edge, data: ReadonlyMap<number, number>, time: ReadonlyMap<number, number>): boolean {
  return (
    guard.data.every((code) => value(code, data) !== 0) &&
    guard.clocks.every(({ left, right, strict, bound }) => {
      const difference = (time.get(left.base) ?? 0) - (time.get(right.base) ?? 0);
      const most = 2 * constantOf(bound);
      return strict ? difference < most : difference <= most;
    })
  );
}

/** One clock against a constant, at all times. */
export function isSingle({ unless, left, right, bound }: ClockConstraint): boolean {
  if (unless !== undefined || bound.op !== "const") return false;
  if ([left, right].some((ref) => ref.terms.length > 0 || ref.pointer !== undefined || ref.first)) return false;
  return (left.base === 0) !== (right.base === 0);
}

/** Requires a constant. */
export function constantOf(code: Code): number {
  return code.op === "const" ? code.value : Number.NaN;
}

type Comparison = Code & { readonly op: "lt" | "le" | "ge" | "gt" | "eq" | "ne" };
const comparisons: ReadonlySet<string> = new Set(["lt", "le", "ge", "gt", "eq", "ne"]);

function isComparison(code: Code): code is Comparison {
  return comparisons.has(code.op);
}

function isVariable(code: Code): code is Code & { op: "load" } {
  return code.op === "load" && code.at.terms.length === 0 && code.at.pointer === undefined && !code.at.first;
}

function isSimple(code: Code): boolean {
  switch (code.op) {
    case "const":
      return true;
    case "load":
      return isVariable(code);
    case "not":
    case "bool":
      return isSimple(code.a);
    case "both":
    case "either":
      return isSimple(code.a) && isSimple(code.b);
    default:
      if (!isComparison(code)) return false;
      return (isVariable(code.a) && code.b.op === "const") || (isVariable(code.b) && code.a.op === "const");
  }
}

/** Adds what each variable is compared with; on its own it is compared with zero. */
function compared(code: Code, to: Map<number, Set<number>>): void {
  const add = (cell: number, constant: number) => to.set(cell, (to.get(cell) ?? new Set()).add(constant));
  if (code.op === "load") add(code.at.base, 0);
  else if (code.op === "not" || code.op === "bool") compared(code.a, to);
  else if (code.op === "both" || code.op === "either") {
    compared(code.a, to);
    compared(code.b, to);
  } else if (isComparison(code)) {
    if (code.a.op === "load") add(code.a.at.base, constantOf(code.b));
    else if (code.b.op === "load") add(code.b.at.base, constantOf(code.a));
  }
}

function value(code: Code, data: ReadonlyMap<number, number>): number {
  switch (code.op) {
    case "const":
      return code.value;
    case "load":
      return data.get(code.at.base) ?? Number.NaN;
    case "not":
      return +(value(code.a, data) === 0);
    case "bool":
      return +(value(code.a, data) !== 0);
    case "both":
      return +(value(code.a, data) !== 0 && value(code.b, data) !== 0);
    case "either":
      return +(value(code.a, data) !== 0 || value(code.b, data) !== 0);
    case "lt":
      return +(value(code.a, data) < value(code.b, data));
    case "le":
      return +(value(code.a, data) <= value(code.b, data));
    case "ge":
      return +(value(code.a, data) >= value(code.b, data));
    case "gt":
      return +(value(code.a, data) > value(code.b, data));
    case "eq":
      return +(value(code.a, data) === value(code.b, data));
    case "ne":
      return +(value(code.a, data) !== value(code.b, data));
    default:
      return Number.NaN;
  }
}
