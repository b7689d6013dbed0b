/** A shortest trace is never one with jumps; but where there is none, jumps find that out. */
import { expect, test } from "vitest";
import { open } from "../../src/index.ts";
import { answeredBy } from "../../src/search/index.ts";

/** A process counts beside one that goes its own way. */
const counting = (to: number): string => `int[0,100000] i; clock y, w;
process P() { state L { y <= 3 }, Out; init L; trans L -> L { guard y >= 1 && i < ${to}; assign i++, y = 0; }, L -> Out { guard i >= ${to}; }; }
process Env() { state S { w <= 7 }, T { w <= 5 }; init S; trans S -> T { guard w >= 4; assign w = 0; }, T -> S { guard w >= 2; assign w = 0; }; }
system P, Env;
`;

test("what nothing leads to is answered with jumps, also where a shortest trace is asked for", () => {
  const { verify } = open(counting(60_000), { name: "m.xta" });
  for (const query of ["E<> P.Out and i < 60000", "A[] not P.Out or i == 60000"]) {
    const verdict = verify(query, { trace: "shortest", maxStates: 100_000 });
    expect(verdict.outcome).toBe(query.startsWith("E") ? "violated" : "satisfied");
    expect(answeredBy(verdict)?.cycles).toBeGreaterThan(0);
    expect(verdict.statistics.explored).toBeLessThan(50_000);
  }
});

test.each(["E<> P.Out", "A[] not P.Out", "E<> P.Out and Env.T"])(
  "a shortest trace is as short with jumps: %s",
  (query) => {
    const { verify } = open(counting(9), { name: "m.xta" });
    const [usual, jumping] = [false, true].map((acceleration) => verify(query, { trace: "shortest", acceleration }));
    expect(jumping!.outcome).toBe(usual!.outcome);
    expect(jumping!.trace?.concrete).toBe(true);
    expect(jumping!.trace?.transitions.length).toBe(usual!.trace?.transitions.length);
  },
);
