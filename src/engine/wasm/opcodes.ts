/**
 * The instructions the assembler knows: name, code, operand types, result type and the kind of immediates that follow
 * the code in the binary. Codes are those of the WebAssembly core specification 2.0, section 5.4 (instructions, with the
 * vector instructions of 5.4.8) and of the threads proposal (prefix 0xFE). The code of a prefixed instruction is kept as
 * `prefix << 16 | number`. Consecutive codes are listed as one family; `_` marks a code that is left out.
 */
import { assert } from "../../base/index.ts";

export type ValType = "i32" | "i64" | "f64" | "v128";
/** What an expression, a block or a function leaves behind. */
export type ResultType = ValType | "void";

/** Binary code of value types (5.3.1) and of the empty block type (5.4.1). */
export const typeCode: Readonly<Record<ResultType, number>> = {
  i32: 0x7f,
  i64: 0x7e,
  f64: 0x7c,
  v128: 0x7b,
  void: 0x40,
};
export const typeOfCode: ReadonlyMap<number, ResultType> = new Map(
  (Object.keys(typeCode) as ResultType[]).map((type) => [typeCode[type], type]),
);

/** What follows the code: see `code.ts` for the writer and `decode.ts` for the reader. */
type Immediate =
  | "none"
  | "block" // block type
  | "label" // depth
  | "labels" // vector of depths, default depth
  | "func"
  | "indirect" // type, table
  | "local"
  | "global"
  | "memory" // alignment exponent, offset
  | "memoryLane" // alignment exponent, offset, lane
  | "zero" // one index that is always 0
  | "zeros" // two of them
  | "data" // data segment, memory 0
  | "segment" // data segment
  | "i32"
  | "i64"
  | "f64"
  | "v128" // 16 bytes
  | "shuffle" // 16 lane numbers
  | "lane";

export interface Op {
  readonly name: string;
  readonly code: number;
  readonly params: readonly ValType[];
  readonly result: ResultType;
  readonly immediate: Immediate;
  /** Bytes touched in memory; 0 for all others. */
  readonly width: number;
  /** For `lane` and `memoryLane`: how many lanes there are. */
  readonly lanes: number;
  /** Neither traps nor changes anything nor reads memory: it may be left out when its result is not needed. */
  readonly pure: boolean;
  /** Operand types depend on the place (control, calls, drop, select, variables): `params` and `result` say nothing. */
  readonly special: boolean;
}

const byName = new Map<string, Op>();
const byCode = new Map<number, Op>();

/** The instruction of this name; asking for an unknown one is our own fault. */
export function op(name: string): Op {
  const found = byName.get(name);
  assert(found !== undefined, `the assembler knows no instruction "${name}"`);
  return found;
}

export function opOfCode(code: number): Op {
  const found = byCode.get(code);
  assert(found !== undefined, `no instruction has the code 0x${code.toString(16)}`);
  return found;
}

const letters: Readonly<Record<string, ResultType>> = { i: "i32", l: "i64", d: "f64", v: "v128", "-": "void" };

type Shape = Partial<Pick<Op, "immediate" | "width" | "lanes" | "pure" | "special">>;

/** Instructions `prefix.word` with codes `first`, `first + 1`, ... and one signature such as `ii>i`. */
function family(prefix: string, first: number, signature: string, words: string, shape: Shape = {}): void {
  const [from, to] = signature.split(">");
  const params = [...from!].map((letter) => letters[letter] as ValType);
  const result = letters[to!]!;
  let code = first;
  for (const word of words.split(" ")) {
    if (word !== "_") {
      const entry: Op = {
        name: prefix === "" ? word : `${prefix}.${word}`,
        code,
        params,
        result,
        immediate: shape.immediate ?? "none",
        width: shape.width ?? 0,
        lanes: shape.lanes ?? 0,
        pure: shape.pure ?? true,
        special: shape.special ?? false,
      };
      byName.set(entry.name, entry);
      byCode.set(code, entry);
    }
    code++;
  }
}

function special(name: string, code: number, immediate: Immediate, pure = false): void {
  family("", code, ">-", name, { immediate, pure, special: true });
}

function memory(name: string, code: number, signature: string, width: number, lanes = 0): void {
  family("", code, signature, name, { immediate: lanes > 0 ? "memoryLane" : "memory", width, lanes, pure: false });
}

// Control (5.4.1), parametric (5.4.3) and variable (5.4.4) instructions.
special("unreachable", 0x00, "none");
special("block", 0x02, "block");
special("loop", 0x03, "block");
special("if", 0x04, "block");
special("else", 0x05, "none");
special("end", 0x0b, "none");
special("br", 0x0c, "label");
special("br_if", 0x0d, "label");
special("br_table", 0x0e, "labels");
special("return", 0x0f, "none");
special("call", 0x10, "func");
special("call_indirect", 0x11, "indirect");
special("drop", 0x1a, "none");
special("select", 0x1b, "none", true);
special("local.get", 0x20, "local", true);
special("local.set", 0x21, "local");
special("local.tee", 0x22, "local");
special("global.get", 0x23, "global", true);
special("global.set", 0x24, "global");

// Memory (5.4.6).
memory("i32.load", 0x28, "i>i", 4);
memory("i64.load", 0x29, "i>l", 8);
memory("f64.load", 0x2b, "i>d", 8);
for (const [at, name] of ["load8_s", "load8_u", "load16_s", "load16_u"].entries()) {
  memory(`i32.${name}`, 0x2c + at, "i>i", at < 2 ? 1 : 2);
  memory(`i64.${name}`, 0x30 + at, "i>l", at < 2 ? 1 : 2);
}
memory("i64.load32_s", 0x34, "i>l", 4);
memory("i64.load32_u", 0x35, "i>l", 4);
memory("i32.store", 0x36, "ii>-", 4);
memory("i64.store", 0x37, "il>-", 8);
memory("f64.store", 0x39, "id>-", 8);
memory("i32.store8", 0x3a, "ii>-", 1);
memory("i32.store16", 0x3b, "ii>-", 2);
memory("i64.store8", 0x3c, "il>-", 1);
memory("i64.store16", 0x3d, "il>-", 2);
memory("i64.store32", 0x3e, "il>-", 4);
family("memory", 0x3f, ">i", "size", { immediate: "zero", pure: false });
family("memory", 0x40, "i>i", "grow", { immediate: "zero", pure: false });
family("memory", 0xfc0008, "iii>-", "init", { immediate: "data", pure: false });
family("data", 0xfc0009, ">-", "drop", { immediate: "segment", pure: false });
family("memory", 0xfc000a, "iii>-", "copy", { immediate: "zeros", pure: false });
family("memory", 0xfc000b, "iii>-", "fill", { immediate: "zero", pure: false });

// Numbers (5.4.7). Division and the trapping truncations are not pure.
const traps = { pure: false };
family("i32", 0x41, ">i", "const", { immediate: "i32" });
family("i64", 0x42, ">l", "const", { immediate: "i64" });
family("f64", 0x44, ">d", "const", { immediate: "f64" });
family("i32", 0x45, "i>i", "eqz");
family("i32", 0x46, "ii>i", "eq ne lt_s lt_u gt_s gt_u le_s le_u ge_s ge_u");
family("i64", 0x50, "l>i", "eqz");
family("i64", 0x51, "ll>i", "eq ne lt_s lt_u gt_s gt_u le_s le_u ge_s ge_u");
family("f64", 0x61, "dd>i", "eq ne lt gt le ge");
family("i32", 0x67, "i>i", "clz ctz popcnt");
family("i32", 0x6a, "ii>i", "add sub mul _ _ _ _ and or xor shl shr_s shr_u rotl rotr");
family("i32", 0x6d, "ii>i", "div_s div_u rem_s rem_u", traps);
family("i64", 0x79, "l>l", "clz ctz popcnt");
family("i64", 0x7c, "ll>l", "add sub mul _ _ _ _ and or xor shl shr_s shr_u rotl rotr");
family("i64", 0x7f, "ll>l", "div_s div_u rem_s rem_u", traps);
family("f64", 0x99, "d>d", "abs neg ceil floor trunc nearest sqrt");
family("f64", 0xa0, "dd>d", "add sub mul div min max copysign");
family("i32", 0xa7, "l>i", "wrap_i64");
family("i32", 0xaa, "d>i", "trunc_f64_s trunc_f64_u", traps);
family("i64", 0xac, "i>l", "extend_i32_s extend_i32_u");
family("i64", 0xb0, "d>l", "trunc_f64_s trunc_f64_u", traps);
family("f64", 0xb7, "i>d", "convert_i32_s convert_i32_u");
family("f64", 0xb9, "l>d", "convert_i64_s convert_i64_u");
family("i64", 0xbd, "d>l", "reinterpret_f64");
family("f64", 0xbf, "l>d", "reinterpret_i64");
family("i32", 0xc0, "i>i", "extend8_s extend16_s");
family("i64", 0xc2, "l>l", "extend8_s extend16_s extend32_s");
family("i32", 0xfc0002, "d>i", "trunc_sat_f64_s trunc_sat_f64_u");
family("i64", 0xfc0006, "d>l", "trunc_sat_f64_s trunc_sat_f64_u");

// Vectors (5.4.8): integer lanes only.
const simd = 0xfd0000;
memory("v128.load", simd, "i>v", 16);
for (const [at, name] of ["load8x8_s", "load8x8_u", "load16x4_s", "load16x4_u", "load32x2_s", "load32x2_u"].entries()) {
  memory(`v128.${name}`, simd + 1 + at, "i>v", 8);
}
for (const [at, bits] of [8, 16, 32, 64].entries()) {
  memory(`v128.load${bits}_splat`, simd + 7 + at, "i>v", bits / 8);
  memory(`v128.load${bits}_lane`, simd + 84 + at, "iv>v", bits / 8, 128 / bits);
  memory(`v128.store${bits}_lane`, simd + 88 + at, "iv>-", bits / 8, 128 / bits);
}
memory("v128.store", simd + 11, "iv>-", 16);
memory("v128.load32_zero", simd + 92, "i>v", 4);
memory("v128.load64_zero", simd + 93, "i>v", 8);
family("v128", simd + 12, ">v", "const", { immediate: "v128" });
family("i8x16", simd + 13, "vv>v", "shuffle", { immediate: "shuffle" });
family("i8x16", simd + 14, "vv>v", "swizzle");
family("", simd + 15, "i>v", "i8x16.splat i16x8.splat i32x4.splat");
family("", simd + 18, "l>v", "i64x2.splat");
for (const [shape, lanes, code, words, scalar] of [
  ["i8x16", 16, 21, "extract_lane_s extract_lane_u", "i"],
  ["i16x8", 8, 24, "extract_lane_s extract_lane_u", "i"],
  ["i32x4", 4, 27, "extract_lane", "i"],
  ["i64x2", 2, 29, "extract_lane", "l"],
] as const) {
  const replace = simd + code + words.split(" ").length;
  family(shape, simd + code, `v>${scalar}`, words, { immediate: "lane", lanes });
  family(shape, replace, `v${scalar}>v`, "replace_lane", { immediate: "lane", lanes });
}
for (const [at, shape] of ["i8x16", "i16x8", "i32x4"].entries()) {
  family(shape, simd + 35 + 10 * at, "vv>v", "eq ne lt_s lt_u gt_s gt_u le_s le_u ge_s ge_u");
}
family("v128", simd + 77, "v>v", "not");
family("v128", simd + 78, "vv>v", "and andnot or xor");
family("v128", simd + 82, "vvv>v", "bitselect");
family("v128", simd + 83, "v>i", "any_true");
family("i8x16", simd + 96, "v>v", "abs neg popcnt");
for (const [shape, base] of [
  ["i8x16", 96],
  ["i16x8", 128],
  ["i32x4", 160],
  ["i64x2", 192],
] as const) {
  family(shape, simd + base + 3, "v>i", "all_true bitmask");
  family(shape, simd + base + 11, "vi>v", "shl shr_s shr_u");
  if (base > 96) family(shape, simd + base, "v>v", "abs neg");
}
family("i8x16", simd + 101, "vv>v", "narrow_i16x8_s narrow_i16x8_u");
family(
  "i8x16",
  simd + 110,
  "vv>v",
  "add add_sat_s add_sat_u sub sub_sat_s sub_sat_u _ _ min_s min_u max_s max_u _ avgr_u",
);
family("i16x8", simd + 133, "vv>v", "narrow_i32x4_s narrow_i32x4_u");
family(
  "i16x8",
  simd + 142,
  "vv>v",
  "add add_sat_s add_sat_u sub sub_sat_s sub_sat_u _ mul min_s min_u max_s max_u _ avgr_u",
);
family("i32x4", simd + 174, "vv>v", "add _ _ sub _ _ _ mul min_s min_u max_s max_u dot_i16x8_s");
family("i64x2", simd + 206, "vv>v", "add _ _ sub _ _ _ mul eq ne lt_s gt_s le_s ge_s");
for (const [shape, half, base] of [
  ["i16x8", "i8x16", 135],
  ["i32x4", "i16x8", 167],
  ["i64x2", "i32x4", 199],
] as const) {
  const words = ["low_s", "high_s", "low_u", "high_u"].map((word) => `extend_${word.replace("_", `_${half}_`)}`);
  family(shape, simd + base, "v>v", words.join(" "));
}

// Atomics (threads proposal), of whole i32 and i64 only. Their alignment is always the natural one.
const atomic = 0xfe0000;
memory("memory.atomic.notify", atomic, "ii>i", 4);
memory("memory.atomic.wait32", atomic + 1, "iil>i", 4);
memory("memory.atomic.wait64", atomic + 2, "ill>i", 8);
family("atomic", atomic + 3, ">-", "fence", { immediate: "zero", pure: false });
for (const [at, type, letter, width] of [
  [0, "i32", "i", 4],
  [1, "i64", "l", 8],
] as const) {
  memory(`${type}.atomic.load`, atomic + 0x10 + at, `i>${letter}`, width);
  memory(`${type}.atomic.store`, atomic + 0x17 + at, `i${letter}>-`, width);
  for (const [row, word] of ["add", "sub", "and", "or", "xor", "xchg"].entries()) {
    memory(`${type}.atomic.rmw.${word}`, atomic + 0x1e + 7 * row + at, `i${letter}>${letter}`, width);
  }
  memory(`${type}.atomic.rmw.cmpxchg`, atomic + 0x48 + at, `i${letter}${letter}>${letter}`, width);
}

/** Atomics trap or fail to validate unless their alignment is exactly the natural one. */
export function isAtomic(o: Op): boolean {
  return o.code >>> 16 === 0xfe;
}
