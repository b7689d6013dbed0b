import { describe, expect, it } from "vitest";
import { partsOf } from "../../../src/analysis/code/conjunct.ts";
import { constantValue } from "../../../src/analysis/code/constant-value.ts";
import { withValue } from "../../../src/analysis/code/fixed-value.ts";
import { originOf, region } from "../../../src/analysis/code/place.ts";
import {
  eachCode,
  eachConstraint,
  eachQueryCode,
  eachStep,
  formulasOf,
  mentionsDeadlock,
} from "../../../src/analysis/code/walk.ts";
import type { Code } from "../../../src/network/index.ts";
import { model } from "../../search/model.ts";
import { codeText, formulaText } from "../text.ts";

const { network, query } = model(`int[0,9] n = 4, m; bool f; int[0,9] a[3], b[2][3]; clock x, y;
  int twice(int v) { if (v > 1) { v = v + v; } while (v > 9) v = v - 1; return v; }
  process P() { state A { x <= 3 }, B; init A; trans A -> B { guard n < 3; assign n = twice(m), x = 0; }; } system P;`);

function formulaOf(text: string) {
  const [formula] = formulasOf(query(`E<> ${text}`));
  return formula!;
}
function valueOf(text: string): Code {
  const asked = query(`sup: ${text}`);
  if (!("terms" in asked) || asked.terms[0]?.is !== "data") throw new Error(text);
  return asked.terms[0].code;
}

describe("a question taken apart", () => {
  const check = (text: string, all: boolean, expected: readonly string[]): void =>
    expect(partsOf(formulaOf(text), all).map((f) => formulaText(network, f))).toEqual(expected);
  it.each([
    ["f", true, ["f"]],
    ["f && n == 1 && m == 2", true, ["f", "(n eq 1)", "(m eq 2)"]],
    ["f && n == 1", false, ["(f && (n eq 1))"]],
    ["f || n == 1", false, ["f", "(n eq 1)"]],
    ["!(f || n == 1)", true, ["!f", "!(n eq 1)"]],
    ["!(f && n == 1)", false, ["!f", "!(n eq 1)"]],
    ["f || (n == 1 && m == 2)", true, ["(f || (n eq 1))", "(f || (m eq 2))"]],
    ["(n == 1 && m == 2) || f", true, ["((n eq 1) || f)", "((m eq 2) || f)"]],
    ["x < 3 && f", true, ["x - t(0) < 3", "f"]],
    ["!(x < 3 || f)", true, ["!x - t(0) < 3", "!f"]],
  ] as const)("%s", check);

  it("a quantifier, over its values", () => {
    const parts = partsOf(formulaOf("forall (i : int[0,2]) a[i] == i"), true);
    expect(parts.map((f) => formulaText(network, f).replace(/#\d+/, "i"))).toEqual([
      "forall(i : 0..0) (a[0] eq 0)",
      "forall(i : 1..1) (a[1] eq 1)",
      "forall(i : 2..2) (a[2] eq 2)",
    ]);
  });
});

describe("the value of code that depends on known numbers", () => {
  /** n is 4, f is 0, the others are not known. */
  const check = (text: string, expected: number | undefined): void => {
    const known = new Map([
      ["n", 4],
      ["f", 0],
    ]);
    const load = (at: { readonly base: number }): number | undefined =>
      known.get(network.slots.at(at.base)?.name ?? "");
    expect(constantValue(valueOf(text), load), text).toBe(expected);
  };
  it.each([
    ["n", 4],
    ["m", undefined],
    ["n + 1", 5],
    ["n - m", undefined],
    ["n / 0", undefined],
    ["n % 3", 1],
    ["-n", -4],
    ["abs(0 - n)", 4],
    ["n > 3", 1],
    ["!n", 0],
    ["f && m", 0],
    ["m && f", undefined],
    ["n || m", 1],
    ["n && m", undefined],
    ["f ? m : n", 4],
    ["m ? n : n", undefined],
    ["twice(n)", undefined],
  ])("%s", check);
});

describe("code in which a variable has one value", () => {
  /** m is 2. */
  const check = (text: string, expected: string): void => {
    const cell = network.slots.findIndex((s) => s.name === "m");
    expect(codeText(network, withValue(valueOf(text), cell, 2))).toBe(expected);
  };
  it.each([
    ["m", "2"],
    ["n", "n"],
    ["m + 1", "3"],
    ["n + m", "(n add 2)"],
    ["m > 1 && f", "f"],
    ["m > 2 && f", "0"],
    ["m > 1 || f", "1"],
    ["f || m > 1", "(f || 1)"],
    ["m == 2 ? n : f", "n"],
    ["m == 1 ? n : f", "f"],
    ["a[m]", "a[2]"],
    ["a[n]", "a[0]+n*1"],
    ["b[m - 1][n]", "b[1][0]+n*1"],
    ["m / 0", "(2 div 0)"],
    ["!m", "0"],
    ["twice(m)", "call"],
  ])("%s becomes %s", check);
});

describe("places", () => {
  it("all cells that an address may name", () => {
    const term = { index: { op: "const", value: 0 }, origin: { start: 0, end: 0 } } as const;
    const at = (...terms: readonly (readonly [size: number, stride: number])[]) => ({
      base: 10,
      terms: terms.map(([size, stride]) => ({ ...term, low: 0, size, stride })),
    });
    expect(region(at())).toEqual([10]);
    expect(region(at([3, 2]))).toEqual([10, 12, 14]);
    expect(region(at([2, 5], [2, 1]))).toEqual([10, 11, 15, 16]);
    expect(region(at([300, 300], [300, 1]))).toBeUndefined();
  });

  it("where code stands", () => {
    const [edge] = network.processes[0]!.edges;
    const origin = originOf(edge!.guard.data[0]!);
    expect(origin).toBeDefined();
    expect(originOf({ op: "const", value: 1 })).toBeUndefined();
    expect(originOf({ op: "not", a: edge!.guard.data[0]! })).toEqual(origin);
  });
});

describe("walking", () => {
  it("meets every piece of code once, bodies of functions included", () => {
    const seen = new Map<string, number>();
    eachCode(network, query("A[] n < 7"), (c) => seen.set(c.op, (seen.get(c.op) ?? 0) + 1));
    // n < 3, v > 1, v > 9, and n < 7 of the query; n = .., v = .. twice.
    expect([seen.get("lt"), seen.get("gt"), seen.get("store"), seen.get("call"), seen.get("reset")]).toEqual([
      2, 2, 3, 1, 1,
    ]);
  });

  it("meets the code of a query alone", () => {
    const seen: string[] = [];
    eachQueryCode(query("sup{n > 1}: m + 1, x"), (c) => seen.push(c.op));
    // n > 1, then m + 1, then nothing added to x.
    expect(seen).toEqual(["gt", "load", "const", "add", "load", "const", "const"]);
  });

  it("meets steps inside steps", () => {
    const seen: string[] = [];
    eachStep(network.functions[0]!.body, (s) => seen.push(s.do));
    expect(seen).toEqual(["if", "code", "loop", "code", "return"]);
  });

  it("tells constraints under an odd number of negations", () => {
    const seen: string[] = [];
    eachConstraint(formulaOf("x < 1 && !(y < 2 && !(x < 3))"), false, (c, negated) =>
      seen.push(`${negated ? "!" : ""}${codeText(network, c.bound)}`),
    );
    expect(seen).toEqual(["1", "!2", "3"]);
  });

  it("finds deadlock anywhere in a formula", () => {
    const mentions = (text: string): boolean => mentionsDeadlock(formulaOf(text));
    expect(["deadlock", "!(f && deadlock)", "f || n == 1"].map(mentions)).toEqual([true, true, false]);
  });
});
