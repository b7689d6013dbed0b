import { describe, expect, it } from "vitest";
import { ConcreteSimulator, SymbolicSimulator, type When, whenText } from "../../src/trace/index.ts";
import { rationals } from "../../src/zones/index.ts";
import { model } from "../search/model.ts";

const { rational } = rationals;

const lamp = model(`clock y; chan press; int[0,3] n;
  process Lamp() { state off, low, bright; init off;
    trans off -> low { sync press?; assign y = 0; }, low -> bright { guard y < 5; sync press?; assign n++; }, low -> off { guard y >= 5; sync press?; }, bright -> off { sync press?; }; }
  process User() { state idle; init idle; trans idle -> idle { guard n < 2; sync press!; }; }
  system Lamp, User;`).network;

describe("symbolic simulator", () => {
  it("walks forwards and back", () => {
    const s = new SymbolicSimulator(lamp);
    expect(s.options().map((o) => o.transition.channel)).toEqual(["press"]);
    expect(s.take(0)).toBe(true);
    expect(s.locations).toEqual([1, 0]);
    expect(s.constraints).toBe("true");
    expect(s.options().map((o) => o.where)).toEqual(["y<5", "y>=5"]);
    expect(s.take(0)).toBe(true);
    expect(s.variables).toEqual([1]);
    expect(s.back()).toBe(true);
    expect(s.locations).toEqual([1, 0]);
    expect(s.take(9)).toBe(false);
    expect(s.transitions).toHaveLength(1);
  });
  it("walks at random by the given numbers", () => {
    const s = new SymbolicSimulator(lamp);
    let steps = 0;
    while (steps < 50 && s.random(() => 0.4)) steps++;
    expect(steps).toBeGreaterThan(1);
  });
  it("has no state if the first one violates an invariant", () => {
    const s = new SymbolicSimulator(model("int n; process P() { state S { n == 1 }; init S; } system P;").network);
    expect(s.isEmpty).toBe(true);
    expect(s.options()).toEqual([]);
  });
});

describe("concrete simulator", () => {
  it("delays and steps exactly", () => {
    const s = new ConcreteSimulator(lamp);
    expect(s.delay(rational(7, 2))).toBe(true);
    expect(s.values).toEqual([rational(7, 2)]);
    expect(s.take(0)).toBe(true);
    expect(s.delay(rational(5))).toBe(true);
    expect(s.options().map((o) => o.transition.parts[1]!.target)).toEqual([0]);
    expect(s.back()).toBe(true);
    expect(s.options().map((o) => o.transition.parts[1]!.target)).toEqual([2]);
    expect(s.events).toHaveLength(2);
  });
  it("knows how long it may wait", () => {
    const s = new ConcreteSimulator(model("clock x; process P() { state S { x < 3 }; init S; } system P;").network);
    expect(s.delays()).toMatchObject({ high: rational(3), highStrict: true });
    expect(s.delay(rational(3))).toBe(false);
    expect(s.delay(rational(29, 10))).toBe(true);
    expect(s.delay(rational(1, 5))).toBe(false);
  });
  it("keeps to the rules at random", () => {
    const s = new ConcreteSimulator(lamp);
    let seed = 1;
    const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
    for (let i = 0; i < 60; i++) s.random(random);
    expect(s.events.length).toBe(60);
  });
});

describe("why an edge cannot be taken", () => {
  const both = [
    (edge: number, steps: readonly number[]) => {
      const s = new SymbolicSimulator(lamp);
      for (const i of steps) s.take(i);
      return s.explain(edge);
    },
    (edge: number, steps: readonly number[]) => {
      const s = new ConcreteSimulator(lamp);
      for (const i of steps) s.take(i);
      return s.explain(edge);
    },
  ];
  it.each([
    [0, [], undefined],
    [1, [], "location"],
    [1, [0], undefined],
    // After two rounds the user does not press any more.
    [3, [0, 0, 0, 0, 0], "partner"],
    [4, [0, 0, 0, 0, 0], "data"],
  ] as const)("edge %i after %j: %s", (edge, steps, kind) => {
    for (const explain of both) expect(explain(edge, steps)[0]?.kind).toBe(kind);
  });
  it("names the false clock constraint", () => {
    const s = new ConcreteSimulator(lamp);
    s.take(0);
    const [obstacle] = s.explain(2);
    expect(obstacle!.kind).toBe("clock");
    expect(obstacle!.message).toContain("y=0");
    expect(obstacle!.origin.end).toBeGreaterThan(obstacle!.origin.start);
  });
  it("names the committed process and the violated invariant", () => {
    const { network } = model(`clock x;
      process A() { state S, T; commit S; init S; trans S -> T { }; }
      process B() { state S, T { x < 0 }; init S; trans S -> S { }, S -> T { }; }
      system A, B;`);
    const s = new SymbolicSimulator(network);
    expect(s.explain(1)[0]).toMatchObject({ kind: "committed", message: expect.stringContaining("A") });
    s.take(0);
    expect(s.explain(1)).toEqual([]);
    expect(s.explain(2)[0]!.kind).toBe("invariant");
  });
});

describe("when an edge can be taken", () => {
  const { network } = model(`clock x, y;
    process P() { state S { x <= 5 }, T { y <= 9 }, U; init S;
      trans S -> T { guard x >= 2; assign x = 0; }, T -> U { guard x >= 10; }, T -> U { guard y <= 1; }, T -> U { guard y - x > 4 && x > 5; }; }
    system P;`);
  const symbolic = (edge: number): When | undefined => {
    const s = new SymbolicSimulator(network);
    s.take(0);
    return s.explain(edge)[0]?.when;
  };
  it("tells the delays from a set of states, and that the invariant does not let them pass", () => {
    // On arrival x = 0 and y between 2 and 5; time passes until y = 9.
    expect(symbolic(1)).toEqual({
      delays: [{ low: rational(10), lowStrict: false, high: null, highStrict: true }],
      possible: { low: rational(0), lowStrict: false, high: rational(7), highStrict: false },
      reachable: false,
    });
    expect(whenText(symbolic(1)!)).toBe("It would hold after waiting 10 or more, but here time passes up to 7 only.");
    expect(whenText(symbolic(2)!)).toBe("Waiting does not make it true.");
    // Together: y - x > 4 leaves y above 4 on arrival, and x > 5 asks for more time than y <= 9 gives.
    expect(symbolic(3)).toMatchObject({ delays: [{ low: rational(5), lowStrict: true }], reachable: false });
  });
  it("tells them exactly from an exact state", () => {
    const s = new ConcreteSimulator(network);
    s.delay(rational(1, 2));
    expect(s.explain(0)[0]!.when).toEqual({
      delays: [{ low: rational(3, 2), lowStrict: false, high: null, highStrict: true }],
      possible: { low: rational(0), lowStrict: false, high: rational(9, 2), highStrict: false },
      reachable: true,
    });
    s.delay(rational(3, 2));
    s.take(0);
    expect(whenText(s.explain(1)[0]!.when!)).toBe(
      "It would hold after waiting 10 or more, but here time passes up to 7 only.",
    );
  });
});

describe("a run as a trace", () => {
  it("has exact delays that replay, where none were chosen", () => {
    const s = new SymbolicSimulator(lamp);
    for (const i of [0, 1, 0]) s.take(i);
    const trace = s.trace();
    if (typeof trace === "string") throw new Error(trace);
    expect(trace.transitions).toEqual(s.transitions);
    expect(trace.concrete).toBe(true);
    expect(trace.states.map((state) => state.delay)).toEqual([0, 5, 0, 0].map((d) => rational(d)));
  });
  it("has the delays that were chosen", () => {
    const s = new ConcreteSimulator(lamp);
    s.delay(rational(1));
    s.delay(rational(1, 2));
    s.take(0);
    s.delay(rational(6));
    s.take(0);
    const trace = s.trace();
    if (typeof trace === "string") throw new Error(trace);
    expect(trace.states.map((state) => state.delay)).toEqual([rational(3, 2), rational(6), rational(0)]);
    expect(trace.states.map((state) => state.values)).toEqual([[rational(0)], [rational(0)], [rational(6)]]);
    expect(trace.duration).toEqual(rational(15, 2));
  });
});
