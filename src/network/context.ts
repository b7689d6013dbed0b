import type { Span } from "../base/index.ts";
import { type Bound, evaluateConstant, isFault, type Model, type Symbol, type Type } from "../model/index.ts";
import type { Expr, Name, TypeExpr } from "../syntax/index.ts";
import type { Builder } from "./builder.ts";
import type { Origin } from "./network.ts";
import { type Place, placeAt } from "./place.ts";
import type { Scope } from "./scope.ts";
import { plus, type Shape, type ShapeContext, shapeOf } from "./shape.ts";

/** Everything needed to turn an expression into code: the tables of names and types, the scope, and the builder. */
export class Context implements ShapeContext {
  readonly model: Model;
  readonly builder: Builder;
  readonly scope: Scope;
  readonly file: "model" | "query";
  readonly tables: Tables;
  private readonly place: Span | undefined;

  constructor(
    model: Model,
    builder: Builder,
    scope: Scope,
    options: { file?: "model" | "query"; tables?: Tables; place?: Span } = {},
  ) {
    this.model = model;
    this.builder = builder;
    this.scope = scope;
    this.file = options.file ?? "model";
    this.tables = options.tables ?? model;
    this.place = options.place;
  }

  with(scope: Scope): Context {
    return new Context(this.model, this.builder, scope, {
      file: this.file,
      tables: this.tables,
      ...(this.place ? { place: this.place } : {}),
    });
  }

  /** Code of a declaration is always the model's, even when a query calls it. */
  inModel(scope: Scope): Context {
    return new Context(this.model, this.builder, scope);
  }

  at(place: Span): Context {
    return new Context(this.model, this.builder, this.scope, { file: this.file, tables: this.tables, place });
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
      span: span ?? this.place ?? { start: 0, end: 0 },
      message,
    });
  }

  /** A constant number in this scope; a fault becomes a diagnostic and 0. */
  number(expr: Expr): number {
    const value = evaluateConstant(this.model, expr, this.scope.values);
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

  /** Room in scratch for a value of the given shape. */
  local(shape: Shape): Place {
    return placeAt(
      plus({ cells: this.builder.scratch(shape.room.cells), clocks: 0, channels: 0 }, shape.room, 0),
      shape,
    );
  }
}

export interface Tables {
  readonly symbols: ReadonlyMap<Name, Symbol>;
  readonly types: ReadonlyMap<Expr, Type>;
  readonly typeExprs: ReadonlyMap<TypeExpr, Type>;
}
