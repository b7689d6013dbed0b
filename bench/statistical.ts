import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { CompiledSampler } from "../src/stochastic/index.ts";
import { prepare, taskOf } from "../test/stochastic/sample.ts";
import { curves } from "./plot.ts";
import { table } from "./table.ts";

/**
 * `npm run bench -- statistical [DIR]`: time for a step of a run. In DIR (`../shared/bench/limit/statistical` unless given)
 * are models with programs written by hand for each; where a C compiler is there too, these run in turn with ours. Then the
 * same over the number of components of a model in which a step concerns two of them; `--svg FILE` draws that.
 */
export async function run(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { svg: { type: "string" } },
  });
  const [folder = "../shared/bench/limit/statistical"] = positionals;
  const rows = [
    ["queue", "Pr[<=100](<> n >= 12)", "100", "12"],
    ["queue", "E[<=1000; 10](max: n)", "1000", "0"],
    ["gate", "Pr[<=100](<> len == N)", "100", "5"],
    ["gate", "E[<=1000; 10](max: len)", "1000", "0"],
  ] as const;
  if (existsSync(folder)) {
    const shown = rows.map(([name, query, bound, level]) => {
      const ours = nanoseconds(
        readFileSync(join(folder, `${name}.xml`), "utf8"),
        query,
        bound === "100" ? 100_000 : 10_000,
      );
      const byHand = handwritten(join(folder, `${name}.c`), bound === "100" ? "400000" : "40000", bound, level);
      return [name, query, ours.toFixed(1), byHand?.toFixed(1) ?? "-", byHand ? `${(ours / byHand).toFixed(1)}x` : "-"];
    });
    console.log(table(["model", "query", "ns/step", "by hand", "ratio"], shown));
  }
  const growth = [5, 20, 100, 300, 1000].map(measured);
  const cells = growth.map(({ n, first, step }) => [n, first.toFixed(0), step.toFixed(1)]);
  console.log(table(["components", "ms to the first run", "ns/step"], cells));
  if (values.svg !== undefined) {
    const points = growth.map(({ n, step }) => [n, step / growth[0]!.step] as const);
    const name = "time, in that of five";
    writeFileSync(values.svg, curves("A step that concerns two components", "components", [{ name, points }]));
  }
  return 0;
}

/** Milliseconds to the first run, and nanoseconds a step, of so many components. */
function measured(n: number): { readonly n: number; readonly first: number; readonly step: number } {
  const started = process.cpuUsage();
  const sampler = samplerOf(ring(n), "Pr[<=100](<> false)");
  sampler.sample(0, 1);
  const first = process.cpuUsage(started).user / 1000;
  return { n, first, step: timed(sampler, Math.ceil(20_000 / n)) };
}

/** Components in a ring: each moves by itself at times, and then the next one receives. */
function ring(n: number): string {
  return `const int N = ${n}; broadcast chan c[N]; int[0,N] seen[N];
    process P(const int[0,N-1] id) { clock x; state A { x <= 3 }, B {; 2}; init A;
      trans A -> B { guard x >= 1; sync c[(id + 1) % N]!; assign x = 0; }, B -> A { guard seen[id] >= 0; assign x = 0; },
            B -> B { sync c[id]?; assign seen[id] = (seen[id] + 1) % N; }; }
    system P;`;
}

function samplerOf(model: string, query: string): CompiledSampler {
  const made = prepare(model, query);
  return new CompiledSampler(made.network, made.query, taskOf(made.query), { seed: 1n, query: 0 });
}

function nanoseconds(model: string, query: string, runs: number): number {
  const sampler = samplerOf(model, query);
  sampler.sample(0, Math.ceil(runs / 10));
  return timed(sampler, runs);
}

function timed(sampler: CompiledSampler, runs: number): number {
  sampler.sample(0, Math.ceil(runs / 4));
  return best(() => {
    const started = process.cpuUsage();
    const { steps } = sampler.sample(0, runs);
    return (process.cpuUsage(started).user * 1000) / steps;
  });
}

/** The least of some measurements, of the time of the processor: others may be busy. */
function best(measure: () => number): number {
  return Math.min(...Array.from({ length: 5 }, measure));
}

/** Nanoseconds a step of a program in C, which prints how many steps it made. */
function handwritten(source: string, ...args: readonly string[]): number | undefined {
  const folder = mkdtempSync(join(tmpdir(), "zonal-"));
  try {
    const program = join(folder, "program");
    if (spawnSync("cc", ["-O3", "-march=native", source, "-o", program, "-lm"]).status !== 0) return undefined;
    return best(() => {
      const { stdout, stderr } = spawnSync("sh", ["-c", 'time -p "$0" "$@"', program, ...args], { encoding: "utf8" });
      const [steps, seconds] = [/steps (\d+)/.exec(stdout)?.[1], /user ([\d.]+)/.exec(stderr)?.[1]];
      return (Number(seconds) * 1e9) / Number(steps);
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
