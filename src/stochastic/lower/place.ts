import type { Origin } from "../../network/index.ts";
import type { Address, Code, Term } from "../code.ts";
import type { Shape } from "./shape.ts";

/** Where a variable, or a part of one, lives: a cell, or for channels a channel, and the indices only known at run time. */
export interface Place {
  readonly base: number;
  readonly shape: Shape;
  readonly steps: readonly PlaceStep[];
  readonly pointer?: number;
  readonly first?: Code;
}
interface PlaceStep {
  readonly index: Code;
  readonly low: number;
  readonly size: number;
  readonly element: Shape;
  readonly origin: Origin;
}

export function placeAt(base: number, shape: Shape): Place {
  return { base, shape, steps: [] };
}

/** What a reference parameter stands for: the cell that `pointer` holds the number of. */
export function pointedPlace(pointer: number, shape: Shape): Place {
  return { base: 0, shape, steps: [], pointer };
}

/** The element of an array; a constant index within range needs no check at run time. */
export function element(place: Place, index: Code, origin: Origin): Place | undefined {
  if (place.shape.kind !== "array") return undefined;
  const { low, size, element: shape } = place.shape;
  if (index.op === "const" && index.value >= low && index.value < low + size)
    return { ...place, shape, base: place.base + (index.value - low) * room(shape) };
  return { ...place, shape, steps: [...place.steps, { index, low, size, element: shape, origin }] };
}

export function field(place: Place, name: string): Place | undefined {
  if (place.shape.kind !== "struct") return undefined;
  const found = place.shape.fields.find((f) => f.name === name);
  return found && { ...place, shape: found.shape, base: place.base + found.offset };
}

export function addressOf({ base, steps, pointer, first }: Place): Address {
  return {
    base,
    terms: steps.map(
      ({ index, low, size, element, origin }): Term => ({ index, low, size, stride: room(element), origin }),
    ),
    ...(pointer === undefined ? {} : { pointer }),
    ...(first === undefined ? {} : { first }),
  };
}

/** Channels and cells are numbered apart; no shape holds both. */
function room(shape: Shape): number {
  return shape.cells > 0 ? shape.cells : shape.channels;
}
