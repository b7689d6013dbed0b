import { childrenOf, type Expr } from "../syntax/index.ts";

/**
 * Reading and checking follow chains of operators of any length; what comes after them follows an expression down by
 * recursion. So one that is deeper than any stack is sure to hold is refused before.
 */
const DEEPEST = 1500;

/** The first expression that is too deep. Requires that parts come before the whole, as the checker notes them. */
export function findTooDeep(checked: Iterable<Expr>): Expr | undefined {
  const all = [...checked];
  // What is deep is long, as far as it has been read from a text.
  if (!all.some(({ start, end }) => end === start || end - start > DEEPEST)) return undefined;
  const depths = new Map<Expr, number>();
  for (const expr of all) {
    let depth = 0;
    for (const child of childrenOf(expr)) depth = Math.max(depth, depths.get(child) ?? 0);
    if (depth >= DEEPEST) return expr;
    depths.set(expr, depth + 1);
  }
  return undefined;
}

export const TOO_DEEP = "this expression has too many operators inside one another to be verified";
