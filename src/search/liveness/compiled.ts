/**
 * Liveness by the compiled engine: `E[]`, `A<>` and `-->`, with the meaning of `live.ts` and `leads.ts`. The search runs
 * inside WebAssembly in portions. What it finds comes back as transitions, of which a trace is made and replayed as of any
 * other path; a state that may be deadlocked is shown to the interpreter.
 */
import { type ClockBounds, clockBounds } from "../../analysis/index.ts";
import {
  CompiledStay,
  type Engine,
  Fault,
  type LivenessQuery,
  type ReachedState,
  whyNotStaying,
} from "../../engine/index.ts";
import type { Network } from "../../network/index.ts";
import { inPieces, transitionsInPieces } from "../compiled/pieces.ts";
import { MAX_MEMORY, memoryReason, normalForm, Pace, transitionsOf } from "../compiled/search.ts";
import type { Meter, Statistics } from "../limits.ts";
import type { SearchOptions } from "../options.ts";
import { reportSymmetry, symmetryOf } from "../symmetry.ts";
import type { Turns } from "../turns.ts";
import type { Led } from "./leads.ts";

/** Undefined where the interpreter must do. The stem is empty but for `-->`. */
export function* stayCompiled(
  network: Network,
  query: LivenessQuery,
  engine: Engine,
  meter: Meter,
  options: SearchOptions,
): Turns<Led | undefined> {
  if (options.compiled === false || options.engine !== undefined) return undefined;
  const bounds = clockBounds(network, { query, symmetric: true });
  if (whyNotStaying(network, query, bounds) !== undefined) return undefined;
  try {
    return yield* run(network, query, bounds, engine, meter, options);
  } catch (error) {
    // Its limit for values that are only known at run time is lower than the interpreter's.
    if (error instanceof Fault && error.kind === "overflow") return undefined;
    throw error;
  }
}

function* run(
  network: Network,
  query: LivenessQuery,
  bounds: ClockBounds,
  engine: Engine,
  meter: Meter,
  options: SearchOptions,
): Turns<Led | undefined> {
  const trace = (options.trace ?? "none") !== "none";
  // Images of a state are bisimilar to it, so what stays inside a symmetric formula is found among representatives as well;
  // but a loop among them may be one from a state to its image, which is no trace yet.
  const symmetry = trace ? undefined : symmetryOf(network, query, options);
  const search = new CompiledStay(network, query, bounds, {
    order: options.order ?? "adaptive",
    seed: options.seed,
    trace,
    memory: Math.min(options.memory ?? MAX_MEMORY, MAX_MEMORY),
    isDeadlocked: ({ cells, zone }) => {
      engine.cells.set(cells);
      return engine.deadlocked(zone).length > 0;
    },
    leaf: options.leaf,
    live: options.live,
    symmetry,
    atOnce: options.atOnce,
  });
  const statistics = (): Statistics => {
    const made = trace ? { unused: "a trace of a liveness query is asked for" } : { vague: search.vague };
    const report = reportSymmetry(network, query, options, made);
    return { ...search.counters, ...(report ? { symmetry: report } : {}) };
  };
  const pace = new Pace(options);
  for (;;) {
    switch (pace.run(search)) {
      case "exhausted":
        return { ending: { kind: "complete" }, statistics: statistics() };
      case "found": {
        const counted = statistics();
        if (!trace) return { ending: { kind: "stopped" }, found: NO_PATH, statistics: counted };
        const { stem, ...stay } = search.found();
        const words = stemOf(stem, network, bounds, engine, options);
        if (words === undefined) return undefined;
        return { ending: { kind: "stopped" }, found: { stem: words, stay }, statistics: counted };
      }
      case "bounds":
        return undefined;
      case "memory":
        return {
          ending: { kind: "limit", reason: memoryReason(options, "a search for liveness") },
          statistics: statistics(),
        };
      case "working": {
        const reason = meter.look(statistics);
        if (reason !== undefined) return { ending: { kind: "limit", reason }, statistics: statistics() };
        yield;
      }
    }
  }
}

/** The transitions of the states from the initial one to where a path begins; undefined if they are not found again. */
function stemOf(
  stem: readonly ReachedState[],
  network: Network,
  bounds: ClockBounds,
  engine: Engine,
  { canonical }: SearchOptions,
): number[][] | undefined {
  if (stem.length === 0) return [];
  if (inPieces(network, bounds)) return transitionsInPieces(stem, engine, bounds, canonical);
  return transitionsOf(stem, engine, normalForm(network, canonical, undefined));
}

/** Where no trace is wanted nobody looks at it. */
const NO_PATH: NonNullable<Led["found"]> = { stem: [], stay: { ending: "deadlock", path: [] } };
