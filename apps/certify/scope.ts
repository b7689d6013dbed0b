/** Where the variables visible somewhere live: in the whole model, in one process, in one call of a function. */
import type { CheckedTemplate, Func, Tables, Type, Variable } from "../../src/model/index.ts";
import type { Expr } from "../../src/syntax/index.ts";
import type { Memory } from "./memory.ts";
import type { Shape } from "./shape.ts";

/** A variable: its cell, or, for a reference, the cell that holds the number of its cell. */
export interface Place {
  readonly at: number;
  readonly isReference: boolean;
  readonly shape: Shape;
}

export class Scope {
  readonly parent: Scope | undefined;
  /** The process whose names these are; undefined for the model's own. */
  readonly process: number | undefined;
  private readonly places = new Map<Variable, Place>();
  private readonly functions: ReadonlySet<Func>;

  constructor(parent?: Scope, process?: number, functions: Iterable<Func> = []) {
    this.parent = parent;
    this.process = process ?? parent?.process;
    this.functions = new Set(functions);
  }

  set(variable: Variable, place: Place): void {
    this.places.set(variable, place);
  }

  find(variable: Variable): Place | undefined {
    return this.places.get(variable) ?? this.parent?.find(variable);
  }

  /** Where a function was declared. */
  home(func: Func): Scope {
    return this.functions.has(func) || this.parent === undefined ? this : this.parent.home(func);
  }
}

/** A process, as queries name it. */
export interface Named {
  readonly index: number;
  readonly args: readonly number[];
  readonly scope: Scope;
  readonly template: CheckedTemplate;
}

/** Everything that code is made with. */
export interface Context {
  readonly memory: Memory;
  readonly tables: Tables;
  readonly scope: Scope;
  /** The tables of the model, for the bodies of its functions. */
  readonly own: Tables;
  /** By the instance on the system line. */
  readonly processes: ReadonlyMap<object, readonly Named[]>;
  /** Functions that were made already, by where they were declared. */
  readonly made: Map<Scope, Map<Func, Made>>;
  /** The value of a constant expression, for doubles and functions on constants. */
  readonly constant: (expr: Expr) => number | undefined;
}

/** A function ready to be called. */
export interface Made {
  readonly parameters: readonly Place[];
  readonly result: Place;
  run: () => void;
}

export function within(context: Context, scope: Scope): Context {
  return { ...context, scope };
}

/** Whether values of a type have no meaning (1.8): doubles and hybrid clocks. */
export function isLeftOut(type: Type): boolean {
  return type.kind === "double" || (type.kind === "clock" && type.hybrid);
}

export function typeOf(expr: Expr, { tables }: Context): Type {
  return tables.typeOf(expr) ?? { kind: "unknown" };
}
