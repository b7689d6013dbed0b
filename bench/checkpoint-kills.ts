import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { seeded } from "../src/index.ts";
import { type Family, writeModel } from "./families.ts";
import { type Kill, killed } from "./killing.ts";

/**
 * Kills `zonal verify --checkpoint` at random moments and lets it go on, until it is done: verdict, counts and trace must be
 * those of an undisturbed run. By SIGKILL, or by SIGTERM, after which a last checkpoint is written.
 *
 *     npm run -s build && node dist/bench/checkpoint-kills.js [KILLS] [SEED] [MODEL...]
 *
 * Without models those below, which are made here.
 */
interface Killed {
  readonly kills: number;
  /** How often a search went on, and how often it came to its end. */
  readonly resumed: number;
  readonly ends: number;
  /** Bytes of the largest checkpoint. */
  readonly bytes: number;
  readonly differences: readonly string[];
  /** Files that were left behind. */
  readonly left: readonly string[];
}

export async function killSearches(
  zonal: string,
  words: readonly string[],
  kills: number,
  seed: number,
): Promise<Killed> {
  const folder = mkdtempSync(join(tmpdir(), "zonal-kills-"));
  const random = seeded(seed);
  const file = join(folder, "search.ck");
  const args = [zonal, "verify", ...words, "--json"];
  const differences: string[] = [];
  let [done, resumed, ends, bytes] = [0, 0, 0, 0];
  let isEnded = false;
  try {
    const started = Date.now();
    const calm = essence(spawnSync(process.execPath, [...args, "--checkpoint", file]).stdout.toString());
    const time = Date.now() - started;
    while ((done < kills && ends < 3 * kills) || !isEnded) {
      const isThere = existsSync(file);
      if (isThere) resumed++;
      const how = isThere ? ["--resume", file] : ["--checkpoint", file];
      // The first at once, so that no machine is too fast for it.
      const delay = done === 0 ? 0 : time * random() ** 2;
      const kill = done < kills ? { delay, signal: signals[done % 2]! } : undefined;
      const out = await killedAfter([...args, ...how, "--every", "0.001"], file, kill);
      isEnded = out !== undefined;
      if (out === undefined) done++;
      else {
        ends++;
        if (essence(out) !== calm) differences.push(`${calm}\n${essence(out)}`);
      }
      bytes = Math.max(bytes, statSync(file, { throwIfNoEntry: false })?.size ?? 0);
    }
    return { kills: done, resumed, ends, bytes, differences, left: readdirSync(folder) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const signals = ["SIGKILL", "SIGTERM"] as const;

/** What it prints; undefined if it was killed before: so long after it has written its first checkpoint. */
async function killedAfter(
  args: readonly string[],
  file: string,
  kill: Pick<Kill, "delay" | "signal"> | undefined,
): Promise<string | undefined> {
  const writtenAt = (): number | undefined => statSync(file, { throwIfNoEntry: false })?.mtimeMs;
  const before = writtenAt();
  const isDue = (): boolean => ![undefined, before].includes(writtenAt());
  const { code, out, isKilled } = await killed(args, kill && { ...kill, isDue });
  return isKilled && (code === undefined || code > 100) ? undefined : out;
}

/** All but the times. */
function essence(document: string): string {
  const { queries } = JSON.parse(document) as { queries: { outcome: string; statistics: object; trace?: object }[] };
  const told = queries.map(({ outcome, statistics, trace }) => ({
    outcome,
    statistics: { ...statistics, seconds: 0 },
    trace,
  }));
  return JSON.stringify(told);
}

const searches: readonly (readonly [Family, number, ...string[]])[] = [
  ["fischer", 8, "--no-symmetry"],
  ["csmacd", 9, "--no-symmetry"],
  ["leader-election", 6, "--no-symmetry"],
  ["train-gate", 6, "--no-symmetry"],
  ["fddi", 14],
  ["fischer", 8, "--label", "cs1,cs2", "--no-symmetry"],
  ["fischer", 8, "--label", "cs5", "--trace", "some", "--no-symmetry"],
];

async function main([kills = "20", seed = "1", ...models]: readonly string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "zonal-models-"));
  const made = (): string[][] => searches.map(([family, n, ...options]) => [writeModel(family, n, folder), ...options]);
  let wrong = 0;
  for (const words of models.length > 0 ? models.map((model) => [model]) : made()) {
    const found = await killSearches("dist/bin/zonal.js", words, Number(kills), Number(seed));
    const { resumed, ends, bytes, differences, left } = found;
    const about = `${found.kills} kills, ${resumed} times it went on, ${ends} ends, ${Math.round(bytes / 1024)} KiB`;
    const name = [basename(words[0]!, ".tck"), ...words.slice(1)].join(" ");
    console.log(`${name}: ${about}, ${differences.length} differ; left: ${left.join(" ")}`);
    for (const difference of differences) console.log(difference);
    wrong += differences.length;
  }
  rmSync(folder, { recursive: true, force: true });
  process.exitCode = wrong === 0 ? 0 : 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await main(process.argv.slice(2));
