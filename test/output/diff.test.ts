import { describe, expect, test } from "vitest";
import { diffTrees, renderDifference } from "../../src/output/index.ts";
import { parseXml, parseXta, printXta, type Tree } from "../../src/syntax/index.ts";

const model = `<nta>
<declaration>clock x; int n, m; chan c;</declaration>
<template><name>T</name><parameter>int k</parameter><declaration>int loc;</declaration>
<location id="id0" x="0" y="0"><name x="0" y="0">A</name><label kind="invariant" x="0" y="0">x &lt;= 3</label></location>
<location id="id1" x="100" y="0"/>
<init ref="id0"/>
<transition><source ref="id0"/><target ref="id1"/><label kind="guard" x="1" y="1">n &gt; 1</label><nail x="5" y="5"/></transition>
<transition><source ref="id0"/><target ref="id1"/><label kind="synchronisation">c!</label></transition>
</template>
<system>P = T(1); system P;</system>
<queries><query><formula>A[] n &gt; 0</formula><comment/></query></queries>
</nta>`;

function read(text: string): Tree {
  const { tree, diagnostics } = parseXml(text);
  expect(diagnostics).toEqual([]);
  return tree;
}

describe("what changed", () => {
  const cases: [string, string, string, string][] = [
    ["nothing", "", "", "no difference\n"],
    ["spacing and entities", "n &gt; 1", "n&gt;1", "no difference\n"],
    ["grouping of declarations", "int n, m;", "int n; int m;", "no difference\n"],
    ["ids", "id0", "id7", "no difference\n"],
    [
      "a place",
      'x="100"',
      'x="120"',
      "the models differ in layout only\nlayout: 1 part is drawn or commented otherwise (T._id1)\n",
    ],
    [
      "a nail",
      '<nail x="5" y="5"/>',
      "",
      "the models differ in layout only\nlayout: 1 part is drawn or commented otherwise (T: A -> _id1)\n",
    ],
    [
      "a comment of a query",
      "<comment/>",
      "<comment>why</comment>",
      "the models differ in layout only\nlayout: 1 part is drawn or commented otherwise (A[] n > 0)\n",
    ],
    [
      "a declaration",
      "int n, m;",
      "int n = 2; bool b;",
      "~ declaration n\n    - int n;\n    + int n = 2;\n- declaration m: int m;\n+ declaration b: bool b;\n",
    ],
    [
      "an invariant",
      "x &lt;= 3",
      "x &lt; 5",
      "template T\n  ~ location A\n      - invariant x <= 3\n      + invariant x < 5\n",
    ],
    [
      "a flag",
      '<label kind="invariant"',
      '<urgent/><label kind="invariant"',
      "template T\n  ~ location A\n      - invariant x <= 3\n      + invariant x <= 3; urgent\n",
    ],
    [
      "a name",
      ">A<",
      ">B<",
      "template T\n  ~ initial T\n      - A\n      + B\n  - location A: invariant x <= 3\n  + location B: invariant x <= 3\n  - edge A -> _id1: guard n > 1\n  - edge A -> _id1: sync c!\n  + edge B -> _id1: guard n > 1\n  + edge B -> _id1: sync c!\n",
    ],
    ["a guard", "n &gt; 1", "n &gt; 2", "template T\n  ~ edge A -> _id1\n      - guard n > 1\n      + guard n > 2\n"],
    [
      "an edge",
      '<transition><source ref="id0"/><target ref="id1"/><label kind="synchronisation">c!</label></transition>',
      "",
      "template T\n  - edge A -> _id1: sync c!\n",
    ],
    [
      "control",
      "<transition><source",
      '<transition controllable="false"><source',
      "template T\n  - edge A -> _id1: guard n > 1\n  + edge A -u-> _id1: guard n > 1\n",
    ],
    ["parameters", "int k", "int &amp;k", "template T\n  ~ parameters T\n      - int k\n      + int &k\n"],
    ["the system", "system P;", "system P, T;", "~ system system\n    - system P;\n    + system P, T;\n"],
    ["an instance", "T(1)", "T(2)", "~ declaration P\n    - P = T(1);\n    + P = T(2);\n"],
    ["a query", "A[] n &gt; 0", "A[] n &gt; 1", "- query A[] n > 0\n+ query A[] n > 1\n"],
    [
      "an expectation",
      "<comment/>",
      '<comment/><expect outcome="failure"></expect>',
      "+ expectation A[] n > 0: failure\n",
    ],
    [
      "a template",
      "<name>T</name>",
      "<name>U</name>",
      "- template T: 2 locations, 2 edges\n+ template U: 2 locations, 2 edges\n",
    ],
  ];
  test.each(cases)("%s", (name, from, to, expected) => {
    const changed = name === "ids" ? model.replaceAll(from, to) : from === "" ? model : model.replace(from, to);
    if (from !== "") expect(changed).not.toBe(model);
    expect(renderDifference(diffTrees(read(model), read(changed)))).toBe(expected);
  });
});

test("edges are matched by what they say, whatever their order", () => {
  const edges = [...model.matchAll(/<transition>.*<\/transition>/g)].map((m) => m[0]);
  const swapped = model.replace(edges.join("\n"), edges.toReversed().join("\n"));
  expect(swapped).not.toBe(model);
  expect(diffTrees(read(model), read(swapped))).toEqual({ changes: [], layout: [] });
});

test("XML and XTA of one model differ in layout and queries only", () => {
  const tree = read(model);
  const difference = diffTrees(tree, parseXta(printXta(tree)).tree);
  expect(difference.changes).toEqual([{ kind: "removed", what: "query", name: "A[] n > 0", before: "" }]);
});
