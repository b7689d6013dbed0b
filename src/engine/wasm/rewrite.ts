/**
 * Writes code again for a function that stands for others (share.ts): numbers are read from its row, whose address is its
 * last parameter, so that locals move by one; calls by a table whose functions became one are calls of that.
 */
import type { Member } from "./alike.ts";
import { Code } from "./code.ts";
import { decode, type Instruction } from "./decode.ts";
import type { Func } from "./handles.ts";
import { op, type ValType } from "./opcodes.ts";

/** A number of the row, at this offset, to which `more` is added. */
export interface Column {
  readonly offset: number;
  readonly more: number;
}

/** Tables for indirect calls all of whose functions became one: that, and where their rows are listed. */
export type Tables = ReadonlyMap<number, { readonly func: Func; readonly rows: number }>;

function isDirect({ op: { immediate }, numbers }: Instruction, tables: Tables): boolean {
  return immediate === "indirect" && tables.has(numbers[1]!);
}

const [opGet, opSet, opConst, opAdd, opShl, opCall, opEnd] = [
  "local.get",
  "local.set",
  "i32.const",
  "i32.add",
  "i32.shl",
  "call",
  "end",
].map((name) => op(name).code) as [number, number, number, number, number, number, number];
const loads = { i32: op("i32.load").code, i64: op("i64.load").code, f64: op("f64.load").code };

/** A function that calls another with its parameters and a row. */
export function stub(func: Func, row: number, other: Func): Code {
  const code = new Code(func);
  const { bytes } = code;
  for (const k of func.type.params.keys()) {
    bytes.u8(opGet);
    bytes.u32(k);
  }
  bytes.u8(opConst);
  bytes.s32(row);
  bytes.u8(opCall);
  bytes.u32(other.index);
  bytes.u8(opEnd);
  bytes.close();
  return code;
}

/** Writes the code of a member again, for a function with or without a row. */
export class Rewriter {
  private readonly made: Code;
  private readonly member: Member;
  private readonly columns: ReadonlyMap<number, Column>;
  private readonly tables: Tables;
  /** What stands for a function that is called. */
  private readonly oneFor: (callee: number) => Func;
  /** The local with the row, and by how much it moves those behind it. */
  private readonly row: number;
  private readonly shift: number;
  private readonly kept = new Map<ValType, number>();

  constructor(
    func: Func,
    member: Member,
    columns: ReadonlyMap<number, Column>,
    tables: Tables,
    oneFor: (callee: number) => Func,
  ) {
    this.made = new Code(func);
    this.member = member;
    this.columns = columns;
    this.tables = tables;
    this.oneFor = oneFor;
    this.row = member.func.type.params.length;
    this.shift = func.type.params.length - this.row;
    for (const type of member.code.localTypes.slice(this.row)) this.made.local(type);
  }

  write(): Code {
    const { member, made, columns } = this;
    const raw = member.code.bytes.view();
    const instructions = [...decode(raw)];
    for (const [k, each] of instructions.entries()) {
      const column = columns.get(k);
      if (column) this.fill(each, column);
      else if (isDirect(each, this.tables)) this.direct(each);
      else if (this.shift > 0 && each.op.immediate === "local" && each.numbers[0]! >= this.row)
        this.put(each.op.code, each.numbers[0]! + this.shift);
      else made.bytes.bytes(raw.subarray(each.offset, instructions[k + 1]?.offset ?? raw.length));
    }
    made.bytes.close();
    return made;
  }

  private put(code: number, ...numbers: readonly number[]): void {
    const { bytes } = this.made;
    bytes.u8(code);
    for (const number of numbers) bytes.u32(number);
  }

  /** Reads from the row. */
  private read(type: keyof typeof loads, offset: number): void {
    this.put(opGet, this.row);
    this.put(loads[type], type === "i32" ? 2 : 3, offset);
  }

  private fill({ op: { code, immediate, params }, numbers }: Instruction, { offset, more }: Column): void {
    if (immediate === "f64" || immediate === "i64") return this.read(immediate, offset);
    if (immediate === "func") {
      this.read("i32", offset);
      this.add(more);
      return this.put(opCall, this.oneFor(numbers[0]!).index);
    }
    if (immediate === "i32") {
      this.read("i32", offset);
      return this.add(more);
    }
    const [, stored] = params;
    const value = stored === undefined ? undefined : this.keep(stored);
    if (value !== undefined) this.put(opSet, value);
    this.read("i32", offset);
    this.made.bytes.u8(opAdd);
    if (value !== undefined) this.put(opGet, value);
    this.put(code, numbers[0]!, more);
  }

  private add(more: number): void {
    if (more === 0) return;
    const { bytes } = this.made;
    bytes.u8(opConst);
    bytes.s32(more);
    bytes.u8(opAdd);
  }

  /** A local for what is to be stored, while its address is computed. */
  private keep(type: ValType): number {
    const known = this.kept.get(type) ?? this.made.local(type);
    this.kept.set(type, known);
    return known;
  }

  private direct({ numbers }: Instruction): void {
    const { func, rows } = this.tables.get(numbers[1]!)!;
    const { bytes } = this.made;
    bytes.u8(opConst);
    bytes.s32(2);
    bytes.u8(opShl);
    this.put(loads.i32, 2, rows);
    this.put(opCall, func.index);
  }
}
