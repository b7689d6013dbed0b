import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { type Finished, finish, zonal } from "./child.ts";
import { geometricMean, table } from "./table.ts";

/**
 * `bench engine DIR`: the whole state space of every .tck file in DIR, each in a process of its own, from start to exit.
 * Beside it TChecker's recorded figures (`tchecker.tsv` in DIR: its fastest algorithm per model), and with
 * `--against NAME=COMMAND` another checker run on the same files in the same run (`{}` in COMMAND is the file; lines
 * `KEY value` in its output are read), or with `--threads N` ourselves with so many threads. Peak memory is compared above a
 * base of 60 MiB, which is what the platform takes. `expected.tsv` in DIR: labels and whether they are reachable, checked
 * first.
 */
interface Recorded {
  readonly algorithm: string;
  readonly visited: number;
  readonly stored: number;
  readonly transitions: number;
  readonly seconds: number;
  readonly peak: number;
}

interface Measured {
  readonly seconds: number;
  readonly peak: number | undefined;
  readonly explored: number;
  readonly stored: number;
  readonly transitions: number;
  readonly memory: number;
}

/** MiB of peak memory that are the platform's. */
const BASE = 60;

export async function run(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      only: { type: "string" },
      against: { type: "string" },
      timeout: { type: "string", default: "120" },
      repeat: { type: "string", default: "1" },
      labels: { type: "boolean", default: false },
      threads: { type: "string" },
    },
  });
  const [folder] = positionals;
  if (folder === undefined) {
    console.error(
      "usage: npm run bench -- engine DIR [--only PATTERN] [--repeat N] [--labels] [--threads N] [--against NAME=COMMAND]",
    );
    return 2;
  }
  const only = new RegExp(values.only ?? "");
  const files = readdirSync(folder)
    .filter((file) => file.endsWith(".tck") && only.test(file))
    .sort();
  const wrong = values.labels ? await checkLabels(folder, only, Number(values.timeout)) : 0;
  const recorded = readRecorded(folder);
  const rival =
    values.against === undefined
      ? undefined
      : { name: values.against.split("=")[0], command: values.against.slice(values.against.indexOf("=") + 1) };
  const rows: (string | number)[][] = [];
  const history: object[] = [];
  const ratios = { all: [] as number[], long: [] as number[], rival: [] as number[], memory: [] as number[] };
  const threads = values.threads === undefined ? [] : ["--threads", values.threads];
  for (const file of files) {
    const name = basename(file, ".tck");
    const ours = await best(() => measure(join(folder, file), Number(values.timeout)), Number(values.repeat));
    const theirs = fastest(recorded.get(name) ?? []);
    const beside =
      rival &&
      (await best(
        () => measureRival(rival.command, join(folder, file), Number(values.timeout)),
        Number(values.repeat),
      ));
    const shared =
      threads.length > 0
        ? await best(() => measure(join(folder, file), Number(values.timeout), threads), Number(values.repeat))
        : undefined;
    if (ours === undefined) {
      rows.push([name, "no answer in time"]);
      continue;
    }
    if (theirs && theirs.seconds > 1) ratios.all.push(theirs.seconds / ours.seconds);
    if (theirs && theirs.seconds > 3) ratios.long.push(theirs.seconds / ours.seconds);
    if (beside) ratios.rival.push(beside.seconds / ours.seconds);
    if (theirs && theirs.peak > 100 && ours.peak !== undefined)
      ratios.memory.push(Math.max(0, ours.peak - BASE) / theirs.peak);
    const counts = (recorded.get(name) ?? []).find((r) => r.algorithm === "covreach bfs");
    const same =
      counts === undefined
        ? "-"
        : counts.visited === ours.explored && counts.stored === ours.stored && counts.transitions === ours.transitions
          ? "same"
          : `${counts.visited}/${counts.stored}`;
    rows.push([
      name,
      ours.explored,
      ours.stored,
      ours.transitions,
      ours.seconds.toFixed(3),
      ours.peak?.toFixed(0) ?? "-",
      (ours.memory / Math.max(1, ours.stored)).toFixed(0),
      theirs?.seconds.toFixed(3) ?? "-",
      theirs?.peak.toFixed(0) ?? "-",
      theirs?.algorithm ?? "-",
      theirs ? `${(theirs.seconds / ours.seconds).toFixed(1)}x` : "-",
      same,
      ...(threads.length > 0
        ? [shared?.seconds.toFixed(3) ?? "-", shared ? `${(ours.seconds / shared.seconds).toFixed(2)}x` : "-"]
        : []),
      ...(rival ? [beside?.seconds.toFixed(3) ?? "-"] : []),
    ]);
    history.push({ name, ...ours, recorded: theirs, threads: shared, ...(rival ? { [rival.name!]: beside } : {}) });
  }
  console.log(
    table(
      [
        "model",
        "explored",
        "stored",
        "transitions",
        "s",
        "MiB",
        "B/state",
        "TChecker s",
        "MiB",
        "its best",
        "faster",
        "bfs counts",
        ...(threads.length > 0 ? [`${values.threads} threads s`, "faster"] : []),
        ...(rival ? [`${rival.name} s`] : []),
      ],
      rows,
    ),
  );
  console.log(
    `\nfaster than TChecker's best recorded run, geometric mean: ${geometricMean(ratios.all).toFixed(1)} over its ${ratios.all.length} runs above 1 s (worst ${Math.min(...ratios.all).toFixed(1)}), ${geometricMean(ratios.long).toFixed(1)} over its ${ratios.long.length} runs above 3 s`,
  );
  if (ratios.memory.length > 0)
    console.log(
      `peak memory above ${BASE} MiB as a part of TChecker's, on its ${ratios.memory.length} runs above 100 MiB: mean ${mean(ratios.memory).toFixed(2)}, worst ${Math.max(...ratios.memory).toFixed(2)}`,
    );
  if (rival)
    console.log(`faster than ${rival.name} in this run, geometric mean: ${geometricMean(ratios.rival).toFixed(1)}`);
  save("engine", history);
  return wrong > 0 ? 1 : 0;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Keeps the figures of this run for later comparison. */
export function save(name: string, data: unknown): void {
  mkdirSync("bench/results", { recursive: true });
  writeFileSync(
    `bench/results/${name}-${new Date().toISOString().replaceAll(":", "")}.json`,
    `${JSON.stringify(data, undefined, 1)}\n`,
  );
}

async function best<T extends { readonly seconds: number }>(
  once: () => Promise<T | undefined>,
  times: number,
): Promise<T | undefined> {
  let least: T | undefined;
  for (let i = 0; i < times; i++) {
    const result = await once();
    if (result && (least === undefined || result.seconds < least.seconds)) least = result;
  }
  return least;
}

async function measure(file: string, timeout: number, options: readonly string[] = []): Promise<Measured | undefined> {
  const done: Finished = await finish([...zonal, "verify", file, "--json", ...options], timeout);
  if (done.isTimeout || done.code !== 0) return undefined;
  const { statistics } = (JSON.parse(done.output) as { queries: [{ statistics: Omit<Measured, "seconds" | "peak"> }] })
    .queries[0];
  return { ...statistics, seconds: done.seconds, peak: done.peak };
}

async function measureRival(command: string, file: string, timeout: number): Promise<Measured | undefined> {
  const words = command.split(/\s+/).map((word) => word.replaceAll("{}", file));
  const done = await finish(command.includes("{}") ? words : [...words, file], timeout);
  if (done.isTimeout || done.code !== 0) return undefined;
  const value = (key: RegExp) =>
    Number([...done.output.matchAll(/^(\S+)\s+(\S+)$/gm)].find(([, name]) => key.test(name!))?.[2] ?? Number.NaN);
  return {
    seconds: done.seconds,
    peak: done.peak,
    explored: value(/visited.*states/i),
    stored: value(/stored.*states/i),
    transitions: value(/visited.*transitions/i),
    memory: 0,
  };
}

function readRecorded(folder: string): Map<string, Recorded[]> {
  const all = new Map<string, Recorded[]>();
  for (const line of lines(join(folder, "tchecker.tsv"))) {
    const [model, algorithm, order, visited, stored, transitions, wall, , rss] = line.split("\t");
    const list = all.get(model!) ?? [];
    all.set(model!, list);
    list.push({
      algorithm: `${algorithm} ${order}`,
      visited: Number(visited),
      stored: Number(stored),
      transitions: Number(transitions),
      seconds: Number(wall),
      peak: Number(rss),
    });
  }
  return all;
}

function fastest(runs: readonly Recorded[]): Recorded | undefined {
  return runs
    .filter((r) => r.seconds > 0)
    .reduce<Recorded | undefined>((a, b) => (a === undefined || b.seconds < a.seconds ? b : a), undefined);
}

async function checkLabels(folder: string, only: RegExp, timeout: number): Promise<number> {
  let wrong = 0;
  let asked = 0;
  for (const line of lines(join(folder, "expected.tsv"))) {
    const [model, labels, reachable] = line.split("\t");
    if (!only.test(model!)) continue;
    asked++;
    const done = await finish(
      [...zonal, "verify", join(folder, `${model}.tck`), "--label", labels!, "--json"],
      timeout,
    );
    const outcome = done.isTimeout
      ? "no answer in time"
      : (JSON.parse(done.output) as { queries: { outcome: string }[] }).queries[0]?.outcome;
    if (outcome === (reachable === "true" ? "satisfied" : "violated")) continue;
    wrong++;
    console.log(`${model} ${labels}: ${outcome}, expected ${reachable}`);
  }
  console.log(`labels: ${asked - wrong} of ${asked} as expected\n`);
  return wrong;
}

function lines(file: string): string[] {
  try {
    return readFileSync(file, "utf8").trim().split("\n").slice(1);
  } catch {
    return [];
  }
}
