import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { diagnosticSections, explainCode } from "../src/explain/index.ts";
import { reasons } from "../src/explain/reasons.ts";
import {
  checkQueries,
  type Diagnostic,
  estimate,
  Fragment,
  instantiateStatistical,
  instantiateStochastic,
  type Model,
  open,
  parseQuery,
  parseRcx,
} from "../src/index.ts";
import { modelCodes, warningCodes } from "../src/model/index.ts";
import { syntaxCodes, xmlCodes } from "../src/syntax/index.ts";

/**
 * docs/diagnostics.md is complete and true: every code of the tables and of the sources has a row and no row is made up; the
 * key is UPPAAL's as in the tables; and each example does yield its code with its severity.
 */
const root = fileURLToPath(new URL("..", import.meta.url));

interface Row {
  readonly code: string;
  readonly severity: string;
  readonly meaning: string;
  readonly example: string;
  readonly key: string;
}

const rows: readonly Row[] = readFileSync(join(root, "docs/diagnostics.md"), "utf8")
  .split("\n")
  .filter((line) => /^\| `[\w-]+` \|/.test(line))
  .map((line) => {
    const [code, severity, meaning, example, key] = line
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim().replaceAll("\\|", "|"));
    const [bare, named] = [code!, key!].map((cell) => cell.replaceAll("`", ""));
    return { code: bare!, severity: severity!, meaning: meaning!, example: example!, key: named! };
  });

function sources(folder: string, name: RegExp): string {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => name.test(file))
    .map((file) => readFileSync(join(root, folder, file), "utf8"))
    .join("\n");
}

const found = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map((match) => match[1]!);
const tables: Readonly<Record<string, string>> = { ...syntaxCodes, ...xmlCodes, ...modelCodes };
const everything = sources("src", /\.ts$/);
const refused = [
  ...found(everything, /refuse\(\s*"([a-z-]+)"/g),
  ...found(everything, /code: "([a-z-]+)",\s*severity/g),
];
const tck = found(
  sources("src/syntax", /^tck/) + sources("src/network", /^tck/) + sources("src/output", /^(tck|uppaal)/),
  /"((?:tck|uppaal)-[a-z]+)"/g,
);
const rcx = found(sources("src/syntax", /^rcx/), /"(rcx-[a-z]+)"/g);
const kinds = /FaultKind =([^;]*);/.exec(readFileSync(join(root, "src/engine/fault.ts"), "utf8"))?.[1] ?? "";
const stuck = /readonly code:([^;]*);/.exec(readFileSync(join(root, "src/stochastic/sample.ts"), "utf8"))?.[1] ?? "";
const faults = found(kinds + stuck, /"([a-z-]+)"/g).map((kind) => `fault-${kind}`);

test("every code has its row, and every row its code", () => {
  const expected = new Set([...Object.keys(tables), ...refused, ...tck, ...rcx, ...faults]);
  expect(rows.map((row) => row.code).sort()).toEqual([...expected].sort());
});

test("keys are those of UPPAAL", () => {
  const wrong = rows.filter(({ code, key }) => key !== (tables[code] ?? ""));
  expect(wrong).toEqual([]);
});

test("what UPPAAL warns of is a warning", () => {
  for (const { code, severity } of rows) if (code in warningCodes) expect([code, severity]).toEqual([code, "warning"]);
});

/** The model of the page with the parts of an example in their places. */
function modelOf(parts: Readonly<Record<string, string>>): string {
  const label = (name: string, word: string) => (parts[name] === undefined ? "" : `${word} ${parts[name]}; `);
  const labels = `${label("select", "select")}${label("guard", "guard")}${label("sync", "sync")}${label("update", "assign")}`;
  const invariant = parts.invariant === undefined ? "" : ` { ${parts.invariant} }`;
  return `clock x, y; int n; bool p; int a[3]; broadcast chan b, c; urgent broadcast chan u; typedef int[0,2] id_t;
struct { int f; } r; int plus(int i) { return i + 1; } void set() { n = 1; } void by(int& i) { i = 1; }
${parts.declaration ?? ""}
process P() { ${parts.process ?? `state S${invariant}, T; init S; trans S -> T { ${labels}};`} }
process Q(const id_t i) { state S; init S; }
${parts.system ?? "system P, Q;"}
`;
}

function diagnose(parts: Readonly<Record<string, string>>): readonly Diagnostic[] {
  if (parts.rcx !== undefined) return parseRcx(parts.rcx.replaceAll(" | ", "\n")).diagnostics;
  const whole = parts.xml ?? parts.tck?.replaceAll(/; ?/g, "\n");
  const model = open(whole ?? modelOf(parts), { name: parts.xml ? "a.xml" : parts.tck ? "a.tck" : "a.xta" });
  const all = [...model.diagnostics, ...(model.source?.queryDiagnostics ?? [])];
  const text = parts.query ?? "E<> false";
  if (model.model !== undefined && /^Pr/.test(text)) all.push(...diagnoseRuns(model.model, text));
  if (whole !== undefined || model.network === undefined) return all;
  // Said twice, so that a strategy is declared again.
  const { query } = parseQuery(Fragment.of(text));
  if (query !== undefined && model.model !== undefined)
    all.push(...checkQueries(model.model, [query, query])[1]!.diagnostics);
  const asked = model.query(text);
  if (asked.query === undefined) return [...all, ...asked.diagnostics];
  const { fault } = model.verify(text);
  return fault
    ? [...all, { code: `fault-${fault.kind}`, severity: "error", span: fault.origin, message: fault.message }]
    : all;
}

/** What statistical queries say: of the model, of the query, and of the first runs. */
function diagnoseRuns(model: Model, text: string): readonly Diagnostic[] {
  const { query } = parseQuery(Fragment.of(text));
  const ready = instantiateStochastic(model);
  if (query === undefined || ready.made === undefined) return ready.diagnostics;
  const asked = instantiateStatistical(ready.made, checkQueries(model, [query])[0]!, text);
  if (asked.query?.kind !== "probability") return asked.diagnostics;
  const { fault } = estimate(ready.made, asked.query, { runs: 100 });
  const span = { start: 0, end: 0 };
  return fault ? [{ code: `fault-${fault.code}`, severity: "error", span, message: fault.message }] : [];
}

/** What stands before and inside the back quotes of an example. */
function partsOf(example: string): Readonly<Record<string, string>> {
  const found = [...example.matchAll(/(\w*) ?`([^`]*)`/g)];
  return Object.fromEntries(found.map(([, where, text]) => [where === "" ? "declaration" : where, text]));
}

describe("hints", () => {
  const [, section] = /\n## Hints\n(.*?)\n## /s.exec(readFileSync(join(root, "docs/diagnostics.md"), "utf8")) ?? [
    "",
    "",
  ];
  const hints = section
    .split("\n")
    .filter((line) => /^\|.*`/.test(line))
    .map((line) => line.slice(1, -1).split("|").slice(-2));
  test("there are some", () => expect(hints.length).toBeGreaterThan(10));
  test.each(hints)("%s", (example, hint) => {
    expect(
      diagnose(partsOf(example))
        .map((d) => d.hint ?? "")
        .join("\n"),
    ).toContain(partsOf(hint).declaration);
  });
});

describe("examples", () => {
  const examples = rows
    .filter(({ example }) => example !== "")
    .map((row) => [row.code, row.example, row.severity] as const);
  test.each(examples)("%s: %s", (code, example, severity) => {
    expect(diagnose(partsOf(example)).map((d) => `${d.severity} ${d.code}`)).toContain(`${severity} ${code}`);
  });
});

describe("what 'zonal explain' tells", () => {
  const explained = diagnosticSections.flatMap((section) => section.rows);
  test("is what the page tells, code by code", () => {
    const page = rows.map(({ code, severity, meaning, example }) => [code, severity, meaning, example]);
    expect(explained.map((row) => row.slice(0, 4))).toEqual(page);
  });
  test("gives a code its own reason where its family has another", () => {
    const codes = new Set(explained.map(([code]) => code));
    for (const [code, reason] of Object.entries(reasons)) {
      expect(codes).toContain(code);
      expect(explainCode(code)).toMatchObject({ why: reason });
    }
  });
  const right = explained.flatMap(([code, , , , example]) => (example === "" ? [] : [[code, example] as const]));
  test("has a right example for most", () => expect(right.length).toBeGreaterThan(120));
  test.each(right)("right: %s: %s", (code, example) => {
    expect(diagnose(partsOf(example)).map((d) => d.code)).not.toContain(code);
  });
});
