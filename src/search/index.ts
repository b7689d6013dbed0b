/** Searches: questions about networks, answered. */
export { Abstraction } from "./abstraction.ts";
export { whyNotAccelerated } from "./accelerate.ts";
export type { Crew, PartTask } from "./crew.ts";
export { type FromEnding, type FromLimits, ReachFrom } from "./from.ts";
export { type GraphOptions, type ZoneGraph, zoneGraph } from "./graph.ts";
export { type Limits, Meter, type Statistics } from "./limits.ts";
export { listing } from "./listing.ts";
export type { VerifyOptions } from "./options.ts";
export { runPart } from "./part.ts";
export { Store } from "./store.ts";
export { Together, verifyAll } from "./together.ts";
export type { Turns } from "./turns.ts";
export type { BoundValue, Outcome, Part, ValueInterval, Verdict } from "./verdict.ts";
export { verify, verifyInTurns } from "./verify.ts";
export { type Order, waitingList } from "./waiting.ts";
