/**
 * Flow through the updates of an edge: which values before decide each value after (Slomp, Algorithms 1 to 6 and 10 to 13,
 * run forwards, once for all variables). Branches add their conditions to what is written under them; loops go round until
 * nothing is added, or exactly as often as they run where that is known; an early return makes the rest of the function
 * depend on its condition; a function is followed once for each way its arguments can be known, reference parameters by
 * the cells they name.
 *
 * What can go wrong counts: a value outside its range, an index, a division, an assertion or a loop that may not end make
 * the values that decide about it *direct* uses, whatever becomes of the result, unless ranges show that it cannot happen.
 * So a model with a run-time fault keeps it, and one without gets none.
 */
import type { Address, Code, Network, NetworkQuery } from "../../network/index.ts";
import type { Ranges } from "../values/range.ts";
import { CodeFlow } from "./code.ts";
import type { Elements } from "./elements.ts";
import { FunctionFlows } from "./function.ts";
import type { Named } from "./point.ts";
import { NOTHING, type Sources } from "./sources.ts";

export interface Flow {
  /** Variables and clocks whose values decide whether something goes wrong. */
  readonly direct: Sources;
  /** For each variable and clock that may be written: what its value afterwards may come from, itself if it may be kept. */
  readonly writes: ReadonlyMap<number, Sources>;
  /** Those that surely have one known value afterwards. */
  readonly settled: ReadonlyMap<number, number>;
}

export class Flows extends CodeFlow {
  private readonly calls: FunctionFlows;

  constructor(
    network: Network,
    query: NetworkQuery | undefined,
    elements: Elements,
    ranges: Ranges,
    carried: readonly number[] = [],
  ) {
    super(elements, ranges, carried);
    this.calls = new FunctionFlows(this, [...network.functions, ...(query?.functions ?? [])]);
  }

  /** Of updates run one after the other. */
  of(updates: readonly Code[]): Flow {
    const { end, direct } = this.apart(() => {
      for (const c of updates) this.value(c);
    });
    const keep = (all: Sources): Sources => this.sets.filter(all, (x) => this.elements.isKept(x));
    const writes = new Map<number, Sources>();
    const settled = new Map<number, number>();
    for (const [x, from] of end?.sources ?? []) if (this.elements.isKept(x)) writes.set(x, keep(from));
    for (const [x, value] of end?.known ?? []) if (this.elements.isKept(x)) settled.set(x, value);
    return { direct: keep(direct), writes, settled };
  }

  /** What a value depends on, and what may go wrong in computing it. */
  uses(code: Code): { readonly value: Sources; readonly faults: Sources } {
    let value: Sources = NOTHING;
    const { direct } = this.apart(() => {
      value = this.value(code);
    });
    return { value, faults: direct };
  }

  /** The clocks a reference can name, and what the choice depends on. */
  clocks(ref: Address): Named {
    let found: Named = { cells: [], by: NOTHING };
    const { direct } = this.apart(() => {
      found = this.named(ref);
    });
    return { cells: found.cells, by: this.sets.union(found.by, direct) };
  }

  protected call(code: Extract<Code, { op: "call" }>): Sources {
    return this.calls.call(code);
  }
}
