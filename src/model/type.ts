import type { Expr } from "../syntax/index.ts";

/**
 * Static types (docs/compatibility.md T1 to T18, TE1, TY1). `const`, `meta` and reference are properties of a symbol, not of
 * a type. A range bound may depend on constant template parameters; then only its expression is known before instantiation.
 */
export interface Bound {
  /** Present when the bound is the same in every process. */
  readonly value?: number;
  /** Absent for predeclared types and defaults. */
  readonly expr?: Expr;
  /** Added to `expr`: the array `int a[N]` is indexed by 0 .. N-1, high bound `{expr: N, plus: -1}`. */
  readonly plus?: number;
}

export type Type =
  | IntType
  | ScalarType
  | { readonly kind: "bool" | "double" | "string" | "void" | "location" | "unknown" }
  | { readonly kind: "clock"; readonly hybrid: boolean }
  | { readonly kind: "chan"; readonly urgent: boolean; readonly broadcast: boolean }
  | ArrayType
  | StructType
  /** A process or process set, only in queries, progress and gantt. */
  | { readonly kind: "process" }
  /**
   * What constraints are, from the narrowest to the widest use; "rate" is the notes' INV_WR, "difference" a clock
   * difference, "derivative" the rate `x'` itself.
   */
  | { readonly kind: "difference" | "derivative" | "invariant" | "rate" | "guard" | "constraint" | "formula" };

/** No range means the full 32 bits (constants only); plain `int` variables have the range -32768 .. 32767. */
export interface IntType {
  readonly kind: "int";
  readonly low?: Bound;
  readonly high?: Bound;
}
export interface ScalarType {
  readonly kind: "scalar";
  readonly set: ScalarSet;
}
/** One occurrence of `scalar[n]`: compared by identity. A set declared in a template is distinct in each process. */
export interface ScalarSet {
  readonly size: Bound;
  readonly local: boolean;
  readonly name?: string;
}
interface ArrayType {
  readonly kind: "array";
  readonly index: IntType | ScalarType;
  readonly element: Type;
}
export interface StructType {
  readonly kind: "struct";
  readonly fields: readonly { readonly name: string; readonly type: Type; readonly meta?: boolean }[];
}
