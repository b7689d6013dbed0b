/**
 * Functions (docs/semantics.md 2.9, 2.13). There is no recursion, so each has one frame; but the arguments of `f(1, f(2))`
 * are all evaluated before the frame is filled, and each call of a struct's function keeps its own copy of the result.
 */
import type { Func, Variable } from "../../src/model/index.ts";
import { type Call, type Expr, printExpr } from "../../src/syntax/index.ts";
import { putter } from "./assign.ts";
import { effect } from "./effect.ts";
import type { Code, Value } from "./expression.ts";
import { namedBy, processAt } from "./named.ts";
import { Fault, Unsupported } from "./outcome.ts";
import { type Context, type Made, type Place, Scope, within } from "./scope.ts";
import { holdsClock } from "./shape.ts";
import { statement } from "./statement.ts";

export function calling(expr: Call, context: Context, code: Code): Value {
  const { callee } = expr;
  const func = context.tables.symbolOf(callee.kind === "member" ? callee.member : (callee as never));
  if (func?.kind !== "function" || func.builtin) throw new Unsupported(`'${printExpr(expr)}' here`);
  const object = callee.kind === "member" ? callee.object : undefined;
  const named = object && processAt(object, context, code);
  if (named === undefined) return call(func, expr, context.scope.home(func), context, code);
  // One for each process that may be meant, all made now: while code runs the memory does not grow.
  const all = namedBy(object!, context) ?? [];
  const made = new Map(all.map((process) => [process, call(func, expr, process.scope.home(func), context, code)]));
  return () => made.get(named())!();
}

function call(func: Func, expr: Call, home: Scope, context: Context, code: Code): Value {
  const { memory } = context;
  const made = functionIn(home, func, context, code);
  const pass = made.parameters.map((place, k) => argument(func.parameters[k]!, place, expr.args[k]!, context, code));
  const { result } = made;
  const isWhole = result.shape.kind === "struct";
  const copy = isWhole ? memory.reserve(result.shape.size) : result.at;
  return () => {
    memory.tick();
    const fill = pass.map((evaluate) => evaluate());
    for (const into of fill) into();
    made.run();
    if (copy !== result.at) memory.cells.copyWithin(copy, result.at, result.at + result.shape.size);
    return isWhole ? copy : result.shape.size === 0 ? 0 : memory.cells[copy]!;
  };
}

/** Evaluates an argument now, and puts it into the frame when what it yields is called. */
function argument(parameter: Variable, place: Place, expr: Expr, context: Context, code: Code): () => () => void {
  const { memory } = context;
  const { at, shape } = place;
  if (place.isReference) {
    const to = referred(expr, parameter, place, context, code);
    return () => {
      const cell = to();
      return () => {
        memory.cells[at] = cell;
      };
    };
  }
  if (shape.kind === "nothing") {
    const run = effect(expr, context, code);
    return () => {
      run();
      return () => {};
    };
  }
  const value = code.value(expr, context);
  if (shape.kind === "array" || shape.kind === "struct")
    return () => {
      const from = value();
      const cells = memory.cells.slice(from, from + shape.size);
      return () => memory.cells.set(cells, at);
    };
  const put = putter(shape, expr, context);
  const aside = memory.reserve(1);
  return () => {
    const stored = put(aside, value());
    return () => {
      memory.cells[at] = stored;
    };
  };
}

/** The cell that a reference stands for. What is no variable is put into a cell of its own, where nothing is written to it. */
function referred(expr: Expr, { constant }: Variable, { shape }: Place, context: Context, code: Code): Value {
  const isWhole = shape.kind === "array" || shape.kind === "struct";
  const isPlace = expr.kind === "name" || expr.kind === "index" || expr.kind === "member";
  if (isPlace || (isWhole && expr.kind === "call")) return code.address(expr, context);
  if (!constant) throw new Unsupported(`'${printExpr(expr)}' by reference, which is no variable`);
  if (isWhole || shape.kind === "clock") return code.address(expr, context);
  const { memory } = context;
  const value = code.value(expr, context);
  const put = putter(shape, expr, context);
  const at = memory.reserve(1);
  return () => {
    put(at, value());
    return at;
  };
}

/** The function as the process that declares it has it, made when it is first needed. */
function functionIn(home: Scope, func: Func, context: Context, code: Code): Made {
  const known = context.made.get(home) ?? new Map<Func, Made>();
  context.made.set(home, known);
  const before = known.get(func);
  if (before !== undefined) return before;
  if (func.node === undefined) throw new Unsupported(`the imported function '${func.name}'`);
  const scope = new Scope(home);
  const inner: Context = { ...within(context, scope), tables: context.own };
  const parameters = func.parameters.map((parameter) => reserve(parameter, inner, code));
  func.parameters.forEach((parameter, k) => scope.set(parameter, parameters[k]!));
  const shape = code.shape(func.result, inner);
  const result: Place = { at: context.memory.reserve(shape.size), isReference: false, shape };
  const made: Made = { parameters, result, run: () => {} };
  known.set(func, made);
  const run = statement(func.node.body, result, inner, code);
  made.run = () => {
    if (!run() && shape.size > 0) throw new Fault(`'${func.name}' ends without a result`);
  };
  return made;
}

function reserve(parameter: Variable, context: Context, code: Code): Place {
  const shape = code.shape(parameter.type, context);
  if (!parameter.reference && holdsClock(shape)) throw new Unsupported("a clock passed by value");
  const isReference = parameter.reference;
  return { at: context.memory.reserve(isReference ? 1 : shape.size), isReference, shape };
}
