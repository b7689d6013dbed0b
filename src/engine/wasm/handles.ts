/**
 * What a module hands out when something is declared in it, to be named in code, in tables and in exports: function
 * types, functions, tables, memories, data segments and labels. Indices are those of the binary (WebAssembly core
 * specification 2.0, section 2.5.1) and never change. Globals and locals are expressions as well: see `expr.ts`.
 */
import type { ResultType, ValType } from "./opcodes.ts";

export interface FuncType<P extends readonly ValType[] = readonly ValType[], R extends ResultType = ResultType> {
  readonly kind: "type";
  readonly module: object;
  readonly index: number;
  readonly params: P;
  readonly result: R;
}

export interface Func<P extends readonly ValType[] = readonly ValType[], R extends ResultType = ResultType> {
  readonly kind: "func";
  readonly module: object;
  readonly index: number;
  readonly name: string;
  readonly type: FuncType<P, R>;
  readonly paramNames: readonly string[];
}

/** Sizes in pages of 64 KiB; a shared memory must have a maximum. */
export interface Limits {
  readonly min: number;
  readonly max?: number;
  readonly shared?: boolean;
}

export interface Memory {
  readonly kind: "memory";
  readonly index: number;
  readonly limits: Limits;
}

export interface Table {
  readonly kind: "table";
  readonly module: object;
  readonly index: number;
  readonly name: string;
  readonly size: number;
}

/** A data segment; `offset` is where it is written at instantiation, or -1 if only `memory.init` writes it. */
export interface Data {
  readonly kind: "data";
  readonly index: number;
  readonly offset: number;
  readonly bytes: Uint8Array;
}

/** A place to branch to: the end of a block or an if, the start of a loop. Usable only inside its block. */
export interface Label {
  readonly kind: "label";
  readonly name: string;
  /** Number of frames around it, the function's own frame included. */
  readonly level: number;
}

export function signature(params: readonly ValType[], result: ResultType): string {
  return `(${params.join(", ")}) -> ${result}`;
}
