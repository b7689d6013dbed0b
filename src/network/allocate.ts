import { initialValue, isFault, type Value, type Variable } from "../model/index.ts";
import type { Builder } from "./builder.ts";
import type { Context } from "./context.ts";
import { defaultOf } from "./function.ts";
import type { Orbit } from "./network.ts";
import { placeAt } from "./place.ts";
import type { Scope } from "./scope.ts";
import { eachLeaf, type Room, type Shape } from "./shape.ts";

/** A constant table whose cells are numbered once all slots are known. */
export interface PendingTable {
  readonly scope: Scope;
  readonly variable: Variable;
  readonly shape: Shape;
  readonly first: number;
}

/**
 * Gives a declared variable its room: slots for data, clocks, channels; numbers for constants. Constant arrays and
 * structs become tables. `prefix` is the process's name and a dot.
 */
export function allocate(variable: Variable, prefix: string, context: Context, tables: PendingTable[]): void {
  const { scope } = context;
  const shape = context.at(variable.span).shape(variable.type);
  const value = initialValue(context.model, variable, scope.values);
  if (isFault(value)) {
    if (shape.room.cells > 0 || shape.room.clocks > 0) context.refuse(value.code, value.message, value.span);
  } else if (variable.constant) {
    scope.values.set(variable, value);
  }
  place(variable, shape, isFault(value) ? undefined : value, prefix, context, tables);
}

/** Binds a variable with a known value: a constant, or a slot that starts with it. */
export function place(
  variable: Variable,
  shape: Shape,
  value: Value | undefined,
  prefix: string,
  context: Context,
  tables: PendingTable[],
): void {
  const isData = shape.room.clocks === 0 && shape.room.channels === 0;
  if (variable.constant && isData) placeConstant(variable, shape, value, context, tables);
  else placeState(variable, shape, value, prefix, context);
}

/** A single constant is a number; an array or struct is a table. */
export function placeConstant(
  variable: Variable,
  shape: Shape,
  constant: Value | undefined,
  context: Context,
  tables: PendingTable[],
): void {
  const { builder, scope } = context;
  const value = constant === undefined ? undefined : numbered(constant, builder);
  if (typeof value === "number" && shape.kind !== "array" && shape.kind !== "struct") {
    checkRange(shape, value, variable, context);
    scope.bindings.set(variable, { value });
    return;
  }
  tables.push({ scope, variable, shape, first: builder.constants.length });
  for (const cell of flatten(shape, value)) builder.constants.push(cell);
}

/** A value with numbers for its strings. */
function numbered(value: Value, builder: Builder): Value {
  if (typeof value === "object") return value.map((part) => numbered(part, builder));
  return typeof value === "string" ? builder.text(value) : value;
}

function placeState(
  variable: Variable,
  shape: Shape,
  value: Value | undefined,
  prefix: string,
  context: Context,
): void {
  const { builder, scope } = context;
  const base: Room = { cells: builder.slots.length, clocks: builder.clocks.length, channels: builder.channels.length };
  const values = flatten(shape, value);
  const clockValues = flattenClocks(shape, value);
  const origin = context.origin(variable.span);
  let cell = 0;
  let clock = 0;
  const owner = scope.process === undefined ? {} : { owner: scope.process };
  const own: Orbit = { key: (scope.orbit?.key ?? "") + variable.name, elements: scope.orbit?.elements ?? [] };
  const visit = (leaf: Shape, name: string, meta: boolean, where: Orbit): void => {
    const orbit = where.elements.length > 0 ? { orbit: where } : {};
    if (leaf.kind === "clock") {
      const initial = clockValues[clock++] ?? 0;
      if (!Number.isInteger(initial))
        context.refuse(
          "clock-value",
          `the clock '${name}' starts with ${initial}; symbolic verification needs an integer`,
          variable.span,
        );
      builder.clocks.push({ name, initial, ...owner, ...orbit, origin });
    } else if (leaf.kind === "chan") {
      builder.channels.push({ name, broadcast: leaf.broadcast, urgent: leaf.urgent, priority: 0, ...owner, origin });
    } else if (leaf.kind !== "none" && leaf.kind !== "array" && leaf.kind !== "struct") {
      const initial = values[cell++] ?? defaultOf(leaf);
      checkRange(leaf, initial, variable, context);
      const set = leaf.kind === "scalar" ? { scalarSet: leaf.set } : {};
      builder.slots.push({
        name,
        low: leaf.low,
        high: leaf.high,
        initial,
        meta: meta || variable.meta,
        type: leaf.kind,
        ...set,
        ...owner,
        ...orbit,
        origin,
      });
    }
  };
  eachLeaf(shape, prefix + variable.name, visit, false, own);
  scope.bindings.set(variable, placeAt(base, shape));
}

function checkRange(leaf: Shape, value: number, variable: Variable, context: Context): void {
  if ((leaf.kind === "int" || leaf.kind === "scalar") && (value < leaf.low || value > leaf.high)) {
    context.refuse(
      "initial-range",
      `the initial value ${value} of '${variable.name}' is outside its range ${leaf.low}..${leaf.high}`,
      variable.span,
    );
  }
}

/** The single numbers of a value that stand in cells, in order; booleans are 0 or 1, missing parts get their default. */
function flatten(shape: Shape, value: Value | undefined): number[] {
  const cells: number[] = [];
  eachPart(shape, value, (leaf, v) => {
    if (leaf.room.cells !== 1) return;
    const number = v ?? defaultOf(leaf);
    cells.push(leaf.kind === "bool" ? +(number !== 0) : number);
  });
  return cells;
}

function flattenClocks(shape: Shape, value: Value | undefined): number[] {
  const clocks: number[] = [];
  eachPart(shape, value, (leaf, v) => {
    if (leaf.kind === "clock") clocks.push(v ?? 0);
  });
  return clocks;
}

/** Walks a shape beside its value. */
function eachPart(
  shape: Shape,
  value: Value | undefined,
  visit: (leaf: Shape, value: number | undefined) => void,
): void {
  const parts: readonly Value[] = typeof value === "object" ? value : [];
  if (shape.kind === "array") {
    for (let i = 0; i < shape.size; i++) eachPart(shape.element, parts[i], visit);
  } else if (shape.kind === "struct") {
    for (const [i, part] of shape.fields.entries()) eachPart(part.shape, parts[i], visit);
  } else {
    visit(shape, typeof value === "number" ? value : undefined);
  }
}
