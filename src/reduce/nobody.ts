/**
 * Numbers that nobody reads. `queue[i] = 0` in a cell that is freed writes the number of a process, and so tells it from the
 * others, though the cell is written again before anybody looks at it. Here such numbers, and initial values of cells that
 * are dead at first, become one value that names nobody: the one below all that these cells can hold (`kin.ts` says why that
 * loses no fault).
 *
 * In a network for analyses each number that is written becomes a variable that nothing writes and that may have any of the
 * values, the new one included, as may the cells at first. Where such a variable is never live (`analysis/live/live.ts`), two
 * networks that differ only in its value are bisimilar, with time and faults; and so are those that differ in the first value
 * of a cell that is not live at first. Whatever the other variables hold was left open, so this may be said of one after the
 * other. Whether a cell is dead may depend on how long a queue is: `counted.ts` tells locations apart by such counters. What
 * the query looks at counts as live everywhere.
 */
import { type Liveness, liveVariables, looksAt, NetworkUses } from "../analysis/index.ts";
import { type Code, type Network, type NetworkQuery, Renumbering, type Slot, slotAt } from "../network/index.ts";
import { countedBy, isWrittenBy } from "./counted.ts";
import { Kept } from "./kept.ts";
import { type Kin, kinOf, nobodyOf, numbersOf, type Store, Widening } from "./kin.ts";

/** Arrays are looked at cell by cell up to this size. */
const APART = 1025;
/** Facts about live variables at most, for each counter that is tried. */
const FACTS = 1_000_000;
/** Counters with more values, and more of them than this, are not tried. */
const MOST_VALUES = 1025;
const MOST_TRIED = 6;

/** What may be replaced: assignments of a number, and cells with their first value. */
interface Unread {
  readonly stores: Set<Store>;
  readonly cells: Set<number>;
}

const kept = new Kept();

/** The network in which numbers that nobody reads name nobody; undefined if there are none. */
export function namingNobody(network: Network, query: NetworkQuery | undefined): Network | undefined {
  const kin = kinOf(network);
  if (kin.length === 0) return undefined;
  const search = new Search(network, query, kin);
  if (search.isDone) return undefined;
  const { stores, cells } = search.run();
  if (stores.size + cells.size === 0) return undefined;
  const key = `${search.stores.flatMap((s, k) => (stores.has(s) ? [k] : [])).join()} ${[...cells].join()}`;
  return kept.of(network, key, () => new Naming(kin, stores).network(network, cells));
}

class Search {
  readonly stores: readonly Store[];
  private readonly cells: readonly number[];
  private readonly network: Network;
  private readonly kin: readonly Kin[];
  private readonly marked: Network;
  private readonly unread: Unread = { stores: new Set(), cells: new Set() };
  /** The first of the variables that stand for numbers. */
  private readonly first: number;
  private readonly uses: NetworkUses;
  private readonly observed: readonly number[];

  constructor(network: Network, query: NetworkQuery | undefined, kin: readonly Kin[]) {
    this.network = network;
    this.kin = kin;
    this.stores = numbersOf(network, kin);
    this.cells = kin.flatMap(({ cells, low, high }) =>
      cells.filter((cell) => {
        const { initial } = slotAt(network, cell);
        return initial >= low && initial <= high;
      }),
    );
    this.first = network.slots.length;
    const marking = new Marking(network, kin, this.stores);
    this.marked = marking.network();
    this.uses = new NetworkUses(this.marked, { apart: APART });
    this.observed = query === undefined ? [] : looksAt(this.uses, marking.asked(query));
  }

  /** Whether nothing is left to be proven. */
  get isDone(): boolean {
    const { stores, cells } = this.unread;
    return stores.size === this.stores.length && cells.size === this.cells.length;
  }

  run(): Unread {
    this.prove(this.uses);
    for (const { process, counters } of this.isDone ? [] : this.counters().slice(0, MOST_TRIED)) {
      const uses = new NetworkUses(this.marked, { apart: APART, carried: counters });
      const counted = countedBy(uses, process, counters);
      if (counted) this.prove(new NetworkUses(counted, { apart: APART, carried: counters }));
      if (this.isDone) break;
    }
    return this.unread;
  }

  /** Adds what is dead by this network's locations. */
  private prove(uses: NetworkUses): void {
    const live = liveVariables(uses.network, { queries: [], observed: this.observed, uses, limit: FACTS });
    if (live.gaveUp) return;
    this.stores.forEach((store, k) => {
      if (!isEverLive(live, this.first + k)) this.unread.stores.add(store);
    });
    for (const cell of this.cells) if (!isLiveAtFirst(live, cell)) this.unread.cells.add(cell);
  }

  /** Variables of one process that have to do with what becomes of the cells, those that have most first; then pairs of them. */
  private counters(): readonly { readonly process: number; readonly counters: readonly number[] }[] {
    const { network, uses } = this;
    const held = new Set(this.kin.flatMap(({ cells }) => cells.map((cell) => uses.elements.ofCell(cell))));
    const counts = new Map<string, { process: number; cell: number; count: number }>();
    const note = (cell: number, process: number): void => {
      if (cell < network.processes.length || cell >= network.slots.length || held.has(cell)) return;
      const { type, low, high, meta } = slotAt(network, cell);
      if (type !== "int" || meta || high - low >= MOST_VALUES || !isWrittenBy(uses, cell, process)) return;
      const key = `${process} ${cell}`;
      const known = counts.get(key);
      if (known) known.count++;
      else counts.set(key, { process, cell, count: 1 });
    };
    for (const p of network.processes)
      for (const e of p.edges) {
        const flow = uses.flows[e.id];
        if (flow === undefined) continue;
        const from = new Set([...flow.writes].flatMap(([x, sources]) => (held.has(x) ? [...sources] : [])));
        for (const x of from) note(x, p.index);
      }
    const single = [...counts.values()].sort((a, b) => b.count - a.count);
    const pairs = single.flatMap((a, k) =>
      single.slice(k + 1).flatMap((b) => (b.process === a.process ? [{ ...a, counters: [a.cell, b.cell] }] : [])),
    );
    return [...single.map((one) => ({ ...one, counters: [one.cell] })), ...pairs];
  }
}

/** A variable that nothing writes is needed where it is read: only what is looked at anywhere stands in no location. */
function isEverLive({ everywhere, needs }: Liveness, element: number): boolean {
  return everywhere.has(element) || needs.some((locations) => locations.some((row) => row.has(element)));
}

function isLiveAtFirst({ network, elements, everywhere, needs }: Liveness, cell: number): boolean {
  const x = elements.ofCell(cell);
  return everywhere.has(x) || network.processes.some((p) => needs[p.index]![p.initial]?.has(x));
}

/** For analyses: a variable for each number, and no first value known. */
class Marking extends Widening {
  private readonly of: Network;
  private readonly stores: readonly Store[];
  private readonly cell: (old: number) => number;

  constructor(network: Network, kin: readonly Kin[], stores: readonly Store[]) {
    const { length } = network.slots;
    const cell = (old: number): number => (old < length ? old : old + stores.length);
    super(kin, cell);
    this.cell = cell;
    this.of = network;
    this.stores = stores;
  }

  protected instead(store: Store): Code | undefined {
    const k = this.stores.indexOf(store);
    return k < 0 ? undefined : { op: "load", at: { base: this.of.slots.length + k, terms: [] } };
  }

  network(): Network {
    const { of, stores } = this;
    // Ranges take what scalars hold at first for unknown.
    const open = (slot: Slot, kin: Kin): Slot => ({ ...slot, type: "scalar", low: nobodyOf(kin), high: kin.high });
    const slots = of.slots.map((slot, cell) => {
      const kin = this.kinAt(cell);
      return kin === undefined ? slot : open(slot, kin);
    });
    const numbers = stores.map((store, k): Slot => {
      const kin = this.kinAt(store.at.base)!;
      return { ...open(slotAt(of, kin.cells[0]!), kin), name: `number ${k}` };
    });
    return { ...of, ...this.edges(of), slots: [...slots, ...numbers], cells: of.cells + stores.length };
  }

  /** The query as it will be asked, with the ranges that it has. */
  asked(query: NetworkQuery): NetworkQuery {
    const same = (old: number): number => old;
    const moved = new Renumbering({ cell: this.cell, clock: same, channel: same, function: same }).query(query);
    return { ...moved, cells: query.cells + this.stores.length };
  }
}

/** What is searched: nobody instead of numbers. */
class Naming extends Widening {
  private readonly stores: ReadonlySet<Store>;

  constructor(kin: readonly Kin[], stores: ReadonlySet<Store>) {
    super(kin, (old) => old);
    this.stores = stores;
  }

  protected instead(store: Store, kin: Kin): Code | undefined {
    return this.stores.has(store) ? { op: "const", value: nobodyOf(kin) } : undefined;
  }

  network(network: Network, cells: ReadonlySet<number>): Network {
    const slots = network.slots.map((slot, cell) => {
      const kin = this.kinAt(cell);
      if (kin === undefined) return slot;
      const nobody = nobodyOf(kin);
      return { ...slot, low: nobody, ...(cells.has(cell) ? { initial: nobody } : {}) };
    });
    return { ...network, ...this.edges(network), slots };
  }
}
