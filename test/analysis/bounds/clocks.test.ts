import { describe, expect, it } from "vitest";
import { findDiagonals } from "../../../src/analysis/bounds/diagonal.ts";
import { Effects } from "../../../src/analysis/bounds/effect.ts";
import { channelsOf } from "../../../src/analysis/bounds/monotone.ts";
import { clockSettings, Ranges } from "../../../src/analysis/index.ts";
import type { Network } from "../../../src/network/index.ts";
import { model } from "../../search/model.ts";

const one = (declarations: string, trans: string, states = "A, B"): string =>
  `${declarations} process P() { state ${states}; init A; trans ${trans}; } system P;`;
const nameOf = (network: Network, clock: number): string => network.clocks[clock]!.name;

describe("what updates do to clocks", () => {
  /** Effects in order; `?` marks one that is not sure. */
  const check = (declarations: string, update: string, expected: string): void => {
    const { network } = model(
      one(
        `clock x, y, z[3]; int[0,3] n; ${declarations}`,
        `A -> A { select s : int[0,3]; assign n = s; }, A -> B { assign ${update}; }`,
      ),
    );
    const ranges = new Ranges(network);
    const effects = new Effects(network, () => ranges).of(network.processes[0]!.edges[1]!.update);
    const text = effects.map((e) => {
      const { low, high } = e.kind === "reset" ? e.value : e.plus;
      const value = low === high ? `${low}` : `${low}..${high}`;
      const right = e.kind === "reset" ? value : `${nameOf(network, e.from)}+${value}`;
      return `${nameOf(network, e.clock)}=${right}${e.sure ? "" : "?"}`;
    });
    expect(text.join(" ")).toBe(expected);
  };
  it.each([
    ["", "x = 0, y = 2", "x=0 y=2"],
    ["", "x = n", "x=0..3"],
    ["", "x = y + 1", "x=y+1"],
    ["", "x = n > 1 ? 1 : 2", "x=1? x=2?"],
    ["", "z[1] = 0", "z[1]=0"],
    ["", "z[n <? 1] = 0", "z[0]=0? z[1]=0?"],
    ["void f() { x = 1; }", "f()", "x=1"],
    ["void f() { if (n > 0) x = 1; y = 2; }", "f()", "x=1? y=2"],
    ["void f() { if (n > 0) return; x = 1; }", "f()", "x=1?"],
    ["void f() { while (n > 0) x = 1; }", "f()", "x=1?"],
    ["void f() { for (i : int[0,2]) z[i] = 4; }", "f()", "z[0]=4 z[1]=4 z[2]=4"],
    ["void f() { for (i : int[0,1]) { z[i] = 4; x = 0; } }", "f()", "z[0]=4? z[1]=4? x=0?"],
    ["int f() { x = 1; return 1; }", "n = n > 0 && f() > 0", "x=1?"],
  ])("%s %s", check);

  it("the largest value each is set to, and which are copied", () => {
    const { network } = model(
      one(
        "clock x = 7, y, z; int[0,3] n;",
        "A -> B { select s : int[0,3]; assign n = s, x = 2, y = n; }, A -> B { assign z = x; }",
      ),
    );
    const ranges = new Ranges(network);
    const all = clockSettings(network, () => ranges).slice(1);
    expect(all.map((c, k) => `${nameOf(network, k + 1)} ${c.largest}${c.isCopied ? " copied" : ""}`)).toEqual([
      "x 7",
      "y 3",
      "z 0 copied",
    ]);
  });
});

describe("diagonals", () => {
  /** Constraints in the order found, and the largest constant that matters for each clock in one. */
  const check = (text: string, query: string | undefined, expected: string): void => {
    const m = model(text);
    const ranges = new Ranges(m.network);
    const { triples, most, unlisted } = findDiagonals(
      m.network,
      query === undefined ? undefined : m.query(query),
      () => ranges,
    );
    const found: string[] = [];
    for (let i = 0; i < triples.length; i += 3)
      found.push(
        `${nameOf(m.network, triples[i]!)}-${nameOf(m.network, triples[i + 1]!)}${triples[i + 2]! & 1 ? "<=" : "<"}${triples[i + 2]! >> 1}`,
      );
    const largest = [...most].map(([x, c]) => `${nameOf(m.network, x)}:${c}`);
    expect([...found, ...largest, ...(unlisted === undefined ? [] : [unlisted])].join(" ")).toBe(expected);
  };
  it.each([
    ["none", one("clock x, y;", "A -> B { guard x < 3 && y > 2; }"), undefined, ""],
    ["a guard", one("clock x, y;", "A -> B { guard x - y < 3; }"), undefined, "x-y<3 x:3 y:3"],
    ["from below", one("clock x, y;", "A -> B { guard x - y > 3; }"), undefined, "y-x<-3 y:3 x:3"],
    ["an invariant", one("clock x, y;", "A -> B { }", "A { x - y <= 2 }, B"), undefined, "x-y<=2 x:2 y:2"],
    ["a query", one("clock x, y;", "A -> B { }"), "E<> x - y <= 4", "x-y<=4 x:4 y:4"],
    ["equality is two", one("clock x, y;", "A -> B { guard x - y == 1; }"), undefined, "x-y<=1 y-x<=-1 x:1 y:1"],
    [
      "with the largest reset",
      one("clock x, y;", "A -> B { guard x - y < 3; }, B -> A { assign y = 5; }"),
      undefined,
      "x-y<3 x:8 y:3",
    ],
    [
      "through a copy",
      one("clock x, y, z;", "A -> B { guard x - y < 3; }, B -> A { assign x = z + 1; }"),
      undefined,
      "x-y<3 z-y<2 x:3 y:3 z:2",
    ],
    [
      "a bound of several values",
      one("clock x, y; int[1,2] n = 1;", "A -> B { guard x - y < n; }, B -> A { assign n = 2; }"),
      undefined,
      "x-y<1 x-y<2 x:2 y:2",
    ],
    [
      "a bound of too many values",
      one("clock x, y; int n;", "A -> B { guard x - y < n; assign n = n + 1; }"),
      undefined,
      "a difference of clocks is compared with a value of a large range",
    ],
  ])("%s", (_, text, query, expected) => check(text, query, expected));
});

it("all channels that an edge may synchronise on", () => {
  const { network } = model(
    one(
      "chan a, c[3], d;",
      "A -> B { sync a!; }, A -> B { select i : int[0,2]; sync c[i]?; }, A -> B { sync c[1]!; }, A -> B { }",
    ),
  );
  const names = network.processes[0]!.edges.map((e) =>
    channelsOf(e, network)
      .map((c) => c.name)
      .join(" "),
  );
  expect(names).toEqual(["a", "c[0] c[1] c[2]", "c[1]", ""]);
});
