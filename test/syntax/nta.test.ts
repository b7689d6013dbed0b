import { describe, expect, test } from "vitest";
import { parseXml, placeOf, type Tree } from "../../src/syntax/index.ts";

const inTemplate = (body: string, rest = ""): string =>
  `<nta><declaration>clock x; int n; chan c;</declaration><template><name>T</name>${body}</template><system>system T;</system>${rest}</nta>`;
const two = '<location id="a"><name>A</name></location><location id="b"><name>B</name></location><init ref="a"/>';

function codes(text: string): string[] {
  const { diagnostics, document } = parseXml(text);
  return diagnostics.map(
    (d) => `${d.severity === "warning" ? "?" : ""}${d.code} ${placeOf(document, d.span.start)?.path}`,
  );
}

function read(text: string): Tree {
  const { tree, diagnostics } = parseXml(text);
  expect(diagnostics).toEqual([]);
  return tree;
}

/** The node's part of the file. */
const cut = (text: string, node: { start: number; end: number } | undefined): string =>
  node === undefined ? "" : text.slice(node.start, node.end);

test("a whole model", () => {
  const text = `<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE nta PUBLIC '-//Uppaal Team//DTD Flat System 1.6//EN' 'http://www.it.uu.se/research/group/darts/uppaal/flat-1_6.dtd'>
<nta>
	<declaration>clock x;\r\nchan go;</declaration>
	<template>
		<name x="5" y="5"> T </name>
		<parameter>const int a, int[0,1] &amp;b</parameter>
		<declaration>int k;</declaration>
		<location id="id0" x="-10" y="20.5" color="#ff0000">
			<name x="1" y="2">A</name>
			<label kind="invariant" x="3" y="4">x &lt;= 3</label>
			<label kind="exponentialrate">1:2</label>
			<label kind="comments">why &amp; how</label>
			<urgent/>
		</location>
		<branchpoint id="id1" x="7" y="8"/>
		<init ref="id0"/>
		<transition controllable="false" color="#00ff00" action="z">
			<source ref="id0"/>
			<target ref="id1"/>
			<label kind="select">i : int[0,2]</label>
			<label kind="guard" x="1" y="1">i &gt; 0 &amp;&amp; x &gt;= 1</label>
			<label kind="synchronisation"><![CDATA[go!]]></label>
			<label kind="assignment">k = i, x = 0</label>
			<label kind="testcode">?? (</label>
			<nail x="10" y="11"/>
			<nail x="12" y="13"/>
		</transition>
		<transition><source ref="id1"/><target ref="id0"/><label kind="probability">2</label></transition>
	</template>
	<lsc><name>L</name><type>Universal</type></lsc>
	<instantiation>P = T(1, g);</instantiation>
	<system>int[0,1] g; system P;</system>
	<queries>
		<option key="--diagnostic" value="0"/>
		<query>
			<formula>A[]
not deadlock</formula>
			<comment>safe</comment>
			<option key="-S" value="2"/>
			<expect outcome="success" type="symbolic" value="v"><resource type="time" value="1" unit="s"/></expect>
			<result outcome="success" type="quality" timestamp="now"><details>d</details></result>
		</query>
		<query><formula/><comment>A heading</comment></query>
	</queries>
</nta>
`;
  const tree = read(text);
  const [template] = tree.templates;
  const [location] = template!.locations;
  const [edge, branch] = template!.edges;
  expect(tree).toMatchObject({
    format: "xml",
    syntax: "new",
    charts: [{ name: "L" }],
    options: [{ key: "--diagnostic", value: "0" }],
  });
  expect(tree.declarations.map((d) => cut(text, d))).toEqual(["clock x;", "chan go;"]);
  expect(tree.systemDeclarations.map((d) => cut(text, d))).toEqual(["P = T(1, g);", "int[0,1] g;"]);
  expect(cut(text, tree.system)).toBe("system P;");
  expect(template).toMatchObject({
    name: { name: "T" },
    initial: { name: "id0" },
    branchpoints: [{ id: "id1", place: { x: 7, y: 8 } }],
  });
  expect(template!.parameters.map((p) => [p.name.name, p.reference])).toEqual([
    ["a", false],
    ["b", true],
  ]);
  expect(cut(text, template!.parameters[1])).toBe("int[0,1] &amp;b");
  expect(cut(text, template!.name)).toBe("T");
  expect(cut(text, template!.initial)).toBe("id0");
  expect(location).toMatchObject({
    id: "id0",
    name: { name: "A" },
    urgent: true,
    committed: false,
    place: { x: -10, y: 20.5 },
    namePlace: { x: 1, y: 2 },
    color: "#ff0000",
    invariant: { place: { x: 3, y: 4 } },
    notes: [{ kind: "comments", text: "why & how" }],
  });
  expect(cut(text, location!.invariant)).toBe("x &lt;= 3");
  expect(cut(text, location!.invariant?.value)).toBe("x &lt;= 3");
  expect(location!.rate?.value.map((e) => cut(text, e))).toEqual(["1", "2"]);
  expect(edge).toMatchObject({
    source: { name: "id0" },
    target: { name: "id1" },
    controllable: false,
    color: "#00ff00",
    nails: [
      { x: 10, y: 11 },
      { x: 12, y: 13 },
    ],
    notes: [{ kind: "testcode", text: "?? (" }],
    sync: { value: { direction: "!" } },
  });
  expect(cut(text, edge!.guard?.value)).toBe("i &gt; 0 &amp;&amp; x &gt;= 1");
  expect(cut(text, edge!.sync?.value)).toBe("go!");
  expect(cut(text, edge!.sync)).toBe("<![CDATA[go!]]>");
  expect(edge!.update?.value.map((e) => cut(text, e))).toEqual(["k = i", "x = 0"]);
  expect(edge!.select?.value.map((b) => b.name.name)).toEqual(["i"]);
  expect(branch).toMatchObject({ controllable: true, nails: [] });
  expect(cut(text, branch!.probability?.value)).toBe("2");
  expect(tree.queries).toMatchObject([
    {
      text: "A[]\nnot deadlock",
      comment: "safe",
      query: { kind: "A[]" },
      options: [{ key: "-S", value: "2" }],
      expect: {
        outcome: "success",
        type: "symbolic",
        value: "v",
        resources: [{ type: "time", value: "1", unit: "s" }],
      },
      results: [{ outcome: "success", type: "quality", timestamp: "now" }],
    },
    { text: "", comment: "A heading", results: [] },
  ]);
  expect(tree.queries[1]!.query).toBeUndefined();
});

describe("what is accepted", () => {
  const cases: [string, string][] = [
    ["a project", "<project><system>system P;</system></project>"],
    ["imports of old files", "<nta><imports>x</imports><system>system P;</system></nta>"],
    ["unknown elements and attributes", inTemplate(`<foo>bar</foo>${two}<bar z="1"/>`)],
    [
      "labels of unknown kinds",
      inTemplate('<location id="a"><label kind="comments">( bad</label></location><init ref="a"/>'),
    ],
    [
      "any order of children",
      inTemplate(
        '<transition><nail x="1" y="2"/><label kind="guard">n == 1</label><target ref="b"/><source ref="a"/></transition><init ref="a"/>' +
          '<branchpoint id="p"/><location id="a"><committed/><label kind="invariant">x&lt;3</label><name>A</name></location><location id="b"/><declaration>int k;</declaration>',
      ),
    ],
    [
      "blank labels",
      inTemplate(
        `${two}<transition><source ref="a"/><target ref="b"/><label kind="guard"> \n </label><label kind="assignment"/></transition>`,
      ),
    ],
    ["a bad formula", inTemplate(two, "<queries><query><formula>A[] ((</formula><comment/></query></queries>")],
    [
      "a comment in a declaration",
      "<nta><declaration>int a;<!-- int -->int b;</declaration><system>system P;</system></nta>",
    ],
  ];
  test.each(cases)("%s", (_, text) => {
    expect(codes(text)).toEqual([]);
  });
});

describe("what is reported", () => {
  const cases: [string, string, string[]][] = [
    ["no model", "<html/>", ["missing-nta /html"]],
    ["no system", "<nta><declaration>int n;</declaration></nta>", ["missing-system /nta"]],
    ["a blank system", "<nta><system> </system></nta>", ["syntax-error /nta/system"]],
    ["no initial location", inTemplate('<location id="a"/>'), ["missing-init /nta/template[1]"]],
    ["init without reference", inTemplate('<location id="a"/><init/>'), ["missing-init /nta/template[1]/init"]],
    ["no id", inTemplate('<location/><init ref="a"/>'), ["missing-id /nta/template[1]/location[1]"]],
    ["an id twice", inTemplate(`${two}<branchpoint id="a"/>`), ["?duplicate-id /nta/template[1]/branchpoint[1]"]],
    [
      "a label without kind",
      inTemplate('<location id="a"><label>x</label></location><init ref="a"/>'),
      ["missing-kind /nta/template[1]/location[1]/label[1]"],
    ],
    [
      "an edge without ends",
      inTemplate(`${two}<transition/>`),
      ["missing-source /nta/template[1]/transition[1]", "missing-target /nta/template[1]/transition[1]"],
    ],
    [
      "a number as name",
      inTemplate('<location id="a"><name>1A</name></location><init ref="a"/>'),
      ["identifier-expected /nta/template[1]/location[1]/name"],
    ],
    [
      "a name with a blank",
      inTemplate('<location id="a"><name>A B</name></location><init ref="a"/>'),
      ["invalid-identifier /nta/template[1]/location[1]/name"],
    ],
    [
      "a keyword as name",
      inTemplate('<location id="a"><name>deadlock</name></location><init ref="a"/>'),
      ["keyword-name /nta/template[1]/location[1]/name"],
    ],
    [
      "no template name",
      "<nta><template><location id='a'/><init ref='a'/></template><system>system P;</system></nta>",
      ["identifier-expected /nta/template[1]"],
    ],
    [
      "an option without key",
      inTemplate(two, "<queries><option value='1'/></queries>"),
      ["missing-key /nta/queries/option[1]"],
    ],
    [
      "a resource without value",
      inTemplate(two, "<queries><query><expect><resource type='time'/></expect></query></queries>"),
      ["missing-resource /nta/queries/query[1]/expect/resource[1]"],
    ],
    [
      "a bad guard",
      inTemplate(
        `${two}<transition><source ref="a"/><target ref="b"/><label kind="select">i : int[0,1]</label><label kind="guard">n == </label></transition>`,
      ),
      ["syntax-error /nta/template[1]/transition[1]/label[2]"],
    ],
    ["only the cut when a file is cut off", inTemplate(two).slice(0, 200), ["xml-truncated undefined"]],
  ];
  test.each(cases)("%s", (_, text, expected) => {
    expect(codes(text)).toEqual(expected);
  });
});

test("of several labels of one kind the last counts", () => {
  const text = inTemplate(
    `${two}<transition><source ref="a"/><target ref="b"/><label kind="guard">n == 1</label><label kind="guard">n == 2</label></transition>`,
  );
  expect(cut(text, read(text).templates[0]!.edges[0]!.guard)).toBe("n == 2");
});

test("a fault of a formula is kept apart", () => {
  const text = inTemplate(two, "<queries><query><formula>A[] (n &lt; </formula></query></queries>");
  const { tree, diagnostics, queryDiagnostics } = parseXml(text);
  expect(diagnostics).toEqual([]);
  expect(queryDiagnostics).toHaveLength(1);
  expect(tree.queries[0]!.text).toBe("A[] (n < ");
});

test("a broken declaration hides nothing after it", () => {
  const { tree, diagnostics } = parseXml(
    "<nta><declaration>int a\nint b; int = 3; int c;</declaration><system>system P;</system></nta>",
  );
  expect(diagnostics.length).toBeGreaterThan(0);
  expect(tree.declarations.some((d) => d.kind === "variables" && d.declarators.some((v) => v.name.name === "c"))).toBe(
    true,
  );
});

describe("places", () => {
  const text =
    "<nta>\n <declaration>int a;\r\n &lt;&lt; b;</declaration>\n <template><name>T</name></template>\n <template>\n  <name>U</name>\n </template>\n</nta>";
  const { document } = parseXml(text);
  const cases: [string, number, string, number, number][] = [
    ["start of a text", text.indexOf("int a"), "/nta/declaration", 1, 1],
    ["second line", text.indexOf("&lt;"), "/nta/declaration", 2, 2],
    ["behind entities", text.indexOf("b;"), "/nta/declaration", 2, 5],
    ["second template", text.indexOf("U"), "/nta/template[2]/name", 1, 1],
    ["a tag", text.indexOf("<template>"), "/nta/template[1]", 1, 1],
    ["the root", 0, "/nta", 1, 1],
  ];
  test.each(cases)("%s", (_, offset, path, line, column) => {
    expect(placeOf(document, offset)).toMatchObject({ path, line, column });
  });
  test("outside", () => expect(placeOf(document, text.length)).toBeUndefined());
});
