/**
 * Expressions: small trees of instructions, built by the tables `i32`, `i64`, `f64`, `v128`, ... and written by a `Body`
 * where a statement uses them. A node is written each time it is used, and reads locals, globals and memory at that
 * place: an expression is a piece of code, not a value. Operand types are checked twice: by the type checker of the
 * generator, and here when the node is built (WebAssembly core specification 2.0, section 3.3, for single instructions).
 */
import { assert, InternalError } from "../../base/index.ts";
import type { Code } from "./code.ts";
import type { Data, Func, FuncType, Table } from "./handles.ts";
import { type Op, op, type ResultType, type ValType } from "./opcodes.ts";

/** Immediates that are not numbers. */
type Extra = null | bigint | Uint8Array | Func | Table | Data | Code | object;

/**
 * One node. `imm` is the constant of i32 and f64, the index of a local or global, the lane, or the offset of a memory
 * access; `aux` is the alignment of that access in bytes, times 16 plus the lane where it has one.
 */
export class Expr<T extends ResultType = ResultType> {
  readonly type: T;
  readonly op: Op;
  readonly args: readonly Expr[];
  readonly imm: number;
  readonly aux: number;
  readonly extra: Extra;
  /** Leaving it out changes nothing: no trap, no call, no memory access. */
  readonly pure: boolean;

  constructor(o: Op, type: T, args: readonly Expr[], imm = 0, aux = 0, extra: Extra = null) {
    this.op = o;
    this.type = type;
    this.args = args;
    this.imm = imm;
    this.aux = aux;
    this.extra = extra;
    let pure = o.pure;
    for (let i = 0; i < args.length; i++) if (!args[i]!.pure) pure = false;
    this.pure = pure;
  }
}

export type I32 = Expr<"i32">;
type I64 = Expr<"i64">;
export type F64 = Expr<"f64">;
export type V128 = Expr<"v128">;

/** What may stand where an expression of type T is wanted: plain numbers are constants. */
export type Operand<T extends ValType> = T extends "i32" | "f64"
  ? Expr<T> | number
  : T extends "i64"
    ? Expr<T> | number | bigint
    : Expr<T>;

export type Operands<P extends readonly ValType[]> = { readonly [K in keyof P]: Operand<P[K]> };

const none: readonly Expr[] = [];
const [opLocalGet, opLocalTee, opGlobalGet, opCall, opCallIndirect, opIf, opSelect] = [
  "local.get",
  "local.tee",
  "global.get",
  "call",
  "call_indirect",
  "if",
  "select",
].map(op);
const [opI32, opI64, opF64] = ["i32.const", "i64.const", "f64.const"].map(op);

/** A variable of one function; as an expression, its value. */
export class Local<T extends ValType = ValType> extends Expr<T> {
  readonly name: string;

  constructor(code: Code, type: T, index: number, name: string) {
    super(opLocalGet!, type, none, index, 0, code);
    this.name = name;
  }
}

/** A variable of a module; as an expression, its value. */
export class Global<T extends ValType = ValType> extends Expr<T> {
  readonly name: string;
  readonly mutable: boolean;
  readonly init: number | bigint;

  constructor(module: object, type: T, index: number, name: string, mutable: boolean, init: number | bigint) {
    super(opGlobalGet!, type, none, index, 0, module);
    this.name = name;
    this.mutable = mutable;
    this.init = init;
  }
}

export function constI32(value: number): I32 {
  assert(Number.isInteger(value) && value >= -0x80000000 && value <= 0xffffffff, `${value} is no 32-bit integer`);
  return new Expr(opI32!, "i32", none, value | 0);
}

export function constI64(value: number | bigint): I64 {
  assert(typeof value === "bigint" || Number.isSafeInteger(value), `${value} is no exact integer`);
  return new Expr(opI64!, "i64", none, 0, 0, BigInt.asIntN(64, BigInt(value)));
}

export function constF64(value: number): F64 {
  return new Expr(opF64!, "f64", none, value);
}

export function isConst(e: Expr): boolean {
  return e.op === opI32 || e.op === opI64;
}

/** The value of a 32-bit constant, or null. */
export function valueI32(e: Expr): number | null {
  return e.op === opI32 ? e.imm : null;
}

/** The value of a 64-bit constant, or null. */
export function valueI64(e: Expr): bigint | null {
  return e.op === opI64 ? (e.extra as bigint) : null;
}

/** An operand as an expression of the type wanted. */
export function operand<T extends ValType>(type: T, value: Expr | number | bigint, what: Op): Expr<T> {
  if (value instanceof Expr) {
    if (value.type !== type)
      throw new InternalError(`${what.name} expects ${type}, found ${value.op.name} of ${value.type}`);
    return value as Expr<T>;
  }
  return constant(type, value, what) as Expr as Expr<T>;
}

function constant(type: ValType, value: number | bigint, what: Op): Expr {
  if (type === "i64") return constI64(value);
  if (typeof value === "number" && type === "i32") return constI32(value);
  if (typeof value === "number" && type === "f64") return constF64(value);
  throw new InternalError(`${what.name} expects ${type}, found the number ${value}`);
}

function operands(types: readonly ValType[], values: readonly (Expr | number | bigint)[], what: Op): Expr[] {
  if (types.length !== values.length) {
    throw new InternalError(`${what.name} expects ${types.length} operands, found ${values.length}`);
  }
  const result = new Array<Expr>(values.length);
  for (let i = 0; i < values.length; i++) result[i] = operand(types[i]!, values[i]!, what);
  return result;
}

/** A node of an instruction with fixed operand types, not simplified. */
export function node(o: Op, values: readonly (Expr | number | bigint)[], imm = 0, aux = 0, extra: Extra = null): Expr {
  return new Expr(o, o.result, operands(o.params, values, o), imm, aux, extra);
}

/** Calls a function; the result is `void` where it has none. */
export function call<P extends readonly ValType[], R extends ResultType>(
  func: Func<P, R>,
  ...args: Operands<P>
): Expr<R> {
  return new Expr(opCall!, func.type.result, checked(func.name, func.type, args), 0, 0, func);
}

/** Calls the function at `index` of the table, which must have exactly this type or the call traps. */
export function callIndirect<P extends readonly ValType[], R extends ResultType>(
  table: Table,
  type: FuncType<P, R>,
  index: Operand<"i32">,
  ...args: Operands<P>
): Expr<R> {
  const all = checked(table.name, type, args);
  all.push(operand("i32", index, opCallIndirect!));
  return new Expr(opCallIndirect!, type.result, all, 0, 0, { table, type });
}

function checked(name: string, type: FuncType, args: readonly (Expr | number | bigint)[]): Expr[] {
  if (args.length !== type.params.length) {
    throw new InternalError(`call of ${name} with ${args.length} arguments instead of ${type.params.length}`);
  }
  return operands(type.params, args, opCall!);
}

/** Sets the local and is its new value. */
export function tee<T extends ValType>(local: Local<T>, value: Operand<T>): Expr<T> {
  return new Expr(opLocalTee!, local.type, [operand(local.type, value, opLocalTee!)], local.imm, 0, local.extra);
}

/** `a` where the condition is not 0, else `b`; only that one is evaluated. */
export function either<T extends ValType>(type: T, condition: Operand<"i32">, a: Operand<T>, b: Operand<T>): Expr<T> {
  const test = operand("i32", condition, opIf!);
  const [yes, no] = [operand(type, a, opIf!), operand(type, b, opIf!)];
  const known = valueI32(test);
  if (known !== null) return known !== 0 ? yes : no;
  return new Expr(opIf!, type, [test, yes, no]);
}

/** `a` where the condition is not 0, else `b`; `a`, `b` and the condition are evaluated, in this order. */
export function select<T extends ValType>(type: T, condition: Operand<"i32">, a: Operand<T>, b: Operand<T>): Expr<T> {
  const test = operand("i32", condition, opSelect!);
  const [yes, no] = [operand(type, a, opSelect!), operand(type, b, opSelect!)];
  const known = valueI32(test);
  if (known !== null && yes.pure && no.pure) return known !== 0 ? yes : no;
  return new Expr(opSelect!, type, [yes, no, test]);
}

/** Is this node one of `either`, with arguments condition, `a` and `b`? */
export function isEither(e: Expr): boolean {
  return e.op === opIf;
}
