/** An expression with some names replaced by expressions. Parts without such names are shared with the original. */
import type { Expr, Name } from "../syntax/index.ts";

export function replaceNames(expr: Expr, by: (name: Name) => Expr | undefined): Expr {
  const again = (e: Expr): Expr => replaceNames(e, by);
  switch (expr.kind) {
    case "name":
      return by(expr) ?? expr;
    case "unary":
    case "step":
      return keep(expr, { ...expr, operand: again(expr.operand) }, [expr.operand], (e) => [e.operand]);
    case "binary":
      return keep(expr, { ...expr, left: again(expr.left), right: again(expr.right) }, [expr.left, expr.right], (e) => [
        e.left,
        e.right,
      ]);
    case "assign":
      return keep(
        expr,
        { ...expr, target: again(expr.target), value: again(expr.value) },
        [expr.target, expr.value],
        (e) => [e.target, e.value],
      );
    case "conditional": {
      const parts = [expr.condition, expr.yes, expr.no];
      return keep(
        expr,
        { ...expr, condition: again(expr.condition), yes: again(expr.yes), no: again(expr.no) },
        parts,
        (e) => [e.condition, e.yes, e.no],
      );
    }
    case "index":
      return keep(
        expr,
        { ...expr, array: again(expr.array), index: again(expr.index) },
        [expr.array, expr.index],
        (e) => [e.array, e.index],
      );
    case "member":
      return keep(expr, { ...expr, object: again(expr.object) }, [expr.object], (e) => [e.object]);
    case "call":
      return keep(expr, { ...expr, args: expr.args.map(again) }, expr.args, (e) => e.args);
    case "quantified":
      return keep(expr, { ...expr, body: again(expr.body) }, [expr.body], (e) => [e.body]);
    case "comma":
      return keep(expr, { ...expr, items: expr.items.map(again) }, expr.items, (e) => e.items);
    default:
      return expr;
  }
}

/** The old node where nothing in it has changed. */
function keep<T extends Expr>(old: T, next: T, before: readonly Expr[], after: (e: T) => readonly Expr[]): T {
  return after(next).every((part, i) => part === before[i]) ? old : next;
}
