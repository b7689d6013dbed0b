import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { open, type Trace, type TraceConstraint, traceWithTime } from "../../src/index.ts";
import { dbm, le, lt, point, rationals, type Zone } from "../../src/zones/index.ts";

/** A trace with the time from the start among its clocks: the same trace, and the time is that of its delays. */
const examples = fileURLToPath(new URL("../../examples", import.meta.url));

function timed(model: string, query: string, name = "model.xta"): { readonly plain: Trace; readonly full: Trace } {
  const { network, verify } = open(model, { name });
  const plain = verify(query, { trace: "shortest" }).trace!;
  const full = traceWithTime(network!, plain);
  if (typeof full === "string") throw new Error(full);
  return { plain, full };
}

function matrix(zone: readonly TraceConstraint[], dim: number, from: (clock: number) => number): Zone {
  const z = dbm.newUniversal(dim);
  for (const { left, right, strict, bound } of zone)
    dbm.constrain(z, 0, dim, from(left), from(right), strict ? lt(bound) : le(bound));
  return z;
}

const show = ({ left, right, strict, bound }: TraceConstraint): string =>
  `${left}-${right}${strict ? "<" : "<="}${bound}`;

test("the time goes on where clocks begin anew", () => {
  const model = `clock x; process P() { state A { x <= 5 }, B { x < 3 }, C; init A;
    trans A -> B { guard x > 2; assign x = 0; }, B -> C { guard x >= 1; assign x = 7; }; } system P;`;
  const { full } = timed(model, "E<> P.C");
  expect(full.clocks).toEqual(["#time", "x"]);
  expect(full.states.map(({ zone }) => zone.map(show))).toEqual([
    ["1-0<=5", "1-2<=0", "2-1<=0"],
    // Entered between 2 and 5; x counts from there.
    ["1-2<=5", "2-0<3", "2-1<-2"],
    // Left between 3 and 8, when x was set to 7.
    ["0-2<=-7", "1-2<1", "2-1<4"],
  ]);
  expect(full.states.map((s) => s.values?.length)).toEqual([2, 2, 2]);
});

test("a loop that must avoid something, and clocks that stand still", () => {
  const loop = `clock x; int[0,1] n; process P() { state A { x <= 2 }; init A;
    trans A -> A { guard x >= 1; assign x = 0, n = 1 - n; }; } system P;`;
  expect(timed(loop, "A<> n == 1 && x > 2").full.states.length).toBeGreaterThan(0);
  const still = `clock x, y; process P() { state A { x' == 0 && y <= 5 }, B; init A; trans A -> B { guard y >= 3; }; } system P;`;
  const { full } = timed(still, "E<> P.B && x == 1");
  expect(full.states[0]!.stopped).toEqual([false, true, false]);
});

describe("examples", () => {
  test.each(readdirSync(examples).filter((name) => name.endsWith(".xml")))("%s", (name) => {
    const model = readFileSync(join(examples, name), "utf8");
    const { network, model: checked, verify } = open(model, { name });
    for (const { text } of checked!.tree.queries) {
      const plain = verify(text.trim(), { trace: "some" }).trace;
      if (plain === undefined) continue;
      const full = traceWithTime(network!, plain) as Trace;
      const dim = full.clocks.length + 1;
      let now = rationals.ZERO;
      full.states.forEach((state, i) => {
        const last = matrix(state.zone, dim, (c) => (c === 0 ? 0 : c === 1 ? dim - 1 : c - 1));
        const others = matrix(plain.states[i]!.zone, dim - 1, (c) => c);
        // Without the time it is the zone of the trace.
        for (let r = 0; r < dim - 1; r++)
          for (let c = 0; c < dim - 1; c++) expect(last[r * dim + c]).toBe(others[r * (dim - 1) + c]);
        const values = state.values!;
        expect(values[0]).toEqual(now);
        const at = [rationals.ZERO, ...values.slice(1), values[0]!];
        expect(point.delaysInto(last, 0, dim, at)).not.toBeNull();
        now = rationals.plus(now, state.delay ?? rationals.ZERO);
      });
    }
  });
});
