import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { simpleCycles, timeCycle } from "../../src/analysis/index.ts";
import { check as checkModel, instantiate, read, type UppaalSource } from "../../src/index.ts";
import { crowdKeeps, crowds, questions } from "./crowds.ts";
import { constraints, keepsReachability, modelOf, type Ring, rings } from "./rings.ts";
import { check } from "./seed.ts";

describe("acceleration", () => {
  test("keeps what is reachable where it is exact, and loses nothing where it is not", () => {
    let exact = 0;
    check(
      fc.tuple(rings, constraints),
      ([ring, asked]) => {
        const result = keepsReachability(ring, asked);
        if (typeof result === "string") throw new Error(result);
        exact += result;
      },
      10,
    );
    expect(exact).toBeGreaterThan(1);
  });

  test("keeps what two rings at a time reach, and turns their jumps into rounds", () => {
    check(
      fc.tuple(crowds, questions),
      ([crowd, asked]) => {
        const result = crowdKeeps(crowd, asked);
        if (typeof result === "string") throw new Error(result);
      },
      12,
    );
  });

  test("windows are those found by trying all delays", () => {
    let windows = 0;
    check(
      rings,
      (ring) => {
        const { made } = instantiate(
          checkModel(
            (read(modelOf({ ...ring, chord: false, back: true, detour: null }), { name: "m.xta" }) as UppaalSource)
              .tree,
          ),
        );
        const { network } = made!;
        const [process] = network.processes;
        const into = process!.locations.map((l) => process!.edges.filter((e) => e.target === l.index));
        const cycle = simpleCycles(process!).cycles.find(
          (c) =>
            c.length === ring.edges.length &&
            c.every((e) => e.source < ring.edges.length && e.target < ring.edges.length),
        );
        const judged = timeCycle(network, process!, cycle!, into);
        if ("reason" in judged && !judged.reason.includes("never be completed")) return;
        const from = "reason" in judged ? 0 : judged.cycle.edges[0]!.source;
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
    ring.invariants[i]![1] ? y < (ring.invariants[i]![0] + 1) * GRID : y <= ring.invariants[i]![0] * GRID;
  for (let k = 0; k < n; k++) {
    const i = (from + k) % n;
    const { guard, strict, reset } = ring.edges[i]!;
    const next = new Set<number>();
    const isPassed = ring.marks[i] !== "none";
    for (const state of states) {
      const [y0, total0] = [Math.floor(state / 100_000), state % 100_000];
      for (let d = 0; allowed(i, y0 + d) && !(isPassed && d > 0); d++) {
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
