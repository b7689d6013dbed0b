/** A trap for each rule of local time: a model whose answer is right, and becomes wrong when the rule is dropped. */
import { expect, it } from "vitest";
import { type Coupling, couplingOf } from "../../src/analysis/index.ts";
import { labelQuery, type NetworkQuery, open } from "../../src/index.ts";
import { answeredBy, verify } from "../../src/search/index.ts";
import { Meter } from "../../src/search/limits.ts";
import { searchLocal } from "../../src/search/local/compiled.ts";
import { LocalSearch } from "../../src/search/local/search.ts";
import { type FormulaQuery, Question } from "../../src/search/question.ts";
import { finish } from "../../src/search/turns.ts";

interface Trap {
  readonly rule: string;
  readonly model: string;
  /** Or labels of a state, in TChecker's format. */
  readonly query: string | readonly string[];
  /** What is left of the coupling without the rule. */
  readonly without: (coupling: Coupling) => Coupling;
}

/** Each process alone, with the clocks of the first that uses them. */
const apart = (c: Coupling): Coupling => ({
  ...c,
  groups: c.groupOf.length,
  groupOf: c.groupOf.map((_, p) => p),
  groupOfClock: c.groupOfClock.map((_, x) => Math.max(0, x - 1)),
  urgent: -1,
});

/** A process with a time of its own, so that there are always two groups. */
const idle = "process Idle() { clock w; state I; init I; trans I -> I { guard w > 1; assign w = 0; }; }";

const traps: readonly Trap[] = [
  {
    rule: "a shared variable is used in the order of time",
    model: `int[0,1] v;
      process P() { clock x; state A { x <= 5 }, B; init A; trans A -> B { guard x >= 5; assign v = 1; }; }
      process Q() { clock y; state A, Bad; init A; trans A -> Bad { guard y <= 3 && v == 1; }; }
      system P, Q;`,
    query: "E<> Q.Bad",
    without: (c) => ({ ...c, uses: c.uses.map(() => []) }),
  },
  {
    rule: "a shared variable is used in the order of time where two step together",
    model: `chan a, b; int[0,1] v;
      process P() { clock x; state A { x <= 5 }, B; init A; trans A -> B { guard x >= 5; sync a!; assign v = 1; }; }
      process R() { state A, B; init A; trans A -> B { sync a?; }; }
      process Q() { clock y; state A, Bad; init A; trans A -> Bad { guard y <= 3 && v == 1; sync b!; }; }
      process S() { state A, B; init A; trans A -> B { sync b?; }; }
      system P, R, Q, S;`,
    query: "E<> Q.Bad",
    without: (c) => ({ ...c, uses: c.uses.map(() => []) }),
  },
  {
    rule: "whoever might receive a broadcast takes part in it",
    model: `broadcast chan c;
      process S() { clock x; state A { x <= 5 }, Sent; init A; trans A -> Sent { guard x >= 5; sync c!; }; }
      process R() { clock y; state A, B, Caught; init A; trans A -> B { guard y <= 3; }, B -> Caught { sync c?; }; }
      system S, R;`,
    query: "E<> S.Sent && R.B",
    without: (c) => ({ ...c, attending: c.attending.map(() => []) }),
  },
  {
    rule: "what decides whether somebody receives takes part too",
    model: `broadcast chan c; int[0,1] v;
      process S() { clock x; state A { x <= 5 }, Sent; init A; trans A -> Sent { guard x >= 5; sync c!; }; }
      process R() { state A, Caught; init A; trans A -> Caught { guard v == 1; sync c?; }; }
      process W() { clock z; state A, B; init A; trans A -> B { guard z <= 3; assign v = 1; }; }
      system S, R, W;`,
    query: "E<> S.Sent && R.A && W.B",
    without: (c) => ({ ...c, uses: c.uses.map(() => []) }),
  },
  {
    rule: "an urgent channel joins its partners",
    model: `urgent chan a;
      process P() { state A, B; init A; trans A -> B { sync a!; }; }
      process Q() { clock y; state A, B; init A; trans A -> B { sync a?; }; }
      ${idle} system P, Q, Idle;`,
    query: "E<> Q.A && Q.y > 2",
    without: (c) => ({ ...c, urgent: -1 }),
  },
  {
    rule: "an urgent channel joins its partners, whoever is ready first",
    model: `urgent chan a;
      process P() { state A, B; init A; trans A -> B { sync a!; }; }
      process Q() { clock y; state W, A, B; init W; trans W -> A { guard y <= 3; }, A -> B { sync a?; }; }
      ${idle} system P, Q, Idle;`,
    query: "E<> Q.A && Q.y > 4",
    without: (c) => ({ ...c, groups: 3, groupOf: [0, 1, 2], groupOfClock: [0, 1, 2], urgent: 0 }),
  },
  {
    rule: "whoever writes what an urgent channel looks at is joined to its partners",
    model: `urgent chan a; int[0,1] v;
      process P() { state A, B; init A; trans A -> B { guard v == 1; sync a!; }; }
      process Q() { clock y; state A, B; init A; trans A -> B { sync a?; }; }
      process W() { clock z; state A, B; init A; trans A -> B { guard z <= 3; assign v = 1, z = 0; }; }
      ${idle} system P, Q, W, Idle;`,
    query: "E<> P.A && W.B && W.z > 2",
    // The writer has a time of its own, and the variable takes part in the steps of both.
    without: (c) => ({
      ...c,
      groups: 3,
      groupOf: [0, 0, 1, 2],
      groupOfClock: [0, 0, 1, 2],
      shared: 1,
      uses: c.uses.map((_, edge) => (edge === 0 || edge === 2 ? [0] : [])),
    }),
  },
  {
    rule: "whoever may take part in a vector comes to its time",
    model: `system:weak
event:go
event:tau
process:S
clock:1:x
location:S:A{initial: : invariant: x<=5}
location:S:Sent{labels: sent}
edge:S:A:Sent:go{provided: x>=5}
process:R
clock:1:y
location:R:A{initial:}
location:R:B{labels: moved}
location:R:Caught
edge:R:A:B:tau{provided: y<=3}
edge:R:B:Caught:go
sync:S@go:R@go?
`,
    query: ["sent", "moved"],
    without: (c) => ({ ...c, attending: c.attending.map(() => []) }),
  },
  {
    rule: "a variable in an invariant joins its writers",
    model: `int[0,9] n = 5;
      process P() { clock x; state A { x <= n }, L; init A; trans A -> L { guard x >= 4; }; }
      process Q() { clock y; state A, B; init A; trans A -> B { guard y <= 2; assign n = 3; }; }
      ${idle} system P, Q, Idle;`,
    query: "E<> P.L && Q.B",
    without: apart,
  },
  {
    rule: "a shared clock joins its users",
    model: `clock x, y;
      process P() { state A, B; init A; trans A -> B { guard x >= 9; assign x = 0; }; }
      process Q() { state A, Bad; init A; trans A -> Bad { guard x >= 3 && y <= 1; }; }
      ${idle} system P, Q, Idle;`,
    query: "E<> Q.Bad",
    without: apart,
  },
];

function read(model: string, text: Trap["query"]): Question<FormulaQuery> {
  const { network, query, diagnostics } = open(model);
  if (network === undefined) throw new Error(JSON.stringify(diagnostics));
  const asked = typeof text === "string" ? query(text).query : labelQuery(network, text);
  return new Question(network, asked as NetworkQuery & FormulaQuery);
}

/** By the interpreter and by compiled code. */
const isFound = (question: Question<FormulaQuery>, coupling: Coupling): readonly boolean[] => {
  const meter = new Meter({ maxStates: 1000 });
  return [new LocalSearch(question, coupling, meter).careful(), searchLocal(question, coupling, meter)].map(
    (search) => {
      const ending = finish(search);
      return ending.kind === "answer" && ending.witness !== undefined;
    },
  );
};

it.each(traps)("$rule", ({ model, query, without }) => {
  const question = read(model, query);
  const coupling = couplingOf(question.network);
  if (typeof coupling === "string") throw new Error(coupling);
  expect(verify(question.network, question.query, { compiled: false }).outcome).toBe("violated");
  expect(isFound(question, coupling)).toEqual([false, false]);
  expect(isFound(question, without(coupling))).toEqual([true, true]);
});

it.each([
  ["a time-lock of one forbids the time of all", "state A { x <= 5 }; init A;", "y > 1", "E<> Q.y > 6", "violated"],
  ["what is before the time-lock is reached", "state A { x <= 5 }; init A;", "y > 1", "E<> Q.y > 4", "satisfied"],
  [
    "nobody steps while another is committed",
    "state A, B; commit A; init A; trans A -> B {};",
    "y >= 0",
    "E<> P.A && Q.B",
    "violated",
  ],
  [
    "somebody steps while another is urgent",
    "state A, B; urgent A; init A; trans A -> B {};",
    "y >= 0",
    "E<> P.A && Q.B",
    "satisfied",
  ],
  [
    "no time passes in an urgent location",
    "state A, B; urgent A; init A; trans A -> B {};",
    "y > 1",
    "E<> P.A && Q.B",
    "violated",
  ],
])("%s", (_, body, guard, query, outcome) => {
  const { network, query: asked } = read(
    `process P() { clock x; ${body} }
     process Q() { clock y; state A, B; init A; trans A -> B { guard ${guard}; }; }
     system P, Q;`,
    query,
  );
  for (const compiled of [true, false]) {
    const verdict = verify(network, asked, { localTime: true, reduce: false, compiled });
    expect([verdict.outcome, answeredBy(verdict)?.road]).toEqual([outcome, "local"]);
  }
});
