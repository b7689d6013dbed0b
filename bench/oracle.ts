import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Diagnostic } from "../src/base/index.ts";
import {
  check,
  checkExpression,
  checkQuery,
  declarationCodes,
  type Model,
  ownCodes,
  tablesOf,
} from "../src/model/index.ts";
import {
  Fragment,
  parseExpression,
  parseQueryFile,
  parseXml,
  parseXta,
  syntaxCodes,
  type Tree,
  xmlCodes,
} from "../src/syntax/index.ts";
import { codes, deliberate, deliberateQuery, type Expected, keyOf } from "./deliberate.ts";
import { queryText, treeText, typeText } from "./utap.ts";

/**
 * Compares our reading and checking with what UPPAAL's own parser said: `npm run oracle -- DIR`. Every file DIR/*.jsonl
 * holds one record a line (see the README there). Prints each disagreement and the totals; the exit code is 1 when some
 * record is accepted by one side only and no deliberate difference (docs/compatibility.md) explains it.
 */
interface ModelRecord extends Expected {
  readonly syntax: "xta" | "xtaold" | "xml" | "xmlold";
  readonly source: string;
  readonly supports?: Readonly<Record<"symbolic" | "stochastic" | "concrete", boolean>>;
  readonly queries?: readonly QueryRecord[];
}
interface QueryRecord extends Expected {
  readonly text: string;
  readonly parsed: readonly string[];
}
interface ExpressionRecord {
  readonly decl: string;
  readonly expr: string;
  readonly tree: string | null;
  readonly type: string | null;
  readonly errors: readonly string[];
  readonly crash: boolean;
}

class Tally {
  total = 0;
  same = 0;
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  add(same: boolean): boolean {
    this.total++;
    if (same) this.same++;
    return same;
  }

  toString(): string {
    const share = this.total === 0 ? 100 : (100 * this.same) / this.total;
    return `${this.name.padEnd(24)} ${String(this.same).padStart(6)} of ${String(this.total).padStart(6)}  ${share.toFixed(1)} %`;
  }
}

const tallies = {
  verdict: new Tally("accept or reject"),
  first: new Tally("first diagnostic"),
  warnings: new Tally("warnings"),
  supports: new Tally("supported analyses"),
  parsed: new Tally("queries as printed"),
  trees: new Tally("expression trees"),
  types: new Tally("expression types"),
};
const reasons = new Map<string, number>();
let failures = 0;

/** UPPAAL looks at types only when names and declarations are in order. */
function firstError(diagnostics: readonly Diagnostic[]): Diagnostic | undefined {
  const errors = diagnostics.filter((d) => d.severity === "error" && !(d.code in ownCodes));
  const early = errors.filter((d) => d.code in declarationCodes || d.code in syntaxCodes || d.code in xmlCodes);
  return (early.length > 0 ? early : errors).reduce<Diagnostic | undefined>(
    (a, b) => (a === undefined || b.span.start < a.span.start ? b : a),
    undefined,
  );
}

function readTree(record: ModelRecord): { readonly tree: Tree; readonly diagnostics: readonly Diagnostic[] } {
  const syntax = record.syntax.endsWith("old") ? "old" : "new";
  return record.syntax.startsWith("xml") ? parseXml(record.source, { syntax }) : parseXta(record.source, { syntax });
}

function say(where: string, what: string, text: string, theirs: unknown, ours: unknown): void {
  console.log(
    `${where}: ${what}\n    ${text.replace(/\s+/g, " ").slice(-300)}\n    UPPAAL ${JSON.stringify(theirs)}\n    zonal  ${JSON.stringify(ours)}`,
  );
}

const brief = (diagnostics: readonly Diagnostic[]) =>
  diagnostics.map((d) => `${d.severity === "error" ? "" : "warning "}${d.code} ${d.message}`);

/** Accept or reject, and the first message; false when the two differ without a reason. */
function compare(
  where: string,
  text: string,
  expected: Expected,
  ours: readonly Diagnostic[],
  reason: () => string | undefined,
): void {
  const theirs = [...expected.errors, ...expected.fatal];
  const accepted = !ours.some((d) => d.severity === "error");
  if (!tallies.verdict.add(accepted === (theirs.length === 0))) {
    const why = reason();
    if (why === undefined) {
      failures++;
      say(where, "accepted by one side only", text, theirs, brief(ours));
    } else reasons.set(why, (reasons.get(why) ?? 0) + 1);
    return;
  }
  if (accepted) return;
  const first = firstError(ours);
  const key = first === undefined ? "" : codes[first.code];
  if (!tallies.first.add(key === keyOf(theirs[0]!))) say(where, "another first diagnostic", text, theirs, brief(ours));
}

function compareWarnings(where: string, text: string, expected: Expected, ours: readonly Diagnostic[]): void {
  if (expected.errors.length + expected.fatal.length > 0) return;
  const theirs = expected.warnings.map(keyOf).sort();
  const mine = ours
    .filter((d) => d.severity === "warning" && codes[d.code] !== "")
    .map((d) => codes[d.code])
    .sort();
  if (!tallies.warnings.add(theirs.join() === mine.join())) say(where, "other warnings", text, theirs, brief(ours));
}

function runModel(where: string, record: ModelRecord): void {
  const { tree, diagnostics } = readTree(record);
  const model = check(tree);
  const ours = [...diagnostics, ...model.diagnostics];
  compare(where, record.source, record, ours, () =>
    deliberate(record, tree, ours, () => [...diagnostics, ...check(tree, { strict: true }).diagnostics]),
  );
  compareWarnings(where, record.source, record, ours);
  if (record.supports !== undefined && record.errors.length + record.fatal.length === 0) {
    const same = (["symbolic", "stochastic", "concrete"] as const).every(
      (a) => record.supports?.[a] === model.features[a],
    );
    if (!tallies.supports.add(same))
      say(where, "other supported analyses", record.source, record.supports, model.features);
  }
  for (const query of record.queries ?? []) runQuery(`${where} query`, model, query);
}

function runQuery(where: string, model: Model, record: QueryRecord): void {
  const file = parseQueryFile(record.text);
  const ours: Diagnostic[] = [...file.diagnostics];
  const strategies = new Set<string>();
  const printed: (string | undefined)[] = [];
  for (const { query } of file.entries) {
    if (query === undefined) continue;
    const result = checkQuery(model, query, { strategies });
    if (query.kind === "other" && query.head === "strategy" && query.name !== undefined)
      strategies.add(query.name.name);
    ours.push(...result.diagnostics);
    printed.push(queryText(query, tablesOf(result, model)));
  }
  compare(where, record.text, record, ours, () =>
    deliberateQuery(
      record,
      file.entries.flatMap((e) => (e.query === undefined ? [] : [e.query])),
    ),
  );
  compareWarnings(where, record.text, record, ours);
  if (record.errors.length + record.fatal.length > 0 || printed.includes(undefined)) return;
  // Scalar sets carry a serial number there.
  const theirs = record.parsed.map((t) =>
    t.replace(/\(label #scalarset\d+:\(range \(scalar\) "0" "[^"]*"\)\)/g, "(scalar)"),
  );
  if (!tallies.parsed.add(theirs.join("\n") === printed.join("\n")))
    say(where, "printed otherwise", record.text, theirs, printed);
}

function runExpression(where: string, record: ExpressionRecord): void {
  const { tree } = parseXta(`${record.decl}\nprocess Oracle() { state S; init S; }\nsystem Oracle;`);
  const model = check(tree);
  const { value, diagnostics } = parseExpression(Fragment.of(record.expr));
  const result = checkExpression(model, value);
  const ours = [...diagnostics, ...result.diagnostics];
  const expected: Expected = { errors: record.errors, warnings: [], fatal: record.crash ? ["syntax error"] : [] };
  const syntax =
    record.errors.some((e) => keyOf(e) === "$syntax_error" || keyOf(e) === "$Unknown_symbol") || record.crash;
  if (record.crash) {
    tallies.verdict.add(ours.some((d) => d.severity === "error")) ||
      (failures++, say(where, "accepted by one side only", record.expr, "crash", brief(ours)));
  } else compare(where, record.expr, expected, ours, () => undefined);
  if (syntax) return;
  if (!tallies.trees.add(treeText(value) === record.tree))
    say(where, "another tree", record.expr, record.tree, treeText(value));
  if (record.errors.length > 0) return;
  const type = typeText(result.type, tablesOf(result, model));
  if (!tallies.types.add(type === record.type)) say(where, "another type", record.expr, record.type, type);
}

function run(directory: string): number {
  for (const file of readdirSync(directory)
    .filter((f) => f.endsWith(".jsonl"))
    .sort()) {
    const lines = readFileSync(join(directory, file), "utf8")
      .split("\n")
      .filter((l) => l.trim() !== "");
    lines.forEach((line, i) => {
      const record = JSON.parse(line) as ModelRecord | ExpressionRecord;
      const where = `${file}:${i + 1}`;
      if ("expr" in record) runExpression(where, record);
      else runModel(where, record);
    });
  }
  console.log("");
  for (const tally of Object.values(tallies)) console.log(String(tally));
  for (const [reason, count] of reasons) console.log(`deliberate: ${reason} (${count})`);
  console.log(
    failures === 0
      ? "no unexplained difference in what is accepted"
      : `${failures} unexplained differences in what is accepted`,
  );
  return failures === 0 ? 0 : 1;
}

const directory = process.argv[2];
if (directory === undefined) {
  console.error("usage: npm run oracle -- DIR");
  process.exitCode = 2;
} else process.exitCode = run(directory);
