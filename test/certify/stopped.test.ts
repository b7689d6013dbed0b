import { describe, expect, test } from "vitest";
import { judge, proveAll, queryOf, sha256, subjectOf } from "./prove.ts";

/**
 * Clocks that stand still. What zones say of them is too much, never too little: so what is not reached is certified, and
 * everything that needs exact delays is refused by name, by the command and by the checker.
 */
const model = `
clock x, y;
process P() {
  state Run { x <= 4 && y' == 0 }, Rest { x <= 9 }, End;
  init Run;
  trans
    Run -> Rest { guard x >= 2; assign x = 0; },
    Rest -> Run { guard y <= 3 && x >= 1; assign x = 0; },
    Rest -> End { guard y > 5; };
}
system P;
`;

const subject = subjectOf(new TextEncoder().encode(model), "model.xta")!;

function outcomes(query: string): readonly (string | undefined)[] {
  return proveAll(subject, queryOf(subject, query)!).map(({ reason, judgement }) => reason ?? judgement?.result);
}

describe("where clocks stand still", () => {
  test.each(["A[] y <= 12 || P.End", "E<> P.Run && x > 4", "A[] P.Run imply y <= 12", "E<> P.Rest && y > 12"])(
    "%s is certified",
    (query) => {
      expect(outcomes(query)).toEqual(["proved"]);
    },
  );

  test.each([
    ["E<> P.End", /^the answer is MAY be satisfied$/],
    ["A[] y <= 1", /^the answer is MAY NOT be satisfied$/],
    ["A<> P.End", /^the answer is MAY/],
    ["E[] P.Run", /^the answer is MAY/],
    ["P.Run --> P.End", /^the answer is MAY/],
    ["sup: y", /^the answer is MAY be satisfied$/],
  ])("%s is not, and it is said why", (query, reason) => {
    for (const outcome of outcomes(query)) expect(outcome).toMatch(reason);
  });

  test("deadlock is not, even where it is sure", () => {
    for (const outcome of outcomes("A[] deadlock imply P.End"))
      expect(outcome).toMatch(/^(the answer is MAY|deadlock where clocks stand still is not certified)/);
  });

  const line = (content: object): string => `${JSON.stringify(content)}\n`;
  const header = {
    certificate: "zonal",
    version: 1,
    model: { sha256: sha256(subject.bytes) },
    processes: ["P"],
    variables: [],
    clocks: ["x", "y"],
  };

  test.each([
    [
      { query: "A<> P.End", outcome: "violated", proof: "way", ending: "divergence" },
      "liveness where clocks stand still",
    ],
    [
      { query: "P.Run --> P.End", outcome: "violated", proof: "way", ending: "loop", begin: 1, loop: 1 },
      "liveness where clocks stand still",
    ],
    [
      { query: "sup: y", outcome: "satisfied", proof: "taken", limit: { term: 0, bound: null, strict: true } },
      "values along ways where clocks stand still",
    ],
    [
      { query: "A<> P.End", outcome: "satisfied", proof: "ends", order: "inclusion" },
      "liveness where clocks stand still",
    ],
    [
      { query: "A[] not deadlock", outcome: "satisfied", proof: "unreachable", order: "inclusion" },
      "deadlock where clocks stand still",
    ],
  ])("the checker judges no %j", (said, reason) => {
    const isWay = said.proof === "way" || said.proof === "taken";
    const states = isWay ? [line({ state: [0] })] : [];
    const judgement = judge(subject, [line({ ...header, ...said }), ...states, line({ end: states.length })]);
    expect(judgement).toMatchObject({ result: "unsupported", reason: `not judged: ${reason}` });
  });
});
