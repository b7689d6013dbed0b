import type { Origin } from "../network/index.ts";

/**
 * The code of a stochastic network: resolved and typed. Unlike the code of symbolic verification it has numbers of two types:
 * `int`, 32 bits that wrap, and `real`, a double. A clock is a real that grows by itself.
 *
 * All values live in one array of 8-byte cells. An integer takes the low four bytes of a cell, a double the whole cell, a clock
 * three cells: its value `v` when it was last set, the time `s` of that, and its rate `r`, so that at time t it is
 * `v + r * (t - s)`. Nothing is written to a clock while time passes, and clocks do not drift against each other.
 *
 * Evaluation is left to right. Faults (division of integers by zero, an index or value out of range) end the run.
 */
export type Type = "int" | "real";

export type Code =
  | { readonly op: "const"; readonly is: Type; readonly value: number }
  | { readonly op: "load"; readonly is: Type; readonly at: Address }
  /** The present value of a clock, and its present rate. */
  | { readonly op: "clock" | "rate"; readonly is: "real"; readonly at: Address }
  | { readonly op: "toReal"; readonly is: "real"; readonly a: Code }
  /** Towards zero; a number that does not fit is a fault. */
  | { readonly op: "toInt"; readonly is: "int"; readonly a: Code; readonly origin: Origin }
  | { readonly op: "neg"; readonly is: Type; readonly a: Code }
  /** Of an integer: 1 where it is 0; 1 where it is not 0; without its sign. */
  | { readonly op: "not" | "bool" | "abs"; readonly is: "int"; readonly a: Code }
  | {
      readonly op: Arithmetic | Bitwise;
      readonly is: Type;
      readonly a: Code;
      readonly b: Code;
      readonly origin: Origin;
    }
  /** Both sides are of type `of`. */
  | { readonly op: Relation; readonly is: "int"; readonly of: Type; readonly a: Code; readonly b: Code }
  /** Short-circuit; both yield 0 or 1. */
  | { readonly op: "both" | "either"; readonly is: "int"; readonly a: Code; readonly b: Code }
  | { readonly op: "choose"; readonly is: Type; readonly condition: Code; readonly yes: Code; readonly no: Code }
  /** A function of the C library; all arguments are real. `is: "int"` for those that yield an integer or a boolean. */
  | {
      readonly op: "math";
      readonly is: Type;
      readonly name: string;
      readonly args: readonly Code[];
      readonly origin: Origin;
    }
  /** A draw. Only in updates and in functions called there. */
  | {
      readonly op: "random";
      readonly is: "real";
      readonly name: string;
      readonly args: readonly Code[];
      readonly origin: Origin;
    }
  /** Arguments go into the function's frame from left to right; yields the result cell (0 for void, as `int`). */
  | {
      readonly op: "call";
      readonly is: Type;
      readonly function: number;
      readonly args: readonly Argument[];
      readonly origin: Origin;
    }
  /** Yields the stored value. An integer outside low..high is a fault; reals are not checked. */
  | {
      readonly op: "store";
      readonly is: Type;
      readonly at: Address;
      readonly value: Code;
      readonly low: number;
      readonly high: number;
      readonly origin: Origin;
    }
  /** Sets a clock to a real: v = value, s = now. Yields the value. */
  | { readonly op: "reset"; readonly is: "real"; readonly at: Address; readonly value: Code; readonly origin: Origin }
  /** Cells as they are; there is no clock among them. */
  | { readonly op: "copy"; readonly is: "int"; readonly to: Address; readonly from: Address; readonly count: number }
  /** Cell by cell, each of its type. */
  | {
      readonly op: "same";
      readonly is: "int";
      readonly a: Address;
      readonly b: Address;
      readonly types: readonly Type[];
    }
  /** The bound variable stands in `cell` as an integer, running over low..high. */
  | {
      readonly op: "forall" | "exists" | "sum";
      readonly is: Type;
      readonly cell: number;
      readonly low: number;
      readonly high: number;
      readonly body: Code;
    }
  /** Value of the last item. */
  | { readonly op: "sequence"; readonly is: Type; readonly items: readonly Code[] }
  /** A new process of a dynamic template, with the values of its parameters. Yields 0. */
  | {
      readonly op: "spawn";
      readonly is: "int";
      readonly pool: number;
      readonly args: readonly Code[];
      readonly origin: Origin;
    }
  /** The process ends when the transition does. Yields 0. */
  | { readonly op: "exit"; readonly is: "int"; readonly process: number };

/** Of reals `div` and `mod` are C's `/` and `fmod`; of integers they truncate, and a zero divisor is a fault. */
export type Arithmetic = "add" | "sub" | "mul" | "div" | "mod" | "pow" | "min" | "max";
/** Of integers only; shifts by less than 0 or more than 31 are faults. */
export type Bitwise = "shl" | "shr" | "and" | "or" | "xor";
export type Relation = "lt" | "le" | "ge" | "gt" | "eq" | "ne";

/** Cell `base` + (the integer in cell `pointer`, for reference parameters of functions) + terms. `first` runs before. */
export interface Address {
  readonly base: number;
  readonly pointer?: number;
  readonly terms: readonly Term[];
  readonly first?: Code;
}
/** `(index - low) * stride` is added when 0 <= index - low < size; otherwise it is a fault at `origin`. */
export interface Term {
  readonly index: Code;
  readonly low: number;
  readonly size: number;
  readonly stride: number;
  readonly origin: Origin;
}

export type Argument =
  | {
      readonly kind: "value";
      readonly is: Type;
      readonly cell: number;
      readonly value: Code;
      readonly low: number;
      readonly high: number;
      readonly origin: Origin;
    }
  | { readonly kind: "cells"; readonly cell: number; readonly from: Address; readonly count: number }
  /** Stores the number of a cell in `cell`, to be used as `pointer` to an object of `count` cells. */
  | { readonly kind: "reference"; readonly cell: number; readonly to: Address; readonly count: number };

export type Step =
  | { readonly do: "code"; readonly code: Code }
  | { readonly do: "if"; readonly condition: Code; readonly yes: readonly Step[]; readonly no: readonly Step[] }
  /** `first`: the condition is tested before the first round (while); otherwise after it (do). `next` runs after each body. */
  | {
      readonly do: "loop";
      readonly first: boolean;
      readonly condition: Code;
      readonly body: readonly Step[];
      readonly next: readonly Code[];
      readonly origin: Origin;
    }
  | {
      readonly do: "range";
      readonly cell: number;
      readonly low: number;
      readonly high: number;
      readonly body: readonly Step[];
    }
  /** Sets the result (an integer is checked against low..high; `from` copies a struct) and leaves the function. */
  | {
      readonly do: "return";
      readonly value?: Code;
      readonly low: number;
      readonly high: number;
      readonly from?: Address;
      readonly origin: Origin;
    }
  | { readonly do: "assert"; readonly condition: Code; readonly origin: Origin };

export interface Function {
  readonly name: string;
  /** First cell of the result; `resultCount` cells (0 for void). */
  readonly result: number;
  readonly resultCount: number;
  readonly body: readonly Step[];
  readonly origin: Origin;
}

/**
 * A condition that is watched while time passes, in negation normal form. Between two transitions `data` does not change; a
 * `clock` changes at one moment that can be computed, and so does a `line`; a `curve` is followed numerically.
 */
export type Condition =
  | { readonly is: "data"; readonly code: Code }
  /**
   * clock ~ bound, where the bound has no clock in it and the clock no flow. It is decided by comparing times: the clock
   * meets the bound at `s + (bound - v) / r`, so that a moment computed from a bound is on the right side of it.
   */
  | {
      readonly is: "clock";
      readonly clock: Address;
      readonly relation: Ordered;
      readonly bound: Code;
      readonly origin: Origin;
    }
  /** value ~ 0, where the value is a sum of clocks without flow and grows by `slope` in a unit of time. */
  | {
      readonly is: "line";
      readonly value: Code;
      readonly slope: Code;
      readonly relation: Ordered;
      readonly origin: Origin;
    }
  /** value ~ 0 for any other function of clocks. */
  | { readonly is: "curve"; readonly value: Code; readonly relation: Ordered; readonly origin: Origin }
  /** True for all items, in order; true for one. Without items: true, and false. */
  | { readonly is: "and" | "or"; readonly items: readonly Condition[] }
  /** True for one of the values low..high in `cell`. */
  | {
      readonly is: "any";
      readonly cell: number;
      readonly low: number;
      readonly high: number;
      readonly item: Condition;
    };

/** `ne` is an `or` of two. */
export type Ordered = "lt" | "le" | "ge" | "gt" | "eq";
