import { expect, test } from "vitest";
import { type RunRecord, runsToHtml } from "../../src/index.ts";

/** The page of a study: axes that say what they mean, curves that can be told apart, squares that were not asked. */
const record = (constants: RunRecord["constants"], explored: number, seconds = 1): RunRecord => ({
  model: "m.xml",
  sha256: "0".repeat(64),
  constants,
  query: "E<> true",
  options: {},
  limits: {},
  seed: 1,
  repetition: 1,
  version: "1",
  outcome: "satisfied",
  statistics: { explored, stored: 1, transitions: 0, memory: 0 },
  seconds,
  machine: "here",
  at: "2026-01-01T00:00:00.000Z",
});
const textsOf = (html: string): string[] => [...html.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text!);
/** What is written between the title of a diagram and the name of its first axis. */
function marksOf(html: string, title: string): string[] {
  const texts = textsOf(html);
  const from = texts.indexOf(title) + 1;
  return texts.slice(from, texts.indexOf("N", from));
}

test.each([
  [
    [10, 12, 14],
    ["2", "3", "4", "10", "11", "12", "13", "14"],
  ],
  [
    [10, 100, 900],
    ["2", "3", "4", "10", "20", "50", "100", "200", "500"],
  ],
  [
    [1, 1000, 2e9],
    ["2", "3", "4", "1", "100", "10000", "1000000", "1e8"],
  ],
])("states %j are written as numbers, and no fraction of a process is", (states, marks) => {
  const html = runsToHtml(
    "study",
    states.map((explored, i) => record({ N: i + 2 }, explored)),
  );
  expect(marksOf(html, "States explored over N")).toEqual(marks);
});

test("seconds below one, and constants that are no whole numbers", () => {
  const html = runsToHtml("study", [record({ N: 0.5 }, 1, 0.002), record({ N: 1 }, 1, 0.3)]);
  expect(marksOf(html, "Seconds over N")).toEqual(
    ["0.5", "0.6", "0.7", "0.8", "0.9", "1.0"].concat("0.002", "0.005", "0.01", "0.02", "0.05", "0.1", "0.2"),
  );
});

test("no two curves look alike", () => {
  const records = [1, 2, 3, 4, 5, 6, 7, 8].flatMap((K) => [2, 3].map((N) => record({ N, K }, K * N)));
  const [, diagram] = runsToHtml("study", records).split("States explored over N</text>");
  const styles = [
    ...diagram!
      .split("</svg>", 2)
      .join()
      .matchAll(/curve (s\d d\d)/g),
  ].map(([, style]) => style);
  expect(new Set(styles).size).toBe(8);
});

test("what was planned and not asked has its square", () => {
  const planned = [1, 2, 3].flatMap((N) => [1, 2, 3, 4].map((D) => record({ N, D }, 10)));
  const asked = planned.filter(({ constants }) => constants.D !== 3);
  const html = runsToHtml("study", asked, [], planned);
  expect([...html.matchAll(/<title>(.*): not asked<\/title>/g)].map(([, where]) => where)).toEqual([
    "N=1, D=3",
    "N=2, D=3",
    "N=3, D=3",
  ]);
  expect(textsOf(html)).toContain("✓ satisfied, □ not asked");
  expect(runsToHtml("study", planned)).not.toContain("not asked");
});
