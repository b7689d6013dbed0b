import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { lintRules } from "../../src/index.ts";
import { exampleOf, lintExample } from "./examples.ts";

/** Every rule speaks at the marked place of its own wrong example, and there only; of its right example it says nothing. */
describe("examples of the rules", () => {
  test("ids are told apart, and there are many", () => {
    expect(new Set(lintRules.map(({ id }) => id)).size).toBe(lintRules.length);
    expect(lintRules.length).toBeGreaterThanOrEqual(30);
  });

  test.each(lintRules.map((rule) => [rule.id, rule] as const))("%s", (id, { wrong, right }) => {
    const example = exampleOf(wrong);
    const { findings, errors } = lintExample(example, { only: [id] });
    expect(errors).toEqual([]);
    expect(findings.map(({ span: { start, end }, file }) => ({ start, end, ...(file ? { file } : {}) }))).toEqual(
      example.places,
    );
    const other = lintExample(exampleOf(right), { only: [id] });
    expect([...other.errors, ...other.findings, ...other.notes]).toEqual([]);
  });
});

describe("docs/guide/lint.md", () => {
  const guide = readFileSync(new URL("../../docs/guide/lint.md", import.meta.url), "utf8");
  test.each(lintRules.map(({ id, severity, kind, title }) => [id, `| \`${id}\` | ${severity} | ${kind} | ${title} |`]))(
    "has the row of %s",
    (_, row) => expect(guide).toContain(row),
  );
});
