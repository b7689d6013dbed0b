/**
 * States of which only what is alive is kept: `alive.ts` has the law; `SEED=<number> RUNS=1` runs one network again, and
 * `npm run fuzz:networks -- --alive` many more. Then liveness, each clock active for one reason only.
 */
import { describe, expect, it } from "vitest";
import { clockBounds } from "../../src/analysis/index.ts";
import { CompiledStay, type LivenessQuery, type Small } from "../../src/engine/index.ts";
import { type VerifyOptions, verify } from "../../src/search/index.ts";
import { many } from "../many.ts";
import { model } from "../search/model.ts";
import { ALWAYS } from "./active.ts";
import { aliveCase, aliveWays, compareAlive } from "./alive.ts";

const runs = Number(process.env.RUNS ?? many(8));
const first = Number(process.env.SEED ?? 1);

it("whatever is left out, tied or folded, and whatever is not", () => {
  for (let seed = first; seed < first + runs; seed++)
    expect(compareAlive(aliveCase(seed), seed >> 3), `SEED=${seed}`).toMatchObject({ words: "" });
});

it("zones with tied clocks cover what they cover as they are", () => {
  let explored = 0;
  for (let seed = first; seed < first + runs; seed++) {
    const { text, query } = aliveCase(seed, "A[]");
    const { network, query: asked } = model(text);
    const ask = (small: Required<Small>) =>
      verify(network, asked(query), { order: "bfs", maxStates: 3000, localTime: false, knobs: { leaf: 3, small } });
    const [tied, plain] = [aliveWays.small!, aliveWays["without tied zones"]!].map(ask);
    if (plain!.outcome !== "satisfied") continue;
    explored++;
    expect(tied!.statistics.stored, `SEED=${seed}`).toBe(plain!.statistics.stored);
    expect(tied!.statistics.explored, `SEED=${seed}`).toBe(plain!.statistics.explored);
  }
  if (runs >= 8) expect(explored).toBeGreaterThan(0);
});

/** Each clock x below is active in A for one reason only: without it, x is any number behind A, and the answer another. */
describe("a clock is active for liveness", () => {
  const P = (process: string) => `clock x, y, z; process P() { ${process} } system P;`;
  const traps: Readonly<Record<string, readonly [string, string]>> = {
    "through a query": [
      P("state A { y <= 5 }, B { y <= 5 }, C; init A; trans A -> B { guard y >= 5; }, B -> C {};"),
      "A<> P.B and x >= 5",
    ],
    "through a query that begins": [
      P("state A, B; init A; trans A -> B { guard y >= 5; assign y = 0; };"),
      "P.B and x < 3 --> false",
    ],
    "through an invariant of the target": [
      P(`state A { y <= 5 }, B { x <= 3 }, C; init A; trans A -> B { guard y >= 5; }, B -> B { assign x = 0; },
        A -> C { guard y >= 5; };`),
      "A<> P.C",
    ],
    "through a copy": [
      P(`state A { y <= 5 }, B { y <= 5 }, C, D; init A; trans A -> B { guard y >= 5; assign z = x; }, B -> C { guard z <= 3; },
        B -> D { guard z >= 5; };`),
      "A<> P.D",
    ],
    "through a difference": [
      P(`state A { y <= 5 }, B { y <= 0 }, C, D; init A; trans A -> B { guard y >= 5; assign y = 0; }, B -> C { guard x - y < 3; },
        B -> D { guard x - y >= 3; };`),
      "A<> P.D",
    ],
    "while it is stopped": [
      P(`state A { x' == 0 && y <= 5 }, B { y <= 0 }, C, D; init A; trans A -> B { guard y >= 5; assign y = 0; }, B -> C { guard x >= 1; },
        B -> D { guard x <= 0; };`),
      "A<> P.D",
    ],
  };
  it.each(Object.entries(traps))("%s", (_, [text, asked]) => {
    const { network, query } = model(text);
    const ask = (options: VerifyOptions) => {
      const { outcome, traceReason } = verify(network, query(asked), { trace: "some", symmetry: false, ...options });
      return { outcome, traceReason };
    };
    expect(ask({ knobs: ALWAYS })).toEqual(ask({ compiled: false }));
    const told = (isKnown: boolean) => {
      const bounds = clockBounds(network, { query: query(asked), symmetric: true });
      const leave = (triples: Int32Array): Int32Array =>
        Int32Array.from(Array.from(triples).filter((_, i) => isKnown || triples[i - (i % 3)] !== 1));
      const less = { ...bounds, general: leave(bounds.general), rows: bounds.rows.map((row) => row.map(leave)) };
      const search = new CompiledStay(network, query(asked) as LivenessQuery, less, {
        ...{ order: "bfs", trace: false, memory: 2 ** 24, isDeadlocked: () => false },
        ...ALWAYS,
      });
      let status = search.run(1000);
      for (let k = 0; k < 10 && status === "working"; k++) status = search.run(1000);
      return status;
    };
    expect(told(false)).not.toEqual(told(true));
  });
});
