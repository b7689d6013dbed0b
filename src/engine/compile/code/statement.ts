import { unreachable } from "../../../base/index.ts";
import type { Function as NetworkFunction, Step } from "../../../network/index.ts";
import { type Body, i32 } from "../../wasm/index.ts";
import type { Action, Emitter } from "../emitter.ts";
import { listedZoneFunctions } from "../zones/rows.ts";
import { zoneFunctions } from "../zones/zone.ts";
import type { Coder } from "./coder.ts";
import { cellIndex, checkRange, effect, expression, tick } from "./expression.ts";

/** The stage of code, with the operations on zones that it uses. */
export function coderFor(e: Emitter): Coder {
  const functions = [...e.plan.network.functions, ...(e.plan.query?.functions ?? [])];
  return {
    ...e,
    zones: e.plan.lists ? listedZoneFunctions(e) : zoneFunctions(e),
    notes: undefined,
    functions,
    made: new Map(),
    functionOf,
  };
}

/** Functions of the model: no parameters and no results, for both are cells. `return` leaves the WebAssembly function. */
function functionOf(index: number, e: Coder): Action {
  const known = e.made.get(index);
  if (known) return known;
  const source = e.functions[index]!;
  const func = e.module.declare(e.name(source.name), [], "void");
  e.made.set(index, func);
  e.module.define(func, (f) => {
    for (const step of source.body) statement(step, source, e, f);
  });
  return func;
}

function statement(step: Step, source: NetworkFunction, e: Coder, f: Body): void {
  const { cells } = e.plan.at;
  const block = (steps: readonly Step[]) => {
    for (const inner of steps) statement(inner, source, e, f);
  };
  switch (step.do) {
    case "code":
      effect(step.code, e, f);
      return;
    case "if":
      if (step.no.length > 0)
        f.if(
          expression(step.condition, e, f),
          () => block(step.yes),
          () => block(step.no),
        );
      else f.if(expression(step.condition, e, f), () => block(step.yes));
      return;
    case "loop":
      f.block("leave", (leave) => {
        if (step.first) f.brUnless(leave, expression(step.condition, e, f));
        f.loop("again", (again) => {
          tick(step.origin, e, f);
          block(step.body);
          for (const code of step.next) effect(code, e, f);
          f.brIf(again, expression(step.condition, e, f));
        });
      });
      return;
    case "range": {
      const k = f.local("i32");
      f.for(k, step.low, step.high + 1, () => {
        f.do(i32.store(0, k, cells + 4 * step.cell));
        block(step.body);
      });
      return;
    }
    case "return":
      leave(step, source, e, f);
      return;
    case "assert":
      e.raiseIf(f, i32.eqz(expression(step.condition, e, f)), "assert", step.origin, () => "assertion failed");
      return;
    default:
      unreachable(step);
  }
}

function leave(step: Step & { do: "return" }, source: NetworkFunction, e: Coder, f: Body): void {
  const { cells } = e.plan.at;
  if (step.from) {
    const from = f.local("i32", "", cellIndex(step.from, e, f));
    for (let k = 0; k < source.resultCount; k++) {
      f.do(i32.store(0, i32.load(i32.shl(from, 2), cells + 4 * k), cells + 4 * (source.result + k)));
    }
  } else if (step.value) {
    const value = f.local("i32", "", expression(step.value, e, f));
    checkRange(value, step.low ?? -0x80000000, step.high ?? 0x7fffffff, step.origin, e, f);
    if (source.resultCount > 0) f.do(i32.store(0, value, cells + 4 * source.result));
  }
  f.return();
}
