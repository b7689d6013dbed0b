import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { finish, zonal } from "./child.ts";
import { save } from "./engine.ts";
import { type Family, families, writeModel } from "./families.ts";
import { curves } from "./plot.ts";
import { table } from "./table.ts";

/** `bench growth`: explores families of growing models; microseconds per explored state and bytes per stored state over n. */
const ranges: Readonly<Record<Family, readonly number[]>> = {
  fischer: [4, 5, 6, 7, 8, 9, 10],
  csmacd: [4, 5, 6, 7, 8, 9, 10],
  fddi: [4, 8, 12, 16, 20, 28],
  "train-gate": [2, 3, 4, 5, 6],
  "leader-election": [3, 4, 5, 6, 7],
  dining: [4, 5, 6, 7, 8],
  "fire-alarm": [6, 8, 10, 12],
};

interface Sample {
  readonly n: number;
  readonly explored: number;
  readonly stored: number;
  readonly seconds: number;
  readonly memory: number;
}

export async function run(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: { timeout: { type: "string", default: "60" }, only: { type: "string" } },
  });
  const folder = mkdtempSync(join(tmpdir(), "zonal-growth-"));
  const all: Partial<Record<Family, Sample[]>> = {};
  try {
    for (const family of Object.keys(families) as Family[]) {
      if (values.only !== undefined && values.only !== family) continue;
      const samples: Sample[] = [];
      for (const n of ranges[family]) {
        const done = await finish(
          [...zonal, "verify", writeModel(family, n, folder), "--json"],
          Number(values.timeout),
        );
        if (done.isTimeout || done.code !== 0) break;
        const { statistics, seconds } = (
          JSON.parse(done.output) as {
            queries: [{ seconds: number; statistics: { explored: number; stored: number; memory: number } }];
          }
        ).queries[0];
        samples.push({
          n,
          explored: statistics.explored,
          stored: statistics.stored,
          seconds,
          memory: statistics.memory,
        });
      }
      all[family] = samples;
      console.log(`\n${family}`);
      console.log(
        table(
          ["n", "explored", "stored", "s", "µs/state", "MiB", "B/state"],
          samples.map((s) => [
            s.n,
            s.explored,
            s.stored,
            s.seconds.toFixed(2),
            micros(s).toFixed(1),
            (s.memory / 2 ** 20).toFixed(1),
            (s.memory / s.stored).toFixed(0),
          ]),
        ),
      );
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const series = (value: (s: Sample) => number) =>
    Object.entries(all).map(([name, samples]) => ({
      name,
      points: (samples ?? []).map((s) => [s.n, value(s)] as const),
    }));
  mkdirSync("bench/results", { recursive: true });
  writeFileSync("bench/results/growth-time.svg", curves("microseconds per explored state", "n", series(micros)));
  writeFileSync(
    "bench/results/growth-states.svg",
    curves(
      "explored states",
      "n",
      series((s) => s.explored),
    ),
  );
  writeFileSync(
    "bench/results/growth-memory.svg",
    curves(
      "bytes per stored state",
      "n",
      series((s) => s.memory / s.stored),
    ),
  );
  console.log("\nplots: bench/results/growth-*.svg");
  save("growth", all);
  return 0;
}

function micros(s: Sample): number {
  return (s.seconds * 1e6) / Math.max(1, s.explored);
}
