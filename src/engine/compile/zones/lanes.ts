import { type I32, i8x16, i16x8, i32, i32x4, type V128, v128 } from "../../wasm/index.ts";
import { type Entry, INF } from "../plan.ts";

/**
 * How entries of stored zones of each size are worked on, a vector at a time; sums stop at the ends where they could pass them.
 */
const all = {
  1: {
    ...i8x16,
    constant: (value: (lane: number) => number): V128 => i8x16.const(...values(16, value)),
    addUp: i8x16.add_sat_s,
    takeOff: i8x16.sub_sat_s,
    splatAt: (at: I32, offset: number): V128 => v128.load8_splat(at, offset, 1),
    loadEntry: (at: I32, offset: number): I32 => i32.load8_s(at, offset),
    array: Int8Array,
    lowest: -128,
    highest: 127,
    /** As if there were a bound above all entries. */
    boundless: -128,
    /** No bound at all. */
    none: 127,
  },
  2: {
    ...i16x8,
    constant: (value: (lane: number) => number): V128 => i16x8.const(...values(8, value)),
    addUp: i16x8.add_sat_s,
    takeOff: i16x8.sub_sat_s,
    splatAt: (at: I32, offset: number): V128 => v128.load16_splat(at, offset, 2),
    loadEntry: (at: I32, offset: number): I32 => i32.load16_s(at, offset),
    array: Int16Array,
    lowest: -32768,
    highest: 32767,
    boundless: -32768,
    none: 32767,
  },
  4: {
    ...i32x4,
    constant: (value: (lane: number) => number): V128 => i32x4.const(...values(4, value)),
    addUp: i32x4.add,
    takeOff: i32x4.sub,
    splatAt: (at: I32, offset: number): V128 => v128.load32_splat(at, offset, 4),
    loadEntry: (at: I32, offset: number): I32 => i32.load(at, offset),
    array: Int32Array,
    lowest: -0x80000000,
    highest: 0x7fffffff,
    boundless: -INF,
    none: INF - 1,
  },
} as const;

function values<const N extends number>(count: N, value: (lane: number) => number): number[] {
  return Array.from({ length: count }, (_, lane) => value(lane));
}

export type Lanes = (typeof all)[Entry];

export function lanesOf(entry: Entry): Lanes {
  return all[entry];
}
