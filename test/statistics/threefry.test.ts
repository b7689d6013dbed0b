import { describe, expect, test } from "vitest";
import { Draws, schedule, threefry } from "../../src/statistics/index.ts";

const hex = (text: string): number[] => text.split(" ").map((word) => Number.parseInt(word, 16));

function block(counter: string, key: string): string {
  const [k0, k1, k2, k3] = hex(key);
  const [c0, c1, c2, c3] = hex(counter);
  const out = new Uint32Array(4);
  threefry(schedule(k0!, k1!, k2!, k3!), c0!, c1!, c2!, c3!, out);
  return [...out].map((word) => word.toString(16).padStart(8, "0")).join(" ");
}

describe("Threefry4x32-20", () => {
  const zero = "00000000 00000000 00000000 00000000";
  const ones = "ffffffff ffffffff ffffffff ffffffff";
  // The known answers of Random123, tests/kat_vectors.
  test.each([
    [zero, zero, "9c6ca96a e17eae66 fc10ecd4 5256a7d8"],
    [ones, ones, "2a881696 57012287 f6c7446e a16a6732"],
    [
      "243f6a88 85a308d3 13198a2e 03707344",
      "a4093822 299f31d0 082efa98 ec4e6c89",
      "59cd1dbb b8879579 86b5d00c ac8b6d84",
    ],
  ])("counter %s", (counter, key, expected) => {
    expect(block(counter, key)).toBe(expected);
  });
});

/** The numbers by the definition, in exact integers. */
function defined(seed: bigint, query: number, run: bigint, count: number): number[] {
  const numbers: number[] = [];
  for (let b = 0; numbers.length < count; b++) {
    const out = new Uint32Array(4);
    const key = schedule(Number(seed & 0xffffffffn), Number((seed >> 32n) & 0xffffffffn), query, 0);
    threefry(key, Number(run & 0xffffffffn), Number(run >> 32n), b, 0, out);
    for (const i of [0, 2]) {
      const bits = (BigInt(out[i]!) >> 5n) * 67108864n + (BigInt(out[i + 1]!) >> 6n) + 1n;
      numbers.push(Number(bits) / 2 ** 53);
    }
  }
  return numbers.slice(0, count);
}

describe("Draws", () => {
  const take = (draws: Draws, count: number): number[] => Array.from({ length: count }, () => draws.next());

  test.each([
    [0n, 0, 0n],
    [42n, 3, 17n],
    [0xfedcba9876543210n, 4294967295, 2n ** 53n - 1n],
    [-1n, 1, 2n ** 32n],
  ])("seed %s, query %s, run %s", (seed, query, run) => {
    const draws = new Draws(seed, query);
    draws.start(Number(run));
    expect(take(draws, 7)).toEqual(defined(BigInt.asUintN(64, seed), query, run, 7));
  });

  test("a run begins anew wherever the last one ended", () => {
    const draws = new Draws(7, 1);
    draws.start(5);
    const first = take(draws, 9);
    draws.start(6);
    expect(take(draws, 3)).not.toEqual(first.slice(0, 3));
    draws.start(5);
    expect(take(draws, 9)).toEqual(first);
  });

  test("seeds as numbers and as big integers are the same", () => {
    const [a, b] = [new Draws(2 ** 40 + 1, 2), new Draws(2n ** 40n + 1n, 2)];
    a.start(1);
    b.start(1);
    expect(take(a, 4)).toEqual(take(b, 4));
    expect(() => new Draws(0.5, 0)).toThrow("whole number");
  });

  test("numbers are in (0, 1] and uniform: mean, variance and serial correlation within 5 standard errors", () => {
    const draws = new Draws(1, 0);
    draws.start(0);
    const n = 200_000;
    const u = take(draws, n);
    const mean = u.reduce((sum, x) => sum + x, 0) / n;
    const square = u.reduce((sum, x) => sum + (x - 0.5) ** 2, 0) / n;
    const serial = u.slice(1).reduce((sum, x, i) => sum + (x - 0.5) * (u[i]! - 0.5), 0) / n;
    expect(u.every((x) => x > 0 && x <= 1)).toBe(true);
    expect(Math.abs(mean - 0.5)).toBeLessThan(5 * Math.sqrt(1 / 12 / n));
    expect(Math.abs(square - 1 / 12)).toBeLessThan(5 * Math.sqrt(1 / 180 / n));
    expect(Math.abs(serial)).toBeLessThan((5 * (1 / 12)) / Math.sqrt(n));
  });
});
