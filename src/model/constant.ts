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

  /** The value of an expression where parameters and bound variables have the given values. */
  evaluate(expr: Expr, bindings?: ReadonlyMap<Variable, Value>, steps?: number): Value | Fault {
    return this.#guarded(
      steps,
      (limit) => new Run(this, bindings, limit),
      (run) => run.value(expr),
    );
  }

  /** The value a variable starts with. */
  initial(variable: Variable, bindings?: ReadonlyMap<Variable, Value>, steps?: number): Value | Fault {
    const known = variable.role === "global" && variable.constant ? this.#globals.get(variable) : undefined;
    if (known !== undefined) return known;
    const value = this.#guarded(
      steps,
      (limit) => new Run(this, bindings, limit),
      (run) => run.initial(variable),
    );
    if (variable.role === "global" && variable.constant) this.#globals.set(variable, value);
    return value;
  }

  /** For runs: a global constant's value, kept from its declaration or computed now. */
  global(variable: Variable): Value | Fault {
    return this.initial(variable);
  }

  #guarded(steps: number | undefined, start: (limit: number) => Run, action: (run: Run) => Value): Value | Fault {
    const run = start(steps ?? Math.min(checkingSteps, this.#left));
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
