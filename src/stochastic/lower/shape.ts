import type { Bound, Type } from "../../model/index.ts";
import type { Type as Number } from "../code.ts";

/**
 * Shapes: types with every bound known, as one process sees them, with the cells they take. Integers and doubles take one cell,
 * clocks three; channels take none and are numbered by themselves.
 */
export type Shape =
  | {
      readonly kind: "int" | "bool" | "scalar";
      readonly low: number;
      readonly high: number;
      readonly cells: 1;
      readonly channels: 0;
    }
  | { readonly kind: "double"; readonly cells: 1; readonly channels: 0 }
  | { readonly kind: "clock"; readonly cells: 3; readonly channels: 0 }
  | {
      readonly kind: "chan";
      readonly urgent: boolean;
      readonly broadcast: boolean;
      readonly cells: 0;
      readonly channels: 1;
    }
  | {
      readonly kind: "array";
      readonly low: number;
      readonly size: number;
      readonly element: Shape;
      readonly cells: number;
      readonly channels: number;
    }
  | {
      readonly kind: "struct";
      readonly fields: readonly ShapeField[];
      readonly cells: number;
      readonly channels: number;
    }
  /** Of no use at run time (void, processes). */
  | { readonly kind: "none"; readonly cells: 0; readonly channels: 0 };

interface ShapeField {
  readonly name: string;
  readonly shape: Shape;
  readonly offset: number;
}

const CLOCK_CELLS = 3;
const none: Shape = { kind: "none", cells: 0, channels: 0 };
const MAX_CELLS = 1 << 24;

interface ShapeContext {
  bound(bound: Bound): number;
  refuse(code: string, message: string): void;
}

export function shapeOf(type: Type, context: ShapeContext): Shape {
  switch (type.kind) {
    case "int":
      return {
        kind: "int",
        low: type.low ? context.bound(type.low) : -0x80000000,
        high: type.high ? context.bound(type.high) : 0x7fffffff,
        cells: 1,
        channels: 0,
      };
    case "bool":
      return { kind: "bool", low: 0, high: 1, cells: 1, channels: 0 };
    case "string":
      return { kind: "int", low: 0, high: 0x7fffffff, cells: 1, channels: 0 };
    case "scalar":
      return { kind: "scalar", low: 0, high: context.bound(type.set.size) - 1, cells: 1, channels: 0 };
    case "double":
      return { kind: "double", cells: 1, channels: 0 };
    case "clock":
      return { kind: "clock", cells: CLOCK_CELLS, channels: 0 };
    case "chan":
      return { kind: "chan", urgent: type.urgent, broadcast: type.broadcast, cells: 0, channels: 1 };
    case "array":
      return arrayShape(shapeOf(type.index, context), shapeOf(type.element, context), context);
    case "struct":
      return structShape(type.fields.map(({ name, type: of }) => ({ name, shape: shapeOf(of, context) })));
    default:
      return none;
  }
}

function arrayShape(index: Shape, element: Shape, context: ShapeContext): Shape {
  if (index.kind !== "int" && index.kind !== "scalar") return none;
  const { low } = index;
  const size = index.high - low + 1;
  if (size < 0 || size * Math.max(element.cells, element.channels, 1) > MAX_CELLS) {
    context.refuse(
      "array-size",
      size < 0 ? `an array has ${size} elements` : `an array of ${size} elements is too large`,
    );
    return none;
  }
  return { kind: "array", low, size, element, cells: size * element.cells, channels: size * element.channels };
}

function structShape(parts: readonly { readonly name: string; readonly shape: Shape }[]): Shape {
  let cells = 0;
  let channels = 0;
  const fields = parts.map(({ name, shape }) => {
    const field = { name, shape, offset: cells };
    cells += shape.cells;
    channels += shape.channels;
    return field;
  });
  return { kind: "struct", fields, cells, channels };
}

/** The single values of a shape in the order of their cells, with the suffix of their names. */
export function eachLeaf(shape: Shape, name: string, visit: (leaf: Shape, name: string) => void): void {
  if (shape.kind === "array")
    for (let i = 0; i < shape.size; i++) eachLeaf(shape.element, `${name}[${shape.low + i}]`, visit);
  else if (shape.kind === "struct")
    for (const field of shape.fields) eachLeaf(field.shape, `${name}.${field.name}`, visit);
  else visit(shape, name);
}

export function numberOf(shape: Shape): Number {
  return shape.kind === "double" || shape.kind === "clock" ? "real" : "int";
}

/** What an integer of this shape may be. */
export function rangeOf(shape: Shape): { readonly low: number; readonly high: number } {
  return "high" in shape ? { low: shape.low, high: shape.high } : { low: -0x80000000, high: 0x7fffffff };
}

export function holdsClock(shape: Shape): boolean {
  if (shape.kind === "array") return holdsClock(shape.element);
  if (shape.kind === "struct") return shape.fields.some((field) => holdsClock(field.shape));
  return shape.kind === "clock";
}

/** 0 where the range has it, the lower bound otherwise (choice 1 of docs/compatibility.md). */
export function defaultOf(shape: Shape): number {
  return "low" in shape && "high" in shape && (shape.low > 0 || shape.high < 0) ? shape.low : 0;
}
