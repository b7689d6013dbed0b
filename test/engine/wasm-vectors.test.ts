/** Every vector operation against a definition on lanes in JavaScript, and a row of a zone's closure as an example. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Expr, i8x16, i16x8, i32, i32x4, i64x2, Module, v128 } from "../../src/engine/wasm/index.ts";
import "../laws/seed.ts";
import { anyI32, anyI64, instantiate, type Value } from "./wasm-run.ts";

type Lanes = readonly bigint[];
/** Operands in order: v is a vector (up to three, each 16 bytes), i and l are scalars. */
interface Case {
  readonly params: string;
  readonly define: (...operands: never[]) => Uint8Array | Value;
  /** Immediates put behind the operands. */
  readonly extra?: readonly unknown[];
}

const s = (bits: number, value: bigint): bigint => BigInt.asIntN(bits, value);
const u = (bits: number, value: bigint): bigint => BigInt.asUintN(bits, value);

/** Lanes as signed integers. */
function split(bits: number, bytes: Uint8Array): Lanes {
  return Array.from({ length: 128 / bits }, (_, i) => {
    let value = 0n;
    for (let k = bits / 8 - 1; k >= 0; k--) value = (value << 8n) | BigInt(bytes[(i * bits) / 8 + k]!);
    return s(bits, value);
  });
}

function join(bits: number, lanes: Lanes): Uint8Array {
  const bytes = new Uint8Array(16);
  for (const [i, lane] of lanes.entries()) {
    for (let k = 0; k < bits / 8; k++) bytes[(i * bits) / 8 + k] = Number((lane >> BigInt(8 * k)) & 0xffn);
  }
  return bytes;
}

function clamp(value: bigint, low: bigint, high: bigint): bigint {
  return value < low ? low : value > high ? high : value;
}

function shape(bits: 8 | 16 | 32 | 64): Record<string, Case> {
  const wide = BigInt(bits);
  const [lowest, highest, most] = [-(1n << (wide - 1n)), (1n << (wide - 1n)) - 1n, (1n << wide) - 1n];
  const all: Record<string, Case> = {};
  const zip = (word: string, f: (a: bigint, b: bigint) => bigint): void => {
    const define = (a: Uint8Array, b: Uint8Array): Uint8Array => {
      const y = split(bits, b);
      return join(
        bits,
        split(bits, a).map((x, i) => f(x, y[i]!)),
      );
    };
    all[word] = { params: "vv", define };
  };
  const map = (word: string, f: (a: bigint) => bigint): void => {
    all[word] = { params: "v", define: (a: Uint8Array) => join(bits, split(bits, a).map(f)) };
  };
  const shift = (word: string, f: (a: bigint, by: bigint) => bigint): void => {
    const define = (a: Uint8Array, by: number): Uint8Array =>
      join(
        bits,
        split(bits, a).map((x) => f(x, BigInt.asUintN(32, BigInt(by)) % wide)),
      );
    all[word] = { params: "vi", define };
  };
  const test = (word: string, f: (a: bigint, b: bigint) => boolean): void => zip(word, (a, b) => (f(a, b) ? -1n : 0n));
  zip("add", (a, b) => a + b);
  zip("sub", (a, b) => a - b);
  map("neg", (a) => -a);
  map("abs", (a) => (a < 0n ? -a : a));
  shift("shl", (a, by) => a << by);
  shift("shr_s", (a, by) => a >> by);
  shift("shr_u", (a, by) => u(bits, a) >> by);
  test("eq", (a, b) => a === b);
  test("ne", (a, b) => a !== b);
  test("lt_s", (a, b) => a < b);
  test("gt_s", (a, b) => a > b);
  test("le_s", (a, b) => a <= b);
  test("ge_s", (a, b) => a >= b);
  all.all_true = { params: "v", define: (a: Uint8Array) => Number(split(bits, a).every((x) => x !== 0n)) };
  all.bitmask = {
    params: "v",
    define: (a: Uint8Array) => split(bits, a).reduce((mask, x, i) => mask | (x < 0n ? 1 << i : 0), 0),
  };
  const scalar = bits === 64 ? "l" : "i";
  all.splat = { params: scalar, define: (a: Value) => join(bits, Array(128 / bits).fill(BigInt(a))) };
  const lane = 128 / bits - 1;
  const replaced = (a: Uint8Array, value: Value): Uint8Array =>
    join(bits, [...split(bits, a).slice(0, lane), BigInt(value)]);
  all.replace_lane = { params: `v${scalar}`, extra: [lane], define: replaced };
  const chosen = Array.from({ length: 128 / bits }, (_, i) => (i * 5 + 3) % (256 / bits));
  const shuffled = (a: Uint8Array, b: Uint8Array): Uint8Array => {
    const both = [...split(bits, a), ...split(bits, b)];
    return join(
      bits,
      chosen.map((from) => both[from]!),
    );
  };
  all.shuffle = { params: "vv", extra: [chosen], define: shuffled };
  if (bits === 64) {
    all.mul = {
      params: "vv",
      define: (a: Uint8Array, b: Uint8Array) =>
        join(
          64,
          split(64, a).map((x, i) => x * split(64, b)[i]!),
        ),
    };
    all.extract_lane = { params: "v", extra: [lane], define: (a: Uint8Array) => split(64, a)[lane]! };
    return all;
  }
  test("lt_u", (a, b) => u(bits, a) < u(bits, b));
  test("gt_u", (a, b) => u(bits, a) > u(bits, b));
  test("le_u", (a, b) => u(bits, a) <= u(bits, b));
  test("ge_u", (a, b) => u(bits, a) >= u(bits, b));
  zip("min_s", (a, b) => clamp(a, lowest, b));
  zip("max_s", (a, b) => clamp(a, b, highest));
  zip("min_u", (a, b) => (u(bits, a) < u(bits, b) ? a : b));
  zip("max_u", (a, b) => (u(bits, a) > u(bits, b) ? a : b));
  if (bits === 32) {
    zip("mul", (a, b) => a * b);
    all.extract_lane = { params: "v", extra: [lane], define: (a: Uint8Array) => Number(split(32, a)[lane]) };
    return all;
  }
  if (bits === 16) zip("mul", (a, b) => a * b);
  zip("add_sat_s", (a, b) => clamp(a + b, lowest, highest));
  zip("sub_sat_s", (a, b) => clamp(a - b, lowest, highest));
  zip("add_sat_u", (a, b) => clamp(u(bits, a) + u(bits, b), 0n, most));
  zip("sub_sat_u", (a, b) => clamp(u(bits, a) - u(bits, b), 0n, most));
  zip("avgr_u", (a, b) => (u(bits, a) + u(bits, b) + 1n) / 2n);
  all.extract_lane_s = { params: "v", extra: [lane], define: (a: Uint8Array) => Number(split(bits, a)[lane]) };
  all.extract_lane_u = {
    params: "v",
    extra: [lane],
    define: (a: Uint8Array) => Number(u(bits, split(bits, a)[lane]!)),
  };
  return all;
}

/** Conversions between lanes of `bits` and lanes of twice as many. */
function widths(bits: 8 | 16 | 32): { narrow: Record<string, Case>; extend: Record<string, Case> } {
  const [from, to] = [`i${2 * bits}x${64 / bits}`, `i${bits}x${128 / bits}`];
  const wide = BigInt(bits);
  const narrowed = (low: bigint, high: bigint) => (a: Uint8Array, b: Uint8Array) =>
    join(
      bits,
      [...split(2 * bits, a), ...split(2 * bits, b)].map((x) => clamp(x, low, high)),
    );
  const extended = (signed: boolean, half: number) => (a: Uint8Array) =>
    join(
      2 * bits,
      split(bits, a)
        .slice(half * (64 / bits), (half + 1) * (64 / bits))
        .map((x) => (signed ? x : u(bits, x))),
    );
  return {
    narrow: {
      [`narrow_${from}_s`]: { params: "vv", define: narrowed(-(1n << (wide - 1n)), (1n << (wide - 1n)) - 1n) },
      [`narrow_${from}_u`]: { params: "vv", define: narrowed(0n, (1n << wide) - 1n) },
    },
    extend: {
      [`extend_low_${to}_s`]: { params: "v", define: extended(true, 0) },
      [`extend_high_${to}_s`]: { params: "v", define: extended(true, 1) },
      [`extend_low_${to}_u`]: { params: "v", define: extended(false, 0) },
      [`extend_high_${to}_u`]: { params: "v", define: extended(false, 1) },
    },
  };
}

const bytewise =
  (f: (...bytes: number[]) => number) =>
  (...vectors: Uint8Array[]): Uint8Array =>
    Uint8Array.from({ length: 16 }, (_, i) => f(...vectors.map((vector) => vector[i]!)));

const cases: Readonly<Record<string, Record<string, Case>>> = {
  v128: {
    not: { params: "v", define: bytewise((a) => ~a) },
    and: { params: "vv", define: bytewise((a, b) => a & b) },
    or: { params: "vv", define: bytewise((a, b) => a | b) },
    xor: { params: "vv", define: bytewise((a, b) => a ^ b) },
    andnot: { params: "vv", define: bytewise((a, b) => a & ~b) },
    bitselect: { params: "vvv", define: bytewise((a, b, mask) => (a & mask) | (b & ~mask)) },
    any_true: { params: "v", define: (a: Uint8Array) => Number(a.some((byte) => byte !== 0)) },
    if: { params: "ivv", define: (c: number, a: Uint8Array, b: Uint8Array) => (c !== 0 ? a : b) },
    select: { params: "ivv", define: (c: number, a: Uint8Array, b: Uint8Array) => (c !== 0 ? a : b) },
  },
  i8x16: {
    ...shape(8),
    ...widths(8).narrow,
    popcnt: { params: "v", define: bytewise((a) => a.toString(2).replaceAll("0", "").length) },
    swizzle: { params: "vv", define: (a: Uint8Array, b: Uint8Array) => b.map((from) => (from < 16 ? a[from]! : 0)) },
  },
  i16x8: { ...shape(16), ...widths(8).extend, ...widths(16).narrow },
  i32x4: {
    ...shape(32),
    ...widths(16).extend,
    dot_i16x8_s: {
      params: "vv",
      define: (a: Uint8Array, b: Uint8Array) => {
        const products = split(16, a).map((x, i) => x * split(16, b)[i]!);
        return join(
          32,
          [0, 2, 4, 6].map((i) => products[i]! + products[i + 1]!),
        );
      },
    },
  },
  i64x2: { ...shape(64), ...widths(32).extend },
};

const tables = { v128, i8x16, i16x8, i32x4, i64x2 } as unknown as Record<
  string,
  Record<string, (...all: unknown[]) => Expr>
>;

const anyByte = fc.oneof(fc.integer({ min: 0, max: 255 }), fc.constantFrom(0, 1, 15, 16, 0x7f, 0x80, 0xff));
const anyVector = fc.oneof(
  fc.array(anyByte, { minLength: 16, maxLength: 16 }).map((bytes) => Uint8Array.from(bytes)),
  anyByte.map((byte) => new Uint8Array(16).fill(byte)),
);
const arbitrary: Readonly<Record<string, fc.Arbitrary<Uint8Array | Value>>> = { v: anyVector, i: anyI32, l: anyI64 };

for (const [name, entries] of Object.entries(cases)) {
  describe(name, () => {
    test("every entry of the table has a definition", () => {
      const words = Object.keys(tables[name]!).filter((word) => word !== "const" && !/^(load|store)/.test(word));
      expect(words.sort()).toEqual(Object.keys(entries).sort());
    });

    test.each(Object.entries(entries))("%s", (word, { params, define, extra = [] }) => {
      const module = new Module();
      module.export("memory", module.addMemory({ min: 1 }));
      const scalars = [...params].filter((letter) => letter !== "v").map((letter) => (letter === "l" ? "i64" : "i32"));
      // Vectors are read from 0, 16, ...; a vector result is written at 64.
      const build = (given: readonly Expr[]): Expr => {
        let [vectors, used] = [0, 0];
        const operands = [...params].map((letter) => (letter === "v" ? v128.load(0, 16 * vectors++) : given[used++]));
        return tables[name]![word]!(...operands, ...extra);
      };
      const probe = build(scalars.map((type) => (type === "i64" ? i64x2.extract_lane(v128.load(0), 0) : i32.const(0))));
      const vector = probe.type === "v128";
      const result = probe.type === "v128" || probe.type === "void" ? "i32" : probe.type;
      module.export(
        "run",
        module.func("run", scalars as ("i32" | "i64")[], result, (f, ...given) => {
          const value = build(given);
          if (value.type !== "v128") return value as Expr<"i32">;
          f.do(v128.store(64, value as Expr<"v128">));
          return i32.const(0);
        }),
      );
      const { call, memory } = instantiate(module);
      const bytes = new Uint8Array(memory.buffer);
      const property = fc.property(fc.tuple(...[...params].map((letter) => arbitrary[letter]!)), (values) => {
        let at = 0;
        for (const value of values) if (value instanceof Uint8Array) bytes.set(value, 16 * at++);
        const got = call("run", ...(values.filter((value) => !(value instanceof Uint8Array)) as Value[]));
        const wanted = define(...(values as never[]));
        if (vector) expect(bytes.slice(64, 80)).toEqual(wanted);
        else expect(got).toBe(wanted);
      });
      fc.assert(property, { numRuns: 100 });
    });
  });
}

test("constants of every shape have their lanes in order", () => {
  const module = new Module();
  module.export("memory", module.addMemory({ min: 1 }));
  module.export(
    "run",
    module.func("run", [], "void", (f) => {
      f.do(v128.store(0, i8x16.const(...Array.from({ length: 16 }, (_, i) => i - 8))));
      f.do(v128.store(16, i16x8.const(-1, 2, -300, 65535, 5, 6, 7, -32768)));
      f.do(v128.store(32, i32x4.const(1, -2, 0xffffffff, -0x80000000)));
      f.do(v128.store(48, i64x2.const(-1n, 1n << 40n)));
    }),
  );
  const { call, memory } = instantiate(module);
  call("run");
  expect([...new Int8Array(memory.buffer, 0, 16)]).toEqual(Array.from({ length: 16 }, (_, i) => i - 8));
  expect([...new Int16Array(memory.buffer, 16, 8)]).toEqual([-1, 2, -300, -1, 5, 6, 7, -32768]);
  expect([...new Int32Array(memory.buffer, 32, 4)]).toEqual([1, -2, -1, -0x80000000]);
  expect([...new BigInt64Array(memory.buffer, 48, 2)]).toEqual([-1n, 1n << 40n]);
});

// Bounds are encoded as 2 * constant + (1 if not strict); infinity is the largest one and absorbs sums.
const infinity = 0x7fffffff;
const plus = (a: number, b: number): number => {
  if (a === infinity || b === infinity) return infinity;
  return 2 * ((a >> 1) + (b >> 1)) + (a & b & 1);
};

test("a row of a closure: c[j] = min(c[j], a + b[j]) on encoded bounds, four at a time", () => {
  const columns = 10;
  const padded = 12;
  const module = new Module();
  module.export("memory", module.addMemory({ min: 1 }));
  const row = module.func("row", ["c: i32", "a: i32", "b: i32"], "void", (f, c, a, b) => {
    f.if(i32.eq(a, infinity), () => f.return());
    const left = f.local("v128", "left", i32x4.splat(i32.and(a, -2)));
    const weak = f.local("v128", "weak", i32x4.splat(i32.and(a, 1)));
    const right = f.local("v128", "right");
    const none = i32x4.const(infinity, infinity, infinity, infinity);
    for (let j = 0; j < padded; j += 4) {
      f.comment(`columns ${j} to ${j + 3}`);
      f.set(right, v128.load(b, 4 * j));
      // Constants add without their last bit; the sum is weak only if both are.
      const sum = i32x4.add(left, v128.andnot(right, i32x4.const(1, 1, 1, 1)));
      const bound = v128.or(sum, v128.and(right, weak));
      const finite = v128.bitselect(none, bound, i32x4.eq(right, none));
      f.do(v128.store(c, i32x4.min_s(v128.load(c, 4 * j), finite), 4 * j));
    }
  });
  module.export("row", row);
  const { call, memory } = instantiate(module);
  const bound = fc.oneof(fc.integer({ min: -2000, max: 2000 }), fc.constant(infinity));
  const rows = fc.tuple(
    fc.array(bound, { minLength: columns, maxLength: columns }),
    fc.array(bound, { minLength: columns, maxLength: columns }),
    bound,
  );
  fc.assert(
    fc.property(rows, ([c, b, a]) => {
      const [target, source] = [new Int32Array(memory.buffer, 0, padded), new Int32Array(memory.buffer, 64, padded)];
      target.fill(infinity).set(c);
      source.fill(infinity).set(b);
      call("row", 0, a, 64);
      expect([...target.subarray(0, columns)]).toEqual(c.map((x, j) => Math.min(x, plus(a, b[j]!))));
      expect([...target.subarray(columns)]).toEqual([infinity, infinity]);
    }),
  );
});
