import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { Exceeded, type Watch } from "../../apps/cli/process/watch.ts";
import { zonal } from "../../apps/cli/zonal.ts";
import { file, lamp, path, run, runProgram } from "./harness.ts";
import { schemaFaults } from "./schema.ts";

const unused =
  "clock x;\nint n;\nprocess P() { state S; init S; trans S -> S { guard n < 1; assign n = 1; }; }\nsystem P;\n";
const query = "E<> n == 1\n";

describe("zonal lint", () => {
  test("finds nothing in a model that makes sense", async () => {
    const { code, out, err } = await run(["lint", file("lamp.xta", lamp)]);
    expect([code, out]).toEqual([0, ""]);
    expect(err).toContain("nothing found");
  });

  test("tells rule, place and line, and ends with 1", async () => {
    const { code, out } = await run(["lint", file("unused.xta", unused)]);
    expect(code).toBe(1);
    expect(out).toMatch(/unused\.xta:1:7: warning: the clock 'x' is never used \[unused-clock\]\n/);
  });

  test("reads the queries behind a model or beside it", async () => {
    const text = unused.replace("clock x;\n", "").replace("guard n < 1; ", "");
    const at = file("asked.xta", text);
    expect((await run(["lint", at])).code).toBe(0);
    expect((await run(["lint", at, file("other.q", "E<> P.S\n")])).out).toContain("[never-read]");
    file("asked.q", query);
    expect((await run(["lint", at])).code).toBe(0);
  });

  test("counts what is at or above the level", async () => {
    const at = file("constant.xta", lamp.replace("clock x;", "clock x; const int N = 1;"));
    expect((await run(["lint", at])).code).toBe(0);
    expect((await run(["lint", "--level", "note", at])).code).toBe(1);
    expect((await run(["lint", "--level", "error", file("unused.xta", unused)])).code).toBe(0);
  });

  test("obeys the settings beside the model, and those it is given", async () => {
    const at = file("unused.xta", unused);
    const config = file("mine.json", '{"rules": {"unused-clock": "off"}}');
    expect((await run(["lint", "--config", config, at])).code).toBe(0);
    const wrong = await run(["lint", "--config", file("wrong.json", '{"rules": {"no": "off"}}'), at]);
    expect([wrong.code, wrong.err]).toEqual([2, `error: ${path("wrong.json")}: there is no rule 'no'\n`]);
  });

  test("mends the file in place, and leaves all other bytes", async () => {
    const at = file("mend.xta", unused);
    const { code, err } = await run(["lint", "--fix", at]);
    expect([code, readFileSync(at, "utf8")]).toEqual([0, unused.replace("clock x;\n", "")]);
    expect(err).toContain("1 mended");
  });

  test("prints JSON that its schema allows", async () => {
    const { code, out } = await run(["lint", "--json", file("unused.xta", unused)]);
    expect(code).toBe(1);
    expect(schemaFaults("lint", JSON.parse(out))).toEqual([]);
    expect(JSON.parse(out).files[0].findings).toMatchObject([
      { code: "unused-clock", line: 1, column: 7, fixable: true },
    ]);
    expect(schemaFaults("lint", JSON.parse((await run(["lint", "--list", "--json"])).out))).toEqual([]);
  });

  test("prints SARIF with the rule's title", async () => {
    const { out } = await run(["lint", "--format", "sarif", file("unused.xta", unused)]);
    const [{ tool, results }] = JSON.parse(out).runs;
    expect(tool.driver.rules).toEqual([
      { id: "unused-clock", shortDescription: { text: "a clock that nothing names" } },
    ]);
    expect(results).toHaveLength(1);
  });

  test("the time for proofs counts for making the network, too: then the text alone is looked at", async () => {
    const ended: Watch["within"] = (job, until) => {
      if (until !== undefined) throw new Exceeded(until.why, "instantiating the model");
      return job();
    };
    const { code, out, err } = await runProgram(
      (argv, io) => zonal(argv, { ...io, watch: { ...io.watch, within: ended } }),
      ["lint", file("slow.xta", lamp.replace("clock x;", "clock x, y;")), "--prove", "3"],
    );
    expect([code, out]).toEqual([1, expect.stringContaining("[unused-clock]")]);
    expect(err).toContain("note: only the text was looked at, as the network took longer than 3 s");
  });

  test("shows the run that proves a finding", async () => {
    const text = "int[0,3] n;\nprocess P() { state S; init S; trans S -> S { assign n++; }; }\nsystem P;\n";
    const { code, out } = await run(["lint", file("range.xta", text)]);
    expect(code).toBe(1);
    expect(out).toContain("[range-overflow]");
    expect(out).toContain("how it comes to that:");
  });

  test.each([
    ["a rule that is none", ["--rule", "unused", "a.xta"], /no rule 'unused'/],
    ["no model", [], /a model is wanted/],
    ["queries without a model", ["a.q"], /behind no model/],
    ["a time that is none", ["--prove", "long", "a.xta"], /0 or more/],
  ])("refuses %s", async (_, argv, message) => {
    const { code, err } = await run(["lint", ...argv]);
    expect(code).toBe(2);
    expect(err).toMatch(message);
  });

  test("ends with 2 for a model that is wrong, and tells why", async () => {
    const { code, err } = await run(["lint", file("bad.xta", "clock x; system Q;")]);
    expect(code).toBe(2);
    expect(err).toContain("error:");
  });
});

describe("zonal explain", () => {
  test("tells of a diagnostic and of a rule", async () => {
    const { out } = await run(["explain", "unknown-identifier"]);
    expect(out).toContain("Wrong:\n  guard: m > 0\n\nRight:\n  guard: n > 0\n");
    expect((await run(["explain", "unused-clock"])).out).toContain("Wrong:\n  clock x;\n");
  });
  test("lists the codes, also as JSON that its schema allows", async () => {
    expect((await run(["explain"])).out).toContain("\nLint\n  unused-variable ");
    for (const argv of [
      ["explain", "--json"],
      ["explain", "--json", "time-lock"],
    ])
      expect(schemaFaults("explain", JSON.parse((await run(argv)).out))).toEqual([]);
  });
  test("guesses what was meant", async () => {
    const { code, err } = await run(["explain", "unused-clok"]);
    expect([code, err]).toEqual([2, "error: there is no code 'unused-clok'\nhint: did you mean 'unused-clock'?\n"]);
  });
});
