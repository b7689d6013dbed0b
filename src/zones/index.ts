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
export { extraLU, extraM, extraPlusLU, extraPlusM, NO_BOUND } from "./extrapolate.ts";
export type { ClockBounds } from "./matrix.ts";
export { isSubsumedLU, isSubsumedM } from "./simulation.ts";
