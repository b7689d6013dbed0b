/** Engines: networks made ready to run. */
export { CompiledFrom, type SearchFrom } from "./compile/from.ts";
export type { Entry } from "./compile/plan.ts";
export {
  type Common,
  CompiledReach,
  type ReachCounters,
  type ReachOptions,
  type ReachStatus,
  type ValueWatch,
} from "./compile/reach.ts";
export type { ReachedState } from "./compile/running.ts";
export { type Memories, SeveralReach } from "./compile/several.ts";
export { control, maxThreads, PAUSE, seatBytes, seatLevel } from "./compile/shared.ts";
export type { LivenessQuery } from "./compile/stay.ts";
export { CompiledStay, whyNotStaying } from "./compile/staying.ts";
export {
  comesInPieces,
  entrySizes,
  hasStopwatches,
  whyNotCompiled,
  whyNotMeasured,
} from "./compile/support.ts";
export { ENDLESS as ENDLESS_END } from "./compile/values.ts";
export type { Engine, Predicate, Timing } from "./engine.ts";
export { Fault, type FaultKind } from "./fault.ts";
export { type Choice, Concrete, type Step, wordsOf } from "./interpret/concrete.ts";
export { timePredecessors } from "./interpret/delay.ts";
export { interpret } from "./interpret/interpret.ts";
export { Product } from "./interpret/product.ts";
export type { Action, Reply, Roles, StepHandler, UrgentOffer } from "./interpret/product-types.ts";
export { type DelayParts, type StepParts, StepRecorder } from "./interpret/record.ts";
export { TooLarge } from "./wasm/index.ts";
