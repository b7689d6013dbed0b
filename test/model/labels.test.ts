import { describe, expect, it } from "vitest";
import { check } from "../../src/model/index.ts";
import { parseXml } from "../../src/syntax/index.ts";
import { faults } from "./faults.ts";

const globals =
  "clock x, y, xs[3]; hybrid clock flow; int n, a[3]; bool on; double heat; chan go, gos[3]; urgent chan now; broadcast chan all; int peek() { return n; } int poke() { n++; return n; } const int K = 4; typedef scalar[2] who;";
const invariant = (text: string) => faults(`${globals} process P() { state A { ${text} }, B; init A; } system P;`);
const edge = (labels: string) =>
  faults(`${globals} process P() { state A, B; init A; trans A -> B { ${labels} }; } system P;`);

describe("invariants", () => {
  it.each([
    ["x <= K && n > 0", []],
    ["x >= 2", ["warning blocked-start: x >= 2"]],
    ["x - y <= n", []],
    ["on || x <= 3", []],
    ["on imply x <= 3", []],
    ["forall (i : int[0,2]) xs[i] <= i", []],
    ["x' == 0 && y <= 3", []],
    ["flow' == 2.5", []],
    ["on || x' == 0", []],
    ["n", []],
    ["peek() > 0", []],
    ["x < 3", ["warning strict-invariant: x < 3"]],
    ["x' == 1 && y < 3", ["warning strict-invariant: y < 3"]],
    ["n < 3", []],
    ["x == 3", ["not-an-invariant: x == 3"]],
    ["x != 3", ["not-an-invariant: x != 3"]],
    ["!(x <= 3)", ["not-an-invariant: !(x <= 3)"]],
    ["x <= 3 || y <= 4", ["not-an-invariant: x <= 3 || y <= 4"]],
    ["exists (i : int[0,2]) xs[i] <= 2", ["not-an-invariant: exists (i : int[0,2]) xs[i] <= 2"]],
    ["on ? x <= 3 : x <= 4", ["conditional-types: on ? x <= 3 : x <= 4"]],
    ["go", ["not-an-invariant: go"]],
    ["poke() > 0", ["side-effect: poke() > 0"]],
    ["n++ > 0 && x <= 3", ["side-effect: n++ > 0 && x <= 3"]],
    ["; 3", []],
    ["; 1 : 4", []],
    ["x <= 3; 0.5", []],
    ["; x", ["number-expected: x"]],
    ["; 1 : heat", ["unknown-type: heat"]],
  ])("%s", (text, expected) => {
    expect(invariant(text)).toEqual(expected);
  });

  it("names clock terms that symbolic verification cannot take", () => {
    expect(invariant("2 * x <= 6")).toEqual(["warning symbolic-clock-term: 2 * x <= 6"]);
    expect(invariant("x + y <= 6")).toEqual(["warning symbolic-clock-term: x + y <= 6"]);
    expect(invariant("n - x <= 6")).toEqual([]);
    expect(invariant("x <= 2.5")).toEqual(["warning symbolic-clock-term: x <= 2.5"]);
    expect(invariant("flow <= 2.5")).toEqual([]);
    expect(edge("guard x != y;")).toEqual(["warning symbolic-clock-term: x != y"]);
    expect(edge("guard on && !(n - x < 2);")).toEqual(["warning symbolic-clock-term: !(n - x < 2)"]);
    expect(edge("guard n - x < 2 || n - y < 2;")).toEqual(["warning symbolic-clock-term: n - x < 2 || n - y < 2"]);
    expect(edge("guard on || n - x < 2;")).toEqual([]);
    expect(edge("guard (on ? x : y) > 3;")).toEqual(["warning symbolic-clock-term: (on ? x : y) > 3"]);
  });
});

describe("edges", () => {
  it.each([
    ["guard x > 3 && n == a[1];", []],
    ["guard x == 3 || on;", []],
    ["guard forall (i : int[0,2]) xs[i] > 1;", []],
    ["guard x > 3 || y > 3;", ["not-a-guard: x > 3 || y > 3"]],
    ["guard x != 2;", ["not-a-guard: x != 2"]],
    ["guard x' == 1;", ["not-a-guard: x' == 1"]],
    ["guard n = 2;", ["side-effect: n = 2"]],
    ["guard A && n > 0;", []],
    ["guard P.A;", ["not-a-structure: P"]],
    ["select i : int[0,3], j : who; assign n = i;", []],
    ["select i : bool;", ["select-type: bool"]],
    ["select i : int[0,2], j : int[0,i];", ["not-computable: i"]],
    ["select n : int[0,2];", ["warning shadowed-name: n"]],
    ["select i : int[0,2]; assign i = 1;", ["not-assignable: i"]],
    ["sync go!;", []],
    ["sync gos[n + 1]?;", []],
    ["sync (on ? go : gos[0])!;", []],
    ["sync gos!;", ["channel-expected: gos"]],
    ["sync n!;", ["channel-expected: n"]],
    ["sync gos[n++]!;", ["side-effect: gos[n++]"]],
    ["guard x >= 2; sync now!;", ["warning urgent-clock-guard: now!"]],
    ["guard x > 2; sync now!;", ["warning urgent-strict-bound: x > 2", "warning urgent-clock-guard: now!"]],
    ["guard n > 2; sync now!;", []],
    ["guard x > 2; sync all?;", []],
    ["assign x = 0, n = 3, on = n;", []],
    ["assign x = y, xs[1] = n + 1;", []],
    ["assign x += 1;", ["increment-type: x += 1"]],
    ["assign x++;", ["integer-expected: x++"]],
    ["assign n = x;", ["incompatible-types: n = x"]],
    ["assign K = 3;", ["not-assignable: K"]],
    ["assign go;", ["invalid-assignment: go"]],
    ["assign go, n = 1;", ["comma-type: go"]],
    ["assign n == 1;", ["warning no-effect: n == 1"]],
    ["assign peek();", ["warning no-effect: peek()"]],
    ["assign poke();", []],
    ["assign 1;", []],
    ["assign n = 1, 3;", ["warning no-effect: 3"]],
    ["assign forall (i : int[0,2]) a[i] = 0;", ["side-effect: a[i] = 0"]],
    ["assign x = 0 and y = 0;", ["unknown-type: 0 and y"]],
    ["probability 3;", []],
    ["probability heat;", []],
    ["probability on;", ["not-a-probability: on"]],
    ["probability poke();", ["side-effect: poke()"]],
  ])("%s", (labels, expected) => {
    expect(edge(labels)).toEqual(expected);
  });

  it("leads somewhere", () => {
    expect(faults("process P() { state A; init A; trans A -> B { }, C -> A { }; } system P;")).toEqual([
      "no-such-target: B",
      "no-such-source: C",
    ]);
    expect(faults("process P() { state A; init Z; } system P;")).toEqual(["location-expected: Z"]);
    expect(
      faults(
        "broadcast chan b; process P() { state A; branchpoint Q; init A; trans A -> Q { sync b?; }, Q -> A { probability 2; }; } system P;",
      ),
    ).toEqual(["warning input-to-branch: b?"]);
  });

  it("does not mix synchronisation with and without direction", () => {
    const text = (second: string) =>
      `chan a, b; process P() { state A; init A; trans A -> A { sync a!; }, A -> A { sync ${second}; }, A -> A { sync ${second}; }; } system P;`;
    expect(faults(text("b?"))).toEqual([]);
    expect(faults(text("b"))).toEqual(["mixed-synchronisation: b"]);
  });

  it("is reported inside XML text, entities and all", () => {
    const xml =
      '<nta><declaration>clock x;\nint n;</declaration><template><name>T</name><location id="a"><label kind="invariant">n &lt; 3 &amp;&amp; x == 5</label></location><init ref="a"/>' +
      '<transition><source ref="a"/><target ref="b"/><label kind="assignment">n = <![CDATA[x]]></label></transition></template><system>system T;</system></nta>';
    const { tree, diagnostics } = parseXml(xml);
    expect(diagnostics).toEqual([]);
    expect(check(tree).diagnostics.map((d) => `${d.code}: ${xml.slice(d.span.start, d.span.end)}`)).toEqual([
      "not-an-invariant: n &lt; 3 &amp;&amp; x == 5",
      "missing-reference: b",
      "incompatible-types: n = <![CDATA[x",
    ]);
  });
});

describe("location names", () => {
  it("are made from ids where there is none", () => {
    const xml =
      '<nta><template><name>T</name><location id="id7"/><location id="id8"><name>_id7</name></location><init ref="id7"/></template><system>system T;</system></nta>';
    const { tree } = parseXml(xml);
    const model = check(tree);
    expect(model.templates[0]!.locations.map((l) => l.name)).toEqual(["_id7", "_id7"]);
    expect(model.diagnostics.map((d) => d.code)).toEqual(["duplicate-definition"]);
  });
});
