import { append, assert, unreachable } from "../base/index.ts";
import type { Func, Variable } from "../model/index.ts";
import type { Block, Call, Expr, Initialiser, Statement, VariableDeclaration } from "../syntax/index.ts";
import { rangeOf, store } from "./assign.ts";
import type { MadeFunction } from "./builder.ts";
import type { Address, Argument, Code, Step } from "./code.ts";
import type { Context } from "./context.ts";
import { constant, isPure, zero } from "./fold.ts";
import { isLeftOut, lowerLeftOut } from "./leftout.ts";
import { cellAddress, clockAddress, element, field, type Place, pointedPlace } from "./place.ts";
import { Scope } from "./scope.ts";
import type { Shape } from "./shape.ts";

/**
 * Functions. There is no recursion, so each function has one frame at fixed cells; a function of a template is made once
 * for each process. Reference parameters hold the number of a cell or clock, or of both where a struct mixes them.
 */
export function lowerCall(func: Func, call: Call, home: Scope, context: Context): Code {
  const origin = context.origin(call);
  const made = context.builder.functionIn(home, func) ?? makeFunction(func, home, context);
  if (made === undefined) {
    context.refuse(
      "imported-function",
      `'${func.name}' is an imported function, which symbolic verification cannot run`,
      call,
    );
    return zero;
  }
  const { index, frame } = made;
  const args = func.parameters.flatMap((parameter, k): Argument[] => {
    const expr = call.args[k];
    assert(expr !== undefined, "a checked call has an argument for each parameter");
    const binding = frame.get(parameter)!;
    if (!parameter.reference) return [valueArgument(binding, expr, context)];
    if (binding.clockPointer !== undefined) return mixedArguments(binding, expr, context);
    return [referenceArgument(parameter, binding, expr, context)];
  });
  return spill({ op: "call", function: index, args, origin }, context);
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
      before.push({ op: "copy", to: at, from: arg.from, count: arg.count, origin: call.origin });
      return { ...arg, from: at };
    }
    if (arg.kind === "reference") {
      // Which element is meant is settled before later arguments change an index.
      const terms = arg.to.terms.map((term) => {
        if (term.index.op === "const") return term;
        const at: Address = { base: context.builder.scratch(1), terms: [] };
        before.push({ op: "store", at, value: term.index, low: -0x80000000, high: 0x7fffffff, origin: call.origin });
        return { ...term, index: { op: "load" as const, at } };
      });
      return { ...arg, to: { ...arg.to, terms } };
    }
    const at: Address = { base: context.builder.scratch(1), terms: [] };
    before.push({ op: "store", at, value: arg.value, low: arg.low, high: arg.high, origin: arg.origin });
    return { ...arg, value: { op: "load", at } };
  });
  return { op: "sequence", items: [...before, { ...call, args }] };
}

function isQuiet(arg: Argument): boolean {
  if (arg.kind === "value") return isPure(arg.value);
  const address = arg.kind === "cells" ? arg.from : arg.to;
  return isPure({ op: "load", at: address });
}

function valueArgument(target: Place, expr: Expr, context: Context): Argument {
  const cell = target.base.cells;
  if (target.shape.kind === "array" || target.shape.kind === "struct") {
    const from = context.place(expr);
    if (!from) context.refuse("not-symbolic", "this value cannot be passed as a whole", expr);
    return {
      kind: "cells",
      cell,
      from: from ? cellAddress(from) : { base: cell, terms: [] },
      count: target.shape.room.cells,
    };
  }
  const [low, high] = rangeOf(target.shape);
  const value = context.value(expr);
  return {
    kind: "value",
    cell,
    value: target.shape.kind === "bool" ? { op: "bool", a: value } : value,
    low,
    high,
    origin: context.origin(expr),
  };
}

function referenceArgument(parameter: Variable, target: Place, expr: Expr, context: Context): Argument {
  const cell = target.pointer!;
  const place = context.place(expr);
  if (place && holdsClocks(place.shape)) return { kind: "reference", cell, to: clockAddress(place), clocks: true };
  if (place) {
    const to = cellAddress(place);
    // The result of a call is kept: another argument, or the function itself, may call the same once more.
    return { kind: "reference", cell, to: to.first ? context.aside(to, place.shape.room.cells, expr) : to };
  }
  // `f(x = 3)`, `f(p ? x : y)`: what the function writes must not go to a copy.
  if (!parameter.constant)
    context.refuse("not-symbolic", "only a variable can be passed by reference in symbolic verification", expr);
  // A constant reference takes any value: it is put into a cell of its own.
  const [low, high] = rangeOf(target.shape);
  const copy = context.builder.scratch(1);
  const at: Address = { base: copy, terms: [] };
  const given = context.value(expr);
  const value: Code = target.shape.kind === "bool" ? { op: "bool", a: given } : given;
  const first: Code = { op: "store", at, value, low, high, origin: context.origin(expr) };
  return { kind: "reference", cell, to: { ...at, first } };
}

/** A reference to integers and clocks is two. */
function mixedArguments(target: Place, expr: Expr, context: Context): Argument[] {
  const place = context.place(expr);
  if (place === undefined || place.first !== undefined || !place.steps.every(({ index }) => isPure(index))) {
    context.refuse("not-symbolic", "only a variable can be passed by reference in symbolic verification", expr);
    return [];
  }
  return [
    { kind: "reference", cell: target.pointer!, to: cellAddress(place) },
    { kind: "reference", cell: target.clockPointer!, to: clockAddress(place), clocks: true },
  ];
}

function holdsClocks(shape: Shape): boolean {
  return shape.room.clocks > 0;
}

/** Undefined where there is no body. */
function makeFunction(func: Func, home: Scope, context: Context): MadeFunction | undefined {
  const { builder } = context;
  if (!func.node) return undefined;
  const scope = new Scope(home);
  const inner = context.inModel(scope);
  const frame = new Map<Variable, Place>();
  for (const parameter of func.parameters) frame.set(parameter, parameterPlace(parameter, inner));
  for (const [variable, place] of frame) scope.bindings.set(variable, place);
  const result = inner.shape(func.result);
  const resultCell = builder.scratch(result.room.cells);
  const body = lowerBlock(func.node.body, inner, { shape: result, cell: resultCell });
  return builder.addFunction(home, func, frame, {
    name: func.name,
    result: resultCell,
    resultCount: result.room.cells,
    body,
    origin: inner.origin(func.node),
  });
}

function parameterPlace(parameter: Variable, context: Context): Place {
  const shape = context.shape(parameter.type);
  if (!parameter.reference && shape.room.clocks > 0)
    context.refuse("local-clock", "a clock inside a function cannot be used in symbolic verification", parameter.span);
  if (!parameter.reference) return context.local(shape);
  const isMixed = shape.room.cells > 0 && shape.room.clocks > 0;
  return pointedPlace(context.builder.scratch(1), shape, isMixed ? context.builder.scratch(1) : undefined);
}

interface Result {
  readonly shape: Shape;
  readonly cell: number;
}

function lowerBlock(block: Block, context: Context, result: Result): Step[] {
  const scope = new Scope(context.scope);
  const inner = context.with(scope);
  const steps: Step[] = [];
  for (const declaration of block.declarations) {
    if (declaration.kind === "variables") append(steps, lowerLocals(declaration, inner, scope));
  }
  for (const statement of block.statements) append(steps, lowerStatement(statement, inner, result));
  return steps;
}

function lowerLocals(declaration: VariableDeclaration, context: Context, scope: Scope): Step[] {
  const steps: Step[] = [];
  for (const declarator of declaration.declarators) {
    const variable = context.symbol(declarator.name);
    if (variable?.kind !== "variable") continue;
    const shape = context.shape(variable.type);
    if (shape.room.clocks > 0)
      context.refuse("local-clock", "a clock inside a function cannot be used in symbolic verification", declarator);
    const place = context.local(shape);
    if (declarator.initialiser) initialise(place, declarator.initialiser, context, steps);
    else clear(place, declarator.name, context, steps);
    scope.bindings.set(variable, place);
  }
  return steps;
}

/** Locals start afresh at each call. */
function clear(place: Place, origin: Expr, context: Context, steps: Step[]): void {
  const { shape } = place;
  if (shape.kind === "array") {
    if (shape.size === 0 || shape.room.cells === 0) return;
    const cell = context.builder.scratch(1);
    const body: Step[] = [];
    const item = element(place, { op: "load", at: { base: cell, terms: [] } }, context.origin(origin));
    if (item) clear(item, origin, context, body);
    steps.push({ do: "range", cell, low: shape.low, high: shape.low + shape.size - 1, body });
  } else if (shape.kind === "struct") {
    for (const part of shape.fields) clear(field(place, part.name)!, origin, context, steps);
  } else if (shape.kind !== "none" && shape.kind !== "clock" && shape.kind !== "chan") {
    steps.push({ do: "code", code: store(place, constant(defaultOf(shape)), origin, context) });
  }
}

/** Choice 1 of docs/compatibility.md: 0 where the range has it, the lower bound otherwise. */
export function defaultOf(shape: Shape): number {
  if (shape.kind !== "int") return 0;
  return shape.low <= 0 && shape.high >= 0 ? 0 : shape.low;
}

function initialise(place: Place, value: Initialiser, context: Context, steps: Step[]): void {
  if (value.kind !== "list") {
    if (place.shape.kind === "array" || place.shape.kind === "struct") {
      const from = context.place(value);
      if (from)
        steps.push({
          do: "code",
          code: {
            op: "copy",
            to: cellAddress(place),
            from: cellAddress(from),
            count: place.shape.room.cells,
            origin: context.origin(value),
          },
        });
      else context.refuse("not-symbolic", "this value cannot be copied as a whole", value);
    } else if (place.shape.kind !== "none") {
      steps.push({ do: "code", code: store(place, context.value(value), value, context) });
    }
    return;
  }
  let position = 0;
  for (const item of value.items) {
    const { shape } = place;
    if (shape.kind === "struct") {
      if (item.field) position = shape.fields.findIndex((f) => f.name === item.field!.name);
      const part = shape.fields[position++];
      if (part) initialise(field(place, part.name)!, item.value, context, steps);
    } else if (shape.kind === "array") {
      const part = element(place, constant(shape.low + position++), context.origin(value));
      if (part) initialise(part, item.value, context, steps);
    }
  }
}

function lowerStatement(statement: Statement, context: Context, result: Result): Step[] {
  switch (statement.kind) {
    case "block":
      return lowerBlock(statement, context, result);
    case "empty":
      return [];
    case "expression":
      return [{ do: "code", code: lowerEffect(statement.expr, context) }];
    case "if": {
      const no = statement.no ? lowerStatement(statement.no, context, result) : [];
      return [
        {
          do: "if",
          condition: context.value(statement.condition),
          yes: lowerStatement(statement.yes, context, result),
          no,
        },
      ];
    }
    case "while":
    case "do":
      return [
        {
          do: "loop",
          first: statement.kind === "while",
          condition: context.value(statement.condition),
          body: lowerStatement(statement.body, context, result),
          next: [],
          origin: context.origin(statement),
        },
      ];
    case "for":
      return [
        { do: "code", code: lowerEffect(statement.first, context) },
        {
          do: "loop",
          first: true,
          condition: context.value(statement.condition),
          body: lowerStatement(statement.body, context, result),
          next: [lowerEffect(statement.step, context)],
          origin: context.origin(statement),
        },
      ];
    case "range": {
      const range = context.shape(context.typeOf(statement.binder.type));
      if (range.kind !== "int" && range.kind !== "scalar") {
        context.refuse("not-symbolic", "this loop has no integer range", statement.binder);
        return [];
      }
      const scope = new Scope(context.scope);
      const place = context.local(range);
      const variable = context.symbol(statement.binder.name);
      if (variable?.kind === "variable") scope.bindings.set(variable, place);
      const body = lowerStatement(statement.body, context.with(scope), result);
      return [{ do: "range", cell: place.base.cells, low: range.low, high: range.high, body }];
    }
    case "return":
      return lowerReturn(statement, context, result);
    case "assert":
      return [{ do: "assert", condition: context.value(statement.condition), origin: context.origin(statement) }];
    default:
      return unreachable(statement);
  }
}

/** An expression run for its effect. */
export function lowerEffect(expr: Expr, context: Context): Code {
  if (isLeftOut(context.type(expr))) return lowerLeftOut(expr, context);
  // Nobody asks for the value before.
  if (expr.kind === "step" && !expr.prefix) return context.value({ ...expr, prefix: true });
  return context.value(expr);
}

function lowerReturn(statement: Statement & { kind: "return" }, context: Context, result: Result): Step[] {
  const origin = context.origin(statement);
  if (!statement.value) return [{ do: "return", origin }];
  if (result.shape.kind === "none") {
    const code = lowerLeftOut(statement.value, context);
    return [...(code.op === "const" ? [] : [{ do: "code" as const, code }]), { do: "return", origin }];
  }
  if (result.shape.kind === "struct" || result.shape.kind === "array") {
    const from = context.place(statement.value);
    if (!from) context.refuse("not-symbolic", "this value cannot be returned as a whole", statement.value);
    return [{ do: "return", origin, ...(from ? { from: cellAddress(from) } : {}) }];
  }
  const [low, high] = rangeOf(result.shape);
  const value = context.value(statement.value);
  return [{ do: "return", value: result.shape.kind === "bool" ? { op: "bool", a: value } : value, low, high, origin }];
}
