import type { Binary, Expr } from "../../syntax/index.ts";
import type { Code } from "../code.ts";
import type { Rated, Setter } from "../network.ts";
import { mentionsClock } from "./condition.ts";
import type { Context } from "./context.ts";
import { expandedItems } from "./expression.ts";
import { both, isConst, not, toReal } from "./fold.ts";
import { lowerPlace } from "./name.ts";

/**
 * Invariants with rates: `x' == e` sets the rate of a clock, everything else bounds time. Rates are collected first, because a
 * clock whose rate depends on clocks is a flow, and conditions on it are followed instead of computed.
 */
export function splitInvariant(expr: Expr | undefined): {
  readonly rates: readonly Expr[];
  readonly bounds: readonly Expr[];
} {
  const rates: Expr[] = [];
  const bounds: Expr[] = [];
  const pending = expr === undefined ? [] : [expr];
  for (let part = pending.pop(); part; part = pending.pop()) {
    if (part.kind === "binary" && part.op === "&&") pending.push(part.right, part.left);
    else if (setsRate(part)) rates.push(part);
    else bounds.push(part);
  }
  return { rates, bounds };
}

/** `x' == e`, perhaps for all i, perhaps under a condition. */
function setsRate(expr: Expr): boolean {
  if (expr.kind === "quantified") return expr.quantifier === "forall" && setsRate(expr.body);
  if (expr.kind !== "binary") return false;
  if (expr.op === "||" || expr.op === "imply") return setsRate(expr.right) || (expr.op === "||" && setsRate(expr.left));
  if (expr.op === "&&") return setsRate(expr.left) && setsRate(expr.right);
  return expr.op === "==" && (expr.left.kind === "rate" || expr.right.kind === "rate");
}

/** A rate as found in one location. `moving`: it depends on clocks. */
export interface FoundRate {
  readonly clock: number;
  readonly name: string;
  readonly setter: Setter;
  readonly moving: boolean;
}

export function lowerRates(exprs: readonly Expr[], process: number, location: number, context: Context): FoundRate[] {
  return exprs.flatMap((expr) => lowerRate(expr, undefined, process, location, context));
}

function lowerRate(
  expr: Expr,
  when: Code | undefined,
  process: number,
  location: number,
  context: Context,
): FoundRate[] {
  if (expr.kind === "quantified") {
    const items = expandedItems(expr, context, (inner) => lowerRate(expr.body, when, process, location, inner), true);
    return (items ?? []).flatMap(({ item }) => item);
  }
  if (expr.kind !== "binary") return [];
  if (expr.op === "&&")
    return [expr.left, expr.right].flatMap((part) => lowerRate(part, when, process, location, context));
  if (expr.op === "||" || expr.op === "imply") {
    const onLeft = setsRate(expr.left);
    const condition = context.lower(onLeft ? expr.right : expr.left);
    const active = expr.op === "imply" ? condition : not(condition);
    return lowerRate(onLeft ? expr.left : expr.right, when ? both(when, active) : active, process, location, context);
  }
  return lowerEquation(expr, when, process, location, context);
}

function lowerEquation(
  expr: Binary,
  when: Code | undefined,
  process: number,
  location: number,
  context: Context,
): FoundRate[] {
  const [side, value] = expr.left.kind === "rate" ? [expr.left, expr.right] : [expr.right, expr.left];
  const place = side.kind === "rate" ? lowerPlace(side.clock, context) : undefined;
  if (place?.shape.kind !== "clock" || place.steps.length > 0 || place.pointer !== undefined) {
    context.refuse("clock-rate", "the rate of a clock that is chosen at run time cannot be set", expr);
    return [];
  }
  const origin = context.origin(expr);
  const rate = toReal(context.lower(value));
  const name = context.builder.variables.find(({ cell }) => cell === place.base)?.name ?? "";
  const setter: Setter = { process, location, ...(when ? { when } : {}), rate, origin };
  return [
    {
      clock: place.base,
      name,
      setter,
      moving: mentionsClock(value, context) || (when !== undefined && mentionsClock(expr, context)),
    },
  ];
}

/** All rates by clock. A clock is a flow where some rate of it depends on clocks that do not stand still. */
export function ratedClocks(
  found: readonly FoundRate[],
  locations: (process: number) => number,
  reads: (code: Code) => ReadonlySet<number>,
): Rated[] {
  const byClock = new Map<number, FoundRate[]>();
  for (const rate of found) byClock.set(rate.clock, [...(byClock.get(rate.clock) ?? []), rate]);
  const still = new Set([...byClock].filter(([, rates]) => standsStill(rates, locations)).map(([clock]) => clock));
  return [...byClock].map(([clock, rates]) => ({
    clock,
    name: rates[0]?.name ?? "",
    flow: rates.some(({ moving, setter }) => moving && [...reads(setter.rate)].some((cell) => !still.has(cell))),
    setters: rates.map(({ setter }) => setter),
  }));
}

/** Some process gives it the rate 0 in each of its locations. */
function standsStill(rates: readonly FoundRate[], locations: (process: number) => number): boolean {
  const stopped = rates.filter(
    ({ setter }) => setter.when === undefined && isConst(setter.rate) && setter.rate.value === 0,
  );
  const processes = new Set(stopped.map(({ setter }) => setter.process));
  return [...processes].some(
    (p) =>
      new Set(stopped.filter(({ setter }) => setter.process === p).map(({ setter }) => setter.location)).size ===
      locations(p),
  );
}
