import { demand } from "../../base/index.ts";
import { chiSquareTail } from "../special/gamma.ts";
import type { Fit } from "./kolmogorov.ts";

/**
 * Pearson's chi-square test: do counts agree with expected counts, or two lists of counts with each other? Cells that expect
 * less than 5 are put together with their neighbours, as the limit law wants. `freedom` is the number of cells left less 1.
 */
interface CellFit extends Fit {
  readonly freedom: number;
}

const LEAST = 5;

export function chiSquareFit(observed: readonly number[], expected: readonly number[]): CellFit {
  demand(observed.length === expected.length, "as many counts are wanted as expected ones");
  const cells = merged(observed, expected, (_, count) => count);
  return judged(cells.map(([seen, wanted]) => (seen - wanted) ** 2 / wanted));
}

/** For two independent samples with counts in the same cells. */
export function chiSquareTwo(first: readonly number[], second: readonly number[]): CellFit {
  demand(first.length === second.length, "both samples need the same cells");
  const [n, m] = [total(first), total(second)];
  const least = Math.min(n, m) / (n + m);
  const cells = merged(first, second, (a, b) => (a + b) * least);
  return judged(cells.map(([a, b]) => (a * Math.sqrt(m / n) - b * Math.sqrt(n / m)) ** 2 / (a + b)));
}

function total(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Pairs of counts, neighbours put together until each expects enough; what is left over goes to the last. */
function merged(
  first: readonly number[],
  second: readonly number[],
  expects: (a: number, b: number) => number,
): [number, number][] {
  const cells: [number, number][] = [];
  let open: [number, number] = [0, 0];
  first.forEach((count, i) => {
    open = [open[0] + count, open[1] + second[i]!];
    if (expects(...open) < LEAST) return;
    cells.push(open);
    open = [0, 0];
  });
  const last = cells.pop() ?? [0, 0];
  return [...cells, [last[0] + open[0], last[1] + open[1]]];
}

function judged(terms: readonly number[]): CellFit {
  const statistic = total(terms);
  const freedom = terms.length - 1;
  return { statistic, freedom, p: freedom === 0 ? 1 : chiSquareTail(statistic, freedom) };
}
