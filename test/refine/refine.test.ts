import { describe, expect, test } from "vitest";
import { ConcreteSimulator, type Refinement, rationals } from "../../src/index.ts";
import { ask, verdict } from "./refining.ts";

/** Whether the run of a violation is one of the closed network, step by step in the simulator. */
function replays({ trace, network }: Refinement): boolean {
  if (trace === undefined || network === undefined || !trace.concrete) return false;
  const simulator = new ConcreteSimulator(network);
  for (let i = 0; i < trace.states.length; i++) {
    if (trace.processes.some((_, p) => simulator.locations[p] !== trace.states[i]!.locations[p])) return false;
    const { delay } = trace.states[i]!;
    if (delay !== undefined && delay.n !== 0n && !simulator.delay(delay)) return false;
    const next = trace.transitions[i];
    if (next === undefined) continue;
    const edges = next.parts.map((p) => `${p.edge}:${p.selects.map((s) => s.value).join()}`).join(" ");
    const option = simulator
      .options()
      .find(
        (o) => o.transition.parts.map((p) => `${p.edge}:${p.selects.map((s) => s.value).join()}`).join(" ") === edges,
      );
    if (option === undefined || !simulator.take(option.index)) return false;
  }
  return true;
}

interface Case {
  readonly about: string;
  readonly text: string;
  readonly impl: string;
  readonly expected: string;
}

function check({ text, impl, expected }: Case): void {
  const refinement = ask(text, impl);
  expect(verdict(refinement)).toBe(expected);
  if (refinement.violation !== undefined && refinement.violation.kind !== "start")
    expect(replays(refinement)).toBe(true);
}

const figure31 = `chan c, d;
process S() { clock x; state s1, s2 { x < 4 }, s3; init s1;
  trans s1 -> s2 { sync c?; assign x = 0; }, s1 -> s3 { sync d!; }, s2 -> s3 { guard x > 1 && x < 3; sync d?; }; }
process Tight() { clock y; state a, b { y < 3 }, e; init a; trans a -> b { sync c?; assign y = 0; }, b -> e { guard y > 1 && y < 2; sync d?; }; }
process Wide() { clock y; state a, b { y < 4 }, e; init a; trans a -> b { sync c?; assign y = 0; }, b -> e { guard y > 1 && y <= 3; sync d?; }; }
process Early() { clock y; state a, b { y < 4 }, e; init a; trans a -> b { sync c?; assign y = 0; }, b -> e { guard y >= 1 && y < 3; sync d?; }; }
process Late() { clock y; state a, b { y <= 4 }, e; init a; trans a -> b { sync c?; assign y = 0; }; }
process Extra() { clock y; state a, b { y < 4 }, e; init a; trans a -> b { sync c?; assign y = 0; }, b -> e { sync c!; }; }
process Turned() { state a, b; init a; trans a -> b { sync c!; }; }
process Idle() { state a; init a; }
process Silent() { clock y; state a, b { y < 4 }, e; init a; trans a -> b { sync c?; assign y = 0; }, b -> b { guard y < 2; }; }
system S;
`;

describe("plain channels (figure 3.1)", () => {
  test.each<Case>([
    { about: "itself", text: figure31, impl: "S", expected: "included" },
    { about: "tighter guard and invariant", text: figure31, impl: "Tight", expected: "included" },
    { about: "a guard that reaches further", text: figure31, impl: "Wide", expected: "not-included action d?" },
    { about: "a guard that begins earlier", text: figure31, impl: "Early", expected: "not-included action d?" },
    { about: "an invariant that holds longer", text: figure31, impl: "Late", expected: "not-included delay" },
    { about: "another action", text: figure31, impl: "Extra", expected: "not-included action c!" },
    { about: "the other direction", text: figure31, impl: "Turned", expected: "not-included action c!" },
    { about: "nothing at all", text: figure31, impl: "Idle", expected: "included" },
    { about: "internal steps", text: figure31, impl: "Silent", expected: "included" },
  ])("$about: $expected", check);

  test("the reason names the guard that fails, at its time", () => {
    const { violation, reason } = ask(figure31, "Wide");
    expect(reason).toBe("at time 3 the implementation does d?, which the specification in s2 does not allow then");
    expect(violation?.time === undefined ? "" : rationals.showRational(violation.time)).toBe("3");
    expect(violation?.alternatives.map((a) => figure31.slice(a.obstacleOrigin.start, a.obstacleOrigin.end))).toEqual([
      "x < 3",
    ]);
  });
});

const arrays = `chan c[3], d; const int N = 3;
process S() { clock x[N]; int[0,2] last; state s; init s; trans
  s -> s { select i : int[0,2]; guard x[i] >= i && forall (j : int[0,2]) x[j] >= 0; sync c[i]!; assign x[i] = 0, last = i; },
  s -> s { guard x[last] <= 5; sync d?; }; }
process Good() { clock y; int[0,2] k; state s; init s; trans s -> s { guard y >= 2; sync c[k]!; assign y = 0, k = (k + 1) % 3; }; }
process Fast() { clock y; int[0,2] k; state s; init s; trans s -> s { guard y >= 1; sync c[2 - k]!; assign y = 0; }; }
process Slow() { clock y; state s; init s; trans s -> s { guard y <= 6; sync d?; }; }
system S;
`;
const universal = `chan c;
process S() { clock x, y; int a[int[0,1]] = { 2, 3 }; int b[int[0,1]] = { 1, 1 }; state l, m; init l; trans
  l -> m { select s : int[0,1]; guard x < a[s] && y > b[s]; sync c?; }; }
process Good() { clock z; state l, m; init l; trans l -> m { guard z > 1 && z < 3; sync c?; }; }
process Gap() { clock z; state l, m; init l; trans l -> m { guard z == 1; sync c?; }; }
system S;
`;

describe("selects, quantifiers and channel arrays", () => {
  test.each<Case>([
    { about: "itself", text: arrays, impl: "S", expected: "included" },
    { about: "elements in turn", text: arrays, impl: "Good", expected: "included" },
    { about: "an element too early", text: arrays, impl: "Fast", expected: "not-included action c[2]!" },
    { about: "a guard over an indexed clock", text: arrays, impl: "Slow", expected: "not-included action d?" },
    { about: "a universal over clock disjunctions (figure 3.3)", text: universal, impl: "Good", expected: "included" },
    { about: "what no select value covers", text: universal, impl: "Gap", expected: "not-included action c?" },
  ])("$about: $expected", check);
});

const urgent = `urgent chan u[2]; chan go;
process S() { int w; state a, b, e; init a; trans a -> b { sync go?; assign w = 1; }, b -> e { guard w == 1; sync u[w]?; }; }
process Ready() { state a, b, e; init a; trans a -> b { sync go?; }, b -> e { sync u[1]?; }; }
process Never() { state a, b, e; init a; trans a -> b { sync go?; }; }
process Other() { state a, b, e; init a; trans a -> b { sync go?; }, b -> e { sync u[0]?; }; }
process Later() { clock y; state a, b, e; init a; trans a -> b { sync go?; assign y = 0; }, b -> e { guard y >= 1; sync u[1]?; }; }
process AtOnce() { clock y; state a, b, e; init a; trans a -> b { sync go?; assign y = 0; }, b -> e { guard y > 0; sync u[1]?; }; }
process Stops() { clock y; state a, b, e, f; init a; trans a -> b { sync go?; assign y = 0; }, b -> e { sync u[1]?; }, b -> f { guard y >= 2; }; }
process Waits() { clock y; state a, b { y <= 0 }, e, f; init a; trans a -> b { sync go?; assign y = 0; }, b -> e {}, e -> f { sync u[1]?; }; }
system S;
`;
const rush = `urgent broadcast chan b; chan go;
process S() { state a, m; init a; trans a -> m { sync go?; }, m -> a { sync b!; }; }
process Ready() { state a, m; init a; trans a -> m { sync go?; }, m -> a { sync b!; }; }
process Never() { state a, m; init a; trans a -> m { sync go?; }; }
system S;
`;

describe("urgent channels", () => {
  test.each<Case>([
    { about: "itself", text: urgent, impl: "S", expected: "included" },
    { about: "the action is offered", text: urgent, impl: "Ready", expected: "included" },
    { about: "it is not", text: urgent, impl: "Never", expected: "not-included urgent u[1]?" },
    { about: "another element is", text: urgent, impl: "Other", expected: "not-included urgent u[1]?" },
    { about: "it is offered late", text: urgent, impl: "Later", expected: "not-included urgent u[1]?" },
    { about: "it is offered right after", text: urgent, impl: "AtOnce", expected: "included" },
    { about: "it is offered for a while", text: urgent, impl: "Stops", expected: "not-included urgent u[1]?" },
    { about: "internal steps come first, without delay", text: urgent, impl: "Waits", expected: "included" },
    { about: "an urgent broadcast", text: rush, impl: "Ready", expected: "included" },
    { about: "an urgent broadcast that is not sent", text: rush, impl: "Never", expected: "not-included urgent b!" },
  ])("$about: $expected", check);
});

const stops = `chan a, b;
process S() { state s, t, e; urgent t; init s; trans s -> t { sync a!; }, t -> e { sync b!; }; }
process C() { state s, t, e; commit t; init s; trans s -> t { sync a!; }, t -> e { sync b!; }; }
process Slow() { state s, t, e; init s; trans s -> t { sync a!; }, t -> e { sync b!; }; }
process Clock() { clock y; state s, t { y <= 0 }, e; init s; trans s -> t { sync a!; assign y = 0; }, t -> e { sync b!; }; }
process Dead() { clock y; state s, t { y <= 0 }; init s; trans s -> t { sync a!; assign y = 0; }; }
system S;
`;
// The implementation leaves the invariant behind while it is committed.
const committed = `chan a, b;
process S() { clock x; state s, t { x <= 2 }, e; init s; trans s -> t { sync a!; assign x = 0; }, t -> e { sync b!; }; }
process Jump() { clock y; state s, t, k, e; commit k; init s; trans s -> t { sync a!; assign y = 0; }, t -> k { guard y >= 3; }, k -> e { sync b!; }; }
process Fine() { clock y; state s, t { y <= 2 }, k, e; commit k; init s; trans s -> t { sync a!; assign y = 0; }, t -> k { guard y >= 1; }, k -> e { sync b!; }; }
system S;
`;

describe("urgent and committed locations", () => {
  test.each<Case>([
    { about: "a committed location is an urgent one", text: stops, impl: "C", expected: "included" },
    { about: "an invariant that stops time", text: stops, impl: "Clock", expected: "included" },
    { about: "no delay, no action", text: stops, impl: "Dead", expected: "included" },
    { about: "delay where none is allowed", text: stops, impl: "Slow", expected: "not-included delay" },
    {
      about: "a committed implementation cannot hide a delay",
      text: committed,
      impl: "Jump",
      expected: "not-included delay",
    },
    { about: "a committed implementation that is right", text: committed, impl: "Fine", expected: "included" },
  ])("$about: $expected", check);

  test("committed locations of the specification are told", () => {
    expect(ask(stops, "S", "C").notes.map((n) => n.code)).toEqual(["committed"]);
    expect(verdict(ask(stops, "Slow", "C"))).toBe("not-included delay");
  });
});

const signals = `broadcast chan b; chan a;
process S() { state s, t; init s; trans s -> t { sync b?; }, t -> s { sync a!; }; }
process Deaf() { state s; init s; }
process Eager() { state s, t; init s; trans s -> t { sync b?; }, t -> t { sync a!; }; }
process Loud() { state s, t; init s; trans s -> t { sync b!; }; }
process Both() { state s, t, u; init s; trans s -> t { sync b?; }, t -> u { sync b?; }, u -> s { sync a!; }; }
system S;
`;
const send = `broadcast chan b;
process S() { clock x; state s; init s; trans s -> s { guard x >= 2; sync b!; assign x = 0; }; }
process P() { clock y; state s; init s; trans s -> s { guard y >= 2; sync b!; assign y = 0; }; }
process Q() { int[0,3] n; state s; init s; trans s -> s { guard n < 3; sync b?; assign n++; }; }
process R() { clock y; state s; init s; trans s -> s { guard y >= 1; sync b!; assign y = 0; }; }
system S;
`;

describe("broadcast channels", () => {
  test.each<Case>([
    { about: "itself", text: signals, impl: "S", expected: "included" },
    { about: "who does not listen ignores it", text: signals, impl: "Deaf", expected: "included" },
    { about: "more after it than allowed", text: signals, impl: "Eager", expected: "not-included action a!" },
    { about: "a broadcast of its own", text: signals, impl: "Loud", expected: "not-included action b!" },
    { about: "one more signal before the answer", text: signals, impl: "Both", expected: "included" },
    { about: "sent in time, with a receiver inside", text: send, impl: "P+Q", expected: "included" },
    { about: "sent too early", text: send, impl: "R+Q", expected: "not-included action b!" },
  ])("$about: $expected", check);
});

const shared = `chan c, d; int[0,7] g; int[0,3] h[2]; const int K = 2; int[0,7] other;
process S() { clock x; int loc; state s0, s1 { x <= g }; init s0; trans s0 -> s1 { guard g < 3; sync c!; assign g = g + 1, x = 0; }, s1 -> s0 { guard h[0] == 0; sync d?; assign h[1] = g; }; }
process Same() { clock x; state s0, s1 { x <= g }; init s0; trans s0 -> s1 { guard g < 3; sync c!; assign g++, x = 0; }, s1 -> s0 { sync d?; assign h[1] = g; }; }
process Two() { clock x; state s0, s1 { x <= g }; init s0; trans s0 -> s1 { sync c!; assign g = g + 2, x = 0; }; }
process Forgets() { clock x; state s0, s1 { x <= g }; init s0; trans s0 -> s1 { guard g < 3; sync c!; assign g++, x = 0; }, s1 -> s0 { sync d?; assign h[0] = 0; }; }
process Alone() { state s0; init s0; trans s0 -> s0 { guard g < 3; assign g++; }; }
process Atomic() { clock x; state s0, k, s1 { x <= g }; commit k; init s0; trans s0 -> k { guard g < 3; sync c!; assign x = 0; }, k -> s1 { assign g++; }; }
process Seen() { clock x; state s0, k, s1 { x <= g }; commit k; init s0; trans s0 -> k { guard g < 3; sync c!; assign x = 0; }, k -> s1 { sync d?; assign g++; }; }
void add(int[0,7] &v) { v = v + 1; }
void bump() { g = g + 1; }
process ByFunction() { clock x; state s0, s1 { x <= g }; init s0; trans s0 -> s1 { guard g < 3; sync c!; assign bump(), x = 0; }; }
process ByReference(int[0,7] &v) { clock x; state s0, s1 { x <= v }; init s0; trans s0 -> s1 { guard v < 3; sync c!; assign add(v), x = 0; }; }
Ref = ByReference(g);
Wrong = ByReference(other);
system S;
`;

describe("shared variables (section 3.3)", () => {
  test.each<Case>([
    { about: "itself", text: shared, impl: "S", expected: "included" },
    { about: "the same changes", text: shared, impl: "Same", expected: "included" },
    { about: "another value", text: shared, impl: "Two", expected: "not-included shared" },
    { about: "a change that is missing", text: shared, impl: "Forgets", expected: "not-included shared" },
    { about: "a change without an action", text: shared, impl: "Alone", expected: "not-included shared" },
    { about: "a change in the same atomic sequence", text: shared, impl: "Atomic", expected: "included" },
    { about: "seen before the change", text: shared, impl: "Seen", expected: "not-included shared" },
    { about: "changes inside functions", text: shared, impl: "ByFunction", expected: "included" },
    { about: "a variable by reference", text: shared, impl: "Ref", expected: "included" },
  ])("$about: $expected", check);

  test("which variables count can be said", () => {
    expect(ask(shared, "Same").interface.variables).toEqual(["g", "h[0]", "h[1]"]);
    expect(verdict(ask(shared, "Two", "S", { variables: [] }))).toBe("not-included delay");
    expect(verdict(ask(shared, "Forgets", "S", { variables: ["g"] }))).toBe("included");
    expect(verdict(ask(shared, "Same", "S", { variables: ["nope"] }))).toBe(
      "not-applicable: there is no variable nope on both sides",
    );
    // A variable that only one side knows is not shared, even under the name of a parameter.
    expect(ask(shared, "Wrong").interface.variables).toEqual([]);
    expect(ask(shared, "Two").violation?.variables).toEqual([{ name: "g", implementation: 2, specification: 1 }]);
  });
});

const internal = `chan a, b;
process S() { clock x; int n; state s, t, u, e { x <= 3 }; commit t, u; init s; trans s -> t { sync a!; }, t -> u { guard n < 2; assign n++; }, t -> e { guard n == 2; assign x = 0; }, u -> s { }, e -> s { sync b!; }; }
process Good() { clock y; int n; state s, e { y <= 3 }; init s; trans s -> s { guard n < 2; sync a!; assign n++; }, s -> e { guard n == 2; sync a!; assign y = 0; }, e -> s { sync b!; }; }
process Early() { state s; init s; trans s -> s { sync a!; }, s -> s { sync b!; }; }
process Tau() { state s, t; init s; trans s -> t { }, t -> s { sync a!; }; }
process Stuck() { clock x; state s, t, e; commit t; init s; trans s -> t { sync a!; }, t -> e { guard x >= 2; }, e -> s { sync b!; }; }
process Choice() { state s, t, e; commit t; init s; trans s -> t { sync a!; }, t -> s { }, t -> e { }; }
process AfterTwo() { clock y; state s, t { y <= 4 }, e; init s; trans s -> t { guard y >= 2; sync a!; }, t -> e { guard y >= 2; sync b!; }; }
process AtOnce() { clock y; state s, t, e; init s; trans s -> t { sync a!; }; }
system S;
`;

describe("internal edges of the specification", () => {
  test("those that are passed at once are compiled away", () => {
    expect(verdict(ask(internal, "Good"))).toBe("included");
    expect(verdict(ask(internal, "S"))).toBe("included");
    expect(verdict(ask(internal, "Early"))).toBe("not-included action b!");
    expect(ask(internal, "Good").notes.map((n) => n.code)).toEqual(["transient"]);
  });
  test("where none is enabled the specification is stuck", () => {
    expect(verdict(ask(internal, "AfterTwo", "Stuck"))).toBe("included");
    expect(verdict(ask(internal, "AtOnce", "Stuck"))).toBe("not-included delay");
  });
  test("a specification that can go round by itself for ever allows nothing by that", () => {
    const rounds = `chan c; process I() { state a, b; init a; trans a -> b { sync c!; }; }
process S() { state s; urgent s; init s; trans s -> s { }; }
process T() { state s, t; commit s, t; init s; trans s -> t { }, t -> s { }; }
system I;`;
    const reason = "not-applicable: the internal edges of the specification form a cycle";
    for (const spec of ["S", "T"])
      for (const simulation of [false, true]) expect(verdict(ask(rounds, "I", spec, { simulation }))).toBe(reason);
  });
  test("others are followed with all states that they lead to, or make the question not applicable", () => {
    const one = (impl: string, spec: string) => verdict(ask(internal, impl, spec, { sets: 0 }));
    expect(one("Good", "Tau")).toBe("not-applicable: the specification has internal edges, from s");
    expect(one("AtOnce", "Choice")).toBe("not-applicable: the specification is not deterministic");
    expect(ask(internal, "Good", "Tau").outcome).toBe("not-included");
    expect(ask(internal, "AtOnce", "Choice").outcome).toBe("included");
  });
});

const choices = `chan c; const int N = 8; chan C[10];
process S() { state s, t, u; init s; trans s -> t { sync c!; }, s -> u { sync c!; }; }
process Apart() { clock x; state s, t, u; init s; trans s -> t { guard x < 2; sync c!; }, s -> u { guard x >= 2; sync c!; }; }
process Touch() { clock x; state s, t, u; init s; trans s -> t { guard x <= 2; sync c!; }, s -> u { guard x >= 2; sync c!; }; }
process Targets() { clock x; state s, t { x <= 1 }, u { x > 1 }; init s; trans s -> t { sync c!; }, s -> u { sync c!; }; }
process Selects() { int v; state s; init s; trans s -> s { select i : int[0,1]; sync c!; assign v = i; }; }
process Same() { clock x; state s0, s1; init s0; trans s0 -> s1 { select i : int[2,N]; guard x < 8 && i != 4; sync C[i]?; }, s0 -> s1 { select i : int[0,9]; guard x > 1 && i != 3; sync C[i]?; }; }
process Never() { state s, t, u, v; init s; trans s -> t { sync c!; }, u -> t { sync c?; }, u -> v { sync c?; }; }
process Before() { clock x; state s { x < 2 }, t; init s; trans s -> t { sync c!; }; }
system S;
`;

describe("determinism of the specification", () => {
  test.each([
    ["S", "S", "not-applicable: the specification is not deterministic"],
    ["Apart", "Apart", "included"],
    ["Apart", "Touch", "not-applicable: the specification is not deterministic"],
    ["Targets", "Targets", "included"],
    ["Selects", "Selects", "not-applicable: the specification is not deterministic"],
    ["Same", "Same", "included"],
    // Only states that are reached count.
    ["Never", "Never", "included"],
    ["Before", "Touch", "included"],
  ])("%s against %s: %s", (impl, spec, expected) => {
    expect(verdict(ask(choices, impl, spec, { sets: 0 }))).toBe(expected);
    expect(verdict(ask(choices, impl, spec))).toBe("included");
  });

  test("an overlap with one effect is told apart from a real one", () => {
    expect(ask(choices, "Same", "Same").notes.map((n) => n.code)).toEqual(["overlap"]);
    expect(ask(choices, "S", "S", { sets: 0 }).notes).toEqual([
      expect.objectContaining({
        code: "nondeterminism",
        message: "the edges s -> t and s -> u can both be taken for one action",
      }),
    ]);
    expect(ask(choices, "Selects", "Selects").notes[0]!.message).toBe(
      "the edge s -> s can be taken in two ways by its select values",
    );
  });
});

describe("the interface", () => {
  const parts = `chan in, out, mid;
process S() { clock x; state s, t { x <= 5 }; init s; trans s -> t { sync in?; assign x = 0; }, t -> s { guard x >= 2; sync out!; }; }
process A() { clock y; state s, t { y <= 1 }; init s; trans s -> t { sync in?; assign y = 0; }, t -> s { guard y >= 1; sync mid!; }; }
process B() { clock z; state s, t { z <= 3 }; init s; trans s -> t { sync mid?; assign z = 0; }, t -> s { guard z >= 1; sync out!; }; }
process M() { clock x; state s, t { x <= 5 }; init s; trans s -> t { sync in?; assign x = 0; }, t -> s { guard x >= 2; sync out!; }, s -> s { sync mid?; }; }
system A, B;
`;
  test("channels between processes of the implementation are internal", () => {
    // A second request may come while B is still busy: the specification knows none then.
    const refinement = ask(parts, "A+B");
    expect(refinement.interface).toEqual({ channels: ["in", "out"], hidden: [], variables: [] });
    expect(verdict(refinement)).toBe("not-included action in?");
  });
  test("a channel that only the implementation uses is visible", () => {
    expect(verdict(ask(parts, "M"))).toBe("not-included action mid?");
    expect(verdict(ask(parts, "M", "S", { channels: ["in", "out"] }))).toBe("included");
    expect(ask(parts, "M", "S", { channels: ["in", "out"] }).interface.hidden).toEqual(["mid"]);
  });
  test("what is unclear has to be said", () => {
    expect(verdict(ask(parts, "A+B", "M"))).toMatch(
      /^not-applicable: channel mid is used by the specification and between/,
    );
    expect(verdict(ask(parts, "S", "S", { channels: ["inn"] }))).toBe("not-applicable: there is no channel inn");
  });
  test("two files", () => {
    const other = `chan out, in; process S() { state s, t; init s; trans s -> t { sync in?; }, t -> s { sync out!; }; } system S;`;
    expect(verdict(ask(parts, "S", "S", {}, other))).toBe("included");
    expect(verdict(ask(other, "S", "S", {}, parts))).toBe("not-included delay");
    expect(verdict(ask(parts, "S", "S", {}, other.replace("chan out", "urgent chan out")))).toBe(
      "not-applicable: channel out is not declared alike on both sides",
    );
  });
});

describe("what is not applicable is said", () => {
  const text = (more: string, spec = "state s; init s; trans s -> s { sync c!; };") =>
    `chan c; clock g; ${more} process S() { ${spec} } process P() { state s; init s; trans s -> s { sync c!; }; }`;
  test.each([
    ["priorities of channels", `${text("chan priority c < default;")} system S;`, /has priorities/],
    ["priorities of processes", `${text("")} system S < P;`, /has priorities/],
    ["hooks", `${text("int n; before_update { n = 0 }")} system S;`, /before_update/],
    ["stopped clocks", `${text("", "clock x; state s { x' == 0 }; init s;")} system S;`, /stopped clocks/],
  ])("%s", (_, model, reason) => {
    const { outcome, reason: told } = ask(model, "P");
    expect(outcome).toBe("not-applicable");
    expect(told).toMatch(reason);
  });
});
