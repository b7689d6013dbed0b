/**
 * Whether a network is its own image under a permutation of its processes and of the values that name them. Processes of
 * one template are compared edge by edge; what differs tells how cells, clocks and channels are moved and which values are
 * identifiers. All of it must fit together: one image for each cell, clock and channel, the same everywhere; constants equal,
 * or images where an identifier stands; ranges that identifiers cannot leave. Then the permutation takes transitions to
 * transitions. Lists whose order means nothing (conjunctions, sums) are compared as sets by their texts, see
 * `text.ts`. Nothing is assumed of names or types that the user wrote.
 */
import {
  type Edge,
  type Guard,
  type Invariant,
  locationAt,
  type Network,
  type Origin,
  type Process,
  processAt,
} from "../../network/index.ts";
import { FunctionImages } from "./function.ts";
import type { Moves, Permutation } from "./images.ts";
import { NUMBER } from "./kind.ts";
import type { Kinds } from "./kinds.ts";
import { type Item, Texts } from "./text.ts";

const ROUNDS = 12;

export class Automorphism extends FunctionImages {
  private readonly processTo: Int32Array;

  constructor(
    network: Network,
    kinds: Kinds,
    permutation: Permutation,
    processTo: Int32Array,
    identifiers: Set<number>,
    given?: Moves,
  ) {
    super(network, kinds, permutation, identifiers, given);
    this.processTo = processTo;
  }

  /** Tries to compare; each round may find more identifiers. True if everything fits. */
  attempt(compare: () => void): boolean {
    for (let round = 0; round < ROUNDS; round++) {
      this.reset();
      compare();
      if (!this.changed && this.failure === undefined) this.end();
      if (!this.changed) return this.failure === undefined;
    }
    this.failure = { message: "identifiers cannot be told from numbers" };
    return false;
  }

  /** Compares the whole network with itself. */
  wholeNetwork(): void {
    const { network } = this;
    for (const process of network.processes) {
      const image = processAt(network, this.processTo[process.index]!);
      this.link("cells", process.index, image.index);
      this.locals(process, image);
    }
    for (const process of network.processes) this.process(process, processAt(network, this.processTo[process.index]!));
    for (const hook of [network.beforeUpdate, network.afterUpdate]) this.codes(hook, hook, network.origin);
  }

  /** What is left: unordered lists, variables that no code uses, ranges, constants, channels. */
  private end(): void {
    const { network, moves } = this;
    if (!this.given) {
      for (const p of network.processes) {
        const q = processAt(network, this.processTo[p.index]!);
        if (p === q) continue;
        for (const space of ["cells", "clocks", "channels"] as const)
          for (const [x, y] of this.named(p, q, space, () => true))
            if (moves[space][x]! < 0 && this.backs[space][y]! < 0) this.link(space, x, y);
      }
    }
    // Comparing one by one may add to the list.
    const byText: (typeof this.pending)[number][] = [];
    for (let k = 0; k < this.pending.length && this.failure === undefined; k++) {
      const { a, b, origin } = this.pending[k]!;
      if (this.sameTexts(a, b)) byText.push(this.pending[k]!);
      else if (a.length !== b.length) this.fail("conditions differ", origin);
      else a.forEach((item, i) => this.item(item, b[i]!));
    }
    this.isLate = true;
    for (const { a, b, space, origin } of this.late) this.place(a, b, space, origin);
    if (this.changed || this.failure) return;
    // What was taken for fixed may have been moved since.
    for (const { a, b, origin } of byText) if (!this.sameTexts(a, b)) this.fail("conditions differ", origin);
    if (this.failure) return;
    if (!this.given) this.attributes();
    if (this.turnsNobody()) this.fail("arithmetic modulo the number of elements on what may be none of them");
  }

  private sameTexts(a: readonly Item[], b: readonly Item[]): boolean {
    return new Texts(this).same(a, b);
  }

  private process(a: Process, b: Process): void {
    if (a.template !== b.template || a.locations.length !== b.locations.length || a.edges.length !== b.edges.length)
      return this.fail(`${a.name} and ${b.name} are not alike`, a.origin);
    if (a.priority !== b.priority) return this.fail(`${a.name} and ${b.name} have different priorities`, a.origin);
    if (a.initial !== b.initial) return this.fail(`${a.name} and ${b.name} start differently`, a.origin);
    a.locations.forEach((l, k) => {
      const m = locationAt(b, k);
      if (l.urgent !== m.urgent || l.committed !== m.committed) this.fail(`${a.name} and ${b.name} differ`, l.origin);
      this.invariant(l.invariant, m.invariant, l.origin);
    });
    a.edges.forEach((edge, k) => this.edge(edge, b.edges[k]!));
  }

  private edge(a: Edge, b: Edge): void {
    if (this.failure && !this.changed) return;
    const alike =
      a.source === b.source &&
      a.target === b.target &&
      a.selects.length === b.selects.length &&
      a.sync?.kind === b.sync?.kind;
    if (!alike) return this.fail("edges differ", a.origin);
    a.selects.forEach((s, k) => this.bound(s, b.selects[k]!, a.origin));
    this.guard(a.guard, b.guard, a.origin);
    if (a.sync && b.sync) {
      if (a.sync.kind !== "channel" || b.sync.kind !== "channel" || a.sync.direction !== b.sync.direction)
        return this.fail("synchronisations differ", a.origin);
      this.address({ ...a.sync.channel }, { ...b.sync.channel }, "channels", a.sync.origin);
    }
    this.codes(a.update, b.update, a.origin);
  }

  private guard(a: Guard, b: Guard, origin: Origin): void {
    this.unordered(
      [...a.data.map((code): Item => ({ code })), ...a.clocks.map((constraint): Item => ({ constraint }))],
      [...b.data.map((code): Item => ({ code })), ...b.clocks.map((constraint): Item => ({ constraint }))],
      origin,
    );
  }

  private invariant(a: Invariant, b: Invariant, origin: Origin): void {
    this.guard(a, b, origin);
    if (a.rates.length !== b.rates.length) return this.fail("rates differ", origin);
    a.rates.forEach((r, k) => {
      const s = b.rates[k]!;
      if ((r.unless === undefined) !== (s.unless === undefined)) return this.fail("rates differ", r.origin);
      if (r.unless && s.unless) this.code(r.unless, s.unless, NUMBER, r.origin);
      this.address(r.clock, s.clock, "clocks", r.origin);
      this.code(r.rate, s.rate, NUMBER, r.origin);
    });
  }
}
