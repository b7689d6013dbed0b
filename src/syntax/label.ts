import type { Cursor } from "./cursor.ts";
import { binder, expression } from "./expression.ts";
import type { Binder, Expr, Sync } from "./tree.ts";

/** What stands in the labels of locations and edges: the same rules for XML labels and XTA clauses. */

/** A guard or invariant. In old syntax a comma means `&&`. */
export function constraint(p: Cursor): Expr {
  const start = p.at();
  let left = expression(p);
  while (p.context === "old" && p.accept(",")) {
    const right = expression(p);
    left = { kind: "binary", start, end: p.to(start), op: "&&", left, right };
  }
  return left;
}

/** `e`, or `e : f` for a fraction. */
export function rate(p: Cursor): readonly Expr[] {
  const first = expression(p);
  return p.accept(":") ? [first, expression(p)] : [first];
}

export function select(p: Cursor): readonly Binder[] {
  const binders = [binder(p)];
  while (p.accept(",")) binders.push(binder(p));
  return binders;
}

export function sync(p: Cursor): Sync {
  const start = p.at();
  const channel = expression(p);
  const direction = p.accept("!") ? "!" : p.accept("?") ? "?" : "";
  return { start, end: p.to(start), channel, direction };
}
