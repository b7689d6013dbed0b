/**
 * Kinds of values as classes of a union-find over all cells: two cells whose values meet are of one kind, and a kind whose values
 * are computed with is one of numbers, with the place that says so. What makes values meet is `codekinds.ts`'s.
 */
import type { Origin } from "../../network/index.ts";

/** A kind: a cell of the class, `NUMBER`, or `ANY` (a constant, which is of the kind that its place asks for). */
export type Kind = number;
export const NUMBER = -1;
export const ANY = -2;

export class KindClasses {
  protected readonly parent: Int32Array;
  private readonly numbers = new Map<number, Origin>();

  /** Of so many cells, each a kind of its own. */
  constructor(cells: number) {
    this.parent = Int32Array.from({ length: cells }, (_, i) => i);
  }

  root(cell: number): number {
    const { parent } = this;
    let at = cell;
    while (parent[at] !== at) {
      parent[at] = parent[parent[at]!]!;
      at = parent[at]!;
    }
    return at;
  }

  /** The place that makes a kind a number, if there is one. */
  whyNumber(kind: Kind): Origin | undefined {
    return kind < 0 ? undefined : this.numbers.get(this.root(kind));
  }

  /** Two values of one kind. */
  protected join(a: Kind, b: Kind, origin: Origin): void {
    if (a === ANY || b === ANY) return;
    if (a === NUMBER || b === NUMBER) {
      this.number(a, origin);
      this.number(b, origin);
      return;
    }
    const [x, y] = [this.root(a), this.root(b)];
    if (x === y) return;
    this.parent[x] = y;
    const why = this.numbers.get(y) ?? this.numbers.get(x);
    if (why) this.numbers.set(y, why);
  }

  protected number(kind: Kind, origin: Origin): void {
    if (kind < 0) return;
    const root = this.root(kind);
    if (!this.numbers.has(root)) this.numbers.set(root, origin);
  }
}
