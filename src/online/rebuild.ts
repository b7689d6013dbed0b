/**
 * Zones on disk. A zone is written as its minimal constraints, and as the reconstruction of constant length that leads to it
 * from all clocks at zero: resets in the order of the clocks' values, delays, and the constraints that cut (see
 * `reconstruct.ts`). Reading carries that out and compares the result with the zone of the constraints, so whatever is read
 * was rebuilt and proved equal. Zones in which the order of clocks is not decided have no such reconstruction; then there are
 * only the constraints. A hash of the zone goes with both.
 */
import { dbm, INF, minimalConstraints, type Zone } from "../zones/index.ts";
import { orderOf, plan } from "./reconstruct.ts";
import { type Transformation, transform } from "./transformation.ts";

export interface WrittenZone {
  /** Triples x, y, bound. */
  readonly zone: readonly number[];
  /** Transformations: `[0]` a delay, `[1, clock, value]` a reset, `[2, x, y, bound]` a constraint. */
  readonly steps?: readonly (readonly number[])[];
  readonly hash: number;
}

/** Requires: `zone` closed, not empty. */
export function writeZone(zone: Zone, dim: number): WrittenZone {
  const order = orderOf(zone, dim);
  const made = order && plan(zone, dim, dbm.newZero(dim), order);
  return {
    zone: Array.from(minimalConstraints(zone, 0, dim)),
    ...(made === undefined ? {} : { steps: made.transformations.map(numbersOf) }),
    hash: dbm.hash(zone, 0, dim),
  };
}

/** The zone, or what is wrong with it. */
export function readZone(written: WrittenZone, dim: number): Zone | string {
  const { zone, steps, hash } = written;
  const constrained = fromConstraints(zone, dim);
  if (constrained === undefined) return "a zone is damaged";
  if (dbm.hash(constrained, 0, dim) !== hash) return "a zone is not the one that was written";
  if (steps === undefined) return constrained;
  const z = dbm.newZero(dim);
  for (const step of steps) {
    const t = transformationOf(step, dim);
    if (t === undefined || !transform(z, dim, t)) return "the reconstruction of a zone is damaged";
  }
  return dbm.equals(z, 0, constrained, 0, dim) ? z : "the reconstruction of a zone does not lead to it";
}

function fromConstraints(triples: readonly number[], dim: number): Zone | undefined {
  if (!Array.isArray(triples) || triples.length % 3 !== 0) return undefined;
  const z = dbm.newUniversal(dim);
  for (let k = 0; k < triples.length; k += 3) {
    const t = transformationOf([2, ...triples.slice(k, k + 3)], dim);
    if (t === undefined || !transform(z, dim, t)) return undefined;
  }
  return z;
}

function numbersOf(t: Transformation): number[] {
  if (t.kind === "reset") return [1, t.clock, t.value];
  return t.kind === "constrain" ? [2, t.left, t.right, t.bound] : [0];
}

/** Undefined if the numbers are no transformation of zones of this dimension. */
function transformationOf(step: readonly number[], dim: number): Transformation | undefined {
  if (!Array.isArray(step) || !step.every((n) => Number.isInteger(n))) return undefined;
  const [kind, a, b, c] = step;
  const isClock = (x: number): boolean => x >= 0 && x < dim;
  if (kind === 0 && step.length === 1) return { kind: "up" };
  if (kind === 1 && step.length === 3 && a > 0 && isClock(a) && b >= 0 && b < 2 ** 29)
    return { kind: "reset", clock: a, value: b };
  if (kind === 2 && step.length === 4 && isClock(a) && isClock(b) && a !== b && c < INF && c > -INF)
    return { kind: "constrain", left: a, right: b, bound: c };
  return undefined;
}
