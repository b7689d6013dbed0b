import type { Cursor } from "./cursor.ts";
import type { Binder, Expr, Sync } from "./tree.ts";
import { binder } from "./type.ts";

/** What stands in the labels of locations and edges: the same rules for XML labels and XTA clauses. */

/** A guard or invariant. In old syntax a comma means `&&`. */
export function constraint(p: Cursor): Expr {
  const start = p.at();
  let left = p.expression();
  while (p.context === "old" && p.accept(",")) {
    const right = p.expression();
    left = { kind: "binary", start, end: p.to(start), op: "&&", left, right };
  }
  return left;
}

/** `e`, or `e : f` for a fraction. */
export function rate(p: Cursor): readonly Expr[] {
  const first = p.expression();
  return p.accept(":") ? [first, p.expression()] : [first];
}

export function select(p: Cursor): readonly Binder[] {
  const binders = [binder(p)];
  while (p.accept(",")) binders.push(binder(p));
  return binders;
}

export function sync(p: Cursor): Sync {
  const start = p.at();
  const channel = p.expression();
  const direction = p.accept("!") ? "!" : p.accept("?") ? "?" : "";
  return { start, end: p.to(start), channel, direction };
}
