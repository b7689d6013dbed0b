/** Loads and stores of every width with offsets and alignments, bulk operations, data segments, atomics on shared memory. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { atomic, type Expr, f64, i32, i64, Module, memory, v128 } from "../../src/engine/wasm/index.ts";
import "../laws/seed.ts";
import { anyF64, anyI32, anyI64, host, instantiate, type Value } from "./wasm-run.ts";

type Read = (view: DataView, at: number) => Value;
type Write = (view: DataView, at: number, value: never) => void;

const reads: Readonly<Record<string, Record<string, Read>>> = {
  i32: {
    load: (view, at) => view.getInt32(at, true),
    load8_s: (view, at) => view.getInt8(at),
    load8_u: (view, at) => view.getUint8(at),
    load16_s: (view, at) => view.getInt16(at, true),
    load16_u: (view, at) => view.getUint16(at, true),
  },
  i64: {
    load: (view, at) => view.getBigInt64(at, true),
    load8_s: (view, at) => BigInt(view.getInt8(at)),
    load8_u: (view, at) => BigInt(view.getUint8(at)),
    load16_s: (view, at) => BigInt(view.getInt16(at, true)),
    load16_u: (view, at) => BigInt(view.getUint16(at, true)),
    load32_s: (view, at) => BigInt(view.getInt32(at, true)),
    load32_u: (view, at) => BigInt(view.getUint32(at, true)),
  },
  f64: { load: (view, at) => view.getFloat64(at, true) },
};

const writes: Readonly<Record<string, Record<string, Write>>> = {
  i32: {
    store: (view, at, value: number) => view.setInt32(at, value, true),
    store8: (view, at, value: number) => view.setInt8(at, value),
    store16: (view, at, value: number) => view.setInt16(at, value, true),
  },
  i64: {
    store: (view, at, value: bigint) => view.setBigInt64(at, value, true),
    store8: (view, at, value: bigint) => view.setInt8(at, Number(BigInt.asIntN(8, value))),
    store16: (view, at, value: bigint) => view.setInt16(at, Number(BigInt.asIntN(16, value)), true),
    store32: (view, at, value: bigint) => view.setInt32(at, Number(BigInt.asIntN(32, value)), true),
  },
  f64: { store: (view, at, value: number) => view.setFloat64(at, value, true) },
};

type Make = (...operands: unknown[]) => Expr;
const tables = { i32, i64, f64, v128 } as unknown as Record<string, Record<string, Make>>;
const arbitrary: Readonly<Record<string, fc.Arbitrary<Value>>> = { i32: anyI32, i64: anyI64, f64: anyF64 };

function withMemory(): Module {
  const module = new Module();
  module.export("memory", module.addMemory({ min: 1, max: 3 }));
  return module;
}

const addresses = fc.integer({ min: 0, max: 40 });
const contents = fc.uint8Array({ minLength: 64, maxLength: 64 });
// Offset and alignment as written; the second pair is the hardest for an engine.
const places: (readonly number[])[] = [[], [5, 1], [8]];

for (const type of ["i32", "i64", "f64"] as const) {
  describe(type, () => {
    test("every load and store of the table has a definition", () => {
      const words = Object.keys(tables[type]!).filter((word) => /^(load|store)/.test(word));
      expect(words.sort()).toEqual([...Object.keys(reads[type]!), ...Object.keys(writes[type]!)].sort());
    });

    test.each(Object.entries(reads[type]!))("%s", (word, read) => {
      const module = withMemory();
      for (const [i, place] of places.entries()) {
        const func = module.func("run", ["i32"], type, (_, at) => tables[type]![word]!(at, ...place) as Expr<"i32">);
        module.export(`run${i}`, func);
      }
      const {
        call,
        memory: { buffer },
      } = instantiate(module);
      const property = fc.property(contents, addresses, (bytes, at) => {
        new Uint8Array(buffer).set(bytes);
        for (const [i, [offset = 0]] of places.entries()) {
          expect(call(`run${i}`, at)).toEqual(read(new DataView(buffer), at + offset));
        }
      });
      fc.assert(property);
      expect(call("run2", 65536 - 8)).toBe("trap");
      expect(call("run0", -1)).toBe("trap");
    });

    test.each(Object.entries(writes[type]!))("%s", (word, write) => {
      const module = withMemory();
      for (const [i, place] of places.entries()) {
        const func = module.func("run", ["i32", type], "void", (f, at, value) =>
          f.do(tables[type]![word]!(at, value, ...place)),
        );
        module.export(`run${i}`, func);
      }
      const {
        call,
        memory: { buffer },
      } = instantiate(module);
      const property = fc.property(contents, addresses, arbitrary[type]!, (bytes, at, value) => {
        for (const [i, [offset = 0]] of places.entries()) {
          new Uint8Array(buffer).set(bytes);
          const wanted = bytes.slice();
          write(new DataView(wanted.buffer), at + offset, value as never);
          call(`run${i}`, at, value);
          expect(new Uint8Array(buffer, 0, 64)).toEqual(wanted);
        }
      });
      fc.assert(property);
    });
  });
}

/** Vector loads as the 16 bytes they give, from the bytes at the address. */
const vectorLoads: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array>> = {
  load: (bytes) => bytes.slice(0, 16),
  load32_zero: (bytes) => Uint8Array.from({ length: 16 }, (_, i) => (i < 4 ? bytes[i]! : 0)),
  load64_zero: (bytes) => Uint8Array.from({ length: 16 }, (_, i) => (i < 8 ? bytes[i]! : 0)),
};
for (const width of [1, 2, 4, 8]) {
  const loads = vectorLoads as Record<string, (bytes: Uint8Array) => Uint8Array>;
  loads[`load${8 * width}_splat`] = (bytes) => Uint8Array.from({ length: 16 }, (_, i) => bytes[i % width]!);
  if (width === 8) continue;
  for (const signed of [true, false]) {
    // Each number of `width` bytes becomes one of twice as many: its bytes, then its sign.
    loads[`load${8 * width}x${8 / width}_${signed ? "s" : "u"}`] = (bytes) =>
      Uint8Array.from({ length: 16 }, (_, i) => {
        const [lane, byte] = [Math.floor(i / (2 * width)), i % (2 * width)];
        if (byte < width) return bytes[lane * width + byte]!;
        return signed && bytes[lane * width + width - 1]! > 127 ? 0xff : 0;
      });
  }
}

describe("v128", () => {
  const lanes = [8, 16, 32, 64].flatMap((bits) => [`load${bits}_lane`, `store${bits}_lane`]);

  test("every load and store of the table has a definition", () => {
    const words = Object.keys(v128).filter((word) => /^(load|store)/.test(word));
    expect(words.sort()).toEqual([...Object.keys(vectorLoads), "store", ...lanes].sort());
  });

  test.each(Object.entries(vectorLoads))("%s, and store", (word, define) => {
    const module = withMemory();
    for (const [i, place] of places.entries()) {
      const func = module.func("run", ["i32"], "void", (f, at) => {
        f.do(v128.store(at, tables.v128![word]!(at, ...place) as Expr<"v128">, 100, 1));
      });
      module.export(`run${i}`, func);
    }
    const {
      call,
      memory: { buffer },
    } = instantiate(module);
    const property = fc.property(contents, addresses, (bytes, at) => {
      new Uint8Array(buffer).set(bytes);
      for (const [i, [offset = 0]] of places.entries()) {
        call(`run${i}`, at);
        const wanted = define(new Uint8Array(buffer, at + offset, 16));
        expect(new Uint8Array(buffer, at + 100, 16)).toEqual(wanted);
      }
    });
    fc.assert(property);
  });

  test.each([8, 16, 32, 64])("load%i_lane and store%i_lane", (bits) => {
    const width = bits / 8;
    for (let lane = 0; lane < 16 / width; lane++) {
      const module = withMemory();
      module.export(
        "run",
        module.func("run", ["i32"], "void", (f, at) => {
          const loaded = tables.v128![`load${bits}_lane`]!(at, v128.load(200), lane, 3, 1) as Expr<"v128">;
          f.do(v128.store(240, loaded), tables.v128![`store${bits}_lane`]!(at, v128.load(200), lane, 3));
        }),
      );
      const {
        call,
        memory: { buffer },
      } = instantiate(module);
      const bytes = new Uint8Array(buffer);
      for (let i = 0; i < 300; i++) bytes[i] = (i * 37) & 0xff;
      const before = bytes.slice();
      call("run", 10);
      const wanted = before.slice(200, 216);
      wanted.set(before.subarray(13, 13 + width), lane * width);
      expect(bytes.slice(240, 256)).toEqual(wanted);
      expect(bytes.slice(13, 13 + width)).toEqual(before.slice(200 + lane * width, 200 + (lane + 1) * width));
      expect(bytes.slice(13 + width, 40)).toEqual(before.slice(13 + width, 40));
    }
  });
});

test("size, grow, copy, fill and init", () => {
  const module = withMemory();
  module.data(16, Uint8Array.of(1, 2, 3, 4));
  const passive = module.passiveData(Uint8Array.of(9, 8, 7));
  module.export(
    "size",
    module.func("size", [], "i32", () => memory.size()),
  );
  module.export(
    "grow",
    module.func("grow", ["n: i32"], "i32", (_, n) => memory.grow(n)),
  );
  module.export(
    "copy",
    module.func("copy", ["to: i32", "from: i32", "n: i32"], "void", (f, to, from, n) => f.do(memory.copy(to, from, n))),
  );
  module.export(
    "fill",
    module.func("fill", ["to: i32", "x: i32", "n: i32"], "void", (f, to, x, n) => f.do(memory.fill(to, x, n))),
  );
  module.export(
    "init",
    module.func("init", ["to: i32"], "void", (f, to) => f.do(memory.init(passive, to, 1, 2))),
  );
  module.export(
    "drop",
    module.func("drop", [], "void", (f) => f.do(memory.drop(passive))),
  );
  const running = instantiate(module);
  const bytes = (from: number, to: number): number[] => [...new Uint8Array(running.memory.buffer, from, to - from)];
  expect(bytes(15, 21)).toEqual([0, 1, 2, 3, 4, 0]);
  running.call("copy", 17, 16, 3);
  expect(bytes(15, 21)).toEqual([0, 1, 1, 2, 3, 0]);
  running.call("fill", 18, 255, 2);
  expect(bytes(15, 21)).toEqual([0, 1, 1, 255, 255, 0]);
  running.call("init", 15);
  expect(bytes(15, 18)).toEqual([8, 7, 1]);
  running.call("drop");
  expect(running.call("init", 15)).toBe("trap");
  expect([running.call("size"), running.call("grow", 2), running.call("size"), running.call("grow", 1)]).toEqual([
    1, 1, 3, -1,
  ]);
});

describe("atomics on an imported shared memory", () => {
  const define: Readonly<Record<string, (old: bigint, value: bigint) => bigint>> = {
    add: (old, value) => old + value,
    sub: (old, value) => old - value,
    and: (old, value) => old & value,
    or: (old, value) => old | value,
    xor: (old, value) => old ^ value,
    xchg: (_, value) => value,
  };
  const shared = new host.Memory({ initial: 1, maximum: 4, shared: true });
  const imports = { env: { memory: shared } };
  const onShared = (): Module => {
    const module = new Module();
    module.importMemory("env", "memory", { min: 1, max: 4, shared: true });
    return module;
  };

  test.each(["i32", "i64"] as const)("%s", (type) => {
    const bits = type === "i32" ? 32 : 64;
    const table = atomic[type];
    const module = onShared();
    const access = table as unknown as Record<string, Make>;
    expect(Object.keys(table).sort()).toEqual([...Object.keys(define), "cmpxchg", "load", "store"].sort());
    for (const word of Object.keys(define)) {
      module.export(
        word,
        module.func(word, ["i32", type], type, (_, at, value) => access[word]!(at, value, 8) as Expr<"i32">),
      );
    }
    module.export(
      "load",
      module.func("load", ["i32"], type, (_, at) => access.load!(at, 8) as Expr<"i32">),
    );
    module.export(
      "store",
      module.func("store", ["i32", type], "void", (f, at, value) => f.do(access.store!(at, value, 8))),
    );
    module.export(
      "cmpxchg",
      module.func("cmpxchg", ["i32", type, type], type, (_, at, a, b) => access.cmpxchg!(at, a, b, 8) as Expr<"i32">),
    );
    const { call } = instantiate(module, imports);
    const number = (value: bigint): Value =>
      type === "i32" ? Number(BigInt.asIntN(32, value)) : BigInt.asIntN(64, value);
    const view = new DataView(shared.buffer);
    const held = (): Value => (type === "i32" ? view.getInt32(24, true) : view.getBigInt64(24, true));
    const property = fc.property(arbitrary[type]!, arbitrary[type]!, arbitrary[type]!, (old, a, b) => {
      for (const [word, f] of Object.entries(define)) {
        call("store", 16, old);
        expect(held()).toBe(old);
        expect(call(word, 16, a)).toBe(old);
        expect(call("load", 16)).toBe(number(BigInt.asIntN(bits, f(BigInt(old), BigInt(a)))));
      }
      call("store", 16, old);
      expect(call("cmpxchg", 16, a, b)).toBe(old);
      expect(held()).toBe(a === old ? b : old);
      call("store", 16, old);
      expect(call("cmpxchg", 16, old, b)).toBe(old);
      expect(held()).toBe(b);
    });
    fc.assert(property);
    expect(call("load", 17)).toBe("trap");
  });

  test("wait, notify and fence", () => {
    const module = onShared();
    module.export(
      "wait32",
      module.func("wait32", ["i32", "i32", "i64"], "i32", (_, at, value, time) => atomic.wait32(at, value, time, 4)),
    );
    module.export(
      "wait64",
      module.func("wait64", ["i32", "i64", "i64"], "i32", (_, at, value, time) => atomic.wait64(at, value, time, 8)),
    );
    module.export(
      "notify",
      module.func("notify", ["i32", "i32"], "i32", (_, at, count) => atomic.notify(at, count)),
    );
    module.export(
      "fence",
      module.func("fence", [], "void", (f) => f.do(atomic.fence())),
    );
    const { call } = instantiate(module, imports);
    new DataView(shared.buffer).setInt32(36, 5, true);
    new DataView(shared.buffer).setBigInt64(40, 6n, true);
    expect([call("wait32", 32, 4, -1n), call("wait32", 32, 5, 1000n)]).toEqual([1, 2]);
    expect([call("wait64", 32, 5n, -1n), call("wait64", 32, 6n, 1000n)]).toEqual([1, 2]);
    expect(call("notify", 36, 1)).toBe(0);
    expect(call("fence")).toBeUndefined();
  });
});
