import { describe, expect, test } from "vitest";
import { coverInTurns, coverToCertificate, traceToCertificate, verify } from "../../src/index.ts";
import { judge, queryOf, type Subject, sha256, subjectOf } from "./prove.ts";

/**
 * Unsound on purpose: a search that gets one rule wrong is a search of another model. For each rule there is the model as it
 * is, the model as the faulty search would understand it, and a query that it then answers wrongly. The certificate of the
 * wrong answer, made out for the true model, is refused: a closed set of states, which says that something is never reached,
 * or a run.
 */
interface Planted {
  readonly rule: string;
  /** What the wrong answer has as its proof. */
  readonly proof: "unreachable" | "run";
  readonly isSo: string;
  readonly seemsSo: string;
  readonly query: string;
}

const planted: readonly Planted[] = [
  {
    rule: "urgency where there is none",
    proof: "unreachable",
    isSo: "clock x; chan a; process P() { state A, B, C; init A; trans A -> B { sync a!; }, A -> C { guard x >= 3; }; } process Q() { state A; init A; trans A -> A { sync a?; }; } system P, Q;",
    seemsSo:
      "clock x; urgent chan a; process P() { state A, B, C; init A; trans A -> B { sync a!; }, A -> C { guard x >= 3; }; } process Q() { state A; init A; trans A -> A { sync a?; }; } system P, Q;",
    query: "A[] not P.C",
  },
  {
    rule: "a missed urgent channel, by a run",
    proof: "run",
    isSo: "clock x; urgent chan a; process P() { state A, B, C; init A; trans A -> B { sync a!; }, A -> C { guard x >= 3; }; } process Q() { state A; init A; trans A -> A { sync a?; }; } system P, Q;",
    seemsSo:
      "clock x; chan a; process P() { state A, B, C; init A; trans A -> B { sync a!; }, A -> C { guard x >= 3; }; } process Q() { state A; init A; trans A -> A { sync a?; }; } system P, Q;",
    query: "E<> P.C",
  },
  {
    rule: "a dropped broadcast receiver",
    proof: "unreachable",
    isSo: "broadcast chan a; process P() { state A, B; init A; trans A -> B { sync a!; }; } process Q() { state A, B; init A; trans A -> B { sync a?; }; } system P, Q;",
    seemsSo:
      "broadcast chan a; process P() { state A, B; init A; trans A -> B { sync a!; }; } process Q() { state A, B; init A; } system P, Q;",
    query: "A[] not Q.B",
  },
  {
    rule: "a wrong reset, by a run",
    proof: "run",
    isSo: "clock x; process P() { state A { x <= 5 }, B; init A; trans A -> B { guard x >= 5; }; } system P;",
    seemsSo:
      "clock x; process P() { state A { x <= 5 }, B; init A; trans A -> B { guard x >= 5; assign x = 0; }; } system P;",
    query: "E<> P.B && x < 5",
  },
  {
    rule: "a clock that is not set back",
    proof: "unreachable",
    isSo: "clock x; process P() { state A, B { x <= 1 }, C; init A; trans A -> B { guard x >= 5; assign x = 0; }, B -> C { }; } system P;",
    seemsSo:
      "clock x; process P() { state A, B { x <= 1 }, C; init A; trans A -> B { guard x >= 5; }, B -> C { }; } system P;",
    query: "A[] not P.C",
  },
  {
    rule: "a variable that is not dead",
    proof: "unreachable",
    isSo: "int[0,1] n; process P() { state A, B, C; init A; trans A -> B { assign n = 1; }, B -> C { guard n == 1; }; } system P;",
    seemsSo:
      "int[0,1] n; process P() { state A, B, C; init A; trans A -> B { assign n = 0; }, B -> C { guard n == 1; }; } system P;",
    query: "A[] not P.C",
  },
  {
    rule: "a symmetry that is none",
    proof: "unreachable",
    isSo: "int[0,2] turn; process T(const int[0,1] i) { state A, B, C; init A; trans A -> B { guard turn == 0; assign turn = i + 1; }, B -> C { guard turn == 2; }; } system T;",
    seemsSo:
      "int[0,2] turn; process T(const int[0,1] i) { state A, B, C; init A; trans A -> B { guard turn == 0 && i == 0; assign turn = i + 1; }, B -> C { guard turn == 2; }; } system T;",
    query: "A[] not T(1).C",
  },
  {
    rule: "strictness off by one",
    proof: "unreachable",
    isSo: "clock x; process P() { state A { x <= 5 }, B; init A; trans A -> B { guard x >= 5; }; } system P;",
    seemsSo: "clock x; process P() { state A { x < 5 }, B; init A; trans A -> B { guard x >= 5; }; } system P;",
    query: "A[] not P.B",
  },
  {
    rule: "committed where it is not",
    proof: "unreachable",
    isSo: "process P() { state A, B; init A; trans A -> B { }; } process Q() { state A, B; init A; trans A -> B { }; } system P, Q;",
    seemsSo:
      "process P() { state A, B; commit A; init A; trans A -> B { }; } process Q() { state A, B; init A; trans A -> B { }; } system P, Q;",
    query: "A[] not (P.A && Q.B)",
  },
  {
    rule: "a lost committed location, by a run",
    proof: "run",
    isSo: "process P() { state A, B; commit A; init A; trans A -> B { }; } process Q() { state A, B; init A; trans A -> B { }; } system P, Q;",
    seemsSo:
      "process P() { state A, B; init A; trans A -> B { }; } process Q() { state A, B; init A; trans A -> B { }; } system P, Q;",
    query: "E<> P.A && Q.B",
  },
  {
    rule: "a bystander that matters",
    proof: "unreachable",
    isSo: "int[0,1] n; process P() { state A, B; init A; trans A -> B { guard n == 1; }; } process Q() { state A; init A; trans A -> A { assign n = 1; }; } system P, Q;",
    seemsSo:
      "int[0,1] n; process P() { state A, B; init A; trans A -> B { guard n == 1; }; } process Q() { state A; init A; } system P, Q;",
    query: "A[] not P.B",
  },
  {
    rule: "a cone that leaves out who waits",
    proof: "unreachable",
    isSo: "clock x; chan a; process P() { state A, B; init A; trans A -> B { sync a?; }; } process Q() { state A, B { x <= 2 }; init A; trans A -> B { }, B -> A { guard x >= 1; sync a!; }; } system P, Q;",
    seemsSo:
      "clock x; chan a; process P() { state A, B; init A; trans A -> B { sync a?; }; } process Q() { state A, B { x <= 2 }; init A; trans A -> B { }; } system P, Q;",
    query: "A[] not P.B",
  },
  {
    rule: "priorities the wrong way round, by a run",
    proof: "run",
    isSo: "process P() { state A, B; init A; trans A -> B { }; } process Q() { state A, B; init A; trans A -> B { }; } system P < Q;",
    seemsSo:
      "process P() { state A, B; init A; trans A -> B { }; } process Q() { state A, B; init A; trans A -> B { }; } system P, Q;",
    query: "E<> P.B && Q.A",
  },
  {
    rule: "a missed urgent channel",
    proof: "unreachable",
    // A channel that is ready keeps time from passing also where what its edge leads to is forbidden.
    isSo: "int n; clock x; urgent chan a; process P() { state A, B { n > 0 }, C; init A; trans A -> B { sync a!; }, A -> C { guard x >= 3; }, C -> C { }; } process Q() { state A; init A; trans A -> A { sync a?; }; } system P, Q;",
    seemsSo:
      "int n; clock x; chan a; process P() { state A, B { n > 0 }, C; init A; trans A -> B { sync a!; }, A -> C { guard x >= 3; }, C -> C { }; } process Q() { state A; init A; trans A -> A { sync a?; }; } system P, Q;",
    query: "A[] not deadlock",
  },
  {
    rule: "a wrong reset",
    proof: "unreachable",
    isSo: "clock x; process P() { state A, B, C; urgent B; init A; trans A -> B { guard x >= 5; }, B -> C { guard x >= 5; }; } system P;",
    seemsSo:
      "clock x; process P() { state A, B, C; urgent B; init A; trans A -> B { guard x >= 5; assign x = 0; }, B -> C { guard x >= 5; }; } system P;",
    query: "A[] not P.C",
  },
  {
    rule: "a lost committed location",
    proof: "unreachable",
    isSo: "process P() { state A; commit A; init A; } process Q() { state A; init A; trans A -> A { }; } system P, Q;",
    seemsSo: "process P() { state A; init A; } process Q() { state A; init A; trans A -> A { }; } system P, Q;",
    query: "A[] not deadlock",
  },
  {
    rule: "a priority where there is none",
    proof: "unreachable",
    isSo: "process P() { state A, B; init A; trans A -> B { }; } process Q() { state A, B; init A; trans A -> B { }; } system P, Q;",
    seemsSo:
      "process P() { state A, B; init A; trans A -> B { }; } process Q() { state A, B; init A; trans A -> B { }; } system P < Q;",
    query: "A[] not (P.B && Q.A)",
  },
];

describe("planted faults", () => {
  test.each(planted)("$rule", ({ isSo, seemsSo, query, proof }) => {
    const [model, wrong] = [isSo, seemsSo].map((text) => subjectOf(new TextEncoder().encode(text), "m.xta")!);
    const right = verify(model!.made.network, queryOf(model!, query)!).outcome;
    const lines = certificateOf(wrong!, model!, query);
    expect(lines[0]).toContain(`"outcome":"${right === "satisfied" ? "violated" : "satisfied"}"`);
    expect(judge(model!, lines)).toMatchObject({ result: "refused", proof, reason: expect.any(String) });
    expect(judge(wrong!, certificateOf(wrong!, wrong!, query))).toMatchObject({ result: "proved" });
  });

  test("bounds that are too small cover too much", () => {
    // With x compared with 5 only from above, the states in which x has grown would not be told apart.
    const text =
      "clock x, y; process P() { state A, B, C; init A; trans A -> A { guard y >= 1; assign y = 0; }, A -> B { guard x >= 3 && y <= 0; }, B -> C { }; } system P;";
    const model = subjectOf(new TextEncoder().encode(text), "m.xta")!;
    const lines = certificateOf(model, model, "A[] not P.C || x >= 3").map((line) => JSON.parse(line));
    const [header, ...members] = lines;
    header.query = "A[] not P.C";
    header.bounds.locations = header.bounds.locations.map(([p, l, x, , u]: (number | null)[]) => [p, l, x, null, u]);
    const first = members.find((member) => member.state?.[0] === 0);
    // The zone that is reached first, in which x and y are equal.
    const zones = first.zones.filter((zone: number[]) => zone[5] === 1 && zone[7] === 1);
    const cut = [header, { ...first, zones }, { end: 1 }];
    const judged = judge(
      model,
      cut.map((line) => `${JSON.stringify(line)}\n`),
    );
    expect(judged).toMatchObject({ result: "refused", member: 1, reason: expect.stringContaining("bound of clock") });
  });
});

/** The search itself is deceived: it believes what an analysis would have said wrongly, and states it. */
describe("reductions that leave out what matters", () => {
  test.each([
    {
      rule: "a variable that is not dead",
      matters: { live: { everywhere: [], locations: [] } },
      reason: "'n' is stated as dead, and P in B needs it",
    },
    {
      rule: "a bystander that matters",
      matters: { live: { everywhere: [2], locations: [] }, still: [1] },
      reason: "'n', which it sets, matters",
    },
  ])("$rule", ({ matters, reason }) => {
    const text =
      "int[0,1] n; process P() { state A, B, C; init A; trans A -> B { }, B -> C { guard n == 1; }; } process Q() { state A, B; init A; trans A -> B { assign n = 1; }; } system P, Q;";
    const model = subjectOf(new TextEncoder().encode(text), "m.xta")!;
    expect(verify(model.made.network, queryOf(model, "A[] not P.C")!).outcome).toBe("violated");
    const lines = coverLines(model, model, "A[] not P.C", "satisfied", matters);
    expect(judge(model, lines)).toMatchObject({ result: "refused", reason });
  });
});

function coverLines(
  asked: Subject,
  about: Subject,
  text: string,
  outcome: "satisfied" | "violated",
  matters: Parameters<typeof coverInTurns>[3] = {},
): string[] {
  const { network } = asked.made;
  const turns = coverInTurns(network, queryOf(asked, text)!, {}, matters);
  let turn = turns.next();
  while (turn.done !== true) turn = turns.next();
  if (turn.value.kind === "uncovered") throw new Error(turn.value.reason);
  const lines: string[] = [];
  coverToCertificate(turn.value, network, { query: text, outcome, sha256: sha256(about.bytes) }, (line) =>
    lines.push(line),
  );
  return lines;
}

/** The certificate for what one model answers, made out for another with the same names. */
function certificateOf(asked: Subject, about: Subject, text: string): string[] {
  const query = queryOf(asked, text)!;
  const { network } = asked.made;
  const verdict = verify(network, query, { trace: "some" });
  const outcome = verdict.outcome as "satisfied";
  if (verdict.trace === undefined) return coverLines(asked, about, text, outcome);
  const lines: string[] = [];
  const claim = { query: text, outcome, sha256: sha256(about.bytes) };
  traceToCertificate(verdict.trace, network, claim, (line) => lines.push(line));
  return lines;
}
