/** Builds, validates and instantiates a module for the tests of the assembler, and calls its exports. */
import fc from "fast-check";
import { expect } from "vitest";
import { encode, type Module, type WasmMemory, wasm } from "../../src/engine/wasm/index.ts";

export type Value = number | bigint;
type Callable = (...args: Value[]) => Value | undefined;

export const host = wasm()!;

interface Running {
  readonly call: (name: string, ...args: Value[]) => Value | undefined | "trap";
  readonly memory: WasmMemory;
}

export function instantiate(module: Module, imports: Readonly<Record<string, object>> = {}): Running {
  const bytes = encode(module, { names: true });
  expect(host.validate(bytes)).toBe(true);
  expect(host.validate(encode(module))).toBe(true);
  const { exports } = new host.Instance(new host.Module(bytes), imports);
  const call = (name: string, ...args: Value[]) => {
    try {
      return (exports[name] as Callable)(...args);
    } catch (error) {
      if ((error as Error).constructor.name === "RuntimeError") return "trap";
      throw error;
    }
  };
  return { call, memory: exports.memory as WasmMemory };
}

const edges = [0, 1, 2, -1, -2, 31, 32, 33, 63, 64, 0x7fffffff, -0x80000000];

export const anyI32 = fc.oneof(fc.integer(), fc.constantFrom(...edges));
export const anyI64 = fc.oneof(
  fc.bigInt({ min: -(1n << 63n), max: (1n << 63n) - 1n }),
  fc.constantFrom(...edges.map(BigInt), (1n << 63n) - 1n, -(1n << 63n), 0xffffffffn),
);
export const anyF64 = fc.oneof(
  fc.double(),
  fc.integer().map((n) => n / 2),
  fc.constantFrom(0, -0, 0.5, -0.5, 2 ** 31, -(2 ** 31), 2 ** 32, 2 ** 63, -(2 ** 63), 2 ** 64, Number.NaN),
);
