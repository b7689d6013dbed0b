import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  check,
  checkQuery,
  type Estimate,
  estimate,
  instantiateStatistical,
  instantiateStochastic,
  read,
} from "../../src/index.ts";
import { afterTime, chain } from "../../src/statistics/index.ts";

/**
 * The examples of statistical queries: free of errors, as the files expect, and at a fixed seed and number of runs within
 * four standard errors of what is known in closed form.
 */
const folder = new URL("../../examples/statistical/", import.meta.url);

function opened(name: string) {
  const source = read(readFileSync(new URL(name, folder), "utf8"), { name });
  if (source.format === "tck") throw new Error("an example is a UPPAAL model");
  const model = check(source.tree);
  const { made, diagnostics } = instantiateStochastic(model);
  const ask = (number: number, runs?: number): Estimate => {
    const entry = source.tree.queries[number - 1]!;
    const { query } = instantiateStatistical(made!, checkQuery(model, entry.query!), entry.text);
    return estimate(made!, query!, { seed: 11, ...(runs === undefined ? {} : { runs }) });
  };
  return { source, model, made, diagnostics, ask };
}

describe.each(readdirSync(folder).filter((name) => name.endsWith(".xml")))("%s", (name) => {
  const { source, model, made, diagnostics, ask } = opened(name);

  test("has no errors", () => {
    const all = [...source.diagnostics, ...model.diagnostics, ...source.queryDiagnostics, ...diagnostics];
    expect(all.filter((d) => d.severity === "error")).toEqual([]);
    expect(made).toBeDefined();
  });

  test("begins with what it teaches", () => expect(source.text).toMatch(/<declaration>\/\/ .{20,}/));

  test.each(source.tree.queries.map(({ text, expect: wanted }, i) => [text.trim(), i + 1, wanted] as const))(
    "%s",
    (_, number, wanted) => {
      const { outcome, warnings } = ask(number);
      expect(outcome).toBe(wanted?.outcome === "failure" ? "violated" : "satisfied");
      // What an example shows is meant as it is.
      expect(warnings).toEqual([]);
    },
  );
});

/** Two states each way, and one that is never left: the queue is full. */
function fullBefore(time: number): number {
  const [room, comes, goes] = [5, 2, 3];
  const rates = Array.from({ length: room }, (_, n): [number, number][] => [
    [n + 1, comes],
    ...(n > 0 ? [[n - 1, goes] as [number, number]] : []),
  ]);
  return afterTime(chain([...rates, []]), [1, 0, 0, 0, 0, 0], time)[room]!;
}

/** A birth and death process that begins with one: how likely it has died out. */
function extinctBefore(time: number, births: number, deaths: number): number {
  const growth = Math.exp((births - deaths) * time);
  return (deaths * (growth - 1)) / (births * growth - deaths);
}

test.each([
  ["queue.xml", 1, fullBefore(10)],
  ["lossy.xml", 1, 0.9 + 0.09 + 0.009 / 6],
  ["battery.xml", 2, 1 - 1.5 / 4],
  ["ball.xml", 1, (0.9 - Math.sqrt(0.6)) / 0.3],
  ["epidemic.xml", 1, extinctBefore(2, 0.25, 1)],
] as const)("%s, query %d: the probability is %d", (name, number, p) => {
  const runs = 4000;
  const found = opened(name).ask(number, runs);
  if (found.kind !== "probability") throw new Error("this is no probability");
  expect(found.runs).toBe(runs);
  expect(Math.abs(found.successes / runs - p)).toBeLessThan(4 * Math.sqrt((p * (1 - p)) / runs));
});

test("battery.xml, query 1: ten seconds cost 25.5", () => {
  const runs = 4000;
  const found = opened("battery.xml").ask(1, runs);
  if (found.kind !== "expectation") throw new Error("this is no expectation");
  // 10 + 4 A + 19 B for uniform A and B, each with the variance 1/12.
  const error = Math.sqrt((16 + 361) / 12 / runs);
  expect(Math.abs(found.values.mean! - 25.5)).toBeLessThan(4 * error);
});
