/** Engines: networks made ready to run. */
export type { Engine, Predicate, Timing } from "./engine.ts";
export { Fault, type FaultKind } from "./fault.ts";
export { timePredecessors } from "./interpret/delay.ts";
export { interpret } from "./interpret/interpret.ts";
