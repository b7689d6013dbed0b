import { describe, expect, it } from "vitest";
import { check, checkQuery, initialValue } from "../../src/model/index.ts";
import { Fragment, parseQuery, parseXta } from "../../src/syntax/index.ts";
import { modelOf } from "./faults.ts";

describe("size", () => {
  it("chains of 100,000 operands are checked and computed", () => {
    const chain = (item: string, op: string) => Array.from({ length: 100_000 }, () => item).join(op);
    const { tree, diagnostics } =
      parseXta(`int n; clock x; const int total = ${chain("1", "+")}; int many[total - 99998];
      process P() { state A { ${chain("x <= n", " && ")} }; init A; trans A -> A { guard ${chain("n == 1", " || ")}; assign n = ${chain("n", " - ")}; }; } system P;`);
    const model = check(tree);
    expect([...diagnostics, ...model.diagnostics]).toEqual([]);
    const { type } = model.variables[3]!;
    expect(type.kind === "array" && type.index.kind === "int" && type.index.high?.value).toBe(1);
    const { query } = parseQuery(Fragment.of(`E<> ${chain("n == 1", " and ")}`));
    expect(query !== undefined && checkQuery(model, query).diagnostics).toEqual([]);
  });

  it("work grows with the size of the model, not faster", () => {
    const text = (edges: number) =>
      `clock x; int a[10]; int f(int i) { return a[i] + 1; } process P() { clock y; int v; state A { y <= 10 }, B; init A; trans ${Array.from(
        { length: edges },
        (_, i) =>
          `A -> B { select i : int[0,9]; guard y >= 2 && a[i] < ${i} && f(i) != 3; assign a[i] = (a[i] + 1) % 7, y = 0, v = f(v); }`,
      ).join(",\n")}; } system P;`;
    const looks = (edges: number): number => {
      const { tree, count } = counted(parseXta(text(edges)).tree);
      expect(check(tree).diagnostics).toEqual([]);
      return count();
    };
    // The clock would measure the machine.
    expect(looks(2000)).toBeLessThan(11 * looks(200));
    expect(check(parseXta(text(20_000)).tree).diagnostics).toEqual([]);
  });

  it("types that hold types that hold types come to an end", () => {
    const doubling = (count: number) =>
      Array.from({ length: count }, (_, i) => `typedef struct { t${i} a; t${i} b; } t${i + 1};`).join("");
    const deep = modelOf(
      `typedef int t0; ${doubling(100)} t100 f() { t100 x; return x; } process P() { state A; init A; } system P;`,
    );
    expect(deep.diagnostics).toEqual([]);
    const wrong = modelOf(
      `typedef int t0; ${doubling(100)} process P() { t100 x; state A; init A; trans A -> A { assign x = 3; }; } system P;`,
    );
    expect(wrong.diagnostics.map((d) => d.message)).toEqual([
      "int cannot be assigned to struct { struct a; struct b; }",
    ]);
    expect(initialValue(wrong, wrong.templates[0]!.variables[0]!, new Map())).toMatchObject({
      kind: "fault",
      code: "evaluation-limit",
    });
    const arrays = Array.from({ length: 20_000 }, (_, i) => `typedef a${i} a${i + 1}[1];`).join("");
    const model = modelOf(`typedef int a0; ${arrays} a20000 x; process P() { state A; init A; } system P;`);
    expect(model.diagnostics.map((d) => d.code)).toContain("type-depth");
  });

  it("a hundred unknown names cost no more than their number", () => {
    const names = Array.from({ length: 3000 }, (_, i) => `int name${i};`).join("");
    const uses = Array.from({ length: 3000 }, (_, i) => `nam${i}x = 1;`).join("");
    const { diagnostics } = modelOf(`${names} void f() { ${uses} } process P() { state A; init A; } system P;`);
    expect(diagnostics).toHaveLength(3000);
    expect(diagnostics.filter((d) => d.hint !== undefined).length).toBeLessThan(100);
  });
});

/** A tree that counts how often something in it is looked at. */
function counted<T extends object>(root: T): { readonly tree: T; readonly count: () => number } {
  let looks = 0;
  const known = new WeakMap<object, object>();
  const watched = <V>(value: V): V => {
    if (typeof value !== "object" || value === null) return value;
    const made = known.get(value) ?? new Proxy(value, handler);
    known.set(value, made);
    return made as V;
  };
  const handler: ProxyHandler<object> = {
    get: (target, name) => {
      looks++;
      return watched(Reflect.get(target, name));
    },
  };
  return { tree: watched(root), count: () => looks };
}
