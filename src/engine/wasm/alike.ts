/**
 * Which functions of a module are alike: the same instructions but for numbers, which are constants of 32 or 64 bits or doubles, offsets
 * of memory accesses, and calls of functions that are alike in their turn. What is left when these are taken out is their shape.
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
  const known = new Map<string, Class>();
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
    const alike = known.get(shape) ?? { members: [], number: known.size };
    known.set(shape, alike);
    const member = { func, code, values, tables, class: alike, place: alike.members.length };
    alike.members.push(member);
    members[index] = member;
    visiting.delete(index);
    return member;
  };
  for (let index = module.importedFuncs; index < module.funcs.length; index++) visit(index);
  return { members, classes: [...known.values()] };
}

// Every byte has its letter, so that bytes can be the key of a map.
const letters = new TextDecoder("latin1");

function shapeOf(code: Code, calleeName: (index: number) => number) {
  const raw = code.bytes.view();
  const reader = new Reader(raw);
  const values: (number | bigint)[] = [];
  const tables: number[] = [];
  const callees: number[] = [];
  const shape = new Bytes();
  shape.name(`${code.func.type.index} ${code.localTypes.join()}`);
  while (reader.at < raw.length) {
    const from = reader.at;
    const op = reader.op();
    if (!isHole(op)) {
      const [, table] = reader.numbers(op);
      if (op.immediate === "indirect") tables.push(table!);
      shape.bytes(raw.subarray(from, reader.at));
      continue;
    }
    shape.u8(op.code);
    const [first, offset] = reader.numbers(op);
    if (op.immediate === "memory") shape.u32(first!);
    if (op.immediate === "func") callees.push(first!);
    values.push(op.immediate === "i64" ? reader.signed() : op.immediate === "memory" ? offset! : first!);
  }
  const key = letters.decode(shape.view());
  shape.drop();
  // Not before: callees need the room too.
  return { shape: `${key} ${callees.map(calleeName).join()}`, values, tables };
}
