import fc from "fast-check";
import { expect, test } from "vitest";
import { diffTrees } from "../../src/output/index.ts";
import {
  build,
  type Edge,
  Fragment,
  type Location,
  parseDeclarations,
  parseXml,
  parseXta,
  printXta,
  spliceTree,
  type Template,
  type Tree,
  writeXml,
} from "../../src/syntax/index.ts";
import { check } from "./seed.ts";

/** Random changes of a tree, written into the file it came from: the file then says the changed tree, and else stays. */
const source: Tree = build.model({
  declarations: "clock x; int n; int a[2]; chan c;",
  templates: [
    build.template("T", {
      parameters: "int &p",
      declarations: "int k; int m;",
      locations: [
        build.location("A", { invariant: "x < 3" }),
        build.location("B", { urgent: true }),
        build.location("C", { committed: true }),
        build.location("D"),
      ],
      edges: [
        build.edge("A", "B", { guard: "n > 1", update: "n = 0" }),
        build.edge("A", "C"),
        build.edge("B", "A", { sync: "c!" }),
        build.edge("A", "B", { guard: "n < 1" }),
        build.edge("D", "D", { controllable: false }),
      ],
    }),
    build.template("U", { locations: [build.location("A")], edges: [build.edge("A", "A", { sync: "c?" })] }),
    build.template("V", { locations: [build.location("Z"), build.location("Y")] }),
  ],
  instances: "P = T(n);",
  system: ["P", "U", "V"],
  queries: ["A[] n < 3", "E<> n == 1"],
});

type Step = (tree: Tree) => Tree;
const inTemplate =
  (index: number, f: (t: Template) => Template): Step =>
  (tree) => ({ ...tree, templates: tree.templates.map((t, i) => (i === index % tree.templates.length ? f(t) : t)) });
const at = <T>(items: readonly T[], index: number, f: (item: T) => readonly T[]): readonly T[] =>
  items.flatMap((item, i) => (i === index % items.length ? f(item) : [item]));
const label = (text: string) => ({ ...build.edge("A", "B", { guard: text }).guard! });
const used = (t: Template, l: Location): boolean =>
  t.initial?.name === l.id || t.edges.some((e) => e.source.name === l.id || e.target.name === l.id);
const fresh = (t: Template): string => `N${t.locations.length}`;

const step: fc.Arbitrary<Step> = fc
  .tuple(fc.nat(2), fc.nat(9), fc.constantFrom("x < 7", "n >= 2 && x > 1", "a[0] == n"), fc.nat(16))
  .map(([where, which, text, what]): Step => {
    const edge = (f: (e: Edge) => readonly Edge[]): Step =>
      inTemplate(where, (t) => ({ ...t, edges: at(t.edges, which, f) }));
    const location = (f: (l: Location) => readonly Location[]): Step =>
      inTemplate(where, (t) => ({ ...t, locations: at(t.locations, which, f) }));
    const declared = (text: string) =>
      parseDeclarations(Fragment.decoded(text, { starts: [], begins: [], ends: [], origin: 0 })).value;
    switch (what) {
      case 0:
        return edge((e) => [{ ...e, guard: label(text) }]);
      case 1:
        return edge((e) => [{ ...e, guard: undefined, update: undefined }]);
      case 2:
        return edge(() => []);
      case 3:
        return edge((e) => [{ ...e, controllable: !e.controllable }]);
      case 4:
        return location((l) => [{ ...l, invariant: label(text) }]);
      case 5:
        return location((l) => [{ ...l, invariant: undefined }]);
      case 6:
        return location((l) => [{ ...l, urgent: !l.urgent, committed: false }]);
      case 7:
        return inTemplate(where, (t) => ({
          ...t,
          locations: t.locations.filter(
            (l, i) => i !== which % t.locations.length || used(t, l) || t.locations.length < 2,
          ),
        }));
      case 8:
        return inTemplate(where, (t) => ({
          ...t,
          locations: [...t.locations, build.location(fresh(t), { invariant: text, committed: which % 2 === 0 })],
        }));
      case 9:
        return inTemplate(where, (t) => ({
          ...t,
          edges: [
            ...t.edges,
            build.edge(t.locations[0]!.id, t.locations[which % t.locations.length]!.id, { guard: text }),
          ],
        }));
      case 10:
        return inTemplate(where, (t) => ({ ...t, initial: build.name(t.locations[which % t.locations.length]!.id) }));
      case 11:
        return inTemplate(where, (t) => ({
          ...t,
          declarations: which % 3 === 0 ? [] : [...declared(`int z${which};`), ...t.declarations.slice(which % 2)],
        }));
      case 12:
        return (tree) => ({
          ...tree,
          declarations: at(tree.declarations, which, (d) => (which % 2 === 0 ? [] : [...declared("int fresh;"), d])),
        });
      case 13:
        return (tree) => ({
          ...tree,
          templates:
            which % 2 === 0
              ? tree.templates.slice(0, 2)
              : [...tree.templates, build.template(`W${which}`, { locations: [build.location("A")] })],
        });
      case 14:
        return (tree) => ({
          ...tree,
          systemDeclarations: which % 2 === 0 ? [] : [...tree.systemDeclarations, ...declared(`Q${which} = U();`)],
        });
      case 15:
        return (tree) => ({
          ...tree,
          system: build.model({ templates: [], system: which % 2 === 0 ? ["U"] : ["U", "P"] }).system,
        });
      default:
        return (tree) => ({
          ...tree,
          queries:
            which % 3 === 0
              ? tree.queries.slice(1)
              : which % 3 === 1
                ? [build.query("A[] n < 9"), ...tree.queries]
                : at(tree.queries, 1, () => [build.query("E[] n > 2")]),
        });
    }
  });

/** Without undefined fields, as parsing makes them. */
const clean = (tree: Tree): Tree => JSON.parse(JSON.stringify(tree)) as Tree;
const distinct = (tree: Tree): boolean =>
  new Set(tree.templates.map((t) => t.name.name)).size === tree.templates.length;

const xml = writeXml(source).replace("\t<template>", "\t<!-- kept -->\n\t<template>");

test("a changed tree is written into its XML file", () => {
  check(
    fc.array(step, { minLength: 1, maxLength: 4 }),
    (steps) => {
      const { tree, document } = parseXml(xml);
      const next = clean(steps.reduce((t, f) => f(t), tree));
      if (!distinct(next)) return;
      const result = spliceTree({ text: xml, tree, document }, next);
      const read = parseXml(result);
      expect(read.diagnostics).toEqual([]);
      expect(diffTrees(next, read.tree).changes).toEqual([]);
      expect(result).toContain("<!-- kept -->");
      expect(spliceTree({ text: result, tree: read.tree, document: read.document }, clean(read.tree))).toBe(result);
    },
    400,
  );
});

const xta = printXta(source).replace("process U", "// kept\nprocess U");

test("a changed tree is written into its XTA file", () => {
  check(
    fc.array(step, { minLength: 1, maxLength: 4 }),
    (steps) => {
      const { tree } = parseXta(xta);
      const next = clean({ ...steps.reduce((t, f) => f(t), tree), queries: tree.queries });
      if (!distinct(next)) return;
      const result = spliceTree({ text: xta, tree }, next);
      const read = parseXta(result);
      expect(read.diagnostics).toEqual([]);
      expect(diffTrees(next, read.tree).changes).toEqual([]);
      expect(result).toContain("// kept");
      expect(spliceTree({ text: result, tree: read.tree }, clean(read.tree))).toBe(result);
    },
    400,
  );
});

test("one label of one edge is all that changes", () => {
  const { tree, document } = parseXml(xml);
  const [first] = tree.templates;
  const next: Tree = {
    ...tree,
    templates: [
      { ...first!, edges: at(first!.edges, 0, (e) => [{ ...e, guard: label("n > 5") }]) },
      ...tree.templates.slice(1),
    ],
  };
  expect(spliceTree({ text: xml, tree, document }, next)).toBe(xml.replace(">n &gt; 1<", ">n &gt; 5<"));
});

test("new initial locations of one name in two templates are told apart", () => {
  const { tree, document } = parseXml(xml);
  expect(tree.templates.length).toBeGreaterThan(1);
  const templates = tree.templates.map((t) => ({
    ...t,
    locations: [...t.locations, build.location("begin")],
    initial: build.name("begin"),
    edges: [...t.edges, build.edge("begin", t.locations[0]!.id)],
  }));
  const again = parseXml(spliceTree({ text: xml, tree, document }, { ...tree, templates }));
  expect(again.diagnostics).toEqual([]);
  for (const template of again.tree.templates) {
    const begin = template.locations.find((l) => l.name?.name === "begin");
    expect(begin?.id).toBe(template.initial?.name);
    expect(template.edges.at(-1)?.source.name).toBe(begin?.id);
  }
});
