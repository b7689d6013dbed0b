import type { Diagnostic, Span } from "../../base/index.ts";
import {
  type Bound,
  evaluateConstant,
  type Fault,
  type Func,
  type Instance,
  isFault,
  type Model,
  type Symbol,
  type Symbols,
  type Type,
  type Value,
  type Variable,
} from "../../model/index.ts";
import type { Origin } from "../../network/index.ts";
import type { Expr, Name, TypeExpr } from "../../syntax/index.ts";
import type { Code, Function } from "../code.ts";
import type { Channel, Initial, Variable as Named } from "../network.ts";
import { type Place, placeAt } from "./place.ts";
import { type ProcessNames, Scope } from "./scope.ts";
import { type Shape, shapeOf } from "./shape.ts";

/** Where a function is, and where its parameters are. */
export interface MadeFunction {
  readonly index: number;
  readonly result: number;
  readonly frame: ReadonlyMap<Variable, Place>;
}

/** The network while it is being built. A query goes on with a copy, so that nothing of the network changes. */
export class Builder {
  readonly patience: () => void;
  readonly initial: Initial[];
  readonly variables: Named[] = [];
  readonly channels: Channel[] = [];
  readonly functions: Function[];
  readonly diagnostics: Diagnostic[] = [];
  readonly globals: Scope;
  readonly processes: Map<Instance, ProcessNames[]>;
  /** Members of the pool of each dynamic template, by its name. */
  readonly pools: Map<string, ProcessNames[]>;
  /** Of each the cell that says how many exist. */
  readonly counts: Map<string, number>;
  /** Clocks that are integrated, by their cell. Known before conditions are made. */
  readonly flows: Set<number>;
  cells: number;
  private readonly made: Map<Scope, Map<Func, MadeFunction>>;
  private readonly texts: Map<string, number>;

  constructor(base?: Builder, patience: () => void = () => {}) {
    this.patience = patience;
    this.initial = [...(base?.initial ?? [])];
    this.functions = [...(base?.functions ?? [])];
    this.globals = base?.globals ?? new Scope();
    this.processes = base?.processes ?? new Map();
    this.pools = base?.pools ?? new Map();
    this.counts = base?.counts ?? new Map();
    this.flows = base?.flows ?? new Set();
    this.cells = base?.cells ?? 0;
    this.made = new Map([...(base?.made ?? [])].map(([scope, functions]) => [scope, new Map(functions)]));
    this.texts = new Map(base?.texts);
  }

  scratch(count: number): number {
    const cell = this.cells;
    this.cells += count;
    return cell;
  }

  functionIn(home: Scope, func: Func): MadeFunction | undefined {
    return this.made.get(home)?.get(func);
  }

  addFunction(home: Scope, func: Func, frame: MadeFunction["frame"], code: Function): MadeFunction {
    const made = { index: this.functions.push(code) - 1, result: code.result, frame };
    const here = this.made.get(home) ?? new Map<Func, MadeFunction>();
    this.made.set(home, here.set(func, made));
    return made;
  }

  /** The number that stands for a string. */
  text(text: string): number {
    const known = this.texts.get(text) ?? this.texts.size;
    this.texts.set(text, known);
    return known;
  }
}

interface Tables {
  readonly symbols: Symbols;
  readonly types: ReadonlyMap<Expr, Type>;
  readonly typeExprs: ReadonlyMap<TypeExpr, Type>;
}

/** Statements, assignments and calls contain expressions, which contain them: the context knows the way round. */
type Lowering = (expr: Expr, context: Context) => Code;

/** Everything needed to turn an expression into code: the tables of names and types, the scope, and the builder. */
export class Context {
  readonly model: Model;
  readonly builder: Builder;
  readonly scope: Scope;
  readonly file: "model" | "query";
  private readonly tables: Tables;
  private readonly place: Span;
  private readonly lowering: Lowering;

  constructor(
    model: Model,
    builder: Builder,
    scope: Scope,
    lowering: Lowering,
    { file, tables, place }: { file?: "model" | "query"; tables?: Tables; place?: Span } = {},
  ) {
    this.model = model;
    this.builder = builder;
    this.scope = scope;
    this.lowering = lowering;
    this.file = file ?? "model";
    this.tables = tables ?? model;
    this.place = place ?? { start: 0, end: 0 };
  }

  /** An expression as code (expression.ts). */
  lower(expr: Expr): Code {
    return this.lowering(expr, this);
  }

  with(scope: Scope): Context {
    const { file, tables, place } = this;
    return new Context(this.model, this.builder, scope, this.lowering, { file, tables, place });
  }

  /** Code of a declaration is always the model's, even when a query calls it. */
  inModel(scope: Scope): Context {
    return new Context(this.model, this.builder, scope, this.lowering);
  }

  at(place: Span): Context {
    const { file, tables } = this;
    return new Context(this.model, this.builder, this.scope, this.lowering, { file, tables, place });
  }

  origin({ start, end }: Span): Origin {
    return this.file === "model" ? { start, end } : { start, end, file: "query" };
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

  refuse(code: string, message: string, span: Span = this.place): void {
    const { diagnostics } = this.builder;
    // What is wrong in a template is wrong in each of its processes, and told once.
    const isTold = diagnostics.some(
      (d) => d.message === message && d.span.start === span.start && d.span.end === span.end,
    );
    if (!isTold) diagnostics.push({ code, severity: "error", span, message });
  }

  /** The value of a constant expression of the model or the query in this scope. */
  constant(expr: Expr): Value | Fault {
    return evaluateConstant(this.model, expr, this.scope.values, this.tables);
  }

  /** A constant number in this scope; a fault becomes a diagnostic and 0. */
  number(expr: Expr): number {
    const value = this.constant(expr);
    if (isFault(value)) {
      this.refuse(value.code, value.message, value.span);
      return 0;
    }
    return typeof value === "number" ? value : 0;
  }

  bound(bound: Bound): number {
    return bound.value ?? (bound.expr ? this.number(bound.expr) + (bound.plus ?? 0) : 0);
  }

  /** Room in scratch for a value of the given shape. */
  local(shape: Shape): Place {
    return placeAt(this.builder.scratch(shape.cells), shape);
  }
}
