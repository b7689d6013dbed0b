import type { CheckedTemplate, Func, Value, Variable } from "../model/index.ts";
import type { Orbit } from "./network.ts";
import type { Place } from "./place.ts";

/** What a variable is in one process: a place, or a known number. */
type Binding = Place | { readonly value: number };

/** Bindings of the variables visible somewhere: the whole model, one process, one function's frame, one binder. */
export class Scope<To = Binding> {
  readonly bindings = new Map<Variable, To>();
  /** Values known at compile time, for `evaluateConstant`. */
  readonly values: Map<Variable, Value>;
  readonly parent: Scope<To> | undefined;
  readonly process: number | undefined;
  /** The process's name with its scalar arguments left open, and what they are. */
  orbit: Orbit | undefined;
  private readonly functions: ReadonlySet<Func>;

  constructor(parent?: Scope<To>, functions: Iterable<Func> = [], process?: number) {
    this.parent = parent;
    this.functions = new Set(functions);
    this.values = parent ? new Map(parent.values) : new Map();
    this.process = process ?? parent?.process;
  }

  find(variable: Variable): To | undefined {
    for (let scope: Scope<To> | undefined = this; scope; scope = scope.parent) {
      const found = scope.bindings.get(variable);
      if (found) return found;
    }
    return undefined;
  }

  /** The scope a function was declared in: its process, or the whole model. */
  home(func: Func): Scope<To> {
    let scope: Scope<To> = this;
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
