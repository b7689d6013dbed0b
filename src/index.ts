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
  type Fact,
  edgeName,
  elementName,
  explainFact,
  type Liveness,
  type LiveOptions,
  liveVariables,
  findSymmetry, type Symmetry } from "./analysis/index.ts";
export {
  type Diagnostic,
  hasErrors,
  InternalError,
  Lines,
  nowhere,
  type Position,
  type Span,
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
export { type Opened, type OpenOptions, open } from "./open.ts";
export * from "./output/index.ts";
export {
  type BoundValue, type Crew, listing, type PartTask, runPart,
  ConcreteSimulator,
  type FaultReport,
  type GraphOptions,
  type Limits,
  type Obstacle,
  type Option as SimulatorOption,
  type Order,
  type Outcome,
  type Statistics,
  SymbolicSimulator,
  type Trace,
  type TraceConstraint,
  type TracePart,
  type TraceState,
  type TraceTransition,
  type ValueInterval,
  type Verdict,
  type VerifyOptions,
  verify,
  type ZoneGraph,
  zoneGraph,
} from "./search/index.ts";
export * from "./syntax/index.ts";
export { constantOf, INF, isStrict, type Interval, type Rational, rationals } from "./zones/index.ts";
export {
  type Refinement,
  type RefinementEdge,
  type RefinementInterface,
  type RefinementNote,
  type RefinementPlace,
  type RefineOptions,
  refine,
  type Violation,
} from "./search/index.ts";
export { type Reduction, type ReduceOptions, type ReportedReset, reduce } from "./transform/index.ts";
export * from "./online/index.ts";
export {
  type Composed,
  type ComposeOptions,
  composeTest,
  makeTest,
  type TestNote,
  type TestOptions,
  type TestResult,
} from "./transform/index.ts";
export {
  type Acceleration,
  type AccelerateOptions,
  accelerate,
  acceleratedQuery,
  type AppendedCycle,
  type CycleOptions,
  type CycleReport,
  cycleText,
  findCycles,
  type FoundCycles,
} from "./transform/index.ts";
export {
  type ActionName,
  AlgebraError,
  acceptAll,
  conflate,
  dropLocations,
  multiplyTime,
  parseAction,
  renameActions,
  renameLocations,
  restrict,
  runScript,
  scale,
  setInitial,
  split as splitActions,
} from "./transform/index.ts";
