/**
 * A module as a WebAssembly binary (core specification 2.0, section 5.5), ready for `WebAssembly.compile`. Fails an
 * assertion where a declared function was never defined or a limit that all engines share (WebAssembly JavaScript
 * interface 2.0, "Implementation-defined Limits") is passed, with the function's name. Comments are never part of the
 * binary; names are, on request, as the custom section "name" (appendix A.4.1).
 */
import { assert } from "../../base/index.ts";
import { Bytes } from "./bytes.ts";
import type { Code } from "./code.ts";
import type { Global } from "./expr.ts";
import type { Limits } from "./handles.ts";
import type { Export, Module } from "./module.ts";
import { typeCode, type ValType } from "./opcodes.ts";

interface EncodeOptions {
  /** Write the names of functions, locals and globals for stack traces and debuggers. */
  readonly names?: boolean;
}

const maxBody = 7_654_321;
const maxLocals = 50_000;
const funcref = 0x70;
const exportKind: Readonly<Record<string, number>> = { func: 0, table: 1, memory: 2, global: 3 };

export function encode(module: Module, options: EncodeOptions = {}): Uint8Array<ArrayBuffer> {
  const out = new Bytes();
  out.bytes(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0));
  vector(out, 1, module.types, (to, type) => {
    to.u8(0x60);
    types(to, type.params);
    types(to, type.result === "void" ? [] : [type.result]);
  });
  vector(out, 2, module.imports, (to, { module: from, field, item }) => {
    to.name(from);
    to.name(field);
    to.u8(exportKind[item.kind]!);
    if (item.kind === "func") to.u32(item.type.index);
    else limits(to, item.limits);
  });
  const own = module.funcs.slice(module.importedFuncs);
  vector(out, 3, own, (to, func) => to.u32(func.type.index));
  vector(out, 4, module.tables, (to, table) => {
    to.u8(funcref);
    limits(to, { min: table.size, max: table.size });
  });
  const imported = module.imports.some(({ item }) => item === module.memory);
  vector(out, 5, module.memory === null || imported ? [] : [module.memory], (to, memory) => limits(to, memory.limits));
  vector(out, 6, module.globals, global);
  vector(out, 7, module.exports, (to, { name, item }) => {
    to.name(name);
    to.u8(exportKind["kind" in item ? item.kind : "global"]!);
    to.u32(exportIndex(item));
  });
  const { start } = module;
  if (start !== null) section(out, 8, (to) => to.u32(start.index));
  vector(out, 9, module.elements, (to, { table, offset, funcs }) => {
    to.u32(table.index === 0 ? 0 : 2);
    if (table.index !== 0) to.u32(table.index);
    offsetExpr(to, offset);
    // The kind "function reference" is written only in the form that names its table.
    if (table.index !== 0) to.u8(0);
    to.u32(funcs.length);
    for (const func of funcs) to.u32(func.index);
  });
  if (module.datas.length > 0) section(out, 12, (to) => to.u32(module.datas.length));
  vector(out, 10, own, (to, func) => body(to, func.name, module.codes[func.index]!));
  vector(out, 11, module.datas, (to, { offset, bytes }) => {
    to.u32(offset < 0 ? 1 : 0);
    if (offset >= 0) offsetExpr(to, offset);
    to.sized(bytes);
  });
  if (options.names === true) names(out, module);
  const bytes = out.view().slice();
  out.drop();
  return bytes;
}

function section(out: Bytes, id: number, write: (to: Bytes) => void): void {
  const contents = new Bytes();
  write(contents);
  out.u8(id);
  out.sized(contents.view());
  contents.drop();
}

/** A section that is one vector; left out if empty. */
function vector<T>(out: Bytes, id: number, items: readonly T[], write: (to: Bytes, item: T) => void): void {
  if (items.length === 0) return;
  section(out, id, (to) => {
    to.u32(items.length);
    for (const item of items) write(to, item);
  });
}

function types(to: Bytes, list: readonly ValType[]): void {
  to.u32(list.length);
  for (const type of list) to.u8(typeCode[type]);
}

function limits(to: Bytes, { min, max, shared }: Limits): void {
  to.u8((max === undefined ? 0 : 1) | (shared === true ? 2 : 0));
  to.u32(min);
  if (max !== undefined) to.u32(max);
}

function global(to: Bytes, { type, mutable, init }: Global): void {
  to.u8(typeCode[type]);
  to.u8(mutable ? 1 : 0);
  if (type === "i64") {
    to.u8(0x42);
    to.s64(BigInt.asIntN(64, BigInt(init)));
  } else if (type === "f64") {
    to.u8(0x44);
    to.f64(Number(init));
  } else {
    to.u8(0x41);
    to.s32(Number(init));
  }
  to.u8(0x0b);
}

function offsetExpr(to: Bytes, offset: number): void {
  to.u8(0x41);
  to.s32(offset);
  to.u8(0x0b);
}

function exportIndex(item: Export["item"]): number {
  return "kind" in item ? item.index : item.imm;
}

/** The code is larger than engines accept. */
export class TooLarge extends Error {
  override readonly name = "TooLarge";
}

function body(to: Bytes, name: string, code: Code | null): void {
  assert(code !== null, `function ${name} is declared but never defined`);
  const { localTypes } = code;
  if (localTypes.length > maxLocals) throw new TooLarge(`function ${name} has ${localTypes.length} locals`);
  const head = new Bytes();
  // Runs of equal types are written as one entry.
  const runs: { type: ValType; count: number }[] = [];
  for (let i = code.func.type.params.length; i < localTypes.length; i++) {
    const last = runs[runs.length - 1]!;
    if (last?.type === localTypes[i]) last.count++;
    else runs.push({ type: localTypes[i]!, count: 1 });
  }
  head.u32(runs.length);
  for (const { type, count } of runs) {
    head.u32(count);
    head.u8(typeCode[type]);
  }
  const size = head.length + code.bytes.length;
  if (size > maxBody) throw new TooLarge(`function ${name} has ${size} bytes of code`);
  to.u32(size);
  to.bytes(head.view());
  head.drop();
  to.bytes(code.bytes.view());
}

function names(out: Bytes, module: Module): void {
  section(out, 0, (to) => {
    to.name("name");
    if (module.name !== "") section(to, 0, (part) => part.name(module.name));
    nameMap(
      to,
      1,
      module.funcs.map((func) => func.name),
    );
    const coded = module.codes.filter((code) => code?.localNames.some((name) => name !== ""));
    vector(to, 2, coded as Code[], (part, code) => {
      part.u32(code.func.index);
      assignments(part, code.localNames);
    });
    nameMap(
      to,
      7,
      module.globals.map((item) => item.name),
    );
  });
}

function nameMap(to: Bytes, id: number, list: readonly string[]): void {
  if (list.length > 0) section(to, id, (part) => assignments(part, list));
}

/** Pairs of index and name, for those that have one. */
function assignments(to: Bytes, list: readonly string[]): void {
  to.u32(list.filter((name) => name !== "").length);
  for (const [index, name] of list.entries()) {
    if (name === "") continue;
    to.u32(index);
    to.name(name);
  }
}
