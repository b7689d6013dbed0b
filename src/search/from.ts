/**
 * Reachability from any symbolic states within a time, compiled once and asked again and again: `A[] p` and `E<> p` for
 * on-line verification. Bounds of clocks and live variables are those of a network that may begin in any discrete state.
 * A limit of time is a cell that belongs to no state, so that one module serves all lengths up to the longest.
 */
import { clockBounds, formulasOf, type LiveCells, liveCells, mentionsDeadlock } from "../analysis/index.ts";
import { CompiledFrom, Fault, hasStopwatches, whyNotCompiled } from "../engine/index.ts";
import { type Network, processAt } from "../network/index.ts";
import { limited, type SymbolicState, startingAnywhere } from "../reduce/index.ts";
import type { FormulaQuery } from "./question.ts";

/** States explored between two looks at the clock. */
const PORTION = 200;
const MEMORY = 2 ** 31;

interface FromLimits {
  readonly maxStates: number;
  /** Whether to give up now. */
  readonly isOver: () => boolean;
}

/** `failed`: the compiled search cannot answer, the interpreter may. */
export type FromEnding = "found" | "exhausted" | "over" | "states" | "memory" | "failed";

export class ReachFrom {
  private readonly closed: CompiledFrom;
  private readonly strict: () => CompiledFrom;

  private constructor(closed: CompiledFrom, strict: () => CompiledFrom) {
    this.closed = closed;
    this.strict = strict;
  }

  /** Undefined if such searches are not compiled. Requires: the last clock is the time since the beginning. */
  static make(network: Network, query: FormulaQuery, longest: number): ReachFrom | undefined {
    if ((query.kind !== "A[]" && query.kind !== "E<>") || formulasOf(query).some(mentionsDeadlock)) return undefined;
    if (network.vectors.length > 0 || network.processes.length === 0) return undefined;
    const anywhere = startingAnywhere(limited(network, { op: "const", value: longest }, false));
    const trim = <T>(rows: readonly (readonly T[])[]): readonly (readonly T[])[] =>
      rows.map((row, p) => row.slice(0, processAt(network, p).locations.length));
    const found = clockBounds(anywhere, { query, symmetric: false });
    const bounds = { ...found, fill: found.fill.bind(found), rows: trim(found.rows) };
    const live = liveCells(anywhere, query);
    const trimmed: LiveCells | undefined = live && { ...live, rows: trim(live.rows) };
    const cell = Math.max(network.cells, query.cells);
    const load = { op: "load", at: { base: cell, terms: [] } } as const;
    const withLimit = (strict: boolean): Network => ({ ...limited(network, load, strict), cells: cell + 1 });
    // Without bounds it might not end, and stopped clocks are over-approximated: the interpreter knows what to say then.
    if ((found.diverges ?? found.diagonals.unlisted) !== undefined || hasStopwatches(network)) return undefined;
    if (whyNotCompiled(withLimit(false), query, bounds) !== undefined) return undefined;
    const made = new CompiledFrom(withLimit(false), query, bounds, trimmed);
    let strict: CompiledFrom | undefined;
    return new ReachFrom(made, () => {
      strict ??= new CompiledFrom(withLimit(true), query, bounds, trimmed);
      return strict;
    });
  }

  /** Whether what is asked for can be reached within a time, or strictly before it. */
  run(states: readonly SymbolicState[], time: number, limits: FromLimits, strict = false): FromEnding {
    try {
      const search = (strict ? this.strict() : this.closed).begin(states, time, MEMORY);
      for (;;) {
        const ending = search.run(PORTION);
        if (ending !== "working") return ending;
        if (search.explored > limits.maxStates) return "states";
        if (limits.isOver()) return "over";
      }
    } catch (error) {
      if (error instanceof Fault && error.kind === "overflow") return "failed";
      throw error;
    }
  }

  /**
   * The same of several sets of states, one after the other: whether each reaches it. States of the sets before that do not
   * reach it are not searched again. Undefined if one of the searches could not be finished.
   */
  each(sets: readonly (readonly SymbolicState[])[], time: number, limits: FromLimits): readonly boolean[] | undefined {
    const found: boolean[] = [];
    let search: ReturnType<CompiledFrom["begin"]> | undefined;
    let explored = 0;
    try {
      for (const states of sets) {
        if (search === undefined) search = this.closed.begin(states, time, MEMORY);
        else search.add(states);
        let ending = search.run(PORTION);
        for (; ending === "working"; ending = search.run(PORTION))
          if (explored + search.explored > limits.maxStates || limits.isOver()) return undefined;
        if (ending !== "found" && ending !== "exhausted") return undefined;
        found.push(ending === "found");
        if (ending === "exhausted") continue;
        explored += search.explored;
        search = undefined;
      }
      return found;
    } catch (error) {
      // Which of the states it comes from decides what it means.
      if (error instanceof Fault) return undefined;
      throw error;
    }
  }

  /**
   * The earliest time at which it is reached (the infimum: it need not be reached then). Bounds are integers, so it is the
   * shortest window that has it, or one less where that is reached before the window's end at any distance from there.
   * Requires: it is reached within `time`.
   */
  earliest(states: readonly SymbolicState[], time: number, limits: FromLimits): number | FromEnding {
    let [without, has] = [-1, time];
    while (has - without > 1) {
      const middle = without + ((has - without) >> 1);
      const ending = this.run(states, middle, limits);
      if (ending === "found") has = middle;
      else if (ending === "exhausted") without = middle;
      else return ending;
    }
    if (has === 0) return 0;
    const before = this.run(states, has, limits, true);
    return before === "found" ? has - 1 : before === "exhausted" ? has : before;
  }
}
