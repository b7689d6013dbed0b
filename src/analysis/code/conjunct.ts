/**
 * A question taken apart: `A[] (a and b)` holds iff `A[] a` and `A[] b` do, and `E<> (a or b)` iff `E<> a` or `E<> b` does;
 * `forall` and `exists` are conjunctions and disjunctions over their values. Negations turn one into the other, and
 * `p or (a and b)` is `(p or a) and (p or b)`. A part with a value of a quantifier keeps the quantifier, over that value alone.
 */
import type { Code, Formula } from "../../network/index.ts";
import { withValue } from "./fixed-value.ts";

/** A formula is not taken into more parts than this. */
const MOST = 128;

/** Formulas whose conjunction (`all`), or else disjunction, the formula is; one if it cannot be taken apart. */
export function partsOf(formula: Formula, all: boolean): readonly Formula[] {
  const parts = ofFormula(formula, all);
  return parts === undefined || parts.length === 0 ? [formula] : parts;
}

/** Undefined if they are too many. */
function ofFormula(f: Formula, all: boolean): readonly Formula[] | undefined {
  switch (f.is) {
    case "data":
      return ofCode(f.code, all)?.map((code) => ({ is: "data", code }));
    case "not":
      return ofFormula(f.a, !all)?.map((a) => ({ is: "not", a }));
    case "and":
    case "or": {
      const items = f.items.map((i) => ofFormula(i, all) ?? [i]);
      if ((f.is === "and") === all) return few(items.flat());
      const wide = items.findIndex((list) => list.length > 1);
      if (wide < 0) return [f];
      return items[wide]!.map((item) => ({ is: f.is, items: f.items.map((i, k) => (k === wide ? item : i)) }));
    }
    default:
      return [f];
  }
}

function ofCode(code: Code, all: boolean): readonly Code[] | undefined {
  switch (code.op) {
    case "bool":
      return ofCode(code.a, all);
    case "not":
      return ofCode(code.a, !all)?.map((a) => ({ op: "not", a }));
    case "both":
    case "either": {
      const [a, b] = [ofCode(code.a, all) ?? [code.a], ofCode(code.b, all) ?? [code.b]];
      if ((code.op === "both") === all) return few([...a, ...b]);
      if (b.length > 1) return b.map((part) => ({ op: code.op, a: code.a, b: part }));
      return a.map((part) => ({ op: code.op, a: part, b: code.b }));
    }
    case "forall":
    case "exists": {
      if ((code.op === "forall") !== all || code.high - code.low >= MOST) return [code];
      const body = ofCode(code.body, all) ?? [code.body];
      const parts: Code[] = [];
      for (let i = code.low; i <= code.high; i++)
        for (const part of body) parts.push({ ...code, low: i, high: i, body: withValue(part, code.cell, i) });
      return few(parts);
    }
    default:
      return [code];
  }
}

function few<T>(parts: readonly T[]): readonly T[] | undefined {
  return parts.length > MOST ? undefined : parts;
}
