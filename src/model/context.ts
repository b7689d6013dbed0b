import { append, type Diagnostic, type Span } from "../base/index.ts";
import type { Expr, Name, TypeExpr } from "../syntax/index.ts";
import { builtin } from "./builtin.ts";
import { holdsLocalSet } from "./class.ts";
import type { ModelCode } from "./codes.ts";
import { Evaluator } from "./constant.ts";
import type { CheckedTemplate, Func, Instance, NamedType, Symbol, TypeName, Variable } from "./model.ts";
import { Relation } from "./relate.ts";
import type { Scope } from "./scope.ts";
import { didYouMean } from "./suggest.ts";
import { type Tables, TypeTable, tablesOf } from "./tables.ts";
import type { ScalarSet, Type } from "./type.ts";
import { type Fault, isFault, type Value } from "./value.ts";

export interface CheckOptions {
  /** Called now and then. It ends the work by throwing. */
  readonly patience?: (() => void) | undefined;
  /** Compare ranges as they are written, as UPPAAL does, instead of by value. */
  readonly strict?: boolean;
}

/** The function whose body is being checked. */
interface FunctionState {
  readonly symbol: Func;
  readonly reads: Set<Variable>;
  readonly writes: Set<Variable>;
}

/** The template whose parts are being checked. */
interface TemplateState {
  readonly scope: Scope;
  readonly dynamic: boolean;
  /** Variables that sizes of arrays and scalar sets depend on (S7). */
  readonly restricted: Set<Variable>;
}

/** A process or set of processes on the system line, as members of it are looked up in queries. */
export interface OnLine {
  readonly template: CheckedTemplate;
  readonly scope: Scope;
  readonly parameters: readonly Variable[];
}

/** What is known of a dynamic template by its declaration alone. */
interface DynamicTemplate {
  readonly parameters: readonly Variable[];
  readonly template?: CheckedTemplate;
  readonly scope?: Scope;
}

/**
 * The state of one run of checking: the tables being filled, the scope at hand, and what has been found wrong. `effects`
 * counts the writes met so far, so that the code around an expression can tell whether it had any.
 */
export class Context {
  readonly options: CheckOptions;
  readonly symbols = new Map<Name | NamedType, Symbol>();
  readonly types = new TypeTable(this.symbols);
  readonly typeExprs = new Map<TypeExpr, Type>();
  /** Variables that some checked code may write. */
  readonly changed = new Set<Variable>();
  readonly tables: Tables;
  readonly relation: Relation;
  readonly evaluator: Evaluator;
  diagnostics: Diagnostic[] = [];
  scope: Scope;
  template: TemplateState | undefined;
  func: FunctionState | undefined;
  effects = 0;
  /** Whether any expression was a double, or used clocks in a way that symbolic verification may not take. */
  doubles = false;
  oddClocks = false;
  /** The name about to be overwritten as a whole or in part: meeting it is no read. */
  written: Expr | undefined;
  /** Processes of the system line; undefined where templates are not yet processes. */
  processes: ReadonlyMap<Symbol, OnLine> | undefined;
  /** In a formula of metric interval temporal logic. */
  mitl = false;
  /** The object of the member expression at hand. */
  owner: Expr | undefined;
  readonly dynamics: Map<string, DynamicTemplate>;
  /** Names of all templates that are defined somewhere in the model. */
  templateNames: ReadonlySet<string> = new Set();
  /** These, and the names of instances: what a process may be called. */
  processNames: ReadonlySet<string> = new Set();
  /** Variables bound by quantifiers over dynamic templates. */
  readonly processVariables = new Map<Variable, DynamicTemplate>();
  readonly #renamed = new Map<Symbol, Map<ScalarSet, ScalarSet>>();
  readonly #typeFaults = new Map<TypeName, readonly Diagnostic[]>();
  readonly #checking: (ctx: Context, expr: Expr) => Type;
  #suggestions = 30;

  /** `checking` is `checkExpr` of `expression.ts`, which those that it calls reach through `check`. */
  constructor(options: CheckOptions, scope: Scope, checking: (ctx: Context, expr: Expr) => Type, base?: Context) {
    this.options = options;
    this.#checking = checking;
    this.scope = scope;
    this.tables = tablesOf(this, base);
    this.relation = new Relation(this.tables, options.strict ?? false);
    this.evaluator = new Evaluator(this.tables, base?.evaluator);
    this.dynamics = base?.dynamics ?? new Map();
    if (base !== undefined) this.templateNames = base.templateNames;
  }

  /** The type of an expression and all its parts, where it stands. */
  check(expr: Expr): Type {
    return this.#checking(this, expr);
  }

  error(code: ModelCode, span: Span, message: string, hint?: string): void {
    this.#report("error", code, span, message, hint);
  }

  warn(code: ModelCode, span: Span, message: string, hint?: string): void {
    this.#report("warning", code, span, message, hint);
  }

  #report(severity: "error" | "warning", code: ModelCode, { start, end }: Span, message: string, hint?: string): void {
    // A node that the parser could not read may end before it starts.
    const span = { start: Math.min(start, end), end };
    this.diagnostics.push({ code, severity, span, message, ...(hint === undefined ? {} : { hint }) });
  }

  /** The nearest visible name, for a hint. Costs the size of the scope, so only the first faults get one. */
  similar(name: string, wanted: (symbol: Symbol) => boolean = () => true): string | undefined {
    if (this.#suggestions-- <= 0) return undefined;
    const names: string[] = [];
    for (const [known, symbol] of this.scope.visible()) if (wanted(symbol)) names.push(known);
    return didYouMean(name, names);
  }

  /** What a name means here. Built-in functions are everywhere and can only be hidden in old syntax. */
  lookup(name: string): Symbol | undefined {
    return this.scope.find(name) ?? builtin(name)?.func;
  }

  inScope<T>(scope: Scope, action: () => T): T {
    const outer = this.scope;
    this.scope = scope;
    const result = action();
    this.scope = outer;
    return result;
  }

  /** Notes that the function at hand reads a variable that is not its own (W14). */
  read(variable: Variable): void {
    if (this.func !== undefined && isForeign(variable)) this.func.reads.add(variable);
  }

  write(variable: Variable): void {
    this.changed.add(variable);
    if (this.func !== undefined && isForeign(variable)) this.func.writes.add(variable);
  }

  /** Faults inside a type definition count from its first use on: UPPAAL never looks at an unused one. */
  useTypeName(symbol: TypeName): void {
    const pending = this.#typeFaults.get(symbol);
    if (pending === undefined) return;
    this.#typeFaults.delete(symbol);
    append(this.diagnostics, pending);
  }

  holdTypeFaults(symbol: TypeName, faults: readonly Diagnostic[]): void {
    if (faults.length > 0) this.#typeFaults.set(symbol, faults);
  }

  /** What is wrong with types nobody uses is worth a warning. */
  releaseTypeFaults(): void {
    for (const faults of this.#typeFaults.values()) {
      for (const fault of faults) this.diagnostics.push({ ...fault, severity: "warning" });
    }
    this.#typeFaults.clear();
  }

  /** The value of an expression already checked, if it has one; faults in computing it are reported here. */
  constant(expr: Expr): Value | undefined {
    const value = this.evaluator.evaluate(expr);
    if (!isFault(value)) return value;
    this.fault(value);
    return undefined;
  }

  /** Reports why something has no value at compile time; what is merely not known here is no fault. */
  fault({ code, span, message }: Fault): void {
    if (code === "not-computable") return;
    // It may still be computed later, with more patience.
    if (code === "evaluation-limit") this.warn(code, span, message);
    else this.error(code as ModelCode, span, message);
  }

  number(expr: Expr): number | undefined {
    const value = this.constant(expr);
    return typeof value === "number" ? value : undefined;
  }

  /** Types of members of a process: a scalar set of a template is another one in each process (T7). */
  memberType(process: Symbol, type: Type): Type {
    if (!holdsLocalSet(type)) return type;
    switch (type.kind) {
      case "scalar":
        return { kind: "scalar", set: this.#setOf(process, type.set) };
      case "array":
        return {
          kind: "array",
          index: this.memberType(process, type.index) as typeof type.index,
          element: this.memberType(process, type.element),
        };
      case "struct":
        return { kind: "struct", fields: type.fields.map((f) => ({ ...f, type: this.memberType(process, f.type) })) };
      default:
        return type;
    }
  }

  #setOf(process: Symbol, set: ScalarSet): ScalarSet {
    let sets = this.#renamed.get(process);
    if (sets === undefined) this.#renamed.set(process, (sets = new Map()));
    let own = sets.get(set);
    if (own === undefined) sets.set(set, (own = { ...set }));
    return own;
  }
}

/** Not local to the function that names it; parameters by reference stand for something outside. */
function isForeign(variable: Variable): boolean {
  switch (variable.role) {
    case "global":
    case "template":
    case "parameter":
      return true;
    case "argument":
      return variable.reference;
    default:
      return false;
  }
}

/** The template at the end of a chain of instances. */
export function templateOf(instance: CheckedTemplate | Instance): CheckedTemplate {
  let at = instance;
  while (at.kind === "instance") at = at.of;
  return at;
}
