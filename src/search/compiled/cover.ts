/**
 * All states that the compiled engine reaches, for certificates: as `search.ts`, without a path, and with what it stored
 * at the end.
 */
import type { LiveCells, Symmetry } from "../../analysis/index.ts";
import { type CompiledReach, Fault, type ReachedState } from "../../engine/index.ts";
import type { Meter } from "../limits.ts";
import { type FormulaQuery, type Question, unsoundness } from "../question.ts";
import type { Ending } from "../road.ts";
import type { Statistics } from "../statistics.ts";
import type { Turns } from "../turns.ts";
import { memoryReason } from "./memory.ts";
import { Pace } from "./pace.ts";
import { ENDLESS, openReach } from "./search.ts";
import { reachOptions, whyInterpreted } from "./settings.ts";

/** What was stored, state by state and those of one discrete state in a row, or how it ended otherwise. */
type Everything =
  | { readonly kind: "everything"; readonly each: CompiledReach["each"]; readonly statistics: Statistics }
  | Ending;

/** Undefined where it is a question for the interpreter. An ending that answers has found what the query looks for. */
export function* everything(
  question: Question<FormulaQuery>,
  meter: Meter,
  symmetry?: Symmetry,
  live?: LiveCells,
): Turns<Everything | undefined> {
  if (whyInterpreted(question) !== undefined) return undefined;
  try {
    const search = openReach(question, { ...reachOptions(question), symmetry, live });
    const pace = new Pace(question.options);
    const each = (visit: (state: ReachedState) => void): void => search.each(visit);
    for (;;) {
      const status = pace.run(search);
      const statistics: Statistics = search.counters;
      if (status === "exhausted") return { kind: "everything", each, statistics };
      if (status === "found") return { kind: "answer", statistics };
      if (status === "bounds") return undefined;
      const full = status === "memory" ? memoryReason(question.options, "a search for a certificate") : undefined;
      const endless = statistics.explored >= ENDLESS ? unsoundness(question.bounds) : undefined;
      const reason = full ?? meter.look(() => statistics) ?? endless;
      if (reason !== undefined) return { kind: "limit", reason, statistics };
      yield statistics;
    }
  } catch (error) {
    if (error instanceof Fault && error.kind === "overflow") return undefined;
    throw error;
  }
}
