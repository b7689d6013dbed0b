import type { Code } from "../../../network/index.ts";
import { i32 } from "../../wasm/index.ts";
import type { Emitter, Question } from "../emitter.ts";

/**
 * Conditions that are many comparisons of variables with numbers, as a table that is walked instead of code: "no two of
 * these hundred processes are in the critical section" are ten thousand comparisons, which take V8 a tenth of a second to
 * compile. A row compares one cell and says which row is next. What a row has found out is not asked again by the one behind
 * it, so that mostly a row for each process is looked at, not one for each pair.
 */
interface Row {
  readonly cell: number;
  /** The values for which the answer is yes. */
  readonly low: number;
  readonly high: number;
  readonly yes: Next;
  readonly no: Next;
}

/** The number of a row, or the answer. */
type Next = number;
const YES: Next = -1;
const NO: Next = -2;

/** With fewer comparisons, code is as short. */
const LEAST = 16;
const WORDS = 5;

/**
 * Whether all conditions of one of the ways hold in the state in the cells; undefined where that is too short, or more than
 * comparisons.
 */
export function decisionFunction(ways: readonly (readonly Code[])[], e: Emitter): Question | undefined {
  const table = new Table();
  let start: Next | undefined = NO;
  for (const way of ways.toReversed()) {
    const otherwise: Next = start;
    start = way.reduceRight<Next | undefined>((then, code) => table.enter(code, then, otherwise), YES);
    if (start === undefined) return undefined;
  }
  if (table.rows.length < LEAST) return undefined;
  const { cells } = e.plan.at;
  const at = (next: Next): number => (next < 0 ? next : 4 * WORDS * next);
  const words = table.rows.flatMap(({ cell, low, high, yes, no }) => [
    cells + 4 * cell,
    low,
    high - low,
    at(no),
    at(yes),
  ]);
  const rows = e.data(Int32Array.from(words, (word) => word | 0));
  return e.module.func(e.name("decide"), [], "i32", (f) => {
    const row = f.local("i32", "row", at(start));
    const above = f.local("i32", "above");
    f.while(i32.ge_s(row, 0), () => {
      f.set(above, i32.sub(i32.load(i32.load(row, rows)), i32.load(row, rows + 4)));
      f.set(row, i32.load(i32.add(row, i32.shl(i32.le_u(above, i32.load(row, rows + 8)), 2)), rows + 12));
    });
    return i32.eq(row, YES);
  });
}

class Table {
  readonly rows: Row[] = [];
  private readonly known = new Map<string, Next>();

  /**
   * Where to begin so as to come to `yes` if the condition holds, and to `no` otherwise; undefined if that cannot be said. Rows
   * behind are made first.
   */
  enter(code: Code, yes: Next | undefined, no: Next | undefined): Next | undefined {
    if (yes === undefined || no === undefined) return undefined;
    switch (code.op) {
      case "const":
        return code.value === 0 ? no : yes;
      case "bool":
        return this.enter(code.a, yes, no);
      case "not":
        return this.enter(code.a, no, yes);
      case "both":
        return this.enter(code.a, this.enter(code.b, yes, no), no);
      case "either":
        return this.enter(code.a, yes, this.enter(code.b, yes, no));
      case "load": {
        const cell = cellOf(code);
        return cell === undefined ? undefined : this.row(cell, [0, 0], no, yes);
      }
      case "eq":
      case "ne":
      case "lt":
      case "le":
      case "ge":
      case "gt":
        return this.comparison(code.op, code.a, code.b, yes, no);
      default:
        return undefined;
    }
  }

  private comparison(op: Comparison, a: Code, b: Code, yes: Next, no: Next): Next | undefined {
    if (a.op === "const") return b.op === "const" ? undefined : this.comparison(turned[op], b, a, yes, no);
    const cell = cellOf(a);
    if (cell === undefined || b.op !== "const") return undefined;
    return op === "ne" ? this.row(cell, ranges.eq(b.value), no, yes) : this.row(cell, ranges[op](b.value), yes, no);
  }

  private row(cell: number, [low, high]: Range, yes: Next, no: Next): Next {
    if (low > high) return no;
    const made = {
      cell,
      low,
      high,
      yes: this.past(yes, cell, low, high, true),
      no: this.past(no, cell, low, high, false),
    };
    if (made.yes === made.no) return made.yes;
    const key = `${cell} ${low} ${high} ${made.yes} ${made.no}`;
    const known = this.known.get(key) ?? this.rows.push(made) - 1;
    this.known.set(key, known);
    return known;
  }

  /** Where a way leads on which the value of a cell is known to be in a range, or not to be. */
  private past(next: Next, cell: number, low: number, high: number, isIn: boolean): Next {
    let at = next;
    for (let row = this.rows[at]; row?.cell === cell; row = this.rows[at]) {
      const isWithin = isIn ? low >= row.low && high <= row.high : false;
      const isOutside = isIn ? high < row.low || low > row.high : row.low >= low && row.high <= high;
      if (!isWithin && !isOutside) break;
      at = isWithin ? row.yes : row.no;
    }
    return at;
  }
}

type Comparison = "ne" | keyof typeof ranges;
type Range = readonly [low: number, high: number];

const LEAST_INT = -(2 ** 31);
const GREATEST_INT = 2 ** 31 - 1;

/** The values for which a comparison with a number holds. */
const ranges = {
  eq: (value: number): Range => [value, value],
  lt: (value: number): Range => [LEAST_INT, value - 1],
  le: (value: number): Range => [LEAST_INT, value],
  ge: (value: number): Range => [value, GREATEST_INT],
  gt: (value: number): Range => [value + 1, GREATEST_INT],
};

/** The same with its sides exchanged. */
const turned = { eq: "eq", ne: "ne", lt: "gt", le: "ge", ge: "le", gt: "lt" } as const;

/** The cell that is read, if it is always the same. */
function cellOf(code: Code): number | undefined {
  if (code.op !== "load") return undefined;
  const { base, pointer, first, terms } = code.at;
  return pointer === undefined && first === undefined && terms.length === 0 ? base : undefined;
}
