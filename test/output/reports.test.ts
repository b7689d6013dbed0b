import { describe, expect, test } from "vitest";
import { boundText, parseXml, toJUnit, toSarif } from "../../src/index.ts";

/** Verdicts in words, JUnit and SARIF. */
describe("JUnit", () => {
  test("counts, and escapes what a query may hold", () => {
    const text = toJUnit("a<b>&.xml", [
      { name: '1. E<> x > "3"', seconds: 0.5, outcome: "passed" },
      {
        name: "2. A[] p",
        seconds: 1,
        outcome: "failed",
        message: "NOT satisfied",
        detail: "State 0: P.A\n\u0001 ]]> &",
      },
      { name: "3. Pr", seconds: 0, outcome: "skipped", message: "SMC" },
      { name: "4.", seconds: 0, outcome: "error" },
    ]);
    expect(parseXml(text).diagnostics.map((d) => d.code)).toEqual(["missing-nta"]);
    expect(text).toContain(
      '<testsuite name="a&lt;b&gt;&amp;.xml" tests="4" failures="1" errors="1" skipped="1" time="1.500">',
    );
    expect(text).toContain('name="1. E&lt;&gt; x &gt; &quot;3&quot;"');
  });
});

describe("SARIF", () => {
  test("rules once, places, and names of files as URIs", () => {
    const place = { line: 3, column: 5, endLine: 3, endColumn: 9, xpath: "/nta/template[1]" };
    const log = JSON.parse(
      toSarif(
        [
          {
            rule: "unknown-identifier",
            level: "error",
            message: "'m' is not declared",
            file: "my models/a.xml",
            place,
          },
          { rule: "unknown-identifier", level: "error", message: "again", file: "b.xml" },
          { rule: "query-failed", level: "error", message: "E<> p", file: "b.q", place },
        ],
        { name: "zonal", version: "1" },
      ),
    );
    const [run] = log.runs;
    expect(run.tool.driver.rules).toEqual([{ id: "query-failed" }, { id: "unknown-identifier" }]);
    expect(run.results[0]).toEqual({
      ruleId: "unknown-identifier",
      ruleIndex: 1,
      level: "error",
      message: { text: "'m' is not declared" },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: "my%20models/a.xml" },
            region: { startLine: 3, startColumn: 5, endLine: 3, endColumn: 9 },
          },
          logicalLocations: [{ fullyQualifiedName: "/nta/template[1]" }],
        },
      ],
    });
    expect(run.results[1].locations[0].physicalLocation.region).toBeUndefined();
  });
});

test.each([
  ["sup", [{ low: 0, lowStrict: false, high: 7, highStrict: true }], "x < 7"],
  ["sup", [{ low: 0, lowStrict: false, high: Number.POSITIVE_INFINITY, highStrict: true }], "x < infinity"],
  ["inf", [{ low: 2, lowStrict: true, high: 7, highStrict: false }], "x > 2"],
  [
    "bounds",
    [
      { low: 1, lowStrict: false, high: 1, highStrict: false },
      { low: 3, lowStrict: true, high: 5, highStrict: false },
    ],
    "x in {1} or (3, 5]",
  ],
  ["sup", [], "x: no reachable state has a value"],
] as const)("%s %j", (kind, intervals, text) => {
  expect(boundText(kind, { text: "x", kind: "clock", intervals })).toBe(text);
});
