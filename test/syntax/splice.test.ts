import { describe, expect, test } from "vitest";
import { build, type Editor, edit, parseXml, parseXta, type Tree } from "../../src/syntax/index.ts";

const model = `<?xml version="1.0" encoding="utf-8"?>
<nta>
  <declaration>clock x; int n;</declaration>
  <template>
    <name>T</name>
    <location id="id0" x="0" y="0">
      <name>A</name>
      <label kind="invariant" x="1" y="2">x &lt;= 3</label>
    </location>
    <location id="id1" x="100" y="0"/>
    <init ref="id0"/>
    <transition>
      <source ref="id0"/>
      <target ref="id1"/>
      <label kind="guard" x="10" y="11"><![CDATA[n > 1]]></label>
      <nail x="50" y="50"/>
    </transition>
    <transition><source ref="id1"/><target ref="id0"/></transition>
  </template>
  <!-- keep me -->
  <system>system T;</system>
</nta>
`;

/** The lines that differ, as a diff shows them. */
function changes(before: string, after: string): string {
  const a = before.split("\n");
  const b = after.split("\n");
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  return [
    ...a.slice(start, a.length - end).map((l) => `-${l}`),
    ...b.slice(start, b.length - end).map((l) => `+${l}`),
  ].join("\n");
}

function check(text: string, change: (editor: Editor, tree: Tree) => void, expected: string): void {
  const { tree, document, diagnostics } = parseXml(text);
  expect(diagnostics).toEqual([]);
  const editor = edit({ text, tree, document });
  change(editor, tree);
  const result = editor.apply();
  expect(changes(text, result)).toBe(expected);
  expect(parseXml(result).diagnostics).toEqual([]);
}

describe("XML", () => {
  const cases: [string, (editor: Editor, tree: Tree) => void, string][] = [
    ["nothing", () => {}, ""],
    ["the same label", (e, t) => e.setLabel(t.templates[0]!.locations[0]!, "invariant", "x <= 3"), ""],
    [
      "a label",
      (e, t) => e.setLabel(t.templates[0]!.locations[0]!, "invariant", "x < 5 && n > 2"),
      '-      <label kind="invariant" x="1" y="2">x &lt;= 3</label>\n+      <label kind="invariant" x="1" y="2">x &lt; 5 &amp;&amp; n &gt; 2</label>',
    ],
    [
      "a label in CDATA",
      (e, t) => e.setLabel(t.templates[0]!.edges[0]!, "guard", "n < 2"),
      '-      <label kind="guard" x="10" y="11"><![CDATA[n > 1]]></label>\n+      <label kind="guard" x="10" y="11"><![CDATA[n < 2]]></label>',
    ],
    [
      "an expression in CDATA",
      (e, t) => e.replaceSpan(t.templates[0]!.edges[0]!.guard?.value ?? t, "n <= 2"),
      '-      <label kind="guard" x="10" y="11"><![CDATA[n > 1]]></label>\n+      <label kind="guard" x="10" y="11"><![CDATA[n <= 2]]></label>',
    ],
    [
      "labels removed",
      (e, t) =>
        e.setLabel(t.templates[0]!.edges[0]!, "guard", " ").setLabel(t.templates[0]!.locations[0]!, "invariant", ""),
      `-      <label kind="invariant" x="1" y="2">x &lt;= 3</label>
-    </location>
-    <location id="id1" x="100" y="0"/>
-    <init ref="id0"/>
-    <transition>
-      <source ref="id0"/>
-      <target ref="id1"/>
-      <label kind="guard" x="10" y="11"><![CDATA[n > 1]]></label>
+    </location>
+    <location id="id1" x="100" y="0"/>
+    <init ref="id0"/>
+    <transition>
+      <source ref="id0"/>
+      <target ref="id1"/>`,
    ],
    [
      "labels added in UPPAAL's order",
      (e, t) =>
        e
          .setLabel(t.templates[0]!.edges[0]!, "update", "n = 0")
          .setLabel(t.templates[0]!.edges[0]!, "select", "i : int[0,1]"),
      `-      <label kind="guard" x="10" y="11"><![CDATA[n > 1]]></label>
+      <label kind="select" x="68" y="38">i : int[0,1]</label>
+      <label kind="guard" x="10" y="11"><![CDATA[n > 1]]></label>
+      <label kind="assignment" x="32" y="54">n = 0</label>`,
    ],
    [
      "a label added below the one before it",
      (e, t) => e.setLabel(t.templates[0]!.locations[0]!, "rate", "2"),
      '+      <label kind="exponentialrate" x="1" y="19">2</label>',
    ],
    [
      "a label added to an element on one line",
      (e, t) => e.setLabel(t.templates[0]!.edges[1]!, "update", "n = 0"),
      '-    <transition><source ref="id1"/><target ref="id0"/></transition>\n+    <transition><source ref="id1"/><target ref="id0"/><label kind="assignment" x="32" y="-21">n = 0</label></transition>',
    ],
    [
      "a label added to an empty element",
      (e, t) => e.setLabel(t.templates[0]!.locations[1]!, "invariant", "x > 1"),
      '-    <location id="id1" x="100" y="0"/>\n+    <location id="id1" x="100" y="0">\n+      <label kind="invariant" x="90" y="17">x &gt; 1</label>\n+    </location>',
    ],
    [
      "a name",
      (e, t) => e.replaceSpan(t.templates[0]!.locations[0]!.name ?? t, "Start"),
      "-      <name>A</name>\n+      <name>Start</name>",
    ],
    [
      "a reference",
      (e, t) => e.replaceSpan(t.templates[0]!.edges[1]!.source, "id0"),
      '-    <transition><source ref="id1"/><target ref="id0"/></transition>\n+    <transition><source ref="id0"/><target ref="id0"/></transition>',
    ],
    [
      "global declarations",
      (e, t) => e.setDeclarations(t, "clock x;\nint n;"),
      "-  <declaration>clock x; int n;</declaration>\n+  <declaration>clock x;\n+int n;</declaration>",
    ],
    [
      "declarations and parameters of a template",
      (e, t) => e.setDeclarations(t.templates[0]!, "int k;").setParameters(t.templates[0]!, "int &p"),
      "+    <parameter>int &amp;p</parameter>\n+    <declaration>int k;</declaration>",
    ],
    [
      "the system",
      (e) => e.setSystem("P = T(); system P;"),
      "-  <system>system T;</system>\n+  <system>P = T(); system P;</system>",
    ],
    [
      "two queries",
      (e) => e.addQuery(build.query("A[] n > 0")).addQuery(build.query("E<> n > 1")),
      `+  <queries>
+    <query>
+      <formula>A[] n &gt; 0</formula>
+      <comment></comment>
+    </query>
+    <query>
+      <formula>E&lt;&gt; n &gt; 1</formula>
+      <comment></comment>
+    </query>
+  </queries>`,
    ],
    [
      "a template",
      (e) => e.addTemplate(build.template("U", { locations: [build.location("A")] })),
      `+  <template>
+    <name>U</name>
+    <location id="A" x="0" y="0">
+      <name x="-10" y="-34">A</name>
+    </location>
+    <init ref="A"/>
+  </template>`,
    ],
    [
      "an edge removed",
      (e, t) => e.removeNode(t.templates[0]!.edges[1]!),
      '-    <transition><source ref="id1"/><target ref="id0"/></transition>',
    ],
    [
      "all edges removed",
      (e, t) => t.templates[0]!.edges.forEach((edge) => void e.removeNode(edge)),
      `-    <transition>
-      <source ref="id0"/>
-      <target ref="id1"/>
-      <label kind="guard" x="10" y="11"><![CDATA[n > 1]]></label>
-      <nail x="50" y="50"/>
-    </transition>
-    <transition><source ref="id1"/><target ref="id0"/></transition>`,
    ],
  ];
  test.each(cases)("%s", (_, change, expected) => check(model, change, expected));

  test("an edge and a location, placed where there is room, in the order that UPPAAL demands", () => {
    const { tree, document } = parseXml(model);
    const [template] = tree.templates;
    const result = edit({ text: model, tree, document })
      .addEdge(template!, build.edge("id0", "new", { guard: "n > 0" }))
      .addLocation(template!, { ...build.location("B"), id: "new" })
      .apply();
    expect(result).toBe(
      model
        .replace(
          '    <init ref="id0"/>\n',
          '    <location id="new" x="0" y="-136">\n      <name x="-10" y="-170">B</name>\n    </location>\n    <init ref="id0"/>\n',
        )
        .replace(
          "  </template>\n",
          '    <transition>\n      <source ref="id0"/>\n      <target ref="new"/>\n      <label kind="guard" x="4" y="-66">n &gt; 0</label>\n    </transition>\n  </template>\n',
        ),
    );
  });

  test("line ends and habits of escaping are the file's own", () => {
    const text =
      '<nta>\r\n\t<declaration>int a = 1;\r\n// a > b "c"\r\n</declaration>\r\n\t<template><name>T</name><location id="a"/><init ref="a"/></template>\r\n\t<system>system T;</system>\r\n</nta>';
    const { tree, document } = parseXml(text);
    const result = edit({ text, tree, document })
      .setDeclarations(tree, 'int b;\n// x > "y"')
      .addQuery(build.query("A[] b > 0"))
      .apply();
    expect(result).toContain('<declaration>int b;\r\n// x > "y"</declaration>');
    expect(result).toContain(
      "<system>system T;</system>\r\n\t<queries>\r\n\t\t<query>\r\n\t\t\t<formula>A[] b > 0</formula>",
    );
    expect(result.replace(/\r\n/g, "")).not.toMatch(/[\r\n]/);
  });

  test("a span across a CDATA border is replaced as a whole text", () => {
    const text = "<nta><declaration>int a = 1 +<![CDATA[ 2]]>;</declaration><system>system T;</system></nta>";
    const { tree, document } = parseXml(text);
    const [declaration] = tree.declarations;
    expect(edit({ text, tree, document }).replaceSpan(declaration!, "int a = 1 < 2;").apply()).toBe(
      "<nta><declaration>int a = 1 &lt; 2;</declaration><system>system T;</system></nta>",
    );
  });

  test("overlapping edits are refused", () => {
    const { tree, document } = parseXml(model);
    const [location] = tree.templates[0]!.locations;
    expect(() =>
      edit({ text: model, tree, document }).setLabel(location!, "invariant", "x < 1").removeNode(location!).apply(),
    ).toThrow("overlap");
  });
});

describe("XTA", () => {
  const text = `// a model
clock x; int n;

process T(int k) {
  int local;
  state A { x <= 3 }, B, C { ; 2 }, D; // places
  commit B, C;
  urgent D;
  init A;
  trans
    A -> B { guard n > 1; assign n = 0; },
    -> C { }, /* short */
    B -> A { sync c!; };
}

P = T(1);
system P;
`;
  const all = (t: Tree): Tree["templates"][number] => t.templates[0]!;
  const cases: [string, (editor: Editor, tree: Tree) => void, string][] = [
    ["nothing", () => {}, ""],
    [
      "a clause",
      (e, t) => e.setLabel(all(t).edges[0]!, "guard", "n < 2"),
      "-    A -> B { guard n > 1; assign n = 0; },\n+    A -> B { guard n < 2; assign n = 0; },",
    ],
    [
      "a clause between others",
      (e, t) => e.setLabel(all(t).edges[0]!, "sync", "c?"),
      "-    A -> B { guard n > 1; assign n = 0; },\n+    A -> B { guard n > 1; sync c?; assign n = 0; },",
    ],
    [
      "a first clause",
      (e, t) => e.setLabel(all(t).edges[2]!, "guard", "true"),
      "-    B -> A { sync c!; };\n+    B -> A { guard true; sync c!; };",
    ],
    [
      "a clause in empty braces",
      (e, t) => e.setLabel(all(t).edges[1]!, "update", "n = 1"),
      "-    -> C { }, /* short */\n+    -> C { assign n = 1; }, /* short */",
    ],
    [
      "a clause removed",
      (e, t) => e.setLabel(all(t).edges[0]!, "guard", ""),
      "-    A -> B { guard n > 1; assign n = 0; },\n+    A -> B { assign n = 0; },",
    ],
    [
      "an invariant",
      (e, t) => e.setLabel(all(t).locations[0]!, "invariant", "x < 9"),
      "-  state A { x <= 3 }, B, C { ; 2 }, D; // places\n+  state A { x < 9 }, B, C { ; 2 }, D; // places",
    ],
    [
      "a new invariant",
      (e, t) => e.setLabel(all(t).locations[1]!, "invariant", "x < 9"),
      "-  state A { x <= 3 }, B, C { ; 2 }, D; // places\n+  state A { x <= 3 }, B { x < 9 }, C { ; 2 }, D; // places",
    ],
    [
      "an invariant beside a rate",
      (e, t) => e.setLabel(all(t).locations[2]!, "invariant", "x < 9"),
      "-  state A { x <= 3 }, B, C { ; 2 }, D; // places\n+  state A { x <= 3 }, B, C { x < 9; 2 }, D; // places",
    ],
    [
      "an invariant removed",
      (e, t) => e.setLabel(all(t).locations[0]!, "invariant", ""),
      "-  state A { x <= 3 }, B, C { ; 2 }, D; // places\n+  state A, B, C { ; 2 }, D; // places",
    ],
    [
      "declarations",
      (e, t) => e.setDeclarations(all(t), "int other;").setDeclarations(t, "clock y;"),
      "-clock x; int n;\n-\n-process T(int k) {\n-  int local;\n+clock y;\n+\n+process T(int k) {\n+  int other;",
    ],
    ["parameters", (e, t) => e.setParameters(all(t), "const int q"), "-process T(int k) {\n+process T(const int q) {"],
    ["the system", (e) => e.setSystem("system T;"), "-P = T(1);\n-system P;\n+system T;"],
    [
      "edges and a location",
      (e, t) => e.addEdge(all(t), build.edge("A", "D", { guard: "n > 3" })).addEdge(all(t), build.edge("D", "A")),
      "-    B -> A { sync c!; };\n+    B -> A { sync c!; },\n+    A -> D { guard n > 3; },\n+    D -> A { };",
    ],
    [
      "an urgent location",
      (e, t) => e.addLocation(all(t), build.location("E", { urgent: true })),
      "-  state A { x <= 3 }, B, C { ; 2 }, D; // places\n-  commit B, C;\n-  urgent D;\n+  state A { x <= 3 }, B, C { ; 2 }, D,\n+    E; // places\n+  commit B, C;\n+  urgent D;\n+  urgent E;",
    ],
    [
      "an edge that others take their source from",
      (e, t) => e.removeNode(all(t).edges[0]!),
      "-    A -> B { guard n > 1; assign n = 0; },\n-    -> C { }, /* short */\n+    A -> C { }, /* short */",
    ],
    [
      "two edges removed",
      (e, t) => e.removeNode(all(t).edges[1]!).removeNode(all(t).edges[2]!),
      "-    A -> B { guard n > 1; assign n = 0; },\n-    -> C { }, /* short */\n-    B -> A { sync c!; };\n+    A -> B { guard n > 1; assign n = 0; };",
    ],
    [
      "all edges removed",
      (e, t) => all(t).edges.forEach((edge) => void e.removeNode(edge)),
      "-  trans\n-    A -> B { guard n > 1; assign n = 0; },\n-    -> C { }, /* short */\n-    B -> A { sync c!; };",
    ],
    [
      "labels of one edge in any order",
      (e, t) =>
        e
          .setLabel(all(t).edges[1]!, "update", "n = 0")
          .setLabel(all(t).edges[1]!, "guard", "n > 1")
          .setLabel(all(t).edges[0]!, "sync", "c!")
          .setLabel(all(t).edges[0]!, "guard", ""),
      "-    A -> B { guard n > 1; assign n = 0; },\n-    -> C { }, /* short */\n+    A -> B { sync c!; assign n = 0; },\n+    -> C { guard n > 1; assign n = 0; }, /* short */",
    ],
    [
      "a committed location removed",
      (e, t) => e.removeNode(all(t).locations[1]!).removeNode(all(t).edges[0]!).removeNode(all(t).edges[2]!),
      "-  state A { x <= 3 }, B, C { ; 2 }, D; // places\n-  commit B, C;\n-  urgent D;\n-  init A;\n-  trans\n-    A -> B { guard n > 1; assign n = 0; },\n-    -> C { }, /* short */\n-    B -> A { sync c!; };\n" +
        "+  state A { x <= 3 }, C { ; 2 }, D; // places\n+  commit C;\n+  urgent D;\n+  init A;\n+  trans\n+    A -> C { } /* short */;",
    ],
    [
      "a template",
      (e) => e.addTemplate(build.template("U", { locations: [build.location("A")] })),
      "+process U() {\n+  state\n+    A;\n+  init A;\n+}\n+",
    ],
  ];
  test.each(cases)("%s", (_, change, expected) => {
    const before = parseXta(text);
    expect(before.diagnostics).toEqual([]);
    const editor = edit({ text, tree: before.tree });
    change(editor, before.tree);
    const result = editor.apply();
    expect(changes(text, result)).toBe(expected);
    expect(parseXta(result).diagnostics).toEqual([]);
  });
});
