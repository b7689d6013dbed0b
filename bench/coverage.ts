import { parseArgs } from "node:util";
import { Draws, incompleteBeta } from "../src/statistics/index.ts";
import { deciding, expecting, known, probabilities, type Row, rare, type Source } from "./coverage-rows.ts";
import { table } from "./table.ts";

/**
 * `npm run bench -- coverage [--times N] [--seed N]`: how often the intervals that are printed hold what they are for. Each
 * kind of answer is made again and again (1,000 times) from runs whose law is known, by the code that makes it for a query,
 * and the answers that are right are counted. `promise` is the least share that the guide states; the exit code is 1 where so
 * few are right that a share of that size would give it with a probability below 0.0001.
 */
export async function run(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: { times: { type: "string", default: "1000" }, seed: { type: "string", default: "1" } },
  });
  const [times, seed] = [Number(values.times), Number(values.seed)];
  const rows = [...probabilities, ...deciding, ...expecting, ...known, ...rare];
  let short = 0;
  const shown = rows.map((row, i) => {
    const right = count(row, times, seed, i);
    const isShort = atMost(right, times, row.promise) < 1e-4;
    if (isShort) short++;
    return [row.what, row.of, row.promise, (right / times).toFixed(3), isShort ? "FALLS SHORT" : "holds"];
  });
  console.log(`${times} repetitions, seed ${seed}`);
  console.log(table(["answer", "of", "promise", "right", ""], shown));
  return short === 0 ? 0 : 1;
}

function count({ once }: Row, times: number, seed: number, row: number): number {
  const draws = new Draws(seed, row);
  const next: Source = () => draws.next();
  let right = 0;
  for (let k = 0; k < times; k++) {
    draws.start(k);
    if (once(next, k)) right++;
  }
  return right;
}

/** The probability of at most k of n. */
function atMost(k: number, n: number, p: number): number {
  return k >= n ? 1 : incompleteBeta(1 - p, n - k, k + 1, p);
}
