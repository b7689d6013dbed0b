/** Proofs by larger states: what can be proven, at which layer, and what must not be. */
import { describe, expect, it } from "vitest";
import { answeredBy, verify } from "../../src/search/index.ts";
import { model } from "./model.ts";
import { proof } from "./proof.ts";

/** The states of a proof; undefined if there is none. */
function prove(text: string, question: string): number | undefined {
  const m = model(text);
  return proof(m.network, m.query(question), 400_000);
}

const two = (p: string, q: string, more = ""): string => `${more}
process P() { clock x; ${p} }
process Q() { clock y; ${q} }
system P, Q;`;
const beat = "state A { y <= 3 }; init A; trans A -> A { guard y >= 1; assign y = 0; };";

describe("what needs no relation between clocks is proven", () => {
  it.each([
    ["A[] not deadlock", "state A { x <= 5 }; init A; trans A -> A { guard x >= 2; assign x = 0; };"],
    ["A[] P.x <= 5", "state A { x <= 5 }; init A; trans A -> A { guard x >= 2; assign x = 0; };"],
    ["E<> P.x > 5", "state A { x <= 5 }; init A; trans A -> A { guard x >= 2; assign x = 0; };"],
    ["A<> P.B", "state A { x <= 5 }, B; init A; trans A -> B { };"],
    [
      "P.A --> P.B",
      "state A { x <= 5 }, B { x <= 9 }; init A; trans A -> B { }, B -> A { guard x >= 7; assign x = 0; };",
    ],
    ["E[] P.A", "state A { x <= 5 }, B; init A; trans A -> B { };"],
  ])("%s", (question, p) => {
    expect(prove(two(p, beat), question)).toBeGreaterThan(0);
  });

  it("by the last layer where a loop takes time", () => {
    // P goes round while Q crosses; only what passes in each round brings Q to its end.
    const text = two(
      "state A { x <= 2 }; init A; trans A -> A { guard x == 2 && crossing; assign x = 0; }, A -> A { guard !crossing; assign x = 0; };",
      "state C { y <= 7 }, D; init C; trans C -> D { guard y >= 3; assign crossing = false; };",
      "bool crossing = true;",
    );
    expect(prove(text, "A<> !crossing")).toBeGreaterThan(0);
    expect(verify(model(text).network, model(text).query("A<> !crossing")).outcome).toBe("satisfied");
  });
});

describe("nothing is proven that does not hold", () => {
  it.each([
    [
      "a loop of three locations",
      "A<> P.D",
      "state A { x <= 2 }, B { x <= 2 }, C { x <= 2 }, D; init A; trans A -> B { }, B -> C { }, C -> A { assign x = 0; }, C -> D { };",
    ],
    ["a loop of one location", "A<> P.D", "state A { x <= 2 }, D; init A; trans A -> A { assign x = 0; }, A -> D { };"],
    ["a delay for ever", "A<> P.D", "state A, D; init A; trans A -> D { };"],
    ["a deadlock", "A<> P.D", "state A { x <= 5 }, D; init A; trans A -> D { guard x <= 3; };"],
    [
      "a deadlock behind a step",
      "P.A --> P.D",
      "state A { x <= 5 }, B { x <= 5 }, D; init A; trans A -> B { }, B -> D { guard x <= 3; };",
    ],
    [
      "a state that is reached",
      "A[] P.x <= 4",
      "state A { x <= 5 }; init A; trans A -> A { guard x >= 2; assign x = 0; };",
    ],
    ["a deadlock that is reached", "A[] not deadlock", "state A { x <= 5 }, D { x <= 5 }; init A; trans A -> D { };"],
  ])("%s", (_, question, p) => {
    const text = two(p, beat);
    expect(prove(text, question)).toBe(undefined);
    expect(verify(model(text).network, model(text).query(question)).outcome).toBe("violated");
  });

  // Both clocks begin together, but P goes on in between.
  const together = (update: string): string =>
    two(
      "state A, B, C, D; init A; trans A -> B { sync s!; assign x = 0; }, B -> C { }, C -> D { guard x >= 5; assign late = true; };",
      `state U, V, W; init U; trans U -> V { sync s?; assign y = 0; }, V -> W { guard y <= 3 && late; ${update} };`,
      "chan s; bool late; int[0,0] n;",
    );
  it.each([
    ["what only relations between clocks forbid", "A[] !Q.W", ""],
    ["where a fault is among the larger states only", "A[] n == 0", "assign n = n + 1;"],
  ])("%s", (_, question, update) => {
    const m = model(together(update));
    expect(prove(together(update), question)).toBe(undefined);
    expect(verify(m.network, m.query(question)).outcome).toBe("satisfied");
  });
});

/** Each ends in a deadlock that lies inside states already done without one; what is forgotten must not hide it. */
describe("a deadlock behind what was searched before", () => {
  it.each([
    [
      "a state that also others come to",
      "",
      `state I { x <= 5 }, A { x <= 5 }, B { x <= 5 }, C, D; urgent C; init I;
       trans I -> A { }, I -> B { }, I -> C { }, A -> C { guard x <= 1; }, A -> D { guard x >= 1; }, B -> C { guard x >= 4; }, C -> D { guard x <= 3; };`,
    ],
    [
      "a zone that is larger than what was reached",
      "clock u, v;",
      `state I { u <= 3 }, A { u <= 3 }, B { v <= 3 }, C { u <= 3 && v <= 3 }, D; init I;
       trans I -> A { }, I -> B { }, A -> C { assign u = 0, v = 0; }, B -> C { guard v >= 3; assign u = 0; },
         C -> D { guard u <= 1 && v <= 1; }, C -> D { guard u >= 1 && u <= 2 && v >= 1 && v <= 2; }, C -> D { guard u >= 2 && v >= 2; };`,
    ],
  ])("%s", (_, more, p) => {
    const question = "P.A || P.B --> P.D";
    // The other process stands still: its steps would show the deadlock again.
    const text = two(p, "state A; init A;", more);
    expect(verify(model(text).network, model(text).query(question)).outcome).toBe("violated");
    expect(prove(text, question)).toBe(undefined);
  });
});

it("answers a long search, and says so", () => {
  const process = (k: number) => `process P${k}() { clock x; state A { x <= ${5 + k} }, B { x <= ${7 + 2 * k} }; init A;
  trans A -> B { guard x >= ${1 + k}; assign x = 0; }, B -> A { guard x >= ${2 + k}; assign x = 0; }; }`;
  const names = [0, 1, 2, 3, 20];
  const m = model(`${names.map(process).join("\n")}\nsystem ${names.map((k) => `P${k}`).join(", ")};`);
  const asked = m.query("A[] not deadlock");
  const plain = verify(m.network, asked, { knobs: { due: { proofs: 1e9 } }, maxStates: 20_000 });
  const proven = verify(m.network, asked, { knobs: { due: { proofs: 1000 } }, maxStates: 20_000 });
  expect(plain.outcome).toBe("unknown");
  expect(proven.outcome).toBe("satisfied");
  expect(answeredBy(proven)).toMatchObject({ road: "proofs", what: "answered" });
  expect(answeredBy(proven)?.states).toBeGreaterThan(0);
  expect(verify(m.network, asked, { knobs: { due: { proofs: 1000 } }, maxStates: 20_000, reduce: false }).outcome).toBe(
    "unknown",
  );
});
