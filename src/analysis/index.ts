/** Facts about networks: value ranges, clock bounds, diagonals. */
export { acceleratedQuery, type Unkept } from "./accelerated-query.ts";
export { type BoundOptions, type ClockBounds, clockBounds } from "./bounds.ts";
export { bystanders } from "./bystander.ts";
export { type Influence, influences, type Reach } from "./cone.ts";
export { countersOf } from "./counter.ts";
export { type Cycles, simpleCycles } from "./cycles.ts";
export type { Diagonals } from "./diagonal.ts";
export { clockSettings } from "./effect.ts";
export type { Elements } from "./elements.ts";
export { type Exactness, judge, type Touched, touchedBy } from "./exactness.ts";
export { idleClocks, isPlain as isPlainClock } from "./idle.ts";
export type { Interval } from "./interval.ts";
export { findJumps, type Jump, type JumpOptions } from "./jump.ts";
export { type Fact, type Liveness, type LiveOptions, liveVariables, type Reason } from "./live.ts";
export { edgeName, elementName, explainFact, finalUse } from "./live-explain.ts";
export { canonicaliser, type LiveCells, liveCells, livenessOf } from "./live-network.ts";
export { channelsOf, guardsOnlyHelp } from "./monotone.ts";
export { Ranges } from "./range.ts";
export { heldIn, MOST_ORDERS, NOBODY, type Representative, representative } from "./representative.ts";
export { findSymmetry, type RingSymmetry, type SetSymmetry, type Symmetry, type SymmetryFact } from "./symmetry.ts";
export { forgettable, ordinary, passing, passingLocations } from "./transient.ts";
export { eachCode, eachCodeOf, eachConstraint, formulasOf, mentionsDeadlock } from "./walk.ts";
export {
  type CycleResult,
  type End,
  edgeText,
  higher,
  invariantOf,
  itemsOf,
  lowerBounds,
  overlapFrom,
  type Segment,
  type TimedCycle,
  tighter,
  timeCycle,
  unfoldings,
  type Window,
  windowText,
} from "./window.ts";
