import { describe, expect, test } from "vitest";
import { build, parseXml, parseXta, printXta, type Tree, writeXml } from "../../src/syntax/index.ts";

const head = `<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE nta PUBLIC '-//Uppaal Team//DTD Flat System 1.6//EN' 'http://www.it.uu.se/research/group/darts/uppaal/flat-1_6.dtd'>
`;

function readXta(text: string): Tree {
  const { tree, diagnostics } = parseXta(text);
  expect(diagnostics).toEqual([]);
  return tree;
}

test("a model in the order of the DTD", () => {
  const tree = build.model({
    declarations: "clock x; int n;",
    templates: [
      build.template("T", {
        parameters: "const int a, int &b",
        declarations: "int k;",
        locations: [build.location("A", { invariant: "x < 3", rate: "2" }), build.location("B", { committed: true })],
        branchpoints: ["p"],
        edges: [
          build.edge("A", "p", {
            select: "i : int[0,1]",
            guard: "x > 1 && n == i",
            sync: "c!",
            update: "n = 0, x = 0",
            controllable: false,
          }),
          build.edge("p", "B", { probability: "2" }),
        ],
      }),
    ],
    instances: "P = T(1, n);",
    system: ["P"],
    queries: ["A[] n < 3"],
  });
  expect(writeXml(tree)).toBe(`${head}<nta>
	<declaration>clock x;
int n;</declaration>
	<template>
		<name>T</name>
		<parameter>const int a, int &amp;b</parameter>
		<declaration>int k;</declaration>
		<location id="id0" x="0" y="0">
			<name x="-10" y="-34">A</name>
			<label kind="invariant" x="-10" y="17">x &lt; 3</label>
			<label kind="exponentialrate" x="-10" y="34">2</label>
		</location>
		<location id="id1" x="329" y="0">
			<name x="319" y="-34">B</name>
			<committed/>
		</location>
		<branchpoint id="id2" x="226" y="0"/>
		<init ref="id0"/>
		<transition controllable="false">
			<source ref="id0"/>
			<target ref="id2"/>
			<label kind="select" x="69" y="3">i : int[0,1]</label>
			<label kind="guard" x="69" y="20">x &gt; 1 &amp;&amp; n == i</label>
			<label kind="synchronisation" x="69" y="37">c!</label>
			<label kind="assignment" x="69" y="54">n = 0, x = 0</label>
		</transition>
		<transition>
			<source ref="id2"/>
			<target ref="id1"/>
			<label kind="probability" x="274" y="3">2</label>
		</transition>
	</template>
	<system>P = T(1, n);
system P;</system>
	<queries>
		<query>
			<formula>A[] n &lt; 3</formula>
			<comment></comment>
		</query>
	</queries>
</nta>
`);
});

describe("what XML says and XTA does not survives", () => {
  const cases: [string, string][] = [
    [
      "expectations",
      '<queries><option key="-S" value="2"/><query><formula>A[] true</formula><comment>c &lt; d</comment><option key="a" value="&quot;"/><expect outcome="failure" type="symbolic" value="v"><resource type="time" value="1" unit="s"/></expect><result outcome="success" type="quality" timestamp="t"/></query></queries>',
    ],
    [
      "an expectation without resources",
      '<queries><query><formula>A[] true</formula><expect outcome="success"/></query></queries>',
    ],
    [
      "headings and broken formulas",
      "<queries><query><formula/><comment>Safety</comment></query><query><formula>A[] ((</formula></query></queries>",
    ],
  ];
  test.each(cases)("%s", (_, queries) => {
    const text = `<nta><template><name>T</name><location id="z" x="1" y="2" color="#ff0000"><label kind="comments" x="3" y="4">hm &amp; so</label></location><init ref="z"/><transition color="#00ff00"><source ref="z"/><target ref="z"/><nail x="5" y="6"/></transition></template><lsc><name>L</name></lsc><system>system T;</system>${queries}</nta>`;
    const first = parseXml(text);
    expect(first.diagnostics).toEqual([]);
    const second = parseXml(writeXml(first.tree));
    expect(second.diagnostics).toEqual([]);
    const strip = (value: unknown): unknown =>
      JSON.parse(JSON.stringify(value, (key, v) => (key === "start" || key === "end" ? undefined : v)));
    expect(strip(second.tree)).toEqual(strip(first.tree));
  });
});

test("ids stay, unless two are the same", () => {
  const template = (name: string): string =>
    `<template><name>${name}</name><location id="a"><name>A</name></location><location id="b"/><init ref="b"/><transition><source ref="a"/><target ref="b"/></transition></template>`;
  const { tree } = parseXml(`<nta>${template("T")}${template("U")}<system>system T, U;</system></nta>`);
  const after = parseXml(writeXml(tree));
  expect(after.diagnostics).toEqual([]);
  expect(
    after.tree.templates.map((t) => [
      t.locations.map((l) => l.id),
      t.initial?.name,
      t.edges.map((e) => [e.source.name, e.target.name]),
    ]),
  ).toEqual([
    [["a", "b"], "b", [["a", "b"]]],
    [["id0", "id1"], "id1", [["id0", "id1"]]],
  ]);
});

test("templates among declarations move before the system", () => {
  const text =
    "int a; process P() { state A; init A; } int b; Q = P(); process R(int &z) { state B; init B; trans B -> B { assign z = b; }; } int c; S = R(c); system Q, S;";
  const { tree, diagnostics } = parseXml(writeXml(readXta(text)));
  expect(diagnostics).toEqual([]);
  expect(tree.templates.map((t) => t.name.name)).toEqual(["P", "R"]);
  expect(printXta(tree).replace(/\s+/g, " ")).toContain("int a; int b; process P() {");
  expect(printXta(tree).replace(/\s+/g, " ")).toContain("Q = P(); int c; S = R(c); system Q, S;");
});

test("comments of XTA are kept when the text is given", () => {
  const source =
    "// head\nint a; // one\n\nprocess P() {\n  int k; /* two */ int m;\n  state A;\n  init A;\n}\n\n// three\nsystem P; // four\n";
  const tree = readXta(source);
  const xml = writeXml(tree, { source });
  for (const part of [
    "<declaration>// head\nint a; // one</declaration>",
    "<declaration>int k; /* two */ int m;</declaration>",
    "<system>// three\nsystem P; // four</system>",
  ])
    expect(xml).toContain(part);
  expect(parseXml(xml).diagnostics).toEqual([]);
  expect(printXta(parseXml(xml).tree)).toBe(printXta(tree));
});
