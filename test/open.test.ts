import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { build, check, edit, hasErrors, open, printXta, read, version, writeXml } from "../src/index.ts";

/** The library as a program uses it. */
const lamp = `clock x; int[0,3] n;
process Lamp() { state off, on { x <= 10 }; init off; trans off -> on { guard n < 3; assign x = 0, n = n + 1; }, on -> off { guard x >= 2; }; }
system Lamp;
`;

describe("open", () => {
  test("answers queries", () => {
    const model = open(lamp);
    expect(model.diagnostics).toEqual([]);
    expect(model.verify("E<> Lamp.on").outcome).toBe("satisfied");
    expect(model.verify("A[] n < 3", { trace: "shortest" })).toMatchObject({
      outcome: "violated",
      trace: { ending: "goal", concrete: true },
    });
    expect(model.verify("sup: n").values?.[0]?.intervals.at(-1)?.high).toBe(3);
  });
  test("estimates by runs, also where symbolic verification refuses the model", () => {
    const found = open(lamp).estimate("Pr[<=5; 100](<> Lamp.on)", { seed: 2 });
    expect(found).toMatchObject({ kind: "probability", runs: 100, parameters: { seed: 2 } });
    expect(open(lamp).estimate("Pr[<=5; 100](<> Lamp.on)", { seed: 2 })).toEqual(found);
    const flowing = open(lamp.replace("x <= 10", "x <= 10 && y' == x").replace("clock x;", "clock x, y;"));
    expect(flowing.network).toBeUndefined();
    expect(flowing.estimate("E[<=5; 10](max: y)")).toMatchObject({ kind: "expectation", runs: 10 });
    for (const [query, reason] of [
      ["Pr[<=5](<> Lamp.lit)", /lit/],
      ["A[] true", /statistical/],
      ["Pr[<=5](", /expected/],
    ] as const)
      expect(open(lamp).estimate(query)).toMatchObject({ kind: "none", reason: expect.stringMatching(reason) });
    expect(open("system;").estimate("Pr[<=5](<> true)").kind).toBe("none");
    expect(open("system:a\nprocess:P\n").estimate("Pr[<=5](<> true)").kind).toBe("none");
  });
  test("says what is wrong with a query and with a model", () => {
    expect(open(lamp).verify("E<> Lamp.lit")).toMatchObject({
      outcome: "unknown",
      reason: expect.stringContaining("lit"),
    });
    expect(open(lamp).query("E<> Lamp.lit").diagnostics[0]!.span).toEqual({ start: 9, end: 12 });
    const wrong = open(lamp.replace("n < 3", "m < 3"));
    expect(wrong.network).toBeUndefined();
    expect(wrong.diagnostics.map((d) => d.code)).toEqual(["unknown-identifier"]);
    expect(wrong.verify("E<> true")).toMatchObject({ outcome: "unknown", reason: expect.stringContaining("m") });
    expect(open("nonsense <").network).toBeUndefined();
  });
  test("limits hold while a model is prepared", () => {
    // Each look at the clock takes a moment: so every number of them ends somewhere else.
    for (let timeout = 0; timeout < 6; timeout++) {
      let time = 0;
      const model = open(lamp, { limits: { timeout, now: () => time++ } });
      expect(model.diagnostics.map((d) => d.code)).toEqual(["limit"]);
      expect(model.network).toBeUndefined();
      expect(model.verify("E<> Lamp.on")).toMatchObject({
        outcome: "unknown",
        reason: `the time limit of ${timeout / 1000} s was reached while the model was prepared`,
      });
    }
    expect(open(lamp, { limits: { isCancelled: () => true } }).diagnostics.map((d) => d.code)).toEqual(["limit"]);
    expect(open(lamp, { limits: { timeout: 1, now: () => 0 } }).diagnostics).toEqual([]);
  });
  test("reads bytes, XML and TChecker's format", () => {
    expect(open(new TextEncoder().encode(lamp)).network?.processes).toHaveLength(1);
    expect(open("system:t\nprocess:P\nlocation:P:A{initial:}\n", { name: "t.tck" }).network?.processes).toHaveLength(1);
    const { source } = open(writeXml(treeOf(lamp)));
    expect(source?.format).toBe("xml");
  });
  test("takes a tree that a program built", () => {
    const model = open(
      build.model({
        declarations: "clock x;",
        templates: [
          build.template("P", {
            locations: [build.location("A"), build.location("B")],
            initial: "A",
            edges: [build.edge("A", "B", { guard: "x >= 3" })],
          }),
        ],
        system: ["P"],
      }),
    );
    expect(model.diagnostics).toEqual([]);
    const verdict = model.verify("E<> P.B", { trace: "fastest" });
    expect(verdict.trace?.duration).toEqual({ n: 3n, d: 1n });
  });
});

function treeOf(text: string) {
  const source = read(text, { name: "a.xta" });
  if (source.format === "tck") throw new Error("not an UPPAAL model");
  return source.tree;
}

describe("the stages apart", () => {
  test("read, edit one label, check", () => {
    const text = writeXml(treeOf(lamp));
    const source = read(text, { name: "lamp.xml" });
    if (source.format === "tck") throw new Error("not an UPPAAL model");
    const changed = edit(source).setLabel(source.tree.templates[0]!.edges[1]!, "guard", "x >= 4").apply();
    expect(changed.length).toBe(text.length);
    expect(changed.replace("x &gt;= 4", "x &gt;= 2")).toBe(text);
    const again = read(changed, { name: "lamp.xml" });
    if (again.format === "tck") throw new Error("not an UPPAAL model");
    expect(hasErrors(check(again.tree).diagnostics)).toBe(false);
    expect(printXta(again.tree)).toContain("guard x >= 4;");
  });
  test("the dialect is found out, or settled", () => {
    const text = "int sum; process P() { state S, exit; init S; trans S -> exit { assign sum = 1; }; } system P;";
    const found = open(text);
    expect(found.diagnostics.map((d) => d.code)).toEqual(["old-dialect"]);
    expect(found.verify("E<> P.exit && sum == 1").outcome).toBe("satisfied");
    expect(open(text, { dialect: 4 }).diagnostics).toEqual([]);
    expect(open(text, { dialect: 5 }).network).toBeUndefined();
  });
  test("the version is the package's", () => {
    expect(version).toBe(JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")).version);
  });
});
