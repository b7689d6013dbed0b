import type { Expr } from "../syntax/index.ts";
import type { Variable } from "./model.ts";
import { Run } from "./run.ts";
import type { Tables } from "./tables.ts";
import { type Fault, Halt, type Value } from "./value.ts";

/** Steps for one evaluation while checking, and for all of them: functions may loop for ever (ST7). */
const checkingSteps = 1_000_000;
const checkingTotal = 5_000_000;

/**
 * Compile-time evaluation of checked expressions (I1, W14): 32-bit arithmetic that wraps, doubles, arrays, structs, and
 * functions with loops up to a number of steps. Values of global constants are kept; a constant whose own initialiser is
 * at fault has no value, and only its declaration says why. The code "not-computable" means: depends on something that
 * is not known here.
 */
export class Evaluator {
  readonly tables: Tables;
  readonly #globals: Map<Variable, Value | Fault>;
  #left = checkingTotal;

  constructor(tables: Tables, base?: Evaluator) {
    this.tables = tables;
    this.#globals = base === undefined ? new Map() : base.#globals;
  }

  /** Not half of the steps for all evaluations are used. */
  get hasRoom(): boolean {
    return this.#left > checkingTotal / 2;
  }

  /** The value of an expression where parameters and bound variables have the given values. */
  evaluate(expr: Expr, bindings?: ReadonlyMap<Variable, Value>, steps?: number): Value | Fault {
    return this.#guarded(bindings, steps, (run) => run.value(expr));
  }

  /** The value a variable starts with. */
  initial(variable: Variable, bindings?: ReadonlyMap<Variable, Value>, steps?: number): Value | Fault {
    const known = variable.role === "global" && variable.constant ? this.#globals.get(variable) : undefined;
    if (known !== undefined) return known;
    const value = this.#guarded(bindings, steps, (run) => run.initial(variable));
    if (variable.role === "global" && variable.constant) this.#globals.set(variable, value);
    return value;
  }

  #guarded(
    bindings: ReadonlyMap<Variable, Value> | undefined,
    steps: number | undefined,
    action: (run: Run) => Value,
  ): Value | Fault {
    const limit = steps ?? Math.min(checkingSteps, this.#left);
    const run = new Run(this.tables, (variable) => this.initial(variable), bindings, limit);
    try {
      return action(run);
    } catch (halt) {
      if (halt instanceof Halt) return halt.fault;
      throw halt;
    } finally {
      if (steps === undefined) this.#left -= run.used;
    }
  }
}
