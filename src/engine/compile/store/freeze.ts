import { type Body, f64, type Global, i32, i64 } from "../../wasm/index.ts";
import type { Action, Emitter } from "../emitter.ts";

/**
 * A search that can be kept: `freeze` writes the numbers that the module holds outside its memory into it, `thaw` reads them
 * back. So the memory alone, as far as it is in use, is the whole search as it stands between two portions.
 */
interface Freezing {
  readonly freeze: Action;
  readonly thaw: Action;
}

const BYTES = 8;

/** Requires: all numbers of the module are declared, and its memory is not yet added. */
export function freezeFunctions({ module, region }: Emitter): Freezing {
  const numbers = module.globals.filter(({ mutable }) => mutable);
  const room = region(BYTES * numbers.length);
  const each = (write: (number: Global, at: number) => void): void => {
    for (const [k, number] of numbers.entries()) write(number, room + BYTES * k);
  };
  return {
    freeze: module.func("freeze", [], "void", (f) => each((number, at) => store(f, number, at))),
    thaw: module.func("thaw", [], "void", (f) => each((number, at) => load(f, number, at))),
  };
}

function store(f: Body, number: Global, at: number): void {
  if (number.type === "i32") f.do(i32.store(0, number as Global<"i32">, at));
  else if (number.type === "i64") f.do(i64.store(0, number as Global<"i64">, at));
  else f.do(f64.store(0, number as Global<"f64">, at));
}

function load(f: Body, number: Global, at: number): void {
  if (number.type === "i32") f.set(number as Global<"i32">, i32.load(0, at));
  else if (number.type === "i64") f.set(number as Global<"i64">, i64.load(0, at));
  else f.set(number as Global<"f64">, f64.load(0, at));
}
