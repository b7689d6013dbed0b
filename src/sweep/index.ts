/** Studies: many runs of the same questions for different constants, what is planned of them and what is known of them. */

export { type Agenda, allOf, type Decided, firstOf } from "./agenda.ts";
export { type Bisection, bisect, type Frontier, FrontierAgenda, type Held } from "./frontier.ts";
export { keyOf, type PlannedModel, planRuns, pointsOf, type Run, textOf as constantsText } from "./plan.ts";
export {
  Known,
  noFigures,
  type ReadRecords,
  type RunFigures,
  type RunOutcome,
  type RunRecord,
  type RunResult,
  readRecords,
  recordLine,
  runStanding,
} from "./record.ts";
export {
  type Product,
  type RunLimits,
  type RunOptions,
  readStudy,
  type Study,
  type StudyFaults,
  type StudyQuery,
  studyFrom,
} from "./study.ts";
export { parseValues } from "./values.ts";
