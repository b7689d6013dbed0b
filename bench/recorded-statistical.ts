import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { hasErrors } from "../src/base/index.ts";
import { check, checkQuery } from "../src/model/index.ts";
import {
  estimate,
  type InstantiatedStochastic,
  instantiateStatistical,
  instantiateStochastic,
  isStatistical,
  type Sample,
} from "../src/stochastic/index.ts";
import type { QueryEntry } from "../src/syntax/index.ts";
import { readEither } from "./corpus-read.ts";
import { keyOf, readExplanations, readModels } from "./corpus-tables.ts";
import { meet, type Range, storedOf, storedTimes } from "./recorded-values.ts";

/**
 * Compares estimates with those that UPPAAL stored in models:
 * `npm run recorded:statistical -- DIR [--runs N] [--timeout S] [--seed N]`, with DIR a corpus as `npm run corpus` reads it.
 * Each statistical query with a stored value is answered with many runs; its interval of 99.9 % and theirs, widened to 99.9 %
 * as well, must meet, so that among some fifty right answers a miss is not to be expected. So must those of the mean time at
 * which the runs reached their goal, where one is stored. How many lie in the narrower intervals as they were stored is
 * counted too. One line for each query; the exit code is 1 when something differs that docs/compatibility.md does not
 * explain, or is explained there and does not differ.
 */
const ALPHA = 0.001;
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: "string", default: "5000" },
    timeout: { type: "string", default: "3" },
    seed: { type: "string", default: "1" },
  },
});
const folder = positionals[0]!;
if (folder === undefined) {
  console.error("usage: npm run recorded:statistical -- DIR [--runs N] [--timeout SECONDS] [--seed N]");
  process.exit(2);
}

type Standing = "meets" | "differs" | "explained" | "not answered";
const counts: Record<Standing, number> = { meets: 0, differs: 0, explained: 0, "not answered": 0 };
/** Intervals that were compared, and those that meet as they were stored. */
const intervals = { compared: 0, own: 0 };
const { estimates: explained } = readExplanations();

for (const { file } of readModels(folder)) if (file.endsWith(".xml")) compareFile(file);
for (const [key, { used }] of explained)
  if (!used) {
    counts.differs++;
    console.log(`${key.replace("\t", ": ")} does not differ, although docs/compatibility.md says so`);
  }
const answered = counts.meets + counts.explained + counts.differs;
console.log(
  `${counts.meets} of ${answered} meet, ${counts.explained} differ for a reason that is listed, ${counts.differs} differ; ${counts["not answered"]} are not answered`,
);
console.log(`of ${intervals.compared} intervals of those that meet, ${intervals.own} meet as they were stored`);
process.exitCode = counts.differs === 0 && answered > 0 ? 0 : 1;

function compareFile(file: string): void {
  const { source } = readEither(file, readFileSync(join(folder, file)));
  const recorded = source.tree.queries.filter((entry) => entry.results.some(({ value }) => value !== undefined));
  if (recorded.length === 0) return;
  const { made, diagnostics } = instantiateStochastic(check(source.tree));
  const refused = `the model is refused: ${diagnostics[0]?.message}`;
  for (const entry of recorded)
    if (entry.query && isStatistical(entry.query))
      compare(file, source.text, entry, made === undefined ? refused : answer(made, entry));
}

function compare(file: string, text: string, entry: QueryEntry, ours: Answer | string): void {
  const stored = entry.results.find((result) => result.value !== undefined)!;
  const tell = (standing: Standing, text: string): void => {
    counts[standing]++;
    const query = entry.text.replace(/\s+/g, " ").trim();
    console.log(`${standing.padEnd(12)} ${file} ${query}: UPPAAL ${stored.value}; ${text}`);
  };
  if (typeof ours === "string") return tell("not answered", ours);
  const value = storedOf(stored.value!, runsOf(entry.text), ALPHA);
  if (value === undefined) return tell("not answered", "the stored value is not understood");
  const times = ours.times && storedTimes(text.slice(stored.start, stored.end), ALPHA);
  const pairs = [[ours.value, value] as const, ...(times ? [[ours.times!, times] as const] : [])];
  const here = `here ${pairs.map(([mine]) => shown(mine)).join(", at time ")} of ${ours.runs} runs`;
  const told = explained.get(keyOf(file, entry.text));
  // Few runs may leave open what many would tell apart.
  if (told !== undefined && ours.runs < Number(options.runs)) told.used = true;
  if (pairs.every(([mine, theirs]) => meet(mine, theirs.wide))) {
    intervals.compared += pairs.length;
    intervals.own += pairs.filter(([mine, theirs]) => meet(mine, theirs.own)).length;
    return tell("meets", here);
  }
  if (told === undefined) return tell("differs", times ? `${here}, stored at time ${shown(times.wide)}` : here);
  told.used = true;
  tell("explained", `${here}: ${told.reason}`);
}

function shown({ low, high }: Range): string {
  return `[${low.toPrecision(6)}, ${high.toPrecision(6)}]`;
}

/** In milliseconds; so a busy machine changes no outcome. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** `E[<=10; 100](...)` says how many runs there were. */
function runsOf(text: string): number | undefined {
  const runs = /^\s*(?:Pr|E)\s*\[[^;\]]*;\s*(\d+)\s*\]/.exec(text)?.[1];
  return runs === undefined ? undefined : Number(runs);
}

interface Answer {
  readonly value: Range;
  /** Of when the goal was reached, on average. */
  readonly times?: Range;
  readonly runs: number;
}

function answer(made: InstantiatedStochastic, entry: QueryEntry): Answer | string {
  const checked = checkQuery(made.model, entry.query!);
  if (hasErrors(checked.diagnostics)) return checked.diagnostics[0]!.message;
  const { query, diagnostics } = instantiateStatistical(made, checked, entry.text);
  if (query === undefined) return diagnostics[0]?.message ?? "refused";
  const found = estimate(made, query, {
    alpha: ALPHA,
    runs: Number(options.runs),
    seed: Number(options.seed),
    timeout: 1000 * Number(options.timeout),
    now: processorTime,
  });
  if (found.fault !== undefined || found.runs === 0) return found.reason ?? "no runs";
  const { runs } = found;
  if (found.kind === "expectation") return { value: meanOf(found.values), runs };
  if (found.kind !== "probability") return `a ${found.kind}`;
  const isLate = query.kind === "probability" && query.path.succeeds && found.successes > 1;
  return { value: found.interval, runs, ...(isLate ? { times: meanOf(found.values) } : {}) };
}

function meanOf({ mean = 0, halfWidth = 0 }: Sample): Range {
  return { low: mean - halfWidth, high: mean + halfWidth };
}
