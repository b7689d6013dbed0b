/** Interval arithmetic on 32-bit integers: every operation yields an interval that holds all its possible results. */
import { greatest, last, smallest } from "../../base/index.ts";
import type { Address, Code } from "../../network/index.ts";

/** `low > high` is the empty interval. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

export const NONE: Interval = { low: Number.POSITIVE_INFINITY, high: Number.NEGATIVE_INFINITY };
export const INT: Interval = { low: -(2 ** 31), high: 2 ** 31 - 1 };
const BIT: Interval = { low: 0, high: 1 };
const TRUE: Interval = { low: 1, high: 1 };
const FALSE: Interval = { low: 0, high: 0 };

export function join(a: Interval, b: Interval): Interval {
  return { low: Math.min(a.low, b.low), high: Math.max(a.high, b.high) };
}

export function meet(a: Interval, b: Interval): Interval {
  const low = Math.max(a.low, b.low);
  const high = Math.min(a.high, b.high);
  return low > high ? NONE : { low, high };
}

function of(...values: number[]): Interval {
  return wrap({ low: smallest(values), high: greatest(values) });
}

/** A result that may leave 32 bits may be anything. */
function wrap(a: Interval): Interval {
  return a.low < INT.low || a.high > INT.high ? INT : a;
}

/** What code reads: cells, and results of functions. */
interface Known {
  load(a: Address): Interval;
  result(f: number): Interval;
}

/** All values of the code, given those of what it reads. */
export function interval(code: Code, known: Known): Interval {
  const again = (c: Code) => interval(c, known);
  switch (code.op) {
    case "const":
      return { low: code.value, high: code.value };
    case "load":
      return known.load(code.at);
    case "neg": {
      const a = again(code.a);
      return a.low > a.high ? NONE : wrap({ low: -a.high, high: -a.low });
    }
    case "abs": {
      const a = again(code.a);
      if (a.low > a.high) return NONE;
      const most = Math.max(Math.abs(a.low), Math.abs(a.high));
      return wrap({ low: a.low <= 0 && a.high >= 0 ? 0 : Math.min(Math.abs(a.low), Math.abs(a.high)), high: most });
    }
    case "forall":
    case "exists":
    case "same":
      return BIT;
    case "not":
      return negated(truth(again(code.a)));
    case "bool":
      return truth(again(code.a));
    case "both":
      return both(truth(again(code.a)), truth(again(code.b)));
    case "either":
      return negated(both(negated(truth(again(code.a))), negated(truth(again(code.b)))));
    case "lt":
    case "le":
    case "ge":
    case "gt":
    case "eq":
    case "ne":
      return compared(code.op, again(code.a), again(code.b));
    case "inv": {
      const a = again(code.a);
      return a.low > a.high ? NONE : { low: ~a.high, high: ~a.low };
    }
    case "choose":
      return join(again(code.yes), again(code.no));
    case "call":
      return known.result(code.function);
    case "store":
      return meet(again(code.value), { low: code.low, high: code.high });
    case "copy":
    case "move":
      return { low: 0, high: 0 };
    case "sum": {
      const a = again(code.body);
      const n = code.high - code.low + 1;
      if (n <= 0) return { low: 0, high: 0 };
      return a.low > a.high ? NONE : wrap({ low: a.low * n, high: a.high * n });
    }
    case "sequence":
      return code.items.length === 0 ? { low: 0, high: 0 } : again(last(code.items));
    case "reset":
      return again(code.value);
    default:
      return arithmetic(code.op, again(code.a), again(code.b));
  }
}

/** Whether a value of the interval is true; of no value nothing is known. */
function truth(a: Interval): Interval {
  if (a.low > a.high || (a.low <= 0 && a.high >= 0 && a.low < a.high)) return BIT;
  return a.low === 0 && a.high === 0 ? FALSE : TRUE;
}

function negated(a: Interval): Interval {
  return a === TRUE ? FALSE : a === FALSE ? TRUE : BIT;
}

function both(a: Interval, b: Interval): Interval {
  return a === FALSE || b === FALSE ? FALSE : a === TRUE && b === TRUE ? TRUE : BIT;
}

function compared(op: "lt" | "le" | "ge" | "gt" | "eq" | "ne", a: Interval, b: Interval): Interval {
  switch (op) {
    case "lt":
    case "le":
      return below(a, b, op === "lt");
    case "gt":
    case "ge":
      return below(b, a, op === "gt");
    case "eq":
      return same(a, b);
    case "ne":
      return negated(same(a, b));
  }
}

/** a < b (strictly), or a <= b. */
function below(a: Interval, b: Interval, strictly: boolean): Interval {
  if (a.low > a.high || b.low > b.high) return BIT;
  if (strictly ? a.high < b.low : a.high <= b.low) return TRUE;
  return (strictly ? a.low >= b.high : a.low > b.high) ? FALSE : BIT;
}

function same(a: Interval, b: Interval): Interval {
  if (a.low > a.high || b.low > b.high) return BIT;
  if (a.high < b.low || b.high < a.low) return FALSE;
  return a.low === a.high && b.low === b.high && a.low === b.low ? TRUE : BIT;
}

type Arithmetic = "add" | "sub" | "mul" | "div" | "mod" | "pow" | "min" | "max" | "shl" | "shr" | "and" | "or" | "xor";

function arithmetic(op: Arithmetic, a: Interval, b: Interval): Interval {
  if (a.low > a.high || b.low > b.high) return NONE;
  switch (op) {
    case "add":
      return wrap({ low: a.low + b.low, high: a.high + b.high });
    case "sub":
      return wrap({ low: a.low - b.high, high: a.high - b.low });
    case "mul":
      return of(a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high);
    case "min":
      return { low: Math.min(a.low, b.low), high: Math.min(a.high, b.high) };
    case "max":
      return { low: Math.max(a.low, b.low), high: Math.max(a.high, b.high) };
    case "div": {
      const most = Math.max(Math.abs(a.low), Math.abs(a.high));
      if (b.low > 0) {
        const q = [a.low / b.low, a.low / b.high, a.high / b.low, a.high / b.high].map(Math.trunc);
        return { low: smallest(q), high: greatest(q) };
      }
      return wrap({ low: -most, high: most });
    }
    case "mod": {
      // The remainder has the sign of the dividend and is smaller than the divisor, and not larger than the dividend.
      const most = Math.max(Math.abs(b.low), Math.abs(b.high)) - 1;
      return { low: a.low < 0 ? Math.max(a.low, -most) : 0, high: a.high > 0 ? Math.min(a.high, most) : 0 };
    }
    case "and":
      return a.low >= 0 && b.low >= 0 ? { low: 0, high: Math.min(a.high, b.high) } : INT;
    case "or":
    case "xor": {
      if (a.low < 0 || b.low < 0) return INT;
      const bits = 2 ** Math.ceil(Math.log2(Math.max(a.high, b.high) + 1)) - 1;
      return { low: 0, high: bits };
    }
    case "shr":
      return a.low >= 0 ? { low: 0, high: a.high } : { low: Math.min(a.low, 0), high: Math.max(a.high, 0) };
    case "shl":
      return a.low >= 0 && b.low >= 0 && b.high < 31 ? wrap({ low: a.low, high: a.high * 2 ** b.high }) : INT;
    case "pow":
      return a.low >= 0 && b.low >= 0 ? wrap({ low: 0, high: Math.max(1, a.high) ** Math.min(b.high, 64) }) : INT;
  }
}
