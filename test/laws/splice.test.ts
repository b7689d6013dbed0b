import fc from "fast-check";
import { expect, test } from "vitest";
import {
  build,
  type Edge,
  edit,
  equalTrees,
  type LabelKind,
  type Location,
  labelTexts,
  parseXml,
  parseXta,
  printXta,
  type Tree,
  writeXml,
} from "../../src/syntax/index.ts";
import { check } from "./seed.ts";

/** Random models, written in random styles, under random edits. */
const guard = fc.constantFrom("n > 1", "x <= 3 && n < 2", "a[0] == n", "true", "n >= 0 || !(n < 1)");
const update = fc.constantFrom("n = 0", "x = 0, n = n + 1", "a[n] = n << 1");
const labels = fc.record({
  guard: fc.option(guard, { nil: undefined }),
  update: fc.option(update, { nil: undefined }),
  sync: fc.option(fc.constantFrom("c!", "c?"), { nil: undefined }),
});
const edges = fc.array(fc.record({ from: fc.nat(3), to: fc.nat(3), labels }), { maxLength: 5 });
const template = fc.record({
  invariants: fc.array(fc.option(guard, { nil: undefined }), { minLength: 4, maxLength: 4 }),
  edges,
});

function model(
  templates: readonly {
    invariants: readonly (string | undefined)[];
    edges: readonly { from: number; to: number; labels: Record<string, string | undefined> }[];
  }[],
): Tree {
  return build.model({
    declarations: "clock x; int n; int a[2]; chan c;",
    templates: templates.map((t, i) =>
      build.template(`T${i}`, {
        locations: t.invariants.map((invariant, k) =>
          build.location(`L${k}`, invariant === undefined ? {} : { invariant }),
        ),
        edges: t.edges.map((e) =>
          build.edge(
            `L${e.from}`,
            `L${e.to}`,
            Object.fromEntries(Object.entries(e.labels).filter(([, text]) => text !== undefined)),
          ),
        ),
      }),
    ),
    system: templates.map((_, i) => `T${i}`),
  });
}

/** The same XML as other tools write it. */
const style = fc.constantFrom<(text: string) => string>(
  (text) => text,
  (text) => text.replace(/\n/g, "\r\n"),
  (text) => text.replace(/&gt;/g, ">"),
  (text) => text.replace(/\n\t*/g, ""),
  (text) =>
    text.replace(
      /(<label[^>]*>)([^<]*)(<\/label>)/g,
      (_, open, inner, close) =>
        `${open}<![CDATA[${inner.replace(/&lt;/g, "<").replace(/&gt;/g, ">").replace(/&amp;/g, "&")}]]>${close}`,
    ),
  (text) => text.replace(/<location/g, "<!-- a > b --><location"),
);

interface Change {
  readonly template: number;
  readonly node: number;
  readonly kind: LabelKind;
  readonly text: string;
}
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({
    template: fc.nat(2),
    node: fc.nat(4),
    kind: fc.constantFrom<LabelKind>("guard"),
    text: fc.oneof(guard, fc.constant("")),
  }),
  fc.record({
    template: fc.nat(2),
    node: fc.nat(4),
    kind: fc.constantFrom<LabelKind>("update"),
    text: fc.oneof(update, fc.constant("")),
  }),
  fc.record({
    template: fc.nat(2),
    node: fc.nat(3),
    kind: fc.constantFrom<LabelKind>("invariant"),
    text: fc.oneof(guard, fc.constant("")),
  }),
);

function nodeOf(tree: Tree, c: Change): Location | Edge | undefined {
  const home = tree.templates[c.template];
  return c.kind === "invariant" ? home?.locations[c.node] : home?.edges[c.node];
}

/** One change per node and kind. */
function distinct(tree: Tree, changes: readonly Change[]): Change[] {
  const seen = new Set<string>();
  return changes.filter((c) => {
    const key = `${c.template} ${c.node} ${c.kind}`;
    return nodeOf(tree, c) !== undefined && !seen.has(key) && seen.add(key);
  });
}

const cases = fc.record({
  templates: fc.array(template, { minLength: 1, maxLength: 3 }),
  style,
  changes: fc.array(change, { maxLength: 8 }),
});

test("writing a model as XML and reading it gives the same tree, but for ids and places", () => {
  check(cases, ({ templates }) => {
    const tree = model(templates);
    const back = parseXml(writeXml(tree));
    expect(back.diagnostics).toEqual([]);
    expect(printXta(back.tree)).toBe(printXta(tree));
  });
});

test("edits of labels do what they say and touch nothing else", () => {
  check(cases, ({ templates, style: restyle, changes }) => {
    const text = restyle(writeXml(model(templates)));
    const { tree, document, diagnostics } = parseXml(text);
    expect(diagnostics).toEqual([]);
    const wanted = distinct(tree, changes);
    const editor = edit({ text, tree, document });
    for (const c of wanted) editor.setLabel(nodeOf(tree, c) as Location | Edge, c.kind, c.text);
    const result = editor.apply();
    const after = parseXml(result);
    expect(after.diagnostics).toEqual([]);
    for (const c of wanted) {
      const label = labelTexts(nodeOf(after.tree, c) as Location | Edge, result).find((l) => l.kind === c.kind);
      expect(label?.text ?? "").toBe(c.text);
    }
    // Putting the old labels back gives the old tree.
    const undo = edit({ text: result, tree: after.tree, document: after.document });
    for (const c of wanted) {
      const old = labelTexts(nodeOf(tree, c) as Location | Edge, text).find((l) => l.kind === c.kind);
      undo.setLabel(nodeOf(after.tree, c) as Location | Edge, c.kind, old?.text ?? "");
    }
    expect(printXta(parseXml(undo.apply()).tree)).toBe(printXta(tree));
    // Everything outside the changed elements is there byte for byte.
    const changed = new Set(wanted.map((c) => nodeOf(tree, c)));
    const nodes = tree.templates.flatMap((t) => [...t.locations, ...t.edges]).sort((a, b) => a.start - b.start);
    let at = 0;
    let from = 0;
    for (const node of nodes.filter((n) => changed.has(n))) {
      const kept = text.slice(at, node.start);
      const found = result.indexOf(kept, from);
      expect(found).toBeGreaterThanOrEqual(0);
      from = found + kept.length;
      at = node.end;
    }
    expect(result.endsWith(text.slice(at))).toBe(true);
  });
});

test("edits of XTA do what they say", () => {
  check(cases, ({ templates, changes }) => {
    const text = printXta(model(templates));
    const { tree, diagnostics } = parseXta(text);
    expect(diagnostics).toEqual([]);
    const wanted = distinct(tree, changes);
    const editor = edit({ text, tree });
    for (const c of wanted) editor.setLabel(nodeOf(tree, c) as Location | Edge, c.kind, c.text);
    const after = parseXta(editor.apply());
    expect(after.diagnostics).toEqual([]);
    const expected = tree.templates.map((t, i) => ({
      ...t,
      locations: t.locations.map((l, k) =>
        withLabel(
          l,
          wanted.find((c) => c.template === i && c.node === k && c.kind === "invariant"),
        ),
      ),
      edges: t.edges.map((e, k) =>
        wanted
          .filter((c) => c.template === i && c.node === k && c.kind !== "invariant")
          .reduce((edge, c) => withLabel(edge, c), e),
      ),
    }));
    expect(equalTrees(after.tree.templates, expected)).toBe(true);
  });
});

function withLabel<T extends Location | Edge>(node: T, c: Change | undefined): T {
  if (c === undefined) return node;
  const made =
    c.text === ""
      ? {}
      : c.kind === "invariant"
        ? build.location("L", { invariant: c.text })
        : build.edge("A", "B", { [c.kind]: c.text });
  return { ...node, [c.kind]: (made as Partial<Record<LabelKind, unknown>>)[c.kind] };
}
