/**
 * Zones stored with active clocks only, against the interpreter, which keeps all of them: the same answers, numbers of states and
 * shortest traces (`engines.ts`), whatever the network has, and where every process has clocks of its own, so that most are
 * inactive most of the time. `SEED=<number> RUNS=1` runs one network again; `npm run fuzz:networks -- --active` runs many more.
 */
import { describe, expect, it } from "vitest";
import { clockBounds } from "../../src/analysis/index.ts";
import { CompiledReach } from "../../src/engine/index.ts";
import { type VerifyOptions, verify } from "../../src/search/index.ts";
import { many } from "../many.ts";
import { model } from "../search/model.ts";
import { ALWAYS, activeCase, smallKnobs } from "./active.ts";
import { disagreement, queryKinds } from "./engines.ts";

const runs = Number(process.env.RUNS ?? many(4));
const first = Number(process.env.SEED ?? 1);

describe("zones with active clocks only", () => {
  it.each(queryKinds)("%s", (kind) => {
    for (let seed = first; seed < first + runs; seed++)
      expect(disagreement(activeCase(seed, kind), smallKnobs(seed)), `SEED=${seed}`).toBe(undefined);
  });
});

it("the clock of a fastest trace counts everywhere", () => {
  const { network, query } = model(`clock x, y; process P() { state A, B, C, D; init A;
    trans A -> B { guard x >= 7; assign x = 0; }, A -> C { guard x >= 4; assign x = 0; }, C -> B { guard x >= 2; assign x = 0; },
      B -> A { guard x >= 1; assign x = 0; }, B -> D { guard x >= 3; }; } system P;`);
  const fastest = (options: VerifyOptions) =>
    verify(network, query("E<> P.D"), { trace: "fastest", ...options }).trace?.duration;
  expect(fastest({ knobs: ALWAYS })).toEqual({ n: 9n, d: 1n });
});

/** Each clock x below is active in A for one reason only: without it, x is any number behind A, and the answer another. */
describe("a clock is active", () => {
  const P = (declarations: string, process: string) =>
    `clock x, y, z; chan c; ${declarations} process P() { ${process} } system P;`;
  const traps: Readonly<Record<string, readonly [string, string, string?]>> = {
    "through a query": [P("", "state A, B; init A; trans A -> B { guard y >= 5; };"), "E<> P.B and x < 3"],
    "through a query that is negated": [
      P("", "state A, B; init A; trans A -> B { guard y >= 5; };"),
      "A[] P.B imply x > 3",
    ],
    "through an invariant of the target": [
      P("", "state A, B { x <= 3 }; init A; trans A -> B { guard y >= 5; };"),
      "E<> P.B",
    ],
    "through a guard behind the target": [
      P("", "state A, B, C; init A; trans A -> B { guard y >= 5; }, B -> C { guard x <= 3; };"),
      "E<> P.C",
    ],
    "through a copy": [
      P("", "state A, B, C; init A; trans A -> B { guard y >= 5; assign z = x; }, B -> C { guard z <= 3; };"),
      "E<> P.C",
    ],
    "through a copy of a copy": [
      P(
        "clock w;",
        "state A, B, C, D; init A; trans A -> B { guard y >= 5; assign z = x; }, B -> C { assign w = z; }, C -> D { guard w <= 3; };",
      ),
      "E<> P.D",
    ],
    "through a difference": [
      P("", "state A, B, C; init A; trans A -> B { guard y >= 5; assign y = 0; }, B -> C { guard x - y < 3; };"),
      "E<> P.C",
    ],
    "through a difference in the query": [
      P("", "state A, B; init A; trans A -> B { guard y >= 5; assign y = 0; };"),
      "E<> P.B and x - y < 3",
    ],
    "while it is stopped": [
      P(
        "",
        "state A { x' == 0 && y <= 5 }, B; init A; trans A -> B { guard y >= 5; }, B -> B { guard x >= 1 && y <= 5; assign z = 1; };",
      ),
      "E<> P.B and z == 1 and y <= 0",
      "E<> P.B and x >= 1 and y <= 5",
    ],
    "where it is set only sometimes": [
      P(
        "int n; void f() { if (n > 0) x = 0; }",
        "state A, B, C; init A; trans A -> B { guard y >= 5; assign f(); }, B -> C { guard x <= 3 && y <= 5; };",
      ),
      "E<> P.C",
    ],
    "where one of several is set": [
      P(
        "clock v[2]; int[0, 1] n = 1;",
        "state A, B, C; init A; trans A -> B { guard y >= 5; assign v[n] = 0; }, B -> C { guard v[0] <= 3; };",
      ),
      "E<> P.C",
    ],
    "through another process": [
      `clock x, y; int p; process P() { state A, B; init A; trans A -> B { guard y >= 5; assign p = 1; }; }
       process Q() { state A, B; init A; trans A -> B { guard x <= 3 && p == 1; }; } system P, Q;`,
      "E<> Q.B",
    ],
    "through what is done with a deadlock": [
      P("", "state A, B { y <= 7 }; init A; trans A -> B { guard y >= 5; }, B -> B { guard x >= 3; assign y = 0; };"),
      "E<> P.B and deadlock and y < 6",
    ],
    "through its values": [
      P("", "state A { y <= 5 }, B { y <= 7 }; init A; trans A -> B { guard y >= 5; };"),
      "sup{P.B}: x",
    ],
  };
  it.each(Object.entries(traps))("%s", (_, [text, ...queries]) => {
    const { network, query } = model(text);
    for (const asked of queries) {
      const ask = (options: VerifyOptions) => {
        const { outcome, values, trace } = verify(network, query(asked!), {
          trace: "some",
          symmetry: false,
          ...options,
        });
        return { outcome, values, steps: trace?.transitions.length };
      };
      expect(ask({ knobs: ALWAYS })).toEqual(ask({ compiled: false }));
      expect(ask({ knobs: { small: { active: Infinity } } })).toEqual(ask({ compiled: false }));
    }
  });

  const reachable = Object.entries(traps).filter(([, [, query]]) => /^(E<>|A\[\])(?!.*deadlock)/.test(query));
  it.each(reachable)("%s, or the answer is another", (_, [text, ...queries]) => {
    const { network, query } = model(text);
    const answers = (leave: (triples: Int32Array) => Int32Array): string[] =>
      queries.map((asked) => {
        const bounds = clockBounds(network, { query: query(asked!), symmetric: false });
        const told = {
          ...bounds,
          general: leave(bounds.general),
          rows: bounds.rows.map((locations) => locations.map(leave)),
        };
        const options = { order: "bfs", trace: false, shortest: false, memory: 2 ** 24, confirm: () => false } as const;
        const search = new CompiledReach(network, query(asked!), told, { ...options, ...ALWAYS });
        return search.run(1000);
      });
    const counted = text.includes("v[0]") ? "v[0]" : "x";
    const known = network.clocks.findIndex(({ name }) => name === counted);
    expect(known).toBeGreaterThan(0);
    const isOther = (triples: Int32Array): Int32Array =>
      Int32Array.from(
        Array.from({ length: triples.length / 3 }, (_, k) => [...triples.subarray(3 * k, 3 * k + 3)])
          .filter(([clock]) => clock !== known)
          .flat(),
      );
    expect(answers(isOther)).not.toEqual(answers((triples) => triples));
  });
});

/** Where working zones have rows of listed clocks only: clocks that nobody listed are asked for, set, copied and moved. */
describe("a clock that is not listed", () => {
  const cases: Readonly<Record<string, readonly [string, string]>> = {
    "is compared with a number below zero": [
      "clock x, y; process P() { state A, B; init A; trans A -> B { guard y >= 2 && x > -1; }; } system P;",
      "E<> P.B and y < 3",
    ],
    "is compared with a variable that is below zero": [
      `clock x, y; int[-3, -1] n = -2; process P() { state A, B { x >= n }, C; init A;
        trans A -> B { guard y >= 2; assign n = -1; }, B -> C { guard x < n; }; } system P;`,
      "A[] not P.C",
    ],
    "is copied to one that nobody asks for": [
      `clock x, y, z; process P() { state A, B, C; init A;
        trans A -> B { guard y >= 2; assign z = x; }, B -> C { guard y <= 3; assign x = z, z = 0; }, C -> A { guard z >= 1; assign y = 0; }; } system P;`,
      "E<> P.C and y > 2",
    ],
    "is moved on": [
      `clock x, y, z; process P() { state A, B, C; init A;
        trans A -> B { guard y >= 2; assign x = 0; }, B -> C { assign z = x + 3, x = z; }, C -> A { guard z <= 4 && z >= 3; assign y = 0; }; } system P;`,
      "A[] P.C imply z >= 3",
    ],
    "is moved back": [
      `clock x, y; process P() { state A, B; init A;
        trans A -> B { guard x >= 2 && y <= 7; assign x = x - 2; }, B -> A { guard x <= 1; assign y = 0; }; } system P;`,
      "E<> P.B and x < 1 and y > 5",
    ],
    "begins with a number": [
      "clock x = 4, y; process P() { state A, B; init A; trans A -> B { guard x <= 5 && y >= 1; }; } system P;",
      "E<> P.B and x <= 5",
    ],
    "is asked for by a query that says nothing of it": [
      `clock c[8], y; process P() { state A, B, C; init A; trans A -> B { guard y >= 2; assign c[6] = 0; }, B -> C { guard c[6] >= 1; }; } system P;`,
      "E<> (P.A and y > 9 and c[5] < -1) or (P.B and c[5] < -1) or (P.C and c[7] > -1 and y < 3 and c[5] < -1) or (P.C and c[5] > -1 and y == 7)",
    ],
    "is set in many blocks of columns": [
      `const int N = 30; clock c[N]; int[0, N - 1] k; process P() { state A, B; init A;
        trans A -> B { assign c[k] = 0; }, B -> A { guard c[k] >= 1 && c[k] <= 2; assign k = (k * 7 + 5) % N; }; } system P;`,
      "E<> P.B and k == 12 and c[k] > 1",
    ],
  };
  it.each(Object.entries(cases))("%s", (_, [text, asked]) => {
    const { network, query } = model(text);
    const ask = (options: VerifyOptions) => {
      const settings = { trace: "shortest", order: "bfs", symmetry: false, reduce: false, ...options } as const;
      const { outcome, trace, statistics } = verify(network, query(asked), settings);
      return { outcome, steps: trace?.transitions.length, stored: statistics.stored };
    };
    expect(ask({ knobs: ALWAYS })).toEqual(ask({ compiled: false }));
    expect(ask({ knobs: ALWAYS })).toEqual(ask({ knobs: { small: { ...ALWAYS.small, list: Infinity } } }));
  });
});
