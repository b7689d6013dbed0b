/**
 * Shapes (docs/semantics.md 1.1): types with every bound known, as one process sees them. Everything that a value consists of
 * takes one cell: an integer its value, a clock or a channel its number, which never changes. So a place is a cell, a
 * reference is the number of a cell, and structs may hold integers and clocks side by side.
 */
import type { Bound, Type } from "../../src/model/index.ts";
import { Unsupported } from "./outcome.ts";

export type Shape =
  | { readonly kind: "int" | "scalar"; readonly low: number; readonly high: number; readonly size: 1 }
  | { readonly kind: "bool" | "clock"; readonly size: 1 }
  | { readonly kind: "chan"; readonly urgent: boolean; readonly broadcast: boolean; readonly size: 1 }
  | {
      readonly kind: "array";
      readonly low: number;
      readonly length: number;
      readonly element: Shape;
      readonly size: number;
    }
  | { readonly kind: "struct"; readonly fields: readonly Field[]; readonly size: number }
  /** Doubles and hybrid clocks, which have no meaning here (1.8). */
  | { readonly kind: "nothing"; readonly size: 0 };

interface Field {
  readonly name: string;
  readonly shape: Shape;
  readonly offset: number;
}

const LEAST = -0x80000000;
const MOST = 0x7fffffff;
const LARGEST = 1 << 22;

/** `number` computes a bound in the process at hand. */
export function shapeOf(type: Type, number: (bound: Bound) => number): Shape {
  switch (type.kind) {
    case "int": {
      const low = type.low === undefined ? LEAST : number(type.low);
      return { kind: "int", low, high: type.high === undefined ? MOST : number(type.high), size: 1 };
    }
    case "string":
      return { kind: "int", low: LEAST, high: MOST, size: 1 };
    case "scalar":
      return { kind: "scalar", low: 0, high: number(type.set.size) - 1, size: 1 };
    case "bool":
      return { kind: "bool", size: 1 };
    case "clock":
      return type.hybrid ? { kind: "nothing", size: 0 } : { kind: "clock", size: 1 };
    case "chan":
      return { kind: "chan", urgent: type.urgent, broadcast: type.broadcast, size: 1 };
    case "array": {
      const index = shapeOf(type.index, number);
      const element = shapeOf(type.element, number);
      if (index.kind !== "int" && index.kind !== "scalar") throw new Unsupported("an array without a range");
      const length = index.high - index.low + 1;
      if (length < 0 || length * element.size > LARGEST) throw new Unsupported(`an array of ${length} elements`);
      return { kind: "array", low: index.low, length, element, size: length * element.size };
    }
    case "struct":
      return structOf(type.fields, number);
    default:
      return { kind: "nothing", size: 0 };
  }
}

function structOf(
  given: readonly { readonly name: string; readonly type: Type }[],
  number: (b: Bound) => number,
): Shape {
  let size = 0;
  const fields = given.map(({ name, type }) => {
    const shape = shapeOf(type, number);
    const field = { name, shape, offset: size };
    size += shape.size;
    return field;
  });
  return { kind: "struct", fields, size };
}

/** Calls `visit` for each single value, with its cell and its name. */
export function eachLeaf(
  shape: Shape,
  at: number,
  name: string,
  visit: (leaf: Shape, at: number, name: string) => void,
): void {
  if (shape.kind === "array") {
    const { low, element } = shape;
    for (let i = 0; i < shape.length; i++) eachLeaf(element, at + i * element.size, `${name}[${low + i}]`, visit);
  } else if (shape.kind === "struct") {
    for (const field of shape.fields) eachLeaf(field.shape, at + field.offset, `${name}.${field.name}`, visit);
  } else if (shape.kind !== "nothing") visit(shape, at, name);
}

/** What a variable without initialiser starts with (1.2). */
export function defaultOf(leaf: Shape): number {
  return leaf.kind === "int" && (leaf.low > 0 || leaf.high < 0) ? leaf.low : 0;
}

export function holdsClock(shape: Shape): boolean {
  if (shape.kind === "array") return holdsClock(shape.element);
  if (shape.kind === "struct") return shape.fields.some((field) => holdsClock(field.shape));
  return shape.kind === "clock";
}
