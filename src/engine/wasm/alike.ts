/**
 * Which functions of a module are alike: the same instructions but for numbers, which are constants of 32 or 64 bits or
 * doubles, offsets of memory accesses, and calls of functions that are alike in their turn. What is left when these are taken
 * out is their shape.
 */
import { assert } from "../../base/index.ts";
import { Bytes } from "./bytes.ts";
import type { Code } from "./code.ts";
import { Reader } from "./decode.ts";
import type { Func } from "./handles.ts";
import type { Module } from "./module.ts";
import type { Op } from "./opcodes.ts";

/** Functions that are alike. */
export interface Class {
  readonly members: Member[];
  readonly number: number;
}

export interface Member {
  readonly func: Func;
  readonly code: Code;
  /** The numbers in which those alike may differ, in order; of a call, the index of who is called. */
  readonly values: readonly (number | bigint)[];
  /** Tables for indirect calls that it names. */
  readonly tables: readonly number[];
  /** Of which class, and which of its members. */
  readonly class: Class;
  readonly place: number;
}

export interface Classes {
  /** By index of the function; imported ones are none. */
  readonly members: readonly (Member | undefined)[];
  /** Those of callees come before those of their callers. */
  readonly classes: readonly Class[];
}

/** Whether those alike may differ in the number of such an instruction. Vectors are few, and always at the same places. */
export function isHole({ immediate, code }: Op): boolean {
  if (immediate === "memory") return code < 0xff;
  return immediate === "i32" || immediate === "i64" || immediate === "f64" || immediate === "func";
}

export function classesOf(module: Module): Classes {
  const members: (Member | undefined)[] = [];
  const known = new Shapes();
  const visiting = new Set<number>();
  /** What stands for a callee in the shape of its caller. A function that calls itself on some way is like no other. */
  const calleeName = (index: number): number => {
    if (index < module.importedFuncs || visiting.has(index)) return 2 * index;
    return 2 * visit(index).class.number + 1;
  };
  const visit = (index: number): Member => {
    const found = members[index];
    if (found) return found;
    visiting.add(index);
    const [func, code] = [module.funcs[index]!, module.codes[index]!];
    assert(code !== null, `function ${func.name} is declared but never defined`);
    const { shape, values, tables } = shapeOf(code, calleeName);
    const alike = known.classOf(shape.view());
    shape.drop();
    const member = { func, code, values, tables, class: alike, place: alike.members.length };
    alike.members.push(member);
    members[index] = member;
    visiting.delete(index);
    return member;
  };
  for (let index = module.importedFuncs; index < module.funcs.length; index++) visit(index);
  return { members, classes: known.classes };
}

/** Classes by their shapes, which are bytes. There may be a hundred thousand functions: no text is made of them. */
class Shapes {
  readonly classes: Class[] = [];
  private readonly byHash = new Map<number, { readonly shape: Uint8Array; readonly class: Class }[]>();

  classOf(shape: Uint8Array): Class {
    const hash = hashOf(shape);
    const beside = this.byHash.get(hash) ?? [];
    const found = beside.find((each) => isSame(each.shape, shape));
    if (found) return found.class;
    const fresh: Class = { members: [], number: this.classes.length };
    this.classes.push(fresh);
    this.byHash.set(hash, [...beside, { shape: shape.slice(), class: fresh }]);
    return fresh;
  }
}

/** Fowler, Noll and Vo's. */
function hashOf(bytes: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < bytes.length; i++) hash = Math.imul(hash ^ bytes[i]!, 0x01000193);
  return hash;
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** The caller drops the bytes. */
function shapeOf(code: Code, calleeName: (index: number) => number) {
  const raw = code.bytes.view();
  const reader = new Reader(raw);
  const values: (number | bigint)[] = [];
  const tables: number[] = [];
  const callees: number[] = [];
  const shape = new Bytes();
  shape.name(`${code.func.type.index} ${code.localTypes.join()}`);
  /** What lies before it is in the shape already. */
  let written = 0;
  while (reader.at < raw.length) {
    const from = reader.at;
    const op = reader.op();
    if (op.immediate === "indirect") {
      tables.push(reader.numbers(op)[1]!);
      continue;
    }
    if (!isHole(op)) {
      reader.pass(op);
      continue;
    }
    shape.bytes(raw.subarray(written, from));
    shape.u8(op.code);
    if (op.immediate === "memory") shape.u32(reader.unsigned());
    const value = holeOf(op, reader);
    values.push(value);
    if (op.immediate === "func") callees.push(value as number);
    written = reader.at;
  }
  shape.bytes(raw.subarray(written));
  for (const callee of callees) shape.u32(calleeName(callee));
  return { shape, values, tables };
}

/** The number in which those alike may differ; of a memory access the offset, behind its alignment. */
function holeOf({ immediate }: Op, reader: Reader): number | bigint {
  switch (immediate) {
    case "i32":
      return reader.signed32();
    case "i64":
      return reader.signed();
    case "f64":
      return reader.f64();
    default:
      return reader.unsigned();
  }
}
