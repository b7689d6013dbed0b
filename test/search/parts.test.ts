/**
 * Answers in parts: what is proven by some of the processes, and one model for each condition under which it may be, in which
 * the answer would be wrong without it (see `analysis/influence/cone.ts`).
 */
import { describe, expect, it } from "vitest";
import {
  answeredBy,
  type ConeReport,
  type Verdict,
  type VerifyOptions,
  verify,
  verifyAll,
} from "../../src/search/index.ts";
import { model } from "./model.ts";

/** Tried in parts before anything else. */
function ask(text: string, query: string, options: VerifyOptions = {}): Verdict {
  return model(text).ask(query, { knobs: { due: { cones: 0 } }, ...options });
}

function conesOf(verdict: Verdict): readonly ConeReport[] | undefined {
  return answeredBy(verdict)?.cones;
}

function kept(verdict: Verdict): readonly string[] | undefined {
  return conesOf(verdict)?.map((c) => c.processes.join(" "));
}

const movers = `int[0,9] pos[3]; int[-9,9] lives = 5; int dmg[3] = {1, 2, 1};
bool ends(int i) { return pos[i] >= 4; }
void move(int i) { pos[i] = pos[i] + 1; }
process M(const int i) { clock x; state A, B; init A;
  trans A -> A { guard x >= 1 && !ends(i); assign x = 0, move(i); }, A -> B { guard ends(i); assign lives = lives - dmg[i]; }; }
P0 = M(0); P1 = M(1); P2 = M(2);`;

describe("parts of a question", () => {
  it("each have their own processes", () => {
    const verdict = ask(`${movers} system P0, P1, P2;`, "A[] forall (i : int[0,2]) pos[i] <= 4");
    expect(verdict.outcome).toBe("satisfied");
    expect(kept(verdict)).toEqual(["P0", "P1", "P2"]);
    expect(verdict.statistics.stored).toBe(conesOf(verdict)?.reduce((sum, p) => sum + p.stored, 0));
  });

  it("are asked together where they have the same", () => {
    const verdict = ask(`${movers} system P0, P1, P2;`, "A[] pos[0] <= 4 && !(P0.B && pos[0] < 4) && pos[1] < 5");
    // P2 is in no part, but might fault.
    expect([verdict.outcome, kept(verdict)]).toEqual(["satisfied", ["P0", "P1", "P2"]]);
  });

  it("are disjuncts of what is not reachable", () => {
    const verdict = ask(`${movers} system P0, P1, P2;`, "E<> exists (i : int[0,2]) pos[i] > 4");
    expect([verdict.outcome, kept(verdict)]).toEqual(["violated", ["P0", "P1", "P2"]]);
  });

  it("prove no more than what they are asked", () => {
    const found = ask(`${movers} system P0, P1, P2;`, "A[] forall (i : int[0,2]) pos[i] <= 3");
    expect([found.outcome, conesOf(found)]).toEqual(["violated", undefined]);
    const trace = ask(`${movers} system P0, P1, P2;`, "E<> pos[0] == 2", { trace: "some" });
    expect([trace.outcome, conesOf(trace), trace.trace?.concrete]).toEqual(["satisfied", undefined, true]);
  });

  it("are not made without reduction, or where all have to do with each other", () => {
    expect(conesOf(ask(`${movers} system P0, P1, P2;`, "A[] pos[0] <= 4", { reduce: false }))).toBeUndefined();
    expect(conesOf(ask(`${movers} system P0, P1, P2;`, "A[] pos[0] + pos[1] + pos[2] <= 12"))).toBeUndefined();
  });

  it("know the processes that a quantifier names", () => {
    const text = `int[0,9] n[3]; process P(const int[0,2] i) { state A, B; init A;
  trans A -> A { guard n[i] < 3; assign n[i] = n[i] + 1; }, A -> B { guard n[i] == 3; }; } system P;`;
    const verdict = ask(text, "A[] forall (i : int[0,2]) (P(i).B imply n[i] == 3)");
    expect([verdict.outcome, kept(verdict)]).toEqual(["satisfied", ["P(0)", "P(1)", "P(2)"]]);
    const pairs = ask(text, "A[] forall (i : int[0,2]) forall (j : int[0,2]) (P(i).B && i == j imply n[j] == 3)");
    expect([pairs.outcome, new Set(kept(pairs))]).toEqual(["satisfied", new Set(["P(0)", "P(1)", "P(2)"])]);
  });

  it("are not made where code reads locations", () => {
    const text = `process P() { state A, B, C; init A; trans A -> B { }, B -> C { guard !B; }; }
process X() { clock t; state U, V; init U; trans U -> V { guard t > 1; }; } system P, X;`;
    const verdict = ask(text, "A[] !P.C");
    expect([verdict.outcome, conesOf(verdict)]).toEqual(["satisfied", undefined]);
  });

  it("keep those that are moved by one broadcast together", () => {
    const text = `broadcast chan b; int n;
process R() { clock t; state U; init U; trans U -> U { guard t > 1; sync b!; assign n = (n + 1) % 7; }; }
process L() { state A, B; init A; trans A -> B { sync b?; }; }
P = L(); Q = L(); system R, P, Q;`;
    const verdict = ask(text, "A[] P.B == Q.B");
    expect([verdict.outcome, kept(verdict)]).toEqual(["satisfied", ["P Q"]]);
  });
});

/** Ten to the n states. */
const counters = (n: number, more = "") => `int[0,9] c[${n}]; bool locked;
process C(const int[0,${n - 1}] i) { state s; init s; trans s -> s { guard c[i] < 9; assign c[i] = c[i] + 1; }, s -> s { assign c[i] = 0; }; }
${more || "system C;"}`;

describe("parts are tried beside a long search", () => {
  it("and end it where they prove the answer", () => {
    const m = model(counters(9));
    const verdict = verify(m.network, m.query("A[] forall (i : int[0,3]) c[i] <= 9"), { symmetry: false });
    // The last five are asked for nothing, but might fault.
    expect([verdict.outcome, kept(verdict)]).toEqual(["satisfied", [0, 1, 2, 3, 4, 5, 6, 7, 8].map((i) => `C(${i})`)]);
    // The search of the whole was begun, and is counted.
    expect(verdict.statistics.explored).toBeGreaterThan(10_000);
    expect(verdict.statistics.stored).toBe(90);
  });

  it("and do not disturb it where they fail", () => {
    // Without its partner L goes on for ever.
    const text = counters(
      4,
      `chan go; process L() { int[0,3] k; state A; init A; trans A -> A { guard k < 3; sync go!; assign k = k + 1; }; }
process K() { state A, B; init A; trans A -> B { sync go?; assign locked = true; }; } system C, L, K;`,
    );
    const m = model(text);
    const query = m.query("A[] L.k <= 1");
    const verdict = verify(m.network, query, { symmetry: false });
    expect([verdict.outcome, kept(verdict)?.[0]]).toEqual(["satisfied", "L K"]);
    const alone = verify(m.network, query, { symmetry: false, knobs: { due: { cones: Number.POSITIVE_INFINITY } } });
    expect([alone.outcome, conesOf(alone)]).toEqual(["satisfied", undefined]);
    const sum = m.query("A[] c[0] + c[1] + c[2] + c[3] + L.k <= 37");
    const few = verify(m.network, sum, { symmetry: false });
    expect([few.outcome, conesOf(few)]).toEqual(["satisfied", undefined]);
  });

  it("for one of several queries with a common search", () => {
    const m = model(counters(9));
    const queries = ["E<> c[8] > 9", "A[] c[0] <= 9", "E<> c[1] == 3"].map((q) => m.query(q));
    const verdicts = verifyAll(m.network, queries, { symmetry: false });
    expect(verdicts.map((v) => v.outcome)).toEqual(["violated", "satisfied", "satisfied"]);
    expect(verdicts.map((v) => kept(v)?.[0])).toEqual(["C(8)", "C(0)", undefined]);
  });
});

const other = "process X() { state U, V; init U; trans U -> V { }; }";

/** What would go wrong, and what is right. */
const traps: readonly [string, string, string, string][] = [
  [
    "a variable that another process writes",
    `int v; process P() { state A, B; init A; trans A -> B { guard v == 1; }; }
process R() { state U; init U; trans U -> U { guard v == 0; assign v = 1; }; } ${other} system P, R, X;`,
    "E<> P.B",
    "satisfied",
  ],
  [
    "a variable that is computed from what another process writes",
    `int v, w; process P() { state A, B; init A; trans A -> B { guard v == 2; }, A -> A { assign v = w; }; }
process R() { state U; init U; trans U -> U { guard w < 2; assign w = w + 1; }; } ${other} system P, R, X;`,
    "E<> P.B",
    "satisfied",
  ],
  [
    "a deadline that another process moves",
    `int v = 1; process P() { clock x; state A { x <= v }; init A; trans A -> A { guard x > 9; }; }
process R() { state U; init U; trans U -> U { guard v == 1; assign v = 5; }; } ${other} system P, R, X;`,
    "E<> P.A && P.x > 2",
    "satisfied",
  ],
  [
    "a clock that another process sets",
    `clock y; process P() { state A, B; init A; trans A -> B { guard y == 7; }; }
process R() { state U { y <= 3 }; init U; trans U -> U { guard y < 2; assign y = 7; }; } ${other} system P, R, X;`,
    "E<> P.B",
    "violated",
  ],
  [
    "a channel whose index another process sets",
    `int[0,1] v; chan k[2]; process P() { state A, B; init A; trans A -> B { sync k[v]!; }; }
process Q() { state A, D; init A; trans A -> D { sync k[1]?; }; }
process R() { state U; init U; trans U -> U { guard v == 0; assign v = 1; }; } ${other} system P, Q, R, X;`,
    "E<> P.B && Q.D",
    "satisfied",
  ],
  [
    "a sender that is left out",
    `chan c; process P() { state A, B; init A; trans A -> B { sync c?; }; }
process R() { state U; init U; trans U -> U { sync c!; }; } ${other} system P, R, X;`,
    "E<> P.B",
    "satisfied",
  ],
  [
    "a receiver that is left out",
    `chan c; process P() { state A, B; init A; trans A -> B { sync c!; }; }
process R() { state U; init U; trans U -> U { sync c?; }; } ${other} system P, R, X;`,
    "E<> P.B",
    "satisfied",
  ],
  [
    "a receiver over an urgent channel that is not ready",
    `urgent chan u; process P() { clock x; state S, A, B; urgent S; init S; trans S -> A { }, A -> B { sync u!; }; }
process R() { clock t; state U, V; init U; trans U -> V { guard t > 3; }, V -> U { sync u?; }; } ${other} system P, R, X;`,
    "E<> P.A && P.x > 2",
    "satisfied",
  ],
  [
    "a sender over an urgent broadcast channel that is not ready",
    `urgent broadcast chan u; process P() { clock x; state S, A, B; urgent S; init S; trans S -> A { }, A -> B { sync u?; }; }
process R() { clock t; state U, V; init U; trans U -> V { guard t > 3; }, V -> U { sync u!; }; } ${other} system P, R, X;`,
    "E<> P.A && P.x > 2",
    "satisfied",
  ],
  [
    "a committed sender",
    `int v; chan c; broadcast chan d;
process P() { state A, B, C; commit B; init A; trans A -> B { sync d!; assign v = 1; }, B -> C { assign v = 0; }; }
process Q() { state A, D; init A; trans A -> D { guard v == 1; sync c?; }; }
process R() { state U, V; commit V; init U; trans U -> V { sync d?; }, V -> U { sync c!; }; } ${other} system P, Q, R, X;`,
    "A[] !(P.B && Q.D)",
    "violated",
  ],
  [
    "a committed receiver of the same broadcast",
    `int v; broadcast chan b, d;
process P() { state A, B, C; commit B; init A; trans A -> B { sync b!; assign v = 1; }, B -> C { assign v = 0; }; }
process Q() { state A, D; init A; trans A -> D { guard v == 1; sync d?; }; }
process R() { state U, V; commit V; init U; trans U -> V { sync b?; }, V -> U { sync d?; }; }
process S() { state U; init U; trans U -> U { sync d!; }; } ${other} system P, Q, R, S, X;`,
    "A[] !(P.B && Q.D)",
    "violated",
  ],
  [
    "a fault that another process brings about",
    `int v = 1, w; process P() { state A, B, C; init A; trans A -> B { assign w = 10 / v; }; }
process R() { state U; init U; trans U -> U { guard v == 1; assign v = 0; }; } ${other} system P, R, X;`,
    "A[] !P.C",
    "fault",
  ],
  [
    "a fault of a process that is left out",
    `int[0,2] n; process P() { state A, B; init A; }
process R() { state U; init U; trans U -> U { assign n = n + 1; }; } ${other} system P, R, X;`,
    "A[] !P.B",
    "fault",
  ],
  [
    "a guard that faults in a process that is left out",
    `int m = 1; process P() { state A, B; init A; }
process R() { state U; init U; trans U -> U { guard 10 / m > 3; }; }
process S() { state U; init U; trans U -> U { guard m == 1; assign m = 0; }; } ${other} system P, R, S, X;`,
    "A[] !P.B",
    "fault",
  ],
  [
    "a constant of an invariant that grows too large",
    `int v = 1; process P() { state A, B; init A; }
process R() { clock t; state U { t <= 100000 * v }; init U; }
process S() { state U; init U; trans U -> U { guard v < 30000; assign v = v + 10000; }; } ${other} system P, R, S, X;`,
    "A[] !P.B",
    "fault",
  ],
  [
    "a count that somebody reads",
    `int[-9,9] lives = 5; process P() { state A, B; init A; trans A -> B { guard lives < 5; }; }
process R() { state U, V; init U; trans U -> V { assign lives = lives - 1; }; } ${other} system P, R, X;`,
    "E<> P.B",
    "satisfied",
  ],
  [
    "a count that leaves its range",
    `int[0,5] lives = 5; int dmg[2] = {1, 3}; process P() { state A, B; init A; }
process R(const int i) { state U, V; init U; trans U -> V { assign lives = lives - dmg[i]; }, V -> U { guard i == 2; }; }
R0 = R(1); R1 = R(1); ${other} system P, R0, R1, X;`,
    "A[] !P.B",
    "fault",
  ],
  [
    "a step of higher priority",
    `chan c, d; chan priority c < d;
process P() { state A, B; init A; trans A -> B { sync c!; }; } process Q() { state A; init A; trans A -> A { sync c?; }; }
process R() { state U; init U; trans U -> U { sync d!; }; } process S() { state U; init U; trans U -> U { sync d?; }; } system P, Q, R, S;`,
    "A[] !P.B",
    "satisfied",
  ],
  [
    "a set of scalars",
    `typedef scalar[3] id; int[0,1] n[id];
process P(const id i) { state A, B; init A; trans A -> B { guard n[i] == 0; assign n[i] = 1; }; } system P;`,
    "A[] forall (i : id) (P(i).B imply n[i] == 1)",
    "satisfied",
  ],
];

describe("parts are not fooled by", () => {
  it.each(traps)("%s", (_, text, query, outcome) => {
    const verdict = ask(text, query);
    // Where a trace is asked for no process is left out before.
    expect(ask(text, query, { trace: "some" }).outcome).toBe(outcome);
    expect([verdict.outcome, ask(text, query, { reduce: false }).outcome]).toEqual([outcome, outcome]);
  });
});
