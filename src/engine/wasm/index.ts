/**
 * A small typed assembler for WebAssembly, with a disassembler. It knows nothing of models.
 *
 *     const m = new Module();
 *     const sum = m.func("sum", ["n: i32"], "i32", (f, n) => {
 *       const s = f.local("i32", "s");
 *       f.while(n, () => {
 *         f.comment("add the rest");
 *         f.set(s, i32.add(s, n));
 *         f.set(n, i32.sub(n, 1));
 *       });
 *       return s;
 *     });
 *     m.export("sum", sum);
 *     encode(m);    // the binary
 *     printWat(m);  // the text, with the comments
 */
export { atomic } from "./atomics.ts";
export { Body } from "./body.ts";
export { encode, TooLarge } from "./encode.ts";
export {
  call,
  callIndirect,
  type Expr,
  type F64,
  type Global,
  type I32,
  type Local,
  tee,
  type V128,
} from "./expr.ts";
export type { Func, FuncType, Label, Memory, Table } from "./handles.ts";
export { type WasmGlobal, type WasmHost, type WasmMemory, type WasmModule, wasm } from "./host.ts";
export { Module } from "./module.ts";
export { f64, i32, i64, memory } from "./numbers.ts";
export type { ResultType, ValType } from "./opcodes.ts";
export { shareAlike } from "./share.ts";
export { i8x16, i16x8, i32x4, i64x2, v128 } from "./vectors.ts";
export { printWat } from "./wat.ts";
