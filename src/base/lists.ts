import { assert } from "./assert.ts";

/**
 * Long lists. The arguments of a call lie on the stack, so a list of a hundred thousand spread into one overflows it:
 * whatever may be as long as the input is appended and compared one by one. `test/tidy.test.ts` looks for the rest.
 */
export function append<T>(to: T[], items: Iterable<T>): void {
  for (const item of items) to.push(item);
}

/** The first of a list that cannot be empty. */
export function first<T>(items: readonly T[]): T {
  assert(items.length > 0, "a list that cannot be empty is");
  return items[0]!;
}

/** The last of a list that cannot be empty. */
export function last<T>(items: readonly T[]): T {
  assert(items.length > 0, "a list that cannot be empty is");
  return items[items.length - 1]!;
}

export function greatest(numbers: Iterable<number>, least = Number.NEGATIVE_INFINITY): number {
  let most = least;
  for (const n of numbers) most = Math.max(most, n);
  return most;
}

export function smallest(numbers: Iterable<number>): number {
  let most = Number.POSITIVE_INFINITY;
  for (const n of numbers) most = Math.min(most, n);
  return most;
}
