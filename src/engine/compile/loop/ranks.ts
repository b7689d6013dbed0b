/**
 * Ranks of elements in compiled code: of two that are alike by what is their own, the one comes first that is held by a cell
 * further in front. Cells that may hold an element are gone through once for each state, before elements are compared.
 */

import { heldIn, type SetSymmetry } from "../../../analysis/index.ts";
import { first, last } from "../../../base/index.ts";
import { type Func, i32 } from "../../wasm/index.ts";
import type { Emitter } from "../emitter.ts";

/** By place of an element, the first of the cells that hold one of them: the comparison is by whose comes first. */
export interface Ranks {
  readonly at: number;
  /** To be called before elements are compared; exchanges keep it up to date. */
  readonly fill: Func<readonly [], "void">;
}

/** None where no cell but an element's own may hold one. */
export function ranksOf(set: SetSymmetry, e: Emitter): Ranks | undefined {
  const held = heldIn(set);
  if (held.length === 0) return undefined;
  const { cells } = e.plan.at;
  const count = set.elements.length;
  const at = e.region(4 * count);
  const addresses = e.data(Int32Array.from(held, (c) => cells + 4 * c));
  const [low, high] = [first(set.elements), last(set.elements)];
  const placeOf = new Map(set.elements.map((v, k) => [v, at + 4 * k]));
  // Values in between that are none of the elements have a rank that nobody asks for.
  const spare = e.region(4);
  const places = e.data(Int32Array.from({ length: high - low + 1 }, (_, k) => placeOf.get(low + k) ?? spare));
  const fill = e.module.func(e.name("ranks"), [], "void", (f) => {
    const [k, value, place] = [f.local("i32", "k"), f.local("i32", "value"), f.local("i32", "place")];
    f.for(k, at, at + 4 * count, () => f.do(i32.store(k, NONE)), 4);
    f.for(
      k,
      addresses,
      addresses + 4 * held.length,
      () => {
        f.set(value, i32.sub(i32.load(i32.load(k)), low));
        f.if(i32.le_u(value, high - low), () => {
          f.set(place, i32.load(i32.shl(value, 2), places));
          f.if(i32.eq(i32.load(place), NONE), () => f.do(i32.store(place, k)));
        });
      },
      4,
    );
  });
  return { at, fill };
}

/** The rank of an element that is not held. */
const NONE = 0x7fffffff;
