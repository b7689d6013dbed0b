/** Compiled liveness: how paths may stay, limits, and the code as text. Verdicts are compared in `test/agree/stay.test.ts`. */
import { describe, expect, it } from "vitest";
import { listing, verify } from "../../src/search/index.ts";
import { compileText } from "../agree/front.ts";

function ready(xta: string, query: string) {
  const made = compileText(xta, query);
  if ("refused" in made) throw new Error(made.refused.join());
  return made;
}

const cell = (edges: string, states: string) => `clock x; process P() { state ${states}; init A; ${edges} } system P;`;
const loop = "trans A -> B { guard x >= 1; assign x = 0; }, B -> A { };";

describe("paths that stay", () => {
  const cases: readonly (readonly [string, string, string, string, object])[] = [
    ["a loop", cell(loop, "A { x <= 2 }, B { x <= 2 }"), "E[] x <= 2", "satisfied", { ending: "loop", loop: 0 }],
    ["waiting", cell(loop, "A, B"), "E[] P.A", "satisfied", { ending: "divergence" }],
    ["an end", cell("", "A { x <= 2 }"), "A<> x > 2", "violated", { ending: "deadlock" }],
    ["after a stem", cell(loop, "A { x <= 2 }, B"), "P.B --> P.A", "violated", { ending: "divergence" }],
  ];
  it.each(cases)("%s", (_, xta, query, outcome, trace) => {
    const made = ready(xta, query);
    for (const compiled of [true, false]) {
      const verdict = verify(made.network, made.query, { compiled, trace: "some" });
      expect(verdict).toMatchObject({ outcome, trace: { ...trace, concrete: true } });
    }
  });

  it("needs a piece that time can enter", () => {
    // From x < 1 to x >= 1 time goes on; past the point that is left out it does not.
    const xta = cell("", "A { x <= 2 }");
    const open = ready(xta, "E[] (x < 1 or x >= 1) and not (x >= 1 and x <= 1)");
    expect(verify(open.network, open.query).outcome).toBe("satisfied");
    const bound = ready(cell("trans A -> B { guard x >= 2; };", "A { x <= 2 }, B"), "E[] not P.B and (x < 1 or x > 1)");
    expect(verify(bound.network, bound.query).outcome).toBe("violated");
  });
});

const many = `typedef int[1,5] id_t; int[0,5] id;
process P(const id_t pid) { clock x; state A, req { x <= 2 }, wait, cs; init A; trans
A -> req { guard id == 0; assign x = 0; }, req -> wait { assign x = 0, id = pid; }, wait -> req { guard id == 0; assign x = 0; },
wait -> cs { guard x > 2 && id == pid; }, cs -> A { assign id = 0; }; }
system P;`;

describe("limits", () => {
  const { network, query } = ready(many, "P(1).req --> P(1).wait");
  it("end in unknown, with what was done", () => {
    const few = verify(network, query, { maxStates: 100, symmetry: false });
    expect(few).toMatchObject({ outcome: "unknown", reason: "the limit of 100 states was reached" });
    expect(few.statistics.explored).toBeGreaterThan(0);
    let ticks = 0;
    const late = verify(network, query, { timeout: 3, now: () => ticks++, symmetry: false });
    expect(late).toMatchObject({ outcome: "unknown", reason: "the time limit of 0.003 s was reached" });
    // As it comes of seconds.
    const written = verify(network, query, { timeout: 0.07 * 1000, now: () => (ticks += 50), symmetry: false });
    expect(written).toMatchObject({ outcome: "unknown", reason: "the time limit of 0.07 s was reached" });
  });
  it("of memory hold", () => {
    const small = verify(network, query, { memory: 2 ** 17, symmetry: false });
    expect(small.outcome).toBe("unknown");
    expect(small.reason).toMatch(/memory limit/);
  });
});

it("the code can be printed", () => {
  const { network, query } = ready(many, "A<> P(1).cs");
  expect(listing(network, query)).toMatchObject({ wat: expect.stringContaining("extrapolate") });
  const difference = ready(many, "E[] P(1).x - P(2).x < 3");
  expect(listing(difference.network, difference.query)).toMatchObject({ wat: expect.stringContaining("widen_piece") });
});

describe("processes that are interchangeable", () => {
  const mutex = (more: { readonly wait: string; readonly leave: string; readonly sync: string }) => `
    const int N = 2; int[0, N] id; urgent broadcast chan u;
    process P(const int[1, N] i) {
      clock x, y;
      state idle, req { x <= 2 }, wait, cs { x <= 4 };
      init idle;
      trans
        idle -> req { guard id == 0; assign x = 0; },
        req -> wait { guard ${more.wait}; ${more.sync} assign x = 0, id = i; },
        wait -> req { guard id == 0; assign x = 0, y = 0; },
        wait -> cs { guard x > 2 && x <= 7 && id == i; ${more.sync} assign x = 0; },
        cs -> idle { guard ${more.leave}; assign id = 0, y = 0; };
    }
    system P;`;
  it.each([
    ["differences of clocks", { wait: "x <= 2 && y - x >= 0", leave: "y - x < 9", sync: "" }],
    ["urgent clock guards", { wait: "x >= 1 && x <= 2", leave: "x >= 1", sync: "sync u!;" }],
  ] as const)("with %s", (_, more) => {
    const found = [
      "P(1).req --> P(1).wait",
      "P(1).req --> P(1).cs || id != 0",
      "A<> exists (i : int[1,2]) P(i).cs",
      "E[] forall (i : int[1,2]) not P(i).cs",
      "(exists (i : int[1,2]) P(i).wait) --> (exists (i : int[1,2]) P(i).cs)",
      "(exists (i : int[1,2]) P(i).req) --> (id != 0)",
    ].map((text) => {
      const { network, query } = ready(mutex(more), text);
      const [a, b, c] = [{}, { symmetry: false }, { compiled: false }].map((o) => verify(network, query, o));
      expect([a!.outcome, b!.outcome], text).toEqual([c!.outcome, c!.outcome]);
      return { outcome: c!.outcome, isSmaller: a!.statistics.stored < b!.statistics.stored };
    });
    expect(new Set(found.map((f) => f.outcome)).size).toBe(2);
    expect(found.some((f) => f.isSmaller)).toBe(true);
  });
});
