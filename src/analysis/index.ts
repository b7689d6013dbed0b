/**
 * Facts about networks, a folder each: values, clock bounds, flow, liveness, classes of values, influence, cycles, symmetries.
 */

export { type ActiveClocks, activeClocks, activeIn, loosen } from "./bounds/active.ts";
export { type ClockBounds, clockBounds } from "./bounds/bounds.ts";
export { clockSettings } from "./bounds/effect.ts";
export { channelsOf, guardsOnlyHelp } from "./bounds/monotone.ts";
export { coarsener, type ValueClasses, valueClasses } from "./classes/classes.ts";
export { constantValue } from "./code/constant-value.ts";
export { eachCode, eachCodeOf, eachConstraint, eachPart, eachStep, formulasOf, mentionsDeadlock } from "./code/walk.ts";
export { type Coupling, couplingOf } from "./coupling/coupling.ts";
export { looseness } from "./coupling/loose.ts";
export {
  type Counting,
  findCounting,
  keptGuards,
  locationAsked,
} from "./cycles/counting.ts";
export { simpleCycles } from "./cycles/cycles.ts";
export { type Exactness, judge, type Touched, touchedBy } from "./cycles/exactness.ts";
export {
  countingJumps,
  findJumps,
  type Jump,
  jumpText,
  MOST_COMPOUND,
  whyNotTogether,
} from "./cycles/jump.ts";
export { acceleratedQuery } from "./cycles/query.ts";
export { readsCell, readsOfCode } from "./cycles/reads.ts";
export { compoundCycles } from "./cycles/trails.ts";
export { forgettable, ordinary, passing, passingLocations } from "./cycles/transient.ts";
export { hasAll, leavesOf, linear, type Stretch, truthOf } from "./cycles/truth.ts";
export {
  edgeText,
  higher,
  itemsOf,
  overlapFrom,
  type Segment,
  type TimedCycle,
  tighter,
  timeCycle,
  unfoldings,
  type Window,
  windowText,
} from "./cycles/window.ts";
export { NetworkUses, usesOf } from "./flow/uses.ts";
export { bystanders } from "./influence/bystander.ts";
export { type Influence, influences, type Reach } from "./influence/cone.ts";
export { countersOf } from "./influence/counter.ts";
export { idleClocks, isPlain as isPlainClock } from "./influence/idle.ts";
export { looksAt, readsLocations } from "./influence/looks.ts";
export { alwaysLive, canonicaliser, type LiveCells, liveCells, livenessOf } from "./live/cells.ts";
export { edgeName, elementName, explainFact, finalUse } from "./live/explain.ts";
export { type Fact, type Liveness, type LiveOptions, liveVariables } from "./live/live.ts";
export { MOST_LEVELS, MOST_TRIED } from "./symmetry/arrange.ts";
export { holdingPlaces, MOST_ROUNDS } from "./symmetry/colours.ts";
export { dataOf } from "./symmetry/data.ts";
export {
  heldCells,
  movedCells,
  type RingSymmetry,
  type SetSymmetry,
  type Symmetry,
  type SymmetryFact,
} from "./symmetry/facts.ts";
export { groupsOf } from "./symmetry/groups.ts";
export { type Identifiers, identifiersOf } from "./symmetry/identifiers.ts";
export { Kinds } from "./symmetry/kinds.ts";
export { MOST_ORDERS } from "./symmetry/orders.ts";
export type { Relabel } from "./symmetry/relabel.ts";
export { type Relation, relationsOf } from "./symmetry/relations.ts";
export { NOBODY, representative, sorting } from "./symmetry/representative.ts";
export { heldIn, OPEN } from "./symmetry/sorter.ts";
export { findSymmetry } from "./symmetry/symmetry.ts";
export type { Interval } from "./values/interval.ts";
export { Ranges } from "./values/range.ts";
