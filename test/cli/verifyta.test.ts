import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parseVerifyta } from "../../apps/cli/verifyta-options.ts";
import { verifyta } from "../../apps/cli/verifyta-run.ts";
import { parseXtr } from "../../src/index.ts";
import { file, lamp, lampXml, path, type Ran, runProgram } from "./harness.ts";

/** The second command: UPPAAL's options, its very text, its exit status. */
const run = (...argv: string[]): Promise<Ran> => runProgram(verifyta, argv);
const queries = "E<> L.on\n\nA[] n < 3\nsup: n, x\n";

describe("verifyta", () => {
  test("prints what UPPAAL prints", async () => {
    const q = file("lamp.q", queries);
    const { code, out, err } = await run(file("lamp.xta", lamp), q);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toBe(`Options for the verification:
  Generating no trace
  Search order is breadth first
  Using conservative space optimisation
  Seed is 1
  State space representation uses minimal constraint systems
\x1b[2K
Verifying formula 1 at ${q}:1
\x1b[2K -- Formula is satisfied.
\x1b[2K
Verifying formula 2 at ${q}:3
\x1b[2K -- Formula is NOT satisfied.
\x1b[2K
Verifying formula 3 at ${q}:4
\x1b[2K -- Formula is satisfied.
sup:
n <= 3
x < infinity
`);
  });

  test("embedded queries are named by their path; -s and -q leave things out; -u adds statistics", async () => {
    const { out } = await run("-squ", file("lamp.xml", lampXml));
    expect(out).toMatch(
      /^\nVerifying formula 1 at \/nta\/queries\/query\[1\]\/formula\n -- Formula is satisfied\.\n -- States stored : \d+ states\n -- States explored : \d+ states\n -- CPU user time used : \d+ ms\n -- Virtual memory used : \d+ KiB\n -- Resident memory used : \d+ KiB\n\nVerifying formula 2 at/,
    );
  });

  test("-t prints the trace to stderr", async () => {
    const { out, err } = await run("-t1", "-s", file("lamp.xta", lamp), file("one.q", "A[] n < 2\n"));
    expect(out).toContain("  Generating shortest trace\n");
    expect(out).toContain(" -- Formula is NOT satisfied.\nShowing counter example.\n");
    expect(err).toContain(
      "\nState:\n( L.off )\nn=0 x=0 #depth=0\n\nTransitions:\n  L.off->L.on { n < 3, tau, x = 0, n = n + 1 }\n\nState:\n( L.on )\n",
    );
    expect(err).toContain("\nDelay: 2\n");
    expect((await run("-t0", "-s", file("lamp.xta", lamp), file("e.q", "E<> L.on\n"))).out).toContain(
      "Showing example trace.\n",
    );
  });

  test("-S keeps no committed states, where it is given", async () => {
    const model = file(
      "committed.xta",
      "int[0,3] n; process P() { state S, A, B; commit A, B; init S; trans S -> A { guard n < 3; assign n++; }, A -> B { }, B -> S { }; } system P;",
    );
    const stored = async (...argv: string[]) =>
      /stored : (\d+)/.exec((await run("-squ", ...argv, model, file("n.q", "A[] n <= 3\n"))).out)?.[1];
    expect([await stored(), await stored("-S0"), await stored("-S1"), await stored("-S", "2")]).toEqual([
      "10",
      "10",
      "4",
      "4",
    ]);
  });

  test("-f and -X write files", async () => {
    const prefix = path("out");
    const { out, err } = await run(
      "-f",
      prefix,
      "-X",
      prefix,
      file("lamp.xta", lamp),
      file("two.q", "E<> L.on\nA[] n < 2\n"),
    );
    expect(err).toBe(`Writing example trace to ${prefix}-1.xtr\nWriting counter example to ${prefix}-2.xtr\n`);
    expect(out).toContain(`XMLTrace outputted to: ${prefix}1.xml\n`);
    expect(existsSync(`${prefix}2.xml`)).toBe(true);
    const trace = parseXtr(readFileSync(`${prefix}-2.xtr`, "utf8"));
    expect(trace?.states.map((s) => [...s.locations, ...s.variables])).toEqual([
      [0, 0],
      [1, 1],
      [0, 1],
      [1, 2],
    ]);
    expect(trace?.transitions).toEqual([
      [{ process: 0, edge: 0, selects: [] }],
      [{ process: 0, edge: 1, selects: [] }],
      [{ process: 0, edge: 0, selects: [] }],
    ]);
  });

  test("errors have file, path and line, and exit status 1", async () => {
    const name = file("wrong.xml", lampXml.replace("n &lt; 3", "m &lt; 3"));
    const model = await run(name);
    expect(model.code).toBe(1);
    expect(model.err).toMatch(/wrong\.xml:\/nta\/template\[1\]\/transition\[1\]\/label\[1\]:1: \[error\] .*m.*\.\n/);
    const query = await run(file("lamp.xta", lamp), file("bad.q", "E<> L.on\nE<> nobody.home\n"));
    expect(query.code).toBe(1);
    expect(query.err).toMatch(/bad\.q:2: \[error\] /);
    expect(query.out).toContain(" -- Formula is satisfied.");
    expect((await run(path("none.xml"))).code).toBe(1);
    expect((await run()).code).toBe(1);
    expect((await run("--no-such-option", name)).code).toBe(1);
  });

  test("-h and -v are recognised by wrappers", async () => {
    const help = await run("-h");
    expect(help.code).toBe(0);
    expect(help.out).toContain("Usage: verifyta [OPTION]... MODEL QUERY");
    expect(help.out).toContain("-h [ --help ]");
    expect((await run("--version")).out).toMatch(/UPPAAL \d+\.\d+\.\d+/);
  });
});

describe("options", () => {
  test.each([
    [["-t1", "m"], { trace: "shortest" }],
    [["-t", "2", "m"], { trace: "fastest" }],
    [["--diagnostic=0", "m"], { trace: "some" }],
    [["--search-order", "1", "m"], { order: "dfs" }],
    [["-o2", "-r", "7", "m"], { order: "random", seed: 7 }],
    [["-C", "-T", "-t0", "m", "q"], { trace: "some", files: ["m", "q"] }],
    [["-S2", "-n4", "-H", "27", "m"], { space: 2, extrapolation: 4, files: ["m"] }],
    [["--key", "secret", "--lease=1", "m"], { files: ["m"] }],
    [["-p", "1", "-su", "m"], { queryIndex: 1, silent: true, statistics: true }],
    [["--", "-m"], { files: ["-m"] }],
  ])("%j", (argv, expected) => {
    expect(parseVerifyta(argv, {})).toMatchObject(expected);
  });
  test("refuses what it does not know", () => {
    for (const argv of [["-t9"], ["-o"], ["-k"], ["--search-order=sideways"]])
      expect(() => parseVerifyta(argv, {})).toThrow();
  });
  test("UPPAAL_OLD_SYNTAX", () => {
    expect(parseVerifyta(["m"], { UPPAAL_OLD_SYNTAX: "" }).old).toBe(true);
  });
});

test("a trace that cannot be written loses no answer", async () => {
  const q = file("three.q", "E<> L.on\nE<> n == 2\nA[] n <= 3\n");
  const nowhere = file("no-folder", "");
  const { code, out, err } = await run("-sq", "-f", `${nowhere}/t`, file("lamp.xta", lamp), q);
  expect(code).toBe(1);
  expect(out.match(/Formula is satisfied/g)).toHaveLength(3);
  expect(err).toContain("cannot be written: a part of the path is not a folder");
});

test("a query index that is not there is wrong usage", async () => {
  const q = file("two.q", "E<> L.on\nE<> n == 2\n");
  const { code, err } = await run("-sq", "-p", "2", file("lamp.xta", lamp), q);
  expect(code).toBe(1);
  expect(err).toContain("there is no query with index 2: there are 2, counted from 0");
});
