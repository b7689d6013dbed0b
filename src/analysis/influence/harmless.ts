/**
 * Processes that never stand in the way of others, as far as they themselves can tell: they never stop time for good, never
 * forbid a broadcast that they receive, and never fault. What they do to others is judged in `bystander.ts`. Conditions:
 *
 * - edges have no selects, plain guards (nothing that can fault), updates that set clocks to constants and own variables to
 *   constants or a constant more or less (or count, `counter.ts`); values are followed through all locations, whatever the
 *   guards, and stay in range;
 * - edges are internal, or send or receive over a broadcast channel that is not urgent; none receives in a committed location;
 * - invariants are one upper bound of an own clock, which holds on every arrival, and when it is reached an edge that needs
 *   nobody (internal or sending) is enabled whatever the data; so it is, at all times, in urgent and committed locations,
 *   and such edges lead out of these in finitely many steps.
 *
 * Own is what no other process writes.
 */
import {
  type Code,
  channelAt,
  clockAt,
  type Edge,
  firstValue,
  type Location,
  locationAt,
  type Network,
  type Process,
} from "../../network/index.ts";
import { constantOf, isCovered, isSingle } from "./cover.ts";

/** States of one process alone that are looked at. */
const MOST_STATES = 5000;

export function isHarmless(
  network: Network,
  process: Process,
  isOwnCell: (cell: number) => boolean,
  isOwnClock: (clock: number) => boolean,
  counters: ReadonlySet<number>,
): boolean {
  return (
    process.edges.every((e) => isPlainEdge(network, process, e, isOwnCell, counters)) &&
    process.locations.every((l) => isPlainInvariant(l, isOwnClock)) &&
    startsInside(network, process) &&
    process.edges.every((e) => arrives(process, e)) &&
    process.locations.every((l) => mayLeave(network, process, l)) &&
    passesOn(process) &&
    staysInRange(network, process, counters)
  );
}

/** Whether an edge needs no other process. */
export function isAlone({ sync }: Edge): boolean {
  return sync === undefined || (sync.kind === "channel" && sync.direction === "!");
}

function isPlainEdge(
  network: Network,
  process: Process,
  e: Edge,
  isOwnCell: (cell: number) => boolean,
  counters: ReadonlySet<number>,
): boolean {
  if (e.selects.length > 0 || !e.guard.data.every(isPlain) || !e.guard.clocks.every(isSingle)) return false;
  if (e.sync !== undefined) {
    if (e.sync.kind !== "channel" || e.sync.direction === "" || e.sync.channel.terms.length > 0) return false;
    const { broadcast, urgent } = channelAt(network, e.sync.channel.base);
    if (!broadcast || urgent) return false;
    if (e.sync.direction === "?" && locationAt(process, e.source).committed) return false;
  }
  return e.update.every((code) => {
    if (code.op === "reset") return isDirect(code.clock) && code.value.op === "const" && code.value.value >= 0;
    if (code.op !== "store" || !isDirect(code.at)) return false;
    if (counters.has(code.at.base)) return true;
    if (!isOwnCell(code.at.base)) return false;
    const from = sourceOf(code.value);
    return from !== undefined && (from.cell === undefined || isOwnCell(from.cell));
  });
}

function isDirect(at: {
  readonly terms: readonly unknown[];
  readonly pointer?: number;
  readonly first?: Code;
}): boolean {
  return at.terms.length === 0 && at.pointer === undefined && at.first === undefined;
}

/** A value that is a constant, or a variable and a constant. */
function sourceOf(code: Code): { readonly cell?: number; readonly plus: number } | undefined {
  if (code.op === "const") return { plus: code.value };
  if (code.op === "load") return isDirect(code.at) ? { cell: code.at.base, plus: 0 } : undefined;
  if ((code.op !== "add" && code.op !== "sub") || code.b.op !== "const") return undefined;
  const a = sourceOf(code.a);
  return a && { ...a, plus: code.op === "add" ? a.plus + code.b.value : a.plus - code.b.value };
}

/** Code that cannot fault: no index, division, shift, call or assignment. */
function isPlain(code: Code): boolean {
  switch (code.op) {
    case "const":
      return true;
    case "load":
      return isDirect(code.at);
    case "not":
    case "bool":
    case "neg":
      return isPlain(code.a);
    case "choose":
      return isPlain(code.condition) && isPlain(code.yes) && isPlain(code.no);
    case "both":
    case "either":
    case "add":
    case "sub":
    case "lt":
    case "le":
    case "ge":
    case "gt":
    case "eq":
    case "ne":
      return isPlain(code.a) && isPlain(code.b);
    default:
      return false;
  }
}

function isPlainInvariant({ invariant }: Location, isOwnClock: (clock: number) => boolean): boolean {
  const { data, clocks, rates } = invariant;
  if (data.length > 0 || rates.length > 0 || clocks.length > 1) return false;
  return clocks.every((c) => isSingle(c) && c.right.base === 0 && isOwnClock(c.left.base));
}

/** The upper bound of a location: for which clock, and the largest value, twice as large and one less if it is left out. */
function deadlineOf({ invariant }: Location): { readonly clock: number; readonly twice: number } | undefined {
  const [constraint] = invariant.clocks;
  if (constraint === undefined) return undefined;
  const { left, strict, bound } = constraint;
  return { clock: left.base, twice: 2 * constantOf(bound) - (strict ? 1 : 0) };
}

function startsInside(network: Network, { initial, locations }: Process): boolean {
  const deadline = deadlineOf(locations[initial]!);
  return deadline === undefined || 2 * clockAt(network, deadline.clock).initial <= deadline.twice;
}

/** Whether the invariant of the target holds after every such step. */
function arrives({ locations }: Process, e: Edge): boolean {
  const after = deadlineOf(locations[e.target]!);
  if (after === undefined) return true;
  const set = e.update.findLast((code) => code.op === "reset" && code.clock.base === after.clock);
  if (set?.op === "reset") return 2 * constantOf(set.value) <= after.twice;
  const before = deadlineOf(locations[e.source]!);
  return before !== undefined && before.clock === after.clock && before.twice <= after.twice;
}

function mayLeave(network: Network, { edges }: Process, l: Location): boolean {
  const alone = edges.filter((e) => e.source === l.index && isAlone(e));
  if (l.urgent || l.committed) return isCovered(network, alone);
  const deadline = deadlineOf(l);
  return deadline === undefined || (deadline.twice >= 0 && isCovered(network, alone, deadline));
}

/** Whether steps of its own lead out of urgent and committed locations: no cycle among them. */
function passesOn({ locations, edges }: Process): boolean {
  const isStill = (l: number) => locations[l]!.urgent || locations[l]!.committed;
  return !hasCycle(
    locations.length,
    edges.filter((e) => isStill(e.source) && isStill(e.target)),
  );
}

export function hasCycle(locations: number, edges: readonly Edge[]): boolean {
  const after: number[][] = Array.from({ length: locations }, () => []);
  for (const e of edges) after[e.source]!.push(e.target);
  const incoming = new Array<number>(locations).fill(0);
  for (const e of edges) incoming[e.target]!++;
  const ready = incoming.flatMap((n, l) => (n === 0 ? [l] : []));
  let taken = 0;
  for (let l = ready.pop(); l !== undefined; l = ready.pop()) {
    taken++;
    for (const m of after[l]!) if (--incoming[m]! === 0) ready.push(m);
  }
  return taken < locations;
}

/** Follows the own variables through the locations, as if every guard held. */
function staysInRange(network: Network, { initial, edges }: Process, counters: ReadonlySet<number>): boolean {
  const isFollowed = (c: Code): c is Code & { op: "store" } => c.op === "store" && !counters.has(c.at.base);
  const cells = [...new Set(edges.flatMap((e) => e.update.filter(isFollowed).map((c) => c.at.base)))];
  const place = new Map(cells.map((cell, k) => [cell, k]));
  // What is not known stays in no range.
  const first = cells.map((cell) => firstValue(network, cell) ?? Number.NaN);
  const seen = new Set([`${initial} ${first}`]);
  const waiting = [{ at: initial, values: first }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const e of edges) {
      if (e.source !== next.at) continue;
      const values = [...next.values];
      for (const code of e.update) {
        if (!isFollowed(code)) continue;
        const { cell, plus } = sourceOf(code.value)!;
        // A variable that it does not write itself, nor anybody else, keeps its first value.
        const k = cell === undefined ? undefined : place.get(cell);
        const from = cell === undefined ? 0 : k === undefined ? firstValue(network, cell) : values[k];
        const value = plus + (from ?? Number.NaN);
        if (!(value >= code.low && value <= code.high)) return false;
        values[place.get(code.at.base)!] = value;
      }
      const key = `${e.target} ${values}`;
      if (seen.has(key)) continue;
      if (seen.size >= MOST_STATES) return false;
      seen.add(key);
      waiting.push({ at: e.target, values });
    }
  }
  return true;
}
