/**
 * What a guard asks of data. Requires: the clock constraints that count are lower bounds, so that all of them hold once the
 * clock is large enough; what the guard asks then is what it asks of data. A disjunction or an implication with a clock on
 * one side is one that constants decide, and what stands under `forall` is asked of every value.
 */
import type { Model } from "../model/index.ts";
import { build, type Expr, someExpr } from "../syntax/index.ts";

/** The conditions without clocks; none where nothing is asked of data. */
export function dataOf(model: Model, guard: Expr | undefined): readonly Expr[] {
  if (guard === undefined) return [];
  const mentionsClock = (e: Expr): boolean => someExpr(e, (part) => model.types.get(part)?.kind === "clock");
  const of = (e: Expr): readonly Expr[] => {
    if (!mentionsClock(e)) return [e];
    if (e.kind === "quantified") return of(e.body).length === 0 ? [] : [{ ...e, body: build.and(...of(e.body)) }];
    if (e.kind !== "binary") return [];
    if (e.op === "&&") return [...of(e.left), ...of(e.right)];
    if (e.op !== "||" && e.op !== "imply") return [];
    const [left, right] = [of(e.left), of(e.right)];
    return left.length === 0 || right.length === 0
      ? []
      : [{ ...e, left: build.and(...left), right: build.and(...right) }];
  };
  return of(guard);
}
