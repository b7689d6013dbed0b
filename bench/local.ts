import { mkdirSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { everywhereQuery, open, verify } from "../src/index.ts";
import { type Family, families } from "./families.ts";
import { curves, type Series } from "./plot.ts";
import { table } from "./table.ts";

/**
 * `bench local`: loosely coupled families over n, explored with one time, with local times, and as it is by itself (both in a
 * race): explored states and seconds of processor time. `--most` bounds the states of a search, and a way that reaches it is
 * left out from there on.
 */
const ranges: readonly (readonly [Family, readonly number[]])[] = [
  ["dining", [3, 4, 5, 6, 7, 8, 9, 10, 11, 12]],
  ["fire-alarm", [4, 6, 8, 10, 12, 14]],
];

const ways = { "one time": false, "local times": true, race: undefined } as const;

export async function run(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: { most: { type: "string", default: "3000000" } } });
  const series: Series[] = [];
  for (const [family, range] of ranges) {
    const rows: (string | number)[][] = range.map((n) => [n]);
    for (const [name, localTime] of Object.entries(ways)) {
      const points: (readonly [number, number])[] = [];
      let isBeyond = false;
      for (const [k, n] of range.entries()) {
        const found = isBeyond ? undefined : explored(families[family](n), localTime, Number(values.most));
        if (found === undefined) isBeyond = true;
        else points.push([n, found.states]);
        rows[k]!.push(...(found === undefined ? ["-", "-"] : [found.states, found.seconds.toFixed(2)]));
      }
      if (name !== "race") series.push({ name: `${family}, ${name}`, points });
    }
    console.log(`\n${family}`);
    console.log(table(["n", ...Object.keys(ways).flatMap((name) => [name, "s"])], rows));
  }
  mkdirSync("bench/results", { recursive: true });
  writeFileSync("bench/results/local-growth.svg", curves("explored states", "n", series));
  console.log("\nplot: bench/results/local-growth.svg");
  return 0;
}

/** Undefined where there are too many. */
function explored(text: string, localTime: boolean | undefined, most: number) {
  const { network } = open(text);
  const before = process.cpuUsage().user;
  const { outcome, statistics } = verify(network!, everywhereQuery, {
    localTime,
    maxExplored: most,
    now: () => performance.now(),
  });
  const seconds = (process.cpuUsage().user - before) / 1e6;
  return outcome === "unknown" ? undefined : { states: statistics.explored, seconds };
}
