import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { check, makeTest, read } from "../../src/index.ts";
import { countOverlaps, layoutClearly, withoutPlaces } from "../../src/syntax/index.ts";

/** The tester of a template of an example. */
function testerOf(example: string, name: string) {
  const source = read(readFileSync(new URL(`../../examples/${example}.xml`, import.meta.url)));
  if (source.format === "tck") throw new Error("no UPPAAL model");
  const model = check(source.tree);
  const template = model.templates.find((t) => t.name === name)!;
  const made = makeTest(model, template);
  if ("refusal" in made) throw new Error(made.refusal);
  return { made: made.template, spec: template.node };
}

test("a tester with many edges between few locations is drawn anew: no label lies on anything", () => {
  const { made, spec } = testerOf("railway", "Gate");
  expect(made.edges.length).toBeGreaterThan(30);
  const { labelsOnLabels, labelsOnEdges, labelsOnNodes } = countOverlaps(made);
  expect([labelsOnLabels, labelsOnEdges, labelsOnNodes]).toEqual([0, 0, 0]);
  expect(made.locations.find((l) => l.id === spec.locations[0]!.id)?.place).not.toEqual(spec.locations[0]!.place);
});

test("a drawing whose labels can be read is kept", () => {
  const { made, spec } = testerOf("lamp", "User");
  for (const l of spec.locations) expect(made.locations.find((m) => m.id === l.id)?.place).toEqual(l.place);
});

test("what nobody drew is left to be drawn when it is written", () => {
  const { made } = testerOf("lamp", "User");
  const bare = withoutPlaces(made);
  expect(layoutClearly(bare)).toBe(bare);
});
