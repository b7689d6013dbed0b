import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { countOverlaps, layoutTemplate, read, totalOf, withoutPlaces } from "../src/index.ts";

/** In the shipped examples nothing lies on anything, as they are drawn in the files and as they would be drawn anew. */
const files = readdirSync("examples", { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".xml"));

describe.each(files)("%s", (name) => {
  const source = read(readFileSync(join("examples", name), "utf8"), { name });
  if (source.format === "tck") throw new Error("not a UPPAAL model");
  test.each(source.tree.templates.map((t) => [t.name.name, t] as const))("%s", (_, template) => {
    expect(layoutTemplate(template, source.text)).toBe(template);
    expect(totalOf(countOverlaps(template, source.text))).toBe(0);
    const anew = layoutTemplate(withoutPlaces(template), source.text);
    expect(totalOf(countOverlaps(anew, source.text))).toBe(0);
  });
});
