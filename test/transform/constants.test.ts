import { describe, expect, test } from "vitest";
import { check, constantsOf, type Model, printDeclarations, read, withConstants, writeXml } from "../../src/index.ts";

/**
 * Constants set in the tree: which names and values are taken, what is refused and in which words, and that nothing else changes.
 */
const text = `const int N = 3;
const int[0,5] M = 2;
const bool B = true;
const double D = 0.5;
const int A[2] = {1, 2};
const int L = N + 1;
int v = 1;
typedef int[1,N] id_t;
process P(const id_t i) { const int k = 2; clock x; state a { x <= k }; init a; }
const int Late = 4;
process Q() { const int q = 1; state a; init a; }
system P, Q;
`;

function modelOf(source: string): Model {
  const { format, ...rest } = read(source);
  if (format === "tck" || !("tree" in rest)) throw new Error("an UPPAAL model is expected");
  return check(rest.tree);
}
const model = modelOf(text);

function refused(values: Record<string, number | boolean>): string | undefined {
  const result = withConstants(model, values);
  return "refused" in result ? result.refused : undefined;
}

describe("constants", () => {
  test("are found wherever they stand", () => {
    expect(constantsOf(model)).toEqual(["N", "M", "B", "D", "L", "Late", "P.k", "Q.q"]);
  });

  test("take their values, and nothing else changes", () => {
    const tree = withConstants(model, { N: 7, B: false, D: -1.25, L: -3, Late: 9, "P.k": 5, "Q.q": 6 });
    if ("refused" in tree) throw new Error(tree.refused);
    const again = check(tree);
    expect(again.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    const written = (xml: string): string[] => xml.split("\n");
    const [old, now] = [written(writeXml(model.tree)), written(writeXml(tree))];
    const changed = now.filter((line, i) => line !== old[i]).map((line) => line.trim());
    expect(changed.map((line) => line.replace(/<.*?>/g, ""))).toEqual([
      "const int N = 7;",
      "const bool B = false;",
      "const double D = -1.25;",
      "const int L = -3;",
      "const int Late = 9;",
      "const int k = 5;",
      "const int q = 6;",
    ]);
    expect(printDeclarations(tree.declarations)).toContain("const int[0,5] M = 2;");
  });

  test("take each number of 32 bits", () => {
    for (const value of [-(2 ** 31), 2 ** 31 - 1]) {
      const tree = withConstants(model, { L: value, D: value });
      if ("refused" in tree) throw new Error(tree.refused);
      expect(check(tree).diagnostics).toEqual([]);
    }
  });

  test("keep their place, so that a range that depends on another has one", () => {
    const tree = withConstants(
      modelOf("const int N = 3;\nconst int[0,N] M = 2;\nprocess P() { state a; init a; } system P;"),
      {
        N: 1,
      },
    );
    if ("refused" in tree) throw new Error(tree.refused);
    const [wrong] = check(tree).diagnostics.filter(({ severity }) => severity === "error");
    expect(wrong).toMatchObject({ code: "initialiser-range", message: "2 is outside 0 .. 1" });
  });

  test.each([
    [{ X: 1 }, "there is no constant 'X'; the model has N, M, B, D, L, Late, P.k, Q.q"],
    [{ k: 1 }, "there is no global constant 'k'; template P has one: P.k"],
    [{ "R.k": 1 }, "there is no template 'R'"],
    [{ v: 1 }, "v is a variable, not a constant"],
    [{ A: 1 }, "A is of type int[2]: only constants of one number or truth value can be set"],
    [{ i: 1 }, "i is a parameter of template P: its values come from the system line, where a constant can be named"],
    [
      { "P.i": 1 },
      "P.i is a parameter of template P: its values come from the system line, where a constant can be named",
    ],
    [{ "P.x": 1 }, "P.x is a variable, not a constant"],
    [{ M: 6 }, "M cannot be 6: it is in 0 .. 5"],
    [{ N: 1.5 }, "N cannot be 1.5: it is a whole number"],
    [{ N: 2 ** 31 }, "N cannot be 2147483648: it has 32 bits"],
    [{ N: true }, "N cannot be true: it is a number, of type int"],
    [{ B: 1 }, "B cannot be 1: it is a bool, true or false"],
  ])("%j is refused", (values, message) => {
    expect(refused(values as Record<string, number | boolean>)).toBe(message);
  });

  test("without any the tree is the same", () => {
    expect(withConstants(model, {})).toBe(model.tree);
  });
});
