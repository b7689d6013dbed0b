/**
 * Values before and after an exchange of elements (docs/semantics.md 9.12), of one place and its image, in any state and its
 * image: whether they are equal, or the exchange takes one to the other. What is neither is refused.
 */
import { type Expr, printExpr } from "../../src/syntax/index.ts";
import type { Exchange } from "./exchange.ts";
import { Refuted } from "./outcome.ts";
import { eachLeaf, type Shape } from "./shape.ts";
import type { System } from "./system.ts";

export const EQUAL = 1;
export const EXCHANGED = 2;

/** Two values: which of both can be said of them, and what they are if that is known. */
export interface Twin {
  readonly mask: number;
  readonly both?: readonly [number, number];
}

/** Two places: all pairs of cells that may be meant. */
export interface Places {
  readonly pairs: readonly (readonly [number, number])[];
  readonly shape: Shape;
}

/** A variable of a function, a bound variable or a selection: what can be said of all that it holds. */
export interface Local {
  mask: number;
}

/** What a message is about. */
export type What = Expr | string;

export const equal: Twin = { mask: EQUAL };

export class Twins {
  readonly exchange: Exchange;
  protected readonly system: System;
  private readonly state: ReadonlySet<number>;
  protected channels = new Map<number, number>();
  /** Cells on the first side that code touches, and clocks, by negative numbers. */
  reads = new Set<number>();
  writes = new Set<number>();

  constructor(system: System, exchange: Exchange) {
    this.system = system;
    this.exchange = exchange;
    this.state = new Set(system.cells);
  }

  fail(what: What): never {
    throw new Refuted(`it does not take '${typeof what === "string" ? what : printExpr(what)}' to the same`);
  }

  must({ mask }: Twin, wanted: number, what: What): void {
    if ((mask & wanted) === 0) this.fail(what);
  }

  known(a: number, b: number): Twin {
    return { mask: (a === b ? EQUAL : 0) | (this.exchange.element(a) === b ? EXCHANGED : 0), both: [a, b] };
  }

  /** Whether the exchange takes the numbers from `low` to `high` to themselves. */
  keeps(low: number, high: number): boolean {
    const [a, b] = this.exchange.elements.map((e) => e >= low && e <= high);
    return a === b;
  }

  /** What two places hold. */
  content(place: Places | Local, what: What): Twin {
    if (!("pairs" in place)) return { mask: place.mask };
    const { pairs, shape } = place;
    if (shape.kind === "nothing") return equal;
    const isSingle = shape.kind !== "array" && shape.kind !== "struct";
    if (pairs.length === 1 && isSingle) return this.single(pairs[0]!, shape, what);
    let mask = EQUAL | EXCHANGED;
    for (const part of leaves(place)) for (const pair of part.pairs) mask &= this.single(pair, part.shape, what).mask;
    return { mask };
  }

  private single([a, b]: readonly [number, number], { kind }: Shape, what: What): Twin {
    const { cells } = this.system.memory;
    if (kind === "clock") {
      if (this.exchange.clock(cells[a]!) !== cells[b]) this.fail(what);
      this.reads.add(-cells[a]!);
      return equal;
    }
    if (kind === "chan") {
      this.channel(cells[a]!, cells[b]!, what);
      return equal;
    }
    // Cells that are none of the state's are constants.
    if (!this.state.has(a) && !this.state.has(b)) return this.known(cells[a]!, cells[b]!);
    if (this.exchange.cell(a) !== b) this.fail(what);
    this.reads.add(a);
    return { mask: this.exchange.holds(a) ? EXCHANGED : EQUAL };
  }

  /** One channel is taken to one, and that back, of the same kind. */
  private channel(a: number, b: number, what: What): void {
    const [x, y] = [this.system.channels[a]!, this.system.channels[b]!];
    const isOne = (this.channels.get(a) ?? b) === b && (this.channels.get(b) ?? a) === a;
    const isAlike = x.urgent === y.urgent && x.broadcast === y.broadcast && x.priority === y.priority;
    if (!isOne || !isAlike) this.fail(what);
    this.channels.set(a, b).set(b, a);
  }

  /**
   * Ensures: storing these in two places leaves two states of which one is the image of the other. `shape` says which
   * values are allowed.
   */
  put(place: Places | Local, twin: Twin, shape: Shape, what: What): Twin {
    this.fit(shape, twin, what);
    if (!("pairs" in place)) {
      place.mask &= twin.mask;
      if (place.mask === 0) this.fail(what);
      return { mask: place.mask };
    }
    const { cells } = this.system.memory;
    for (const [a, b] of place.pairs) {
      const isClock = place.shape.kind === "clock";
      if (isClock ? this.exchange.clock(cells[a]!) !== cells[b] : !this.state.has(a) || this.exchange.cell(a) !== b)
        this.fail(what);
      this.must(twin, !isClock && this.exchange.holds(a) ? EXCHANGED : EQUAL, what);
      this.writes.add(isClock ? -cells[a]! : a);
    }
    return { mask: twin.mask };
  }

  /** That one is in the range iff the other is. */
  fit(shape: Shape, twin: Twin, what: What): void {
    if ((twin.mask & EQUAL) !== 0) return;
    const isRange = shape.kind === "int" || shape.kind === "scalar";
    if ((twin.mask & EXCHANGED) === 0 || !isRange || !this.keeps(shape.low, shape.high)) this.fail(what);
  }
}

/** The single values that places consist of. */
export function leaves({ pairs, shape }: Places): readonly Places[] {
  const found: Places[] = [];
  eachLeaf(shape, 0, "", (leaf, at) => found.push({ pairs: pairs.map(([a, b]) => [a + at, b + at]), shape: leaf }));
  return found;
}
