/**
 * Federations: finite unions of zones, for sets that are not convex (deadlocks, complements, parts of a broadcast). A
 * federation is a list of closed matrices that are not empty, each an array of its own from offset 0 on; the empty list is
 * the empty set. Federations are values: no function changes its arguments, but results may share matrices with them.
 * All zones of one call have the same dimension.
 */
import { negate } from "./bound.ts";
import { isSubset, mayIntersect } from "./compare.ts";
import * as delay from "./delay.ts";
import { constrain, intersect as intersectInto, isEmpty, newUniversal } from "./matrix.ts";
import { minimalConstraints } from "./minimal.ts";

export type Zone = Int32Array;
export type Federation = readonly Zone[];

/** The matrix at `at` in `z` as a federation of one, or of none if it is marked as empty. Copies. */
export function ofZone(z: Int32Array, at: number, dim: number): Federation {
  return isEmpty(z, at) ? [] : [z.slice(at, at + dim * dim)];
}

export function isNone(f: Federation): boolean {
  return f.length === 0;
}

/** The zone common to both, or null if there is none. */
export function meetZones(a: Zone, b: Zone, dim: number): Zone | null {
  if (!mayIntersect(a, 0, b, 0, dim)) return null;
  const z = a.slice();
  return intersectInto(z, 0, b, 0, dim) ? z : null;
}

/**
 * a without b. Ensures: disjoint zones. One facet of b after the other cuts off what lies beyond it and keeps the rest, so
 * there are at most as many pieces as b has facets; facets are the minimal constraints that really cut a.
 */
export function subtractZone(a: Zone, b: Zone, dim: number): Federation {
  if (isSubset(a, 0, b, 0, dim)) return [];
  if (meetZones(a, b, dim) === null) return [a];
  const facets = minimalConstraints(b, 0, dim);
  const pieces: Zone[] = [];
  const rest = a.slice();
  for (let k = 0; k < facets.length; k += 3) {
    const x = facets[k]!;
    const y = facets[k + 1]!;
    const c = facets[k + 2]!;
    if (rest[x * dim + y]! <= c) continue;
    const piece = rest.slice();
    if (constrain(piece, 0, dim, y, x, negate(c))) pieces.push(piece);
    // What is left always holds the part of a inside b, which is not empty.
    constrain(rest, 0, dim, x, y, c);
  }
  return pieces;
}

/** f without g. Ensures: disjoint zones if those of f are. */
export function subtract(f: Federation, g: Federation, dim: number): Federation {
  let rest = f;
  for (const b of g) {
    if (rest.length === 0) return rest;
    rest = rest.flatMap((a) => subtractZone(a, b, dim));
  }
  return rest;
}

/** f and z together: z is left out if one zone of f covers it, zones of f that z covers are dropped. */
export function add(f: Federation, z: Zone, dim: number): Federation {
  for (const a of f) if (isSubset(z, 0, a, 0, dim)) return f;
  const kept = f.filter((a) => !isSubset(a, 0, z, 0, dim));
  kept.push(z);
  return kept;
}

export function union(f: Federation, g: Federation, dim: number): Federation {
  let all = f;
  for (const z of g) all = add(all, z, dim);
  return all;
}

/** The same set without zones that the other zones together cover. Exact, so dearer than the reduction in `add`. */
export function reduce(f: Federation, dim: number): Federation {
  let kept = f;
  for (const z of f) {
    const others = kept.filter((a) => a !== z);
    if (includesZone(others, z, dim)) kept = others;
  }
  return kept;
}

export function intersect(f: Federation, g: Federation, dim: number): Federation {
  let all: Federation = [];
  for (const a of f) {
    for (const b of g) {
      const z = meetZones(a, b, dim);
      if (z !== null) all = add(all, z, dim);
    }
  }
  return all;
}

/** The part of f that satisfies x - y < or <= c. */
export function constrained(f: Federation, x: number, y: number, c: number, dim: number): Federation {
  return f.flatMap((a) => {
    const z = a.slice();
    return constrain(z, 0, dim, x, y, c) ? [z] : [];
  });
}

/** Whether every valuation of z is in f, exactly: zones of f may cover it only together. */
export function includesZone(f: Federation, z: Zone, dim: number): boolean {
  for (const a of f) if (isSubset(z, 0, a, 0, dim)) return true;
  return subtract([z], f, dim).length === 0;
}

export function includes(f: Federation, g: Federation, dim: number): boolean {
  return g.every((z) => includesZone(f, z, dim));
}

/** Whether f and g are the same set. */
export function isSame(f: Federation, g: Federation, dim: number): boolean {
  return includes(f, g, dim) && includes(g, f, dim);
}

/** All valuations (of at least zero) that are not in f. */
export function complement(f: Federation, dim: number): Federation {
  return subtract([newUniversal(dim)], f, dim);
}

/** Time successors. */
export function up(f: Federation, dim: number): Federation {
  return eachZone(f, dim, (z) => delay.up(z, 0, dim));
}

/** Time predecessors. */
export function down(f: Federation, dim: number): Federation {
  return eachZone(f, dim, (z) => delay.down(z, 0, dim));
}

/** Time successors of the part of f inside the invariant, as long as it holds (it is convex, so the ends decide). */
export function upWithin(f: Federation, invariant: Zone, dim: number): Federation {
  return intersect(up(intersect(f, [invariant], dim), dim), [invariant], dim);
}

/** Valuations inside the invariant that reach f by a delay during which it holds. */
export function downWithin(f: Federation, invariant: Zone, dim: number): Federation {
  return intersect(down(intersect(f, [invariant], dim), dim), [invariant], dim);
}

function eachZone(f: Federation, dim: number, change: (z: Zone) => void): Federation {
  let all: Federation = [];
  for (const a of f) {
    const z = a.slice();
    change(z);
    all = add(all, z, dim);
  }
  return all;
}
