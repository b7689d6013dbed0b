import { ordinary, passing } from "../../../analysis/index.ts";
import { type Func, type I32, i32 } from "../../wasm/index.ts";
import type { Emitter } from "../emitter.ts";

/** Whether the state in the cells need not be kept once it is expanded; `kinds` are those of `passingLocations`. */
export function passingFunction(kinds: readonly Uint8Array[], e: Emitter): Func<readonly [], "i32"> {
  return e.module.func("passing", [], "i32", () => {
    // One bit for each kind of committed location that a process is in.
    let all: I32 = i32.const(0);
    for (const [p, of] of kinds.entries()) {
      if (of.every((kind) => kind === ordinary)) continue;
      all = i32.or(all, i32.load8_u(i32.load(0, e.plan.at.cells + 4 * p), e.data(of)));
    }
    return i32.eq(all, passing);
  });
}
