import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type Diagnostic, open, type Verdict, verify } from "../../src/index.ts";
import { constructs, type Entry } from "./obeyed.ts";

/**
 * Nothing is read and silently ignored that would change a verdict: for everything that a tree can hold there is a model whose
 * verdict depends on it, or it is refused, or docs/compatibility.md says that it has no meaning (and it has none).
 */
const rows = new Map(
  readFileSync(new URL("../../docs/compatibility.md", import.meta.url), "utf8")
    .split("\n")
    .flatMap((line) => {
      const id = /^\| ([A-Z]+[0-9]+) \|/.exec(line)?.[1];
      return id === undefined ? [] : [[id, line] as const];
    }),
);

function answer({ outcome, values, fault }: Verdict): unknown {
  return { outcome, values: values?.map((v) => v.intervals), fault: fault?.kind };
}

function errors(diagnostics: readonly Diagnostic[]): readonly string[] {
  return diagnostics.filter((d) => d.severity === "error").map((d) => d.message);
}

/** What each engine answers to each query. */
function ask(text: string, queries: readonly string[]): readonly (readonly unknown[])[] {
  const { network, diagnostics, query } = open(text);
  expect(errors(diagnostics)).toEqual([]);
  return queries.map((asked) => {
    const made = query(asked);
    expect(errors(made.diagnostics)).toEqual([]);
    return [true, false].map((compiled) => answer(verify(network!, made.query!, { compiled })));
  });
}

function see(entry: Entry): void {
  switch (entry.is) {
    case "obeyed": {
      const [before, after] = [entry.without, entry.with].map((model) => ask(model, [entry.query])[0]!);
      for (const [k, verdict] of after!.entries()) expect(verdict).not.toEqual(before![k]);
      return;
    }
    case "asked": {
      const [one, other] = ask(entry.model, entry.queries);
      for (const [k, verdict] of one!.entries()) expect(verdict).not.toEqual(other![k]);
      return;
    }
    case "refused": {
      const model = open(entry.model);
      const found = [...model.diagnostics, ...(entry.query === undefined ? [] : model.query(entry.query).diagnostics)];
      expect(found.filter((d) => d.severity === "error").map((d) => d.code)).toContain(entry.code);
      return;
    }
    case "told":
      expect(rows.get(entry.id)).toContain(entry.words);
      if (entry.model !== undefined) {
        const queries = ["E<> P.S && true", "A[] not deadlock", "A<> false"];
        const [before, after] = entry.model.map((model) => ask(model, queries));
        expect(after).toEqual(before);
      }
      return;
    case "structure":
      expect(entry.why).not.toBe("");
  }
}

test.each(Object.entries(constructs))("%s", (_, entry) => see(entry));
