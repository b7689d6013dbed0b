import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { check, mergeModels, read, type UppaalSource } from "../../src/index.ts";
import { chainMerge } from "./chains.ts";
import { unlawful } from "./edits.ts";

/** Three versions of a model become one. */
const model = `<?xml version="1.0" encoding="utf-8"?>
<nta>
	<declaration>// Global.
int a; // first
clock x;
chan c;</declaration>
	<template>
		<name>P</name>
		<declaration>int n;</declaration>
		<location id="id0" x="0" y="0">
			<name>Idle</name>
			<label kind="invariant" x="1" y="1">x &lt;= 5</label>
		</location>
		<location id="id1" x="100" y="0">
			<name>Busy</name>
		</location>
		<init ref="id0"/>
		<transition>
			<source ref="id0"/>
			<target ref="id1"/>
			<label kind="guard">x &gt;= 2</label>
			<nail x="1" y="2"/>
		</transition>
		<transition>
			<source ref="id1"/>
			<target ref="id0"/>
		</transition>
	</template>
	<system>system P;</system>
	<queries>
		<query><formula>A[] x &lt; 9</formula><comment/></query>
	</queries>
</nta>
`;

const text = `int a;
chan c;
process P() {
  clock x;
  state A { x <= 5 }, B;
  init A;
  trans A -> B { guard x > 1; sync c!; },
    B -> A { };
}
system P;
`;

type Change = readonly [from: string, to: string];

function changed(base: string, changes: readonly Change[]): string {
  return changes.reduce((now, [from, to]) => {
    if (!now.includes(from)) throw new Error(`'${from}' is not there`);
    return now.replace(from, () => to);
  }, base);
}

function merge(ours: readonly Change[], theirs: readonly Change[], base = model, name = "m.xml") {
  const merged = mergeModels({ base, ours: changed(base, ours), theirs: changed(base, theirs) }, name);
  if (merged.kind === "refused") throw new Error(merged.reason);
  const source = read(merged.text, { name });
  const faults = source.format === "tck" ? [] : [...source.diagnostics, ...check(source.tree).diagnostics];
  expect(faults.filter(({ severity }) => severity === "error")).toEqual([]);
  return merged;
}

function clean(ours: readonly Change[], theirs: readonly Change[], base = model, name = "m.xml") {
  const [there, back] = [merge(ours, theirs, base, name), merge(theirs, ours, base, name)];
  expect(there.conflicts).toEqual([]);
  expect(there.text).toBe(back.text);
  return there.text;
}

describe("changes at different parts", () => {
  const apart: readonly (readonly [string, Change, Change])[] = [
    ["two labels", ["x &gt;= 2", "x &gt;= 3"], ["x &lt;= 5", "x &lt;= 6"]],
    ["a label and a place", ["x &lt;= 5", "x &lt;= 6"], ['id="id0" x="0"', 'id="id0" x="8"']],
    ["declarations", ["int a; // first", "int a = 1; // first"], ["chan c;", "urgent chan c;"]],
    [
      "a process more, another a query more",
      ["system P;", "Q = P();\nsystem P, Q;"],
      ["</queries>", "<query><formula>E&lt;&gt; true</formula></query></queries>"],
    ],
    [
      "nails and a guard of one edge",
      ['<nail x="1" y="2"/>', '<nail x="7" y="7"/><nail x="9" y="9"/>'],
      ["x &gt;= 2", "x &gt;= 4"],
    ],
    [
      "an edge less, a location otherwise",
      ['<transition>\n\t\t\t<source ref="id1"/>\n\t\t\t<target ref="id0"/>\n\t\t</transition>\n\t', ""],
      ["<name>Busy</name>", "<name>Busy</name><committed/>"],
    ],
  ];
  test.each(apart)("%s", (_, ours, theirs) => {
    expect(clean([ours], [theirs])).toBe(changed(model, [ours, theirs]));
  });

  test("both add a declaration at one place, a process each, and a label each", () => {
    const merged = clean(
      [
        ["chan c;", "chan c;\nint b;"],
        ["system P;", "Q = P();\nsystem P, Q;"],
        ['<target ref="id0"/>', '<target ref="id0"/><label kind="assignment">x = 0</label>'],
      ],
      [
        ["chan c;", "chan c;\nint d;"],
        ["system P;", "R = P();\nsystem P, R;"],
        ['<target ref="id0"/>', '<target ref="id0"/><label kind="guard">x &gt; 1</label>'],
      ],
    );
    expect(merged).toContain("chan c;\nint b;\nint d;");
    expect(merged).toContain("system P, Q, R;");
    expect(merged).toContain('<label kind="guard">x &gt; 1</label><label kind="assignment">x = 0</label>');
  });

  test("both add a location under one id: each gets its own, and edges follow", () => {
    const add = (name: string): readonly Change[] => [
      ["\t\t<init", `\t\t<location id="id2"><name>${name}</name></location>\n\t\t<init`],
      ["\t</template>", `\t\t<transition><source ref="id0"/><target ref="id2"/></transition>\n\t</template>`],
    ];
    const merged = clean(add("Here"), add("There"));
    expect(merged).toContain('<location id="id2"><name>Here</name>');
    expect(merged).toContain('<location id="id3"><name>There</name>');
    expect(merged).toContain('<target ref="id2"/>');
    expect(merged).toContain('<target ref="id3"/>');
  });

  test("ids that were given anew do not matter where locations have names", () => {
    const renumbered = model.replaceAll('"id0"', '"idX"').replaceAll('"id1"', '"id0"').replaceAll('"idX"', '"id1"');
    const ours = changed(renumbered, [["x &gt;= 2", "x &gt;= 3"]]);
    const theirs = changed(model, [["x &lt;= 5", "x &lt;= 6"]]);
    const merged = mergeModels({ base: model, ours, theirs }, "m.xml");
    expect(merged).toEqual({
      kind: "merged",
      text: changed(theirs, [["x &gt;= 2", "x &gt;= 3"]]),
      conflicts: [],
      notes: [],
    });
  });

  test("XTA", () => {
    const [guard, invariant]: readonly Change[] = [
      ["x > 1", "x > 2"],
      ["x <= 5", "x <= 6"],
    ];
    expect(clean([guard!], [invariant!], text, "m.xta")).toBe(changed(text, [guard!, invariant!]));
    const merged = clean(
      [["B -> A { }", "B -> A { },\n    A -> A { }"]],
      [["system P;", "Q = P();\nsystem P, Q;"]],
      text,
      "m.xta",
    );
    expect(merged).toContain("A -> A { };");
    expect(merged).toContain("system P, Q;");
  });

  test("query files, and line ends of ours", () => {
    const merged = mergeModels(
      { base: "A[] p\nE<> q\n", ours: "A[] p\r\nE<> q\r\nE<> r\r\n", theirs: "A[] not p\nE<> q\n" },
      "m.q",
    );
    expect(merged).toEqual({ kind: "merged", text: "A[] not p\r\nE<> q\r\nE<> r\r\n", conflicts: [], notes: [] });
  });
});

describe("conflicts", () => {
  const cases: readonly (readonly [string, readonly Change[], readonly Change[], string])[] = [
    [
      "one label",
      [["x &gt;= 2", "x &gt;= 3"]],
      [["x &gt;= 2", "x &gt;= 4"]],
      "x &gt;= 3 /* CONFLICT: theirs has x &gt;= 4 */</label>",
    ],
    [
      "one declaration",
      [["int a; // first", "int a = 1; // first"]],
      [["int a; // first", "int a = 2; // first"]],
      "int a = 1; // first\n/* CONFLICT: theirs has int a = 2; // first */",
    ],
    ["one name", [["Busy", "Run"]], [["Busy", "Work"]], "<!-- CONFLICT: text: theirs has Work -->"],
    [
      "removed and changed",
      [['\t\t<transition>\n\t\t\t<source ref="id1"/>\n\t\t\t<target ref="id0"/>\n\t\t</transition>\n', ""]],
      [['<target ref="id0"/>', '<target ref="id0"/><label kind="guard">x &gt; 1</label>']],
      "<!-- CONFLICT: ours removed this, which the other side changed -->",
    ],
    [
      "CDATA beside entities",
      [["x &gt;= 2", "<![CDATA[x >= 3]]>"]],
      [["x &gt;= 2", "<![CDATA[x < 4]]>"]],
      "/* CONFLICT: theirs has x &lt; 4 */",
    ],
    [
      "a name that is gone is used",
      [["int a; // first\n", ""]],
      [["x &gt;= 2", "x &gt;= a"]],
      "/* CONFLICT: theirs has x &gt;= a */",
    ],
    [
      "an edge to a location that is gone",
      [
        ['\t\t<location id="id1" x="100" y="0">\n\t\t\t<name>Busy</name>\n\t\t</location>\n', ""],
        ['<target ref="id1"/>', '<target ref="id0"/>'],
        ['<source ref="id1"/>', '<source ref="id0"/>'],
      ],
      [["\t</template>", '\t\t<transition><source ref="id1"/><target ref="id1"/></transition>\n\t</template>']],
      '<!-- CONFLICT: theirs adds <transition><source ref="id1"/>',
    ],
    [
      "a name of both",
      [["chan c;", "chan c;\nint z;"]],
      [["chan c;", "chan c;\nclock z;"]],
      "int z; /* CONFLICT: theirs has clock z; */",
    ],
  ];
  test.each(cases)("%s", (_, ours, theirs, marked) => {
    const merged = merge(ours, theirs);
    expect(merged.conflicts).toHaveLength(1);
    expect(merged.text).toContain(marked);
    // The other way round there is one, too, and the model is right.
    expect(merge(theirs, ours).conflicts).toHaveLength(1);
  });

  test("what cannot be told apart leaves ours", () => {
    const rename: readonly Change[] = [
      ["clock x;", "clock y;"],
      ["x &lt;= 5", "y &lt;= 5"],
      ["x &gt;= 2", "y &gt;= 2"],
      ["x &lt; 9", "y &lt; 9"],
    ];
    const merged = merge(rename, [
      ["chan c;", "chan c;\nint f() { return 1; }"],
      ["x &lt;= 5", "x &lt;= 6"],
    ]);
    expect(merged.conflicts.length).toBeGreaterThan(0);
  });

  test("both moved a location: ours stays, told and not marked", () => {
    const merged = merge([['x="100"', 'x="1"']], [['x="100"', 'x="2"']]);
    expect(merged.conflicts).toEqual([]);
    expect(merged.notes).toHaveLength(1);
    expect(merged.text).toBe(changed(model, [['x="100"', 'x="1"']]));
  });

  test("files that are no models, and models of two formats, are refused", () => {
    expect(mergeModels({ base: model, ours: `${model}<`, theirs: text }, "m")).toMatchObject({ kind: "refused" });
    expect(mergeModels({ base: model, ours: changed(model, [["int a", "int b"]]), theirs: text }, "m")).toMatchObject({
      kind: "refused",
      reason: "the versions are of different formats",
    });
  });

  test("a file that both sides made", () => {
    const merged = mergeModels(
      { base: "", ours: model, theirs: changed(model, [["x &gt;= 2", "x &gt;= 4"]]) },
      "m.xml",
    );
    expect(merged).toMatchObject({
      kind: "merged",
      conflicts: [{ where: "template P, edge Idle -> Busy, label guard", text: "theirs has x >= 4" }],
    });
  });
});

describe("what is kept means what it meant", () => {
  const chain = `process P() {
  state A, B, C;
  init A;
  trans A -> B { },
    -> C { },
    C -> B { },
    -> A { };
}
system P;
`;
  const edgesOf = (merged: string): readonly string[] =>
    (read(merged, { name: "m.xta" }) as UppaalSource).tree.templates[0]!.edges.map(
      ({ source, target, guard }) => `${source.name}${target.name}${guard === undefined ? "" : " guarded"}`,
    );

  const sources: readonly (readonly [string, readonly Change[], readonly Change[], readonly string[]])[] = [
    [
      "both insert behind one edge",
      [["A -> B { },\n    -> C", "A -> B { },\n    -> A { },\n    B -> A { },\n    A -> C"]],
      [["A -> B { },", "A -> B { },\n    -> B { guard true; },"]],
      ["AA", "AB", "AB guarded", "AC", "BA", "CA", "CB"],
    ],
    [
      "one removes the edge behind which the other inserts",
      [["C -> B { },\n    -> A", "C -> A"]],
      [["C -> B { },", "C -> B { },\n    -> C { guard true; },"]],
      ["AB", "AC", "CA", "CC guarded"],
    ],
    [
      "one turns the source of a chain, the other changes an edge of it",
      [["A -> B { }", "B -> B { }"]],
      [["-> C { }", "-> C { guard true; }"]],
      ["BB", "BC guarded", "CA", "CB"],
    ],
    [
      "one writes the source out, the other turns the chain",
      [["-> C { }", "A -> C { }"]],
      [["A -> B { }", "B -> B { }"]],
      ["BB", "BC", "CA", "CB"],
    ],
    [
      "one turns the source, the other the target",
      [["C -> B { }", "B -> B { }"]],
      [["C -> B { }", "C -> C { }"]],
      ["AB", "AC", "BA", "BC"],
    ],
  ];
  test.each(sources)("edges without a source: %s", (_, ours, theirs, ends) => {
    expect(edgesOf(clean(ours, theirs, chain, "m.xta")).toSorted()).toEqual(ends);
  });

  test("a query that names what the other side removed is one", () => {
    const asked: Change = [
      "\t</queries>",
      "\t\t<query><formula>E&lt;&gt; a == 1</formula><comment/></query>\n\t</queries>",
    ];
    const removed: Change = ["int a; // first\n", ""];
    for (const [ours, theirs] of [
      [asked, removed],
      [removed, asked],
    ] as const) {
      const merged = merge([ours], [theirs]);
      expect(merged.conflicts).toHaveLength(1);
      expect(merged.text).toContain("CONFLICT");
    }
    // Where the model keeps it, the query comes along.
    expect(merge([asked], [["Busy", "Run"]]).conflicts).toEqual([]);
  });

  test("edges whose source both turn are a conflict", () => {
    const merged = merge([["-> C { }", "C -> C { }"]], [["A -> B { }", "B -> B { }"]], chain, "m.xta");
    expect(merged.conflicts).toHaveLength(1);
    expect(merged.text).toContain("C /* CONFLICT: theirs has B */ -> C { }");
  });

  const captures: readonly (readonly [string, Change, Change])[] = [
    ["a variable of a template", ["int n;", "int n;\nint a;"], ["x &gt;= 2", "x &gt;= a"]],
    [
      "a select",
      ["x &gt;= 2", "x &gt;= a"],
      ['<target ref="id1"/>', '<target ref="id1"/><label kind="select">a : int[0,1]</label>'],
    ],
  ];
  test.each(captures)("a name is not caught by %s of the other side", (_, ours, theirs) => {
    expect(merge([ours], [theirs]).conflicts).toHaveLength(1);
    expect(merge([theirs], [ours]).conflicts).toHaveLength(1);
  });

  test("a name that falls through to a global one is a conflict", () => {
    const base = changed(model, [["int n;", "int a;"]]);
    const merged = merge([["int a;</declaration>", "</declaration>"]], [["x &gt;= 2", "x &gt;= a"]], base);
    expect(merged.text).toContain("/* CONFLICT: theirs has x &gt;= a */");
  });

  test("a process that comes between others and would have another priority to them is a conflict", () => {
    const base = text.replace("system P;", "Q = P(); R = P(); S = P();\nsystem P < Q;");
    const merged = merge([["P < Q;", "P < S < Q;"]], [["P < Q;", "P < R, Q;"]], base, "m.xta");
    expect(merged.conflicts.length).toBeGreaterThan(0);
    clean([["P < Q;", "P < Q, S;"]], [["P < Q;", "R, P < Q;"]], base, "m.xta");
  });

  test("a local variable that became a parameter is the same", () => {
    clean(
      [
        ["<declaration>int n;</declaration>", "<parameter>const int n</parameter>"],
        ["system P;", "Q = P(1);\nsystem Q;"],
      ],
      [["x &gt;= 2", "x &gt;= n"]],
    );
  });
});

describe("ids of transitions", () => {
  const idsIn = (merged: string): readonly string[] =>
    [...merged.matchAll(/<(?:location|transition) id="(\w+)"/g)].map(([, id]) => id!);
  const add = (guard: string, id = "id9"): Change => [
    "\t</template>",
    `\t\t<transition id="${id}"><source ref="id0"/><target ref="id1"/><label kind="guard">${guard}</label></transition>\n\t</template>`,
  ];

  test("both add one under the same id: each gets its own", () => {
    const merged = clean([add("x == 1")], [add("x == 2")]);
    expect(idsIn(merged).toSorted()).toEqual(["id0", "id1", "id10", "id9"]);
  });

  test("one side adds a transition under the id that the other gives a location", () => {
    const place: Change = ["\t\t<init", `\t\t<location id="id9"><name>New</name></location>\n\t\t<init`];
    const ids = idsIn(clean([add("x == 1")], [place]));
    expect(new Set(ids).size).toBe(ids.length);
  });

  const numbered = changed(model, [
    ["<transition>", '<transition id="id2">'],
    ["<transition>", '<transition id="id3">'],
  ]);
  test("ids that both sides gave anew do not matter", () => {
    const anew = (by: number): readonly Change[] => [
      ['<transition id="id3">', `<transition id="id${3 + by}">`],
      ['<transition id="id2">', `<transition id="id${2 + by}">`],
    ];
    const merged = clean(
      [...anew(1), ["x &gt;= 2", "x &gt;= 3"]],
      [...anew(4), ["x &lt;= 5", "x &lt;= 6"], add("x == 2", "id2")],
      numbered,
    );
    expect(idsIn(merged).toSorted()).toEqual(["id0", "id1", "id2", "id3", "id4"]);
  });

  test("an id given anew is no change of a transition that the other side removes", () => {
    const merged = clean(
      [
        ['<transition id="id3">', '<transition id="id4">'],
        ["x &gt;= 2", "x &gt;= 3"],
      ],
      [['\t\t<transition id="id3">\n\t\t\t<source ref="id1"/>\n\t\t\t<target ref="id0"/>\n\t\t</transition>\n', ""]],
      numbered,
    );
    expect(idsIn(merged)).toEqual(["id0", "id1", "id2"]);
  });
});

test("disjoint changes of the examples, merged, are both applied, in either order", () => {
  const files = readdirSync("examples").filter((name) => /\.(xml|xta)$/.test(name));
  const wrong = files.flatMap((name, i) => unlawful(readFileSync(`examples/${name}`, "utf8"), name, i) ?? []);
  expect(files.length).toBeGreaterThan(5);
  expect(wrong).toEqual([]);
});

test("edges that both sides insert and delete in chains of edges without sources keep their ends", () => {
  const merges = Array.from({ length: 60 }, (_, seed) => chainMerge(seed));
  expect(merges.flatMap(({ wrong }) => wrong)).toEqual([]);
  expect(merges.filter(({ isClean }) => isClean).length).toBeGreaterThan(20);
});
