import type { Span } from "../base/index.ts";
import type { TckDeclaration, TckExpr, TckStatement, TckVariable } from "../syntax/index.ts";

/**
 * When a sequence of assignments stays within the ranges of its variables, as conditions on the state before it. A value
 * whose interval, computed from the declared ranges, lies within the range of its target needs none. What an earlier
 * assignment has set is replaced by its value.
 */
type Int = Extract<TckDeclaration, { readonly kind: "int" }>;

interface Interval {
  readonly low: number;
  readonly high: number;
}
const anything: Interval = { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };

export class Ranges {
  private readonly ints: ReadonlyMap<string, Int>;

  constructor(ints: readonly Int[]) {
    this.ints = new Map(ints.map((d) => [d.name.name, d]));
  }

  /** `unsure` is a value that cannot be told, since an element of an array may have been assigned before. */
  of(statements: readonly TckStatement[]): { readonly needed: readonly TckExpr[]; readonly unsure?: Span } {
    const needed: TckExpr[] = [];
    const known = new Assigned();
    let unsure: Span | undefined;
    for (const s of statements) {
      const target = s.kind === "assign" ? this.ints.get(s.target.name) : undefined;
      if (s.kind !== "assign" || target === undefined) continue;
      const value = known.substitute(s.value);
      const { low, high } = value === undefined ? anything : this.interval(value);
      if (value === undefined) unsure ??= s;
      else {
        if (low < target.low) needed.push(compared(">=", value, target.low));
        if (high > target.high) needed.push(compared("<=", value, target.high));
      }
      known.assign(s.target, value);
    }
    return unsure === undefined ? { needed } : { needed, unsure };
  }

  private interval(e: TckExpr): Interval {
    switch (e.kind) {
      case "int":
        return { low: e.value, high: e.value };
      case "variable":
        return this.ints.get(e.name) ?? anything;
      case "unary": {
        if (e.op === "!") return { low: 0, high: 1 };
        const { low, high } = this.interval(e.operand);
        return { low: -high, high: -low };
      }
      case "if": {
        const [a, b] = [this.interval(e.yes), this.interval(e.no)];
        return { low: Math.min(a.low, b.low), high: Math.max(a.high, b.high) };
      }
      case "binary": {
        const [a, b] = [this.interval(e.left), this.interval(e.right)];
        if (e.op === "+") return { low: a.low + b.low, high: a.high + b.high };
        if (e.op === "-") return { low: a.low - b.high, high: a.high - b.low };
        if (e.op === "*") {
          const corners = [a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high];
          return corners.some(Number.isNaN) ? anything : { low: Math.min(...corners), high: Math.max(...corners) };
        }
        return e.op === "/" || e.op === "%" ? anything : { low: 0, high: 1 };
      }
      case "broken":
        return anything;
    }
  }
}

function compared(op: ">=" | "<=", left: TckExpr, value: number): TckExpr {
  const { start, end } = left;
  return { kind: "binary", op, left, right: { kind: "int", value, start, end }, start, end };
}

/** What assignments have set so far, in terms of the state before them. */
class Assigned {
  private readonly values = new Map<string, TckExpr>();
  /** Arrays with an assigned element, and those where it is not known which. */
  private readonly touched = new Set<string>();
  private readonly blurred = new Set<string>();

  assign(target: TckVariable, value: TckExpr | undefined): void {
    const index = target.index === undefined ? undefined : this.substitute(target.index);
    const key = target.index === undefined || index?.kind === "int" ? keyOf(target.name, index) : undefined;
    this.touched.add(target.name);
    if (key === undefined || value === undefined) this.blurred.add(target.name);
    else this.values.set(key, value);
  }

  /** The value of an expression in terms of the state before; undefined if that cannot be told. */
  substitute(e: TckExpr): TckExpr | undefined {
    switch (e.kind) {
      case "variable": {
        const index = e.index === undefined ? undefined : this.substitute(e.index);
        if (this.blurred.has(e.name) || (e.index !== undefined && index === undefined)) return undefined;
        if (index === undefined) return this.values.get(keyOf(e.name)) ?? e;
        if (index.kind === "int") return this.values.get(keyOf(e.name, index)) ?? { ...e, index };
        return this.touched.has(e.name) ? undefined : { ...e, index };
      }
      case "unary": {
        const operand = this.substitute(e.operand);
        return operand && { ...e, operand };
      }
      case "binary": {
        const [left, right] = [this.substitute(e.left), this.substitute(e.right)];
        return left && right && { ...e, left, right };
      }
      case "if": {
        const [condition, yes, no] = [e.condition, e.yes, e.no].map((part) => this.substitute(part));
        return condition && yes && no && { ...e, condition, yes, no };
      }
      default:
        return e;
    }
  }
}

/** A variable is an array of one. */
function keyOf(name: string, index?: TckExpr): string {
  return `${name}[${index?.kind === "int" ? index.value : 0}]`;
}

/** The variables whose values an expression depends on. */
export function readsOf(e: TckExpr): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (part: TckExpr): void => {
    if (part.kind === "variable") names.add(part.name);
    for (const child of Object.values(part)) if (typeof child === "object" && child !== null) visit(child as TckExpr);
  };
  visit(e);
  return names;
}

/** The variables that plain assignments set. */
export function writesOf(statements: readonly TckStatement[]): ReadonlySet<string> {
  return new Set(statements.flatMap((s) => (s.kind === "assign" ? [s.target.name] : [])));
}
