import { spawnSync } from "node:child_process";
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { keyOf, type RunRecord, seeded } from "../src/index.ts";
import { killed } from "./killing.ts";

/**
 * Kills `zonal sweep` at random moments, now and then leaving half a line behind, and starts it again until it is done: the
 * journal must then say the same as that of an undisturbed run, nothing lost and nothing twice.
 *
 *     npm run -s build && node dist/bench/sweep-kills.js [KILLS] [SEED]
 */
interface Killed {
  readonly kills: number;
  /** Of those, how many half lines there were. */
  readonly torn: number;
  /** Runs in the journal, and what differs from the undisturbed one. */
  readonly runs: number;
  readonly differences: readonly string[];
}

export async function killSweeps(
  zonal: string,
  words: readonly string[],
  kills: number,
  seed: number,
): Promise<Killed> {
  const folder = mkdtempSync(join(tmpdir(), "zonal-kills-"));
  const random = seeded(seed);
  const [calm, wild] = [join(folder, "calm.jsonl"), join(folder, "wild.jsonl")];
  const args = (journal: string): string[] => [zonal, "sweep", ...words, "--quiet", "--journal", journal];
  let [done, torn] = [0, 0];
  try {
    spawnSync(process.execPath, args(calm));
    const most = statSync(calm).size;
    while (done < kills) {
      const code = await killedWhen(args(wild), wild, random() * most, random() * 30);
      if (code === undefined) done++;
      else rmSync(wild); // It was done before: once more from the beginning.
      if (code === undefined && random() < 0.3 && leaveHalfALine(calm, wild, random)) torn++;
    }
    spawnSync(process.execPath, args(wild));
    return { kills: done, torn, ...compared(calm, wild) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Kills it so many milliseconds after its journal has come to a size. The exit code, or undefined if it was killed. */
async function killedWhen(
  args: readonly string[],
  journal: string,
  size: number,
  delay: number,
): Promise<number | undefined> {
  const isDue = (): boolean => (statSync(journal, { throwIfNoEntry: false })?.size ?? 0) >= size;
  return (await killed(args, { isDue, delay, signal: "SIGKILL" })).code;
}

/** As if the program had been ended while it wrote. */
function leaveHalfALine(calm: string, wild: string, random: () => number): boolean {
  const [line = ""] = readFileSync(calm, "utf8").split("\n");
  appendFileSync(wild, line.slice(0, 1 + Math.floor(random() * (line.length - 1))));
  return true;
}

/** What a journal has that the other has not, and what it has twice. */
export function compared(calm: string, wild: string): Pick<Killed, "runs" | "differences"> {
  const linesOf = (file: string): string[] => readFileSync(file, "utf8").split("\n").slice(0, -1).map(essence).sort();
  const [one, other] = [linesOf(calm), linesOf(wild)];
  const differences = [
    ...one.filter((line) => !other.includes(line)).map((line) => `lost: ${line}`),
    ...other.filter((line) => !one.includes(line)).map((line) => `other: ${line}`),
    ...other.filter((line, i) => other.indexOf(line) !== i).map((line) => `twice: ${line}`),
  ];
  return { runs: other.length, differences };
}

/** All but the times. */
function essence(line: string): string {
  const record = JSON.parse(line) as RunRecord;
  const { outcome, reason, statistics } = record;
  return JSON.stringify([keyOf(record), outcome, reason, statistics]);
}

async function main([kills = "100", seed = "1"]: readonly string[]): Promise<void> {
  const words = ["examples/fischer.xml", "--set", "N=2..7", "--set", "P.k=1..4", "--threads", "2"];
  const found = await killSweeps("dist/bin/zonal.js", words, Number(kills), Number(seed));
  console.log(`${found.kills} kills, ${found.torn} half lines, ${found.runs} runs in the journal, seed ${seed}`);
  for (const difference of found.differences) console.log(difference);
  process.exitCode = found.differences.length === 0 ? 0 : 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await main(process.argv.slice(2));
