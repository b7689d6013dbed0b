import { unreachable } from "../../base/index.ts";
import { type Body, type Func, f64, i32, memory } from "../../engine/index.ts";
import type { Function, Step } from "../code.ts";
import { STEP_LIMIT } from "../interpret/evaluate.ts";
import { placeOf } from "./address.ts";
import { type Emitter, trapIf } from "./emitter.ts";
import { someNode } from "./imports.ts";
import { isSmall } from "./location.ts";
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

/** So many statements are written where a function is called, if that is in a small network. */
const FEW = 8;

/** Writes the body of a function here, where it is short, calls no other and returns at its end only. False where it is not. */
export function writeHere(index: number, e: Emitter, f: Body): boolean {
  const source = e.functions[index]!;
  const { body } = source;
  const [last] = body.slice(-1);
  const before = last?.do === "return" ? body.slice(0, -1) : body;
  if (!isSmall(e.network) || sizeOf(body) > FEW || before.some(returns) || someNode(body, ({ op }) => op === "call"))
    return false;
  statements(before, source, e, f);
  if (last?.do === "return") result(last, source, e, f);
  return true;
}

function sizeOf(steps: readonly Step[]): number {
  return steps.reduce((sum, step) => sum + 1 + partsOf(step).reduce((all, part) => all + sizeOf(part), 0), 0);
}

function returns(step: Step): boolean {
  return step.do === "return" || partsOf(step).some((part) => part.some(returns));
}

function partsOf(step: Step): readonly (readonly Step[])[] {
  switch (step.do) {
    case "if":
      return [step.yes, step.no];
    case "loop":
    case "range":
      return [step.body];
    default:
      return [];
  }
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
      result(step, source, e, f);
      return f.return();
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

function result(step: Step & { do: "return" }, { result: cell, resultCount }: Function, e: Emitter, f: Body): void {
  if (step.from) {
    const { at, offset } = placeOf(step.from, e, f);
    f.do(memory.copy(8 * cell, i32.add(at, offset), 8 * resultCount));
  } else if (step.value?.is === "real") {
    f.do(f64.store(0, realOf(step.value, e, f), 8 * cell));
  } else if (step.value) {
    const given = f.local("i32", "", intOf(step.value, e, f));
    inRange(given, step.low, step.high, f);
    f.do(i32.store(0, given, 8 * cell));
  }
}
