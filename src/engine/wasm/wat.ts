/**
 * A module as WebAssembly text (core specification 2.0, chapter 6) for people to read and for other tools to assemble:
 * names, indentation, folded expressions, the comments of the code generator. Names that cannot be identifiers are
 * changed and equal ones numbered, so that the text always means the module it was printed from.
 */
import type { Code } from "./code.ts";
import type { Global } from "./expr.ts";
import type { FuncType, Limits } from "./handles.ts";
import { type Item, item, layout } from "./layout.ts";
import { floatText, identifier, listing, type Names } from "./listing.ts";
import type { Export, Module } from "./module.ts";

export function printWat(module: Module): string {
  const names: Names = {
    funcs: distinct(
      module.funcs.map((func) => func.name),
      "func",
    ),
    globals: distinct(
      module.globals.map((global) => global.name),
      "global",
    ),
    tables: distinct(
      module.tables.map((table) => table.name),
      "table",
    ),
    types: distinct(
      module.types.map((type) => `${type.params.join(".")}->${type.result === "void" ? "" : type.result}`),
      "type",
    ),
  };
  const lines = [module.name === "" ? "(module" : `(module $${identifier(module.name)}`];
  for (const part of header(module, names)) layout(part, 1, lines);
  for (const code of module.codes) if (code !== null) func(module, code, names, lines);
  for (const part of segments(module, names)) layout(part, 1, lines);
  lines.push(")", "");
  return lines.join("\n");
}

function header(module: Module, names: Names): Item[] {
  const imported = module.imports.some(({ item: what }) => what === module.memory);
  return [
    ...module.types.map((type, i) => item(`type $${names.types[i]} (func${signatureText(type, [])})`)),
    ...module.imports.map(({ module: from, field, item: what }) => {
      const inside =
        what.kind === "func"
          ? `(func $${names.funcs[what.index]}${signatureText(what.type, [])})`
          : `(memory ${limitsText(what.limits)})`;
      return item(`import ${quoted(from)} ${quoted(field)} ${inside}`);
    }),
    ...module.tables.map(({ size }, i) => item(`table $${names.tables[i]} ${size} ${size} funcref`)),
    ...(module.memory === null || imported ? [] : [item(`memory ${limitsText(module.memory.limits)}`)]),
    ...module.globals.map((global, i) => item(`global $${names.globals[i]} ${globalText(global)}`)),
    ...module.exports.map((entry) => item(`export ${quoted(entry.name)} ${exportText(entry, names)}`)),
    ...(module.start === null ? [] : [item(`start $${names.funcs[module.start.index]}`)]),
  ];
}

function segments(module: Module, names: Names): Item[] {
  return [
    ...module.elements.map(({ table, offset, funcs }) => {
      const target = `elem (table $${names.tables[table.index]}) (i32.const ${offset}) func`;
      return item([target, ...funcs.map((func) => `$${names.funcs[func.index]}`)].join(" "));
    }),
    ...module.datas.map(({ offset, bytes }) => {
      const place = offset < 0 ? "data" : `data (i32.const ${offset})`;
      return item([place, ...byteStrings(bytes)].join(" "));
    }),
  ];
}

function func(module: Module, code: Code, names: Names, lines: string[]): void {
  const { type, index } = code.func;
  const locals = distinct(code.localNames, "");
  lines.push(`  (func $${names.funcs[index]}${signatureText(type, locals)}`);
  for (let i = type.params.length; i < locals.length; i++)
    lines.push(`    (local $${locals[i]} ${code.localTypes[i]})`);
  for (const part of listing(code, locals, names, module.funcs, module.types)) layout(part, 2, lines);
  lines.push("  )");
}

function signatureText({ params, result }: FuncType, names: readonly string[]): string {
  const named = names.length > 0 ? params.map((type, i) => ` (param $${names[i]} ${type})`).join("") : "";
  const plain = names.length > 0 || params.length === 0 ? named : ` (param ${params.join(" ")})`;
  return `${plain}${result === "void" ? "" : ` (result ${result})`}`;
}

function limitsText({ min, max, shared }: Limits): string {
  return `${min}${max === undefined ? "" : ` ${max}`}${shared === true ? " shared" : ""}`;
}

function globalText({ type, mutable, init }: Global): string {
  const value = type === "f64" ? floatText(Number(init)) : String(init);
  return `${mutable ? `(mut ${type})` : type} (${type}.const ${value})`;
}

function exportText({ item: what }: Export, names: Names): string {
  if (!("kind" in what)) return `(global $${names.globals[what.imm]})`;
  if (what.kind === "memory") return "(memory 0)";
  return `(${what.kind} $${(what.kind === "func" ? names.funcs : names.tables)[what.index]})`;
}

/** Identifiers that differ; the nameless are numbered. */
function distinct(names: readonly string[], nameless: string): string[] {
  const taken = new Set<string>();
  return names.map((name, i) => {
    const wanted = identifier(name === "" ? `${nameless}${i}` : name);
    let free = wanted;
    // A number made from the position is taken already only where names imitate it.
    for (let n = i; taken.has(free); n += names.length) free = `${wanted}.${n}`;
    taken.add(free);
    return free;
  });
}

function quoted(text: string): string {
  return literal(new TextEncoder().encode(text));
}

/** Data as string literals of up to 64 bytes. */
function byteStrings(bytes: Uint8Array): string[] {
  const strings: string[] = [];
  for (let from = 0; from < bytes.length; from += 64) strings.push(literal(bytes.subarray(from, from + 64)));
  return strings;
}

function literal(bytes: Uint8Array): string {
  const text = Array.from(bytes, (byte) => {
    const plain = byte >= 32 && byte <= 126 && byte !== 34 && byte !== 92;
    return plain ? String.fromCharCode(byte) : `\\${byte.toString(16).padStart(2, "0")}`;
  });
  return `"${text.join("")}"`;
}
