import { expect, test } from "vitest";
import { countOverlaps, edit, parseXml, type TextKind, totalOf } from "../../src/syntax/index.ts";

/** Where a label goes that is written into a drawing later, and what makes room for it. */
const model = (labels: string): string => `<nta><template><name>T</name>
<location id="id0" x="0" y="0"><name x="-10" y="-34">A</name></location>
<location id="id1" x="400" y="0"><name x="390" y="-34">B</name></location>
<init ref="id0"/>
<transition><source ref="id0"/><target ref="id1"/>${labels}</transition>
</template><system>system T;</system></nta>`;

function places(labels: string, kind: TextKind, text: string): string[] {
  const source = model(labels);
  const { tree, document } = parseXml(source);
  const [edge] = tree.templates[0]!.edges;
  const result = edit({ text: source, tree, document }).setLabel(edge!, kind, text).apply();
  const [template] = parseXml(result).tree.templates;
  expect(totalOf(countOverlaps(template!, result))).toBe(0);
  return [...result.matchAll(/<label kind="(\w+)" x="(-?\d+)" y="(-?\d+)"/g)].map((m) => `${m[1]} ${m[2]} ${m[3]}`);
}

const select = '<label kind="select" x="150" y="8">i : int</label>';
const below =
  '<label kind="synchronisation" x="150" y="25">go!</label><label kind="assignment" x="150" y="42">n = 0</label>';

test("between two labels that stand close together, those behind go down", () => {
  expect(places(select + below, "guard", "n > 0")).toEqual([
    "select 150 8",
    "guard 150 25",
    "synchronisation 150 42",
    "assignment 150 59",
  ]);
});

test("what has room moves nothing", () => {
  const apart = below.replace('y="25"', 'y="42"').replace('y="42">n', 'y="59">n');
  expect(places(select + apart, "guard", "n > 0")).toEqual([
    "select 150 8",
    "guard 150 25",
    "synchronisation 150 42",
    "assignment 150 59",
  ]);
});

test("comments are written behind the labels, and taken away again", () => {
  expect(places(select, "comments", "chosen by chance")).toEqual(["select 150 8", "comments 150 25"]);
  expect(places(`${select}<label kind="comments" x="1" y="90">old</label>`, "comments", "")).toEqual(["select 150 8"]);
});
