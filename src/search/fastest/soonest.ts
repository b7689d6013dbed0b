/**
 * The soonest goal by the compiled engine, for fastest traces (see `fastest.ts`): the same search with one more clock, by
 * the lower bound of that clock, with zones stored as they are and compared under aLU. There a zone is only covered by one
 * that comes as soon. The path comes back as that of any compiled search.
 */
import type { ClockBounds } from "../../analysis/index.ts";
import { CompiledReach, Fault, whyNotMeasured } from "../../engine/index.ts";
import { memoryReason } from "../compiled/memory.ts";
import { Pace } from "../compiled/pace.ts";
import { transitionsTo } from "../compiled/path.ts";
import { optionsWith, whyInterpreted } from "../compiled/settings.ts";
import type { Meter } from "../limits.ts";
import type { FormulaQuery, Question } from "../question.ts";

/** What is asked: a goal that is reachable, as soon as the clock `time`, never set or compared, can tell. */
export interface Soonest {
  readonly question: Question<FormulaQuery>;
  readonly time: number;
  /** Those that keep the lower bound of that clock. */
  readonly bounds: ClockBounds;
  readonly meter: Meter;
}

/** Transitions to a goal, and how soon it is reached at least: 2c for `>= c`, 2c + 1 for `> c`; or why there are none. */
export type SoonestGoal = { readonly path: readonly (readonly number[])[]; readonly cost: number } | string;

/** Undefined where the interpreter must do. */
export function soonestCompiled({ question: asked, time, bounds, meter }: Soonest): SoonestGoal | undefined {
  const question = asked.wishing({ symmetry: false, forgetCommitted: false, abstraction: undefined });
  const { network, query, options } = question;
  if ((whyInterpreted(question, bounds) ?? whyNotMeasured(network, query, bounds)) !== undefined) return undefined;
  try {
    const search = new CompiledReach(network, query, bounds, {
      ...optionsWith(question, bounds),
      order: "soonest",
      measure: time,
      extrapolates: false,
      shortest: false,
    });
    const pace = new Pace(options);
    for (;;) {
      const status = pace.run(search);
      if (status === "found") {
        const path = transitionsTo(() => search.path(), question, meter.patience, bounds);
        return typeof path === "string" ? path : path && { path, cost: search.cost };
      }
      if (status !== "working" && status !== "memory") return undefined;
      const full = status === "memory" ? memoryReason(options, "a search for a fastest trace") : undefined;
      const reason = full ?? meter.look(() => search.counters);
      if (reason !== undefined) return reason;
    }
  } catch (error) {
    if (error instanceof Fault && error.kind === "overflow") return undefined;
    throw error;
  }
}
