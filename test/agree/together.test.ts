/**
 * Small states together with everything else that works on a store: each pair of wishes, with states as they are and made
 * small, says what the interpreter says; where it searched to its end it has met as many discrete states either way, and the
 * parts of its memory add up. On two models (one of equal processes, one of a long array and a busy wait) and on random
 * networks. `SEED=<number> RUNS=1` runs one network again.
 */
import { describe, expect, it } from "vitest";
import { PARTS } from "../../src/engine/index.ts";
import type { Network, NetworkQuery } from "../../src/network/index.ts";
import { type Verdict, type VerifyOptions, verify } from "../../src/search/index.ts";
import { proveAll, queryOf, subjectOf } from "../certify/prove.ts";
import { many } from "../many.ts";
import { model } from "../search/model.ts";
import { ALWAYS } from "./active.ts";
import { aliveCase } from "./alive.ts";
import { Random } from "./random-network.ts";
import { Shelf } from "./shelf.ts";
import { askInParts } from "./stopped.ts";

const runs = Number(process.env.RUNS ?? many(4));
const first = Number(process.env.SEED ?? 1);
const bytes = 2 ** 24;

/** Ways to have a store; nobody comes to be the second thread. */
const stores = (): Readonly<Record<string, VerifyOptions>> => ({
  "one memory": {},
  "several memories": { memory: 3 * bytes, knobs: { memories: { bytes, alone: 0 } } },
  spill: { memory: 2 ** 22, spill: new Shelf(), knobs: { spill: { parts: 3, alone: 0 } } },
  threads: { crew: { size: 2, start: () => {}, narrow: 1 } },
  checkpoint: { keeper: { isDue: () => true, keep: () => {} } },
});
const beside: Readonly<Record<string, VerifyOptions>> = {
  "nothing else": { symmetry: false, acceleration: false },
  symmetry: { acceleration: false },
  acceleration: { acceleration: true },
  trace: { trace: "some" },
};
const whole = { active: Infinity, tie: Infinity, fold: Infinity, list: Infinity };

function ask(network: Network, query: NetworkQuery, options: VerifyOptions, isStopped: boolean): Verdict {
  const all = { maxStates: 4000, ...options };
  return isStopped ? askInParts(network, query, all, new Random(7)).verdict : verify(network, query, all);
}

/** Asks in all ways; how many of them were compared. */
function compare(network: Network, query: NetworkQuery, about: string): number {
  let compared = 0;
  const expected = verify(network, query, { compiled: false, maxStates: 4000 });
  for (const [besides, wish] of Object.entries(beside))
    for (const [store, options] of Object.entries(stores())) {
      const [plain, small] = [whole, ALWAYS.small].map((ways) =>
        ask(
          network,
          query,
          { ...wish, ...options, knobs: { leaf: 2, ...options.knobs, small: ways } },
          store === "checkpoint",
        ),
      ) as [Verdict, Verdict];
      const told = `${store}, ${besides}\n${about}`;
      const outcomes = [expected, plain, small].map(({ outcome }) => outcome);
      // A fault or a limit may be met in another order.
      if (outcomes.includes("unknown") || outcomes.includes("fault")) continue;
      compared++;
      expect(outcomes, told).toEqual(outcomes.map(() => expected.outcome));
      expect(small.traceReason, told).toBe(plain.traceReason);
      if (isComplete(query, small) && wish.trace === undefined)
        expect(small.statistics.discrete, told).toBe(plain.statistics.discrete);
      // Parts of the store that are on the disk are counted, and take no memory.
      if (store !== "spill") addsUp(small, told);
      if (store !== "one memory") continue;
      // What the code works on is there before there are states; memory grows by eighths, before it is needed.
      const { parts, memory } = small.statistics;
      const empty = verify(network, query, { ...wish, maxStates: 1, knobs: { leaf: 2, small: ALWAYS.small } });
      expect(parts?.rest ?? 0, told).toBeLessThanOrEqual(empty.statistics.memory + memory / 4);
    }
  return compared;
}

function isComplete({ kind }: NetworkQuery, { outcome }: Verdict): boolean {
  return outcome === (kind === "E<>" || kind === "E[]" ? "violated" : "satisfied");
}

/** The rest is what code works on, and of each memory the end of a chunk. */
function addsUp({ statistics: { parts, memory } }: Verdict, about: string): void {
  if (parts === undefined) return;
  for (const name of PARTS) expect(parts[name], `${name}, ${about}`).toBeGreaterThanOrEqual(0);
  const sum = PARTS.reduce((all, name) => all + parts[name], 0);
  expect(sum, about).toBe(memory);
}

/** Equal processes that wait for a turn, each with clocks that count in one place only. */
const EQUAL = `const int N = 3; typedef int[0, N - 1] id_t; int[0, 1] busy; int[0, 2] left[id_t];
process P(const id_t i) { clock x, y; state A, B { x <= 3 }, C { y <= 2 }; init A;
  trans A -> B { guard busy == 0 && left[i] < 2; assign x = 0, busy = 1, left[i]++; }, B -> C { guard x >= 1; assign y = 0; },
    C -> A { guard y >= 2; assign busy = 0; }; }
system P;`;

/** A task that polls for a long time, and writes down when it was heard. */
const POLLING = `int[0, 30] seen[12]; int[0, 11] n; chan hear; clock w;
process Poll() { clock x; state A { x <= 2 }, B { x <= 2 }; init A;
  trans A -> B { guard x >= 1; assign x = 0; }, B -> A { guard x >= 1; assign x = 0; }, B -> A { guard x >= 2; sync hear?; assign x = 0, seen[n] = n + 3; }; }
process World() { state S { w <= 30 }, T; init S; trans S -> T { guard w >= 20; sync hear!; assign n = (n + 7) % 12, w = 0; }, T -> S { guard w >= 10 && n < 9; assign w = 0; }; }
system Poll, World;`;

describe("small states and", () => {
  it.each([
    [EQUAL, "A[] forall (i : id_t) forall (j : id_t) P(i).C and P(j).C imply i == j"],
    [EQUAL, "P(0).B --> P(0).C"],
    [EQUAL, "E[] not P(1).C"],
    [POLLING, "E<> seen[7] == 10 and World.S and w >= 25"],
    [POLLING, "A<> World.T"],
  ])("whatever else is wished for: %#", (text, asked) => {
    const { network, query } = model(text);
    const isSpilled = !asked.startsWith("E[]") && !asked.startsWith("A<>") && !asked.includes("-->");
    expect(compare(network, query(asked), `${text}\n// ${asked}`)).toBe(isSpilled ? 20 : 16);
  });

  it("whatever else is wished for, on random networks", () => {
    let compared = 0;
    for (let seed = first; seed < first + runs; seed++) {
      const { text, query: asked } = aliveCase(seed, (["A[]", "E[]", "-->", "E<>", "A<>"] as const)[seed % 5]);
      const { network, query } = model(text);
      compared += compare(network, query(asked), `SEED=${seed}\n${text}\n// ${asked}`);
    }
    if (runs >= 4) expect(compared).toBeGreaterThan(0);
  });

  it("certificates, which keep all clocks and cells", () => {
    let proved = 0;
    for (let seed = first; seed < first + runs; seed++)
      for (const kind of ["A[]", "E[]", "A<>", "-->"] as const) {
        const { text, query } = aliveCase(seed, kind);
        const subject = subjectOf(new TextEncoder().encode(text), "model.xta")!;
        for (const { judgement } of proveAll(subject, queryOf(subject, query)!, 300)) {
          if (judgement === undefined || judgement.result === "unsupported") continue;
          expect(judgement.result, `SEED=${seed}\n${text}\n// ${query}`).toBe("proved");
          proved++;
        }
      }
    if (runs >= 4) expect(proved).toBeGreaterThan(0);
  });
});
