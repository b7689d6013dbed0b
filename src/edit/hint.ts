import { wants } from "../base/index.ts";
import { evaluateConstant, isFault, type Model, type Variable } from "../model/index.ts";
import { childrenOf, type Expr } from "../syntax/index.ts";
import { valueOf } from "./describe.ts";
import { defines } from "./occurrence.ts";
import type { Page } from "./page.ts";

/**
 * What an editor shows between the letters: behind a constant that is used its value, behind a declared clock its greatest bound.
 */
export interface Hint {
  readonly at: number;
  readonly text: string;
}

export function hintsOf(page: Page): readonly Hint[] {
  wants("hintsOf", page, "page");
  const { model } = page;
  if (model === undefined) return [];
  const bounds = page.kind === "model" ? greatestBounds(model) : new Map<Variable, number>();
  return page.occurrences.flatMap((here): readonly Hint[] => {
    const { symbol } = here;
    if (symbol.kind !== "variable" || !here.isSpelled) return [];
    if (defines(here)) {
      const bound = bounds.get(symbol);
      return bound === undefined ? [] : [{ at: here.end, text: `≤ ${bound}` }];
    }
    const value = symbol.constant && symbol.role !== "binder" ? valueOf(symbol, model) : undefined;
    return value === undefined ? [] : [{ at: here.end, text: `= ${value}` }];
  });
}

/** By clock the greatest number that it, or an element of it, is compared with; what depends on the process is not counted. */
function greatestBounds(model: Model): ReadonlyMap<Variable, number> {
  const found = new Map<Variable, number>();
  for (const expr of model.types.keys()) {
    if (expr.kind !== "binary" || !comparisons.has(expr.op)) continue;
    for (const [clock, bound] of [
      [expr.left, expr.right],
      [expr.right, expr.left],
    ] as const) {
      const variable = clockOf(model, clock);
      const value = variable === undefined || hasCalls(bound) ? undefined : evaluateConstant(model, bound, new Map());
      if (variable === undefined || typeof value !== "number" || isFault(value)) continue;
      found.set(variable, Math.max(value, found.get(variable) ?? value));
    }
  }
  return found;
}

const comparisons: ReadonlySet<string> = new Set(["<", "<=", ">=", ">", "=="]);

function clockOf(model: Model, expr: Expr): Variable | undefined {
  if (expr.kind === "index") return clockOf(model, expr.array);
  const symbol = expr.kind === "name" ? model.symbols.get(expr) : undefined;
  if (symbol?.kind !== "variable") return undefined;
  let { type } = symbol;
  while (type.kind === "array") type = type.element;
  return type.kind === "clock" ? symbol : undefined;
}

function hasCalls(expr: Expr): boolean {
  return expr.kind === "call" || childrenOf(expr).some(hasCalls);
}
