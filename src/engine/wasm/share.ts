/**
 * Makes one function of many that are alike (alike.ts). Where they differ, it reads the number from a row of a table in
 * memory, whose address is its last parameter; each of those it stands for only passes its row on, and where all functions of
 * a table for indirect calls became one, that is called directly. So the code for a thousand equal components is the code for
 * one of them, which stays in the caches of the processor.
 *
 * Requires that all functions are defined, and that an address and its offset never exceed 2^32 together. What is printed of
 * the module afterwards has no comments in these functions.
 */
import { type Class, type Classes, classesOf, isHole } from "./alike.ts";
import { decode } from "./decode.ts";
import type { Func } from "./handles.ts";
import type { Module } from "./module.ts";
import type { Op } from "./opcodes.ts";
import { type Column, Rewriter, stub, type Tables } from "./rewrite.ts";

/** So many functions are worth a table. */
const LEAST = 8;

/** `place` gives room in memory for so many bytes. */
export function shareAlike(module: Module, place: (bytes: number) => number, least = LEAST): void {
  const found = classesOf(module);
  const shared = new Map<Class, Shared>();
  for (const each of worthwhile(found, least)) shared.set(each, new Shared(each, found, shared, module, place));
  const tables = directTables(found, shared, module, place);
  const oneFor = (callee: number): Func => shared.get(found.members[callee]!.class)!.func;
  for (const [each, { func, columns, rows }] of shared) {
    module.codes[func.index] = new Rewriter(func, each.members[0]!, columns, tables, oneFor).write();
    for (const { func: of, place } of each.members) module.codes[of.index] = stub(of, rows[place]!, func);
  }
  for (const member of found.members)
    if (member && !shared.has(member.class) && member.tables.some((table) => tables.has(table)))
      module.codes[member.func.index] = new Rewriter(member.func, member, new Map(), tables, oneFor).write();
}

/** The classes with many members, and those whose members are called in each other's place by these. */
function worthwhile({ members, classes }: Classes, least: number): Class[] {
  const wanted = new Set(classes.filter((each) => each.members.length >= least));
  const visit = (each: Class): void => {
    for (const [h, { kind, value }] of holesOf(each).entries()) {
      const callee = kind === "func" && varies(each, h) ? members[value as number]?.class : undefined;
      if (callee === undefined || wanted.has(callee)) continue;
      wanted.add(callee);
      visit(callee);
    }
  };
  for (const each of [...wanted]) visit(each);
  return classes.filter((each) => wanted.has(each));
}

/** Where a number of the first member is that may be another in others. */
interface Hole {
  /** Which instruction. */
  readonly at: number;
  readonly kind: Op["immediate"];
  readonly value: number | bigint;
}

function holesOf({ members: [first] }: Class): Hole[] {
  const holes: Hole[] = [];
  for (const [at, { op }] of [...decode(first!.code.bytes.view())].entries())
    if (isHole(op)) holes.push({ at, kind: op.immediate, value: first!.values[holes.length]! });
  return holes;
}

function varies({ members }: Class, h: number): boolean {
  return members.some(({ values }) => !Object.is(values[h], members[0]!.values[h]));
}

/** The one function of a class, the rows of its members, and by instruction where in a row its number is. */
class Shared {
  readonly func: Func;
  readonly rows: readonly number[];
  readonly columns = new Map<number, Column>();

  constructor(
    of: Class,
    { members: all }: Classes,
    shared: ReadonlyMap<Class, Shared>,
    module: Module,
    place: (bytes: number) => number,
  ) {
    const { members } = of;
    const { name, type, paramNames } = members[0]!.func;
    const params = type.params.map((each, k) => `${paramNames[k]}: ${each}` as const);
    this.func = module.declare(`any ${name}`, [...params, "row: i32"], type.result);
    /** Of a call the row of who is called. */
    const rowOf = (index: number): number => {
      const callee = all[index]!;
      return shared.get(callee.class)!.rows[callee.place]!;
    };
    const varying = holesOf(of).flatMap(({ at, kind }, h): Varying[] => {
      if (!varies(of, h)) return [];
      const values = members.map((member) => member.values[h]!);
      return [{ at, kind, values: kind === "func" ? values.map((index) => rowOf(index as number)) : values }];
    });
    const table = new Columns(varying);
    for (const each of varying) this.columns.set(each.at, table.columnOf(each));
    const start = place(table.size * members.length);
    module.data(start, table.bytes(members.length));
    this.rows = members.map((_, k) => start + table.size * k);
  }
}

/**
 * The columns of a table, 8 bytes each. Integers that differ by the same from member to member share one, with the least of them.
 */
class Columns {
  private readonly columns: { readonly kind: Varying["kind"]; readonly values: Varying["values"]; least: number }[] =
    [];

  constructor(varying: readonly Varying[]) {
    for (const each of varying) {
      const known = this.columns.find((column) => isSame(column, each));
      const first = Number(each.values[0]);
      if (known) known.least = Math.min(known.least, first);
      else this.columns.push({ ...each, least: first });
    }
  }

  get size(): number {
    return 8 * this.columns.length;
  }

  columnOf(varying: Varying): Column {
    const k = this.columns.findIndex((column) => isSame(column, varying));
    const { kind, least } = this.columns[k]!;
    return { offset: 8 * k, more: isWide(kind) ? 0 : Number(varying.values[0]) - least };
  }

  bytes(members: number): Uint8Array {
    const view = new DataView(new ArrayBuffer(this.size * members));
    for (const [c, { kind, values, least }] of this.columns.entries()) {
      const more = Number(values[0]) - least;
      for (const [k, value] of values.entries()) {
        const at = k * this.size + 8 * c;
        if (typeof value === "bigint") view.setBigInt64(at, value, true);
        else if (kind === "f64") view.setFloat64(at, value, true);
        else view.setInt32(at, value - more, true);
      }
    }
    return new Uint8Array(view.buffer);
  }
}

/** A number in which members differ: which instruction, and by member. */
interface Varying {
  readonly at: number;
  readonly kind: Hole["kind"];
  readonly values: readonly (number | bigint)[];
}

function isWide(kind: Hole["kind"]): boolean {
  return kind === "f64" || kind === "i64";
}

/** Whether two share a column. */
function isSame(a: Pick<Varying, "kind" | "values">, b: Pick<Varying, "kind" | "values">): boolean {
  if (isWide(a.kind) || isWide(b.kind))
    return a.kind === b.kind && a.values.every((value, k) => Object.is(value, b.values[k]));
  const distance = Number(a.values[0]) - Number(b.values[0]);
  return a.values.every((value, k) => Number(value) - Number(b.values[k]) === distance);
}

/** The tables all of whose functions became one. */
function directTables(
  { members }: Classes,
  shared: ReadonlyMap<Class, Shared>,
  module: Module,
  place: (bytes: number) => number,
): Tables {
  const tables = new Map<number, { readonly func: Func; readonly rows: number }>();
  for (const { table, funcs } of module.elements) {
    const entries = funcs.map(({ index }) => members[index]);
    const all = entries[0]?.class;
    const one = all && shared.get(all);
    if (!one || funcs.length !== table.size || entries.some((entry) => entry?.class !== all)) continue;
    const rows = Int32Array.from(entries, (entry) => one.rows[entry!.place]!);
    const at = place(rows.byteLength);
    module.data(at, new Uint8Array(rows.buffer));
    tables.set(table.index, { func: one.func, rows: at });
  }
  return tables;
}
