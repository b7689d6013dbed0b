import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { check, checkQuery, hasErrors, instantiate, instantiateQuery, read, verify } from "../src/index.ts";

/** Every example of `examples/` is free of errors, and each of its queries is answered as the file expects, by both engines. */
const folder = join(dirname(fileURLToPath(import.meta.url)), "..", "examples");

const outcomes = {
  satisfied: "success",
  violated: "failure",
  maybe_satisfied: "maybe_true",
  maybe_violated: "maybe_false",
  unknown: "unknown",
  fault: "error",
} as const;

describe.each(readdirSync(folder).filter((name) => name.endsWith(".xml")))("%s", (name) => {
  const source = read(readFileSync(join(folder, name), "utf8"), { name });
  if (source.format === "tck") throw new Error("an example is a UPPAAL model");
  const model = check(source.tree);
  const made = instantiate(model).made;

  test("has no errors", () => {
    expect([...source.diagnostics, ...model.diagnostics].filter((d) => d.severity === "error")).toEqual([]);
    expect(made).toBeDefined();
  });

  test("begins with what it teaches", () => {
    expect(source.text).toMatch(/<declaration>\/\/ .{20,}/);
  });

  test.each(source.tree.queries.map((entry) => [entry.text.trim(), entry] as const))("%s", (text, entry) => {
    expect(entry.query).toBeDefined();
    const checked = checkQuery(model, entry.query!);
    expect(hasErrors(checked.diagnostics)).toBe(false);
    const { query } = instantiateQuery(made!, checked, text);
    for (const compiled of [true, false]) {
      const verdict = verify(made!.network, query!, { compiled, trace: "some" });
      expect(outcomes[verdict.outcome]).toBe(entry.expect?.outcome ?? "success");
      expect(verdict.traceReason).toBeUndefined();
    }
  });
});
