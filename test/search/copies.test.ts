import { describe, expect, it } from "vitest";
import { findSymmetry } from "../../src/analysis/index.ts";
import { model } from "./model.ts";

/** Processes of one template with the same arguments: interchangeable, unless something tells them apart. */
const used = (m: ReturnType<typeof model>, query: string): string[] =>
  findSymmetry(m.network, m.query(query)).found.map(({ name, used, size, failure }) =>
    used === "no" ? `${name}: ${failure?.message}` : `${name}: ${size}`,
  );
const taker = "process P() { clock x; state A { x <= 3 }, B; init A; trans A -> B { guard x >= 1; assign n++; }; }";

describe("copies of a process", () => {
  it("are found, and save states", () => {
    const m = model(`int[0,3] n; ${taker} P1 = P(); P2 = P(); P3 = P(); system P1, P2, P3;`);
    const query = "A[] n == 3 imply (P1.B && P2.B && P3.B)";
    expect(used(m, query)).toEqual(["copies of P: 3"]);
    const [all, few] = [false, true].map((symmetry) => m.ask(query, { compiled: true, symmetry }));
    expect([all!.outcome, few!.outcome]).toEqual(["satisfied", "satisfied"]);
    expect(few!.statistics.stored).toBeLessThan(all!.statistics.stored);
  });

  it("are told apart by a query that names some of them", () => {
    const m = model(`int[0,3] n; ${taker} P1 = P(); P2 = P(); P3 = P(); system P1, P2, P3;`);
    expect(used(m, "E<> P3.B && P1.A && P2.A")).toEqual(["copies of P: 3"]);
    expect(findSymmetry(m.network, m.query("E<> P3.B && P1.A && P2.A")).sets.map((s) => s.elements.length)).toEqual([
      2,
    ]);
    const pair = model(`int[0,2] n; ${taker} P1 = P(); P2 = P(); system P1, P2;`);
    expect(used(pair, "E<> P1.B")).toEqual(["copies of P: the query tells elements apart (P1, P2)"]);
  });

  it("are told apart by references that others read one by one", () => {
    const m = model(`int[0,1] r[2]; bool h;
      process P(int[0,1] &g) { clock x; state A, B; init A; trans A -> B { guard x >= 1; assign g = 1; }; }
      process O() { state U, V; init U; trans U -> V { guard r[0] == 1 && r[1] == 0; assign h = true; }; }
      P1 = P(r[0]); P2 = P(r[1]); Q = O(); system P1, P2, Q;`);
    expect(used(m, "E<> h")[0]).toMatch(/^copies of P: 'r\[..\]' is used for one element/);
    expect(m.outcome("E<> h", { compiled: true })).toBe("satisfied");
  });

  it("are told apart by the order in which they receive", () => {
    const m = model(`int[0,2] s; int[0,1] given; broadcast chan d;
      process P() { int[0,1] k; state A, B; init A;
        trans A -> A { guard given == 0; assign k = 1, given = 1; }, A -> B { sync d?; assign s = k + 1; }; }
      process O() { state U, V; init U; trans U -> V { guard given == 1; sync d!; }; }
      P1 = P(); P2 = P(); Q = O(); system P1, P2, Q;`);
    expect(used(m, "E<> s == 1")[0]).toMatch(/^copies of P: P1 writes or reads what others may write/);
    // The second one stores last, so both values are left in the end.
    for (const query of ["E<> s == 1", "E<> s == 2"]) expect(m.outcome(query, { compiled: true })).toBe("satisfied");
  });

  it("may have parameters, of which those that nothing writes are numbers", () => {
    const m = model(`int[0,1] a[2]; process P(int[0,1] i, int[0,3] w) { state A, B; init A;
        trans A -> B { guard w == 2; assign a[i] = 1; }; }
      P1 = P(0, 2); P2 = P(1, 2); system P1, P2;`);
    expect(used(m, "E<> a[0] == 1 && a[1] == 1")).toEqual(["int[0,1] i of P: 2"]);
    expect(m.outcome("E<> P1.i == 0 && P2.i == 1 && a[1] == 1")).toBe("satisfied");
    // Where it is written it is a variable.
    const n =
      model(`process P(int[0,3] w) { state A, B; init A; trans A -> B { guard w < 3; assign w++; }, B -> A { }; }
      P1 = P(1); system P1;`);
    expect(n.ask("sup: P1.w").values?.[0]?.intervals[0]?.high).toBe(3);
    const f =
      model(`void up(int[0,3] &v) { v = 3; } process P(int[0,3] w) { state A, B; init A; trans A -> B { assign up(w); }; }
      P1 = P(1); system P1;`);
    expect(f.outcome("E<> P1.w == 3")).toBe("satisfied");
  });
});
