/**
 * Reachability by the compiled engine: the whole search runs inside WebAssembly, in portions, so that limits and progress
 * are looked at between them. A path comes back as states with exact zones; the interpreter finds the transitions again,
 * and the trace built from them is replayed as any other.
 */
import { type ClockBounds, clockBounds, formulasOf, liveCells, mentionsDeadlock } from "../analysis/index.ts";
import { assert } from "../base/index.ts";
import { CompiledReach, type Engine, type ReachedState, whyNotCompiled } from "../engine/index.ts";
import type { Network, NetworkQuery } from "../network/index.ts";
import { dbm } from "../zones/index.ts";
import type { Meter, Statistics } from "./limits.ts";
import type { Canonical, SearchOptions, VerifyOptions } from "./options.ts";
import type { FormulaQuery, Reached } from "./reach.ts";

/** States explored between two looks at the limits: little at first, so that a limit of a few states is kept. */
const FIRST_PORTION = 64;
const LARGEST_PORTION = 20_000;
const MAX_MEMORY = 2 ** 32;

/** Why a search is interpreted although the compiled engine was allowed; undefined if it is compiled. */
export function whyInterpreted(network: Network, query: FormulaQuery, bounds: ClockBounds, options: VerifyOptions): string | undefined {
  if (options.compiled === false || options.engine !== undefined) return "asked for";
  if (options.abstraction === "extra") return "extrapolation was asked for";
  if (options.order === "random") return "random order was asked for";
  return whyNotCompiled(network, query, bounds);
}

/** The WebAssembly text of the module that would answer a query, or why there is none. */
export function listing(network: Network, query: NetworkQuery): { readonly wat: string } | { readonly reason: string } {
  if (query.kind !== "E<>" && query.kind !== "A[]") return { reason: `queries of the kind ${query.kind} are interpreted` };
  const bounds = clockBounds(network, { query, symmetric: formulasOf(query).some(mentionsDeadlock) });
  const reason = whyNotCompiled(network, query, bounds);
  if (reason !== undefined) return { reason };
  const search = new CompiledReach(network, query, bounds, { order: "adaptive", trace: false, shortest: false, memory: MAX_MEMORY, confirm: () => false, live: liveCells(network, query) });
  return { wat: search.wat() };
}

/** Undefined if the clocks' values went beyond what the compiled engine represents: then the interpreter must do. */
export function reachCompiled(network: Network, query: FormulaQuery, bounds: ClockBounds, engine: Engine, meter: Meter, options: SearchOptions): Reached | undefined {
  const trace = (options.trace ?? "none") !== "none";
  const shortest = options.trace === "shortest" || options.trace === "fastest";
  const order = shortest ? "bfs" : options.order === "dfs" || options.order === "bfs" ? options.order : "adaptive";
  const goal = engine.predicate(query.formula, query.kind === "A[]");
  const confirm = (state: ReachedState): boolean => {
    engine.cells.set(state.cells);
    engine.zone = state.zone;
    return goal.holds(state.zone);
  };
  const search = new CompiledReach(network, query, bounds, { order, trace, shortest, memory: Math.min(options.memory ?? MAX_MEMORY, MAX_MEMORY), confirm, live: options.live });
  const statistics = (): Statistics => {
    const { explored, stored, transitions, waiting, memory } = search.counters;
    return { explored, stored, transitions, waiting, memory };
  };
  for (let portion = FIRST_PORTION; ; portion = Math.min(2 * portion, LARGEST_PORTION)) {
    const status = search.run(portion);
    switch (status) {
      case "exhausted":
        return { ending: { kind: "complete" }, statistics: statistics(), path: [] };
      case "found":
        return { ending: { kind: "found", node: 0 }, statistics: statistics(), path: trace ? transitionsOf(search.path(), engine, options.canonical) : [] };
      case "bounds":
        return undefined;
      case "memory":
        return { ending: { kind: "limit", reason: memoryReason(options) }, statistics: statistics(), path: [] };
      case "working": {
        const reason = meter.look(statistics);
        if (reason !== undefined) return { ending: { kind: "limit", reason }, statistics: statistics(), path: [] };
      }
    }
  }
}

function memoryReason(options: VerifyOptions): string {
  const limit = Math.min(options.memory ?? MAX_MEMORY, MAX_MEMORY);
  return `the memory limit of ${Math.round(limit / 2 ** 20)} MiB was reached`;
}

/** The transitions between the states of a path, found by looking at all successors of each. */
function transitionsOf(path: readonly ReachedState[], engine: Engine, canonical: Canonical | undefined): number[][] {
  const words: number[][] = [];
  for (let i = 1; i < path.length; i++) {
    const step = transitionBetween(path[i - 1], path[i], engine, canonical);
    assert(step !== undefined, "a step of a compiled search is none of the interpreter's");
    words.push(step);
  }
  return words;
}

/** States of a path are in canonical form. */
function transitionBetween(from: ReachedState, to: ReachedState, engine: Engine, canonical: Canonical | undefined): number[] | undefined {
  const { dim, size } = engine;
  let found: number[] | undefined;
  engine.cells.set(from.cells);
  engine.zone = from.zone.slice();
  engine.successors(() => {
    const cells = engine.cells.slice(0, size);
    canonical?.(cells);
    for (let i = 0; i < size; i++) if (cells[i] !== to.cells[i]) return false;
    const step = Array.from(engine.transition.subarray(0, engine.transitionLength));
    const arrived = engine.zone.slice();
    engine.elapse(() => {
      if (dbm.equals(engine.zone, 0, to.zone, 0, dim)) found = step;
      return found !== undefined;
    });
    engine.zone.set(arrived);
    return found !== undefined;
  });
  return found;
}
