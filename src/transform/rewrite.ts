/**
 * Rewriting expressions, statements and declarations by what their names mean, not by how they are spelt: a symbol of the
 * model is replaced by an expression wherever it is used. Variables bound inside are given names that nothing else has, so
 * that nothing is captured. New name nodes remember their symbol, so that rewriting can be repeated.
 */
import { append, nowhere, unreachable } from "../base/index.ts";
import type { Bound, Symbol as Meaning, Model } from "../model/index.ts";
import {
  type Binder,
  type Block,
  build,
  childrenOf,
  type Declarator,
  type Dimension,
  type Expr,
  type Initialiser,
  type Name,
  type Statement,
  type TypeExpr,
} from "../syntax/index.ts";

export type Replacements = ReadonlyMap<Meaning, Expr>;
const none: Replacements = new Map();

export class Rewriter {
  readonly model: Model;
  private readonly taken: Set<string>;
  private readonly given: string[] = [];
  private readonly meanings = new Map<Name, Meaning>();

  /** `taken`: names that no new variable may have. */
  constructor(model: Model, taken: Iterable<string>) {
    this.model = model;
    this.taken = new Set(taken);
  }

  symbolOf(name: Name): Meaning | undefined {
    return this.meanings.get(name) ?? this.model.symbols.get(name);
  }

  /** A name like the one given that nothing has yet, for good. */
  lasting(like: string): string {
    const name = this.fresh(like);
    this.given.splice(this.given.lastIndexOf(name), 1);
    return name;
  }

  /** A name like the one given that nothing has yet. It is taken until the scope ends. */
  fresh(like: string): string {
    let name = like;
    const stem = like.replace(/\d+$/, "");
    for (let i = 1; this.taken.has(name); i++) name = `${stem === "" ? like : stem}${i}`;
    this.taken.add(name);
    this.given.push(name);
    return name;
  }

  /** Runs `make`, after which the names it took are free again: for names of one edge, which no other edge sees. */
  scoped<T>(make: () => T): T {
    const before = this.given.length;
    const made = make();
    for (const name of this.given.splice(before)) this.taken.delete(name);
    return made;
  }

  /** A name node with a meaning. */
  named(text: string, symbol: Meaning | undefined): Name {
    const name = build.name(text);
    if (symbol !== undefined) this.meanings.set(name, symbol);
    return name;
  }

  /** The symbols an expression uses, those bound in it aside. */
  uses(expr: Expr): ReadonlySet<Meaning> {
    const found = new Set<Meaning>();
    const pending: Expr[] = [expr];
    for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
      if (part.kind === "name") {
        const symbol = this.symbolOf(part);
        if (symbol !== undefined) found.add(symbol);
      }
      append(pending, childrenOf(part));
    }
    return found;
  }

  /** The expression with every bound variable renamed apart and symbols replaced. */
  expr(e: Expr, by: Replacements = none): Expr {
    switch (e.kind) {
      case "name": {
        const symbol = this.symbolOf(e);
        return (symbol === undefined ? undefined : by.get(symbol)) ?? e;
      }
      case "quantified": {
        const [binder, inner] = this.binder(e.binder, by);
        return { ...e, binder, body: this.expr(e.body, inner) };
      }
      case "unary":
      case "step":
        return { ...e, operand: this.expr(e.operand, by) };
      case "binary":
        return { ...e, left: this.expr(e.left, by), right: this.expr(e.right, by) };
      case "assign":
        return { ...e, target: this.expr(e.target, by), value: this.expr(e.value, by) };
      case "conditional":
        return { ...e, condition: this.expr(e.condition, by), yes: this.expr(e.yes, by), no: this.expr(e.no, by) };
      case "index":
        return { ...e, array: this.expr(e.array, by), index: this.expr(e.index, by) };
      case "call":
        return { ...e, callee: this.expr(e.callee, by), args: e.args.map((a) => this.expr(a, by)) };
      case "member":
        return { ...e, object: this.expr(e.object, by) };
      case "rate":
        return { ...e, clock: this.expr(e.clock, by) };
      case "comma":
        return { ...e, items: e.items.map((i) => this.expr(i, by)) };
      case "int":
      case "real":
      case "bool":
      case "string":
      case "deadlock":
      case "spawn":
      case "exit":
      case "numOf":
      case "path":
      case "broken":
        return e;
      default:
        return unreachable(e);
    }
  }

  /** A binder under a name of its own, and the replacements inside its scope. */
  binder(b: Binder, by: Replacements): readonly [Binder, Replacements] {
    const symbol = this.symbolOf(b.name);
    const name = this.named(this.fresh(b.name.name), symbol);
    const type = this.type(b.type, by);
    if (symbol === undefined) return [{ ...b, name, type }, by];
    return [{ ...b, name, type }, new Map([...by, [symbol, name]])];
  }

  type(t: TypeExpr, by: Replacements): TypeExpr {
    const { base } = t;
    if (base.kind === "int" && base.range !== undefined)
      return { ...t, base: { ...base, range: [this.expr(base.range[0], by), this.expr(base.range[1], by)] } };
    return t;
  }

  /** The bounds of an integer type, through names of types; undefined for other types. */
  rangeOf(t: TypeExpr): readonly [Expr, Expr] | undefined {
    if (t.base.kind === "int" && t.base.range !== undefined) return t.base.range;
    const type = this.model.typeExprs.get(t);
    if (type?.kind !== "int" || type.low === undefined || type.high === undefined) return undefined;
    const low = boundExpr(type.low);
    const high = boundExpr(type.high);
    return low === undefined || high === undefined ? undefined : [low, high];
  }

  statement(s: Statement, by: Replacements): Statement {
    switch (s.kind) {
      case "block":
        return this.block(s, by);
      case "empty":
        return s;
      case "expression":
        return { ...s, expr: this.expr(s.expr, by) };
      case "if":
        return {
          ...s,
          condition: this.expr(s.condition, by),
          yes: this.statement(s.yes, by),
          ...(s.no === undefined ? {} : { no: this.statement(s.no, by) }),
        };
      case "while":
      case "do":
        return { ...s, condition: this.expr(s.condition, by), body: this.statement(s.body, by) };
      case "for":
        return {
          ...s,
          first: this.expr(s.first, by),
          condition: this.expr(s.condition, by),
          step: this.expr(s.step, by),
          body: this.statement(s.body, by),
        };
      case "range": {
        const [binder, inner] = this.binder(s.binder, by);
        return { ...s, binder, body: this.statement(s.body, inner) };
      }
      case "return":
        return s.value === undefined ? s : { ...s, value: this.expr(s.value, by) };
      case "assert":
        return { ...s, condition: this.expr(s.condition, by) };
      default:
        return unreachable(s);
    }
  }

  block(b: Block, by: Replacements): Block {
    const declarations = b.declarations.map((d) => ({
      ...d,
      declarators: d.declarators.map((x) => this.declarator(x, by)),
    }));
    return { ...b, declarations, statements: b.statements.map((s) => this.statement(s, by)) };
  }

  declarator(d: Declarator, by: Replacements): Declarator {
    return {
      ...d,
      dimensions: d.dimensions.map((x): Dimension => (x.kind === "type" ? this.type(x, by) : this.expr(x, by))),
      ...(d.initialiser === undefined ? {} : { initialiser: this.initialiser(d.initialiser, by) }),
    };
  }

  private initialiser(i: Initialiser, by: Replacements): Initialiser {
    if (i.kind !== "list") return this.expr(i, by);
    return { ...i, items: i.items.map((item) => ({ ...item, value: this.initialiser(item.value, by) })) };
  }
}

/** A bound of a type as an expression. */
export function boundExpr({ value, expr, plus = 0 }: Bound): Expr | undefined {
  if (expr === undefined) return value === undefined ? undefined : build.int(value);
  if (plus === 0) return expr;
  if (expr.kind === "int") return build.int(expr.value + plus);
  return plus < 0 ? build.binary("-", expr, build.int(-plus)) : build.binary("+", expr, build.int(plus));
}

/** Names that stand for something outside edges and quantifiers: those a binder must not hide. */
export function declaredNames(model: Model): ReadonlySet<string> {
  const out = new Set<string>();
  for (const [name, symbol] of model.symbols) {
    if (symbol.kind === "variable" && symbol.role === "binder") continue;
    out.add(name.name);
    out.add(symbol.name);
  }
  return out;
}

export const truth: Expr = { kind: "bool", ...nowhere, value: true };
export const falsity: Expr = { kind: "bool", ...nowhere, value: false };
