import type { Span } from "../base/index.ts";
import {
  type Bound,
  evaluateConstant,
  type Fault,
  isFault,
  type Model,
  type Symbol,
  type Symbols,
  type Type,
  type Value,
} from "../model/index.ts";
import type { Expr, Name, TypeExpr } from "../syntax/index.ts";
import type { Builder } from "./builder.ts";
import type { Address, Code } from "./code.ts";
import type { Origin } from "./origin.ts";
import { type Place, placeAt } from "./place.ts";
import type { Scope } from "./scope.ts";
import { plus, type Shape, type ShapeContext, shapeOf } from "./shape.ts";

/**
 * Values and places of expressions, as `lower.ts` makes them. Whoever meets an expression inside of something else (an
 * assignment, a call, a sum of clocks) asks its context, so that it need not know the others.
 */
export interface Lowering {
  readonly value: (expr: Expr, context: Context) => Code;
  readonly place: (expr: Expr, context: Context) => Place | undefined;
}

/** Everything needed to turn an expression into code: the tables of names and types, the scope, and the builder. */
export class Context implements ShapeContext {
  readonly model: Model;
  readonly builder: Builder;
  readonly scope: Scope;
  readonly file: "model" | "query";
  readonly tables: Tables;
  private readonly lowering: Lowering;
  private readonly span: Span | undefined;

  constructor(
    model: Model,
    builder: Builder,
    scope: Scope,
    lowering: Lowering,
    options: { file?: "model" | "query"; tables?: Tables; span?: Span } = {},
  ) {
    this.model = model;
    this.builder = builder;
    this.scope = scope;
    this.file = options.file ?? "model";
    this.tables = options.tables ?? model;
    this.lowering = lowering;
    this.span = options.span;
  }

  with(scope: Scope): Context {
    return new Context(this.model, this.builder, scope, this.lowering, {
      file: this.file,
      tables: this.tables,
      ...(this.span ? { span: this.span } : {}),
    });
  }

  /** Code of a declaration is always the model's, even when a query calls it. */
  inModel(scope: Scope): Context {
    return new Context(this.model, this.builder, scope, this.lowering);
  }

  at(span: Span): Context {
    return new Context(this.model, this.builder, this.scope, this.lowering, {
      file: this.file,
      tables: this.tables,
      span,
    });
  }

  /** The code of an expression's value, one 32-bit integer. */
  value(expr: Expr): Code {
    return this.lowering.value(expr, this);
  }

  /** Where a variable or a part of it lives; undefined for what is not one. */
  place(expr: Expr): Place | undefined {
    return this.lowering.place(expr, this);
  }

  origin(span: Span): Origin {
    return this.file === "model"
      ? { start: span.start, end: span.end }
      : { start: span.start, end: span.end, file: "query" };
  }

  symbol(name: Name): Symbol | undefined {
    return this.tables.symbols.get(name) ?? this.model.symbols.get(name);
  }

  type(expr: Expr): Type {
    return this.tables.types.get(expr) ?? this.model.types.get(expr) ?? { kind: "unknown" };
  }

  typeOf(type: TypeExpr): Type {
    return this.tables.typeExprs.get(type) ?? this.model.typeExprs.get(type) ?? { kind: "unknown" };
  }

  shape(type: Type): Shape {
    return shapeOf(type, this);
  }

  refuse(code: string, message: string, span?: Span): void {
    this.builder.diagnostics.push({
      code,
      severity: "error",
      span: span ?? this.span ?? { start: 0, end: 0 },
      message,
    });
  }

  /** The value of an expression in this scope, as far as it can be known at compile time. */
  known(expr: Expr): Value | Fault {
    return evaluateConstant(this.model, expr, this.scope.values, this.file === "query" ? this.tables : undefined);
  }

  /** A constant number in this scope; a fault becomes a diagnostic and 0. */
  number(expr: Expr): number {
    const value = this.known(expr);
    if (isFault(value)) {
      this.refuse(value.code, value.message, value.span);
      return 0;
    }
    return typeof value === "number" ? value : 0;
  }

  bound(bound: Bound): number {
    return bound.value ?? (bound.expr ? this.number(bound.expr) + (bound.plus ?? 0) : 0);
  }

  scalarSet(set: object, size: number): number {
    const local = (set as { local?: boolean }).local === true;
    return this.builder.scalarSet(set, local ? this.processScope() : undefined, size);
  }

  private processScope(): Scope {
    let scope = this.scope;
    while (scope.parent && scope.parent.process !== undefined) scope = scope.parent;
    return scope;
  }

  /** A copy in cells of its own, made when the address is computed. */
  aside(from: Address, count: number, expr: Expr): Address {
    const to: Address = { base: this.builder.scratch(count), terms: [] };
    return { ...to, first: { op: "copy", to, from, count, origin: this.origin(expr) } };
  }

  /** Room in scratch for a value of the given shape. */
  local(shape: Shape): Place {
    return placeAt(
      plus({ cells: this.builder.scratch(shape.room.cells), clocks: 0, channels: 0 }, shape.room, 0),
      shape,
    );
  }
}

interface Tables {
  readonly symbols: Symbols;
  readonly types: ReadonlyMap<Expr, Type>;
  readonly typeExprs: ReadonlyMap<TypeExpr, Type>;
}
