import { describe, expect, test } from "vitest";
import { open } from "../../src/index.ts";

/** Constructs as real models use them: a model in, the verdict of a query out. */
function check(xta: string, query: string, outcome: string): void {
  const opened = open(xta, { name: "model.xta" });
  expect(opened.diagnostics.filter((d) => d.severity === "error")).toEqual([]);
  const verdict = opened.verify(query);
  expect([query, verdict.outcome, verdict.outcome === outcome ? undefined : verdict.reason]).toEqual([query, outcome, undefined]);
}

describe("strings", () => {
  const model = `
    const string right = "open sesame";
    bool opens(const string& word, int times) { return word == right && times == 3; }
    process P(const string word) {
      state A, B, C, D;
      init A;
      trans A -> B { guard opens(right, 3); }, A -> C { guard opens(word, 3); }, A -> D { guard word != right || opens("open sesame", 2); };
    }
    Other = P("sesame"); Same = P("open sesame");
    system Other, Same;`;

  test.each([
    ["E<> Other.B", "satisfied"], ["E<> Other.C", "violated"], ["E<> Other.D", "satisfied"], ["E<> Same.C", "satisfied"], ["E<> Same.D", "violated"],
  ])("%s is %s", (query, outcome) => check(model, query, outcome));
});
