/** Zones: sets of clock valuations. Knows bounds and matrices, no model. */
export {
  add,
  BoundOverflow,
  constantOf,
  INF,
  isRepresentable,
  isStrict,
  LE_ZERO,
  LT_ZERO,
  le,
  lt,
  MAX_CONSTANT,
  negate,
  showBound,
} from "./bound.ts";
export * as dbm from "./dbm.ts";
export { extraDiagonal, splitByDiagonals } from "./diagonal.ts";
export { elapseInside, justAfter, justBefore, predT } from "./elapse.ts";
export { equate } from "./equate.ts";
export { extraLU, extraM, extraPlusLU, extraPlusM, NO_BOUND } from "./extrapolate.ts";
export type { Federation, Zone } from "./federation.ts";
export * as federation from "./federation.ts";
export type { ClockBounds } from "./matrix.ts";
export { minimalConstraints, minimalGraph, triplesOf } from "./minimal.ts";
export type { Interval, Point } from "./point.ts";
export * as point from "./point.ts";
export type { Rational } from "./rational.ts";
export * as rationals from "./rational.ts";
export { showConstraint, showZone } from "./show.ts";
export { isSubsumedLU, isSubsumedM } from "./simulation.ts";
