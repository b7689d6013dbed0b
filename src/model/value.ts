import type { Span } from "../base/index.ts";

/**
 * Values of compile-time evaluation: booleans are 0 and 1, arrays and structs are lists in order of index and of field,
 * scalars are their number, strings (only for file names) stand as they are.
 */
export type Value = number | string | readonly Value[];

/** Why an expression has no value: what went wrong and where. The code is that of the diagnostic it deserves. */
export interface Fault {
  readonly kind: "fault";
  readonly code: string;
  readonly span: Span;
  readonly message: string;
}

export function isFault(value: Value | Fault): value is Fault {
  return typeof value === "object" && "kind" in value;
}

/** Leaves an evaluation that cannot be finished; caught by the evaluator only. */
export class Halt extends Error {
  readonly fault: Fault;

  constructor(code: string, { start, end }: Span, message: string) {
    super(message);
    this.fault = { kind: "fault", code, span: { start, end }, message };
  }
}
