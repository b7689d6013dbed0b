/**
 * Atomic memory access for threads on a shared memory: `atomic.i32.add(p, 1)` is `i32.atomic.rmw.add` and returns the old
 * value; `wait32` returns 0 (woken), 1 (value differs) or 2 (timed out, nanoseconds, -1 for never). WebAssembly threads
 * proposal, "Atomic memory accesses" and "Wait and Notify operators". Addresses must be naturally aligned or the access traps.
 */
import { type Expr, type I32, node, type Operand } from "./expr.ts";
import { op } from "./opcodes.ts";

type Address = Operand<"i32">;

function access<T extends "i32" | "i64">(type: T) {
  const load = op(`${type}.atomic.load`);
  const store = op(`${type}.atomic.store`);
  const cmpxchg = op(`${type}.atomic.rmw.cmpxchg`);
  const modify = (word: string) => {
    const o = op(`${type}.atomic.rmw.${word}`);
    return (address: Address, value: Operand<T>, offset = 0): Expr<T> =>
      node(o, [address, value], offset, o.width) as Expr<T>;
  };
  return {
    load: (address: Address, offset = 0): Expr<T> => node(load, [address], offset, load.width) as Expr<T>,
    store: (address: Address, value: Operand<T>, offset = 0): Expr<"void"> =>
      node(store, [address, value], offset, store.width) as Expr<"void">,
    add: modify("add"),
    sub: modify("sub"),
    and: modify("and"),
    or: modify("or"),
    xor: modify("xor"),
    xchg: modify("xchg"),
    /** Stores `value` if the memory holds `expected`; the old value either way. */
    cmpxchg: (address: Address, expected: Operand<T>, value: Operand<T>, offset = 0): Expr<T> =>
      node(cmpxchg, [address, expected, value], offset, cmpxchg.width) as Expr<T>,
  };
}

const [wait32, wait64, notify, fence] = [
  "memory.atomic.wait32",
  "memory.atomic.wait64",
  "memory.atomic.notify",
  "atomic.fence",
].map(op);

export const atomic = {
  i32: access("i32"),
  i64: access("i64"),
  wait32: (address: Address, expected: Operand<"i32">, timeout: Operand<"i64">, offset = 0): I32 =>
    node(wait32!, [address, expected, timeout], offset, 4) as I32,
  wait64: (address: Address, expected: Operand<"i64">, timeout: Operand<"i64">, offset = 0): I32 =>
    node(wait64!, [address, expected, timeout], offset, 8) as I32,
  /** How many waiters were woken, at most `count`. */
  notify: (address: Address, count: Operand<"i32">, offset = 0): I32 =>
    node(notify!, [address, count], offset, 4) as I32,
  fence: (): Expr<"void"> => node(fence!, []) as Expr<"void">,
};
