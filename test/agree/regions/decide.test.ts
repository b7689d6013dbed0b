import { describe, expect, it } from "vitest";
import {
  type ClockCompare,
  networkOf,
  queryOf,
  type Spec,
  type SpecEdge,
  type SpecFormula,
  type SpecQuery,
  type Update,
} from "../spec.ts";
import { decide } from "./decide.ts";

/** Hand-made models whose answers follow from the definitions: the region graph is itself checked before it checks. */
const clock = (left: number, op: ClockCompare["op"], bound: number, right = 0): ClockCompare => ({
  k: "clock",
  left,
  right,
  op,
  bound: { k: "int", value: bound },
});
const reset = (c: number, value = 0): Update => ({ k: "reset", clock: c, value: { k: "int", value } });
const at = (location: number, process = 0): SpecFormula => ({ k: "location", process, location });
const not = (a: SpecFormula): SpecFormula => ({ k: "not", a });
const and = (a: SpecFormula, b: SpecFormula): SpecFormula => ({ k: "and", a, b });
const edge = (source: number, target: number, rest: Partial<SpecEdge> = {}): SpecEdge => ({
  source,
  target,
  guard: [],
  update: [],
  ...rest,
});
const location = (name: string, rest: Partial<Spec["processes"][number]["locations"][number]> = {}) => ({
  name,
  urgent: false,
  committed: false,
  invariant: [],
  ...rest,
});

function model(
  clocks: number,
  ...processes: readonly (readonly [readonly ReturnType<typeof location>[], readonly SpecEdge[]])[]
): Spec {
  return {
    clocks: Array.from({ length: clocks }, (_, i) => ({ name: `x${i}`, initial: 0 })),
    ints: [],
    channels: [],
    priorities: false,
    before: [],
    after: [],
    processes: processes.map(([locations, edges], i) => ({ name: `P${i}`, initial: 0, priority: 0, locations, edges })),
  };
}
function answer(spec: Spec, query: SpecQuery): boolean {
  const verdict = decide(networkOf(spec), queryOf(spec, query));
  if (verdict.kind !== "truth") throw new Error(JSON.stringify(verdict));
  return verdict.holds;
}
const some = (formula: SpecFormula): SpecQuery => ({ kind: "E<>", formula });

describe("reachability", () => {
  // Two clocks apart by between 1 and 2 when the second is reset.
  const apart = model(2, [
    [location("A"), location("B"), location("C")],
    [
      edge(0, 1, { guard: [clock(1, ">", 1), clock(1, "<", 2)], update: [reset(2)] }),
      edge(1, 2, { guard: [clock(1, "==", 3)] }),
    ],
  ]);
  it.each([
    [and(at(1), and(clock(2, "==", 1), clock(1, ">", 2))), true],
    [and(at(1), and(clock(2, "==", 1), clock(1, "<=", 2))), false],
    [and(at(2), and(clock(1, "==", 3), clock(2, "<=", 1))), false],
    [and(at(2), and(clock(1, "==", 3), clock(2, ">", 1))), true],
    [and(at(2), clock(1, "<=", 1, 2)), false],
    [and(at(2), and(clock(1, ">", 10), clock(1, "<", 2, 2))), true],
    [and(at(2), and(clock(1, ">", 10), clock(1, ">=", 2, 2))), false],
  ] as const)("case %#", (formula, expected) => expect(answer(apart, some(formula))).toBe(expected));

  it("keeps differences when a clock is set to a constant far below another", () => {
    const spec = model(2, [
      [location("A"), location("B")],
      [edge(0, 1, { guard: [clock(1, ">=", 3)], update: [reset(2, 2)] })],
    ]);
    expect(answer(spec, some(and(at(1), clock(1, "==", 1, 2))))).toBe(true);
    expect(answer(spec, some(and(at(1), clock(1, "<", 1, 2))))).toBe(false);
    expect(answer(spec, some(and(at(1), clock(1, "==", 3, 2))))).toBe(true);
  });

  it("copies and shifts clocks", () => {
    const spec = model(2, [
      [location("A"), location("B")],
      [edge(0, 1, { guard: [clock(1, "==", 1)], update: [reset(1), { k: "copy", clock: 2, from: 1, plus: 2 }] })],
    ]);
    expect(answer(spec, some(and(at(1), and(clock(1, "==", 1), clock(2, "==", 3)))))).toBe(true);
    expect(answer(spec, some(and(at(1), and(clock(1, "==", 1), clock(2, "<", 3)))))).toBe(false);
  });

  it("does not enter a location whose invariant fails", () => {
    const spec = model(1, [
      [location("A"), location("B", { invariant: [clock(1, "<=", 1)] })],
      [edge(0, 1, { guard: [clock(1, ">=", 2)] })],
    ]);
    expect(answer(spec, some(at(1)))).toBe(false);
    expect(answer(spec, some({ k: "deadlock" }))).toBe(true);
  });
});

describe("deadlock and maximal paths", () => {
  const wait = model(1, [
    [location("A", { invariant: [clock(1, "<=", 3)] }), location("B")],
    [edge(0, 1, { guard: [clock(1, ">=", 2)] })],
  ]);
  it("waiting is no deadlock, the end is", () => {
    expect(answer(wait, some(and(at(0), { k: "deadlock" })))).toBe(false);
    expect(answer(wait, { kind: "A[]", formula: { k: "or", a: not({ k: "deadlock" }), b: at(1) } })).toBe(true);
    expect(answer(wait, { kind: "A<>", formula: at(1) })).toBe(true);
    expect(answer(wait, { kind: "E[]", formula: at(0) })).toBe(false);
    expect(answer(wait, { kind: "A<>", formula: clock(1, ">", 3) })).toBe(false);
    expect(answer(wait, { kind: "-->", left: at(0), right: at(1) })).toBe(true);
  });
  it("without an invariant one may wait for ever", () => {
    const spec = model(1, [[location("A"), location("B")], [edge(0, 1, { guard: [clock(1, ">=", 2)] })]]);
    expect(answer(spec, { kind: "A<>", formula: at(1) })).toBe(false);
    expect(answer(spec, { kind: "E[]", formula: and(at(0), not(clock(1, ">", 5))) })).toBe(false);
    expect(answer(spec, { kind: "A<>", formula: clock(1, ">", 5) })).toBe(false);
  });
  it("a missed edge is a time-lock", () => {
    const spec = model(1, [
      [location("A", { invariant: [clock(1, "<=", 3)] }), location("B", { invariant: [clock(1, "<=", 0)] })],
      [edge(0, 0, { guard: [clock(1, "<", 1)], update: [reset(1)] })],
    ]);
    expect(answer(spec, some(and({ k: "deadlock" }, clock(1, "==", 1))))).toBe(true);
    expect(answer(spec, some(and({ k: "deadlock" }, clock(1, "<", 1))))).toBe(false);
  });
  it("Zeno loops are infinite paths", () => {
    const spec = model(1, [[location("A", { urgent: true })], [edge(0, 0)]]);
    expect(answer(spec, { kind: "E[]", formula: clock(1, "<=", 0) })).toBe(true);
    expect(answer(spec, some({ k: "deadlock" }))).toBe(false);
  });
});

describe("synchronisation", () => {
  const channel = (rest: Partial<Spec["channels"][number]>) => ({
    channels: [{ name: "c", broadcast: false, urgent: false, priority: 1, size: 1, ...rest }],
  });
  const send = { sync: { channel: 0, direction: "!" as const, index: { k: "int" as const, value: 0 } } };
  const receive = { sync: { channel: 0, direction: "?" as const, index: { k: "int" as const, value: 0 } } };
  const pair = [location("A"), location("B")];

  it("a broadcast takes every receiver whose clock guard holds", () => {
    const spec = {
      ...model(1, [pair, [edge(0, 1, send)]], [pair, [edge(0, 1, { ...receive, guard: [clock(1, ">=", 2)] })]]),
      ...channel({ broadcast: true }),
    };
    expect(answer(spec, some(and(at(1), at(0, 1))))).toBe(true);
    expect(answer(spec, some(and(at(1), at(1, 1))))).toBe(true);
    const late = {
      ...model(
        1,
        [pair, [edge(0, 1, { ...send, guard: [clock(1, ">=", 2)] })]],
        [pair, [edge(0, 1, { ...receive, guard: [clock(1, ">=", 2)] })]],
      ),
      ...channel({ broadcast: true }),
    };
    expect(answer(late, some(and(at(1), at(0, 1))))).toBe(false);
  });

  it("a receiver that may not enter its target blocks the broadcast", () => {
    const spec = {
      ...model(
        1,
        [pair, [edge(0, 1, send)]],
        [[location("A"), location("B", { invariant: [clock(1, "<=", 1)] })], [edge(0, 1, receive)]],
      ),
      ...channel({ broadcast: true }),
    };
    expect(answer(spec, some(and(at(1), at(0, 1))))).toBe(false);
    expect(answer(spec, some(and(and(at(0), { k: "deadlock" }), clock(1, ">", 1))))).toBe(true);
  });

  it("an urgent channel stops time once both sides are ready", () => {
    const spec = {
      ...model(1, [pair, [edge(0, 1, send)]], [pair, [edge(0, 1, { ...receive, guard: [clock(1, ">=", 2)] })]]),
      ...channel({ urgent: true }),
    };
    expect(answer(spec, some(and(at(0), clock(1, ">", 2))))).toBe(false);
    expect(answer(spec, some(and(at(1), clock(1, "<=", 2))))).toBe(true);
    expect(answer(spec, { kind: "A<>", formula: at(1) })).toBe(true);
  });

  it("priorities block where the higher transition is possible", () => {
    const spec = {
      ...model(
        1,
        [
          [location("A"), location("B"), location("C")],
          [edge(0, 1, send), edge(0, 2)],
        ],
        [pair, [edge(0, 1, { ...receive, guard: [clock(1, "<=", 2)] })]],
      ),
      ...channel({ priority: 2 }),
      priorities: true,
    };
    expect(answer(spec, some(and(at(2), clock(1, "<=", 2))))).toBe(false);
    expect(answer(spec, some(at(2)))).toBe(true);
  });

  it("a committed location must be left first", () => {
    const spec = model(0, [[location("A", { committed: true }), location("B")], [edge(0, 1)]], [pair, [edge(0, 1)]]);
    expect(answer(spec, some(and(at(0), at(1, 1))))).toBe(false);
  });
});

describe("values", () => {
  it("collects what clocks and variables take", () => {
    const spec = model(1, [
      [location("A", { invariant: [clock(1, "<", 3)] }), location("B", { invariant: [clock(1, "<=", 4)] })],
      [edge(0, 1, { guard: [clock(1, ">", 1)] })],
    ]);
    const verdict = decide(
      networkOf(spec),
      queryOf(spec, { kind: "sup", predicate: at(1), terms: [{ k: "clock", clock: 1 }] }),
      { ceiling: 6 },
    );
    expect(verdict).toMatchObject({ kind: "values", terms: [{ values: [3, 4, 5, 6, 7, 8], beyond: false }] });
  });
});
