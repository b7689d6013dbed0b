/** Statements of functions (docs/semantics.md 2.13) as closures that say whether a `return` was met. */
import type { Variable } from "../../src/model/index.ts";
import type { Block, Statement } from "../../src/syntax/index.ts";
import { putter } from "./assign.ts";
import { initialise } from "./declare.ts";
import { effect } from "./effect.ts";
import type { Code } from "./expression.ts";
import { Fault, Unsupported } from "./outcome.ts";
import { type Context, type Place, Scope, within } from "./scope.ts";
import { holdsClock } from "./shape.ts";

type Run = () => boolean;

export function statement(node: Statement, result: Place, context: Context, code: Code): Run {
  const inner = (part: Statement): Run => statement(part, result, context, code);
  switch (node.kind) {
    case "empty":
      return () => false;
    case "block":
      return block(node, result, context, code);
    case "expression": {
      const run = code.value(node.expr, context);
      return () => {
        run();
        return false;
      };
    }
    case "if": {
      const test = code.value(node.condition, context);
      const [yes, no] = [inner(node.yes), node.no === undefined ? () => false : inner(node.no)];
      return () => (test() !== 0 ? yes() : no());
    }
    case "while":
    case "do":
    case "for":
      return loop(node, inner(node.body), context, code);
    case "range":
      return range(node, result, context, code);
    case "return":
      return leave(node, result, context, code);
    case "assert": {
      const test = code.value(node.condition, context);
      return () => {
        if (test() === 0) throw new Fault("an assertion fails");
        return false;
      };
    }
  }
}

function block(node: Block, result: Place, context: Context, code: Code): Run {
  const scope = new Scope(context.scope);
  const inner = within(context, scope);
  const runs: Run[] = [];
  for (const declaration of node.declarations) {
    if (declaration.kind !== "variables") continue;
    for (const { name, initialiser } of declaration.declarators) {
      const variable = context.tables.symbolOf(name) as Variable;
      const shape = code.shape(variable.type, inner);
      if (holdsClock(shape)) throw new Unsupported(`the clock '${variable.name}' inside a function`);
      const at = context.memory.reserve(shape.size);
      const start = initialise(shape, at, initialiser, inner, code);
      runs.push(() => {
        start();
        return false;
      });
      scope.set(variable, { at, isReference: false, shape });
    }
  }
  for (const part of node.statements) runs.push(statement(part, result, inner, code));
  return () => runs.some((run) => run());
}

function loop(
  node: Extract<Statement, { kind: "while" | "do" | "for" }>,
  body: Run,
  context: Context,
  code: Code,
): Run {
  const { memory } = context;
  const test = code.value(node.condition, context);
  const first = node.kind === "for" ? code.value(node.first, context) : undefined;
  const next = node.kind === "for" ? code.value(node.step, context) : undefined;
  return () => {
    first?.();
    if (node.kind !== "do" && test() === 0) return false;
    do {
      memory.tick();
      if (body()) return true;
      next?.();
    } while (test() !== 0);
    return false;
  };
}

function range(node: Extract<Statement, { kind: "range" }>, result: Place, context: Context, code: Code): Run {
  const { memory } = context;
  const variable = context.tables.symbolOf(node.binder.name) as Variable;
  const shape = code.shape(variable.type, context);
  if (shape.kind !== "int" && shape.kind !== "scalar") throw new Unsupported("a loop over no range");
  const at = memory.reserve(1);
  const scope = new Scope(context.scope);
  scope.set(variable, { at, isReference: false, shape });
  const body = statement(node.body, result, within(context, scope), code);
  return () => {
    for (let i = shape.low; i <= shape.high; i++) {
      memory.cells[at] = i;
      if (body()) return true;
    }
    return false;
  };
}

function leave(node: Extract<Statement, { kind: "return" }>, result: Place, context: Context, code: Code): Run {
  const { memory } = context;
  const { at, shape } = result;
  if (node.value === undefined) return () => true;
  if (shape.kind === "nothing") {
    const run = effect(node.value, context, code);
    return () => {
      run();
      return true;
    };
  }
  const value = code.value(node.value, context);
  if (shape.kind === "struct" || shape.kind === "array")
    return () => {
      const from = value();
      memory.cells.copyWithin(at, from, from + shape.size);
      return true;
    };
  const put = putter(shape, node.value, context);
  return () => {
    put(at, value());
    return true;
  };
}
