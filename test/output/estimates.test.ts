import { SaxesParser } from "saxes";
import { describe, expect, test } from "vitest";
import {
  type Estimate,
  estimatePlots,
  estimatesToHtml,
  estimateToJson,
  estimateToResult,
  estimateToText,
  estimateToUppaal,
  frameOf,
  overlayPlots,
  type Plot,
  plotsToCsv,
  plotsToJson,
  plotsToSvg,
  read,
  type Series,
  valuesAt,
  withResults,
} from "../../src/index.ts";
import { general } from "../../src/output/general.ts";
import { ticksOf } from "../../src/output/ticks.ts";
import { all, comparison, constant, expectation, hypothesis, never, probability, simulation } from "./estimates.ts";

/** Points as text: "0,1 2,3". */
function path(text: string): readonly (readonly [number, number])[] {
  return text.split(" ").map((point) => point.split(",").map(Number) as [number, number]);
}

function plotOf(...series: readonly Series[]): Plot {
  return { title: "t", x: { label: "x" }, y: { label: "y" }, series };
}

test.each([
  [0, "0"],
  [1, "1"],
  [100, "100"],
  [0.1 + 0.2, "0.3"],
  [1 / 3, "0.333333"],
  [123456, "123456"],
  [1234567, "1.23457e+06"],
  [0.0001, "0.0001"],
  [0.00001, "1e-05"],
  [999999.9, "1e+06"],
  [0.0009998824, "0.000999882"],
  [-2.5, "-2.5"],
  [Infinity, "inf"],
] as const)("C writes %d as %s", (x, text) => expect(general(x)).toBe(text));

describe("as UPPAAL prints them", () => {
  test.each<[string, Estimate, "5" | "4.1", readonly string[]]>([
    [
      "a probability",
      { ...probability, runs: 400, successes: 310, interval: { low: 0.724413, high: 0.819002 } },
      "5",
      ["(310/400 runs) Pr(<> …) in [0.724413,0.819002] (95% CI)", /Values in \[1,5\] mean=2\.875 steps=0\.04: /.source],
    ],
    ["none", never, "5", ["(0/72 runs) Pr(<> …) in [0,0.0499441] (95% CI)"]],
    [
      "none, in 4.1",
      { ...never, runs: 7598, interval: { low: 0, high: 0.0009998824 }, confidence: 0.9995 },
      "4.1",
      ["(7598 runs) Pr(<> ...) in [0,0.000999882]", "with confidence 0.9995."],
    ],
    ["a mean", expectation, "5", ["(4 runs) E(max) = 2.875 ± 2.62868 (95% CI)", "Values in "]],
    ["a mean in 4.1", expectation, "4.1", ["(4 runs) E(max) = 2.875", "Values in "]],
    ["a constant", constant, "5", ["(50 runs) E(max) = ≈ 100", "Values in [100,100] mean=100 steps=1: 50"]],
    ["a hypothesis", hypothesis, "5", ["(235 runs) H1: Pr(<> …) <= 0.75", "with confidence 0.95."]],
    ["a comparison", comparison, "5", ["(129 runs) Pr(<> …)/Pr(<> …) >= 1.1", "with confidence 0.95."]],
    [
      "a simulation",
      simulation,
      "5",
      ["n:", "[0]: (0,0) (5,0) (5,2) (10,2)", "[1]: (0,0) (10,0)", "x:", "[0]: (0,0) (10,10)", "[1]: (0,0) (10,10)"],
    ],
  ])("%s", (_, estimate, version, lines) => {
    const printed = estimateToUppaal(estimate, version);
    expect(printed.length).toBe(lines.length);
    printed.forEach((line, i) => {
      const wanted = lines[i]!;
      if (wanted.startsWith("Values in"))
        expect(line).toMatch(new RegExp(`^${wanted.replace(/^Values in \[100.*/, "Values in ")}`));
      else expect(line).toBe(wanted);
    });
  });

  test("a hundred buckets hold all values", () => {
    const line = estimateToUppaal(probability, "5")[1]!;
    const counts = line.split(": ")[1]!.split(" ").map(Number);
    expect(counts.length).toBe(100);
    expect(counts.reduce((a, b) => a + b)).toBe(4);
    expect([counts[0], counts[99]]).toEqual([1, 1]);
  });
});

describe("in words", () => {
  test.each<[Estimate, readonly string[]]>([
    [
      probability,
      [
        "(4/10 runs) Pr(<> P.done) in [0.121552,0.737622] (95% CI)",
        "reached at time 2.875 ± 2.62868 (95% CI), between 1 and 5",
      ],
    ],
    [
      never,
      [
        "(0/72 runs) Pr(<> P.done) in [0,0.0499441] (95% CI)",
        "warning: no run succeeded, which does not mean never: the probability may be 0.0499",
      ],
    ],
    [hypothesis, ["(149/235 runs) not Pr(<> P.done) >= 0.75; it is in [0.568,0.696] (95% CI)"]],
    [constant, ["(50 runs) E(max) = ≈ 100"]],
    [expectation, ["(4 runs) E(max) = 2.875 ± 2.62868 (95% CI)", "between 1 and 5"]],
    [
      simulation,
      ["(2 runs) over time", "n: from 0 to 2, in the end 1 on average", "x: from 0 to 10, in the end 10 on average"],
    ],
  ])("%#", (estimate, lines) => expect(estimateToText(estimate)).toEqual(lines));
});

test("JSON has the interval, its middle and everything needed to have it again", () => {
  const json = JSON.parse(JSON.stringify(estimateToJson(never)));
  expect(json).toMatchObject({ kind: "probability", runs: 72, interval: [0, 0.0499441], parameters: { seed: 7 } });
  expect(json.value).toBeCloseTo(0.02497, 5);
  for (const estimate of all) expect(JSON.stringify(estimateToJson(estimate))).not.toMatch(/null|Infinity|"all"/);
});

describe("drawn", () => {
  /** Well-formed XML, and the texts in it. */
  const texts = (svg: string): string[] => {
    const parser = new SaxesParser();
    const found: string[] = [];
    parser.on("text", (text) => text.trim() !== "" && found.push(text));
    parser.write(svg).close();
    return found;
  };
  test.each(all.map((estimate) => [estimate.kind, estimate] as const))("%s", (_, estimate) => {
    const plots = estimatePlots(estimate);
    const svg = plotsToSvg(plots);
    for (const { title, x, y } of plots) expect(texts(svg)).toEqual(expect.arrayContaining([title, x.label, y.label]));
    expect(svg).not.toMatch(/NaN|Infinity|undefined/);
    expect(plotsToCsv(plots)).not.toMatch(/NaN|Infinity|undefined/);
  });

  test("UPPAAL's seven of a probability, five of an expectation, by its titles", () => {
    const titles = (estimate: Estimate): string[] => estimatePlots(estimate).map(({ title }) => title);
    const stored = (estimate: Estimate): string[] =>
      [...estimateToResult(estimate, "").matchAll(/<plot title="([^"]*)"/g)].map(([, title]) => title!);
    for (const [estimate, count] of [
      [probability, 7],
      [expectation, 5],
    ] as const) {
      expect(titles(estimate)).toHaveLength(count);
      expect(titles(estimate).sort()).toEqual(stored(estimate).sort());
    }
  });

  test("limits of bars as whiskers, of a density divided by the width", () => {
    const limits = (title: string): readonly (readonly number[])[] => {
      const series = estimatePlots(probability).find((plot) => plot.title === title)!.series;
      const whiskers = series.find(({ kind }) => kind === "whiskers");
      if (whiskers?.kind !== "whiskers") throw new Error("there are no whiskers");
      return whiskers.low.map(([x, low], i) => [x, low, whiskers.high[i]![1]]);
    };
    // Clopper and Pearson: 2 of 10.
    const [x, low, high] = limits("Probability Confidence Intervals")[0]!;
    expect([x, low!.toFixed(4), high!.toFixed(4)]).toEqual([2, "0.0252", "0.5561"]);
    expect(limits("Probability Density Confidence Intervals")[0]).toEqual([2, low! / 2, high! / 2]);
  });

  test("the distribution of an expectation begins at its least value and ends at 1", () => {
    const [curves] = estimatePlots(expectation);
    const curve = curves!.series.find(({ kind }) => kind === "steps");
    expect(curve).toMatchObject({ points: path("1,0 1,0.25 2.5,0.5 3,0.75 5,1") });
  });

  describe("each run of a simulation is a line that can be told from the others", () => {
    const of = (expressions: number, runs: number): Estimate => ({
      ...simulation,
      runs,
      expressions: ["n", "x"].slice(0, expressions),
      trajectories: Array.from({ length: runs }, (_, run) => ({ ...simulation.trajectories[0]!, run })),
    });
    const looks = (estimate: Estimate): string[] =>
      [
        ...plotsToSvg(estimatePlots(estimate)).matchAll(/<path class="curve (s\d d\d(?: thin)?)" d="M[\d.]+ [\d.]+L/g),
      ].map(([, look]) => look!);
    test.each([
      [1, 5],
      [1, 12],
      [2, 6],
    ])("%i expressions, %i runs", (expressions, runs) => {
      const found = looks(of(expressions, runs));
      expect(found).toHaveLength(expressions * runs);
      expect(new Set(found).size).toBe(expressions * runs);
    });
    test("also in grey, as long as there are six: dashes differ", () => {
      const dashes = looks(of(1, 6)).map((look) => look.slice(3));
      expect(new Set(dashes).size).toBe(6);
    });
    test("by labels at their ends and lines of the legend", () => {
      expect(texts(plotsToSvg(estimatePlots(of(1, 3))))).toEqual(
        expect.arrayContaining(["run 0", "run 2", "n, run 0", "n, run 2", "3 of 3 runs"]),
      );
      expect(texts(plotsToSvg(estimatePlots(simulation)))).toEqual(
        expect.arrayContaining(["n 0", "x 1", "n, run 0", "x, run 1"]),
      );
    });
    test("of many those of one expression look alike", () => {
      const found = looks(of(2, 20));
      expect(found).toHaveLength(40);
      expect(new Set(found)).toEqual(new Set(["s0 d0 thin", "s1 d1 thin"]));
      expect(texts(plotsToSvg(estimatePlots(of(2, 20))))).not.toContain("run 3");
    });
  });

  test("labels that would lie on each other are moved apart, within the picture", () => {
    const series = Array.from({ length: 12 }, (_, run) => ({
      kind: "line" as const,
      name: "n",
      label: `run ${run}`,
      points: path(`0,0 1,${run === 0 ? 1 : 0}`),
    }));
    const svg = plotsToSvg([plotOf(...series)]);
    const heights = [...svg.matchAll(/y="([\d.]+)"[^>]*>run \d+</g)].map(([, y]) => Number(y)).sort((a, b) => a - b);
    expect(heights).toHaveLength(12);
    for (let i = 1; i < 12; i++) expect(heights[i]! - heights[i - 1]!).toBeGreaterThanOrEqual(10.9);
    expect(heights[11]).toBeLessThanOrEqual(344);
  });

  test("with other ends of an axis only what lies between them is drawn", () => {
    const points = Array.from({ length: 1000 }, (_, i) => [i, i] as const);
    const plot = plotOf({ kind: "line", name: "s", points });
    const drawn = (svg: string): number => /class="curve s0 d0" d="(M[^"]*L[^"]*)"/.exec(svg)![1]!.split("L").length;
    expect(drawn(plotsToSvg([plot]))).toBe(1000);
    expect(drawn(plotsToSvg([{ ...plot, x: { label: "x", low: 100, high: 109.5 } }]))).toBe(12);
    expect(frameOf({ ...plot, x: { label: "x", low: 100, high: 110 } })).toMatchObject({ x: { low: 100, high: 110 } });
  });

  test("laid over each other: each in its own look, bars as outlines", () => {
    const parts = [
      { name: "Q1", plot: estimatePlots(probability)[6]! },
      { name: "Q2", plot: estimatePlots(expectation)[4]! },
    ];
    const both = overlayPlots(parts);
    expect(both).toMatchObject({ title: "Frequency Histogram", x: { label: "time, max: x + 1" }, y: { low: 0 } });
    expect(both.series.map(({ name, kind, group }) => [name, kind, group])).toEqual([
      ["Q1: runs", "steps", 0],
      [expect.stringMatching(/^Q1: mean /), "mark", 0],
      ["Q2: runs", "steps", 1],
      [expect.stringMatching(/^Q2: mean /), "mark", 1],
    ]);
    expect(both.series[0]).toMatchObject({ points: path("1,0 1,2 3,1 5,1 7,0") });
    expect(plotsToSvg([both])).not.toMatch(/NaN|undefined/);
    const runs = overlayPlots(
      [simulation, simulation].map((s, k) => ({ name: `Q${k + 1}`, plot: estimatePlots(s)[0]! })),
    );
    expect(new Set(runs.series.map(({ group, dash }) => `${group} ${dash}`)).size).toBe(4);
    expect(runs.series[0]!.label).toBe("Q1 n 0");
  });

  test.each<[Series, number, readonly number[]]>([
    [{ kind: "line", name: "s", points: path("0,0 2,4 2,9 3,9") }, 1, [2]],
    [{ kind: "line", name: "s", points: path("0,0 2,4 2,9 3,9") }, 2, [9]],
    [{ kind: "line", name: "s", points: path("0,0 2,4") }, 3, []],
    [{ kind: "steps", name: "s", points: path("0,1 2,4") }, 1.9, [1]],
    [{ kind: "steps", name: "s", points: path("0,1 2,4") }, -1, []],
    [{ kind: "bars", name: "s", width: 1, points: path("0,5 1,6") }, 1.5, [6]],
    [{ kind: "bars", name: "s", width: 1, points: path("0,5 1,6") }, 2, []],
    [{ kind: "band", name: "s", low: path("0,1 2,2"), high: path("0,3 2,5") }, 1, [1, 3]],
    [{ kind: "whiskers", name: "s", low: path("0.5,1 1.5,2"), high: path("0.5,3 1.5,5") }, 1.2, [2, 5]],
    [{ kind: "mark", name: "s", at: 3 }, 3, []],
  ])("what a series says at x: %j at %d", (series, x, values) => expect(valuesAt(series, x)).toEqual(values));

  test("as JSON, without points that are no numbers", () => {
    const json = JSON.stringify(plotsToJson(all.flatMap(estimatePlots)));
    expect(json).not.toMatch(/null/);
    const series = { kind: "steps", name: "s", run: 2, points: path("0,1 1,Infinity") } as const;
    expect(plotsToJson([plotOf(series)])).toEqual([
      { title: "t", x: "x", y: "y", series: [{ kind: "steps", name: "s", run: 2, points: [[0, 1]] }], notes: [] },
    ]);
  });

  test("many points are thinned without losing extremes", () => {
    const points = Array.from({ length: 100_000 }, (_, i) => [i, i === 54_321 ? 9 : i % 2] as const);
    const svg = plotsToSvg([plotOf({ kind: "line", name: "s", points })]);
    expect(svg.length).toBeLessThan(100_000);
    expect(svg).toMatch(/L\S+ 34(?=L)/);
  });

  test("as a page that loads nothing", () => {
    const html = estimatesToHtml("a < b", all);
    expect(html).toMatch(/^<!DOCTYPE html>/);
    expect(html).not.toMatch(/<script|src=|href="[^#]|@import|url\(http/);
    expect(html).toContain("<title>a &lt; b</title>");
    expect(html.match(/<svg/g)?.length).toBeGreaterThan(6);
    expect(html).not.toContain('<> a < "b"');
  });

  test("a page of several queries leads to each of them, one of a single query has no list", () => {
    const html = estimatesToHtml("t", all);
    const links = [...html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(links).toHaveLength(all.length);
    expect([...html.matchAll(/<section id="([^"]+)"/g)].map(([, id]) => id)).toEqual(links);
    expect(estimatesToHtml("t", all.slice(0, 1))).not.toContain("<nav>");
  });

  test("a table that no spreadsheet takes for formulas", () => {
    const line = { kind: "line", name: "n", run: 3, points: path("0,1.5") } as const;
    const plots = [{ ...plotOf(line), title: '=1+1, "x"' }];
    expect(plotsToCsv(plots)).toBe('plot,series,run,x,y\n"\'=1+1, ""x""",n,3,0,1.5\n');
  });
});

test.each([
  [0, 1, 5, ["0", "0.2", "0.4", "0.6", "0.8", "1.0"]],
  [0, 100, 9, ["0", "20", "40", "60", "80", "100"]],
  [-3, 3, 7, ["-3", "-2", "-1", "0", "1", "2", "3"]],
  [0, 2e-9, 5, ["0", "5e-10", "1.0e-9", "1.5e-9", "2.0e-9"]],
  [1e9, 1.000000001e9, 3, ["1.0000000000e9", "1.0000000005e9", "1.0000000010e9"]],
] as const)("the ticks from %d to %d", (low, high, most, labels) => {
  expect(ticksOf(low, high, most).map(({ label }) => label)).toEqual(labels);
});

describe("stored in a model as UPPAAL stores them", () => {
  const model = `<nta><declaration>clock x;</declaration><template><name>P</name><location id="id0"/><init ref="id0"/></template><system>system P;</system>
<queries>
	<query>
		<formula>E&lt;&gt; x &gt; 1</formula>
		<comment>one</comment>
	</query>
	<query>
		<formula>Pr[&lt;=1](&lt;&gt; x &gt; 1)</formula>
		<comment/>
		<result outcome="failure" type="quality" timestamp="old"/>
		<result outcome="failure" type="quality" timestamp="older"></result>
	</query>
</queries></nta>
`;
  const readModel = (of: string) => {
    const found = read(of);
    if (found.format === "tck") throw new Error("this is a UPPAAL model");
    return found;
  };
  const source = readModel(model);
  const [first, second] = source.tree.queries;
  const text = withResults(
    model,
    [
      { entry: first!, estimate: expectation },
      { entry: second!, estimate: never },
    ],
    "2026-04-13 12:56:54 -0700",
  );

  test("one for each query, in the place of others", () => {
    const again = readModel(text);
    expect(again.diagnostics).toEqual([]);
    expect(
      again.tree.queries.map(({ results }) => results.map(({ outcome, type, value }) => [outcome, type, value])),
    ).toEqual([
      [["success", "quantity", "2.875 ± 2.62868 (95% CI)"]],
      [["success", "interval", "≤ 0.0499441 (95% CI)"]],
    ]);
    expect(again.tree.queries.map(({ text: formula }) => formula)).toEqual(source.tree.queries.map(({ text: f }) => f));
    expect(text).not.toContain("older");
  });

  test("with seven plots of a probability, five of an expectation", () => {
    const plots = (estimate: Estimate): number => estimateToResult(estimate, "").match(/<plot /g)?.length ?? 0;
    expect([plots(probability), plots(expectation), plots(simulation), plots(hypothesis)]).toEqual([7, 5, 1, 0]);
    const result = estimateToResult(probability, "");
    expect(result).toContain(
      'type="b(2.000000)" color="0x0000ff" encoding="csv">1.0,0.1\n3.0,0.05\n5.0,0.05\n</series>',
    );
    expect(result).toContain(
      "Runs: 10 in total, 4 (40%) displayed, 6 (60%) remaining\nSpan of displayed sample: [1, 5]\nMean estimate of displayed sample: 2.875 ± 2.6287 (95% CI)</comment>",
    );
  });
});
