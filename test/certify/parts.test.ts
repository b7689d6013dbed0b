import { readFileSync } from "node:fs";
import { Session } from "node:inspector/promises";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { judge, proveAll, queryOf, type Subject, subjectOf } from "./prove.ts";

/**
 * What the guide says must be read for which certificate: while one is checked nothing runs of any other file of the checker,
 * as the machine itself counts, and something of each that is said to be added.
 */
const guide = readFileSync(join(import.meta.dirname, "../../docs/guide/certificates.md"), "utf8");

/** Files by what the first column of a table of the guide says. */
function tableOf(heading: string): ReadonlyMap<string, readonly string[]> {
  const [, table] = guide.split(`${heading} | files | lines |\n|---|---|---|\n`);
  const rows = table!
    .split("\n\n")[0]!
    .split("\n")
    .map((row) => row.split("|"));
  return new Map(
    rows.map(([, what, files]) => [what!.trim(), Array.from(files!.matchAll(/`([\w-]+)`/g), ([, name]) => name!)]),
  );
}

const plain = [...tableOf("| to be read in this order").values()].flat();
const further = tableOf("| a further fact adds");
const reading = tableOf("| read for no claim").get("reading, storing, threads, telling, advice")!;

/** Runs and tells of which files of the checker a function ran. */
async function filesOf(run: () => void): Promise<readonly string[]> {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  run();
  const { result } = await session.post("Profiler.takePreciseCoverage");
  session.disconnect();
  const isRun = ({ functions }: (typeof result)[number]): boolean =>
    functions.some(({ ranges }) => ranges[0]!.startOffset > 0 && ranges[0]!.count > 0);
  return result.filter((so) => so.url.includes("/apps/certify/") && isRun(so)).map(({ url }) => basename(url, ".ts"));
}

function certificates(text: string, query: string): readonly (readonly [Subject, readonly string[]])[] {
  const subject = subjectOf(new TextEncoder().encode(text), "m.xta")!;
  return proveAll(subject, queryOf(subject, query)!).map(({ lines }) => [subject, lines!]);
}

const model = `clock x; int[0,2] n; chan c; broadcast chan d;
process P() { state A { x <= 5 }, B, C; commit B; init A; trans A -> B { guard x >= 5 && n == 0; sync c!; assign x = 0, n = 1; }, B -> C { sync d!; }; }
process Q() { state A, B, C; urgent B; init A; trans A -> B { sync c?; }, B -> C { sync d?; assign n = 2; }; } system P, Q;`;

test("a closed set of a plain model, zones compared by inclusion", async () => {
  const [[subject, [first, ...members]]] = certificates(
    model.replace("urgent chan", "chan"),
    "A[] P.C imply n > 0",
  ) as [[Subject, string[]]];
  const { bounds: _, live: __, still: ___, ...header } = JSON.parse(first!);
  const lines = [`${JSON.stringify({ ...header, order: "inclusion" })}\n`, ...members];
  const used = await filesOf(() => expect(judge(subject, lines)).toMatchObject({ result: "proved" }));
  expect(used.filter((file) => ![...plain, ...reading].includes(file))).toEqual([]);
  // None of them is said to be needed for nothing.
  expect(plain.filter((file) => !used.includes(file))).toEqual([]);
});

const bounds = "zones that are compared under bounds (9.2, 9.3)";
const scalars =
  "typedef scalar[2] id_t; int[0,2] n; process P(const id_t p) { state A, B; init A; trans A -> B { guard n < 2; assign n++; }; } system P;";
const unused =
  "int[0,1] n, m; process P() { state A, B; init A; trans A -> B { assign n = 1; }; } process R() { state A, B; init A; trans A -> B { assign m = 1; }; } system P, R;";

test.each([
  ["bounds", model, "A[] P.C imply n > 0", [bounds]],
  [
    "deadlock",
    model.replace("chan c", "urgent chan c"),
    "A[] deadlock imply n > 0",
    [bounds, "`deadlock`; urgent channels with guards on clocks"],
  ],
  ["quantifiers", model, "A[] forall (i : int[0,1]) n >= 0 || i > 1", [bounds, "`forall`, `exists`, `sum` (2.10)"]],
  [
    "functions",
    model.replace("n = 2", "n = two()").replace("process P", "int two() { return 2; } process P"),
    "A[] n <= 2",
    [bounds, "functions (2.9, 2.13)"],
  ],
  [
    "the rest of the language",
    "int a[2]; double d; chan priority default; process P() { int b[2]; state A, B; init A; trans A -> B { assign a = b, d = 1.5 + a[0]++; }; } system P;",
    "A[] true",
    [
      bounds,
      "dead variables, processes that are left out (9.13, 9.14)",
      "arrays and structs as a whole (2.7), priorities (1.7), doubles (1.8)",
    ],
  ],
  ["a run", model, "E<> P.C", ["runs (9.4)"]],
  [
    "ranks",
    model,
    "A<> P.C",
    ["`deadlock`; urgent channels with guards on clocks", "delays away from a goal (9.5)", "falling ranks (9.5)"],
  ],
  [
    "a loop",
    model.replace("B -> C { sync d!; }", "B -> A { }"),
    "A<> P.C",
    [
      "`deadlock`; urgent channels with guards on clocks",
      "delays away from a goal (9.5)",
      "runs (9.4)",
      "runs and ways that stay, loops (9.7 to 9.10)",
    ],
  ],
  ["values", model, "sup: x", ["runs and ways that stay, loops (9.7 to 9.10)", "values (9.6, 9.11)"]],
  ["symmetries", scalars, "A[] n <= 2", [bounds, "symmetries (9.12)"]],
  [
    "what is left out",
    unused,
    "A[] not (P.B && n == 2)",
    [bounds, "dead variables, processes that are left out (9.13, 9.14)", "what cannot fault (6.1)"],
  ],
] as const)("%s", async (_, text, query, facts) => {
  const added = facts.flatMap((fact) => further.get(fact)!);
  const all: string[] = [];
  for (const [subject, lines] of certificates(text, query))
    all.push(...(await filesOf(() => expect(judge(subject, lines)).toMatchObject({ result: "proved" }))));
  expect(all.filter((file) => ![...plain, ...reading, ...added].includes(file))).toEqual([]);
  for (const fact of facts)
    expect(
      further.get(fact)!.some((file) => all.includes(file)),
      fact,
    ).toBe(true);
});
