import type { Cursor } from "./cursor.ts";
import { broken, expressionList, name } from "./parts.ts";
import type { Expr, Name, Query } from "./tree.ts";

/** Pieces that several kinds of query have in common, each with the part of the `shape` it makes. */
export type OtherQuery = Extract<Query, { kind: "other" }>;

interface Parts {
  readonly family: OtherQuery["family"];
  readonly head: string;
  readonly shape: string;
  readonly exprs?: readonly Expr[];
  readonly parts?: readonly Query[];
  readonly name?: Name;
}

export function other(p: Cursor, start: number, made: Parts, mayBeUnder = true): OtherQuery {
  const under = mayBeUnder ? strategyUnder(p) : undefined;
  return { kind: "other", start, end: p.to(start), exprs: [], parts: [], ...made, ...(under ? { under } : {}) };
}

/** `under S` */
export function strategyUnder(p: Cursor): Name | undefined {
  return p.accept("under") ? name(p, "the name of a strategy") : undefined;
}

interface Piece {
  readonly shape: string;
  readonly exprs: readonly Expr[];
}
const nothing: Piece = { shape: "", exprs: [] };

/** `[<=T]`, `[x<=T]`, `[#<=N]`, and `;runs` where allowed. */
export function bracketedBound(p: Cursor, mayCount: boolean): Piece {
  p.expect("[", "before the bound");
  let shape: string;
  const exprs: Expr[] = [];
  if (p.accept("#")) {
    p.expect("<=", "after '#'");
    exprs.push(p.expression());
    shape = "#<=$";
  } else if (p.accept("<=")) {
    exprs.push(p.expression());
    shape = "<=$";
  } else if (p.is("<")) {
    p.fail("'<='");
    shape = "";
  } else {
    const bound = p.expression();
    if (bound.kind === "binary" && bound.op === "<=") {
      exprs.push(bound.left, bound.right);
      shape = "$<=$";
    } else {
      p.fail("'<=' and the bound", "a bound is '<=10' in time, '#<=10' in transitions, 'x<=10' on a clock");
      exprs.push(bound);
      shape = "$";
    }
  }
  if (mayCount && p.accept(";")) {
    exprs.push(count(p));
    shape += "; $";
  }
  p.expect("]", "after the bound");
  return { shape: `[${shape}]`, exprs };
}

/** `{a, b}`; may be empty. */
export function braced(p: Cursor): Piece {
  p.expect("{", "before the expressions");
  const exprs = p.is("}") || p.panic ? [] : expressionList(p);
  p.expect("}", "after the expressions");
  return { shape: `{${exprs.map(() => "$").join(", ")}}`, exprs };
}

/** ` {a} -> {b}`, or nothing. */
export function features(p: Cursor): Piece {
  if (!p.is("{")) return nothing;
  const discrete = braced(p);
  p.expect("->", "between the features");
  const continuous = braced(p);
  return { shape: ` ${discrete.shape} -> ${continuous.shape} `, exprs: [...discrete.exprs, ...continuous.exprs] };
}

/** A number of runs: not an expression, for `1 [` would be an index. */
export function count(p: Cursor): Expr {
  const span = p.here();
  const { value } = p;
  if (p.accept("#int")) return { kind: "int", ...span, value };
  p.fail("a number of runs");
  return broken(p);
}
