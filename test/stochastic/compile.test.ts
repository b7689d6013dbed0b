import { describe, expect, test } from "vitest";
import { CompiledSampler, samplerFor, whyNotCompiled } from "../../src/stochastic/index.ts";
import { prepare, sample, taskOf } from "./sample.ts";

/** What only compiled code has: trees and sets for many processes, runs in portions. `sample` compares both engines. */
const ring = (n: number) => `const int N = ${n}; broadcast chan c[N]; int[0,N] seen[N]; int total;
  process P(const int[0,N-1] id) { clock x; state A { x <= 3 }, B {; 2}; init A;
    trans A -> B { guard x >= 1; sync c[(id + 7) % N]!; assign x = 0; }, B -> A { guard seen[id] >= 0; assign x = 0; },
          B -> B { sync c[id]?; assign seen[id] = (seen[id] + 1) % N, total = (total + id) % 1000; }; }
  system P;`;

/** All at the same moment, each noting its turn; those with even numbers go through a committed location. */
const together = (n: number) => `const int N = ${n}; int[0,1008] turn;
  process P(const int[0,N-1] id) { clock x; state A { x <= 1 }, B, C; commit B; init A;
    trans A -> B { guard x >= 1 && id % 2 == 0; assign turn = (turn * 3 + id) % 1009; },
          A -> C { guard x >= 1 && id % 2 == 1; assign turn = (turn * 3 + id) % 1009; },
          B -> C { assign turn = (turn * 3 + id) % 1009; }; }
  system P;`;

/** One who is heard by all. */
const crowd = (n: number) => `const int N = ${n}; broadcast chan c; int count;
  process S() { state A {; 1}; init A; trans A -> A { sync c!; assign count = 0; }; }
  process P(const int[0,N-1] id) { state A {; 1 + id }, B; init A;
    trans A -> B { guard count >= 0; }, B -> A { sync c?; assign count = (count + id) % 100; }; }
  system S, P;`;

/** Whoever falls ill or recovers changes the rate of all others. */
const agents = (n: number) => `const int N = ${n}; int[0,N] ill = 1;
  process P(const int[0,N-1] id) { state S {; ill * 2.0 / N }, I {; 1}, R; init S;
    trans S -> I { assign ill++; }, I -> R { guard ill > 1; assign ill--; }; }
  system P;`;

describe("many processes", () => {
  test.each([60, 70, 700])("%i who all read what each writes", (n) => {
    // Of few all fall ill, so that in the end few draw again.
    const query = `E[#<=${n > 100 ? 40 : 130}; 1](max: ill)`;
    expect(whyNotCompiled(prepare(agents(n), query).network)).toBeUndefined();
    expect(sample(agents(n), query, 2).fault).toBeUndefined();
  });
  test.each([5, 17, 65, 150])("%i in a ring", (n) => {
    expect(sample(ring(n), "E[<=3; 1](max: total)", 2).fault).toBeUndefined();
  });
  test.each([16, 17, 70])("%i at the same moment", (n) => {
    expect(sample(together(n), "E[<=2; 1](max: turn)", 3).fault).toBeUndefined();
  });
  test.each([10, 100])("%i who hear one", (n) => {
    expect(sample(crowd(n), "E[<=2; 1](max: count)", 3).fault).toBeUndefined();
  });
});

const corners: readonly (readonly [string, string])[] = [
  [
    "a reset beyond the invariant of the target is no option",
    `process P() { clock x; state A {; 1}, B { x <= 1 }; init A;
       trans A -> B { assign x = 2; }, A -> B { assign x = 0; }, B -> A {}; } system P;`,
  ],
  [
    "an urgent output behind a strict bound",
    `urgent broadcast chan u; process P() { clock x; state A {; 1}, B {; 1}; init A;
       trans A -> B { guard x > 1; sync u!; assign x = 0; }, B -> A { assign x = 0; }; } system P;`,
  ],
  [
    "of several at one moment, one of the committed",
    `int[0,1008] turn; process C(const int[0,1] id) { state A, B; commit A; init A;
       trans A -> B { assign turn = (turn * 3 + id) % 1009; }; }
     process P(const int[2,3] id) { clock x; state A { x <= 0 }, B; init A;
       trans A -> B { guard x >= 0; assign turn = (turn * 3 + id) % 1009; }; } system C, P;`,
  ],
];

test.each(corners)("%s", (_, model) => {
  const value = model.includes("turn") ? "turn" : "P.x";
  expect(sample(model, `E[<=5; 1](max: ${value})`, 50).fault).toBeUndefined();
});

test("a delay without memory stays though what its guard reads is written", () => {
  const model = (written: string) => `clock t; int n, m;
    process P() { state A {; 1}, B { t' == 0 }; init A; trans A -> B { guard n >= 0; }; }
    process Q() { state A {; 5}; init A; trans A -> A { assign ${written}++; }; } system P, Q;`;
  const [read, other] = ["n", "m"].map((written) => sample(model(written), "E[<=20; 1](max: t)", 50));
  expect(read!.value).toEqual(other!.value);
});

describe("long runs", () => {
  const counter = "int[0,2000000] n; process P() { state A {; 1}; init A; trans A -> A { assign n++; }; } system P;";
  const samplerOf = (model: string, asked: string) => {
    const { network, query } = prepare(model, asked);
    return samplerFor(network, query, taskOf(query), { seed: 1n, query: 0 });
  };

  test("patience is called in the middle of a run, which then goes on", () => {
    let calls = 0;
    const sampler = samplerOf(counter, "E[#<=1000000; 1](max: n)");
    expect(sampler).toBeInstanceOf(CompiledSampler);
    const { value, steps } = sampler.sample(0, 1, () => void calls++);
    expect([value[0], steps]).toEqual([1_000_000, 1_000_000]);
    expect(calls).toBeGreaterThan(1);
  });

  test("after patience is lost the next runs are as ever", () => {
    const sampler = samplerOf(counter, "E[#<=1000000; 1](max: n)");
    const lost = () => {
      throw new Error("enough");
    };
    expect(() => sampler.sample(0, 1, lost)).toThrow("enough");
    expect(sampler.sample(0, 1).value[0]).toBe(1_000_000);
  });

  test("a batch may be larger than the room for it in the module", () => {
    const model = "process P() { state A {; 1}, B; init A; trans A -> B {}; } system P;";
    const whole = samplerOf(model, "Pr[<=1](<> P.B)").sample(0, 10_000);
    const part = samplerOf(model, "Pr[<=1](<> P.B)").sample(9_000, 1_000);
    expect(whole.value.slice(9_000)).toEqual(part.value);
    expect(whole.success.slice(9_000)).toEqual(part.success);
  });
});

test("what is not compiled says why", () => {
  const { network, query } = prepare("process P() { state A; init A; } system P;", "Pr[<=1](<> P.A)");
  const sampler = samplerFor(network, query, taskOf(query), { seed: 1n, query: 0, redrawAll: true });
  expect(sampler.interpreted).toBe("all delays are to be drawn again");
});
