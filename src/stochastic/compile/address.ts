import { type Body, call, type Expr, type F64, f64, type I32, i32, tee } from "../../engine/index.ts";
import type { Address, Term, Type } from "../code.ts";
import { type Emitter, int, now } from "./emitter.ts";
import { intOf, needsStatements, perform } from "./value.ts";

/** Where something is: byte `at + offset`. A number for `at` is 0: the place is known. */
export interface Place {
  readonly at: I32 | 0;
  readonly offset: number;
}

export function placeOf(address: Address, e: Emitter, f: Body): Place {
  const index = indexOf(address, 8, e, f);
  return typeof index === "number" ? { at: 0, offset: index } : { at: index, offset: 0 };
}

/** `scale` times the number of the cell (or channel). */
export function indexOf({ base, pointer, terms, first }: Address, scale: number, e: Emitter, f: Body): I32 | number {
  if (first) perform([first], e, f);
  if (pointer === undefined && terms.length === 0) return scale * base;
  let index: I32 = i32.const(scale * base);
  if (pointer !== undefined) index = i32.add(index, i32.mul(int(pointer), scale));
  for (const term of terms) {
    // An index with statements of its own must not overtake what was read before it.
    if (needsStatements(term.index)) index = f.local("i32", "", index);
    index = i32.add(index, offset(term, scale, e, f));
  }
  return index;
}

/** `(index - low) * stride`, checked: one unsigned comparison tests both ends. */
function offset({ index, low, size, stride }: Term, scale: number, e: Emitter, f: Body): I32 {
  const k = f.local("i32");
  const shifted = tee(k, i32.sub(intOf(index, e, f), low));
  return i32.mul(i32.if(i32.lt_u(shifted, size), k, call(e.trap)), scale * stride);
}

export function load({ at, offset }: Place, is: Type, cell = 0): Expr {
  return is === "int" ? i32.load(at, offset + 8 * cell) : f64.load(at, offset + 8 * cell);
}

export function store({ at, offset }: Place, is: Type, value: Expr, cell = 0): Expr {
  return is === "int" ? i32.store(at, value as I32, offset + 8 * cell) : f64.store(at, value as F64, offset + 8 * cell);
}

/** Whether the address is that of one clock which always has the rate 1. */
export function isPlain({ base, pointer, terms }: Address, e: Emitter): boolean {
  if (pointer !== undefined) return e.network.rated.length === 0;
  const extent = terms.reduce((sum, { size, stride }) => sum + (size - 1) * stride, 0);
  return !e.network.rated.some(({ clock }) => clock >= base && clock <= base + extent);
}

/** A place that is named several times: first as it is computed, then as it was. Yields both. */
function twice(place: Place, f: Body): readonly [Place, Place] {
  if (typeof place.at === "number") return [place, place];
  const at = f.local("i32");
  return [
    { ...place, at: tee(at, place.at) },
    { ...place, at },
  ];
}

/** A place that is computed here. */
export function fixed(place: Place, f: Body): Place {
  return typeof place.at === "number" ? place : { ...place, at: f.local("i32", "", place.at) };
}

/** `v + r (t - s)`. */
export function clockValue(address: Address, e: Emitter, f: Body, time: F64 = now(e)): F64 {
  const [first, again] = twice(placeOf(address, e, f), f);
  const v = load(first, "real") as F64;
  const passed = f64.sub(time, load(again, "real", 1) as F64);
  return f64.add(v, isPlain(address, e) ? passed : f64.mul(load(again, "real", 2) as F64, passed));
}
