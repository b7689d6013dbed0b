import { first } from "../base/index.ts";
/**
 * Reconstruction in constant length: any zone that a run reached is rebuilt in at most n resets, n delays and the constraints
 * of a minimal graph, however long the run was. Take each clock's last reset, in the order in which they happened, with a
 * delay after each: that is a superset of the zone, since all else the run did only cut it down. Clocks set at one instant
 * (no delay between) form a group with one time: x = t_k + value. So the zone is one over the times of its groups, and the
 * constraints of that zone's minimal graph which really cut are all that is left to do.
 *
 * That the result is the zone is never taken for granted: it is computed and compared, and where it differs there is none.
 */
import { add, dbm, INF, LE_ZERO, le, minimalConstraints, triplesOf, type Zone } from "../zones/index.ts";
import type { Transformation } from "./transformation.ts";
import { leadsTo } from "./values.ts";

/** The last instant at which each clock was set, and to what. Entry 0 is not used. */
export class LastResets {
  readonly instant: number[];
  readonly value: number[];
  private now = 0;

  /** Clocks begin with these values, at instant 0. */
  constructor(initial: readonly number[]) {
    this.instant = initial.map(() => 0);
    this.value = [...initial];
  }

  apply(t: Transformation): void {
    if (t.kind === "up") this.now++;
    else if (t.kind === "reset") {
      this.instant[t.clock] = this.now;
      this.value[t.clock] = t.value;
    } else if (t.kind === "move") {
      // x = y + d now is as if x had been set together with y.
      this.instant[t.clock] = this.instant[t.from]!;
      this.value[t.clock] = this.value[t.from]! + t.plus;
    }
  }
}

/** Clocks set at one instant. */
export interface Group {
  readonly clocks: readonly { readonly clock: number; readonly value: number }[];
}

/** A way to a zone: set the clocks of each group, delay; and in the end the constraints over the groups' times. */
export interface Plan {
  /** The first group's clocks may have these values from the start. */
  readonly groups: readonly Group[];
  /** Triples (k, l, bound): t_k - t_l < or <= c, where t_k is the time since group k - 1 was set, t_0 is 0. */
  readonly constraints: Int32Array;
  readonly transformations: readonly Transformation[];
}

/** Requires: `zone` closed, not empty. Undefined if the last resets do not lead to the zone. */
export function plan(
  zone: Zone,
  dim: number,
  start: Zone,
  last: Pick<LastResets, "instant" | "value">,
): Plan | undefined {
  const groups = groupsOf(dim, last);
  if (groups.some((g) => g.clocks.some((c) => c.value < 0))) return undefined;
  const times = timesOf(zone, dim, groups);
  const size = groups.length + 1;
  const bare = groups.flatMap((g): Transformation[] => [...setting(g, start, dim, groups), { kind: "up" }]);
  const constraints = cutting(times, size);
  const over = (constrained: Int32Array): Transformation[] => constraintsOn(constrained, groups);
  // Without a delay at the end where none is wanted, its constraint is not wanted either.
  const still = groups.length > 0 && times[groups.length * size] === LE_ZERO;
  const shorter = still ? [...bare.slice(0, -1), ...over(cutting(times, size, true))] : undefined;
  const longer = [...bare, ...over(constraints)];
  const from = start;
  const transformations =
    shorter !== undefined && leadsTo(from, dim, shorter, zone)
      ? shorter
      : leadsTo(from, dim, longer, zone)
        ? longer
        : undefined;
  return transformations && { groups, constraints, transformations };
}

function groupsOf(dim: number, last: Pick<LastResets, "instant" | "value">): Group[] {
  const byInstant = new Map<number, { clock: number; value: number }[]>();
  for (let x = 1; x < dim; x++) {
    const instant = last.instant[x]!;
    byInstant.set(instant, [...(byInstant.get(instant) ?? []), { clock: x, value: last.value[x]! }]);
  }
  return [...byInstant].sort((a, b) => a[0] - b[0]).map(([, clocks]) => ({ clocks }));
}

/** The zone over the times of the groups, told by the first clock of each. */
function timesOf(zone: Zone, dim: number, groups: readonly Group[]): Zone {
  const clocks = firstClocks(groups);
  const size = clocks.length;
  const out = new Int32Array(size * size);
  for (const [k, left] of clocks.entries()) {
    for (const [l, right] of clocks.entries()) {
      const bound = zone[left.clock * dim + right.clock]!;
      out[k * size + l] = bound >= INF ? INF : add(bound, le(right.value - left.value));
    }
  }
  return out;
}

/** The reference, then the first clock of each group. */
function firstClocks(groups: readonly Group[]): Group["clocks"][number][] {
  return [{ clock: 0, value: 0 }, ...groups.map((g) => first(g.clocks))];
}

/** The constraints of the minimal graph that cut something off the zone of resets and delays alone, one after another. */
function cutting(times: Zone, size: number, still = false): Int32Array {
  const z = dbm.newZero(size);
  for (let k = 1; k < size; k++) {
    dbm.reset(z, 0, size, k, 0);
    if (!still || k < size - 1) dbm.up(z, 0, size);
  }
  const kept: number[] = [];
  const all = minimalConstraints(times, 0, size);
  for (const [left, right, bound] of triplesOf(all)) {
    if (z[left * size + right]! <= bound) continue;
    if (!dbm.constrain(z, 0, size, left, right, bound)) break;
    kept.push(left, right, bound);
  }
  return Int32Array.from(kept);
}

/** The resets of a group; none for clocks that have had their value from the start. */
function setting(group: Group, start: Zone, dim: number, groups: readonly Group[]): Transformation[] {
  return group.clocks
    .filter((c) => group !== groups[0] || start[c.clock * dim] !== le(c.value))
    .map(({ clock, value }) => ({ kind: "reset", clock, value }));
}

function constraintsOn(constraints: Int32Array, groups: readonly Group[]): Transformation[] {
  const out: Transformation[] = [];
  const clocks = firstClocks(groups);
  for (const [left, right, bound] of triplesOf(constraints)) {
    const [l, r] = [clocks[left]!, clocks[right]!];
    out.push({
      kind: "constrain",
      left: l.clock,
      right: r.clock,
      bound: add(bound, le(l.value - r.value)),
    });
  }
  return out;
}

/**
 * Last resets that would explain a zone of which no run is known: clocks in the order of their values, if the zone decides
 * it. Undefined if it does not.
 */
export function orderOf(zone: Zone, dim: number): Pick<LastResets, "instant" | "value"> | undefined {
  const clocks = Array.from({ length: dim - 1 }, (_, i) => i + 1);
  // Greatest first: x comes before y if y - x <= 0 everywhere.
  const before = (x: number, y: number): boolean => zone[y * dim + x]! <= LE_ZERO;
  for (const x of clocks) for (const y of clocks) if (x < y && !before(x, y) && !before(y, x)) return undefined;
  clocks.sort((x, y) => (before(x, y) ? (before(y, x) ? 0 : -1) : 1));
  const instant = new Array<number>(dim).fill(0);
  let now = 0;
  clocks.forEach((x, i) => {
    const last = clocks[i - 1];
    if (last === undefined || !before(x, last) || !before(last, x)) now++;
    instant[x] = now;
  });
  return { instant, value: new Array<number>(dim).fill(0) };
}
