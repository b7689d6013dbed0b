/** What dead variables hold while elements are put into order, in compiled code. */
import { heldCells, type LiveCells, movedCells, NOBODY, type Symmetry } from "../../../analysis/index.ts";
import { slotAt } from "../../../network/index.ts";
import { i32 } from "../../wasm/index.ts";
import type { Action, Emitter } from "../emitter.ts";

/**
 * Dead variables must not decide who is who: before elements are compared they get their initial values, and those that
 * could hold an element hold nobody until it is done.
 */
export function deadFunctions(
  symmetry: Symmetry,
  live: LiveCells,
  e: Emitter,
): { readonly clear: Action; readonly fill: Action } {
  const { module, plan } = e;
  const { cells } = plan.at;
  const held = heldCells(symmetry);
  const moved = movedCells(symmetry);
  const which = Array.from(live.reducible).filter((cell) => moved.has(cell));
  const position = new Map(which.map((cell, k) => [cell, k]));
  const words = (which.length + 31) >>> 5;
  const tables = live.rows.flatMap((locations, process) => {
    const bits = new Int32Array(locations.length * words);
    locations.forEach((row, l) => {
      for (const cell of row) {
        const k = position.get(cell);
        if (k !== undefined) bits[l * words + (k >>> 5)]! |= 1 << (k & 31);
      }
    });
    return bits.some((word) => word !== 0) ? [{ process, at: e.data(bits) }] : [];
  });
  const clear = module.func("clear_dead", [], "void", (f) => {
    const alive = f.local("i32", "alive");
    for (let w = 0; w < words; w++) {
      f.set(alive, 0);
      for (const { process, at } of tables)
        f.set(alive, i32.or(alive, i32.load(i32.mul(i32.load(0, cells + 4 * process), 4 * words), at + 4 * w)));
      which.slice(32 * w, 32 * w + 32).forEach((cell, k) => {
        const value = held.has(cell) ? NOBODY : slotAt(plan.network, cell).initial;
        f.if(i32.eqz(i32.and(alive, 1 << k)), () => f.do(i32.store(0, value, cells + 4 * cell)));
      });
    }
  });
  const fill = module.func("fill_dead", [], "void", (f) => {
    if (!which.some((cell) => held.has(cell))) return;
    // What holds nobody may have been moved to where another variable was alive.
    for (const cell of held) {
      f.if(i32.eq(i32.load(0, cells + 4 * cell), NOBODY), () =>
        f.do(i32.store(0, slotAt(plan.network, cell).initial, cells + 4 * cell)),
      );
    }
  });
  return { clear, fill };
}
