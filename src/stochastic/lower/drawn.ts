import { append } from "../../base/index.ts";
import type { Fault, Variable } from "../../model/index.ts";
import type { Code } from "../code.ts";
import { EffectFinder } from "../effects.ts";
import type { Context } from "./context.ts";
import type { Place } from "./place.ts";
import { defaultOf, type Shape } from "./shape.ts";
import { initialise } from "./statement.ts";

/**
 * Initial values that are not known before a run begins, because a function that computes them draws:
 * `int timeout = between(150, 300);`. They are drawn at the start of each run, in the order of their declarations. A value
 * that is unknown for another reason is refused with that reason.
 */
export interface Drawn {
  readonly variable: Variable;
  readonly shape: Shape;
  /** Why it is no constant. */
  readonly fault: Fault;
  readonly context: Context;
}

/** Requires: all variables have places, and those of the state have theirs before any scratch. */
export function drawnStarts(drawn: readonly Drawn[]): Code[] {
  const starts: Code[] = [];
  for (const { variable, shape, fault, context } of drawn) {
    const codes = fault.code === "not-computable" ? startOf(variable, context) : [];
    const { draws } = new EffectFinder(context.builder.functions).ofCode(...codes);
    if (draws !== true && shape.cells > 0) context.refuse(fault.code, fault.message, fault.span);
    else append(starts, codes);
  }
  return starts;
}

/** What stores the initial value of a variable. */
export function startOf(variable: Variable, context: Context): Code[] {
  const place = context.scope.find(variable);
  if (place === undefined || !("shape" in place) || place.shape.cells === 0) return [];
  const here = { kind: "name" as const, name: variable.name, ...variable.span };
  return initialise(place, variable.initialiser ?? nothing(variable, place), here, context);
}

function nothing({ span }: Variable, { shape }: Place) {
  const isWhole = shape.kind === "array" || shape.kind === "struct";
  return isWhole
    ? { kind: "list" as const, items: [], ...span }
    : { kind: "int" as const, value: defaultOf(shape), ...span };
}
