/**
 * Delays through sets of valuations that are not convex (docs/semantics.md 8.6): given as zones, whose union it is.
 * Inside one zone a delay is decided by its ends; from one to the next it passes over a border that belongs to one of
 * them. All clocks run.
 */
import { bound, type Zone } from "./zone.ts";

/** All v + d with v in `start` and v + e in `inside` for every e from 0 to d, both ends included. */
export function through(start: readonly Zone[], inside: readonly Zone[]): readonly Zone[] {
  const later = (from: Zone | undefined, part: Zone): Zone | undefined => {
    if (from === undefined) return undefined;
    const z = from.copy();
    z.up(undefined);
    return z.meet(part);
  };
  return spread(
    inside,
    (part) => start.map((z) => later(z.meet(part), part)),
    (found, part) => [later(meet(found, justBefore(part)), part), later(meet(justAfter(found), part), part)],
  );
}

/** All v from which a delay leads into `goal`, through `inside` at every instant before the last. */
export function before(goal: readonly Zone[], inside: readonly Zone[]): readonly Zone[] {
  const sooner = (to: Zone | undefined, part: Zone): Zone | undefined => {
    if (to === undefined) return undefined;
    const z = to.copy();
    z.down();
    return z.meet(part);
  };
  const found = spread(
    inside,
    (part) => goal.flatMap((z) => [sooner(z.meet(part), part), sooner(meet(justAfter(part), z), part)]),
    (known, part) => [sooner(meet(justBefore(known), part), part), sooner(meet(justAfter(part), known), part)],
  );
  return [...goal, ...found];
}

/** The valuations just after which a zone begins to hold. */
export function justBefore(zone: Zone): Zone | undefined {
  return border(zone, 1);
}

/** The valuations just before which a zone held. */
export function justAfter(zone: Zone): Zone | undefined {
  return border(zone, -1);
}

/** From part to part until nothing new is found. Time does not come back to a part that it has left, so this ends. */
function spread(
  parts: readonly Zone[],
  first: (part: Zone) => readonly (Zone | undefined)[],
  next: (found: Zone, part: Zone) => readonly (Zone | undefined)[],
): readonly Zone[] {
  const known = parts.map((): Zone[] => []);
  const waiting: { readonly at: number; readonly zone: Zone }[] = [];
  const add = (at: number, zones: readonly (Zone | undefined)[]): void => {
    for (const zone of zones) {
      if (zone === undefined || known[at]!.some((z) => zone.isInside(z))) continue;
      known[at]!.push(zone);
      waiting.push({ at, zone });
    }
  };
  parts.forEach((part, at) => add(at, first(part)));
  for (let found = waiting.pop(); found !== undefined; found = waiting.pop()) {
    const { at: here, zone } = found;
    parts.forEach((part, at) => {
      if (at !== here) add(at, next(zone, part));
    });
  }
  return known.flat();
}

function meet(a: Zone | undefined, b: Zone | undefined): Zone | undefined {
  return a === undefined || b === undefined ? undefined : a.meet(b);
}

/** Bounds against zero become strict on the side that time comes from, and weak on the side that it goes to. */
function border(zone: Zone, direction: 1 | -1): Zone | undefined {
  const z = zone.copy();
  const { n, bounds } = z;
  const [to, from] = direction === 1 ? [1, 0] : [0, 1];
  const open = (at: number, strict: number): void => {
    if (bounds[at] !== Infinity) bounds[at] = bound(Math.floor(bounds[at]! / 2), strict);
  };
  for (let x = 1; x < n; x++) {
    open(x * n, to);
    open(x, from);
  }
  return z.close() ? z : undefined;
}
