/** Jumps beside a search: what becomes of it where the network with jumps has no answer. */
import { expect, test } from "vitest";
import { open } from "../../src/index.ts";
import { answeredBy } from "../../src/search/index.ts";

test("where many rounds at a time are too long for clocks, rounds are gone one by one", () => {
  const { verify } = open(
    `int[0,100] i; clock y, z, w;
process P() { state A { y <= 137943288 }, Out; init A;
  trans A -> A { guard y >= 137943286 && i < 7; assign y = 0, i++; }, A -> Out { guard i >= 7; }; }
process Q() { state S { w <= 827660720 }, T; init S; trans S -> T { guard w >= 827660720; }; }
system P, Q;`,
    { name: "m.xta" },
  );
  for (const acceleration of [false, true]) {
    const verdict = verify("E<> P.Out and Q.T and w - z < 0", { acceleration });
    expect([verdict.outcome, answeredBy(verdict)?.road]).toEqual(["violated", "interpreted"]);
    const { what } = verdict.roads!.find(({ road }) => road === "jumps")!;
    expect(what).toBe(acceleration ? "gave up" : "refused");
  }
});
