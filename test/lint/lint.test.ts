import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test, vi } from "vitest";
import { lint, lintIds, lintRules, mend, open, readLintConfig } from "../../src/index.ts";
import { Facts } from "../../src/lint/facts.ts";
import { exampleOf, lintExample, sourceOf } from "./examples.ts";

const unused = "clock x;\nprocess P() { state S; init S; }\nsystem P;";

describe("what silences a rule", () => {
  const rulesOf = (text: string): readonly string[] =>
    lint(sourceOf(text), { depth: "tree" }).findings.map(({ rule }) => rule);
  const xml = (inside: string, label = ""): string =>
    `<nta>${inside}<declaration>clock x;</declaration><template><name>P</name><location id="a"><name>S</name></location><location id="b"><name>T</name>${label}</location><init ref="a"/></template><system>system P;</system></nta>`;
  test.each([
    ["nothing", unused, ["unused-clock"]],
    ["a comment on the line before", `// zonal-disable-next-line unused-clock\n${unused}`, []],
    ["a comment two lines before", `// zonal-disable-next-line unused-clock\n\n${unused}`, ["unused-clock"]],
    ["a comment on the line", unused.replace(";", "; // zonal-disable-line unused-clock"), []],
    ["a comment for the file", `${unused}\n/* zonal-disable no-way-in, unused-clock */`, []],
    ["another rule's name", `// zonal-disable unused-channel\n${unused}`, ["unused-clock"]],
    [
      "the same words outside of a comment",
      unused.replace("x", "zonal, disable, unused"),
      ["unused-clock", "unused-clock", "unused-clock"],
    ],
    ["no comment in XML", xml(""), ["unused-clock", "no-way-in"]],
    ["a comment of XML", xml("<!-- zonal-disable unused-clock -->"), ["no-way-in"]],
    ["a label of a location", xml("", '<label kind="comments">zonal-disable no-way-in</label>'), ["unused-clock"]],
    [
      "a label of a location about something else",
      xml("", '<label kind="comments">zonal-disable unused-clock</label>'),
      ["unused-clock", "no-way-in"],
    ],
  ])("%s", (_, text, rules) => expect(rulesOf(text)).toEqual(rules));
});

test("a guard and an update as long as a file are looked at once", () => {
  const many = (part: (i: number) => string, by: string): string =>
    Array.from({ length: 30_000 }, (_, i) => part(i)).join(by);
  const guard = many((i) => `x > ${i % 9}`, " && ");
  const text = `clock x; int[0, 9] n; process P() { state A, B; init A; trans A -> B { guard ${guard}; assign ${many((i) => `n = ${i % 5}`, ", ")}; }; } system P;`;
  const { findings } = lint(sourceOf(text), { depth: "tree" });
  expect(new Set(findings.map(({ rule }) => rule))).toEqual(new Set(["written-twice"]));
});

test("an update of thousands of variables is looked at once", () => {
  const names = Array.from({ length: 4000 }, (_, i) => `n${i}`);
  const updates = [...names.map((name) => `${name} = 1`), "n7 = 2", "n8 += 1", "n8 = 3", "n9 = n9 + 1"];
  const text = `int ${names.join(", ")}; process P() { state A, B; init A; trans A -> B { assign ${updates.join(", ")}; }; } system P;`;
  const { findings } = lint(sourceOf(text), { depth: "tree" });
  const twice = findings.filter(({ rule }) => rule === "written-twice");
  expect(twice.map(({ span }) => text.slice(span.start, span.end))).toEqual(["n7 = 1"]);
});

describe("settings", () => {
  const read = (text: string) => readLintConfig(text, lintIds);
  test("switch rules off and make them louder", () => {
    const config = read('{"rules": {"unused-clock": "error", "strict-invariant": "off"}, "prove": 0, "level": "note"}');
    if ("fault" in config) throw new Error(config.fault);
    expect(lint(sourceOf(unused), { config }).findings).toMatchObject([{ rule: "unused-clock", severity: "error" }]);
    const off = { rules: { "unused-clock": "off" } } as const;
    expect(lint(sourceOf(unused), { config: off }).findings).toEqual([]);
  });
  test.each([
    ["no JSON", "{", /no JSON/],
    ["a list", "[]", /an object/],
    ["a rule that is none", '{"rules": {"unused": "off"}}', /no rule 'unused'/],
    ["a severity that is none", '{"rules": {"unused-clock": "loud"}}', /'unused-clock' can be off/],
    ["a setting that is none", '{"rule": {}}', /no setting 'rule'/],
    ["a level that is none", '{"level": 3}', /'level'/],
    ["a time that is none", '{"prove": "long"}', /'prove'/],
    ["rules that are none", '{"rules": 1}', /'rules'/],
  ])("refuse %s", (_, text, fault) => expect(read(text)).toMatchObject({ fault: expect.stringMatching(fault) }));
});

describe("a model that is wrong", () => {
  test("is not linted: its errors are told", () => {
    const { findings, errors } = lint(
      sourceOf("clock x; process P() { state S; init S; trans S -> S { guard m > 0; }; } system P;"),
    );
    expect(findings).toEqual([]);
    expect(errors.map(({ code }) => code)).toEqual(["unknown-identifier"]);
  });
  test("warnings of checking are findings under their own code", () => {
    const text = "clock x; process P() { state S { x < 3 }; init S; trans S -> S { assign x = 0; }; } system P;";
    expect(lint(sourceOf(text)).findings).toMatchObject([{ rule: "strict-invariant", severity: "warning" }]);
  });
});

describe("proofs", () => {
  test("that there is no time for are told, and nothing is claimed", () => {
    const { findings, notes } = lintExample(exampleOf(ruleOf("unreachable-location").wrong), {
      only: ["unreachable-location"],
      limits: { timeout: 0, now: counter() },
    });
    expect(findings).toEqual([]);
    expect(notes).toEqual(["unreachable-location: not settled, as the time for proofs is over"]);
  });
  test("come with a run that shows them", () => {
    for (const id of ["range-overflow", "run-time-error", "time-lock", "invariant-on-entry"]) {
      const [finding] = lintExample(exampleOf(ruleOf(id).wrong), { only: [id] }).findings;
      expect(finding?.trace?.states.length, id).toBeGreaterThan(0);
    }
  });
});

/** A clock that goes on by one each time it is looked at. */
function counter(): () => number {
  let now = 0;
  return () => now++;
}

function ruleOf(id: string): (typeof lintRules)[number] {
  return lintRules.find((rule) => rule.id === id)!;
}

describe("repairs", () => {
  const fixable = lintRules.flatMap(({ id, wrong }) => {
    const example = exampleOf(wrong);
    const found = lintExample(example, { only: [id], depth: "tree" }).findings;
    return found.some(({ fix }) => fix !== undefined) ? [[id, example] as const] : [];
  });
  test("there are some", () => expect(fixable.length).toBeGreaterThan(5));
  test.each(fixable)("%s: the result checks, is silent, and answers alike", (id, { model, queries }) => {
    const wishes = { only: [id], ...(queries === undefined ? {} : { queries }) };
    const { source, mended } = mend(sourceOf(model), wishes);
    expect(mended.map(({ rule }) => rule)).toContain(id);
    expect(lint(source, { ...wishes, depth: "tree" }).findings).toEqual([]);
    const ask = (text: string): string => open(text, { name: "a.xta" }).verify("A[] not deadlock").outcome;
    expect(ask(source.text)).toBe(ask(model));
  });
  test.each([
    ["the last of three", "int a, b, c;", "int a, b;", "c"],
    ["the first of three", "int a, b, c;", "int b, c;", "a"],
    ["one with an initial value", "int a = 1, b[2] = {1, 2};", "int a = 1;", "b"],
    ["a line of its own", "int a;\nint b;\n\nint c;", "int a;\n\nint c;", "b"],
    ["beside a comment that could be another's", "int a, /* of b */ b;", "int a, /* of b */ b;", "b"],
  ])("take away %s", (_, before, after, name) => {
    const names = [...before.matchAll(/\b[abc]\b(?=[^*]*$)/g)].map(([word]) => word).filter((word) => word !== name);
    const guard = [...new Set(names)].map((word) => `${word} == ${word} + 0`).join(" && ");
    const rest = `\nprocess P() { state S; init S; trans S -> S { guard ${guard || "true"}; }; } system P;`;
    const { source } = mend(sourceOf(before + rest), { only: ["unused-variable"] });
    expect(source.text).toBe(after + rest);
  });
  test("what is named only by what was unused goes too", () => {
    const text = "const int N = 3;\nint[0,N] n;\nprocess P() { state S; init S; }\nsystem P;";
    expect(mend(sourceOf(text)).source.text).toBe("process P() { state S; init S; }\nsystem P;");
  });
});

/** What is found in the examples: each is true, and meant. */
const meant: Readonly<Record<string, readonly string[]>> = {
  // For acceleration and the reduction of dead variables: what is found is what they show.
  "buffer.xml": ["warning never-read", "warning edge-never-taken"],
  "polling.xml": ["note invariant-on-entry"],
  // UPPAAL 4 knows no symmetric integers.
  "fischer.xml": ["note symmetric-processes"],
  "studies/fischer.xml": ["note symmetric-processes"],
  "studies/csmacd.xml": ["note symmetric-processes"],
  "coffee.xml": ["note urgent-invariant"],
  // Set by events from outside.
  "monitor.xml": ["warning unused-variable"],
  // A ball that bounces at once, at a speed.
  "statistical/ball.xml": ["warning urgent-strict-bound", "warning urgent-clock-guard"],
};

describe("the examples", () => {
  const folder = new URL("../../examples/", import.meta.url);
  const models = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".xml"));
  test("there are many", () => expect(models.length).toBeGreaterThan(12));
  test.each(models)("%s", (name) => {
    const text = readFileSync(new URL(name, folder), "utf8");
    const { findings } = lint(sourceOf(text), { limits: { maxStates: 1000 } });
    expect(findings.map(({ rule, severity }) => `${severity} ${rule}`)).toEqual(meant[name] ?? []);
  });
});

test("what is known of a clock is found out once, however many guards look at it", () => {
  const edges = Array.from({ length: 100 }, () => "S -> S { guard x > 3; assign x = 0; }");
  const looks = vi.spyOn(Facts.prototype, "constant");
  lint(sourceOf(`clock x;\nprocess P() { state S; init S; trans ${edges.join(", ")}; }\nsystem P;`), { depth: "tree" });
  expect(looks.mock.calls.length).toBeLessThan(20 * edges.length);
  looks.mockRestore();
});

describe("what is passed by reference", () => {
  const model = `chan c[2], d[2];
int n, m, k;
process P(chan &a, chan &b, int &written, int &read, int value) {
  state A;
  init A;
  trans A -> A { guard read > value; sync a?; assign written = 1; }, A -> A { sync b!; };
}
process Q() { state A; init A; trans A -> A { guard n + m + k > 0; sync c[0]!; }, A -> A { sync d[1]?; }; }
Half(int &w) = P(c[0], d[1], w, m, 3);
Whole = Half(n);
system Whole, Q;
`;
  const named = (rule: string): readonly string[] => {
    const { findings, errors } = lintExample(exampleOf(model), { only: [rule] });
    expect(errors).toEqual([]);
    return findings.map(({ span: { start, end } }) => model.slice(start, end));
  };

  test("is received and sent by those it is passed to, also an element of an array", () => {
    expect(named("channel-only-senders")).toEqual([]);
    expect(named("channel-only-receivers")).toEqual([]);
  });

  test("is written by those that write their parameter, through partial instances too, and by no others", () => {
    expect(named("never-written")).toEqual(["m", "k"]);
  });
});

test("a heading among the queries that stands there twice is no query that was asked before", () => {
  const query = (formula: string): string => `<query><formula>${formula}</formula><comment/></query>`;
  const model = `<nta><template><name>P</name><location id="a"/><init ref="a"/></template><system>system P;</system><queries>${[
    "== liveness ==",
    "A[] true",
    "== liveness ==",
    "A[] true",
  ]
    .map(query)
    .join("")}</queries></nta>`;
  const { findings } = lintExample({ model, places: [] }, { only: ["duplicate-query"] });
  expect(findings.map(({ span }) => span.start)).toEqual([model.lastIndexOf("A[]")]);
});
