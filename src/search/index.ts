/** Searches: questions about networks, answered. */
export { Abstraction } from "./explore/abstraction.ts";
export { Store } from "./explore/store.ts";
export { type Order, waitingList } from "./explore/waiting.ts";
export { type FromEnding, type FromLimits, ReachFrom } from "./from.ts";
export { type GraphOptions, type ZoneGraph, zoneGraph } from "./graph.ts";
export { type Limits, Meter, type Statistics } from "./limits.ts";
export { listing } from "./listing.ts";
export type { VerifyOptions } from "./options.ts";
export { whyNotAccelerated } from "./roads/jumps.ts";
export type { Crew, PartTask } from "./threads/crew.ts";
export { runPart } from "./threads/thread.ts";
export { Together, verifyAll } from "./together.ts";
export type { Turns } from "./turns.ts";
export type { BoundValue, Outcome, Part, ValueInterval, Verdict } from "./verdict.ts";
export { verify, verifyInTurns } from "./verify.ts";
