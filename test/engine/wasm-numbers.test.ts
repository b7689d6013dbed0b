/** Every operation on i32, i64 and f64 against a definition in JavaScript, on variables and (simplified) on constants. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Expr, f64, i32, i64, Module, type ValType } from "../../src/engine/wasm/index.ts";
import "../laws/seed.ts";
import { anyF64, anyI32, anyI64, instantiate, type Value } from "./wasm-run.ts";

type Type = "i32" | "i64" | "f64";
type Make = (...operands: (Expr | Value)[]) => Expr;
interface Case {
  readonly params: readonly Type[];
  readonly result: Type;
  /** null where the operation traps. */
  readonly define: (...values: never[]) => Value | boolean | null;
}

const arbitrary: Readonly<Record<Type, fc.Arbitrary<Value>>> = { i32: anyI32, i64: anyI64, f64: anyF64 };

/** Integer operations are defined once, on exact integers, for both widths. */
function integers(type: "i32" | "i64"): Record<string, Case> {
  const bits = type === "i32" ? 32 : 64;
  const s = (value: Value): bigint => BigInt.asIntN(bits, BigInt(value));
  const u = (value: Value): bigint => BigInt.asUintN(bits, BigInt(value));
  const wrap = (value: bigint): Value => (type === "i32" ? Number(s(value)) : s(value));
  const digits = (value: Value): string => u(value).toString(2).padStart(bits, "0");
  const lowest = -(1n << BigInt(bits - 1));
  const shift = (b: Value): bigint => u(b) % BigInt(bits);
  const rotate = (a: Value, by: bigint): bigint => (u(a) << by) | (u(a) >> (BigInt(bits) - by));
  const binary: Record<string, (a: Value, b: Value) => bigint | null> = {
    add: (a, b) => s(a) + s(b),
    sub: (a, b) => s(a) - s(b),
    mul: (a, b) => s(a) * s(b),
    div_s: (a, b) => (s(b) === 0n || (s(a) === lowest && s(b) === -1n) ? null : s(a) / s(b)),
    div_u: (a, b) => (u(b) === 0n ? null : u(a) / u(b)),
    rem_s: (a, b) => (s(b) === 0n ? null : s(a) % s(b)),
    rem_u: (a, b) => (u(b) === 0n ? null : u(a) % u(b)),
    and: (a, b) => s(a) & s(b),
    or: (a, b) => s(a) | s(b),
    xor: (a, b) => s(a) ^ s(b),
    shl: (a, b) => s(a) << shift(b),
    shr_s: (a, b) => s(a) >> shift(b),
    shr_u: (a, b) => u(a) >> shift(b),
    rotl: (a, b) => rotate(a, shift(b)),
    rotr: (a, b) => rotate(a, (BigInt(bits) - shift(b)) % BigInt(bits)),
  };
  const compare: Record<string, (a: Value, b: Value) => boolean> = {
    eq: (a, b) => s(a) === s(b),
    ne: (a, b) => s(a) !== s(b),
    lt_s: (a, b) => s(a) < s(b),
    lt_u: (a, b) => u(a) < u(b),
    gt_s: (a, b) => s(a) > s(b),
    gt_u: (a, b) => u(a) > u(b),
    le_s: (a, b) => s(a) <= s(b),
    le_u: (a, b) => u(a) <= u(b),
    ge_s: (a, b) => s(a) >= s(b),
    ge_u: (a, b) => u(a) >= u(b),
  };
  const unary: Record<string, (a: Value) => bigint> = {
    clz: (a) => BigInt((digits(a).match(/^0*/) as RegExpMatchArray)[0].length),
    ctz: (a) => BigInt((digits(a).match(/0*$/) as RegExpMatchArray)[0].length),
    popcnt: (a) => BigInt(digits(a).replaceAll("0", "").length),
    extend8_s: (a) => BigInt.asIntN(8, BigInt(a)),
    extend16_s: (a) => BigInt.asIntN(16, BigInt(a)),
    ...(type === "i64" ? { extend32_s: (a: Value) => BigInt.asIntN(32, BigInt(a)) } : {}),
  };
  const truncated = (a: number, signed: boolean): bigint | null => {
    if (!Number.isFinite(a)) return null;
    const value = BigInt(Math.trunc(a));
    return (signed ? BigInt.asIntN : BigInt.asUintN)(bits, value) === value ? value : null;
  };
  const saturated = (a: number, signed: boolean): bigint => {
    if (Number.isNaN(a)) return 0n;
    const top = signed ? -lowest - 1n : (1n << BigInt(bits)) - 1n;
    return truncated(a, signed) ?? (a > 0 ? top : signed ? lowest : 0n);
  };
  const float: Record<string, (a: number) => bigint | null> = {
    trunc_f64_s: (a) => truncated(a, true),
    trunc_f64_u: (a) => truncated(a, false),
    trunc_sat_f64_s: (a) => saturated(a, true),
    trunc_sat_f64_u: (a) => saturated(a, false),
  };
  const wrapped =
    <A extends Value>(define: (...args: A[]) => bigint | null) =>
    (...args: A[]): Value | null => {
      const value = define(...args);
      return value === null ? null : wrap(value);
    };
  const all: Record<string, Case> = {
    eqz: { params: [type], result: "i32", define: (a: Value) => s(a) === 0n },
    if: { params: ["i32", type, type], result: type, define: (c: number, a: Value, b: Value) => (c !== 0 ? a : b) },
    select: { params: ["i32", type, type], result: type, define: (c: number, a: Value, b: Value) => (c !== 0 ? a : b) },
  };
  for (const [word, define] of Object.entries(binary))
    all[word] = { params: [type, type], result: type, define: wrapped(define) };
  for (const [word, define] of Object.entries(compare)) all[word] = { params: [type, type], result: "i32", define };
  for (const [word, define] of Object.entries(unary))
    all[word] = { params: [type], result: type, define: wrapped(define) };
  for (const [word, define] of Object.entries(float))
    all[word] = { params: ["f64"], result: type, define: wrapped(define) };
  return all;
}

const view = new DataView(new ArrayBuffer(8));

const cases: Readonly<Record<Type, Record<string, Case>>> = {
  i32: {
    ...integers("i32"),
    wrap_i64: { params: ["i64"], result: "i32", define: (a: bigint) => Number(BigInt.asIntN(32, a)) },
    truth: { params: ["i32"], result: "i32", define: (a: number) => a !== 0 },
    andThen: { params: ["i32", "i32"], result: "i32", define: (a: number, b: number) => (a !== 0 ? b : 0) },
    orElse: { params: ["i32", "i32"], result: "i32", define: (a: number, b: number) => (a !== 0 ? 1 : b) },
  },
  i64: {
    ...integers("i64"),
    extend_i32_s: { params: ["i32"], result: "i64", define: (a: number) => BigInt(a) },
    extend_i32_u: { params: ["i32"], result: "i64", define: (a: number) => BigInt(a >>> 0) },
    reinterpret_f64: {
      params: ["f64"],
      result: "i64",
      define: (a: number) => {
        view.setFloat64(0, a);
        return view.getBigInt64(0);
      },
    },
  },
  f64: {
    ...Object.fromEntries(
      Object.entries({
        add: (a: number, b: number) => a + b,
        sub: (a: number, b: number) => a - b,
        mul: (a: number, b: number) => a * b,
        div: (a: number, b: number) => a / b,
        min: Math.min,
        max: Math.max,
        copysign: (a: number, b: number) => (b < 0 || Object.is(b, -0) ? -Math.abs(a) : Math.abs(a)),
      }).map(([word, define]) => [word, { params: ["f64", "f64"], result: "f64", define } as Case]),
    ),
    ...Object.fromEntries(
      Object.entries({
        eq: (a: number, b: number) => a === b,
        ne: (a: number, b: number) => a !== b,
        lt: (a: number, b: number) => a < b,
        gt: (a: number, b: number) => a > b,
        le: (a: number, b: number) => a <= b,
        ge: (a: number, b: number) => a >= b,
      }).map(([word, define]) => [word, { params: ["f64", "f64"], result: "i32", define } as Case]),
    ),
    ...Object.fromEntries(
      Object.entries({
        abs: Math.abs,
        neg: (a: number) => -a,
        ceil: Math.ceil,
        floor: Math.floor,
        trunc: Math.trunc,
        sqrt: Math.sqrt,
        nearest: (a: number) => {
          const down = Math.floor(a);
          if (Math.abs(a) >= 2 ** 52 || Number.isNaN(a) || down === a) return a;
          const up = a - down > 0.5 || (a - down === 0.5 && down % 2 !== 0);
          const value = up ? down + 1 : down;
          return value === 0 && a < 0 ? -0 : value;
        },
      }).map(([word, define]) => [word, { params: ["f64"], result: "f64", define } as Case]),
    ),
    convert_i32_s: { params: ["i32"], result: "f64", define: (a: number) => a },
    convert_i32_u: { params: ["i32"], result: "f64", define: (a: number) => a >>> 0 },
    convert_i64_s: { params: ["i64"], result: "f64", define: (a: bigint) => Number(a) },
    convert_i64_u: { params: ["i64"], result: "f64", define: (a: bigint) => Number(BigInt.asUintN(64, a)) },
    reinterpret_i64: {
      params: ["i64"],
      result: "f64",
      define: (a: bigint) => {
        view.setBigInt64(0, a);
        return view.getFloat64(0);
      },
    },
    if: {
      params: ["i32", "f64", "f64"],
      result: "f64",
      define: (c: number, a: number, b: number) => (c !== 0 ? a : b),
    },
    select: {
      params: ["i32", "f64", "f64"],
      result: "f64",
      define: (c: number, a: number, b: number) => (c !== 0 ? a : b),
    },
  },
};

const tables = { i32, i64, f64 } as unknown as Readonly<Record<Type, Record<string, Make>>>;

function expected({ define }: Case, values: readonly Value[]): Value | "trap" {
  const value = define(...(values as never[]));
  return value === null ? "trap" : typeof value === "boolean" ? Number(value) : value;
}

/** Which of the operands are constants: all choices, so that simplification meets every position. */
function mixes(count: number): boolean[][] {
  return Array.from({ length: 1 << count }, (_, mask) =>
    Array.from({ length: count }, (_, i) => ((mask >> i) & 1) === 1),
  );
}

for (const type of ["i32", "i64", "f64"] as const) {
  describe(type, () => {
    test("every entry of the table has a definition", () => {
      const tested = Object.keys(tables[type]).filter((word) => word !== "const" && !/^(load|store)/.test(word));
      expect(tested.sort()).toEqual(Object.keys(cases[type]).sort());
    });

    test.each(Object.entries(cases[type]))("%s", (word, entry) => {
      const make = tables[type][word]!;
      const module = new Module();
      module.export(
        "run",
        module.func("run", entry.params, entry.result, (_, ...params) => make(...params) as Expr<Type>),
      );
      const { call } = instantiate(module);
      // The payload of a NaN is lost on the way through JavaScript.
      const exact = (values: readonly Value[]): boolean => word !== "reinterpret_f64" || !Number.isNaN(values[0]);
      const tuple = fc.tuple(...entry.params.map((param) => arbitrary[param]));
      const check = (values: Value[]): void => {
        expect(call("run", ...values)).toBe(expected(entry, values));
      };
      fc.assert(fc.property(tuple.filter(exact), check), { numRuns: 200 });

      const onConstants = (samples: Value[][]): void => {
        const folded = new Module();
        const checks: (() => void)[] = [];
        for (const [i, values] of samples.entries()) {
          for (const [j, constant] of mixes(values.length).entries()) {
            const name = `${i}.${j}`;
            const func = folded.func(name, entry.params as readonly ValType[], entry.result, (_, ...params) => {
              return make(...values.map((value, k) => (constant[k]! ? value : params[k]!))) as Expr<Type>;
            });
            folded.export(name, func);
            checks.push(() => expect(running.call(name, ...values)).toBe(expected(entry, values)));
          }
        }
        const running = instantiate(folded);
        for (const run of checks) run();
      };
      fc.assert(fc.property(fc.array(tuple.filter(exact), { minLength: 10, maxLength: 10 }), onConstants), {
        numRuns: 5,
      });
    });
  });
}
