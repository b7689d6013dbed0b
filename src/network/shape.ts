import { assert, type Span } from "../base/index.ts";
import type { Bound, Type } from "../model/index.ts";
import type { Orbit } from "./network.ts";

/**
 * Shapes: types with every bound known, as one process sees them, with the room they take. A value's integers live in
 * cells, its clocks among the clocks, its channels among the channels; a shape counts each separately, so that a struct
 * may hold integers and clocks side by side.
 */
export type Shape =
  | { readonly kind: "int"; readonly low: number; readonly high: number; readonly room: Room }
  | { readonly kind: "bool"; readonly low: 0; readonly high: 1; readonly room: Room }
  | { readonly kind: "scalar"; readonly low: 0; readonly high: number; readonly set: number; readonly room: Room }
  | { readonly kind: "clock"; readonly room: Room }
  | { readonly kind: "chan"; readonly urgent: boolean; readonly broadcast: boolean; readonly room: Room }
  | {
      readonly kind: "array";
      readonly low: number;
      readonly size: number;
      readonly element: Shape;
      readonly set?: number;
      readonly room: Room;
    }
  | { readonly kind: "struct"; readonly fields: readonly ShapeField[]; readonly room: Room }
  /** Doubles and hybrid clocks: they have no symbolic meaning and take no room. */
  | { readonly kind: "none"; readonly room: Room };

interface ShapeField {
  readonly name: string;
  readonly shape: Shape;
  readonly offset: Room;
  readonly meta: boolean;
}
export interface Room {
  readonly cells: number;
  readonly clocks: number;
  readonly channels: number;
}

export const nothing: Room = { cells: 0, clocks: 0, channels: 0 };
const oneCell: Room = { cells: 1, clocks: 0, channels: 0 };
const boolShape: Shape = { kind: "bool", low: 0, high: 1, room: oneCell };
const clockShape: Shape = { kind: "clock", room: { cells: 0, clocks: 1, channels: 0 } };

function intShape(low: number, high: number): Shape {
  return { kind: "int", low, high, room: oneCell };
}

export function plus(a: Room, b: Room, times = 1): Room {
  return {
    cells: a.cells + b.cells * times,
    clocks: a.clocks + b.clocks * times,
    channels: a.channels + b.channels * times,
  };
}

/** What a shape needs to know of the process it is made for. */
export interface ShapeContext {
  /** The value of a range bound in this process. */
  bound(bound: Bound): number;
  /** The number of a scalar set in this process. */
  scalarSet(set: object, size: number): number;
  /** Says that a type cannot be used, at the given place. */
  refuse(code: string, message: string, span?: Span): void;
}

/** Whether all of it stands in cells: neither clocks nor anything that is left out. */
export function isData(shape: Shape): boolean {
  if (shape.kind === "array") return isData(shape.element);
  if (shape.kind === "struct") return shape.fields.every((field) => isData(field.shape));
  return shape.room.cells === 1;
}

const MAX_ROOM = 1 << 24;

export function shapeOf(type: Type, context: ShapeContext): Shape {
  switch (type.kind) {
    case "int":
      return intShape(
        type.low ? context.bound(type.low) : -0x80000000,
        type.high ? context.bound(type.high) : 0x7fffffff,
      );
    case "bool":
      return boolShape;
    case "string":
      // Strings are constants that can only be compared: each text has a number.
      return intShape(0, 0x7fffffff);
    case "scalar": {
      const size = context.bound(type.set.size);
      return { kind: "scalar", low: 0, high: size - 1, set: context.scalarSet(type.set, size), room: oneCell };
    }
    case "clock":
      return type.hybrid ? { kind: "none", room: nothing } : clockShape;
    case "chan":
      return {
        kind: "chan",
        urgent: type.urgent,
        broadcast: type.broadcast,
        room: { cells: 0, clocks: 0, channels: 1 },
      };
    case "array": {
      const index = shapeOf(type.index, context);
      assert(index.kind === "int" || index.kind === "scalar", "an array is indexed by integers or scalars");
      const element = shapeOf(type.element, context);
      let size = index.high - index.low + 1;
      if (size < 0) {
        context.refuse("array-size", `an array has ${size} elements`);
        size = 0;
      }
      const room = plus(nothing, element.room, size);
      if (room.cells > MAX_ROOM || room.clocks > MAX_ROOM || room.channels > MAX_ROOM) {
        context.refuse("array-size", `an array of ${size} elements is too large`);
        return { kind: "none", room: nothing };
      }
      const set = index.kind === "scalar" ? { set: index.set } : {};
      return { kind: "array", low: index.low, size, element, room, ...set };
    }
    case "struct": {
      let offset = nothing;
      const fields = type.fields.map((field) => {
        const shape = shapeOf(field.type, context);
        const made = { name: field.name, shape, offset, meta: field.meta ?? false };
        offset = plus(offset, shape.room);
        return made;
      });
      return { kind: "struct", fields, room: offset };
    }
    default:
      return { kind: "none", room: nothing };
  }
}

/** Calls `visit` for each single value of a shape, in order of cells (or clocks), with a readable suffix of its name. */
export function eachLeaf(
  shape: Shape,
  name: string,
  visit: (leaf: Shape, name: string, meta: boolean, orbit: Orbit) => void,
  meta = false,
  orbit: Orbit = { key: name, elements: [] },
): void {
  if (shape.kind === "array") {
    const { set } = shape;
    for (let i = 0; i < shape.size; i++) {
      const index = `[${shape.low + i}]`;
      const inner =
        set === undefined
          ? { ...orbit, key: orbit.key + index }
          : { key: `${orbit.key}[*]`, elements: [...orbit.elements, { set, element: i }] };
      eachLeaf(shape.element, name + index, visit, meta, inner);
    }
  } else if (shape.kind === "struct") {
    for (const field of shape.fields)
      eachLeaf(field.shape, `${name}.${field.name}`, visit, meta || field.meta, {
        ...orbit,
        key: `${orbit.key}.${field.name}`,
      });
  } else {
    visit(shape, name, meta, orbit);
  }
}
