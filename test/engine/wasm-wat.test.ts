/** The text of modules: exactly as expected, names made distinct, and comments that leave the binary as it is. */
import { expect, test } from "vitest";
import {
  atomic,
  call,
  callIndirect,
  encode,
  f64,
  i8x16,
  i32,
  i32x4,
  i64,
  Module,
  memory,
  printWat,
  v128,
} from "../../src/engine/wasm/index.ts";
import { host } from "./wasm-run.ts";

function demo(withComments: boolean): Module {
  const m = new Module("demo");
  const note = m.importFunc("env", "note", ["i32"], "void");
  m.importMemory("env", "memory", { min: 1, max: 16, shared: true });
  const count = m.global("i32", "count", -3);
  m.global("f64", "rate", 0.25, false);
  const sum = m.declare("sum", ["n: i32"], "i32");
  const table = m.tableOf("dispatch", [sum, note]);
  const edge = m.func("edge 3 of Train(1)", ["i32", "p: i32"], "void", (f, x, p) => {
    const note3 = (text: string): void => (withComments ? f.comment(text) : undefined);
    note3("edge 3 of Train: Appr -> Stop");
    f.if(
      i32.andThen(i32.lt_s(x, 3), i32.eqz(i32.load8_u(p, 2))),
      () => f.set(count, i32.add(count, call(sum, x))),
      () => f.call(note, 1),
    );
    note3("two lines\nof comment");
    const moved = i32x4.add(i32x4.splat(x), i32x4.const(1, -2, 3, -4));
    f.do(v128.store(p, i32x4.min_s(v128.load(p, 16), moved), 16, 4));
    f.do(atomic.i32.store(p, 3, 4), memory.fill(p, 0, 8));
    f.set(x, i32.andThen(x, call(sum, p)));
    f.do(callIndirect(table, sum.type, 0, x));
    f.if(x, (end) => f.brIf(end, p));
  });
  m.define(sum, (f, n) => {
    const s = f.local("i32", "s");
    f.while(n, (leave) => {
      f.while(i32.gt_s(n, 100), () => f.br(leave));
      f.set(s, i32.add(s, n));
      f.set(n, i32.sub(n, 1));
    });
    return s;
  });
  m.export("edge", edge);
  m.export("count", count);
  m.data(8, Uint8Array.of(1, 65, 34, 200));
  return m;
}

test("the text of a small module", () => {
  expect(printWat(demo(true))).toBe(`(module $demo
  (type $i32-> (func (param i32)))
  (type $i32->i32 (func (param i32) (result i32)))
  (type $i32.i32-> (func (param i32 i32)))
  (import "env" "note" (func $note (param i32)))
  (import "env" "memory" (memory 1 16 shared))
  (table $dispatch 2 2 funcref)
  (global $count (mut i32) (i32.const -3))
  (global $rate f64 (f64.const 0.25))
  (export "edge" (func $edge_3_of_Train_1_))
  (export "count" (global $count))
  (func $sum (param $n i32) (result i32)
    (local $s i32)
    (block $leave
      (loop $again
        (br_if $leave (i32.eqz (local.get $n)))
        (block $leave.1
          (loop $again.1
            (br_if $leave.1 (i32.le_s (local.get $n) (i32.const 100)))
            (br $leave)
            (br $again.1)
          )
        )
        (local.set $s (i32.add (local.get $s) (local.get $n)))
        (local.set $n (i32.add (local.get $n) (i32.const -1)))
        (br $again)
      )
    )
    (local.get $s)
  )
  (func $edge_3_of_Train_1_ (param $0 i32) (param $p i32)
    ;; edge 3 of Train: Appr -> Stop
    (block $L1
      (block $else
        (br_if $else (i32.ge_s (local.get $0) (i32.const 3)))
        (br_if $else (i32.load8_u offset=2 (local.get $p)))
        (global.set $count (i32.add (global.get $count) (call $sum (local.get $0))))
        (br $L1)
      )
      (call $note (i32.const 1))
    )
    ;; two lines
    ;; of comment
    (v128.store offset=16 align=4
      (local.get $p)
      (i32x4.min_s
        (v128.load offset=16 (local.get $p))
        (i32x4.add (i32x4.splat (local.get $0)) (v128.const i32x4 1 -2 3 -4))))
    (i32.atomic.store offset=4 (local.get $p) (i32.const 3))
    (memory.fill (local.get $p) (i32.const 0) (i32.const 8))
    (local.set $0 (if (result i32) (local.get $0) (then (call $sum (local.get $p))) (else (i32.const 0))))
    (drop (call_indirect $dispatch (type $i32->i32) (local.get $0) (i32.const 0)))
    (if $L3 (local.get $0)
      (then
        (br_if $L3 (local.get $p))
      )
    )
  )
  (elem (table $dispatch) (i32.const 0) func $sum $note)
  (data (i32.const 8) "\\01A\\22\\c8")
)
`);
});

test("comments cost nothing in the binary, names only where they are asked for", () => {
  const [plain, commented] = [encode(demo(false)), encode(demo(true))];
  expect(commented).toEqual(plain);
  expect(host.validate(commented)).toBe(true);
  const named = encode(demo(true), { names: true });
  expect(named.subarray(0, plain.length)).toEqual(plain);
  const text = new TextDecoder().decode(named.subarray(plain.length));
  for (const name of ["demo", "edge 3 of Train(1)", "note", "rate"]) expect(text).toContain(name);
});

test("equal and empty names are made distinct", () => {
  const m = new Module();
  for (const name of ["f", "f", "", "f.1"]) m.func(name, ["x: i32", "x: i32", "i32"], "void", () => {});
  const names = printWat(m).match(/\(func \$\S+ .*/g);
  const params = "(param $x i32) (param $x.1 i32) (param $2 i32)";
  expect(names).toEqual([`$f`, `$f.1`, `$func2`, `$f.1.3`].map((name) => `(func ${name} ${params}`));
});

test("constants that need care", () => {
  const m = new Module();
  m.export('a "quoted" ü', m.addMemory({ min: 0 }));
  const floats = [0, -0, 1e21, 1.5e-7, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of floats) m.func("f", [], "f64", () => f64.const(value));
  m.func("g", [], "i64", () => i64.const(-(1n << 63n)));
  m.func("h", ["v128"], "v128", (_, v) =>
    i8x16.shuffle(v, v, [0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 31]),
  );
  m.func("i", ["v128"], "i32", (_, v) => i32x4.extract_lane(v, 3));
  m.func("j", ["i32", "v128"], "void", (f, p, v) => f.do(v128.store16_lane(p, v, 7, 6, 1)));
  const text = printWat(m);
  const shown = [...text.matchAll(/\(f64.const (\S+)\)/g)].map((match) => match[1]);
  expect(shown).toEqual(["0", "-0", "1e+21", "1.5e-7", "nan", "inf", "-inf"]);
  expect(text).toContain('(export "a \\22quoted\\22 \\c3\\bc" (memory 0))');
  expect(text).toContain("(i64.const -9223372036854775808)");
  expect(text).toContain("(i8x16.shuffle 0 16 1 17 2 18 3 19 4 20 5 21 6 22 7 31 (local.get $0) (local.get $0))");
  expect(text).toContain("(i32x4.extract_lane 3 (local.get $0))");
  expect(text).toContain("(v128.store16_lane offset=6 align=1 7 (local.get $0) (local.get $1))");
  expect(host.validate(encode(m))).toBe(true);
});
