/** Arrays and structs as a whole (docs/semantics.md 2.7): they are copied and compared cell by cell. */
import { type Assign, type Binary, printExpr } from "../../src/syntax/index.ts";
import type { Code, Value } from "./expression.ts";
import { Unsupported } from "./outcome.ts";
import { type Context, typeOf } from "./scope.ts";
import { eachLeaf, type Shape } from "./shape.ts";

/** All values are read before one is written; clocks become those of the other. */
export function copied(expr: Assign, shape: Shape, context: Context, code: Code): Value {
  const to = code.address(expr.target, context);
  const from = code.value(expr.value, context);
  const { memory } = context;
  const clocks = new Set<number>();
  eachLeaf(shape, 0, "", (leaf, at) => {
    if (leaf.kind === "clock") clocks.add(at);
  });
  return () => {
    const [target, source] = [to(), from()];
    const values = memory.cells.slice(source, source + shape.size);
    values.forEach((value, k) => {
      if (clocks.has(k)) memory.steps.push({ clock: memory.cells[target + k]!, from: value, plus: 0 });
      else memory.cells[target + k] = value;
    });
    return target;
  };
}

export function sameCells(node: Binary, a: Value, context: Context, code: Code): Value {
  const b = code.value(node.right, context);
  const whole = code.shape(typeOf(node.left, context), context);
  if (!isPlain(whole)) throw new Unsupported(`comparing '${printExpr(node)}', which holds clocks or doubles`);
  const { memory } = context;
  return () => {
    const x = a();
    // What is on the right may change what is on the left.
    const left = memory.cells.slice(x, x + whole.size);
    const y = b();
    return left.every((cell, k) => cell === memory.cells[y + k]) === (node.op === "==") ? 1 : 0;
  };
}

function isPlain(s: Shape): boolean {
  if (s.kind === "array") return isPlain(s.element);
  if (s.kind === "struct") return s.fields.every((f) => isPlain(f.shape));
  return s.kind === "int" || s.kind === "bool" || s.kind === "scalar";
}
