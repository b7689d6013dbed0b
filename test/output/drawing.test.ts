import { describe, expect, test } from "vitest";
import { renderSummary, summarise, templateToDot, templateToSvg } from "../../src/output/index.ts";
import { build, parseXml, parseXta, type Template } from "../../src/syntax/index.ts";

const text = `<nta><declaration>const int N = 2; clock x, y[N]; int n = 3; urgent chan c[2]; typedef int[0,1] bit; bool f() { return true; }</declaration>
<template><name>T</name><parameter>bit k</parameter><declaration>clock z;</declaration>
<location id="a" x="0" y="0" color="#ff8800"><name x="-10" y="-34">A</name><label kind="invariant" x="-10" y="17">x &lt;= 3
&amp;&amp; n &gt; 1</label></location>
<location id="b" x="200" y="0"><name x="190" y="-34">B</name><label kind="comments" x="0" y="50">"why" &lt;b&gt;</label><committed/></location>
<location id="u" x="0" y="100" color='red"/&gt;'><urgent/></location>
<branchpoint id="p" x="100" y="50"/>
<init ref="a"/>
<transition controllable="false"><source ref="a"/><target ref="b"/><label kind="guard" x="50" y="-20">n &lt; 2</label><label kind="synchronisation" x="50" y="-3">c[0]!</label><nail x="100" y="-40"/></transition>
<transition><source ref="b"/><target ref="p"/></transition>
<transition><source ref="p"/><target ref="u"/><label kind="probability" x="1" y="2">2</label></transition>
</template><system>P = T(1); system P, T;</system>
<queries><query><formula>A[]  not deadlock</formula><expect outcome="success"></expect></query><query><formula/></query></queries></nta>`;
const { tree, diagnostics } = parseXml(text);
const [template] = tree.templates;

describe("SVG", () => {
  const svg = templateToSvg(template!, { source: text });
  test("the model is sound", () => expect(diagnostics).toEqual([]));
  test("is well-formed XML", () => expect(parseXml(svg).diagnostics.map((d) => d.code)).toEqual(["missing-nta"]));
  test("keeps the coordinates", () => {
    expect(svg).toContain('<circle class="location" cx="0" cy="0" r="11" style="fill:#ff8800"/>');
    expect(svg).toContain('<circle class="point" data-id="p" cx="100" cy="50" r="3"/>');
    expect(svg).toContain('<text class="guard" x="50" y="-8" xml:space="preserve">n &lt; 2</text>');
  });
  test("marks initial, committed and urgent locations", () => {
    expect(svg.match(/class="ring"/g)).toHaveLength(1);
    expect(svg).toContain('<text class="mark" x="200" y="4">C</text>');
    expect(svg).toContain('<text class="mark" x="0" y="104">U</text>');
  });
  test("bends at nails and is dashed where uncontrollable or branching", () => {
    expect(svg).toMatch(/<path class="edge dashed" d="M10\.21 -4\.09L100 -40L189\.79 -4\.09" marker-end/);
    expect(svg.match(/class="edge dashed"/g)).toHaveLength(2);
    expect(svg.match(/class="edge"/g)).toHaveLength(1);
  });
  test("shows labels as written, line by line", () => {
    expect(svg).toContain('<tspan x="-10" y="29">x &lt;= 3</tspan><tspan x="-10" y="46">&amp;&amp; n &gt; 1</tspan>');
    expect(svg).toContain("&quot;why&quot; &lt;b&gt;");
  });
  test("lets no text out of its place", () => expect(svg).not.toContain('red"'));
  test("fits the drawing", () => {
    const [x, y, width, height] = (/viewBox="([^"]*)"/.exec(svg)?.[1] ?? "").split(" ").map(Number);
    for (const [px, py] of [
      [-11, -11],
      [211, 11],
      [100, -40],
      [0, 111],
    ]) {
      expect(px! >= x! && px! <= x! + width! && py! >= y! && py! <= y! + height!).toBe(true);
    }
  });
  test("draws what has no coordinates", () => {
    const plain = build.template("P", {
      locations: [build.location("A"), build.location("B")],
      edges: [build.edge("A", "B"), build.edge("B", "A"), build.edge("A", "A")],
    });
    const drawn = templateToSvg(plain);
    expect(drawn).not.toContain("NaN");
    expect(
      new Set([...drawn.matchAll(/<circle class="location" cx="([^"]*)" cy="([^"]*)"/g)].map((m) => m[0])).size,
    ).toBe(2);
  });
  test("labels of XTA are printed without their keywords", () => {
    const source =
      "clock x; process P() { state A { x < 3 && x > 1 }; init A; trans A -> A { guard x < 2 && x > 1; }; } system P;";
    const [process] = parseXta(source).tree.templates;
    const drawn = templateToSvg(process!, { source });
    expect(drawn).toContain(">x &lt; 3 &amp;&amp; x &gt; 1</text>");
    expect(drawn).toContain(">x &lt; 2 &amp;&amp; x &gt; 1</text>");
  });
  test("draws an empty template", () => {
    const empty: Template = { ...template!, locations: [], branchpoints: [], edges: [] };
    expect(templateToSvg(empty)).toContain('viewBox="0 0 40 40"');
  });
});

test("DOT", () => {
  expect(templateToDot(template!)).toBe(`digraph "T" {
  node [shape=circle, fontname=sans];
  edge [fontname=sans];
  "a" [label="A\\nx <= 3 && n > 1", peripheries=2, pos="0,0!", color="#ff8800"];
  "b" [label="B", xlabel=C, pos="200,0!"];
  "u" [label="_u", xlabel=U, pos="0,-100!", color="red\\"/>"];
  "p" [shape=point, pos="100,-50!"];
  "a" -> "b" [label="n < 2\\nc[0]!", style=dashed];
  "b" -> "p";
  "p" -> "u" [label="2"];
}
`);
});

test("summary", () => {
  expect(renderSummary(summarise(tree))).toBe(`clocks: x, y[N]
channels: c[2]
constants: N
variables: n
types: bit
functions: f()
template T(bit k): 3 locations (1 urgent, 1 committed), 1 branch point, 3 edges
  clocks: z
instances: P
system P, T;
1 query:
  A[] not deadlock  (expected: success)
`);
});
