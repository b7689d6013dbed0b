/** Limits that are reached while a trace is built: the answer is known then, and stays. */
import { describe, expect, it } from "vitest";
import type { VerifyOptions } from "../../src/search/index.ts";
import { verify } from "../../src/search/index.ts";
import { model } from "./model.ts";

/** A process that polls every few units, and one that waits for long. */
const polling = `int n;
process P() { clock x; state L; init L; trans L -> L { guard x >= 3 && x <= 4; assign x = 0; }; }
process Q() { clock y; state A, B { y <= 1 }; init A; trans A -> B { guard y >= 400; assign y = 0, n = 1; }; }
system P, Q;`;

/** What becomes of the verdict if the search is stopped at its k-th look at the limits. */
function stoppedAt(k: number, options: VerifyOptions): { readonly outcome: string; readonly looks: number } {
  const m = model(polling);
  let looks = 0;
  const isCancelled = (): boolean => ++looks >= k;
  return { outcome: verify(m.network, m.query("E<> Q.B"), { ...options, isCancelled }).outcome, looks };
}

describe("an answer that is known stays when there is no time for its trace", () => {
  it.each<readonly [string, VerifyOptions]>([
    ["without jumps", { acceleration: false }],
    ["with jumps", { acceleration: true }],
  ])("%s", (_, how) => {
    const options = { ...how, trace: "some" } as const;
    const all = stoppedAt(Number.POSITIVE_INFINITY, options);
    expect(all.outcome).toBe("satisfied");
    // Without a trace there are so many looks: those after them are while it is built.
    const { looks } = stoppedAt(Number.POSITIVE_INFINITY, { ...how, trace: "none" });
    const outcomes = new Set<string>();
    for (let k = looks + 1; k <= all.looks; k += Math.max(1, Math.floor((all.looks - looks) / 50)))
      outcomes.add(stoppedAt(k, options).outcome);
    outcomes.add(stoppedAt(all.looks, options).outcome);
    expect([...outcomes]).toEqual(["satisfied"]);
    expect(all.looks).toBeGreaterThan(looks);
  });
});

it("an answer that is known stays when a fault is met behind it", () => {
  const m = model(`clock x; int[0, 2] n = 2;
process P() { state L; init L; trans L -> L { assign n = n + 1; }; } system P;`);
  const verdict = verify(m.network, m.query("E<> deadlock || x < 3"), { trace: "some" });
  expect(verdict.outcome).toBe("satisfied");
  expect(verdict.traceReason).toBe("a fault was met while the trace was made: value 3 is outside the range 0 to 2");
});

const far = [
  [
    "fastest",
    "E<> p.D",
    "satisfied",
    `process P() {
 clock x; int[0,5] n = 0;
 state A { x <= 500000000 }, D;
 init A;
 trans A -> A { guard x >= 500000000 && n < 4; assign x = 0, n = n+1; },
  A -> D { guard n == 4; };
}
p = P();
system p;`,
  ],
  [
    "some",
    "A<> p.D",
    "violated",
    `clock y;
process P() {
 clock x; int[0,5] n = 0;
 state A { x <= 500000000 }, D, Z;
 init A;
 trans A -> A { guard x >= 500000000 && n < 4; assign x = 0, n = n+1; },
  A -> Z { guard n == 4; };
}
p = P();
system p;`,
  ],
] as const;

it.each(far)(
  "an answer that is known stays when the clocks of its %s trace are too large",
  (trace, query, outcome, text) => {
    const m = model(text);
    const verdict = verify(m.network, m.query(query), { trace });
    expect([verdict.outcome, verdict.trace]).toEqual([outcome, undefined]);
    expect(verdict.traceReason).toContain("clock differences beyond");
  },
);

it("sup and inf tell the end that was asked for, and nothing of how it was found", () => {
  const m = model("clock x; process P() { state A { x <= 5 }, B; init A; trans A -> B { guard x >= 2; }; } system P;");
  const [inf] = m.ask("inf{P.B}: x").values ?? [];
  expect(inf!.intervals).toEqual([{ low: 2, lowStrict: false, high: Number.POSITIVE_INFINITY, highStrict: true }]);
  const [sup] = m.ask("sup{P.A}: x").values ?? [];
  expect(sup!.intervals).toEqual([{ low: Number.NEGATIVE_INFINITY, lowStrict: true, high: 5, highStrict: false }]);
});
