/** Arrays and structs as a whole (docs/semantics.md 2.7): they are compared cell by cell. */
import { type Binary, printExpr } from "../../src/syntax/index.ts";
import type { Code, Value } from "./expression.ts";
import { Unsupported } from "./outcome.ts";
import { type Context, typeOf } from "./scope.ts";
import type { Shape } from "./shape.ts";

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
