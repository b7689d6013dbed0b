/**
 * Rounds that change variables: that each does what the first, the second and the last do. A variable that grows by the same
 * amount each round may be read, in the states of the round, only by what adds a constant to it, and by guards that surely
 * hold for all of its values there, from the first round to the last, whatever else they read. Edges over urgent channels,
 * which must not become possible in between, may ask only what has one answer for all of them; invariants, and what clocks
 * are compared with, may not read it. Then every round takes the same edges, in range since the first and the last are, and
 * adds the same.
 */
import { hasAll, leavesOf, linear, readsCell, readsOfCode, type Stretch, truthOf } from "../analysis/index.ts";
import {
  type ClockConstraint,
  type Code,
  channelAt,
  type Edge,
  locationAt,
  type Network,
  processAt,
  slotAt,
} from "../network/index.ts";
import { edgeOf, type TraceRounds } from "./trace.ts";

/** The discrete states of a run, and the transition into each. */
interface Passed {
  readonly cells: readonly ArrayLike<number>[];
  readonly words: readonly (readonly number[])[];
}

/** Why rounds between those that were gone may differ from them. */
export function whyNotCounted(network: Network, run: Passed, told: TraceRounds): string | undefined {
  for (const { variable, by } of told.adds ?? []) {
    const cell = variable + network.processes.length;
    const { name, type } = slotAt(network, cell);
    if (type !== "int") return `${name} is no number`;
    for (let i = told.from; i < told.to; i++) {
      const value = run.cells[i]?.[cell] ?? 0;
      const last = value + by * (told.times - 1);
      const values = { low: Math.min(value, last), high: Math.max(value, last) };
      const reason = new Look(network, cell, values).whyNot(run.cells[i]!, run.words[i + 1]!);
      if (reason !== undefined) return `${reason} ${name}`;
    }
  }
  return undefined;
}

/** One variable and its values in a state of the round. */
class Look {
  private readonly network: Network;
  private readonly cell: number;
  private readonly values: Stretch;

  constructor(network: Network, cell: number, values: Stretch) {
    this.network = network;
    this.cell = cell;
    this.values = values;
  }

  /** `cells` is the discrete state, `words` what leaves it. */
  whyNot(cells: ArrayLike<number>, words: readonly number[]): string | undefined {
    const { network } = this;
    if (this.reads([...network.beforeUpdate, ...network.afterUpdate])) return "every transition runs code with";
    for (let at = 0; at < words.length; ) {
      const edge = edgeOf(network, words[at]!);
      if (!edge.guard.data.every((code) => this.holds(code))) return "a guard need not hold for all values of";
      if (this.reads(compared(edge.guard.clocks))) return "a clock is compared with";
      if (!edge.update.every((code) => this.counts(code))) return "a round does more than count";
      at += 1 + edge.selects.length;
    }
    for (const p of network.processes) {
      const { invariant } = locationAt(p, cells[p.index]!);
      const rates = invariant.rates.flatMap((r) => [r.rate, ...(r.unless === undefined ? [] : [r.unless])]);
      if (this.reads([...invariant.data, ...compared(invariant.clocks), ...rates])) return "an invariant reads";
      const urgent = processAt(network, p.index).edges.filter((e) => e.source === cells[p.index] && this.isUrgent(e));
      if (
        !urgent
          .flatMap((e) => e.guard.data)
          .flatMap(leavesOf)
          .every((leaf) => this.isConstant(leaf))
      )
        return "what is urgent depends on";
    }
    return undefined;
  }

  private reads(code: readonly Code[]): boolean {
    return readsCell(readsOfCode(this.network.functions, code), this.cell);
  }

  private holds(code: Code): boolean {
    return !this.reads([code]) || hasAll(truthOf(code, this.cell, this.values).yes, this.values);
  }

  private isConstant(leaf: Code): boolean {
    if (!this.reads([leaf])) return true;
    const { yes, no } = truthOf(leaf, this.cell, this.values);
    return hasAll(yes, this.values) || hasAll(no, this.values);
  }

  /** Whether an update leaves the variable alone, or adds a constant to it. */
  private counts(code: Code): boolean {
    if (code.op === "sequence") return code.items.every((item) => this.counts(item));
    if (!this.reads([code])) return true;
    const isPlain = code.op === "store" && code.at.base === this.cell && code.at.terms.length === 0;
    if (!isPlain || code.at.pointer !== undefined || code.at.first !== undefined) return false;
    return linear(code.value, this.cell, this.values)?.times === 1;
  }

  private isUrgent({ sync }: Edge): boolean {
    if (sync?.kind !== "channel") return sync !== undefined;
    const { base, terms } = sync.channel;
    return terms.length > 0 || channelAt(this.network, base).urgent;
  }
}

function compared(clocks: readonly ClockConstraint[]): readonly Code[] {
  return clocks.flatMap((c) => [c.bound, ...(c.unless === undefined ? [] : [c.unless])]);
}
