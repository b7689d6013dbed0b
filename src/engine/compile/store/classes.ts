import type { ValueClasses } from "../../../analysis/index.ts";
import { type Func, type I32, i32 } from "../../wasm/index.ts";
import type { Emitter } from "../emitter.ts";

/** The value that stands for a variable's class in the state in the cells, as `analysis/classes/classes.ts` says. */
export function standingFunction(
  e: Emitter,
  { cell, ends, signs, general, rows }: ValueClasses,
): Func<readonly [], "i32"> {
  const { cells } = e.plan.at;
  const tables = rows.map(({ process, masks }) => ({ process, at: e.data(masks) }));
  return e.module.func(`class_${cell}`, [], "i32", (f) => {
    const value = f.local("i32", "value", i32.load(0, cells + 4 * cell));
    const mask = f.local("i32", "mask", general);
    for (const { process, at } of tables)
      f.set(mask, i32.or(mask, i32.load(i32.shl(i32.load(0, cells + 4 * process), 2), at)));
    f.if(i32.lt_s(mask, 0), () => f.return(value));
    let sign: I32 = i32.const(signs[0]!);
    for (let k = 1; k < ends.length; k++) sign = i32.select(i32.ge_s(value, ends[k]!), signs[k]!, sign);
    const own = f.local("i32", "own", sign);
    let stands: I32 = i32.const(ends[ends.length - 1]!);
    for (let k = ends.length - 2; k >= 0; k--)
      stands = i32.select(i32.eqz(i32.and(i32.xor(own, signs[k]!), mask)), ends[k]!, stands);
    return stands;
  });
}
