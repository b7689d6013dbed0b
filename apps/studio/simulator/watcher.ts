import { type CheckedQuery, instantiateQuery, showType, type WatchedState, watching } from "../../../src/index.ts";
import { ask, firstError, type Ready } from "../worker/model.ts";
import type { WatchValue } from "./step.ts";

/**
 * Expressions that are watched in the simulator. Whatever may stand in a query may be watched: a condition, also over clocks and
 * `deadlock`, an integer, or a clock. What is wrong with one is its value, so that the others go on.
 */
export type Watcher = (state: WatchedState) => WatchValue;

export function watcherOf(ready: Ready, expression: string): Watcher {
  const condition = `E<> (${expression})`;
  const value = `sup: ${expression}`;
  const asked = ask(ready, value);
  const isNumber = typeof asked !== "string" && isValue(asked);
  const text = isNumber ? value : condition;
  const checked = isNumber ? asked : ask(ready, condition);
  if (typeof checked === "string") return failing(checked);
  if (ready.made === undefined) return failing("there is no run");
  const { query, diagnostics } = instantiateQuery(ready.made, checked, text);
  if (query === undefined) return failing(firstError(diagnostics, "it cannot be watched"));
  const watch = watching(ready.made.network, query);
  return (state) => {
    try {
      return watch(state);
    } catch (error) {
      return { text: (error as Error).message, isError: true };
    }
  };
}

function failing(text: string): Watcher {
  return () => ({ text, isError: true });
}

/** Integers and clocks have values; whatever else is asked whether it holds. */
function isValue({ query, types }: CheckedQuery): boolean {
  if (query.kind !== "sup") return false;
  return query.exprs.every((expr) => {
    const type = types.get(expr);
    return type !== undefined && /^(const )?(int|clock)\b/.test(showType(type));
  });
}
