/** Small pieces that many rules share: names, lists of expressions, what stands where nothing could be read. */
import type { Cursor } from "./cursor.ts";
import type { Expr, Name } from "./tree.ts";

/** `(a, b)`, the cursor standing at the parenthesis. */
export function callArguments(p: Cursor): readonly Expr[] {
  if (!p.expect("(", "before the arguments")) return none;
  if (p.accept(")")) return none;
  const args = expressionList(p);
  p.expect(")", "after the arguments");
  return args;
}
const none: readonly Expr[] = [];

/** One or more expressions with commas between. */
export function expressionList(p: Cursor): readonly Expr[] {
  const first = p.expression();
  if (!p.accept(",")) return [first];
  // Lists are short and many; one that is begun with two has no room to spare.
  const items = [first, p.expression()];
  while (p.accept(",")) items.push(p.expression());
  return items;
}

/** A comma list as one expression, where conditions and loop headers allow it. */
export function commaExpression(p: Cursor): Expr {
  const start = p.at();
  const items = expressionList(p);
  return items.length === 1 ? items[0]! : { kind: "comma", start, end: p.to(start), items };
}

export function name(p: Cursor, what: string): Name {
  if (p.kind === "#name" && !p.panic) {
    const { start, end } = p.here();
    const node: Name = { kind: "name", start, end, name: p.word };
    p.next();
    return node;
  }
  p.fail(what, p.keywordHint());
  const at = p.at();
  return { kind: "name", start: at, end: at, name: "" };
}

export function broken(p: Cursor): Expr {
  const at = p.at();
  return { kind: "broken", start: at, end: at };
}
