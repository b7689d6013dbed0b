import type { Origin } from "./origin.ts";

/**
 * The code of guards, updates, functions and queries: resolved, typed as 32-bit integers, addresses in cells. Short to
 * interpret and to compile. Arithmetic wraps at 32 bits; `div` and `mod` truncate as in C. Evaluation is left to right.
 */
export type Code =
  | { readonly op: "const"; readonly value: number }
  | { readonly op: "load"; readonly at: Address }
  | { readonly op: "neg" | "not" | "abs" | "bool" | "inv"; readonly a: Code }
  | { readonly op: BinaryOp; readonly a: Code; readonly b: Code; readonly origin: Origin }
  /** Short-circuit; both yield 0 or 1. */
  | { readonly op: "both" | "either"; readonly a: Code; readonly b: Code }
  | { readonly op: "choose"; readonly condition: Code; readonly yes: Code; readonly no: Code }
  /** Evaluates arguments left to right into the function's frame, runs it, yields the first result cell (0 for void). */
  | { readonly op: "call"; readonly function: number; readonly args: readonly Argument[]; readonly origin: Origin }
  /** Yields the stored value. A value outside low..high is a range fault. For bool, `value` is already 0 or 1. */
  | {
      readonly op: "store";
      readonly at: Address;
      readonly value: Code;
      readonly low: number;
      readonly high: number;
      readonly origin: Origin;
    }
  /** Whole arrays and structs. */
  | {
      readonly op: "copy";
      readonly to: Address;
      readonly from: Address;
      readonly count: number;
      readonly origin: Origin;
    }
  | { readonly op: "same"; readonly a: Address; readonly b: Address; readonly count: number }
  /** The bound variable stands in `cell`, running over low..high. */
  | {
      readonly op: "forall" | "exists" | "sum";
      readonly cell: number;
      readonly low: number;
      readonly high: number;
      readonly body: Code;
    }
  /** Value of the last item. */
  | { readonly op: "sequence"; readonly items: readonly Code[] }
  /** clock = value (a negative value is a fault). Only in updates and functions called there. Yields the value. */
  | { readonly op: "reset"; readonly clock: ClockRef; readonly value: Code; readonly origin: Origin }
  /** clock = from + plus. */
  | {
      readonly op: "move";
      readonly clock: ClockRef;
      readonly from: ClockRef;
      readonly plus: Code;
      readonly origin: Origin;
    };

export type BinaryOp =
  | "add"
  | "sub"
  | "mul"
  | "div"
  | "mod"
  | "pow"
  | "min"
  | "max"
  | "shl"
  | "shr"
  | "and"
  | "or"
  | "xor"
  | "lt"
  | "le"
  | "ge"
  | "gt"
  | "eq"
  | "ne";

/** `(index - low) * stride` is added when 0 <= index - low < size; otherwise it is a fault at `origin`. */
export interface IndexTerm {
  readonly index: Code;
  readonly low: number;
  readonly size: number;
  readonly stride: number;
  readonly origin: Origin;
}

/**
 * Cell `base` + (content of cell `pointer`, for reference parameters of functions) + terms. `first` is run before (a call
 * whose struct result is then read).
 */
export interface Address {
  readonly base: number;
  readonly pointer?: number;
  readonly terms: readonly IndexTerm[];
  readonly first?: Code;
}
/** The same for clocks: a clock number; `{base: 0, terms: []}` is the constant zero. */
export type ClockRef = Address;

export type Argument =
  | {
      readonly kind: "value";
      readonly cell: number;
      readonly value: Code;
      readonly low: number;
      readonly high: number;
      readonly origin: Origin;
    }
  | { readonly kind: "cells"; readonly cell: number; readonly from: Address; readonly count: number }
  /** Stores the address (a cell, or with `clocks` a clock number) in `cell`, to be used as `pointer`. */
  | { readonly kind: "reference"; readonly cell: number; readonly to: Address; readonly clocks?: true };

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
  /** Sets the result cells (checked against low..high) and leaves the function. */
  | {
      readonly do: "return";
      readonly value?: Code;
      readonly low?: number;
      readonly high?: number;
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

/** left - right < bound (strict) or <= bound, unless `unless` holds. */
export interface ClockConstraint {
  readonly unless?: Code;
  readonly left: ClockRef;
  readonly right: ClockRef;
  readonly strict: boolean;
  readonly bound: Code;
  readonly origin: Origin;
}
/** `data` are evaluated first, in order, stopping at the first that is 0; then `clocks`. */
export interface Guard {
  readonly data: readonly Code[];
  readonly clocks: readonly ClockConstraint[];
}
/** Rates other than 1, while `unless` does not hold. A value other than 0 or 1 at run time is a fault. */
export interface Invariant extends Guard {
  readonly rates: readonly {
    readonly unless?: Code;
    readonly clock: ClockRef;
    readonly rate: Code;
    readonly origin: Origin;
  }[];
}

/** A state formula. Quantifiers over clock constraints are expanded; those over data stay inside `data`. */
export type Formula =
  | { readonly is: "data"; readonly code: Code }
  | { readonly is: "clock"; readonly constraint: ClockConstraint }
  | { readonly is: "deadlock"; readonly origin: Origin }
  | { readonly is: "not"; readonly a: Formula }
  | { readonly is: "and" | "or"; readonly items: readonly Formula[] };

export type BoundTerm =
  | { readonly is: "data"; readonly code: Code; readonly text: string }
  | { readonly is: "clock"; readonly clock: ClockRef; readonly plus: Code; readonly text: string };

/** A query: `cells` counts all cells, the network's included; `functions` are numbered after the network's. */
export type NetworkQuery = {
  readonly text: string;
  readonly origin: Origin;
  readonly cells: number;
  readonly functions: readonly Function[];
} & (
  | { readonly kind: "E<>" | "A[]" | "E[]" | "A<>"; readonly formula: Formula }
  | { readonly kind: "-->"; readonly left: Formula; readonly right: Formula }
  | { readonly kind: "sup" | "inf" | "bounds"; readonly predicate?: Formula; readonly terms: readonly BoundTerm[] }
);
