import { describe, expect, it } from "vitest";
import type { VerifyOptions } from "../../src/search/index.ts";
import type { Trace } from "../../src/trace/index.ts";
import { rationals } from "../../src/zones/index.ts";
import { model, single } from "../search/model.ts";

function run(m: ReturnType<typeof model>, query: string, trace: VerifyOptions["trace"] = "some"): Trace {
  const verdict = m.ask(query, { trace });
  if (verdict.trace === undefined) throw new Error(`${verdict.outcome}: ${verdict.traceReason}`);
  return verdict.trace;
}

/** Locations of the first process, with the delays between: `S 2 T 0`. */
function show(t: Trace): string {
  return t.states
    .map(
      (s) =>
        `${t.processes[0]!.locations[s.locations[0]!]} ${s.delay === undefined ? "?" : rationals.showRational(s.delay)}`,
    )
    .join(" ");
}

describe("concrete traces", () => {
  it.each([
    ["state S, T; init S; trans S -> T { guard x >= 2; };", "E<> P.T", "S 2 T 0"],
    ["state S, T; init S; trans S -> T { guard x > 2; };", "E<> P.T && x < 3", "S 5/2 T 0"],
    ["state S, T; init S; trans S -> T { };", "E<> P.T && x == 4", "S 0 T 4"],
    // The first delay must leave room for the second guard.
    [
      "state S, T, U; init S; trans S -> T { assign y = 0; }, T -> U { guard x == 5 && y <= 1; };",
      "E<> P.U",
      "S 4 T 1 U 0",
    ],
    [
      "state S, T, U; init S; trans S -> T { guard x < 1; assign y = 0; }, T -> U { guard x > 1 && y < 1; };",
      "E<> P.U",
      "S 1/2 T 3/4 U 0",
    ],
    ["state S { x <= 3 }, T; init S; trans S -> T { assign x = y; };", "A[] not (P.T && x == 3 && y == 3)", "S 0 T 3"],
    ["state S, T; init S; trans S -> T { guard x >= 1; assign x = 7; };", "E<> P.T && x == 7 && y > 3", "S 4 T 0"],
  ])("%s %s", (process, query, expected) => {
    const t = run(single("clock x, y;", process), query);
    expect(t.concrete).toBe(true);
    expect(t.ending).toBe("goal");
    expect(show(t)).toBe(expected);
  });
});

describe("shortest and fastest", () => {
  // Two ways to T: three quick steps or one slow one.
  const ways = single(
    "clock x;",
    "state S, A, B, T; init S; trans S -> A { }, A -> B { }, B -> T { guard x >= 1; }, S -> T { guard x >= 9; };",
  );
  it("shortest has the fewest transitions", () => {
    expect(show(run(ways, "E<> P.T", "shortest"))).toBe("S 9 T 0");
  });
  it("fastest takes the least time", () => {
    const t = run(ways, "E<> P.T", "fastest");
    expect(t.duration).toEqual(rationals.rational(1));
    expect(t.transitions.length).toBe(3);
    expect(t.clocks).toEqual(["x"]);
  });
  it("fastest waits no longer than the goal needs", () => {
    const m = single(
      "clock x, y;",
      "state S { x <= 4 }, T; init S; trans S -> S { guard x >= 3; assign x = 0; }, S -> T { guard y >= 7; };",
    );
    expect(run(m, "E<> P.T", "fastest").duration).toEqual(rationals.rational(7));
    expect(run(m, "E<> P.T && x >= 2", "fastest").duration).toEqual(rationals.rational(7));
    expect(run(m, "E<> P.S && y >= 8 && x == 0", "fastest").duration).toEqual(rationals.rational(8));
    expect(run(m, "E<> P.S && y > 8 && x == 0", "fastest").duration).toEqual(rationals.rational(9));
  });
});

describe("traces of synchronisations", () => {
  it("name the channel, sender first, and the select values", () => {
    const m = model(`broadcast chan c[2];
      process A() { state S, T; init S; trans S -> T { select i : int[0,1]; sync c[i]!; }; }
      process B() { state S, T; init S; trans S -> T { sync c[1]?; }; }
      system A, B;`);
    const t = run(m, "E<> B.T");
    expect(t.transitions).toHaveLength(1);
    expect(t.transitions[0]).toMatchObject({
      channel: "c[1]",
      broadcast: true,
      parts: [{ process: 0, selects: [{ name: "i", value: 1 }] }, { process: 1 }],
    });
  });
  it("choose delays on the right side of a receiver's clock guard", () => {
    const m = model(
      `broadcast chan c; clock x;
      process A() { state S, T; init S; trans S -> T { sync c!; }; }
      process B() { state S, T; init S; trans S -> T { guard x < 2 || x > 4; sync c?; }; }
      system A, B;`.replace("x < 2 || x > 4", "x > 4"),
    );
    expect(show(run(m, "E<> A.T && B.T"))).toBe("S 5 T 0");
    expect(show(run(m, "E<> A.T && B.S && x == 3"))).toBe("S 0 T 3");
  });
});

describe("liveness traces", () => {
  it("end in a lasso", () => {
    const t = run(
      single(
        "clock x;",
        "state S { x <= 1 }, T { x <= 2 }, U; init S; trans S -> T { }, T -> S { assign x = 0; }, T -> U { };",
      ),
      "A<> P.U",
    );
    expect(t.ending).toBe("loop");
    const last = t.states[t.states.length - 1]!;
    expect(last.locations).toEqual(t.states[t.loop ?? -1]!.locations);
    expect(t.concrete).toBe(true);
  });
  it("end where time goes on for ever", () => {
    const t = run(single("clock x;", "state S { x <= 1 }, T, U; init S; trans S -> T { }, T -> U { };"), "A<> P.U");
    expect(t.ending).toBe("divergence");
    expect(show(t)).toBe("S 0 T 0");
  });
  it("end in a deadlock", () => {
    const t = run(single("clock x;", "state S { x <= 5 }, T; init S; trans S -> T { guard x < 3; };"), "A<> P.T");
    expect(t.ending).toBe("deadlock");
    expect(show(t)).toBe("S 3");
  });
  it("pass the left side of leads-to", () => {
    const t = run(
      single("clock x;", "state S { x <= 5 }, T, U; init S; trans S -> T { guard x >= 2; }, T -> U { };"),
      "P.S && x == 1 --> P.U",
    );
    expect(t.ending).toBe("divergence");
    expect(show(t)).toBe("S 2 T 0");
  });
});

it("keeps the time limit while a trace is made, and the answer", () => {
  const m = single("int[0,300] n;", "state S; init S; trans S -> S { guard n < 300; assign n++; };");
  // A clock that goes on when it is looked at: the search looks seldom, the trace at every step.
  let time = 0;
  const verdict = m.ask("E<> n == 300", { trace: "some", timeout: 200, now: () => time++ });
  expect(verdict).toMatchObject({
    outcome: "satisfied",
    traceReason: "the time limit of 0.2 s was reached before the trace was made",
  });
  expect(m.ask("E<> n == 300", { trace: "some" }).trace?.transitions.length).toBe(300);
});

describe("a fault that the search did not come to", () => {
  const text = `bool b; int[0,1] i; clock x;
process P() { state A, B, C; init A; trans A -> B { guard x >= 1; assign b = 2; }, A -> C { select k : int[0,3]; assign i = k; }; }
system P;`;
  it.each([true, false])("leaves verdict and trace as they are (compiled: %s)", (compiled) => {
    const m = model(text);
    expect(m.ask("E<> b == 1", { compiled }).outcome).toBe("satisfied");
    for (const trace of ["some", "shortest"] as const) {
      const verdict = m.ask("E<> b == 1", { compiled, trace });
      expect(verdict.outcome).toBe("satisfied");
      expect(verdict.trace && show(verdict.trace)).toBe("A 1 B 0");
    }
    // A fastest trace needs a longer search, which meets it.
    const verdict = m.ask("E<> b == 1", { compiled, trace: "fastest" });
    expect(verdict.outcome).toBe("satisfied");
    expect(verdict.traceReason).toContain("outside the range");
  });
  it("is a fault where the search comes to it", () => {
    expect(model(text).ask("E<> b == 1 && P.C").outcome).toBe("fault");
  });
});
