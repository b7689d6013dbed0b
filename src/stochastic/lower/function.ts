import { append } from "../../base/index.ts";
import type { Func, Variable } from "../../model/index.ts";
import type { Call, Expr } from "../../syntax/index.ts";
import type { Address, Argument, Code } from "../code.ts";
import { copyWhole, store } from "./assign.ts";
import type { Context, MadeFunction } from "./context.ts";
import { isPure, sequence, toReal, truth, zero } from "./fold.ts";
import { lowerPlace } from "./name.ts";
import { addressOf, type Place, pointedPlace } from "./place.ts";
import { Scope } from "./scope.ts";
import { holdsClock, numberOf, rangeOf } from "./shape.ts";
import { lowerBlock } from "./statement.ts";

/**
 * Functions. There is no recursion, so each function has one frame at fixed cells; a function of a template is made once
 * for each process. Reference parameters hold the number of a cell.
 */
export function lowerCall(func: Func, call: Call, home: Scope, context: Context): Code {
  const made = context.builder.functionIn(home, func) ?? makeFunction(func, home, context);
  if (made === undefined) {
    context.refuse("imported-function", `'${func.name}' is an imported function, which cannot be run here`, call);
    return zero;
  }
  const before: Code[] = [];
  const args = func.parameters.flatMap((parameter, k): Argument[] => {
    const expr = call.args[k];
    const target = made.frame.get(parameter);
    if (expr === undefined || target === undefined) return [];
    if (parameter.reference) return [referenceArgument(parameter, target, expr, context)];
    if (!holdsClock(target.shape)) return [valueArgument(target, expr, context)];
    // Clocks by value are set in the frame.
    const from = lowerPlace(expr, context);
    if (from) append(before, copyWhole(target, from, expr, context));
    else before.push(store(target, context.lower(expr), expr, context));
    return [];
  });
  const shape = context.shape(func.result);
  const is = numberOf(shape);
  return sequence([
    ...before,
    spill({ op: "call", is, function: made.index, args, origin: context.origin(call) }, context),
  ]);
}

/**
 * Arguments are put into the frame one by one. If a later one calls a function, that might be this one, whose frame would
 * be overwritten: then all values are computed first.
 */
function spill(call: Code & { op: "call" }, context: Context): Code {
  if (call.args.every((arg, k) => k === 0 || isQuiet(arg))) return call;
  const before: Code[] = [];
  const args = call.args.map((arg): Argument => {
    if (arg.kind === "cells") {
      const at: Address = { base: context.builder.scratch(arg.count), terms: [] };
      before.push({ op: "copy", is: "int", to: at, from: arg.from, count: arg.count });
      return { ...arg, from: at };
    }
    if (arg.kind === "reference") {
      // Which element is meant is settled before later arguments change an index.
      const terms = arg.to.terms.map((term) => {
        if (term.index.op === "const") return term;
        const at: Address = { base: context.builder.scratch(1), terms: [] };
        before.push({
          op: "store",
          is: "int",
          at,
          value: term.index,
          low: -0x80000000,
          high: 0x7fffffff,
          origin: call.origin,
        });
        return { ...term, index: { op: "load" as const, is: "int" as const, at } };
      });
      return { ...arg, to: { ...arg.to, terms } };
    }
    const at: Address = { base: context.builder.scratch(1), terms: [] };
    const { is, value, low, high, origin } = arg;
    before.push({ op: "store", is, at, value, low, high, origin });
    return { ...arg, value: { op: "load", is, at } };
  });
  return sequence([...before, { ...call, args }]);
}

function isQuiet(arg: Argument): boolean {
  if (arg.kind === "value") return isPure(arg.value);
  return isPure({ op: "load", is: "int", at: arg.kind === "cells" ? arg.from : arg.to });
}

function valueArgument(target: Place, expr: Expr, context: Context): Argument {
  const { base: cell, shape } = target;
  if (shape.kind === "array" || shape.kind === "struct") {
    const from = lowerPlace(expr, context);
    if (!from) context.refuse("not-statistical", "this value cannot be passed as a whole", expr);
    return { kind: "cells", cell, from: from ? addressOf(from) : { base: cell, terms: [] }, count: shape.cells };
  }
  const origin = context.origin(expr);
  const given = context.lower(expr);
  const is = numberOf(shape);
  const whole: Code = given.is === "int" ? given : { op: "toInt", is: "int", a: given, origin };
  const value = is === "real" ? toReal(given) : shape.kind === "bool" ? truth(given) : whole;
  return { kind: "value", is, cell, value, ...rangeOf(shape), origin };
}

function referenceArgument(parameter: Variable, target: Place, expr: Expr, context: Context): Argument {
  const cell = target.pointer ?? 0;
  const count = target.shape.cells;
  const place = lowerPlace(expr, context);
  if (place?.first) {
    // The result of a call is kept: another argument, or the function itself, may call the same once more.
    const kept: Address = { base: context.builder.scratch(place.shape.cells), terms: [] };
    const first: Code = { op: "copy", is: "int", to: kept, from: addressOf(place), count: place.shape.cells };
    return { kind: "reference", cell, to: { ...kept, first }, count };
  }
  if (place) return { kind: "reference", cell, to: addressOf(place), count };
  if (!parameter.constant) context.refuse("not-statistical", "only a variable can be passed by reference", expr);
  // A constant reference takes any value: it is put into a cell of its own.
  const copy = context.local(target.shape);
  return {
    kind: "reference",
    cell,
    to: { ...addressOf(copy), first: store(copy, context.lower(expr), expr, context) },
    count,
  };
}

/** Undefined where there is no body. */
function makeFunction(func: Func, home: Scope, context: Context): MadeFunction | undefined {
  const { builder } = context;
  if (!func.node) return undefined;
  const scope = new Scope(home);
  const inner = context.inModel(scope);
  const frame = new Map<Variable, Place>();
  for (const parameter of func.parameters) {
    const shape = inner.shape(parameter.type);
    frame.set(parameter, parameter.reference ? pointedPlace(builder.scratch(1), shape) : inner.local(shape));
  }
  for (const [variable, place] of frame) scope.bindings.set(variable, place);
  const shape = inner.shape(func.result);
  const result = builder.scratch(shape.cells);
  const body = lowerBlock(func.node.body, inner, { shape, cell: result });
  const { name } = func;
  return builder.addFunction(home, func, frame, {
    name,
    result,
    resultCount: shape.cells,
    body,
    origin: inner.origin(func.node),
  });
}
