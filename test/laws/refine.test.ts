import { describe, expect, test } from "vitest";
import { refine } from "../../src/index.ts";
import { many } from "../many.ts";
import { answers, networkOf } from "./refining.ts";
import { randomPair } from "./refining-pairs.ts";

/** `RUNS` and `SEED` run more, or other, pairs. */
const runs = Number(process.env.RUNS ?? many(50));
const first = Number(process.env.SEED ?? 1);

test(`check mode and export mode agree on ${runs} pairs from seed ${first}`, () => {
  const outcomes = new Set<string>();
  for (let seed = first; seed < first + runs; seed++) {
    const { text } = randomPair(seed);
    const { refined, exported, refusal } = answers(text);
    const { outcome, violation } = refined;
    // A tester is for specifications that are deterministic.
    if (outcome === "not-applicable" || refined.notes.some((n) => n.code === "sets")) continue;
    expect(refusal, `seed ${seed}`).toBeUndefined();
    expect(`${seed}: ${exported?.outcome}`).toBe(`${seed}: ${outcome === "included" ? "satisfied" : "violated"}`);
    if (outcome === "not-included") expect(refined.trace?.concrete, `seed ${seed}: ${refined.traceReason}`).toBe(true);
    outcomes.add(violation?.kind ?? outcome);
  }
  // The pairs are of no use if they do not show every kind of answer.
  if (runs >= 250) expect([...outcomes].sort()).toEqual(["action", "delay", "included", "shared", "urgent"]);
});

test("a specification refines itself, and what has equal traces refines the same", () => {
  let chains = 0;
  for (let seed = 1; seed < many(100); seed++) {
    const [one, two] = [randomPair(seed), randomPair(seed + 1000)].map((p) => p.text);
    const self = refine(networkOf(one!, "S"), networkOf(one!, "S"));
    expect(["included", "not-applicable"]).toContain(self.outcome);
    // Implementations of one and the same: I below S, and S below T by another mutation of S itself.
    const below = refine(networkOf(one!, "I"), networkOf(one!, "S"));
    const other = refine(networkOf(one!, "S"), networkOf(one!, "I"));
    if (below.outcome === "included" && other.outcome === "included") {
      chains++;
      // Equal traces: whatever refines the one refines the other.
      const third = networkOf(two!, "I");
      const [a, b] = [refine(third, networkOf(one!, "S")), refine(third, networkOf(one!, "I"))];
      if (a.outcome !== "not-applicable" && b.outcome !== "not-applicable") expect(b.outcome).toBe(a.outcome);
    }
  }
  expect(chains).toBeGreaterThan(many(10));
});

test("inclusion is transitive", () => {
  // Every two of these are asked; chains of different automata show up among specifications and their mutants.
  const all = Array.from({ length: 12 }, (_, k) => randomPair(k + 1).text).flatMap((text) =>
    ["I", "S"].map((name) => networkOf(text, name)),
  );
  const outcome = all.map((a) => all.map((b) => refine(a, b).outcome));
  let chains = 0;
  for (const [a, row] of outcome.entries()) {
    for (const [b, first] of row.entries()) {
      for (const [c, second] of outcome[b]!.entries()) {
        if (a === b || b === c || first !== "included" || second !== "included" || row[c] === "not-applicable")
          continue;
        chains++;
        expect(`${a} ${b} ${c}: ${row[c]}`).toBe(`${a} ${b} ${c}: included`);
      }
    }
  }
  expect(chains).toBeGreaterThan(10);
});

test("neither the order of edges nor names change the answer", () => {
  for (let seed = 1; seed < 150; seed++) {
    const { text } = randomPair(seed);
    const turned = text.replace(
      /trans ([\s\S]*?); }\n/g,
      (_, edges: string) => `trans ${edges.split(",\n").reverse().join(",\n")}; }\n`,
    );
    const renamed = text
      .replace(/\bn\b/g, "y1")
      .replace(/\bg\b/g, "k2")
      .replace(/\bx\b/g, "n")
      .replace(/\bl(\d)\b/g, "loc$1");
    const outcome = (t: string) => refine(networkOf(t, "I"), networkOf(t, "S")).outcome;
    expect(`${seed} ${outcome(turned)}`).toBe(`${seed} ${outcome(text)}`);
    expect(`${seed} ${outcome(renamed)}`).toBe(`${seed} ${outcome(text)}`);
    const exported = (t: string) => answers(t).exported?.outcome;
    if (seed % 5 === 0)
      expect(`${seed} ${exported(turned)} ${exported(renamed)}`).toBe(`${seed} ${exported(text)} ${exported(text)}`);
  }
});

describe("mutants of a specification are caught with the right reason", () => {
  const text = (process: string) => `chan a, b; urgent chan u; chan z;
process S() { clock x; state s, t { x <= 4 }, e; init s; trans s -> t { sync a?; assign x = 0; }, t -> e { guard x >= 1 && x <= 3; sync b!; }, e -> s { sync u!; }; }
process I() { ${process} }
system I;
`;
  const base =
    "clock x; state s, t { x <= 4 }, e; init s; trans s -> t { sync a?; assign x = 0; }, t -> e { guard x >= 1 && x <= 3; sync b!; }, e -> s { sync u!; };";
  test.each([
    ["nothing changed", base, "included"],
    ["a wider guard", base.replace("x <= 3", "x <= 4"), "action b!"],
    ["a guard that begins earlier", base.replace("x >= 1", "x >= 0"), "action b!"],
    ["a later invariant", base.replace("x <= 4", "x <= 5"), "delay"],
    ["an extra action", base.replace("e -> s { sync u!; }", "e -> s { sync u!; }, e -> e { sync z!; }"), "action z!"],
    ["an urgent offer that is missing", base.replace(", e -> s { sync u!; }", ""), "urgent u!"],
  ])("%s", (_, process, expected) => {
    const { refined, exported } = answers(text(process));
    const { outcome, violation } = refined;
    expect(
      violation === undefined
        ? outcome
        : [violation.kind, ...(violation.action === undefined ? [] : [violation.action])].join(" "),
    ).toBe(expected);
    expect(exported?.outcome).toBe(expected === "included" ? "satisfied" : "violated");
  });
});

describe("both modes agree on parameters by reference and on urgent actions that open after an instant", () => {
  const text = `chan a, b[2]; urgent chan u;
process S(chan &c) { clock x; state s; init s; trans s -> s { guard x >= 1; sync c!; assign x = 0; }; }
process I(chan &d) { clock y; state s; init s; trans s -> s { guard y >= 2; sync d!; assign y = 0; }; }
process J() { state s; init s; trans s -> s { sync a!; }; }
process Quiet() { state s; init s; trans s -> s { sync a!; }; }
process Opens() { clock y; state s; init s; trans s -> s { guard y > 0; sync u?; }; }
SA = S(a);
SB = S(b[1]);
IA = I(a);
IB = I(b[1]);
system IA;
`;
  test.each([
    ["IA", "SA", "included", "satisfied"],
    ["J", "SA", "not-included", "violated"],
    ["IB", "SA", "not-included", "violated"],
    ["IB", "SB", "included", "refused"],
    ["Opens", "Quiet", "not-included", "violated"],
  ])("%s against %s", (implementation, specification, outcome, exported) => {
    const both = answers(text, implementation, specification);
    expect(both.refined.outcome).toBe(outcome);
    expect(both.exported?.outcome ?? "refused").toBe(exported);
  });
});
