/**
 * For analyses: the network in which one process is told apart by the values of counters, too. Each of its locations is one
 * for each value that the counters can have there, so that a cell may be dead in one of them and alive in another: the cells
 * of a queue behind its length. A counter is a variable that no other process and no hook writes, and whose value after each
 * edge is known from its value before (`Flow.settled`); so what is reached of the new network runs exactly as the old one
 * does, and two states that agree on what is live in the new one have the same counters before and after each step.
 *
 * What an edge knows is said to analyses as an assignment of the known value in front of its guard and its updates, which would
 * change nothing; edges whose guard is false for the known values are kept as far as evaluating it may go wrong.
 */
import { constantValue, type NetworkUses, readsLocations } from "../analysis/index.ts";
import type { Address, Code, Edge, Invariant, Location, Network, Origin } from "../network/index.ts";
import { processAt, slotAt } from "../network/index.ts";

const nowhere: Origin = { start: 0, end: 0 };
/** Larger networks are not made. */
const MOST_LOCATIONS = 4096;
const MOST_EDGES = 20_000;

/** Undefined if the cells are not counters of the process. `uses` must carry them into functions. */
export function countedBy(uses: NetworkUses, process: number, counters: readonly number[]): Network | undefined {
  if (readsLocations(uses.network)) return undefined;
  const counting = new Counting(uses, process, counters);
  return counting.run() ? counting.result() : undefined;
}

/** Whether only this process writes a cell. */
export function isWrittenBy({ elements, writers, hookWrites }: NetworkUses, cell: number, process: number): boolean {
  const x = elements.ofCell(cell);
  return (
    elements.size(x) === 1 && !hookWrites.has(x) && (writers.get(x) ?? []).every((edge) => edge.process === process)
  );
}

class Counting {
  private readonly uses: NetworkUses;
  private readonly process: number;
  private readonly counters: readonly number[];
  private readonly numbers = new Map<string, number>();
  private readonly locations: Location[] = [];
  private readonly pending: { readonly location: number; readonly values: readonly number[] }[] = [];
  private readonly edges: Edge[] = [];

  constructor(uses: NetworkUses, process: number, counters: readonly number[]) {
    this.uses = uses;
    this.process = process;
    this.counters = counters;
  }

  run(): boolean {
    const { network } = this.uses;
    const { initial, edges } = processAt(network, this.process);
    if (!this.counters.every((cell) => isWrittenBy(this.uses, cell, this.process))) return false;
    this.numberOf(
      initial,
      this.counters.map((cell) => slotAt(network, cell).initial),
    );
    for (let k = 0; k < this.pending.length; k++) {
      const { location, values } = this.pending[k]!;
      for (const e of edges) if (e.source === location && !this.edge(e, k, values)) return false;
      if (this.locations.length > MOST_LOCATIONS || this.edges.length > MOST_EDGES) return false;
    }
    return true;
  }

  result(): Network {
    const { network } = this.uses;
    let id = 0;
    const own = { initial: 0, locations: this.locations, edges: this.edges };
    return {
      ...network,
      slots: network.slots.map((s, cell) =>
        cell === this.process ? { ...s, initial: 0, high: this.locations.length - 1 } : s,
      ),
      processes: network.processes.map((p) => {
        const made = p.index === this.process ? { ...p, ...own } : p;
        return { ...made, edges: made.edges.map((e) => ({ ...e, id: id++ })) };
      }),
    };
  }

  /** The location that stands for one with these values of the counters. */
  private numberOf(location: number, values: readonly number[]): number {
    const key = `${location} ${values.join()}`;
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    const index = this.locations.length;
    this.numbers.set(key, index);
    const old = processAt(this.uses.network, this.process).locations[location]!;
    const invariant: Invariant = { ...old.invariant, data: [this.knowing(values, ONE), ...old.invariant.data] };
    this.locations.push({ ...old, index, invariant });
    this.pending.push({ location, values });
    return index;
  }

  /** False if the values afterwards are not known. */
  private edge(e: Edge, source: number, values: readonly number[]): boolean {
    const known = [this.knowing(values, ONE)];
    const { data, clocks } = e.guard;
    const no = data.findIndex((code) => constantValue(code, (at) => this.valueAt(at, values)) === 0);
    if (no >= 0) {
      const guard = { data: [...known, ...data.slice(0, no), { op: "const", value: 0 } as const], clocks: [] };
      // Its channel is not looked at, then.
      const { sync: _, ...unheard } = e;
      this.edges.push({ ...unheard, source, target: source, guard, update: [] });
      return true;
    }
    const update = [...this.stores(values), ...e.update];
    const after = this.counters.map((cell) => this.uses.code.of(update).settled.get(this.uses.elements.ofCell(cell)));
    if (!after.every((value) => value !== undefined)) return false;
    // A value outside of its range is a fault: then nothing comes after.
    const isFault = this.counters.some((cell, k) => {
      const { low, high } = slotAt(this.uses.network, cell);
      return after[k]! < low || after[k]! > high;
    });
    const target = isFault ? source : this.numberOf(e.target, after);
    const guard = { data: [...known, ...data], clocks };
    this.edges.push({ ...this.synchronised(e, values), source, target, guard, update });
    return true;
  }

  private synchronised(e: Edge, values: readonly number[]): Edge {
    if (e.sync?.kind !== "channel") return e;
    const { base, terms } = e.sync.channel;
    const known = terms.map((t) => ({ ...t, index: this.knowing(values, t.index) }));
    return { ...e, sync: { ...e.sync, channel: { base, terms: known } } };
  }

  private valueAt(at: Address, values: readonly number[]): number | undefined {
    if (at.terms.length > 0 || at.pointer !== undefined || at.first !== undefined) return undefined;
    return values[this.counters.indexOf(at.base)];
  }

  private knowing(values: readonly number[], code: Code): Code {
    return { op: "sequence", items: [...this.stores(values), code] };
  }

  private stores(values: readonly number[]): Code[] {
    return this.counters.map((cell, k) => ({
      op: "store",
      at: { base: cell, terms: [] },
      value: { op: "const", value: values[k]! },
      low: values[k]!,
      high: values[k]!,
      origin: nowhere,
    }));
  }
}

const ONE: Code = { op: "const", value: 1 };
