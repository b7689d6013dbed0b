/**
 * Tables in memory that say where each element of a set has what is its own, and what an exchange of two of them moves. They
 * are made once for a module; the code that looks into them does not grow with the number of elements.
 */

import { type I32, i32, type Local } from "../../wasm/index.ts";
import type { Emitter } from "../emitter.ts";

/** Numbers by element, one after the other; `at(i, k)` is number k of element i. */
export function rows(lists: readonly (readonly number[])[], e: Emitter): (i: Local<"i32">, k: number) => I32 {
  const width = lists[0]!.length;
  const table = e.data(Int32Array.from(lists.flat()));
  return (i, k) => i32.load(i32.mul(i, 4 * width), table + 4 * k);
}

/** Lists of numbers, or of pairs: a table of where each list begins, with one more for the end. */
export function listTable(lists: readonly (readonly (readonly number[])[])[], e: Emitter): number {
  const starts: number[] = [];
  let next = e.data(Int32Array.from(lists.flat(2)));
  for (const list of lists) {
    starts.push(next);
    next += 4 * list.flat().length;
  }
  return e.data(Int32Array.from([...starts, next]));
}
