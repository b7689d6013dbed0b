/** Rewrites of models: each returns a new text or tree that is checked again. */

export { type AccelerateOptions, type Acceleration, type AppendedCycle, accelerate, type Shape } from "./accelerate.ts";
export { type CycleOptions, type CycleReport, cycleText, type FoundCycles, findCycles } from "./accelerate-report.ts";
export { type ActionName, AlgebraError, parseAction } from "./actions.ts";
export { type Again, lostQueries, readAgain } from "./again.ts";
export {
  acceptAll,
  conflate,
  dropLocations,
  renameActions,
  renameLocations,
  restrict,
  scale,
  setInitial,
  split,
} from "./algebra.ts";
export {
  beginSession,
  isUnfinished,
  runCommands,
  type TemplateSession,
  type Told,
  writeSession,
} from "./commands/session.ts";
export { type Constants, type ConstantValue, constantsOf, withConstants } from "./constants.ts";
export { enableInputs } from "./enable.ts";
export { multiplyTime } from "./multiply.ts";
export { rcxModel } from "./rcx.ts";
export { type ReduceOptions, type Reduction, type ReportedReset, reduce } from "./reduce.ts";
export { type ScalarRewrite, withScalars } from "./scalars.ts";
export { runScript } from "./script.ts";
export { compileTasks, TaskError } from "./tasks.ts";
export { makeTest, type TestResult } from "./test-automaton.ts";
export { type Composed, type ComposeOptions, composeTest } from "./test-compose.ts";
export type { TestNote, TestOptions } from "./test-setup.ts";
export { type UnknownRange, withUnknowns } from "./unknowns.ts";
