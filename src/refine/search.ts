/**
 * The search through the product of an implementation and its specification's tester. In each state what is illegal is found by
 * subtraction of zones; the abstraction preserves bisimulation, because a guard of the specification counts where it does not hold
 * as well.
 */
import { clockBounds } from "../analysis/index.ts";
import { LimitReached, seeded } from "../base/index.ts";
import { type Action, Product } from "../engine/index.ts";
import type { Network } from "../network/index.ts";
import { Abstraction, Meter, type Statistics, Store, waitingList } from "../search/index.ts";
import { dbm, type Federation, federation, LT_ZERO, type Zone } from "../zones/index.ts";
import type { Composition } from "./compose.ts";
import type { Interface } from "./interface.ts";
import { overlapNote } from "./notes.ts";
import type { RefineOptions } from "./options.ts";
import type { RefinementNote, RefinementPairs } from "./refinement.ts";
import type { Finding } from "./trace.ts";

export type Ending =
  | { readonly kind: "complete" }
  | { readonly kind: "overlap" }
  | { readonly kind: "limit"; readonly reason: string }
  | { readonly kind: "found"; readonly finding: Finding };

export class RefinementSearch {
  readonly notes: RefinementNote[] = [];
  private readonly composition: Composition;
  private readonly face: Interface;
  private readonly product: Product;
  private readonly store: Store;
  private readonly abstraction: Abstraction;
  private readonly meter: Meter;
  private readonly waiting: ReturnType<typeof waitingList>;
  private readonly spec: number;
  private explored = 0;
  private transitions = 0;
  private ending: Ending | undefined;
  private readonly overlaps = new Set<string>();

  constructor(composition: Composition, face: Interface, options: RefineOptions) {
    const { network, roles } = composition;
    this.composition = composition;
    this.face = face;
    this.product = new Product(network, roles);
    this.spec = roles.specification;
    this.store = new Store(network, this.product.dim);
    const bounds = clockBounds(network, { symmetric: true });
    const unsound = bounds.diverges ?? bounds.diagonals.unlisted;
    if (unsound !== undefined) throw new LimitReached(unsound);
    this.abstraction = new Abstraction(
      bounds.diagonals.triples.length > 0 ? "diagonal" : "extra",
      this.product,
      bounds,
    );
    this.meter = new Meter(options);
    this.waiting = waitingList(options.order ?? "bfs", seeded(options.seed ?? 1));
  }

  readonly statistics = (): Statistics => ({
    explored: this.explored,
    stored: this.store.stored,
    transitions: this.transitions,
    waiting: this.waiting.length,
    memory: this.store.bytes,
  });

  /** All pairs of states that are stored. Requires: nothing was found. */
  pairs(implementation: Network): RefinementPairs {
    const { store, product } = this;
    const { dim } = product;
    const processes = implementation.processes.length;
    const variables = processes + 1;
    const others = variables + implementation.slots.length - processes;
    const ordered = (c: readonly number[]): number[] => [
      ...c.slice(0, processes),
      ...c.slice(variables, others),
      ...c.slice(processes, variables),
      ...c.slice(others),
    ];
    // The stopwatch is the last clock, and none of either side.
    const cut = (zone: Zone): Zone => zone.filter((_, k) => k % dim < dim - 1 && k < dim * (dim - 1));
    return { each: (visit) => store.eachState((cells, zones) => visit(ordered([...cells]), zones.map(cut)), dim) };
  }

  run(): Ending {
    const { product, store } = this;
    const first = product.initial();
    if (first === null) return { kind: "complete" };
    const inside = product.specInvariant();
    if (inside === null || !dbm.isSubset(first, 0, inside, 0, product.dim))
      return { kind: "found", finding: { kind: "start", path: [] } };
    this.arrive(first, -1, 0);
    const zone = new Int32Array(product.dim * product.dim);
    for (let node = this.waiting.pop(); node >= 0 && this.ending === undefined; node = this.waiting.pop()) {
      if (store.isGone(node)) continue;
      const reason = this.meter.check(this.statistics);
      if (reason !== undefined) return { kind: "limit", reason };
      this.explored++;
      store.get(node, product.cells, zone);
      store.markExpanded(node);
      this.expand(node, zone);
    }
    return this.ending ?? { kind: "complete" };
  }

  private expand(node: number, zone: Zone): void {
    const { product, composition } = this;
    const depth = this.store.depth(node) + 1;
    // Inside an atomic sequence variables may differ until somebody can see them.
    const differs = product.isCommitted() && this.differing().length > 0;
    const step = (target: Zone): void => {
      this.transitions++;
      if (this.ending !== undefined) return;
      if (differs && product.action !== undefined)
        this.ending = { kind: "found", finding: { kind: "shared", path: this.store.path(node) } };
      else this.arrive(target, node, depth);
    };
    const overlap = (_: Zone, a: readonly number[], b: readonly number[], harmless: boolean): void =>
      this.overlap(a, b, harmless);
    let rest: Federation = [zone];
    if (composition.transient[product.cells[this.spec]!]) {
      rest = federation.subtract(rest, product.specSteps(zone, { step, overlap }), product.dim);
      // Where no internal edge is enabled the specification is stuck: it follows neither action nor delay.
      for (const stuck of rest) if (this.isViolated(stuck, () => this.store.path(node), [stuck])) return;
    }
    const illegal = (_: Federation, action: Action): void => {
      const implementation = product.words.slice();
      this.ending ??= {
        kind: "found",
        finding: { kind: differs ? "shared" : "action", path: this.store.path(node), action, implementation },
      };
    };
    for (const part of rest) product.steps(part, { step, illegal, overlap });
  }

  /** A state is reached, not delayed yet. */
  private arrive(entry: Zone, parent: number, depth: number): void {
    const { product, composition, store, abstraction } = this;
    const words = product.words.slice();
    const path = (): (readonly number[])[] => (parent < 0 ? [] : [...store.path(parent), words]);
    const passes = composition.transient[product.cells[this.spec]!];
    const still = passes || composition.still[product.cells[this.spec]!];
    const reached = still ? [entry] : product.elapse(entry);
    const inside = passes ? null : product.specInvariant();
    const allowed = inside === null ? (passes ? reached : []) : federation.intersect(reached, [inside], product.dim);
    for (const exact of allowed) {
      let isNew = false;
      abstraction.apply(exact.slice(), (abstract) => {
        const node = store.insert(product.cells, abstract, abstraction.covers, false, depth);
        if (node < 0) return false;
        isNew = true;
        if (parent >= 0) store.link(node, parent, Int32Array.from(words), words.length);
        this.waiting.push(node);
        return false;
      });
      if (isNew && !passes && this.isViolated(entry, path, [exact])) return;
    }
  }

  /** Looks for delays, urgency and variables that the specification does not allow. Returns whether one was found. */
  private isViolated(entry: Zone, path: () => readonly (readonly number[])[], reached: Federation): boolean {
    const { product, composition } = this;
    const at = product.cells[this.spec]!;
    const found = (finding: Finding): boolean => {
      this.ending ??= { kind: "found", finding };
      return true;
    };
    if (!product.isCommitted() && this.differing().length > 0) return found({ kind: "shared", path: path() });
    const inside = product.specInvariant();
    if (composition.still[at]) {
      if (this.late(product.elapse(this.started(entry))).length > 0) return found({ kind: "delay", path: path() });
    } else if (inside === null || federation.subtract(product.elapse(entry), [inside], product.dim).length > 0) {
      return found({ kind: "delay", path: path() });
    }
    for (const zone of reached) {
      for (const offer of product.urgentOffers(zone)) {
        if (this.late(product.elapse(this.started(offer.where), offer.met)).length > 0)
          return found({ kind: "urgent", path: path(), action: offer.action, offered: offer.words });
      }
    }
    return false;
  }

  /** The zone with the stopwatch at zero, and the part of a set where it is above. */
  private started(zone: Zone): Zone {
    const z = zone.slice();
    dbm.reset(z, 0, this.product.dim, this.composition.stopwatch, 0);
    return z;
  }

  private late(set: Federation): Federation {
    return federation.constrained(set, 0, this.composition.stopwatch, LT_ZERO, this.product.dim);
  }

  private differing(): Interface["shared"] {
    const { cells } = this.product;
    return this.face.shared.filter((s) => cells[s.implementation] !== cells[s.specification]);
  }

  private overlap(a: readonly number[], b: readonly number[], harmless: boolean): void {
    const note = overlapNote(this.composition, a, b, harmless);
    if (!harmless) this.ending ??= { kind: "overlap" };
    if (this.overlaps.has(note.message)) return;
    this.overlaps.add(note.message);
    this.notes.push(note);
  }
}
