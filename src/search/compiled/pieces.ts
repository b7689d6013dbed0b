/**
 * The transitions of a path whose zones are others than those reached: where guards forbid (priorities, receivers of
 * broadcasts and urgent channels with clock guards) or differences of clocks are compared, the engines cut zones differently,
 * and zones may be extrapolated. So a step leads to a state of the path if all that it reaches there, abstracted as in the
 * search, holds the state's zone together.
 */
import { activeIn, type ClockBounds, loosen } from "../../analysis/index.ts";
import { comesInPieces, type Engine, type ReachedState } from "../../engine/index.ts";
import type { Network } from "../../network/index.ts";
import { type Federation, federation } from "../../zones/index.ts";
import { Abstraction } from "../explore/abstraction.ts";
import type { Sameness } from "../options.ts";

/** Whether the zones of a compiled search may be pieces, or others than those that are reached. */
export function inPieces(network: Network, bounds: ClockBounds, abstraction?: "simulation" | "extra"): boolean {
  return comesInPieces(network) || bounds.diagonals.triples.length > 0 || abstraction === "extra";
}

/** Undefined if a step is not found again. */
export function transitionsInPieces(
  path: readonly ReachedState[],
  engine: Engine,
  bounds: ClockBounds,
  { canonical, active }: Sameness,
  how: "simulation" | "extra" = "simulation",
  patience: () => void = () => {},
): number[][] | undefined {
  const isBounded = (bounds.diverges ?? bounds.diagonals.unlisted) === undefined;
  const kind = how === "extra" && isBounded ? "extra" : "none";
  const abstraction = new Abstraction(bounds.diagonals.triples.length > 0 ? "diagonal" : kind, engine, bounds);
  const words: number[][] = [];
  if (!engine.initial()) return undefined;
  let cells: Int32Array | undefined = engine.cells.slice(0, engine.size);
  for (let i = 1; i < path.length && cells !== undefined; i++) {
    patience();
    const { cells: target, zone } = path[i]!;
    const to = { cells: target.slice(), zone };
    canonical?.(to.cells);
    cells = step({ cells, zone: path[i - 1]!.zone }, to, engine, abstraction, { canonical, active }, words);
  }
  return cells && words;
}

/** What one transition reaches of the discrete state looked for. */
interface Reached {
  readonly words: readonly number[];
  readonly cells: Int32Array;
  zones: Federation;
}

/** The cells, as the model has them, behind a transition from `from` that reaches all of `to`. */
function step(
  from: ReachedState,
  to: ReachedState,
  engine: Engine,
  abstraction: Abstraction,
  { canonical, active }: Sameness,
  words: number[][],
): Int32Array | undefined {
  const { dim, size } = engine;
  const all = new Map<string, Reached>();
  engine.cells.set(from.cells);
  engine.zone = from.zone.slice();
  engine.successors(() => {
    const cells = engine.cells.slice(0, size);
    const normal = cells.slice();
    canonical?.(normal);
    if (!normal.every((value, k) => value === to.cells[k])) return false;
    const transition = Array.from(engine.transition.subarray(0, engine.transitionLength));
    const key = transition.join(" ");
    const reached = all.get(key) ?? { words: transition, cells, zones: [] };
    all.set(key, reached);
    const arrived = engine.zone.slice();
    engine.elapse(() => {
      abstraction.apply(engine.zone.slice(), (zone) => {
        const found = zone.slice();
        if (active) loosen(found, dim, activeIn(active, cells));
        reached.zones = federation.add(reached.zones, found, dim);
        return false;
      });
      return false;
    });
    engine.zone.set(arrived);
    return false;
  }, "skip");
  for (const reached of all.values()) {
    if (!federation.includesZone(reached.zones, to.zone, dim)) continue;
    words.push([...reached.words]);
    return reached.cells;
  }
  return undefined;
}
