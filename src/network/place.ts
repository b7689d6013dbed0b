import type { Address, ClockRef, Code, IndexTerm } from "./code.ts";
import type { ChannelRef } from "./network.ts";
import type { Origin } from "./origin.ts";
import { nothing, plus, type Room, type Shape } from "./shape.ts";

/**
 * Places: where a variable, or a part of one, lives. A place is a base in each of the three spaces (cells, clocks,
 * channels) and the indices that are only known at run time. It becomes an address once it is known which space is meant.
 */
export interface Place {
  readonly base: Room;
  readonly shape: Shape;
  readonly steps: readonly PlaceStep[];
  /** For reference parameters of functions: the cell that holds the base. */
  readonly pointer?: number;
  /** Where what is referred to holds both integers and clocks: the cell that holds the base of its clocks. */
  readonly clockPointer?: number;
  readonly first?: Code;
  /** Values cannot be written here (constants). */
  readonly constant?: boolean;
}
interface PlaceStep {
  readonly index: Code;
  readonly low: number;
  readonly size: number;
  readonly stride: Room;
  readonly origin: Origin;
}

export function placeAt(base: Room, shape: Shape, constant = false): Place {
  return { base, shape, steps: [], constant };
}

/** The element of an array place; a constant index within range needs no check at run time. */
export function element(place: Place, index: Code, origin: Origin): Place | undefined {
  if (place.shape.kind !== "array") return undefined;
  const { low, size, element: shape } = place.shape;
  if (index.op === "const" && index.value >= low && index.value < low + size) {
    return { ...place, shape, base: plus(place.base, shape.room, index.value - low) };
  }
  return { ...place, shape, steps: [...place.steps, { index, low, size, stride: shape.room, origin }] };
}

export function field(place: Place, name: string): Place | undefined {
  if (place.shape.kind !== "struct") return undefined;
  const found = place.shape.fields.find((f) => f.name === name);
  return found && { ...place, shape: found.shape, base: plus(place.base, found.offset) };
}

function terms(place: Place, space: keyof Room): IndexTerm[] {
  return place.steps.map(({ index, low, size, stride, origin }) => ({
    index,
    low,
    size,
    stride: stride[space],
    origin,
  }));
}

export function cellAddress(place: Place): Address {
  const { pointer, first } = place;
  return {
    base: place.base.cells,
    terms: terms(place, "cells"),
    ...(pointer === undefined ? {} : { pointer }),
    ...(first ? { first } : {}),
  };
}

export function clockAddress(place: Place): ClockRef {
  const pointer = place.clockPointer ?? place.pointer;
  return { base: place.base.clocks, terms: terms(place, "clocks"), ...(pointer === undefined ? {} : { pointer }) };
}

export function channelAddress(place: Place): ChannelRef {
  return { base: place.base.channels, terms: terms(place, "channels") };
}

/** A place inside scratch, reached through a pointer cell, or through two. */
export function pointedPlace(pointer: number, shape: Shape, clockPointer?: number): Place {
  return { base: nothing, shape, steps: [], pointer, ...(clockPointer === undefined ? {} : { clockPointer }) };
}
