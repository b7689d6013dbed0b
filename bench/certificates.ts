import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

/**
 * `npm run bench -- certificates DIR`: every answer about the models of a folder is certified by `zonal verify --certificate`
 * and checked by `zonal-certify`, both as processes with limits. Prints how many answers there are, how many are proved, and
 * the others by reason; the exit code is 1 if a certificate is refused.
 *
 *     --timeout SECONDS (10) for a query and its certificate   --only PATTERN: files that match   --budget SECONDS (3600) for all
 *     --all: also a line for each answer without a proof
 */
interface Asked {
  readonly text: string;
  readonly outcome: string;
  readonly certificates?: readonly { readonly file?: string; readonly reason?: string }[];
}

export async function run(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      timeout: { type: "string", default: "10" },
      budget: { type: "string", default: "3600" },
      only: { type: "string", default: "" },
      all: { type: "boolean", default: false },
    },
  });
  const [folder] = positionals;
  if (folder === undefined) throw new Error("usage: npm run bench -- certificates DIR");
  const only = new RegExp(values.only);
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => only.test(name))
    .sort();
  const end = performance.now() + Number(values.budget) * 1000;
  const counts = new Map<string, number>();
  let models = 0;
  for (const name of files.filter((file) => /\.(xml|xta|ta)$/.test(file) && statSync(join(folder, file)).isFile())) {
    if (performance.now() > end) break;
    models++;
    for (const [what, query] of certified(join(folder, name), values.timeout)) {
      counts.set(what, (counts.get(what) ?? 0) + 1);
      if (values.all && what !== PROVED) console.log(`${name}: ${query}: ${what}`);
    }
  }
  console.log(`${models} models, ${[...counts.values()].reduce((a, b) => a + b, 0)} queries`);
  for (const [what, count] of [...counts].sort((a, b) => b[1] - a[1]))
    console.log(`${String(count).padStart(6)}  ${what}`);
  return [...counts.keys()].some((what) => what.startsWith("REFUSED")) ? 1 : 0;
}

const PROVED = "proved";

/** What came of each query of a model. */
function* certified(model: string, timeout: string): Generator<readonly [string, string]> {
  const folder = mkdtempSync(join(tmpdir(), "zonal-certificates-"));
  try {
    const limits = ["--timeout", timeout, "--memory", "1024", "--json"];
    const asked: { queries?: readonly Asked[] } = started("zonal", [
      "verify",
      model,
      "--certificate",
      `${folder}/`,
      ...limits,
    ]);
    for (const { text, outcome, certificates = [] } of asked.queries ?? [])
      yield [certificates.length === 0 ? `no answer: ${outcome}` : whatOf(model, certificates), text];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** All certificates of one answer together. */
function whatOf(model: string, certificates: NonNullable<Asked["certificates"]>): string {
  const without = certificates.find(({ reason }) => reason !== undefined)?.reason;
  if (without !== undefined) return `no certificate: ${general(without)}`;
  const judged: { certificates?: readonly { result: string; reason?: string }[] } = started("zonal-certify", [
    "--json",
    model,
    ...certificates.map(({ file }) => file!),
  ]);
  if (judged.certificates === undefined) return "not checked in time";
  const bad = judged.certificates.find(({ result }) => result !== "proved");
  if (bad === undefined) return PROVED;
  return bad.result === "unsupported" ? general(bad.reason ?? "") : `REFUSED: ${bad.reason}`;
}

/** A reason without the names and numbers of one model. */
function general(reason: string): string {
  return reason.replace(/'[^']*'/g, "'…'").replace(/\d+(\.\d+)?/g, "N");
}

/** Milliseconds that a process has, all its queries together. */
const PATIENCE = 300_000;

function started(program: string, args: readonly string[]) {
  const { stdout } = spawnSync(process.execPath, [join("dist/bin", `${program}.js`), ...args], {
    encoding: "utf8",
    timeout: PATIENCE,
    maxBuffer: 2 ** 28,
  });
  try {
    return JSON.parse(stdout);
  } catch {
    return {};
  }
}
