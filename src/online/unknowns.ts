/**
 * Constants that are learned: in the network each is a cell that nothing writes (`transform/unknowns.ts`). A session begins with a state
 * for every combination of values; what no longer explains the events drops out with its states, so that what is left is exactly the
 * set of combinations that explain all events so far; so does one with which the model itself fails. An event may say what a constant `is`, but not `set` it: it does not change.
 */
import { append, assert, wants } from "../base/index.ts";
import { Fault } from "../engine/index.ts";
import type { Network } from "../network/index.ts";
import type { SymbolicState } from "../reduce/index.ts";
import type { UnknownRange } from "../transform/index.ts";
import { type Extent, intervalsOf } from "./box.ts";
import type { OnlineEvent } from "./event.ts";
import type { Possible } from "./possible.ts";

/** What the events so far have taught. */
export interface Learned {
  readonly constants: readonly {
    readonly name: string;
    /** The values that explain all events, as intervals, each with some values of the others. */
    readonly values: readonly Extent[];
  }[];
  /** How many combinations of values explain all events, and how many there were at first. */
  readonly combinations: number;
  readonly of: number;
}

/** The states that go with one combination of values. */
export interface Part {
  readonly values: readonly number[];
  readonly states: readonly SymbolicState[];
}

/** For how many combinations of values a query holds. */
export interface Parts {
  readonly satisfied: number;
  readonly violated: number;
  readonly undecided: number;
  /** The largest box of combinations, constant by constant, for which it is satisfied. */
  readonly largest?: Readonly<Record<string, Extent>>;
}

export class Unknowns {
  readonly ranges: readonly UnknownRange[];
  /** How many combinations of values there are. */
  readonly of: number;
  /** For each constant its cells: several where it belongs to a template with several processes. */
  private readonly cells: readonly (readonly number[])[];
  /** Their names: what an event may not set. */
  private readonly names: ReadonlySet<string>;

  /** Requires: the network is that of the tree with these unknowns. */
  constructor(network: Network, ranges: readonly UnknownRange[]) {
    wants("new Unknowns", network, "network");
    wants("new Unknowns", ranges, "list");
    this.ranges = ranges;
    this.of = ranges.reduce((count, { low, high }) => count * (high - low + 1), 1);
    const names = ranges.map(({ name }) => namesOf(name, network));
    this.names = new Set(names.flat());
    this.cells = names.map((all) => network.slots.flatMap((slot, cell) => (all.includes(slot.name) ? [cell] : [])));
  }

  /** A constant that an event would set, in words. */
  refusal({ set }: OnlineEvent): string | undefined {
    const name = Object.keys(set ?? {}).find((one) => this.names.has(one));
    return name === undefined ? undefined : `'${name}' is learned and cannot be set; 'is' says what it was found to be`;
  }

  /** A combination of values in words: K = 3, P.k = 1. */
  textOf(values: readonly number[]): string {
    return this.ranges.map(({ name }, k) => `${name} = ${values[k]}`).join(", ");
  }

  /**
   * The initial states, one for each combination of values that an invariant does not forbid. One with which the model itself fails
   * drops out; where no other is left, its fault is thrown.
   */
  begin(space: Possible): SymbolicState[] {
    const states: SymbolicState[] = [];
    const values = new Map<number, number>();
    let fault: Fault | undefined;
    const choose = (k: number): void => {
      const range = this.ranges[k];
      if (range === undefined) {
        try {
          append(states, space.initialWith(values));
        } catch (error) {
          if (!(error instanceof Fault)) throw error;
          fault ??= error;
        }
        return;
      }
      for (let value = range.low; value <= range.high; value++) {
        for (const cell of this.cells[k]!) values.set(cell, value);
        choose(k + 1);
      }
    };
    choose(0);
    if (states.length === 0 && fault !== undefined) throw fault;
    return states;
  }

  /** The states by their values, in the order of the values. */
  parts(states: readonly SymbolicState[]): Part[] {
    const parts = new Map<string, { values: readonly number[]; states: SymbolicState[] }>();
    for (const state of states) {
      const values = this.valuesIn(state);
      const key = values.join();
      const part = parts.get(key);
      if (part === undefined) parts.set(key, { values, states: [state] });
      else part.states.push(state);
    }
    return [...parts.values()].sort((a, b) => compare(a.values, b.values));
  }

  learned(states: readonly SymbolicState[]): Learned {
    const parts = this.parts(states);
    return {
      constants: this.ranges.map(({ name }, k) => ({ name, values: intervalsOf(parts.map((p) => p.values[k]!)) })),
      combinations: parts.length,
      of: this.of,
    };
  }

  /** A constant of a template without processes has no cell, and no value that could matter. */
  private valuesIn({ cells }: SymbolicState): readonly number[] {
    return this.cells.map((all, k) => {
      const [first] = all;
      if (first === undefined) return this.ranges[k]!.low;
      assert(
        all.every((cell) => cells[cell] === cells[first]),
        "a constant is the same in all processes",
      );
      return cells[first]!;
    });
  }
}

/** What a constant is called in the network: that of a template once in each process. */
function namesOf(name: string, { processes }: Network): string[] {
  const [template, word] = name.split(".", 2);
  if (word === undefined) return [name];
  return processes.filter((p) => p.template === template).map((p) => `${p.name}.${word}`);
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, k) => value !== b[k]);
  return at < 0 ? 0 : a[at]! - b[at]!;
}
