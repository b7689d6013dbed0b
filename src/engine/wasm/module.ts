/**
 * A module under construction (WebAssembly core specification 2.0, section 2.5): types, imports, functions, one memory,
 * tables, globals, data, exports. Everything is declared by a call that returns a handle; functions are declared first and
 * defined later, in any order, so they may refer to each other. Imported functions are numbered before all others and must
 * therefore be declared before them. Names are for people (printed text, name section) and need not be distinct.
 */
import { assert } from "../../base/index.ts";
import { Body } from "./body.ts";
import { Code } from "./code.ts";
import { type Expr, Global, Local, type Operand, operand } from "./expr.ts";
import { type Data, type Func, type FuncType, type Limits, type Memory, signature, type Table } from "./handles.ts";
import { op, type ResultType, type ValType } from "./opcodes.ts";

/** A parameter: its type, or its name and type. */
type Param = ValType | `${string}: ${ValType}`;
type TypeOf<P extends Param> = P extends ValType ? P : P extends `${string}: ${infer T extends ValType}` ? T : ValType;
type Types<P extends readonly Param[]> = { readonly [K in keyof P]: TypeOf<P[K]> };
type Locals<P extends readonly ValType[]> = { readonly [K in keyof P]: Local<P[K]> };

/** Writes the statements of a function; what it returns, if anything, is the function's result. */
type Define<P extends readonly ValType[], R extends ResultType> = (
  f: Body,
  ...params: Locals<P>
) => R extends ValType ? Operand<R> | undefined : void;

interface Import {
  readonly module: string;
  readonly field: string;
  readonly item: Func | Memory;
}

export interface Export {
  readonly name: string;
  readonly item: Func | Memory | Table | Global;
}

interface Elements {
  readonly table: Table;
  readonly offset: number;
  readonly funcs: readonly Func[];
}

export class Module {
  readonly name: string;
  readonly types: FuncType[] = [];
  readonly imports: Import[] = [];
  /** All functions by index, imported ones first, and beside them their code once defined. */
  readonly funcs: Func[] = [];
  readonly codes: (Code | null)[] = [];
  readonly tables: Table[] = [];
  readonly globals: Global[] = [];
  readonly elements: Elements[] = [];
  readonly datas: Data[] = [];
  readonly exports: Export[] = [];
  memory: Memory | null = null;
  /** Run at instantiation. */
  start: Func | null = null;
  importedFuncs = 0;
  private readonly typeIndex = new Map<string, FuncType>();
  private readonly exportNames = new Set<string>();

  constructor(name = "") {
    this.name = name;
  }

  /** The function type; the same one for the same parameters and result. */
  type<const P extends readonly ValType[], R extends ResultType>(params: P, result: R): FuncType<P, R> {
    const key = signature(params, result);
    const known = this.typeIndex.get(key);
    if (known !== undefined) return known as FuncType as FuncType<P, R>;
    const made: FuncType<P, R> = { kind: "type", module: this, index: this.types.length, params, result };
    this.types.push(made);
    this.typeIndex.set(key, made);
    return made;
  }

  importFunc<const P extends readonly Param[], R extends ResultType>(
    module: string,
    field: string,
    params: P,
    result: R,
  ): Func<Types<P>, R> {
    assert(this.funcs.length === this.importedFuncs, `the import of ${field} comes after a function of the module`);
    const func = this.makeFunc(field, params, result);
    this.importedFuncs++;
    this.imports.push({ module, field, item: func });
    return func;
  }

  importMemory(module: string, field: string, limits: Limits): Memory {
    const item = this.addMemory(limits);
    this.imports.push({ module, field, item });
    return item;
  }

  /** The memory of the module; there is at most one. */
  addMemory(limits: Limits): Memory {
    assert(this.memory === null, "a module has at most one memory");
    assert(limits.shared !== true || limits.max !== undefined, "a shared memory needs a maximum");
    assert(
      limits.min <= (limits.max ?? 65536) && (limits.max ?? 0) <= 65536,
      `memory of ${limits.min} to ${limits.max} pages`,
    );
    return (this.memory = { kind: "memory", index: 0, limits });
  }

  global<T extends "i32" | "i64" | "f64">(type: T, name: string, init: number | bigint = 0, mutable = true): Global<T> {
    const global = new Global(this, type, this.globals.length, name, mutable, init);
    this.globals.push(global);
    return global;
  }

  table(name: string, size: number): Table {
    const table: Table = { kind: "table", module: this, index: this.tables.length, name, size };
    this.tables.push(table);
    return table;
  }

  /** Fills entries of a table at instantiation; entries never filled trap when called. */
  fill(table: Table, offset: number, funcs: readonly Func[]): void {
    assert(
      offset >= 0 && offset + funcs.length <= table.size,
      `${funcs.length} entries at ${offset} overflow ${table.name}`,
    );
    assert(
      [table, ...funcs].every((item) => item.module === this),
      `a function of another module in ${table.name}`,
    );
    this.elements.push({ table, offset, funcs });
  }

  /** A table that holds exactly these functions. */
  tableOf(name: string, funcs: readonly Func[]): Table {
    const table = this.table(name, funcs.length);
    this.fill(table, 0, funcs);
    return table;
  }

  /** Bytes written to the memory at instantiation: by each instance, also on a memory shared with others. */
  data(offset: number, bytes: Uint8Array): Data {
    assert(offset >= 0, "the offset of data is negative");
    return this.addData(offset, bytes);
  }

  /** Bytes written to the memory by `memory.init` only. */
  passiveData(bytes: Uint8Array): Data {
    return this.addData(-1, bytes);
  }

  declare<const P extends readonly Param[], R extends ResultType>(
    name: string,
    params: P,
    result: R,
  ): Func<Types<P>, R> {
    return this.makeFunc(name, params, result);
  }

  define<P extends readonly ValType[], R extends ResultType>(func: Func<P, R>, statements: Define<P, R>): void {
    assert(func.module === this, `${func.name} is a function of another module`);
    assert(
      func.index >= this.importedFuncs && this.codes[func.index] === null,
      `${func.name} is defined twice or imported`,
    );
    const code = new Code(func);
    this.codes[func.index] = code;
    const body = new Body(code);
    const params = func.type.params.map((type, i) => new Local(code, type, i, func.paramNames[i]!));
    // The handle's type says which locals these are; TypeScript cannot follow the map.
    const value = statements(body, ...(params as unknown as Locals<P>)) as Expr | number | bigint | undefined;
    if (value !== undefined) {
      const { result } = func.type as FuncType;
      assert(result !== "void", `${func.name} has no result`);
      body.write(operand(result, value, op("end")));
    }
    code.end();
  }

  /** Declares and defines a function. */
  func<const P extends readonly Param[], R extends ResultType>(
    name: string,
    params: P,
    result: R,
    statements: Define<Types<P>, R>,
  ): Func<Types<P>, R> {
    const func = this.declare(name, params, result);
    this.define(func, statements);
    return func;
  }

  export(name: string, item: Export["item"]): void {
    assert(!this.exportNames.has(name), `${name} is exported twice`);
    this.exportNames.add(name);
    this.exports.push({ name, item });
  }

  private addData(offset: number, bytes: Uint8Array): Data {
    const data: Data = { kind: "data", index: this.datas.length, offset, bytes };
    this.datas.push(data);
    return data;
  }

  private makeFunc<P extends readonly Param[], R extends ResultType>(
    name: string,
    params: P,
    result: R,
  ): Func<Types<P>, R> {
    const split = params.map((param) => param.split(": "));
    const types = split.map((parts) => parts[parts.length - 1] as ValType);
    const paramNames = split.map((parts) => (parts.length > 1 ? parts[0]! : ""));
    const type = this.type(types, result) as FuncType as FuncType<Types<P>, R>;
    const func: Func<Types<P>, R> = { kind: "func", module: this, index: this.funcs.length, name, type, paramNames };
    this.funcs.push(func);
    this.codes.push(null);
    return func;
  }
}
