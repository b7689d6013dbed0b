import type { Edge, Location } from "../syntax/index.ts";
import { type ClockComparison, clockComparisons, isUpper } from "./condition.ts";
import type { Facts } from "./facts.ts";
import { baseOf } from "./uses.ts";

/**
 * Whether an edge may come to a location whose invariant does not hold: the name of a clock that is bounded there, not reset
 * on the edge, and not bounded as much by its guard or the location it leaves. Bounds are compared where they are constants;
 * others only if they are written alike.
 */
export function mayExceed(
  facts: Facts,
  from: Location | undefined,
  edge: Edge,
  to: Location | undefined,
): string | undefined {
  const bounds = uppers(facts, to?.invariant?.value);
  const known = [...uppers(facts, from?.invariant?.value), ...uppers(facts, edge.guard?.value)];
  const updates = edge.update?.value ?? [];
  // What a function writes is not looked into.
  if (updates.some(({ kind }) => kind !== "assign" && kind !== "step")) return undefined;
  const written = new Set(updates.map((update) => baseOf(update, facts.tables)));
  return bounds.find(
    (bound) =>
      bound.clock.type.kind === "clock" &&
      !written.has(bound.clock) &&
      !known.some((other) => implies(facts, other, bound)),
  )?.clock.name;
}

function uppers(facts: Facts, expr: Parameters<typeof clockComparisons>[0] | undefined): readonly ClockComparison[] {
  return expr === undefined ? [] : clockComparisons(expr, facts.tables).filter(({ op }) => isUpper(op));
}

function implies(facts: Facts, a: ClockComparison, b: ClockComparison): boolean {
  if (a.clock !== b.clock) return false;
  const [x, y] = [facts.constant(a.bound), facts.constant(b.bound)];
  if (x !== undefined && y !== undefined) return x < y || (x === y && (b.op !== "<" || a.op === "<"));
  const text = ({ bound: { start, end } }: ClockComparison): string => facts.text.slice(start, end).replace(/\s/g, "");
  return text(a) === text(b) && (b.op !== "<" || a.op === "<");
}
