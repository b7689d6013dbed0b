/**
 * Zonal as a library: the pipeline on one screen, and the only public door.
 *
 *     read          text    -> Source     a tree with exact places, from XML, XTA or TChecker's format
 *     check         Tree    -> Model      names, types, constants, rules
 *     instantiate   Model   -> Network    processes, slots, clocks, channels
 *     verify        Network -> Verdict    with a trace
 *     traceTo...    Verdict -> text
 *
 * `open` does the first three at once; `build` makes trees without text; `edit` changes files in place.
 */
export const version = "0.1.0";

export {
  acceleratedQuery,
  edgeName,
  elementName,
  explainFact,
  type Fact,
  findJumps,
  findSymmetry,
  type Liveness,
  type LiveOptions,
  liveVariables,
  type Symmetry,
  type SymmetryFact,
} from "./analysis/index.ts";
export {
  type Diagnostic,
  hasErrors,
  InternalError,
  Lines,
  nowhere,
  type Position,
  type Span,
  seeded,
  TextError,
  UsageError,
  unreachable,
} from "./base/index.ts";
export { Fault, type FaultKind } from "./engine/index.ts";
export {
  type CheckedQuery,
  type CheckOptions,
  check,
  checkQueries,
  checkQuery,
  type Features,
  type Model,
  type Symbol as ModelSymbol,
  showType,
  warningCodes,
} from "./model/index.ts";
export {
  everywhereQuery,
  type Instantiated,
  instantiate,
  instantiateQuery,
  labelQuery,
  type Network,
  type NetworkQuery,
  networkFromTck,
  unknownLabels,
} from "./network/index.ts";
export * from "./online/index.ts";
export { type Opened, type OpenOptions, open } from "./open.ts";
export * from "./output/index.ts";
export { type SymbolicState, startingIn } from "./reduce/index.ts";
export * from "./refine/index.ts";
export {
  answeredBy,
  type BoundValue,
  type ConeReport,
  type Crew,
  type GraphOptions,
  type Knobs,
  type Limits,
  listing,
  ONE_THREAD,
  type Order,
  type Outcome,
  type ReductionName,
  type RoadName,
  type RoadReport,
  runThread,
  type Statistics,
  type ThreadTask,
  Together,
  type Turns,
  type ValueInterval,
  type Verdict,
  type VerifyOptions,
  verify,
  verifyAll,
  verifyInTurns,
  whyNotAccelerated,
  type ZoneGraph,
  zoneGraph,
} from "./search/index.ts";
export {
  type Batch,
  InterpretedSampler,
  instantiateStatistical,
  instantiateStochastic,
  isStatistical,
  type RunFault,
  type Sampler,
  type StatisticalQuery,
  type StochasticNetwork,
} from "./stochastic/index.ts";
export * from "./syntax/index.ts";
export {
  ConcreteSimulator,
  type FaultReport,
  intervalText,
  type Obstacle,
  type Option as SimulatorOption,
  type Stuck,
  SymbolicSimulator,
  type Trace,
  type TraceConstraint,
  type TracePart,
  type TraceState,
  type TraceTransition,
  traceWithTime,
  type When,
  whenText,
  whyStuck,
} from "./trace/index.ts";
export {
  type AccelerateOptions,
  type Acceleration,
  type ActionName,
  type Again,
  AlgebraError,
  type AppendedCycle,
  accelerate,
  acceptAll,
  type Composed,
  type ComposeOptions,
  type CycleOptions,
  type CycleReport,
  composeTest,
  conflate,
  cycleText,
  dropLocations,
  type FoundCycles,
  findCycles,
  lostQueries,
  makeTest,
  multiplyTime,
  parseAction,
  type ReduceOptions,
  type Reduction,
  type ReportedReset,
  rcxModel,
  readAgain,
  reduce,
  renameActions,
  renameLocations,
  restrict,
  runScript,
  type ScalarRewrite,
  type Shape,
  scale,
  setInitial,
  split as splitActions,
  type TestNote,
  type TestOptions,
  type TestResult,
  withScalars,
} from "./transform/index.ts";
export { constantOf, INF, type Interval, isStrict, type Rational, rationals } from "./zones/index.ts";
