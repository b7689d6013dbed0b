/** Searches: verdicts and traces. */
export { whyNotAccelerated } from "./accelerate.ts";
export type { Crew, PartTask } from "./crew.ts";
export type { Obstacle } from "./explain.ts";
export { type FromEnding, type FromLimits, type FromState, ReachFrom } from "./from.ts";
export { type GraphOptions, type ZoneGraph, zoneGraph } from "./graph.ts";
export type { Limits, Statistics } from "./limits.ts";
export { listing } from "./listing.ts";
export type { VerifyOptions } from "./options.ts";
export { runPart } from "./part.ts";
export { type RefineOptions, refine } from "./refine.ts";
export type {
  Refinement,
  RefinementEdge,
  RefinementInterface,
  RefinementNote,
  RefinementPlace,
  Violation,
} from "./refinement.ts";
export { ConcreteSimulator, type Option, SymbolicSimulator } from "./simulate.ts";
export { Together, verifyAll } from "./together.ts";
export type { Trace, TraceConstraint, TracePart, TraceState, TraceTransition } from "./trace.ts";
export type { Turns } from "./turns.ts";
export type { BoundValue, FaultReport, Outcome, Part, ValueInterval, Verdict } from "./verdict.ts";
export { verify, verifyInTurns } from "./verify.ts";
export type { Order } from "./waiting.ts";
export { intervalText, type When, whenText } from "./when.ts";
