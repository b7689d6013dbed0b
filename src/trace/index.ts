/** Runs of a network: built from the path of a search, replayed, explained, simulated. */
export { arrivalTimes } from "./arrival.ts";
export { buildTrace, goalOf, isUntraced, type TracePlan, type Untraced } from "./build.ts";
export { chooseDelay } from "./concrete.ts";
export { type Obstacle, originOf } from "./explain.ts";
export { type FaultReport, reportFault } from "./fault.ts";
export { foldedTrace } from "./folded.ts";
export { type Later, randomIn } from "./later.ts";
export { elapse, follow, neverEnds, type PathStep } from "./retrace.ts";
export { cellsOf, type Lasso, lassoOf, roundOf } from "./round.ts";
export { foldJumps, unfoldJumps } from "./rounds.ts";
export { ConcreteSimulator, type Option, SymbolicSimulator } from "./simulate.ts";
export { type Stuck, whyStuck } from "./stuck.ts";
export { type TimedMove, type TimedRun, traceOfRun } from "./timed.ts";
export { traceWithTime } from "./total.ts";
export {
  edgeOf,
  type Trace,
  type TraceConstraint,
  type TracePart,
  type TraceRounds,
  type TraceState,
  type TraceTransition,
  traceConstraints,
  traceNames,
  traceTransition,
  wordsOfTransition,
} from "./trace.ts";
export { type Watched, type WatchedState, watching } from "./watch.ts";
export { statesOf, stayingWay, type Way, type WayState } from "./way.ts";
export { intervalText, type When, whenText } from "./when.ts";
