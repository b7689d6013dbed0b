import fc from "fast-check";
import { expect, test } from "vitest";
import { Chains } from "../../src/index.ts";
import { check } from "./seed.ts";

/**
 * The laws of elimination, on transformations that know nothing of zones: each writes sums over its reads, different ones with
 * different constants, so that a missing transformation shows in the values.
 */
interface Move {
  readonly writes: readonly number[];
  readonly reads: readonly number[];
}

const size = 5;
const variables = fc.uniqueArray(fc.nat(size - 1), { maxLength: 3 });
const sequences = fc.array(fc.record({ writes: variables, reads: variables }), { maxLength: 25 });

function run(list: readonly { readonly move: Move; readonly id: number }[]): number[] {
  const values = Array.from({ length: size }, (_, x) => x);
  for (const { move, id } of list) {
    // A large odd modulus keeps the sums apart without overflow.
    const sum = move.reads.reduce((s, x) => (s * 31 + values[x]!) % 1_000_003, 1000 + 7919 * id);
    for (const x of move.writes) values[x] = (sum + 104_729 * x) % 1_000_003;
  }
  return values;
}

function keptOf(moves: readonly Move[]): { move: Move; id: number }[] {
  const chains = new Chains<{ move: Move; id: number }>(size);
  for (const [id, move] of moves.entries()) chains.apply({ move, id }, move);
  return chains.kept();
}

test("what is eliminated never changes the final values", () => {
  check(sequences, (moves) => {
    expect(run(keptOf(moves))).toEqual(run(moves.map((move, id) => ({ move, id }))));
  });
});

test("nothing remains that the paper's criterion removes: no write, or overwritten without being read", () => {
  check(sequences, (moves) => {
    const kept = keptOf(moves).map((k) => k.move);
    kept.forEach((move, i) => {
      const lives = move.writes.some((x) => {
        for (const later of kept.slice(i + 1)) {
          if (later.reads.includes(x)) return true;
          if (later.writes.includes(x)) return false;
        }
        return true;
      });
      expect(lives).toBe(true);
    });
  });
});

test("the same are kept as by removing one by one until nothing is removable", () => {
  check(sequences, (moves) => {
    let list = moves.map((move, id) => ({ move, id }));
    for (;;) {
      const next = list.filter(({ move }, i) =>
        move.writes.some((x) => {
          for (const later of list.slice(i + 1)) {
            if (later.move.reads.includes(x)) return true;
            if (later.move.writes.includes(x)) return false;
          }
          return true;
        }),
      );
      if (next.length === list.length) break;
      list = next;
    }
    expect(keptOf(moves).map((k) => k.id)).toEqual(list.map((k) => k.id));
  });
});

test("the count of kept transformations is their number", () => {
  check(sequences, (moves) => {
    const chains = new Chains<number>(size);
    moves.forEach((move, id) => {
      chains.apply(id, move);
      expect(chains.length).toBe(chains.kept().length);
    });
  });
});
