import { i32 } from "../../wasm/index.ts";
import type { Question } from "../emitter.ts";
import type { Coder } from "./coder.ts";
import { constrain } from "./constraint.ts";
import { expression } from "./expression.ts";
import type { Term } from "./terms.ts";

/** Whether some valuation of the target zone, with the data in the cells, satisfies one of the terms. */
export function predicateFunction(name: string, terms: readonly Term[], e: Coder): Question {
  const { target, scratch } = e.plan.at;
  return e.module.func(name, [], "i32", (f) => {
    for (const term of terms) {
      f.block("next", (next) => {
        for (const data of term.data) f.brUnless(next, expression(data, e, f));
        if (term.clocks.length > 0) {
          f.call(e.zones.copy, scratch, target);
          for (const clock of term.clocks) constrain(clock, scratch, e, f, () => f.br(next));
        }
        f.return(1);
      });
    }
    return i32.const(0);
  });
}
