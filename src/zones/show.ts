/**
 * Zones as text for people: the fewest constraints, `x>=1, x<=3, y-x<2`, fixed clocks and distances as equations. Promises
 * that equal zones print alike; not meant to be read back.
 */
import { constantOf, INF, isStrict } from "./bound.ts";
import { isEmpty } from "./matrix.ts";
import { classes, isRedundant } from "./minimal.ts";

/**
 * Requires: closed or marked as empty; `names[i]` is the name of clock i, `names[0]` is not read. Returns `true` for the
 * zone of all valuations and `false` for the empty one.
 */
export function showZone(z: Int32Array, at: number, dim: number, names: readonly string[]): string {
  if (isEmpty(z, at)) return "false";
  const first = classes(z, at, dim);
  const parts: string[] = [];
  for (let i = 1; i < dim; i++)
    if (first[i] !== i) parts.push(showFixed(z[at + i * dim + first[i]!]!, i, first[i]!, names));
  for (let i = 0; i < dim; i++) {
    if (first[i] !== i) continue;
    for (let j = i + 1; j < dim; j++) {
      if (first[j] !== j) continue;
      for (const [a, b] of [
        [i, j],
        [j, i],
      ]) {
        const bound = z[at + a! * dim + b!]!;
        if (bound >= INF || isRedundant(z, at, dim, first, a!, b!)) continue;
        parts.push(showConstraint(a!, b!, bound, names));
      }
    }
  }
  return parts.length === 0 ? "true" : parts.join(", ");
}

/** One constraint x_a - x_b < or <= c, with the positive constant where there is a choice: `x<=3`, `x>2`, `y-x>=1`. */
export function showConstraint(a: number, b: number, bound: number, names: readonly string[]): string {
  const c = constantOf(bound);
  const equal = isStrict(bound) ? "" : "=";
  if (a === 0) return `${names[b]}>${equal}${0 - c}`;
  if (b === 0) return `${names[a]}<${equal}${c}`;
  return c < 0 ? `${names[b]}-${names[a]}>${equal}${-c}` : `${names[a]}-${names[b]}<${equal}${c}`;
}

function showFixed(bound: number, i: number, j: number, names: readonly string[]): string {
  const c = constantOf(bound);
  if (j === 0) return `${names[i]}==${c}`;
  if (c === 0) return `${names[i]}==${names[j]}`;
  return c < 0 ? `${names[j]}-${names[i]}==${-c}` : `${names[i]}-${names[j]}==${c}`;
}
