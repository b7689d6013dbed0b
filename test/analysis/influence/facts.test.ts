import { describe, expect, it } from "vitest";
import { NetworkUses } from "../../../src/analysis/flow/uses.ts";
import { countersOf, idleClocks, influences, type Reach } from "../../../src/analysis/index.ts";
import { isCovered } from "../../../src/analysis/influence/cover.ts";
import { isFaultless } from "../../../src/analysis/influence/faultless.ts";
import { hasCycle, isAlone, isHarmless } from "../../../src/analysis/influence/harmless.ts";
import { looksAt, readsLocations } from "../../../src/analysis/influence/looks.ts";
import { model } from "../../search/model.ts";
import { formulaText } from "../text.ts";

const one = (declarations: string, trans: string, states = "A, B"): string =>
  `${declarations} process P() { state ${states}; init A; trans ${trans}; } system P;`;

describe("variables that are only counted", () => {
  const check = (text: string, query: string, expected: string): void => {
    const m = model(text);
    const found = [...countersOf(m.network, m.query(query))].map((c) => m.network.slots.at(c)!.name);
    expect(found.join(" ")).toBe(expected);
  };
  const back = "A -> B { assign n = n + 1; }, B -> A { assign n = n - 1; }";
  it.each([
    ["up and down", one("int[0,3] n;", back), "E<> P.B", "n"],
    [
      "by more than is in range",
      one("int[0,3] n;", "A -> B { assign n = n + 4; }, B -> A { assign n = n - 4; }"),
      "E<> P.B",
      "",
    ],
    ["without end", one("int[0,3] n;", "A -> A { assign n = n + 1; }"), "E<> P.B", ""],
    ["asked for", one("int[0,3] n;", back), "E<> n > 0", ""],
    ["read by a guard", one("int[0,3] n;", `${back}, A -> A { guard n > 0; }`), "E<> P.B", ""],
    ["set to a constant", one("int[0,3] n;", "A -> B { assign n = 1; }"), "E<> P.B", ""],
    ["from where it starts", one("int[0,3] n = 3;", back), "E<> P.B", ""],
    [
      "by what another variable says",
      one("int[0,3] n; const int by[2] = {1, 2}; int[0,1] k;", "A -> B { assign n = n + by[k]; }"),
      "E<> P.B",
      "n",
    ],
    [
      "by two processes, three in all",
      `int[0,3] n; process P(int[0,2] id) { state A, B; init A; trans ${back}; } system P;`,
      "E<> P(0).B",
      "n",
    ],
    [
      "by two processes, one too many",
      `int[0,2] n; process P(int[0,2] id) { state A, B; init A; trans ${back}; } system P;`,
      "E<> P(0).B",
      "",
    ],
  ])("%s", (_, text, query, expected) => check(text, query, expected));
});

describe("some edge is enabled whatever the values", () => {
  const check = (
    guards: readonly string[],
    expected: boolean,
    fixed?: { readonly clock: number; readonly twice: number },
  ): void => {
    const { network } = model(
      one("int[0,3] n; int[0,1] k; bool f; clock x;", guards.map((g) => `A -> B { guard ${g}; }`).join(", ")),
    );
    expect(isCovered(network, network.processes[0]!.edges, fixed), guards.join(" | ")).toBe(expected);
  };
  it.each([
    [["true"], true],
    [["n < 2", "n >= 2"], true],
    [["n < 2", "n > 2"], false],
    [["n <= 3"], true],
    [["n < 3"], false],
    [["f", "!f"], true],
    [["f", "n > 0"], false],
    [["n == 0 || f", "n != 0", "!f"], true],
    [["n < k", "n >= k"], false],
    [["x < 2", "x >= 2"], true],
    [["x < 2", "x > 2"], false],
    [["x <= 2", "x > 2"], true],
    [["x <= 1", "x >= 2"], false],
    [["n == 0", "n == 1", "n == 3"], false],
    [["n == 0", "n == 1", "n >= 2"], true],
  ])("%j", (guards, expected) => check(guards, expected));
  it("with a clock that is fixed", () => {
    check(["x >= 2"], true, { clock: 1, twice: 4 });
    check(["x > 2"], false, { clock: 1, twice: 4 });
    check(["x > 2"], true, { clock: 1, twice: 5 });
  });
});

describe("processes that cannot fault", () => {
  const check = (text: string, expected: boolean): void => {
    const { network } = model(text);
    expect(isFaultless(new NetworkUses(network), network.processes[0]!)).toBe(expected);
  };
  const free = "A -> A { select s : int[0,3]; assign n = s; }";
  it.each([
    ["nothing happens", one("", "A -> B { }"), true],
    ["a value in range", one("int[0,3] n, m;", `${free}, A -> B { assign m = n; }`), true],
    ["a value out of range", one("int[0,3] n, m;", `${free}, A -> B { assign m = n + 1; }`), false],
    ["an index outside", one("int[0,3] n; int a[3];", `${free}, A -> B { assign a[n] = 1; }`), false],
    ["an index inside", one("int[0,3] n; int a[4];", `${free}, A -> B { assign a[n] = 1; }`), true],
    ["a division by zero in a guard", one("int[0,3] n;", `${free}, A -> B { guard 4 / n > 1; }`), false],
    ["a division by what is not zero", one("int[0,3] n;", `${free}, A -> B { guard 4 / (n + 1) > 1; }`), true],
    ["an assertion", one("int[0,3] n; void f() { assert(n < 3); }", `${free}, A -> B { assign f(); }`), false],
    ["a negative clock", one("clock x; int[0,3] n;", `${free}, A -> B { assign x = n - 1; }`), false],
    ["a guard where nobody comes", one("int[0,3] n;", `${free}, B -> A { guard 4 / n > 1; }`), true],
    ["a clock that does not exist", one("clock z[3]; int[0,3] n;", `${free}, A -> B { guard z[n] > 1; }`), false],
    ["where nobody comes", one("int[0,3] n, m;", `${free}, B -> A { assign m = n + 1; }`), true],
    ["an invariant", one("clock x; int[0,3] n; int a[3] = {1, 1, 1};", free, "A { x <= a[n] }, B"), false],
    ["a channel", one("chan c[3]; int[0,3] n;", `${free}, A -> B { sync c[n]!; }`), false],
  ])("%s", (_, text, expected) => check(text, expected));
});

describe("processes that never stand in the way", () => {
  const check = (declarations: string, states: string, trans: string, expected: boolean): void => {
    const { network } = model(
      `broadcast chan b; chan c; urgent broadcast chan u; ${declarations} process P() { ${states}; init A; trans ${trans}; } system P;`,
    );
    const [process] = network.processes;
    expect(
      isHarmless(
        network,
        process!,
        () => true,
        () => true,
        new Set(),
      ),
    ).toBe(expected);
  };
  const ok = "state A { x <= 2 }, B";
  const x = "clock x;";
  const away = "A -> B { assign x = 0; }, B -> A { guard x > 1; assign x = 0; }";
  it.each([
    ["it may always leave in time", x, ok, away, true],
    ["a guard may keep it", `${x} bool f;`, ok, "A -> B { guard f; assign x = 0; }", false],
    ["a clock guard that holds when the time is up", x, ok, "A -> B { guard x >= 2; }", true],
    ["one that does not", x, ok, "A -> B { guard x > 2; }", false],
    ["an invariant that may not hold on arrival", x, ok, "A -> B { }, B -> A { }", false],
    ["a broadcast is sent", x, ok, "A -> B { sync b!; }", true],
    ["a broadcast is received in time", x, ok, "A -> B { sync b?; }, A -> B { }", true],
    ["it needs somebody to leave", x, ok, "A -> B { sync b?; }", false],
    ["a binary channel", x, "state A, B", "A -> B { sync c!; }", false],
    ["an urgent channel", x, "state A, B", "A -> B { sync u!; }", false],
    ["a select", x, "state A, B", "A -> B { select i : int[0,1]; }", false],
    ["a value that stays in range", `${x} int[0,2] n;`, "state A, B", "A -> B { assign n = n + 1; }", true],
    ["one that does not", `${x} int[0,2] n;`, "state A, B", "A -> A { assign n = n + 1; }", false],
    ["a guard that may fault", `${x} int[0,2] n;`, "state A, B", "A -> B { guard 2 / n > 1; }", false],
    ["urgent locations that it leaves", x, "state A, B, C; urgent A", "A -> B { }", true],
    ["urgent locations it goes round in", x, "state A, B; urgent A, B", "A -> B { }, B -> A { }", false],
    ["committed and receiving", x, "state A, B; commit A", "A -> B { sync b?; }, A -> B { }", false],
  ])("%s", (_, declarations, states, trans, expected) => check(declarations, states, trans, expected));

  it("which edges need nobody, and whether edges go round", () => {
    const { network } = model(
      one("chan c; broadcast chan b;", "A -> B { }, A -> B { sync b!; }, A -> B { sync b?; }, B -> A { sync c!; }"),
    );
    const { edges } = network.processes[0]!;
    expect(edges.map(isAlone)).toEqual([true, true, false, true]);
    expect([hasCycle(2, edges), hasCycle(2, edges.slice(0, 3)), hasCycle(2, [])]).toEqual([true, false, false]);
  });
});

describe("clocks that nobody looks at", () => {
  const check = (trans: string, query: string, expected: string, states = "A, B"): void => {
    const m = model(one("clock x, y, z[2]; int[0,1] k;", trans, states));
    const names = [...idleClocks(m.network, m.query(query))].map((c) => m.network.clocks[c]!.name);
    expect(names.join(" ")).toBe(expected);
  };
  it.each([
    ["A -> B { assign x = 0; }", "E<> P.B", "x y z[0] z[1]"],
    ["A -> B { guard x > 1; }", "E<> P.B", "y z[0] z[1]"],
    ["A -> B { }", "E<> P.B && y > 1", "x z[0] z[1]"],
    ["A -> B { }", "sup: y", "x z[0] z[1]"],
    ["A -> B { assign x = y; }", "E<> P.B", "z[0] z[1]"],
    ["A -> B { assign x = k; }", "E<> P.B", "y z[0] z[1]"],
    ["A -> B { assign z[k] = 0; }", "E<> P.B", "x y"],
    ["A -> B { assign z[1] = 0; }", "E<> P.B", "x y z[0] z[1]"],
  ])("%s %s", (trans, query, expected) => check(trans, query, expected));
  it("an invariant looks", () => check("A -> B { }", "E<> P.B", "y z[0] z[1]", "A { x <= 3 }, B"));
  it("a rate looks", () => check("A -> B { }", "E<> P.B", "x z[0] z[1]", "A { y' == 0 }, B"));
});

describe("what a query looks at, wherever processes are", () => {
  const m = model(
    "int[0,9] n, k; clock x; process P() { state A, B; init A; trans A -> B { select s : int[0,9]; assign n = s, k = s; }; } process Q() { state A; init A; } system P, Q;",
  );
  const check = (query: string, expected: string): void => {
    const uses = new NetworkUses(m.network);
    const names = looksAt(uses, m.query(query)).map((x) => {
      const clock = uses.elements.clockOf(x);
      return clock === undefined ? m.network.slots.at(x)!.name : m.network.clocks[clock]!.name;
    });
    expect(names.sort().join(" ")).toBe(expected);
  };
  it.each([
    ["E<> n > 1", "n"],
    ["E<> P.B && x > 1", "P x"],
    ["E<> Q.A && k > n", "Q k n"],
    ["A[] not deadlock", ""],
  ])("%s", check);
  it("whether code of the model reads where a process is", () => {
    expect(readsLocations(m.network)).toBe(false);
    expect(readsLocations(model(one("", "A -> B { guard A; }")).network)).toBe(true);
  });
});

describe("cones of influence", () => {
  /** For each cone what it is asked and whom it keeps, then the channels by which others send to it and receive from it. */
  const check = (text: string, query: string, expected: readonly string[] | undefined, reach: Reach = "open"): void => {
    const { network, query: asked } = model(text);
    const found = influences(network, asked(query), reach);
    const names = (list: ReadonlySet<number>, of: readonly { readonly name: string }[]): string =>
      [...list]
        .map((k) => of[k]!.name)
        .sort()
        .join("+");
    const lines = found?.map(
      (f) =>
        `${formulaText(network, f.query.formula)}: ${names(f.kept, network.processes)} sent ${names(f.sent, network.channels)} received ${names(f.received, network.channels)}`,
    );
    expect(lines).toEqual(expected);
  };
  const part = (name: string, trans: string): string => `process ${name}() { state A, B; init A; trans ${trans}; }`;
  const write = (v: string): string => `A -> B { assign ${v} = 1; }`;
  const two = `int[0,1] n, m; ${part("P", write("n"))} ${part("Q", write("m"))} system P, Q;`;
  const link = `int[0,1] n; chan c; ${part("P", "A -> B { sync c?; assign n = 1; }")} ${part("Q", "A -> B { sync c!; }")} system P, Q;`;
  it.each([
    ["each for itself", two, "A[] n == 0 && m == 0", ["(n eq 0): P sent  received ", "(m eq 0): Q sent  received "]],
    ["one is enough", two, "A[] n == 0", ["(n eq 0): P sent  received "]],
    ["both are needed", two, "A[] n == m", undefined],
    ["a location", two, "A[] not P.B", ["!(P eq 1): P sent  received "]],
    [
      "what a guard reads",
      `int[0,1] n, m; ${part("P", "A -> B { guard m > 0; assign n = 1; }")} ${part("Q", write("m"))} system P, Q;`,
      "A[] n == 0",
      undefined,
    ],
    ["a sender is replaced by one that is always ready", link, "A[] n == 0", ["(n eq 0): P sent c received "]],
    ["so is a receiver", link, "A[] not Q.B", ["!(Q eq 1): Q sent  received c"]],
    ["deadlocks need all", two, "A[] not deadlock", undefined],
    ["liveness needs all", two, "A<> n == 1", undefined],
    [
      "who may fault is searched, too",
      `int[0,1] n, m; ${part("P", write("n"))} ${part("Q", "A -> A { assign m = m + 1; }")} system P, Q;`,
      "A[] n == 0",
      ["(n eq 0): P sent  received ", "1: Q sent  received "],
    ],
  ])("%s", (_, text, query, expected) => check(text, query, expected));
  it("closed, with partners over channels", () => check(link, "A[] n == 0", undefined, "closed"));
});
