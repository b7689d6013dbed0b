/**
 * What an expression says in a state of the simulator. It comes as a query: of `E<> f` the formula is asked, of `sup: e` the
 * value. A set of clock values may satisfy a formula in part, and a clock has an interval of values in it.
 */
import { wants } from "../base/index.ts";
import { type Engine, interpret } from "../engine/index.ts";
import type { BoundTerm, Formula, Network, NetworkQuery } from "../network/index.ts";
import { dbm, type Federation, type Interval, type Point, point, type Rational, rationals } from "../zones/index.ts";
import { boundsOf, intervalText, merged } from "./when.ts";

/** Either zones or exact clock values, of which entry 0 is clock 1. */
export interface WatchedState {
  readonly locations: readonly number[];
  readonly variables: readonly number[];
  readonly zones?: Federation | undefined;
  readonly values?: readonly Rational[] | undefined;
}

export interface Watched {
  readonly text: string;
  /** Of a formula: whether it holds, for a set of values perhaps for some of them only. */
  readonly holds?: "always" | "sometimes" | "never";
}

/** Throws `Fault` where evaluating it fails. */
export function watching(network: Network, query: NetworkQuery): (state: WatchedState) => Watched {
  wants("watching", network, "network");
  wants("watching", query, "query");
  const engine = interpret(network, query);
  const say =
    "formula" in query ? ofFormula(engine, query.formula) : ofTerms(engine, "terms" in query ? query.terms : []);
  return (state) => {
    engine.cells.set([...state.locations, ...state.variables]);
    return say(state);
  };
}

function ofFormula(engine: Engine, formula: Formula): (state: WatchedState) => Watched {
  const [yes, no] = [engine.predicate(formula, false), engine.predicate(formula, true)];
  return ({ zones, values }) => {
    if (zones === undefined) {
      const all = yes.satisfying(dbm.newUniversal(engine.dim));
      const holds = all.some((zone) => point.containsPoint(zone, 0, engine.dim, pointOf(values)));
      return holds ? { text: "true", holds: "always" } : { text: "false", holds: "never" };
    }
    if (!zones.some((zone) => yes.holds(zone))) return { text: "false", holds: "never" };
    if (!zones.some((zone) => no.holds(zone))) return { text: "true", holds: "always" };
    return { text: "for some clock values", holds: "sometimes" };
  };
}

function ofTerms(engine: Engine, terms: readonly BoundTerm[]): (state: WatchedState) => Watched {
  const parts = terms.map((term) => {
    if (term.is === "data") {
      const value = engine.value(term.code);
      return () => String(value());
    }
    const [clock, plus] = [engine.clock(term.clock), engine.value(term.plus)];
    return (state: WatchedState) => clockText(state, clock(), rationals.rational(plus()), engine.dim);
  });
  return (state) => ({ text: parts.map((say) => say(state)).join(", ") });
}

function clockText({ zones = [], values }: WatchedState, clock: number, more: Rational, dim: number): string {
  if (values !== undefined) return rationals.showRational(rationals.plus(pointOf(values)[clock]!, more));
  return merged(zones.map((zone) => boundsOf(zone, clock, dim)))
    .map((interval) => intervalText(shifted(interval, more)))
    .join(" or ");
}

function shifted({ low, high, ...rest }: Interval, by: Rational): Interval {
  return { ...rest, low: rationals.plus(low, by), high: high === null ? null : rationals.plus(high, by) };
}

function pointOf(values: readonly Rational[] = []): Point {
  return [rationals.ZERO, ...values];
}
