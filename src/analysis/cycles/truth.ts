/**
 * For which values of one cell a condition surely holds, and for which it surely does not: comparisons of expressions
 * that are linear in the cell, and what `and`, `or` and `not` make of them, as sets of whole numbers. Whatever else a
 * condition reads may be anything, so that there may be values of which neither is known. Arithmetic that might leave 32
 * bits is not looked into.
 */
import type { Code } from "../../network/index.ts";

/** Whole numbers from `low` to `high`. Sets are lists of them in order, with gaps between. */
export interface Stretch {
  readonly low: number;
  readonly high: number;
}

interface Truth {
  readonly yes: readonly Stretch[];
  readonly no: readonly Stretch[];
}

const unknown: Truth = { yes: [], no: [] };

/** Among the values of `range`. */
export function truthOf(code: Code, cell: number, range: Stretch): Truth {
  const of = (c: Code): Truth => truthOf(c, cell, range);
  switch (code.op) {
    case "both": {
      const [a, b] = [of(code.a), of(code.b)];
      return { yes: meet(a.yes, b.yes), no: join(a.no, b.no) };
    }
    case "either": {
      const [a, b] = [of(code.a), of(code.b)];
      return { yes: join(a.yes, b.yes), no: meet(a.no, b.no) };
    }
    case "not": {
      const { yes, no } = of(code.a);
      return { yes: no, no: yes };
    }
    case "bool":
      return of(code.a);
    case "lt":
    case "le":
    case "gt":
    case "ge":
    case "eq":
    case "ne": {
      const [a, b] = [linear(code.a, cell, range), linear(code.b, cell, range)];
      return a === undefined || b === undefined
        ? unknown
        : compared({ times: a.times - b.times, plus: a.plus - b.plus }, code.op, range);
    }
    default: {
      const value = linear(code, cell, range);
      return value === undefined ? unknown : compared(value, "ne", range);
    }
  }
}

/** `times` cells and `plus`. */
interface Linear {
  readonly times: number;
  readonly plus: number;
}

/** An expression as a linear function of the cell; undefined if it is none, or might not fit 32 bits for values of `range`. */
export function linear(code: Code, cell: number, range: Stretch): Linear | undefined {
  const found = linearly(code, cell, range);
  if (found === undefined) return undefined;
  const ends = [found.times, found.plus, ...[range.low, range.high].map((v) => found.times * v + found.plus)];
  return ends.every((v) => v >= -LARGEST - 1 && v <= LARGEST) ? found : undefined;
}

const LARGEST = 2 ** 31 - 1;

function linearly(code: Code, cell: number, range: Stretch): Linear | undefined {
  switch (code.op) {
    case "const":
      return { times: 0, plus: code.value };
    case "load": {
      const { base, terms, pointer, first } = code.at;
      return base === cell && terms.length === 0 && pointer === undefined && first === undefined
        ? { times: 1, plus: 0 }
        : undefined;
    }
    case "neg": {
      const a = linear(code.a, cell, range);
      return a && { times: 0 - a.times, plus: 0 - a.plus };
    }
    case "add":
    case "sub": {
      const [a, b] = [linear(code.a, cell, range), linear(code.b, cell, range)];
      const sign = code.op === "add" ? 1 : -1;
      return a && b && { times: a.times + sign * b.times, plus: a.plus + sign * b.plus };
    }
    case "mul": {
      const [a, b] = [linear(code.a, cell, range), linear(code.b, cell, range)];
      if (a === undefined || b === undefined) return undefined;
      if (a.times === 0) return { times: a.plus * b.times, plus: a.plus * b.plus };
      return b.times === 0 ? { times: b.plus * a.times, plus: b.plus * a.plus } : undefined;
    }
    default:
      return undefined;
  }
}

type Comparison = "lt" | "le" | "gt" | "ge" | "eq" | "ne";

/** Where `times v + plus` compares with 0 as told. */
function compared({ times, plus }: Linear, op: Comparison, range: Stretch): Truth {
  const all = [range];
  if (times === 0) {
    const holds = { lt: plus < 0, le: plus <= 0, gt: plus > 0, ge: plus >= 0, eq: plus === 0, ne: plus !== 0 }[op];
    return holds ? { yes: all, no: [] } : { yes: [], no: all };
  }
  if (times < 0) {
    const turned = { lt: "gt", le: "ge", gt: "lt", ge: "le", eq: "eq", ne: "ne" } as const;
    return compared({ times: 0 - times, plus: 0 - plus }, turned[op], range);
  }
  // The largest value at or below the zero of the function, and the least at or above it.
  const [below, above] = [Math.floor(-plus / times), Math.ceil(-plus / times)];
  const least = meet(all, [{ low: -Infinity, high: below }]);
  const less = meet(all, [{ low: -Infinity, high: above - 1 }]);
  const most = meet(all, [{ low: above, high: Infinity }]);
  const more = meet(all, [{ low: below + 1, high: Infinity }]);
  switch (op) {
    case "le":
      return { yes: least, no: more };
    case "gt":
      return { yes: more, no: least };
    case "lt":
      return { yes: less, no: most };
    case "ge":
      return { yes: most, no: less };
    case "eq":
      return { yes: meet(least, most), no: join(less, more) };
    case "ne":
      return { yes: join(less, more), no: meet(least, most) };
  }
}

/** What is in both. */
export function meet(a: readonly Stretch[], b: readonly Stretch[]): readonly Stretch[] {
  return a.flatMap((x) =>
    b.flatMap((y) => {
      const [low, high] = [Math.max(x.low, y.low), Math.min(x.high, y.high)];
      return low <= high ? [{ low, high }] : [];
    }),
  );
}

/** What is in one of them. */
export function join(a: readonly Stretch[], b: readonly Stretch[]): readonly Stretch[] {
  const all: Stretch[] = [];
  for (const next of [...a, ...b].sort((x, y) => x.low - y.low)) {
    const last = all.at(-1);
    if (last === undefined || last.high + 1 < next.low) all.push(next);
    else if (last.high < next.high) all[all.length - 1] = { low: last.low, high: next.high };
  }
  return all;
}

/** The values v for which v + by is in the set. */
export function before(set: readonly Stretch[], by: number): readonly Stretch[] {
  return set.map(({ low, high }) => ({ low: low - by, high: high - by }));
}

/** Whether the set has all of a stretch. */
export function hasAll(set: readonly Stretch[], { low, high }: Stretch): boolean {
  return set.some((s) => s.low <= low && high <= s.high);
}

/** The conditions that `and`, `or` and `not` make a condition of. */
export function leavesOf(code: Code): readonly Code[] {
  if (code.op === "both" || code.op === "either") return [...leavesOf(code.a), ...leavesOf(code.b)];
  return code.op === "not" || code.op === "bool" ? leavesOf(code.a) : [code];
}
