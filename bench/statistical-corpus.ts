import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { isStatistical } from "../src/stochastic/index.ts";
import { parseQueryFile, type QueryEntry } from "../src/syntax/index.ts";
import { readEither } from "./corpus-read.ts";
import { readModels } from "./corpus-tables.ts";

/**
 * `npm run bench -- statistical-corpus DIR`: every statistical query of a corpus (`npm run corpus` says what that is) is
 * asked by a process of its own. Prints what came of how many, by reason, and of those that were answered the median time of
 * the process; the exit code is 1 if one ends in an internal error.
 *
 *     --seconds N (10) of the processor for a query: a busy machine changes no outcome   --only PATTERN: files that match
 *     --all: also a line for each query
 */
export async function run(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      seconds: { type: "string", default: "10" },
      only: { type: "string", default: "" },
      all: { type: "boolean", default: false },
    },
  });
  const [folder] = positionals;
  if (folder === undefined) throw new Error("usage: npm run bench -- statistical-corpus DIR");
  const counts = new Map<string, number>();
  const times: number[] = [];
  let models = 0;
  for (const { file, queriesFile } of readModels(folder)) {
    const asked = new RegExp(values.only).test(file) ? statisticalQueries(folder, file, queriesFile) : [];
    if (asked.length > 0) models++;
    for (const { text, place } of asked) {
      const { what, processor, wall } = answered(place, values.seconds);
      counts.set(general(what), (counts.get(general(what)) ?? 0) + 1);
      if (what === ANSWERED) times.push(processor);
      if (values.all) console.log([processor.toFixed(2), wall.toFixed(2), file, place.at(-1), what, text].join("\t"));
    }
  }
  const all = [...counts.values()].reduce((a, b) => a + b, 0);
  console.log(
    `${models} models, ${all} statistical queries; processor time of those answered: median ${median(times)} s`,
  );
  for (const [what, count] of [...counts].sort((a, b) => b[1] - a[1]))
    console.log(`${String(count).padStart(6)}  ${what}`);
  return counts.has(BROKEN) ? 1 : 0;
}

const ANSWERED = "answered";
const BROKEN = "no output";

interface Asked {
  readonly text: string;
  /** How the command line names it. */
  readonly place: readonly string[];
}

/** Those in the model, or in the file beside it. What cannot be read counts where it begins like one. */
function statisticalQueries(folder: string, file: string, beside: string): Asked[] {
  const path = join(folder, file);
  const { source } = readEither(file, readFileSync(path));
  const place = beside === "" ? [path] : [path, join(folder, beside)];
  const entries =
    beside === "" ? source.tree.queries : parseQueryFile(readFileSync(join(folder, beside), "utf8")).entries;
  return entries.flatMap((entry: Pick<QueryEntry, "text" | "query">, k) => {
    const text = entry.text.replace(/\s+/g, " ").trim();
    const counts = entry.query ? isStatistical(entry.query) : /^(Pr|E|simulate)\s*[[\d(]/.test(text);
    return counts ? [{ text, place: [...place, "--query", String(k + 1)] }] : [];
  });
}

interface Answered {
  readonly what: string;
  /** Seconds. */
  readonly processor: number;
  readonly wall: number;
}

function answered(place: readonly string[], limit: string): Answered {
  const command = ["dist/bin/zonal.js", "verify", ...place, "--json", "--no-progress"];
  const { stdout, stderr, status } = spawnSync(
    "sh",
    ["-c", 'ulimit -t "$0"; time -p "$@"', limit, process.execPath, ...command],
    { encoding: "utf8", maxBuffer: 2 ** 30 },
  );
  const seconds = (kind: string): number => Number(new RegExp(`^${kind} ([\\d.]+)`, "m").exec(stderr)?.[1]);
  // Whom the system ends by a signal the shell tells by a large number.
  const what = (status ?? 0) > 128 ? `not answered in ${limit} s` : whatOf(stdout);
  if (what === BROKEN) console.error(`${place.join(" ")}: exit code ${status}\n${stderr}`);
  return { what, processor: seconds("user") + seconds("sys"), wall: seconds("real") };
}

function whatOf(output: string): string {
  try {
    const { queries, diagnostics } = JSON.parse(output);
    const [query] = queries ?? [];
    const { outcome, reason, fault, estimate } = query ?? {};
    if (fault) return `a run cannot go on: ${fault.kind}: ${fault.message}`;
    if (reason !== undefined) return `${estimate ? `after ${estimate.runs} runs: ` : ""}${reason}`;
    if (outcome === "satisfied" || outcome === "violated") return ANSWERED;
    const wrong = [...(query?.diagnostics ?? []), ...diagnostics].find(({ severity }) => severity === "error");
    return `refused: ${wrong?.code}: ${wrong?.message}`;
  } catch {
    return BROKEN;
  }
}

/** Without the names and numbers of one model. */
function general(what: string): string {
  return what.replace(/'[^']*'/g, "'…'").replace(/\d+(\.\d+)?/g, "N");
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
