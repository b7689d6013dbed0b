import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { check, open, read } from "../../src/index.ts";
import { file, path, run } from "./harness.ts";

/** What `zonal transform` writes is always a model; what would be none is refused with exit code 2 and nothing is written. */
const workers = `chan go, c[2]; int[0,1] turn;
process W(const int[0,2] id) { clock x; state a, b { x <= 5 }; init a;
  trans a -> b { sync go?; assign x = 0; }, b -> a { guard x >= 2; sync c[turn]!; }; }
process D(const int[0,1] n) { state s; init s; trans s -> s { sync go!; }, s -> s { sync c[n]?; }; }
`;

async function transformed(kind: string, text: string, ...options: readonly string[]) {
  const output = path(`out-${Math.abs(hash(text + options.join(" ")))}.xta`);
  const { code, err } = await run(["transform", kind, file("in.xta", text), ...options, "-o", output]);
  const written = existsSync(output) ? readFileSync(output, "utf8") : undefined;
  if (written !== undefined) {
    const source = read(written);
    const wrong = source.format === "tck" ? [] : [...source.diagnostics, ...check(source.tree).diagnostics];
    expect(wrong.filter((d) => d.severity === "error")).toEqual([]);
  }
  return {
    code,
    err,
    processes: written === undefined ? undefined : open(written).network?.processes.map((p) => p.name),
  };
}

function hash(text: string): number {
  return [...text].reduce((sum, c) => (sum * 31 + c.charCodeAt(0)) | 0, 7);
}

describe("who stands beside the tester", () => {
  test.each([
    [
      "a member of a set leaves the others",
      "system W, D;",
      ["--spec", "W(0)"],
      ["W_1", "W_2", "D(0)", "D(1)", "WTest1"],
    ],
    ["a member that is none", "system W, D;", ["--spec", "W(7)"], undefined],
    [
      "an instance leaves others of its template",
      "P = W(0); Q = W(1); system P, Q, D;",
      ["--spec", "P"],
      ["Q", "D(0)", "D(1)", "WTest1"],
    ],
    [
      "an instance by its arguments",
      "const int Z = 0; P = W(Z); Q = W(1); system P, Q;",
      ["--spec", "W(0)"],
      ["Q", "WTest1"],
    ],
    ["members asked for", "system W, D;", ["--spec", "W(0)", "--impl", "D(0), D(1)"], ["D_0", "D_1", "WTest1"]],
    ["a set asked for", "system W, D;", ["--spec", "W(0)", "--impl", "D"], ["D(0)", "D(1)", "WTest1"]],
    ["an argument outside", "system W, D;", ["--spec", "W(0)", "--impl", "D(5)"], undefined],
    ["too many arguments", "system W, D;", ["--spec", "W(0)", "--impl", "D(0, 1)"], undefined],
    ["nobody of that name", "system W, D;", ["--spec", "W(0)", "--impl", "X"], undefined],
  ])("%s", async (_, system, options, expected) => {
    const { code, processes } = await transformed("test", `${workers}${system}\n`, ...options);
    expect(processes).toEqual(expected);
    expect(code).toBe(expected === undefined ? 2 : 0);
  });
});

describe("what cannot be done is said, and nothing is written", () => {
  test.each([
    ["template", ["--do", "restrict D: nowhere!"], /line 1: D knows no channel nowhere/],
    ["template", ["--do", "actions D: go -> c"], /subscripts are left open/],
    ["template", ["--do", "remove W; remove D"], /no process is left/],
    ["template", ["--do", "initial W: b; locations W: b -> x"], /x is used in an expression of W/],
    ["test", ["--spec", "W(0)", "--channels", ""], /it must name one or more/],
    ["test", ["--spec", "W(0)", "--channels", "c"], /channel go is not watched/],
    ["test", ["--spec", "W(0)", "--channels", "nowhere"], /there is no channel nowhere/],
  ])("%s %j", async (kind, options, message) => {
    const { code, err, processes } = await transformed(kind, `${workers}system W, D;\n`, ...options);
    expect(err).toMatch(message);
    expect(code).toBe(2);
    expect(processes).toBe(undefined);
  });
});

test("queries that lose their meaning are told", async () => {
  const model = `process T() { state p; init p; } process U() { state p; init p; }\nsystem T, U;\nquery { E<> T.p }\n`;
  const { code, err } = await transformed("template", model, "--do", "remove T");
  expect(code).toBe(0);
  expect(err).toMatch(/warning: the query E<> T.p means nothing in the new model/);
});

describe("transform script", () => {
  const model = (): string => file("script.xta", `${workers}system W, D;`);
  test("a conversation through a pipe: faults are told, the rest counts and is written", async () => {
    const output = path("talked.xta");
    const stdin = "outputs(W)\nfoo(W)\nseen = {go,\n c}\nshow seen\nAll = acceptall(seen)\nquit\nnope\n";
    const { code, out, err } = await run(["transform", "script", model(), "-o", output], { stdin });
    expect({ code, out }).toEqual({ code: 2, out: "{| c! |}\nseen = {go, c}\n" });
    expect(err).toMatch(/^error: line 2, column 1: there is no function foo.*\n {2}foo\(W\)\n {2}\^\n$/);
    expect(readFileSync(output, "utf8")).toContain("process All()");
  });
  test("a script: nothing is written where a command fails, and nothing without --output", async () => {
    const output = path("scripted.xta");
    const bad = file("bad.txt", "V = W\nV = drop(V, {zz})\n");
    const { code, err } = await run(["transform", "script", model(), "--script", bad, "-o", output]);
    expect({ code, written: existsSync(output) }).toEqual({ code: 2, written: false });
    expect(err).toContain("line 2, column 5: V has no location zz");
    const silent = await run(["transform", "script", model(), "-e", "V = W", "-e", "locations(V)"]);
    expect(silent).toEqual({ code: 0, out: "{a, b}\n", err: "not written: V (--output says where to)\n" });
  });
  test("standard input is one thing at a time, and the model can go to standard output", async () => {
    const both = await run(["transform", "script", "-"], { stdin: "process" });
    expect({ code: both.code, out: both.out }).toEqual({ code: 2, out: "" });
    const { out, err } = await run(["transform", "script", model(), "-e", "V = W; list", "-o", "-"]);
    expect({ hasCopy: out.includes("process V("), err }).toEqual({ hasCopy: true, err: "W\nD\nV\n" });
  });
});
