import { assert, type Diagnostic, type Span } from "../base/index.ts";
import {
  type Bound,
  type CheckedTemplate,
  evaluateConstant,
  type Func,
  type Instance,
  isFault,
  type Model,
  type Symbol,
  type Type,
  type Value,
  type Variable,
} from "../model/index.ts";
import type { Expr, Name, TypeExpr } from "../syntax/index.ts";
import type { Channel, Clock, Function, Orbit, Origin, ScalarSet, Slot } from "./network.ts";
import { type Place, placeAt } from "./place.ts";
import { plus, type Shape, type ShapeContext, shapeOf } from "./shape.ts";

/** What a variable is in one process: a place, or a known number. */
export type Binding = Place | { readonly value: number };

/** Bindings of the variables visible somewhere: the whole model, one process, one function's frame, one binder. */
export class Scope {
  readonly bindings = new Map<Variable, Binding>();
  /** Values known at compile time, for `evaluateConstant`. */
  readonly values: Map<Variable, Value>;
  readonly parent: Scope | undefined;
  readonly process: number | undefined;
  /** The process's name with its scalar arguments left open, and what they are. */
  orbit: Orbit | undefined;
  private readonly functions: ReadonlySet<Func>;

  constructor(parent?: Scope, functions: Iterable<Func> = [], process?: number) {
    this.parent = parent;
    this.functions = new Set(functions);
    this.values = parent ? new Map(parent.values) : new Map();
    this.process = process ?? parent?.process;
  }

  find(variable: Variable): Binding | undefined {
    for (let scope: Scope | undefined = this; scope; scope = scope.parent) {
      const found = scope.bindings.get(variable);
      if (found) return found;
    }
    return undefined;
  }

  /** The scope a function was declared in: its process, or the whole model. */
  home(func: Func): Scope {
    let scope: Scope = this;
    while (!scope.functions.has(func) && scope.parent) scope = scope.parent;
    return scope;
  }
}

/** A process under its name: where its variables are. */
export interface ProcessNames {
  readonly index: number;
  readonly args: readonly number[];
  readonly scope: Scope;
  readonly template: CheckedTemplate;
}

/** Where a function is, and where its parameters are. */
export interface MadeFunction {
  readonly index: number;
  readonly frame: ReadonlyMap<Variable, Place>;
}

/**
 * The network while it is being built. Slots and constants are fixed before any code is made, so that scratch cells can
 * be numbered after them. A query has a builder of its own on top of the network's, which it reads and does not change:
 * its cells, functions and strings are numbered where the network's end, whatever was asked before.
 */
export class Builder {
  readonly slots: Slot[];
  readonly constants: number[];
  readonly clocks: Clock[];
  readonly channels: Channel[];
  readonly processes: Map<Instance, ProcessNames[]>;
  readonly globals: Scope;
  /** These are only what was added to the base. */
  readonly functions: Function[] = [];
  readonly diagnostics: Diagnostic[] = [];
  readonly scalarSets: ScalarSet[] = [];
  cells: number;
  private readonly base: Builder | undefined;
  private readonly made = new Map<Scope, Map<Func, MadeFunction>>();
  private readonly texts = new Map<string, number>();
  private readonly sets = new Map<object, Map<Scope | undefined, number>>();

  constructor(base?: Builder) {
    this.base = base;
    this.slots = base?.slots ?? [];
    this.constants = base?.constants ?? [];
    this.clocks = base?.clocks ?? [];
    this.channels = base?.channels ?? [];
    this.processes = base?.processes ?? new Map();
    this.globals = base?.globals ?? new Scope();
    this.cells = base?.cells ?? -1;
  }

  scratch(count: number): number {
    assert(this.cells >= 0, "scratch is numbered when all slots and constants are known");
    const cell = this.cells;
    this.cells += count;
    return cell;
  }

  /** A function in a scope, if there is code for it already. */
  functionIn(home: Scope, func: Func): MadeFunction | undefined {
    return this.made.get(home)?.get(func) ?? this.base?.functionIn(home, func);
  }

  addFunction(home: Scope, func: Func, frame: MadeFunction["frame"], code: Function): MadeFunction {
    const index = (this.base?.functions.length ?? 0) + this.functions.push(code) - 1;
    const made = { index, frame };
    const here = this.made.get(home);
    if (here) here.set(func, made);
    else this.made.set(home, new Map([[func, made]]));
    return made;
  }

  /** The first cell of a function's result. */
  resultOf(index: number): number {
    const before = this.base?.functions ?? [];
    return (index < before.length ? before[index] : this.functions[index - before.length]).result;
  }

  /** The number that stands for a string. */
  text(text: string): number {
    const known = this.base?.texts.get(text) ?? this.texts.get(text);
    if (known !== undefined) return known;
    const number = (this.base?.texts.size ?? 0) + this.texts.size;
    this.texts.set(text, number);
    return number;
  }

  scalarSet(set: object, owner: Scope | undefined, size: number): number {
    const known = this.base?.sets.get(set)?.get(owner) ?? this.sets.get(set)?.get(owner);
    if (known !== undefined) return known;
    const { name } = set as { name?: string };
    const made = { ...(name === undefined ? {} : { name }), size, local: owner !== undefined };
    const number = (this.base?.scalarSets.length ?? 0) + this.scalarSets.push(made) - 1;
    const owners = this.sets.get(set) ?? new Map<Scope | undefined, number>();
    this.sets.set(set, owners.set(owner, number));
    return number;
  }
}

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
