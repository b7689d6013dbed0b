import { type Span, unreachable } from "../base/index.ts";
import type { Block, Expr, Statement } from "../syntax/index.ts";
import { cell, type Place, type Store } from "./arithmetic.ts";
import type { Variable } from "./model.ts";
import type { Tables } from "./tables.ts";
import type { Type } from "./type.ts";
import { Halt } from "./value.ts";

/** What statements ask of the evaluation they are part of. */
export interface Evaluation {
  readonly tables: Tables;
  /** Counts a step; there is a limit to them. */
  step(span: Span): void;
  value(expr: Expr): Store;
  number(expr: Expr): number;
  range(type: Type, span: Span): Iterable<number>;
  declare(variable: Variable, place: Place): void;
  initial(variable: Variable): Store;
}

/** Runs the body of a function at compile time; the value of the `return` met, or undefined when none was. */
export function execute(run: Evaluation, body: Block): Store | undefined {
  const outcome = step(run, body);
  return outcome === going || outcome === left ? undefined : outcome;
}

/** Still running, or left by a `return` without value. */
const going = Symbol();
const left = Symbol();
type Outcome = Store | typeof going | typeof left;

function step(run: Evaluation, statement: Statement): Outcome {
  run.step(statement);
  switch (statement.kind) {
    case "empty":
      return going;
    case "expression":
      run.value(statement.expr);
      return going;
    case "return":
      return statement.value === undefined ? left : run.value(statement.value);
    case "assert":
      if (run.number(statement.condition) === 0)
        throw new Halt("failed-assert", statement, "this assertion fails at compile time");
      return going;
    case "if":
      if (run.number(statement.condition) !== 0) return step(run, statement.yes);
      return statement.no === undefined ? going : step(run, statement.no);
    case "while":
    case "do":
    case "for":
    case "range":
      return loop(run, statement);
    case "block":
      return block(run, statement);
    default:
      return unreachable(statement);
  }
}

function loop(run: Evaluation, statement: Extract<Statement, { kind: "while" | "do" | "for" | "range" }>): Outcome {
  if (statement.kind === "range") {
    const variable = run.tables.symbolOf(statement.binder.name);
    if (variable?.kind !== "variable") throw new Halt("not-computable", statement, "a loop over nothing");
    for (const value of run.range(variable.type, statement)) {
      run.declare(variable, cell(value));
      const outcome = step(run, statement.body);
      if (outcome !== going) return outcome;
    }
    return going;
  }
  if (statement.kind === "for") run.value(statement.first);
  let tested = statement.kind !== "do";
  for (;;) {
    run.step(statement);
    if (tested && run.number(statement.condition) === 0) return going;
    tested = true;
    const outcome = step(run, statement.body);
    if (outcome !== going) return outcome;
    if (statement.kind === "for") run.value(statement.step);
  }
}

function block(run: Evaluation, node: Block): Outcome {
  for (const declaration of node.declarations) {
    if (declaration.kind !== "variables") continue;
    for (const declarator of declaration.declarators) {
      const variable = run.tables.symbolOf(declarator.name);
      if (variable?.kind === "variable") run.declare(variable, cell(run.initial(variable)));
    }
  }
  for (const statement of node.statements) {
    const outcome = step(run, statement);
    if (outcome !== going) return outcome;
  }
  return going;
}
