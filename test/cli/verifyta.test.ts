import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { uppaal5, uppaal41, versionInPath } from "../../apps/cli/verifyta/dialect.ts";
import { parseVerifyta } from "../../apps/cli/verifyta/options.ts";
import { verifyta } from "../../apps/cli/verifyta/run.ts";
import { zonal } from "../../apps/cli/zonal.ts";
import { parseXtr } from "../../src/index.ts";
import { file, lamp, lampXml, path, type Ran, runProgram } from "./harness.ts";

/** The second command: UPPAAL's options, its very text, its exit status. */
const run = (...argv: string[]): Promise<Ran> => runProgram(verifyta, argv);
const older = (...argv: string[]): Promise<Ran> => run("--dialect", "4.1", ...argv);
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
  State space representation uses minimal constraint systems with future testing
  Using HashMap + Compress integers for discrete state storage
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

  test("the options have two lines less in UPPAAL 4.1", async () => {
    const { out } = await older(file("lamp.xta", lamp), file("none.q", ""));
    expect(out).toMatch(/ {2}Seed is 1\n {2}State space representation uses minimal constraint systems\n$/);
  });

  test("a formula of the model is repeated, that of a file is not", async () => {
    const model = file("repeated.xml", lampXml.replace("L.on imply", "L.on  imply\n "));
    expect((await run("-sq", model)).out).toBe(`
Verifying formula 1 at /nta/queries/query[1]/formula
 -- Formula: E<> L.on
 -- Formula is satisfied.

Verifying formula 2 at /nta/queries/query[2]/formula
 -- Formula: A[] L.on imply x <= 10
 -- Formula is satisfied.
`);
    expect((await older("-sq", model)).out).not.toContain("Formula:");
    expect((await run("-sq", model, file("one.q", "E<> L.on\n"))).out).not.toContain("Formula:");
  });

  test("embedded queries are named by their path; -s and -q leave things out; -u adds statistics", async () => {
    const { out } = await run("-squ", file("lamp.xml", lampXml));
    expect(out).toMatch(
      /^\nVerifying formula 1 at \/nta\/queries\/query\[1\]\/formula\n -- Formula: E<> L\.on\n -- Formula is satisfied\.\n -- States stored : \d+ states\n -- States explored : \d+ states\n -- CPU user time used : \d+ ms\n -- Virtual memory used : \d+ KiB\n -- Resident memory used : \d+ KiB\n\nVerifying formula 2 at/,
    );
  });

  test("-t prints the trace", async () => {
    const { out, err } = await run("-t1", "-s", file("lamp.xta", lamp), file("one.q", "A[] n < 2\n"));
    expect(err).toBe("");
    expect(out).toContain(
      " -- Formula is NOT satisfied.\n -- Showing witness trace:\n\nState:\n( L.off )\nn=0 x=0\n\nTransition:\n  L.off->L.on { n < 3, tau, x = 0, n = n + 1 }\n\nState:\n( L.on )\n",
    );
    expect(out).toContain("\nDelay: 2\n");
  });

  test("-t prints the trace to stderr in UPPAAL 4.1", async () => {
    const { out, err } = await older("-t1", "-s", file("lamp.xta", lamp), file("one.q", "A[] n < 2\n"));
    expect(out).toContain("  Generating shortest trace\n");
    expect(out).toContain(" -- Formula is NOT satisfied.\nShowing counter example.\n");
    expect(err).toContain(
      "\nState:\n( L.off )\nn=0 x=0 #depth=0\n\nTransitions:\n  L.off->L.on { n < 3, tau, x = 0, n = n + 1 }\n\nState:\n( L.on )\n",
    );
    expect(err).toContain("\nDelay: 2\n");
    expect((await older("-t0", "-s", file("lamp.xta", lamp), file("e.q", "E<> L.on\n"))).out).toContain(
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

  test("-f writes files with the time from the start as the first clock", async () => {
    const prefix = path("later");
    const two = file("two.q", "E<> L.on\nA[] n < 2\n");
    const { out, err } = await run("-sq", "-f", prefix, "-X", prefix, file("lamp.xta", lamp), two);
    expect(err).toBe("");
    expect(out).toContain(`XMLTrace outputted to: ${prefix}1.xml\n`);
    expect(readFileSync(`${prefix}1.xml`, "utf8")).toContain(
      '<clock name="#t(0)" id="sys.#t(0)"/>\n<clock name="#time" id="sys.#time"/>\n<clock name="x" id="sys.x"/>',
    );
    expect(out).toContain(` -- Formula is satisfied.\n -- Writing witness trace to ${prefix}-1\n`);
    expect(out).toContain(` -- Formula is NOT satisfied.\n -- Writing witness trace to ${prefix}-2\n`);
    expect(readFileSync(`${prefix}-1`, "utf8")).toBe(
      "0 \n.\n0 1 0\n.\n1 2 0\n.\n2 1 0\n.\n.\n0 \n.\n1 \n.\n0 2 0\n.\n2 0 20\n.\n2 1 0\n.\n.\n1 \n.\n0 0 ; .\n.\n",
    );
  });

  test("-f and -X write files in UPPAAL 4.1", async () => {
    const prefix = path("out");
    const { out, err } = await older(
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

  test("UPPAAL's warnings have its words, ours are left to zonal check", async () => {
    const strict = lampXml.replace("x &lt;= 10<", "x &lt; 10<").replace("x = 0, n", "n + 1, n");
    const { code, err } = await run("-sq", file("strict.xml", strict));
    expect(code).toBe(0);
    expect(err.match(/\[warning\] .*/g)).toEqual([
      "[warning] Strict invariant.",
      "[warning] Expression does not have any effect.",
    ]);
    const own = lamp.replace("n < 3", "n < 3 && (n == 3 || 1 / 0 > n)");
    const checked = await runProgram(zonal, ["check", file("own.xta", own)]);
    expect(checked.err + checked.out).toContain("[division-by-zero]");
    expect((await run("-sq", file("own.xta", own), file("on.q", "E<> L.on\n"))).err).not.toContain("warning");
  });

  test("UPPAAL_COMPILE_ONLY translates and asks nothing", async () => {
    const model = file("lamp.xml", lampXml);
    const compiled = (env: Record<string, string>, ...argv: string[]) => runProgram(verifyta, argv, { env });
    const { code, out, err } = await compiled({ UPPAAL_COMPILE_ONLY: "1" }, model, "-");
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toMatch(/^layout\n[\s\S]*\n0:clock:0:#t\(0\)\n1:clock:1:#time\n2:clock:2:x\n3:var:0:3:0:0:n\n/);
    const earlier = await compiled({ UPPAAL_COMPILE_ONLY: "1", VERIFYTA_DIALECT: "4.1.26" }, model);
    expect(earlier.out).toContain("\n0:clock:0:t(0)\n1:clock:1:x\n2:var:0:3:0:0:n\n");
    expect((await compiled({ UPPAAL_COMPILE_ONLY: "" }, model)).out).toContain("Formula is satisfied");
    const wrong = await compiled({ UPPAAL_COMPILE_ONLY: "1" }, file("wrong.xml", lampXml.replace("n &lt; 3", "m")));
    expect(wrong).toMatchObject({ code: 1, out: "" });
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
    expect((await run("--version")).out).toMatch(/UPPAAL 5\.0\.0\n/);
    expect((await older("-v")).out).toMatch(/UPPAAL 4\.1\.26\n/);
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
    [["--silence-progress", "--summary", "m"], { silent: true, statistics: true, files: ["m"] }],
    [
      ["m", "q", "--truncation-error", "0.01", "--truncation-time-error=1e-3", "-o6"],
      { files: ["m", "q"], order: "bfs" },
    ],
    [["--learning-method", "-1", "--reset-no-better", "5", "--max-reset-learning", "3", "m"], { files: ["m"] }],
    [["--print-strategies", "folder", "--generate-strategy", "2", "-D", "0.01", "m"], { files: ["m"] }],
    [["m"], { dialect: uppaal5, compile: false }],
    [["--dialect=4.1", "m"], { dialect: uppaal41 }],
    [["--dialect", "5.0.0", "m"], { dialect: uppaal5 }],
    [["-p", "1", "-su", "m"], { queryIndex: 1, silent: true, statistics: true }],
    [["--", "-m"], { files: ["-m"] }],
  ])("%j", (argv, expected) => {
    expect(parseVerifyta(argv, {})).toMatchObject(expected);
  });
  test("refuses what it does not know", () => {
    for (const argv of [
      ["-t9"],
      ["-o"],
      ["-o7"],
      ["-k"],
      ["--search-order=sideways"],
      ["--good-runs", "many"],
      ["--alpha="],
      ["--print-strategies"],
      ["--dialect", "3.4"],
      ["--load-strategies", "folder"],
    ])
      expect(() => parseVerifyta(argv, {})).toThrow();
  });
  test("UPPAAL_OLD_SYNTAX", () => {
    expect(parseVerifyta(["m"], { UPPAAL_OLD_SYNTAX: "" }).old).toBe(true);
  });
  test("the dialect: the option before the environment", () => {
    expect(parseVerifyta(["m"], { VERIFYTA_DIALECT: "4.1.26" }).dialect).toBe(uppaal41);
    expect(parseVerifyta(["m"], { VERIFYTA_DIALECT: "" }).dialect).toBe(uppaal5);
    expect(parseVerifyta(["--dialect", "5", "m"], { VERIFYTA_DIALECT: "4.1" }).dialect).toBe(uppaal5);
    expect(() => parseVerifyta(["m"], { VERIFYTA_DIALECT: "six" })).toThrow("no dialect 'six'");
  });
  test.each([
    ["/opt/uppaal64-4.1.26/bin-Linux/verifyta", "4.1.26"],
    ["/opt/uppaal64-4.1.26-1/bin-Linux/verifyta", "4.1.26"],
    ["/Applications/UPPAAL-5.0.0.app/Contents/Resources/uppaal/bin/verifyta", "5.0.0"],
    ["C:\\tools\\uppaal-5.0.0-win64\\bin\\verifyta.exe", "5.0.0"],
    ["/home/me/uppaal-models/verifyta", undefined],
    ["/opt/uppaal-3.4/verifyta", undefined],
    ["/usr/bin/verifyta", undefined],
  ])("the version in %s", (at, version) => {
    expect(versionInPath(at)).toBe(version);
  });
});

test("a trace that lasts longer than bounds can tell is an error of its own", async () => {
  const slow = `clock x; int[0,3] n; process P() { state A { x <= 500000000 }; init A;
    trans A -> A { guard n < 3 && x >= 500000000; assign x = 0, n++; }; } system P;`;
  const files = [file("slow.xta", slow), file("slow.q", "E<> n == 3\nE<> n == 1\n")];
  const { code, out, err } = await run("-sq", "-t1", "-f", path("slow"), ...files);
  expect(code).toBe(1);
  expect(out.match(/Formula is satisfied/g)).toHaveLength(2);
  expect(out.match(/Writing witness trace to .*/g)).toEqual([`Writing witness trace to ${path("slow")}-2`]);
  expect(err).toBe(
    "verifyta: the trace cannot be written in UPPAAL's format: its time from the start: clock differences beyond 1073741822\n",
  );
  expect([existsSync(path("slow-1")), existsSync(path("slow-2"))]).toEqual([false, true]);
  expect((await older("-sq", "-t1", "-f", path("slow"), ...files)).code).toBe(0);
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
