import { expect, test } from "vitest";
import { open, whyStuck } from "../../src/index.ts";

/** Why a trace to a deadlock cannot go on. */
const text = `clock x; int n; chan c;
process P() { state S { x <= 5 }, T, U; init S; trans S -> T { guard x >= 2; assign n = 1; }, T -> U { guard n == 2; }, T -> U { sync c!; }; }
process Q() { state A, B; init A; trans A -> B { guard x < 1; sync c?; }; }
system P, Q;`;

function reasons(model: string, query: string): string[] {
  const { network, verify } = open(model);
  const { trace } = verify(query, { trace: "some" });
  if (network === undefined || trace === undefined) throw new Error("there is no trace");
  return whyStuck(network, trace).map(
    ({ process, obstacles: [o] }) =>
      `${network.processes[process]!.name}: ${o?.kind}: ${o === undefined ? "" : model.slice(o.origin.start, o.origin.end)}`,
  );
}

test("each edge and what is in its way", () => {
  expect(reasons(text, "E<> deadlock")).toEqual(["P: data: n == 2", "P: partner: c", "Q: clock: x < 1"]);
});

test("nothing where the trace can go on", () => {
  expect(reasons(text, "E<> x >= 3 && P.S")).toEqual([]);
});
