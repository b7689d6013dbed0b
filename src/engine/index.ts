/** Engines: networks made ready to run. */

export { BITS } from "./compile/bits/table.ts";
export type { LivenessQuery } from "./compile/code/terms.ts";
export { whyNotLocal } from "./compile/local/module.ts";
export { ENDLESS as ENDLESS_END } from "./compile/loop/value.ts";
export type { Entry, Small } from "./compile/plan.ts";
export { isEager } from "./compile/store/eagerness.ts";
export { control, maxThreads, PAUSE, seatBytes, seatLevel } from "./compile/store/threads.ts";
export {
  comesInPieces,
  entrySizes,
  hasStopwatches,
  whyNotCompiled,
  whyNotMeasured,
  whyNotStaying,
} from "./compile/support.ts";
export type { Engine, Predicate, Timing } from "./engine.ts";
export { Fault, type FaultKind } from "./fault.ts";
export type { Frozen, Kept } from "./host/frozen.ts";
export { CompiledStay, type FoundStay, type StayOptions } from "./host/liveness.ts";
export { type Memories, SeveralReach } from "./host/memories.ts";
export { joinParts, PARTS, type StateParts } from "./host/parts.ts";
export {
  CompiledReach,
  type ReachOptions,
  type ReachStatus,
  type ValueWatch,
} from "./host/reach.ts";
export { type Spill, SpillError } from "./host/spill.ts";
export { SpilledReach } from "./host/spilled.ts";
export { CompiledFrom } from "./host/start.ts";
export type { ReachedState } from "./host/state.ts";
export { type Common, ThreadReach } from "./host/thread.ts";
export { type Choice, Concrete, type Step, wordsOf } from "./interpret/concrete.ts";
export { timePredecessors } from "./interpret/delay.ts";
export { interpret } from "./interpret/interpret.ts";
export { LocalEngine } from "./interpret/local.ts";
export { Product } from "./interpret/product.ts";
export type { Action, Reply, Roles } from "./interpret/product-types.ts";
export { type StepParts, StepRecorder } from "./interpret/record.ts";
export {
  Body,
  call,
  callIndirect,
  type Expr,
  encode,
  type F64,
  type Func,
  type FuncType,
  f64,
  type I32,
  i32,
  i32x4,
  i64,
  type Label,
  type Local,
  Module,
  memory,
  shareAlike,
  type Table,
  TooLarge,
  tee,
  type V128,
  v128,
  type WasmHost,
  type WasmModule,
  wasm,
} from "./wasm/index.ts";
