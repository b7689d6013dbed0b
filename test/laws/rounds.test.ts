import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isRounds } from "../../src/trace/rounds.ts";
import { crowds, crowdText } from "./crowds.ts";
import type { Ring } from "./rings.ts";
import { check } from "./seed.ts";
import { changed, foldedRun, goneAtOnce, goneOneByOne } from "./unrolled.ts";

/** A ring that can be gone round, and left late. */
function lively(r: Ring): Ring {
  const edges = r.edges.map((e, i) => ({
    ...e,
    reads: e.reads && r.shared,
    guard: Math.min(e.guard, r.invariants[i]![0]),
  }));
  return { ...r, edges, exit: 10 * r.exit };
}

describe("rounds that are told once", () => {
  test("are those that can be gone one by one, and no others", () => {
    const seen = { runs: 0, rounds: 0, together: 0, refused: 0, accepted: 0 };
    check(
      fc.tuple(
        crowds,
        fc.integer({ min: 20, max: 120 }),
        fc.nat(3),
        fc.array(fc.nat(10_000), { minLength: 8, maxLength: 8 }),
      ),
      ([crowd, low, place, changes]) => {
        const text = crowdText({
          ...crowd,
          first: lively(crowd.first),
          second: lively(crowd.second),
          period: crowd.period * 20,
        });
        const query = `E<> P1.${place >= crowd.first.invariants.length ? "Out" : `L${place}`} and ${low} < z and z < ${low + 1}`;
        const run = foldedRun(text, query);
        if (run === undefined) return;
        const { network, items, end } = run;
        const told = items.filter(isRounds);
        expect([goneOneByOne(network, items, end), goneAtOnce(network, items, end)], `${query}\n${text}`).toEqual([
          undefined,
          undefined,
        ]);
        seen.runs++;
        if (told.length === 0) return;
        seen.rounds += told.length;
        if (told.some((t) => new Set(t.round.map((e) => e.words[0]!)).size < t.round.length)) seen.together++;
        for (const [k, how] of changes.entries()) {
          const other = changed(items, k, how);
          if (other === undefined) continue;
          const [one, once] = [
            goneOneByOne(network, other.items, other.end),
            goneAtOnce(network, other.items, other.end),
          ];
          expect(once === undefined, `${one} / ${once}: ${query} changed by ${how}\n${text}`).toBe(one === undefined);
          if (one === undefined) seen.accepted++;
          else seen.refused++;
        }
      },
      30,
    );
    if (process.env.SHOW !== undefined) console.log(seen);
    expect(Math.min(seen.rounds, seen.refused, seen.accepted, seen.together)).toBeGreaterThan(0);
  });
});
