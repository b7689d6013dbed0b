/** Searches: questions about networks, answered. */
export { type Limit, limitQuery, outsideQuery, type TermValues } from "./beyond.ts";
export { type Cover, coverInTurns, hasSimulation, type Uncovered, whyNotCertified, withoutMeta } from "./cover.ts";
export { type Ends, endsInTurns, exchangeable } from "./ending.ts";
export { Abstraction } from "./explore/abstraction.ts";
export { Store } from "./explore/store.ts";
export { type Order, waitingList } from "./explore/waiting.ts";
export { type FromEnding, ReachFrom } from "./from.ts";
export { type GraphOptions, type ZoneGraph, zoneGraph } from "./graph.ts";
export type { Keeper } from "./keeper.ts";
export { type Limits, Meter } from "./limits.ts";
export { listing } from "./listing.ts";
export type { Matters } from "./matters.ts";
export type { Knobs, VerifyOptions, Wishes } from "./options.ts";
export { askPartInTurns, type Part, type PartEnding, QuestionParts } from "./parts.ts";
export {
  answeredBy,
  type ConeReport,
  ONE_THREAD,
  type ReductionName,
  type RoadName,
  type RoadReport,
} from "./report.ts";
export { whyNotAccelerated } from "./roads/jumps.ts";
export { NOTHING, type Statistics } from "./statistics.ts";
export { symmetricCoverInTurns } from "./symmetriccover.ts";
export { nameless } from "./symmetry.ts";
export { takenInTurns } from "./taken.ts";
export type { Crew, ThreadTask } from "./threads/crew.ts";
export { runThread } from "./threads/thread.ts";
export { Together, verifyAll } from "./together.ts";
export type { Turns } from "./turns.ts";
export type { BoundValue, Outcome, ValueInterval, Verdict } from "./verdict.ts";
export { verify, verifyInTurns } from "./verify.ts";
