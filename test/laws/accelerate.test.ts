import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { simpleCycles, timeCycle } from "../../src/analysis/index.ts";
import { check as checkModel, instantiate, read, type UppaalSource } from "../../src/index.ts";
import { accelerated } from "../transform/accelerating.ts";
import { check } from "./seed.ts";

/** A ring of locations with a clock, exits to other locations, and a slow environment that may change what the ring reads. */
interface Ring {
  readonly invariants: readonly (readonly [number, boolean])[];
  readonly edges: readonly {
    readonly guard: number;
    readonly strict: boolean;
    readonly reset: boolean;
    readonly reads: boolean;
  }[];
  readonly exit: number;
  readonly exitAt: number;
  readonly exitReads: boolean;
  readonly chord: boolean;
  readonly period: number;
  readonly back: boolean;
  readonly shared: boolean;
}

const rings: fc.Arbitrary<Ring> = fc.integer({ min: 1, max: 3 }).chain((n) =>
  fc.record({
    invariants: fc.array(fc.tuple(fc.integer({ min: 0, max: 4 }), fc.boolean()), { minLength: n, maxLength: n }),
    edges: fc.array(
      fc.record({
        guard: fc.integer({ min: 0, max: 3 }),
        strict: fc.boolean(),
        reset: fc.boolean(),
        reads: fc.boolean(),
      }),
      { minLength: n, maxLength: n },
    ),
    exit: fc.integer({ min: 0, max: 12 }),
    exitAt: fc.integer({ min: 0, max: n - 1 }),
    exitReads: fc.boolean(),
    chord: fc.boolean(),
    period: fc.integer({ min: 1, max: 9 }),
    back: fc.boolean(),
    shared: fc.boolean(),
  }),
);

function modelOf(r: Ring): string {
  const n = r.invariants.length;
  const states = r.invariants.map(([c, strict], i) => `L${i} { y ${strict ? "<" : "<="} ${c + (strict ? 1 : 0)} }`);
  const edges = r.edges.map((e, i) => {
    const guards = [...(e.guard > 0 ? [`y ${e.strict ? ">" : ">="} ${e.guard}`] : []), ...(e.reads ? ["in == 0"] : [])];
    return `L${i} -> L${(i + 1) % n} { ${guards.length === 0 ? "" : `guard ${guards.join(" && ")};`} ${e.reset || i === n - 1 ? "assign y = 0;" : ""} }`;
  });
  if (r.chord && n > 1) edges.push(`L1 -> L0 { guard y >= 1; assign y = 0; }`);
  edges.push(`L${r.exitAt} -> Out { guard z >= ${r.exit}${r.exitReads ? " && in == 1" : ""}; }`);
  if (r.back) edges.push("Out -> L0 { assign y = 0; }");
  return `int[0,1] in; clock y, z, w;
process P() { state ${states.join(", ")}, Out; init L0; trans ${edges.join(", ")}; }
process Env() { state S { w <= ${r.period} }, T { w <= ${r.period + 2} }; init S;
  trans S -> T { guard w >= ${r.period}${r.shared ? " && y >= 0" : ""}; assign in = 1; }, T -> S { guard w > ${r.period + 1}; assign in = 0, w = 0; }; }
system P, Env;
`;
}

const places = (r: Ring): string[] => [...r.invariants.map((_, i) => `P.L${i}`), "P.Out"];
const constraints = fc.array(
  fc.tuple(
    fc.constantFrom("y", "z", "w"),
    fc.constantFrom("<", "<=", ">", ">="),
    fc.integer({ min: 0, max: 20 }),
    fc.constantFrom("Env.S", "Env.T", "true"),
  ),
  { minLength: 3, maxLength: 3 },
);

describe("acceleration", () => {
  test("keeps what is reachable where it is exact, and loses nothing where it is not", () => {
    let exact = 0;
    check(
      fc.tuple(rings, constraints),
      ([ring, asked]) => {
        const pair = accelerated(modelOf(ring));
        const looser = accelerated(modelOf(ring), { approximate: true });
        expect(pair.result.exact).toBe(true);
        if (pair.result.appended.length > 0) exact++;
        for (const place of places(ring)) {
          for (const [clock, op, value, env] of [["z", ">=", 0, "true"] as const, ...asked]) {
            const query = `E<> ${place} and ${clock} ${op} ${value} and ${env}`;
            const before = pair.before(query);
            if (pair.result.appended.length > 0)
              expect([query, pair.after(query), pair.text]).toEqual([query, before, pair.text]);
            if (before === "satisfied")
              expect([query, looser.after(query), pair.text]).toEqual([query, before, pair.text]);
          }
        }
      },
      30,
    );
    expect(exact).toBeGreaterThan(3);
  });

  test("windows are those found by trying all delays", () => {
    let windows = 0;
    check(
      rings,
      (ring) => {
        const { made } = instantiate(
          checkModel((read(modelOf({ ...ring, chord: false, back: true }), { name: "m.xta" }) as UppaalSource).tree),
        );
        const { network } = made!;
        const [process] = network.processes;
        const into = process.locations.map((l) => process.edges.filter((e) => e.target === l.index));
        const cycle = simpleCycles(process).cycles.find(
          (c) =>
            c.length === ring.edges.length &&
            c.every((e) => e.source < ring.edges.length && e.target < ring.edges.length),
        );
        const judged = timeCycle(network, process, cycle!, into);
        if ("reason" in judged && !judged.reason.includes("never be completed")) return;
        const from = "reason" in judged ? 0 : judged.cycle.edges[0].source;
        const totals = tried(ring, from);
        if ("reason" in judged) {
          expect([...totals]).toEqual([]);
          return;
        }
        windows++;
        const { lower, upper } = judged.cycle.window;
        const inside = (t: number): boolean =>
          (lower.strict ? t > lower.value : t >= lower.value) && (upper.strict ? t < upper.value : t <= upper.value);
        for (const t of totals) expect(inside(t / GRID)).toBe(true);
        for (let half = 0; half <= 40; half++) if (inside(half / 2)) expect(totals.has((half * GRID) / 2)).toBe(true);
      },
      150,
    );
    expect(windows).toBeGreaterThan(20);
  });
});

/** Delays are multiples of 1/16: fine enough for half-integer totals of three strict rounds. */
const GRID = 16;

function tried(ring: Ring, from: number): ReadonlySet<number> {
  const n = ring.edges.length;
  let states = new Set([0]);
  const key = (y: number, total: number): number => y * 100_000 + total;
  const allowed = (i: number, y: number): boolean =>
    ring.invariants[i][1] ? y < (ring.invariants[i][0] + 1) * GRID : y <= ring.invariants[i][0] * GRID;
  for (let k = 0; k < n; k++) {
    const i = (from + k) % n;
    const { guard, strict, reset } = ring.edges[i];
    const next = new Set<number>();
    for (const state of states) {
      const [y0, total0] = [Math.floor(state / 100_000), state % 100_000];
      for (let d = 0; allowed(i, y0 + d); d++) {
        const y = y0 + d;
        if (guard > 0 && (strict ? y <= guard * GRID : y < guard * GRID)) continue;
        const after = reset || i === n - 1 ? 0 : y;
        if (allowed((i + 1) % n, after)) next.add(key(after, total0 + d));
      }
    }
    states = next;
  }
  return new Set([...states].map((s) => s % 100_000));
}
