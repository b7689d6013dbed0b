/**
 * Guards and invariants taken apart (Bourke and Sowmya 2007, Definition 3.3, kept flatter): a conjunction of clauses, each
 * one a condition on data, or a comparison of clocks that may be lifted by data (`d || x < 3`) and stand under universal
 * quantifiers. And their negation (Definition 3.4): a disjunction of data and of clock comparisons. No disjunctive normal
 * form is made: data stays whole, only comparisons of clocks are kept apart, because UPPAAL allows no disjunction of two.
 *
 * Negation keeps expressions defined: `!(p && q)` is `!p || !q`, where q is asked only if p holds.
 */
import type { Type } from "../model/index.ts";
import { type BinaryOp, type Binder, build, type Expr, printExpr, someExpr } from "../syntax/index.ts";
import { falsity, type Rewriter, truth } from "./rewrite.ts";

export type Clause =
  | { readonly kind: "data"; readonly expr: Expr }
  | { readonly kind: "clock"; readonly binders: readonly Binder[]; readonly unless?: Expr; readonly atom: Comparison };

type Comparison = Extract<Expr, { kind: "binary" }>;

/** One way for a conjunction to be false that speaks of clocks: `exists binders: data && atom`. */
export interface Option {
  readonly binders: readonly Binder[];
  readonly data?: Expr;
  readonly atom: Expr;
}

/** What makes a conjunction false: one of the data conditions, or one of the options. */
export interface Denial {
  readonly data: readonly Expr[];
  readonly options: readonly Option[];
}

/** A guard that cannot be taken apart, with the part that is to blame. */
export class Unreadable extends Error {
  override readonly name = "Unreadable";
  readonly part: Expr;
  constructor(part: Expr, why: string) {
    super(`${why}: ${printExpr(part)}`);
    this.part = part;
  }
}

/** Requires: bound variables are apart (see `Rewriter.expr`). Throws `Unreadable`. */
export function clausesOf(expr: Expr | undefined, names: Rewriter): readonly Clause[] {
  const out: Clause[] = [];
  if (expr !== undefined) split(expr, [], undefined, names, out);
  return out;
}

function split(e: Expr, binders: readonly Binder[], unless: Expr | undefined, names: Rewriter, out: Clause[]): void {
  if (!mentionsClock(e, names)) {
    const lifted = unless === undefined ? e : build.binary("||", unless, e);
    out.push({ kind: "data", expr: binders.reduceRight((body: Expr, b) => quantify("forall", b, body), lifted) });
    return;
  }
  if (e.kind === "binary") {
    switch (e.op) {
      case "&&":
        split(e.left, binders, unless, names, out);
        split(e.right, binders, unless, names, out);
        return;
      case "||":
      case "imply": {
        const clockLeft = mentionsClock(e.left, names);
        if ((clockLeft && mentionsClock(e.right, names)) || (clockLeft && e.op === "imply"))
          throw new Unreadable(e, "clocks stand on both sides of a disjunction");
        const data = clockLeft ? e.right : e.op === "imply" ? denyData(e.left) : e.left;
        split(
          clockLeft ? e.left : e.right,
          binders,
          unless === undefined ? data : build.binary("||", unless, data),
          names,
          out,
        );
        return;
      }
      case "<":
      case "<=":
      case ">":
      case ">=":
      case "==":
        if (e.left.kind === "rate" || e.right.kind === "rate")
          throw new Unreadable(e, "the rate of a clock has no negation");
        out.push({ kind: "clock", binders, ...(unless === undefined ? {} : { unless }), atom: e });
        return;
    }
  }
  if (e.kind === "quantified" && e.quantifier === "forall") {
    split(e.body, [...binders, e.binder], unless, names, out);
    return;
  }
  throw new Unreadable(e, "clocks cannot be used in this way");
}

/** A clause as an expression again. */
export function clauseExpr(c: Clause): Expr {
  if (c.kind === "data") return c.expr;
  const body: Expr = c.unless === undefined ? c.atom : build.binary("||", c.unless, c.atom);
  return c.binders.reduceRight((inner: Expr, b) => quantify("forall", b, inner), body);
}

/** How a conjunction of clauses is false. */
export function deny(clauses: readonly Clause[]): Denial {
  const data: Expr[] = [];
  const options: Option[] = [];
  for (const c of clauses) {
    if (c.kind === "data") {
      data.push(denyData(c.expr));
      continue;
    }
    const lifted = c.unless === undefined ? {} : { data: denyData(c.unless) };
    for (const op of opposite(c.atom.op)) options.push({ binders: c.binders, ...lifted, atom: { ...c.atom, op } });
  }
  return { data, options };
}

function opposite(op: BinaryOp): readonly BinaryOp[] {
  switch (op) {
    case "<":
      return [">="];
    case "<=":
      return [">"];
    case ">":
      return ["<="];
    case ">=":
      return ["<"];
    default:
      return ["<", ">"];
  }
}

const inverse: Partial<Record<BinaryOp, BinaryOp>> = {
  "<": ">=",
  "<=": ">",
  ">": "<=",
  ">=": "<",
  "==": "!=",
  "!=": "==",
};

/** The negation of a condition without clocks. */
export function denyData(e: Expr): Expr {
  switch (e.kind) {
    case "bool":
      return e.value ? falsity : truth;
    case "unary":
      return e.op === "!" ? e.operand : build.not(e);
    case "binary": {
      const other = inverse[e.op];
      if (other !== undefined) return { ...e, op: other };
      if (e.op === "&&") return build.binary("||", denyData(e.left), denyData(e.right));
      if (e.op === "||") return build.binary("&&", denyData(e.left), denyData(e.right));
      if (e.op === "imply") return build.binary("&&", e.left, denyData(e.right));
      return build.not(e);
    }
    case "quantified":
      if (e.quantifier === "forall") return quantify("exists", e.binder, denyData(e.body));
      if (e.quantifier === "exists") return quantify("forall", e.binder, denyData(e.body));
      return build.not(e);
    default:
      return build.not(e);
  }
}

export function quantify(quantifier: "forall" | "exists", binder: Binder, body: Expr): Expr {
  return { kind: "quantified", start: 0, end: 0, quantifier, binder, body };
}

export function mentionsClock(e: Expr, names: Rewriter): boolean {
  return someExpr(e, (part) => {
    if (part.kind === "rate") return true;
    if (part.kind !== "name" && part.kind !== "member") return false;
    const type = typeOf(part, names);
    return type !== undefined && isClock(type);
  });
}

/** A clock or an array of clocks. A struct is looked at where a field of it is named. */
function isClock(type: Type): boolean {
  return type.kind === "clock" || (type.kind === "array" && isClock(type.element));
}

/** The type of a variable or a part of one. */
export function typeOf(e: Expr, names: Rewriter): Type | undefined {
  switch (e.kind) {
    case "name": {
      const symbol = names.symbolOf(e);
      return symbol?.kind === "variable" ? symbol.type : undefined;
    }
    case "index": {
      const type = typeOf(e.array, names);
      return type?.kind === "array" ? type.element : undefined;
    }
    case "member": {
      const type = typeOf(e.object, names);
      return type?.kind === "struct" ? type.fields.find((f) => f.name === e.member.name)?.type : undefined;
    }
    case "call": {
      const symbol = e.callee.kind === "name" ? names.symbolOf(e.callee) : undefined;
      return symbol?.kind === "function" ? symbol.result : undefined;
    }
    default:
      return undefined;
  }
}
