import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { decode, type Linted, Locator, lint, lintIds, lintRules, type UppaalSource } from "../src/index.ts";
import { readEither } from "./corpus-read.ts";

/**
 * `lint DIR [SECONDS [RULE]]`: counts by rule, with the number of models each spoke of. SECONDS are those for the proofs of
 * one model (0: none are made). With a rule, each of its findings: file, line, what the line says.
 */
export async function run([folder = "examples", seconds = "0", rule]: readonly string[]): Promise<number> {
  const found = new Map<string, { findings: number; models: number; fixes: number }>();
  let models = 0;
  let unsettled = 0;
  const started = performance.now();
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }).sort()) {
    if (!/\.(xml|xta|ta)$/.test(name)) continue;
    const source = readOrSkip(join(folder, name));
    const linted = source && lintOf(source, join(folder, name), Number(seconds), rule);
    if (source === undefined || linted === undefined || linted.errors.length > 0) continue;
    models++;
    if (linted.notes.length > 0) unsettled++;
    for (const id of lintIds) {
      const own = linted.findings.filter((finding) => finding.rule === id);
      if (own.length === 0) continue;
      const row = found.get(id) ?? { findings: 0, models: 0, fixes: 0 };
      const fixes = own.filter(({ fix }) => fix !== undefined).length;
      found.set(id, { findings: row.findings + own.length, models: row.models + 1, fixes: row.fixes + fixes });
    }
    if (rule !== undefined) tell(name, source, linted);
  }
  if (rule === undefined) {
    const kinds = new Map(lintRules.map(({ id, kind, severity }) => [id, { kind, severity }]));
    console.table(Object.fromEntries([...found].map(([id, row]) => [id, { ...kinds.get(id), ...row }])));
  }
  console.log(
    `${models} models, ${unsettled} with something unsettled, ${Math.round((performance.now() - started) / 1000)} s`,
  );
  return 0;
}

function readOrSkip(file: string): UppaalSource | undefined {
  try {
    return readEither(file, readFileSync(file)).source;
  } catch {
    return undefined;
  }
}

function lintOf(source: UppaalSource, file: string, seconds: number, rule: string | undefined): Linted {
  const beside = file.replace(/\.\w+$/, ".q");
  return lint(source, {
    ...(seconds > 0 ? {} : { depth: "network" }),
    ...(rule === undefined ? {} : { only: [rule] }),
    ...(existsSync(beside) ? { queries: decode(readFileSync(beside)).text } : {}),
    ...(seconds > 0 ? { limits: { timeout: seconds * 1000, now: () => performance.now() } } : {}),
  });
}

function tell(name: string, { text, document }: UppaalSource, { findings }: Linted): void {
  const locator = new Locator(text, document);
  for (const { span, message, file } of findings) {
    const { line } = locator.locate(span);
    console.log(`${name}:${file === "query" ? "q" : line}: ${message} | ${locator.line(line).trim().slice(0, 120)}`);
  }
}
