import { ordinary, passing } from "../../../analysis/index.ts";
import { type I32, i32 } from "../../wasm/index.ts";
import type { Emitter, Question } from "../emitter.ts";

/** Whether the state in the cells need not be kept once it is expanded; `kinds` are those of `passingLocations`. */
export function transientFunction(kinds: readonly Uint8Array[], e: Emitter): Question {
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
