import { unreachable } from "../../base/index.ts";
import { type Body, type Func, f64, i32, memory } from "../../engine/index.ts";
import type { Function, Step } from "../code.ts";
import { STEP_LIMIT } from "../interpret/evaluate.ts";
import { placeOf } from "./address.ts";
import { type Emitter, trapIf } from "./emitter.ts";
import { inRange } from "./range.ts";
import { intOf, perform, realOf } from "./value.ts";

/** Functions of the model: no parameters and no results, for both are cells. `return` leaves the WebAssembly function. */
export function functionOf(index: number, e: Emitter): Func<readonly [], "void"> {
  const source = e.functions[index]!;
  return e.shared(
    `function ${index}`,
    () => e.module.declare(source.name, [], "void"),
    (func) => e.module.define(func, (f) => statements(source.body, source, e, f)),
  );
}

function statements(steps: readonly Step[], source: Function, e: Emitter, f: Body): void {
  for (const step of steps) statement(step, source, e, f);
}

function statement(step: Step, source: Function, e: Emitter, f: Body): void {
  switch (step.do) {
    case "code":
      return perform([step.code], e, f);
    case "if":
      return f.if(
        intOf(step.condition, e, f),
        () => statements(step.yes, source, e, f),
        () => statements(step.no, source, e, f),
      );
    case "loop":
      return loop(step, source, e, f);
    case "range": {
      const k = f.local("i32");
      return f.for(k, step.low, step.high + 1, () => {
        f.do(i32.store(0, k, 8 * step.cell));
        statements(step.body, source, e, f);
      });
    }
    case "return":
      return leave(step, source, e, f);
    case "assert":
      return trapIf(i32.eqz(intOf(step.condition, e, f)), f);
    default:
      return unreachable(step);
  }
}

/** Rounds are counted as the interpreter does, with a test before all rounds, or before all but the first. */
function loop(step: Step & { do: "loop" }, source: Function, e: Emitter, f: Body): void {
  const round = f.local("i32", "round", 0);
  f.block("leave", (leave) => {
    f.loop("again", (again) => {
      if (step.first) f.brUnless(leave, intOf(step.condition, e, f));
      else f.if(round, () => f.brUnless(leave, intOf(step.condition, e, f)));
      trapIf(i32.eq(round, STEP_LIMIT), f);
      statements(step.body, source, e, f);
      perform(step.next, e, f);
      f.set(round, i32.add(round, 1));
      f.br(again);
    });
  });
}

function leave(step: Step & { do: "return" }, { result, resultCount }: Function, e: Emitter, f: Body): void {
  if (step.from) {
    const { at, offset } = placeOf(step.from, e, f);
    f.do(memory.copy(8 * result, i32.add(at, offset), 8 * resultCount));
  } else if (step.value?.is === "real") {
    f.do(f64.store(0, realOf(step.value, e, f), 8 * result));
  } else if (step.value) {
    const given = f.local("i32", "", intOf(step.value, e, f));
    inRange(given, step.low, step.high, f);
    f.do(i32.store(0, given, 8 * result));
  }
  f.return();
}
