/**
 * Elements to which nothing belongs but the variables that hold them, in compiled code: numbered in the order in which cells
 * hold them first, by exactly the rules of `analysis/symmetry/relabel.ts`. Tables in memory say which cells; what a value is
 * given is kept by its place until all cells were read, and forgotten again, so that it costs as much as there are cells,
 * however many elements.
 */
import type { Relabel } from "../../../analysis/index.ts";
import { first, last } from "../../../base/index.ts";
import { type Func, type Global, type I32, i32 } from "../../wasm/index.ts";
import type { Action, Emitter } from "../emitter.ts";

export interface RelabelCode {
  readonly apply: Action;
  /** Whether a cell may hold one of its elements. */
  readonly holds: (cell: number) => boolean;
  /** Whether a value is an element that no cell tells from the others; after `apply`. */
  readonly isOpen: Func<readonly ["i32"], "i32">;
}

/** `changed` is set to 0 where a cell changes. */
export function relabelCode({ set, fixed, moved }: Relabel, changed: Global<"i32">, e: Emitter): RelabelCode {
  const { elements } = set;
  const { cells } = e.plan.at;
  const [low, high] = [first(elements), last(elements)];
  const addresses = e.data(Int32Array.from([...fixed, ...moved], (c) => cells + 4 * c));
  const [middle, end] = [addresses + 4 * fixed.length, addresses + 4 * (fixed.length + moved.length)];
  const values = e.data(Int32Array.from(elements));
  // By value: whether it is given another already, and which.
  const slots = e.region(8 * (high - low + 1));
  const isElement = e.data(Uint8Array.from({ length: high - low + 1 }, (_, k) => +elements.includes(low + k)));
  const given = e.region(4 * elements.length);
  const open = e.module.global("i32", e.name("open"), low);
  const isOne = (value: I32): I32 =>
    i32.andThen(i32.le_u(i32.sub(value, low), high - low), i32.load8_u(i32.sub(value, low), isElement));
  const apply = e.module.func(e.name("relabel"), [], "void", (f) => {
    const [k, value, at, next] = f.locals("i32", "k", "value", "at", "next");
    f.set(next, 0);
    const read = (from: number, to: number): void =>
      f.for(
        k,
        from,
        to,
        () => {
          f.set(value, i32.load(i32.load(k)));
          f.if(isOne(value), () => {
            f.set(at, i32.shl(i32.sub(value, low), 3));
            f.if(i32.eqz(i32.load(at, slots)), () => {
              f.do(
                i32.store(at, 1, slots),
                i32.store(at, i32.load(next, values), slots + 4),
                i32.store(next, at, given),
              );
              f.add(next, 4);
            });
          });
        },
        4,
      );
    read(addresses, middle);
    f.set(open, i32.if(i32.lt_u(next, 4 * elements.length), i32.load(next, values), high + 1));
    read(middle, end);
    f.for(
      k,
      addresses,
      end,
      () => {
        f.set(value, i32.load(i32.load(k)));
        f.if(isOne(value), () => {
          f.set(at, i32.load(i32.shl(i32.sub(value, low), 3), slots + 4));
          f.if(i32.ne(at, value), () => {
            f.set(changed, 0);
            f.do(i32.store(i32.load(k), at));
          });
        });
      },
      4,
    );
    f.for(k, 0, next, () => f.do(i32.store(i32.load(k, given), 0, slots)), 4);
  });
  const isOpen = e.module.func(e.name("is_open"), ["value: i32"], "i32", (_, value) =>
    i32.and(isOne(value), i32.ge_s(value, open)),
  );
  return { apply, isOpen, holds: (cell) => set.values.includes(cell) };
}
