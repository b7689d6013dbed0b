/**
 * Images under a permutation of values: which cell, clock and channel is moved to which, as code asks for it piece by piece
 * (`automorphism.ts`), which kinds of values are identifiers, and whether it all fits together in the end.
 */
import {
  type Address,
  type Code,
  channelAt,
  type Network,
  type Origin,
  type Process,
  slotOf,
} from "../../network/index.ts";
import type { Kind } from "./kind.ts";
import type { Kinds } from "./kinds.ts";

/** Moves values between `low` and `high`: `to` is the image of a value, itself if it is not an element. */
export interface Permutation {
  readonly low: number;
  readonly high: number;
  readonly to: (value: number) => number;
  /** Whether it is a rotation, for which `(x + c) % n` is allowed. */
  readonly isRotation: boolean;
}

export interface Failure {
  readonly message: string;
  readonly origin?: Origin | undefined;
  /** The elements that it names, where it names some. */
  readonly named?: readonly number[];
}

export type Space = "cells" | "clocks" | "channels";

/** Images of cells, clocks and channels; -1 for what nothing asked for, which stays where it is. */
export interface Moves {
  readonly cells: Int32Array;
  readonly clocks: Int32Array;
  readonly channels: Int32Array;
}

export class Images {
  readonly network: Network;
  readonly kinds: Kinds;
  readonly permutation: Permutation;
  moves!: Moves;
  failure: Failure | undefined;
  /** Kinds that are identifiers, by their roots; what is found here may be handed to the next permutation. */
  readonly identifiers: Set<number>;
  /** Ranges of bound variables. */
  readonly bounds = new Map<number, { readonly low: number; readonly high: number }>();
  protected readonly given: Moves | undefined;
  protected backs!: Moves;
  protected changed = false;
  protected readonly turned = new Set<number>();
  protected readonly loose = new Set<number>();
  private readonly names = new Map<Space, readonly ReadonlyMap<string, number>[]>();

  /** With `given` moves nothing new is found out: only whether code is its own image under them. */
  constructor(
    network: Network,
    kinds: Kinds,
    permutation: Permutation,
    identifiers: Set<number>,
    given: Moves | undefined,
  ) {
    this.network = network;
    this.kinds = kinds;
    this.permutation = permutation;
    this.identifiers = identifiers;
    this.given = given;
  }

  /** Forgets all images. */
  protected reset(): void {
    const { network, given } = this;
    const empty = (size: number): Int32Array => new Int32Array(size).fill(-1);
    const cells = Math.max(network.cells, given?.cells.length ?? 0);
    const made = (): Moves => ({
      cells: empty(cells),
      clocks: empty(network.clocks.length),
      channels: empty(network.channels.length),
    });
    this.moves = given ?? made();
    this.backs = made();
    this.failure = undefined;
    this.changed = false;
    this.turned.clear();
    this.loose.clear();
    this.link("clocks", 0, 0);
    for (const cell of this.kinds.pinned) this.link("cells", cell, cell);
  }

  fail(message: string, origin?: Origin, named?: readonly number[]): void {
    this.failure ??= { message, origin, ...(named ? { named } : {}) };
  }

  isIdentifier(kind: Kind): boolean {
    return kind >= 0 && this.identifiers.has(this.kinds.root(kind));
  }

  image(space: Space, x: number): number {
    const to = this.moves[space][x];
    return to === undefined || to < 0 ? x : to;
  }

  /** Requires the image of x to be y. */
  protected link(space: Space, x: number, y: number): boolean {
    if (this.given) return this.image(space, x) === y;
    const to = this.moves[space];
    const from = this.backs[space];
    if (to[x] === y) return true;
    if (to[x]! >= 0 || from[y]! >= 0) return false;
    to[x] = y;
    from[y] = x;
    return true;
  }

  /** Variables of a template belong to its processes; arrays of them only where nothing else is known (`end`). */
  protected locals(a: Process, b: Process): void {
    if (a.index === b.index) return;
    for (const [x, y] of this.named(a, b, "cells", (name) => !name.includes("["))) this.link("cells", x, y);
    for (const [x, y] of this.named(a, b, "clocks", (name) => !name.includes("["))) this.link("clocks", x, y);
  }

  protected *named(
    a: Process,
    b: Process,
    space: Space,
    which: (name: string) => boolean,
  ): Generator<[number, number]> {
    const names = this.namesOf(space);
    for (const [suffix, x] of names[a.index]!) {
      const y = names[b.index]!.get(suffix);
      if (y !== undefined && which(suffix)) yield [x, y];
    }
  }

  /** By process, what it owns, under the names that it has inside. */
  private namesOf(space: Space): readonly ReadonlyMap<string, number>[] {
    const known = this.names.get(space);
    if (known) return known;
    const made = this.network.processes.map(() => new Map<string, number>());
    const { slots, clocks, channels, processes } = this.network;
    (space === "cells" ? slots : space === "clocks" ? clocks : channels).forEach(({ name, owner }, at) => {
      if (owner !== undefined) made[owner]!.set(name.slice(processes[owner]!.name.length + 1), at);
    });
    this.names.set(space, made);
    return made;
  }

  protected attributes(): void {
    const { network, moves } = this;
    for (const space of ["cells", "clocks", "channels"] as const) {
      const to = moves[space];
      const from = this.backs[space];
      for (let x = 0; x < to.length; x++) {
        // What moves must be moved to: a set of cells is permuted among itself.
        if (to[x]! >= 0 && to[x] !== x && (to[to[x]!]! < 0 || from[x]! < 0)) {
          this.fail(`'${this.nameOf(space, x)}' is used for some elements only`);
          return;
        }
      }
    }
    network.slots.forEach((slot, x) => {
      const other = slotOf(network, this.image("cells", x));
      const like =
        slot.type === other?.type && slot.meta === other.meta && slot.low === other.low && slot.high === other.high;
      if (!like) this.fail(`'${slot.name}' and '${other?.name ?? "a constant"}' have different types`, slot.origin);
      if (this.isIdentifier(x)) this.within(x, slot.low, slot.high, slot.origin);
    });
    network.constants.forEach((value, k) => {
      const cell = network.slots.length + k;
      const to = this.image("cells", cell);
      const image = this.isIdentifier(cell) ? this.permutation.to(value) : value;
      if (network.constants[to - network.slots.length] !== image)
        this.fail(`a constant array has ${value} for one element and another value for others`);
    });
    network.channels.forEach((channel, x) => {
      const other = channelAt(network, this.image("channels", x));
      if (
        channel.broadcast !== other.broadcast ||
        channel.urgent !== other.urgent ||
        channel.priority !== other.priority
      )
        this.fail(`the channels '${channel.name}' and '${other.name}' differ in kind or priority`, channel.origin);
    });
  }

  /**
   * Whether what is turned on may be none of the elements: as a variable or a constant of the network, or as what
   * code puts there.
   */
  protected turnsNobody(): boolean {
    const { turned, kinds, network, permutation } = this;
    if (turned.size === 0) return false;
    const isInside = (cell: number, low: number, high: number): boolean =>
      !turned.has(kinds.root(cell)) || (low >= permutation.low && high <= permutation.high);
    return (
      [...turned].some((root) => this.loose.has(root)) ||
      !network.slots.every(({ low, high }, cell) => isInside(cell, low, high)) ||
      !network.constants.every((value, k) => isInside(network.slots.length + k, value, value))
    );
  }

  protected nameOf(space: Space, x: number): string {
    const { slots, clocks, channels } = this.network;
    return (space === "cells" ? slots : space === "clocks" ? clocks : channels).at(x)?.name ?? "a local variable";
  }

  /** For each index of an address, whether it is an identifier. */
  namedTerms(at: Address): boolean[] {
    return at.terms.map((t) => this.isIdentifier(this.kinds.kindOf(t.index)));
  }

  /** The cells of an array, each with the one that the permuted indices lead to in an array at `base`. */
  pairs(at: Address, base: number, named: readonly boolean[]): [number, number][] {
    let pairs: [number, number][] = [[at.base, base]];
    for (const [k, { low, size, stride }] of at.terms.entries()) {
      const to = (j: number): number => (named[k] ? this.permutation.to(j + low) - low : j);
      pairs = pairs.flatMap(([x, y]) =>
        Array.from({ length: size }, (_, j): [number, number] => [x + j * stride, y + to(j) * stride]),
      );
    }
    return pairs;
  }

  /** A range that holds identifiers must hold all elements or none. */
  protected within(kind: Kind, low: number, high: number, origin: Origin | undefined): void {
    const { permutation } = this;
    if (low < permutation.low || high > permutation.high) this.loose.add(this.kinds.root(kind));
    const all = low <= permutation.low && high >= permutation.high;
    if (!all && low <= permutation.high && high >= permutation.low)
      this.fail(`a range ${low}..${high} holds some of the elements only`, origin);
  }

  protected mayName(kind: Kind): boolean {
    return kind >= 0 && !this.isIdentifier(kind) && this.kinds.whyNumber(kind) === undefined;
  }

  protected mark(kind: Kind): void {
    this.identifiers.add(this.kinds.root(kind));
    this.changed = true;
  }

  /** Whether `(x + c) % n` of an element commutes with the permutation. */
  mayTurn(x: Code, size: number): boolean {
    const { low, high, isRotation } = this.permutation;
    this.turned.add(this.kinds.root(this.kinds.kindOf(x)));
    return isRotation && low === 0 && high + 1 === size;
  }
}
