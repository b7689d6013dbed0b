/**
 * How the tables of expression makers (`i32.add`, `v128.and`, ...) are made: one function per instruction, listed by name
 * in a string of words, typed by the words. Memory accesses take the byte offset added to the address (a constant of the
 * instruction: no wrap-around, WebAssembly core specification 2.0, section 4.4.7) and, if it is not the natural one, the
 * alignment in bytes.
 */
import { type Expr, node, type Operand, operand } from "./expr.ts";
import { foldBinary } from "./fold.ts";
import { op, type ResultType, type ValType } from "./opcodes.ts";

type Words<S extends string> = S extends `${infer First} ${infer Rest}` ? First | Words<Rest> : S;

function table<S extends string, F>(
  prefix: string,
  words: S,
  make: (name: string) => F,
): Readonly<Record<Words<S>, F>> {
  const result: Record<string, F> = {};
  for (const word of words.split(" ")) result[word] = make(`${prefix}.${word}`);
  return result as Record<Words<S>, F>;
}

type Unary<A extends ValType, R extends ResultType> = (a: Operand<A>) => Expr<R>;
type Binary<A extends ValType, B extends ValType, R extends ResultType> = (a: Operand<A>, b: Operand<B>) => Expr<R>;
type Load<R extends ValType> = (address: Operand<"i32">, offset?: number, align?: number) => Expr<R>;
type Store<A extends ValType> = (
  address: Operand<"i32">,
  value: Operand<A>,
  offset?: number,
  align?: number,
) => Expr<"void">;

export function unary<A extends ValType, R extends ResultType, S extends string>(
  prefix: string,
  _a: A,
  _r: R,
  words: S,
) {
  return table<S, Unary<A, R>>(prefix, words, (name) => {
    const o = op(name);
    return (a) => node(o, [a]) as Expr<R>;
  });
}

export function binary<A extends ValType, B extends ValType, R extends ResultType, S extends string>(
  prefix: string,
  _a: A,
  _b: B,
  _r: R,
  words: S,
) {
  return table<S, Binary<A, B, R>>(prefix, words, (name) => {
    const o = op(name);
    return (a, b) => node(o, [a, b]) as Expr<R>;
  });
}

/** As `binary` on integers, simplified. */
export function folded<T extends "i32" | "i64", R extends ResultType, S extends string>(prefix: T, _r: R, words: S) {
  return table<S, Binary<T, T, R>>(prefix, words, (name) => {
    const o = op(name);
    return (a, b) => foldBinary(o, operand(prefix, a, o), operand(prefix, b, o)) as Expr<R>;
  });
}

export function loads<R extends ValType, S extends string>(prefix: string, _r: R, words: S) {
  return table<S, Load<R>>(prefix, words, (name) => {
    const o = op(name);
    return (address, offset = 0, align = o.width) => node(o, [address], offset, align) as Expr<R>;
  });
}

export function stores<A extends ValType, S extends string>(prefix: string, _a: A, words: S) {
  return table<S, Store<A>>(prefix, words, (name) => {
    const o = op(name);
    return (address, value, offset = 0, align = o.width) => node(o, [address, value], offset, align) as Expr<"void">;
  });
}
