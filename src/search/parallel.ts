/** Reachability by a crew of threads: this thread runs the first part and gathers what the others have found. */
import type { ClockBounds } from "../analysis/index.ts";
import { narrowEntries } from "../engine/index.ts";
import type { Network } from "../network/index.ts";
import { symmetryOf } from "./compiled.ts";
import { type Link, newLink, type PartTask, STOP } from "./crew.ts";
import type { Meter, Statistics } from "./limits.ts";
import type { SearchOptions } from "./options.ts";
import { runPart } from "./part.ts";
import type { FormulaQuery, Reached } from "./reach.ts";

const MAX_MEMORY = 2 ** 32;

/** Undefined if the search must be done otherwise: bounds that do not fit, or a part that failed (and says so by itself). */
export function reachParallel(
  network: Network,
  query: FormulaQuery,
  bounds: ClockBounds,
  meter: Meter,
  options: SearchOptions,
): Reached | undefined {
  const { crew } = options;
  if (crew === undefined) return undefined;
  const order = options.order === "dfs" || options.order === "bfs" ? options.order : "adaptive";
  for (const entry of narrowEntries(network, bounds) ? ([2, 4] as const) : ([4] as const)) {
    const link = newLink(crew.size);
    const memory = Math.min(MAX_MEMORY, (options.memory ?? MAX_MEMORY * crew.size) / crew.size);
    const task = (part: number): PartTask => ({
      network,
      query,
      part,
      link,
      order,
      entry,
      memory,
      live: options.live,
      symmetry: symmetryOf(network, options),
    });
    for (let part = 1; part < crew.size; part++) crew.start(task(part));
    let reason: string | undefined;
    runPart(task(0), () => {
      reason = meter.look(() => gather(link));
      return reason !== undefined;
    });
    waitForAll(link);
    const statistics = gather(link);
    switch (Atomics.load(link.control, 1)) {
      case STOP.none:
        return { ending: { kind: "complete" }, statistics, path: [] };
      case STOP.found:
        return { ending: { kind: "found", node: 0 }, statistics, path: [] };
      case STOP.limit:
        return { ending: { kind: "limit", reason: reason ?? "the memory limit was reached" }, statistics, path: [] };
      case STOP.failed:
        return undefined;
      default:
    }
  }
  return undefined;
}

function waitForAll({ control, parts }: Link): void {
  for (let ended = Atomics.load(control, 2); ended < parts; ended = Atomics.load(control, 2))
    Atomics.wait(control, 2, ended, 100);
}

function gather({ control, parts }: Link): Statistics {
  const sum = (word: number): number => {
    let total = 0;
    for (let part = 0; part < parts; part++) total += Atomics.load(control, 8 + 8 * part + word) >>> 0;
    return total;
  };
  return { explored: sum(0), stored: sum(1), transitions: sum(2), waiting: sum(3), memory: sum(4) * 1024 };
}
