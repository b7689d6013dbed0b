/**
 * Which abstraction makes zones finite in number without changing the answer. Reachability: Extra+LU, or
 * subsumption under aLU of zones stored as they are. Deadlock and liveness need a bisimulation: Extra+M. Diagonal
 * constraints: Extra+M on zones split by them. `apply` works on the state at hand.
 */
import type { ClockBounds } from "../../analysis/index.ts";
import type { Engine } from "../../engine/index.ts";
import { dbm, extraDiagonal, extraPlusLU, INF, isSubsumedLU, type Zone } from "../../zones/index.ts";
import type { Covers } from "./store.ts";

/** `extra` extrapolates by the given bounds (LU or M); `simulation` stores zones as they are and compares under aLU. */
export type AbstractionKind = "extra" | "simulation" | "diagonal" | "none";

export class Abstraction {
  readonly kind: AbstractionKind;
  readonly covers: Covers;
  private readonly engine: Pick<Engine, "dim" | "cells">;
  private readonly bounds: ClockBounds;
  private readonly lower: Int32Array;
  private readonly upper: Int32Array;

  private readonly measure: number | undefined;

  /** `measure`: a clock of which only the lower bound matters (see `fastest.ts`). */
  constructor(kind: AbstractionKind, engine: Pick<Engine, "dim" | "cells">, bounds: ClockBounds, measure?: number) {
    this.kind = kind;
    this.measure = measure;
    this.engine = engine;
    this.bounds = bounds;
    const { dim } = engine;
    this.lower = new Int32Array(dim);
    this.upper = new Int32Array(dim);
    const { lower, upper } = this;
    this.covers =
      kind === "simulation"
        ? (a, aAt, b, bAt) => isSubsumedLU(a, aAt, b, bAt, dim, lower, upper)
        : (a, aAt, b, bAt) => dbm.isSubset(a, aAt, b, bAt, dim);
  }

  /** Abstracts the zone, in place or piece by piece, and calls `visit` with each result. `covers` then fits the state. */
  apply(zone: Zone, visit: (zone: Zone) => boolean): void {
    const { dim, cells } = this.engine;
    if (this.kind === "none") {
      visit(zone);
      return;
    }
    this.bounds.fill(cells, this.lower, this.upper);
    if (this.kind === "diagonal") {
      for (const piece of extraDiagonal(zone, 0, dim, this.lower, this.bounds.diagonals.triples)) {
        // One array of bounds serves for both ends here: the upper one of the measure is dropped afterwards.
        if (this.measure !== undefined) dropUpper(piece, dim, this.measure);
        if (visit(piece)) return;
      }
      return;
    }
    if (this.kind === "extra") extraPlusLU(zone, 0, dim, this.lower, this.upper);
    visit(zone);
  }
}

/** Forgets how far x is above any other clock. Keeps the matrix closed: nothing leads on from x any more. */
function dropUpper(z: Zone, dim: number, x: number): void {
  for (let j = 0; j < dim; j++) if (j !== x) z[x * dim + j] = INF;
}
