import { describe, expect, it } from "vitest";
import { build, equalTrees, parseXta, printExpr, printXta } from "../../src/syntax/index.ts";

describe("builders", () => {
  const tree = build.model({
    declarations: [
      build.variable("clock", "x"),
      build.variable("const int", "N", build.int(-3)),
      ...build.declarations("chan go[3];"),
    ],
    templates: [
      build.template("P", {
        parameters: "const int id",
        declarations: "int n;",
        locations: [build.location("A", { invariant: "x <= 5" }), build.location("B", { urgent: true, rate: "1 : 2" })],
        branchpoints: ["split"],
        edges: [
          build.edge("A", "B", {
            select: "i : int[0,2]",
            guard: build.and("x > 3", "n == i"),
            sync: "go[i]!",
            update: "x = 0, n++",
          }),
          build.edge("B", "A", {
            controllable: false,
            update: [build.assign("n", build.index("t", "n"))],
          }),
        ],
      }),
    ],
    instances: [build.instance("P1", "P", build.int(1))],
    system: ["P1"],
    queries: ["A[] not deadlock"],
  });
  it("make the tree that the text would", () => {
    const text = printXta(tree);
    const { tree: read, diagnostics } = parseXta(text);
    expect(diagnostics).toEqual([]);
    expect(equalTrees({ ...read, queries: [] }, { ...tree, queries: [] })).toBe(true);
    expect(text).toContain(
      "A -> B { select i : int[0,2]; guard x > 3 && n == i; sync go[i]!; assign x = 0, n++; },\n    B -u-> A",
    );
  });
  it("put every node nowhere", () => {
    expect(JSON.stringify(tree)).not.toMatch(/"(start|end)":[^0]/);
  });
  it("print what they say", () => {
    expect(printExpr(build.or(build.not("a && b"), build.member(build.call("T", build.int(2)), "A")))).toBe(
      "!(a && b) || T(2).A",
    );
    expect([build.and(), build.or()].map(printExpr)).toEqual(["true", "false"]);
    expect(printExpr(build.int(-2147483648))).toBe("-2147483648");
  });
  it("refuse text that is wrong", () => {
    expect(() => build.expr("a +")).toThrow("cannot build");
    expect(() => build.int(1.5)).toThrow("not a 32-bit integer");
  });
});
