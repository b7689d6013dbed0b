import type { CheckedTemplate, Func, Value, Variable } from "../../model/index.ts";
import type { Type } from "../code.ts";
import type { Place } from "./place.ts";

/** What a variable is in one process: a place, a known number, or in an expanded quantifier a process. */
export type Binding = Place | { readonly value: number; readonly is: Type } | { readonly process: ProcessNames };

/** Bindings of the variables visible somewhere: the whole model, one process, one function's frame, one binder. */
export class Scope {
  readonly bindings = new Map<Variable, Binding>();
  /** Values known at compile time, for `evaluateConstant`. */
  readonly values: Map<Variable, Value>;
  readonly parent: Scope | undefined;
  readonly process: number | undefined;
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
  readonly name: string;
  readonly args: readonly number[];
  readonly scope: Scope;
  readonly template: CheckedTemplate;
  readonly pool?: number;
}
