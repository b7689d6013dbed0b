/**
 * The soonest goal by the compiled engine, for fastest traces (see `fastest.ts`): the same search with one more clock, by
 * the lower bound of that clock, with zones stored as they are and compared under aLU. There a zone is only covered by one
 * that comes as soon. The path comes back as that of any compiled search.
 */
import type { ClockBounds } from "../../analysis/index.ts";
import { CompiledReach, type Engine, Fault, type ReachedState, whyNotMeasured } from "../../engine/index.ts";
import type { Network } from "../../network/index.ts";
import { memoryReason, Pace, reachOptions, transitionsTo, whyInterpreted } from "../compiled/search.ts";
import type { Meter, Statistics } from "../limits.ts";
import type { SearchOptions } from "../options.ts";
import type { FormulaQuery } from "../reach.ts";

/** Transitions to a goal, and how soon it is reached at least: 2c for `>= c`, 2c + 1 for `> c`; or why there are none. */
export type SoonestGoal = { readonly path: readonly (readonly number[])[]; readonly cost: number } | string;

/** Undefined where the interpreter must do. Requires: a goal is reachable, and the clock `time` is never set or compared. */
export function soonestCompiled(
  timed: Network,
  query: FormulaQuery,
  time: number,
  bounds: ClockBounds,
  engine: Engine,
  meter: Meter,
  given: SearchOptions,
): SoonestGoal | undefined {
  const options: SearchOptions = { ...given, symmetry: false, forgetCommitted: false, abstraction: undefined };
  if ((whyInterpreted(timed, query, bounds, options) ?? whyNotMeasured(query, bounds)) !== undefined) return undefined;
  try {
    const settings = reachOptions(timed, query, bounds, engine, options);
    const search = new CompiledReach(timed, query, bounds, {
      ...settings,
      order: "soonest",
      measure: time,
      extrapolates: false,
      shortest: false,
    });
    const statistics = (): Statistics => search.counters;
    const pace = new Pace(options);
    for (;;) {
      const status = pace.run(search);
      if (status === "found") {
        const states = (): ReachedState[] => search.path();
        const path = transitionsTo(states, timed, query, bounds, engine, options, meter.patience);
        return typeof path === "string" ? path : path && { path, cost: search.cost };
      }
      if (status !== "working" && status !== "memory") return undefined;
      const reason =
        status === "memory" ? memoryReason(options, "a search for a fastest trace") : meter.look(statistics);
      if (reason !== undefined) return reason;
    }
  } catch (error) {
    if (error instanceof Fault && error.kind === "overflow") return undefined;
    throw error;
  }
}
