import { describe, expect, test } from "vitest";
import { Draws, exp, ln } from "../../src/statistics/index.ts";

/** Fixed-point numbers of 160 bits behind the point, for the true value of a function. */
const ONE = 1n << 160n;

function exact(x: number): bigint {
  let e = 0;
  let y = Math.abs(x);
  while (!Number.isInteger(y)) {
    y *= 2;
    e++;
  }
  const whole = (BigInt(y) * ONE) >> BigInt(e);
  return x < 0 ? -whole : whole;
}

const times = (a: bigint, b: bigint): bigint => (a * b) / ONE;

/** 2 atanh((y - 1) / (y + 1)) for y in [1/2, 2]. */
function lnFixed(y: bigint): bigint {
  const s = ((y - ONE) * ONE) / (y + ONE);
  const square = times(s, s);
  let sum = 0n;
  let power = s;
  for (let k = 1n; power !== 0n; k += 2n) {
    sum += power / k;
    power = times(power, square);
  }
  return 2n * sum;
}

const LN2 = lnFixed(2n * ONE);

function lnExact(x: number): bigint {
  let k = 0;
  let m = x;
  while (m >= 2) {
    m /= 2;
    k++;
  }
  while (m < 1) {
    m *= 2;
    k--;
  }
  return lnFixed(exact(m)) + BigInt(k) * LN2;
}

function expExact(x: number): bigint {
  let sum = 0n;
  let term = ONE;
  for (let k = 1n; term !== 0n; k++) {
    sum += term;
    term = times(term, exact(x)) / k;
  }
  return sum;
}

/** The distance to the next double above, for normal numbers. */
function ulp(x: number): number {
  return Math.max(2 ** (Math.floor(Math.log2(Math.abs(x))) - 52), 2 ** -1074);
}

function error(value: number, truth: bigint): number {
  const unit = ulp(value);
  return Math.abs(Number(((exact(value) - truth) << 40n) / exact(unit)) / 2 ** 40);
}

/** Doubles of every size, subnormals, and many near 1. */
function values(count: number): number[] {
  const draws = new Draws(11, 0);
  draws.start(0);
  const wide = (): number => 2 ** Math.floor(draws.next() * 2098 - 1074) * (1 + draws.next());
  const kinds = [
    wide,
    () => draws.next(),
    () => 1 + (draws.next() - 0.5) * 2 ** -Math.floor(draws.next() * 50),
    () => draws.next() * 2 ** -1022,
    () => Math.SQRT2 * (1 + (draws.next() - 0.5) * 1e-10),
  ];
  return Array.from({ length: count }, (_, i) => kinds[i % kinds.length]!()).filter((x) => x > 0 && x < Infinity);
}

describe("ln", () => {
  test("error below 0.8 units in the last place on 10,000 values", () => {
    const worst = values(10_000)
      .filter((x) => x !== 1 && x > 2 ** -100 && x < 2 ** 100)
      .reduce((most, x) => Math.max(most, error(ln(x), lnExact(x))), 0);
    expect(worst).toBeLessThan(0.8);
  });

  test("differs from Math.log by at most one double on 10^6 values", () => {
    let wrong = 0;
    for (const x of values(1_000_000)) {
      const truth = Math.log(x);
      if (Math.abs(ln(x) - truth) > ulp(truth)) wrong++;
    }
    expect(wrong).toBe(0);
  });

  test("at the ends", () => {
    expect([1, 0, -0, -1, Number.NaN, Infinity].map(ln)).toEqual([
      0,
      -Infinity,
      -Infinity,
      Number.NaN,
      Number.NaN,
      Infinity,
    ]);
    expect(ln(5e-324)).toBe(Math.log(5e-324));
    expect(ln(Number.MAX_VALUE)).toBe(Math.log(Number.MAX_VALUE));
  });
});

describe("exp", () => {
  const draws = new Draws(12, 0);
  draws.start(0);

  test("error below 0.8 units in the last place on 5,000 values", () => {
    let worst = 0;
    for (let i = 0; i < 5_000; i++) {
      const x = (draws.next() - 0.5) * 40;
      worst = Math.max(worst, error(exp(x), expExact(x)));
    }
    expect(worst).toBeLessThan(0.8);
  });

  test("differs from Math.exp by at most one double on 10^6 values", () => {
    let wrong = 0;
    for (let i = 0; i < 1_000_000; i++) {
      const x = i % 2 === 0 ? (draws.next() - 0.5) * 1500 : draws.next() - 0.5;
      const truth = Math.exp(x);
      if (exp(x) !== truth && Math.abs(exp(x) - truth) > ulp(truth)) wrong++;
    }
    expect(wrong).toBe(0);
  });

  test("at the ends", () => {
    for (const x of [0, -0, 1e-300, 709.78, 709.79, 710, 711, -708, -740, -745, -746, -800, Infinity, -Infinity])
      expect(exp(x), `exp(${x})`).toBe(Math.exp(x));
    expect(exp(Number.NaN)).toBeNaN();
  });
});
