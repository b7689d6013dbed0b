import { describe, expect, it } from "vitest";
import { canonicaliser, finalUse, liveCells, livenessOf, liveVariables } from "../../../src/analysis/index.ts";
import { model } from "../../search/model.ts";

const text = `int[0,3] n = 1, m, k; process P() { state A, B, C; init A; trans
  A -> B { select s : int[0,3]; assign n = s, k = s; }, B -> C { guard n > 1; assign m = n; }, C -> A { guard m > 0 && k > 1; }; } system P;`;

/**
 * n is written on the way to B, read there and nowhere after; m is written on the way to C and read there; k is read in C, so it
 * matters in B and C. Nobody asks for any of them.
 */
describe("cells that matter, by location", () => {
  const { network, query } = model(text);
  const asked = query("E<> P.C");
  const live = liveCells(network, asked)!;
  const name = (cell: number): string => network.slots.at(cell)!.name;

  it("in rows", () => {
    expect(live.rows[0]!.map((row) => [...row].map(name).join(" "))).toEqual(["", "n k", "m k"]);
    expect([...live.reducible].map(name)).toEqual(["n", "m", "k"]);
    expect([...live.general]).toEqual([1, 0, 0, 0]);
  });

  it("as a question", () => {
    const at = (location: number): string =>
      network.slots
        .map((s, c) => (livenessOf(live, [location])(c) ? s.name : ""))
        .filter(Boolean)
        .join(" ");
    expect([0, 1, 2].map(at)).toEqual(["P", "P n k", "P m k"]);
  });

  it("dead ones get their initial values", () => {
    const reduced = (cells: readonly number[]): number[] => {
      const state = Int32Array.from(cells);
      canonicaliser(network, live)(state);
      return [...state];
    };
    expect(
      [
        [0, 3, 3, 3],
        [1, 3, 3, 3],
        [2, 3, 3, 3],
      ].map(reduced),
    ).toEqual([
      [0, 1, 0, 0],
      [1, 3, 0, 3],
      [2, 1, 3, 3],
    ]);
  });

  it("is nothing where no cell is ever dead", () => {
    const always = model(
      "int[0,3] n; process P() { state A; init A; trans A -> A { guard n > 1; assign n = n; }; } system P;",
    );
    expect(liveCells(always.network, always.query("E<> P.A"))).toBeUndefined();
  });

  it("nor where one matters in all locations that can be reached", () => {
    const twice = model(`int[0,3] n; process P() { state A, B, C; init A; trans A -> B { guard n > 1; assign n = n; },
      B -> A { select s : int[0,3]; guard n > 1; assign n = s; }; } system P;`);
    expect(liveCells(twice.network, twice.query("E<> P.B"))).toBeUndefined();
  });

  it("says the use at the end of a chain", () => {
    const facts = liveVariables(network, { queries: [asked] });
    const use = (location: number, variable: string): string => {
      const row = facts.needs[0]![location]!;
      const fact = [...row.values()].find((f) => name(f.element) === variable)!;
      return finalUse(facts, fact, [asked]);
    };
    expect([use(1, "n"), use(2, "m"), use(1, "k")]).toEqual([
      "the guard of P: B -> C uses it",
      "the guard of P: C -> A uses it",
      "the guard of P: C -> A uses it",
    ]);
  });
});
