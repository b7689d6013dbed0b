import { append, unreachable } from "../../base/index.ts";
import type { Block, Expr, Initialiser, Statement, VariableDeclaration } from "../../syntax/index.ts";
import type { Code, Step } from "../code.ts";
import { copyWhole, lowerEffect, store } from "./assign.ts";
import type { Context } from "./context.ts";
import { constant, int, toReal, truth } from "./fold.ts";
import { lowerPlace } from "./name.ts";
import { addressOf, element, field, type Place } from "./place.ts";
import { Scope } from "./scope.ts";
import { defaultOf, numberOf, rangeOf, type Shape } from "./shape.ts";

/** The bodies of functions. */
interface Result {
  readonly shape: Shape;
  readonly cell: number;
}

export function lowerBlock(block: Block, context: Context, result: Result): Step[] {
  const scope = new Scope(context.scope);
  const inner = context.with(scope);
  return [
    ...block.declarations.flatMap((declaration) =>
      declaration.kind === "variables" ? lowerLocals(declaration, inner, scope) : [],
    ),
    ...block.statements.flatMap((statement) => lowerStatement(statement, inner, result)),
  ];
}

/** Locals start afresh at each call. */
function lowerLocals(declaration: VariableDeclaration, context: Context, scope: Scope): Step[] {
  return declaration.declarators.flatMap((declarator) => {
    const variable = context.symbol(declarator.name);
    if (variable?.kind !== "variable") return [];
    const place = context.local(context.shape(variable.type));
    const codes = declarator.initialiser
      ? initialise(place, declarator.initialiser, declarator.name, context)
      : clear(place, declarator.name, context);
    scope.bindings.set(variable, place);
    return codes.map((code): Step => ({ do: "code", code }));
  });
}

function clear(place: Place, origin: Expr, context: Context): Code[] {
  const { shape } = place;
  if (shape.kind === "array" || shape.kind === "struct")
    return partsOf(place, context).flatMap((part) => clear(part, origin, context));
  return shape.cells === 0 ? [] : [store(place, constant(defaultOf(shape), numberOf(shape)), origin, context)];
}

function partsOf(place: Place, context: Context): Place[] {
  const { shape } = place;
  if (shape.kind === "struct") return shape.fields.flatMap(({ name }) => field(place, name) ?? []);
  if (shape.kind !== "array") return [];
  return Array.from({ length: shape.size }, (_, i) =>
    element(place, int(shape.low + i), context.origin({ start: 0, end: 0 })),
  ).filter((part) => part !== undefined);
}

/** Parts that a list leaves out are cleared. */
export function initialise(place: Place, value: Initialiser, origin: Expr, context: Context): Code[] {
  const { shape } = place;
  if (value.kind !== "list") {
    if (shape.kind !== "array" && shape.kind !== "struct")
      return shape.cells === 0 ? [] : [store(place, context.lower(value), value, context)];
    const from = lowerPlace(value, context);
    if (from) return copyWhole(place, from, value, context);
    context.refuse("not-statistical", "this value cannot be copied as a whole", value);
    return [];
  }
  const parts = partsOf(place, context);
  const codes = clear(place, origin, context);
  let position = 0;
  for (const item of value.items) {
    if (item.field && shape.kind === "struct") position = shape.fields.findIndex((f) => f.name === item.field?.name);
    const part = parts[position++];
    if (part) append(codes, initialise(part, item.value, origin, context));
  }
  return codes;
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
      const condition = truth(context.lower(statement.condition));
      const yes = lowerStatement(statement.yes, context, result);
      return [{ do: "if", condition, yes, no: statement.no ? lowerStatement(statement.no, context, result) : [] }];
    }
    case "while":
    case "do":
      return [loop(statement.kind === "while", statement.condition, undefined, statement, context, result)];
    case "for":
      return [
        { do: "code", code: lowerEffect(statement.first, context) },
        loop(true, statement.condition, statement.step, statement, context, result),
      ];
    case "range":
      return lowerRange(statement, context, result);
    case "return":
      return [lowerReturn(statement, context, result)];
    case "assert":
      return [
        { do: "assert", condition: truth(context.lower(statement.condition)), origin: context.origin(statement) },
      ];
    default:
      return unreachable(statement);
  }
}

function loop(
  first: boolean,
  condition: Expr,
  next: Expr | undefined,
  statement: Statement & { readonly body: Statement },
  context: Context,
  result: Result,
): Step {
  return {
    do: "loop",
    first,
    condition: truth(context.lower(condition)),
    body: lowerStatement(statement.body, context, result),
    next: next ? [lowerEffect(next, context)] : [],
    origin: context.origin(statement),
  };
}

function lowerRange(statement: Statement & { kind: "range" }, context: Context, result: Result): Step[] {
  const range = context.shape(context.typeOf(statement.binder.type));
  if (!("high" in range)) {
    context.refuse("not-statistical", "this loop has no integer range", statement.binder);
    return [];
  }
  const scope = new Scope(context.scope);
  const place = context.local(range);
  const variable = context.symbol(statement.binder.name);
  if (variable?.kind === "variable") scope.bindings.set(variable, place);
  const body = lowerStatement(statement.body, context.with(scope), result);
  return [{ do: "range", cell: place.base, low: range.low, high: range.high, body }];
}

function lowerReturn(statement: Statement & { kind: "return" }, context: Context, result: Result): Step {
  const origin = context.origin(statement);
  const { shape } = result;
  const range = rangeOf(shape);
  if (!statement.value || shape.cells === 0) return { do: "return", ...range, origin };
  if (shape.kind === "struct" || shape.kind === "array") {
    const from = lowerPlace(statement.value, context);
    if (!from) context.refuse("not-statistical", "this value cannot be returned as a whole", statement.value);
    return { do: "return", ...range, origin, ...(from ? { from: addressOf(from) } : {}) };
  }
  const given = context.lower(statement.value);
  const whole: Code = given.is === "int" ? given : { op: "toInt", is: "int", a: given, origin };
  const value = numberOf(shape) === "real" ? toReal(given) : shape.kind === "bool" ? truth(given) : whole;
  return { do: "return", value, ...range, origin };
}
