/**
 * Conjunctions made shorter without changing them: constants folded, bounds on one clock or integer against each other and
 * against those inside disjunctions, duplicates. A bound counts where its number is known. What is left is in the order in
 * which it was written, so that what protects an index still comes before it.
 */
import { type BinaryOp, build, type Expr, printExpr } from "../syntax/index.ts";
import { denyData, mentionsClock, typeOf } from "./clause.ts";
import { falsity, type Rewriter, truth } from "./rewrite.ts";

/** Null if the conjunction is false. */
export function simplify(conjuncts: readonly Expr[], names: Rewriter): readonly Expr[] | null {
  let list = conjuncts.flatMap((e) => flatten(e, "&&")).map((e) => fold(e, names));
  list = list.flatMap((e) => flatten(e, "&&"));
  if (list.some((e) => isBool(e, false))) return null;
  list = unique(list.filter((e) => !isBool(e, true)));
  for (let round = 0; round < 3; round++) {
    const box = new Box(names);
    for (const e of list) if (!box.add(e)) return null;
    const before = list.length;
    const texts = new Set(list.map(printExpr));
    const next: Expr[] = [];
    for (const e of list) {
      if (box.isImplied(e)) continue;
      const kept = disjunctsOf(e).filter((d) => !box.contradicts(d) && !texts.has(printExpr(denyIfData(d, names))));
      if (kept.length === 0) return null;
      const whole = disjunctsOf(e);
      if (whole.length > 1 && whole.some((d) => box.implies(d) || texts.has(printExpr(d)))) continue;
      next.push(kept.length === whole.length ? e : join(kept, "||"));
    }
    list = next.flatMap((e) => flatten(e, "&&"));
    if (list.length === before) break;
  }
  return list;
}

function denyIfData(e: Expr, names: Rewriter): Expr {
  return mentionsClock(e, names) ? falsity : denyData(e);
}

export function join(list: readonly Expr[], op: "&&" | "||"): Expr {
  if (list.length === 0) return op === "&&" ? truth : falsity;
  return list.reduce((a, b) => build.binary(op, a, b));
}

export function flatten(e: Expr, op: "&&" | "||"): readonly Expr[] {
  return e.kind === "binary" && e.op === op ? [...flatten(e.left, op), ...flatten(e.right, op)] : [e];
}

function disjunctsOf(e: Expr): readonly Expr[] {
  return flatten(e, "||");
}

function unique(list: readonly Expr[]): Expr[] {
  const seen = new Set<string>();
  return list.filter((e) => {
    const text = printExpr(e);
    return !seen.has(text) && seen.add(text) !== undefined;
  });
}

export function isBool(e: Expr, value: boolean): boolean {
  return e.kind === "bool" && e.value === value;
}

/** Constant parts evaluated, `true` and `false` absorbed. */
export function fold(e: Expr, names: Rewriter): Expr {
  if (e.kind === "unary" && e.op === "!") {
    const operand = fold(e.operand, names);
    return operand.kind === "bool" ? (operand.value ? falsity : truth) : operand === e.operand ? e : { ...e, operand };
  }
  if (e.kind === "quantified" && (e.quantifier === "forall" || e.quantifier === "exists")) {
    const body = fold(e.body, names);
    // Over an empty range the quantifier decides, so only the neutral value goes.
    if (isBool(body, e.quantifier === "forall")) return body;
    return body === e.body ? e : { ...e, body };
  }
  if (e.kind !== "binary") return e;
  if (e.op === "&&" || e.op === "||") {
    const left = fold(e.left, names);
    const right = fold(e.right, names);
    const absorbing = e.op === "||";
    if (isBool(left, absorbing) || isBool(right, absorbing)) return absorbing ? truth : falsity;
    if (left.kind === "bool") return right;
    if (right.kind === "bool") return left;
    if (printExpr(left) === printExpr(right)) return left;
    return left === e.left && right === e.right ? e : { ...e, left, right };
  }
  const a = numberOf(e.left, names);
  const b = numberOf(e.right, names);
  if (a === undefined || b === undefined) return e;
  const value = compare(e.op, a, b);
  return value === undefined ? e : value ? truth : falsity;
}

function compare(op: BinaryOp, a: number, b: number): boolean | undefined {
  switch (op) {
    case "<":
      return a < b;
    case "<=":
      return a <= b;
    case ">":
      return a > b;
    case ">=":
      return a >= b;
    case "==":
      return a === b;
    case "!=":
      return a !== b;
    default:
      return undefined;
  }
}

/** The value of an integer expression that is the same everywhere, if it is plain to see. */
export function numberOf(e: Expr, names: Rewriter): number | undefined {
  switch (e.kind) {
    case "int":
      return e.value;
    case "unary": {
      const n = e.op === "-" ? numberOf(e.operand, names) : undefined;
      return n === undefined ? undefined : -n;
    }
    case "binary": {
      const a = numberOf(e.left, names);
      const b = numberOf(e.right, names);
      if (a === undefined || b === undefined) return undefined;
      const value = e.op === "+" ? a + b : e.op === "-" ? a - b : e.op === "*" ? a * b : undefined;
      return value !== undefined && Math.abs(value) < 2 ** 31 ? value : undefined;
    }
    case "name": {
      const symbol = names.symbolOf(e);
      if (symbol?.kind !== "variable" || !symbol.constant || symbol.role !== "global" || symbol.type.kind !== "int")
        return undefined;
      return symbol.initialiser === undefined || symbol.initialiser.kind === "list"
        ? undefined
        : numberOf(symbol.initialiser, names);
    }
    default:
      return undefined;
  }
}

interface Bounds {
  low: number;
  lowStrict: boolean;
  high: number;
  highStrict: boolean;
}

/** `term op number`, whichever side the number stands on. */
interface Bounded {
  readonly term: string;
  readonly op: BinaryOp;
  readonly value: number;
  readonly isClock: boolean;
  /** A single clock is never negative. */
  readonly positive: boolean;
}

const mirrored: Partial<Record<BinaryOp, BinaryOp>> = { "<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==" };

/** What the conjuncts that are plain bounds say. */
class Box {
  private readonly names: Rewriter;
  private readonly bounds = new Map<string, Bounds>();
  /** Which conjunct gave the bound that holds; others of the term say nothing new. */
  private readonly givers = new Map<string, Set<Expr>>();

  constructor(names: Rewriter) {
    this.names = names;
  }

  /** Takes a conjunct in. False if nothing is left. */
  add(e: Expr): boolean {
    const b = this.read(e);
    if (b === undefined) return true;
    const now = this.of(b);
    const next = { ...now };
    narrow(next, b);
    if (next.low > next.high || (next.low === next.high && (next.lowStrict || next.highStrict))) return false;
    if (!isSame(now, next)) {
      const givers = [...(this.givers.get(b.term) ?? [])].filter((g) => {
        const other = this.read(g);
        return other !== undefined && !covers(next, other, b);
      });
      this.givers.set(b.term, new Set([...givers, e]));
    }
    this.bounds.set(b.term, next);
    return true;
  }

  /** Whether a conjunct that was added says nothing beyond the others. */
  isImplied(e: Expr): boolean {
    const b = this.read(e);
    return b !== undefined && this.bounds.has(b.term) && !(this.givers.get(b.term)?.has(e) ?? false);
  }

  implies(e: Expr): boolean {
    const b = this.read(e);
    if (b === undefined) return false;
    const now = this.of(b);
    const next = { ...now };
    narrow(next, b);
    return isSame(now, next);
  }

  contradicts(e: Expr): boolean {
    const b = this.read(e);
    if (b === undefined) return false;
    const next = { ...this.of(b) };
    narrow(next, b);
    return next.low > next.high || (next.low === next.high && (next.lowStrict || next.highStrict));
  }

  private of(b: Bounded): Bounds {
    return (
      this.bounds.get(b.term) ?? {
        low: b.positive ? 0 : -Infinity,
        lowStrict: false,
        high: Infinity,
        highStrict: false,
      }
    );
  }

  private read(e: Expr): Bounded | undefined {
    if (e.kind !== "binary" || mirrored[e.op] === undefined) return undefined;
    const right = numberOf(e.right, this.names);
    const left = numberOf(e.left, this.names);
    if ((left === undefined) === (right === undefined)) return undefined;
    const term = left === undefined ? e.left : e.right;
    const isClock = mentionsClock(term, this.names);
    // Only one place is read: what could fail, or change between two readings, is left alone.
    if (!isPlain(term) || (!isClock && !isInteger(term, this.names))) return undefined;
    const op = left === undefined ? e.op : mirrored[e.op];
    if (op === undefined) return undefined;
    return {
      term: printExpr(term),
      op,
      value: (left ?? right) as number,
      isClock,
      positive: isClock && term.kind !== "binary",
    };
  }
}

/** Whether what e said of a term is now said better by b. */
function covers(all: Bounds, e: Bounded, by: Bounded): boolean {
  const alone: Bounds = { low: -Infinity, lowStrict: false, high: Infinity, highStrict: false };
  narrow(alone, by);
  const both = { ...alone };
  narrow(both, e);
  return isSame(both, alone) && all.low >= alone.low && all.high <= alone.high;
}

function isPlain(e: Expr): boolean {
  if (e.kind === "name" || e.kind === "int") return true;
  if (e.kind === "member") return isPlain(e.object);
  if (e.kind === "index") return isPlain(e.array) && isPlain(e.index);
  return e.kind === "binary" && e.op === "-" && isPlain(e.left) && isPlain(e.right);
}

/** Variables made by a transformation have no type here; those that are compared with numbers are integers. */
function isInteger(e: Expr, names: Rewriter): boolean {
  if (e.kind === "int") return true;
  if (e.kind === "binary") return isInteger(e.left, names) && isInteger(e.right, names);
  const type = typeOf(e, names);
  return type === undefined ? e.kind === "name" && names.symbolOf(e) === undefined : type.kind === "int";
}

function narrow(b: Bounds, { op, value, isClock }: Bounded): void {
  const up = (v: number, strict: boolean): void => {
    if (v < b.high || (v === b.high && strict && !b.highStrict)) {
      b.high = v;
      b.highStrict = strict;
    }
  };
  const down = (v: number, strict: boolean): void => {
    if (v > b.low || (v === b.low && strict && !b.lowStrict)) {
      b.low = v;
      b.lowStrict = strict;
    }
  };
  // Integers have no open ends.
  if (op === "<") isClock ? up(value, true) : up(value - 1, false);
  if (op === ">") isClock ? down(value, true) : down(value + 1, false);
  if (op === "<=" || op === "==") up(value, false);
  if (op === ">=" || op === "==") down(value, false);
}

function isSame(a: Bounds, b: Bounds): boolean {
  return a.low === b.low && a.high === b.high && a.lowStrict === b.lowStrict && a.highStrict === b.highStrict;
}
