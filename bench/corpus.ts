import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { frontEnd, type Law } from "./corpus-front.ts";
import { type ModelFile, readExplanations, readModels, readOutcomes } from "./corpus-tables.ts";
import { type Result, verdicts } from "./corpus-verdicts.ts";

/**
 * The whole pipeline on real models written by others: `npm run corpus -- DIR`. First the front end on every file, then
 * verification. One line per disagreement, then totals; the exit code is 1 when something differs that
 * docs/compatibility.md does not explain.
 *
 *     --only PATTERN     files, or `file: query`, that match the regular expression
 *     --part front|verify
 *     --timeout SECONDS  per query (60)        --memory MIB  per query (4096)
 *     --budget SECONDS   for all queries (600) --jobs N      child processes (one per core)
 *     --all              print every query, not only what differs
 */
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: "string" },
    part: { type: "string" },
    timeout: { type: "string", default: "60" },
    memory: { type: "string", default: "4096" },
    budget: { type: "string", default: "600" },
    jobs: { type: "string", default: String(availableParallelism()) },
    all: { type: "boolean", default: false },
  },
});

const folder = positionals[0]!;
if (folder === undefined) {
  console.error(
    "usage: npm run corpus -- DIR [--only PATTERN] [--part front|verify] [--timeout S] [--budget S] [--memory MIB] [--jobs N] [--all]",
  );
  process.exit(2);
}
const only = new RegExp(options.only ?? "");
const explained = readExplanations();
const models = readModels(folder);
let failures = 0;

function fail(text: string): void {
  failures++;
  console.log(text);
}

function total(name: string, count: number, of: number): void {
  console.log(`${name.padEnd(44)} ${String(count).padStart(5)} of ${String(of).padStart(5)}`);
}

function runFrontEnd(chosen: readonly ModelFile[]): void {
  const laws = new Map<Law, { held: number; tried: number }>();
  let accepted = 0;
  let old = 0;
  for (const model of chosen) {
    const queries = model.queriesFile === "" ? undefined : readFileSync(join(folder, model.queriesFile));
    const report = frontEnd(model.file, readFileSync(join(folder, model.file)), queries);
    for (const law of report.laws) {
      const count = laws.get(law) ?? { held: 0, tried: 0 };
      laws.set(law, count);
      count.tried++;
      count.held++;
    }
    for (const { law, text } of report.failures) {
      (laws.get(law) as { held: number }).held--;
      fail(`${model.file}: ${law}: ${text}`);
    }
    if (report.old) old++;
    const told = explained.rejected.get(model.file);
    if (report.refusal === undefined) {
      accepted++;
      if (told !== undefined) fail(`${model.file}: accepted, although docs/compatibility.md says it is refused`);
    } else if (told?.ours === report.refusal.code) told.used = true;
    else fail(`${model.file}: refused: ${report.refusal.text}`);
  }
  console.log("");
  total("files accepted", accepted, chosen.length);
  if (old > 0) total("  of these for an older UPPAAL", old, accepted);
  total(
    "files refused for a reason that is listed",
    [...explained.rejected.values()].filter((e) => e.used).length,
    chosen.length - accepted,
  );
  const names: Readonly<Record<Law, string>> = {
    bytes: "decoded and encoded byte for byte",
    splice: "written back byte for byte",
    print: "printed trees read as themselves",
    convert: "XML to XTA to XML keeps the model",
    queries: "queries printed read as themselves",
  };
  for (const [law, { held, tried }] of laws) total(names[law], held, tried);
}

async function runVerification(chosen: readonly ModelFile[]): Promise<void> {
  const limits = {
    jobs: Number(options.jobs),
    timeout: Number(options.timeout),
    budget: Number(options.budget),
    memory: Number(options.memory) * 2 ** 20,
  };
  const quiet = new Set<Result["standing"]>(["agrees", "answered", "explained", "refused"]);
  const results = await verdicts(folder, chosen, readOutcomes(folder), explained, limits, only, (result) => {
    const bad = result.standing === "differs" || result.standing === "failed";
    if (bad) failures++;
    if (!options.all && quiet.has(result.standing)) return;
    const time = result.answer === undefined ? "" : ` (${(result.answer.milliseconds / 1000).toFixed(1)} s)`;
    console.log(
      `${result.standing.toUpperCase()} ${result.file}: ${result.query.replace(/\s+/g, " ")}: ${result.text}${time}`,
    );
  });
  console.log("");
  const count = (list: readonly Result[], standing: Result["standing"]) =>
    list.filter((r) => r.standing === standing).length;
  for (const confidence of ["high", "medium"]) {
    const list = results.filter((r) => r.recorded?.confidence === confidence);
    total(`recorded outcomes (${confidence}): as recorded`, count(list, "agrees"), list.length);
    for (const standing of ["explained", "differs", "unknown", "failed", "cut", "not run"] as const)
      total(`  ${standing}`, count(list, standing), list.length);
  }
  const rest = results.filter((r) => r.recorded === undefined);
  total("other symbolic queries: answered", count(rest, "answered"), rest.length);
  for (const standing of ["unknown", "refused", "failed", "cut", "not run"] as const)
    total(`  ${standing}`, count(rest, standing), rest.length);
}

const start = performance.now();
if (options.part !== "verify") runFrontEnd(models.filter((model) => only.test(model.file)));
if (options.part !== "front") await runVerification(models);
console.log(`\n${failures} unexplained; ${((performance.now() - start) / 1000).toFixed(0)} s`);
process.exit(failures > 0 ? 1 : 0);
