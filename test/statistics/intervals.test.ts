import { describe, expect, test } from "vitest";
import {
  bandHalfWidth,
  bernstein,
  centred,
  clopperPearson,
  Draws,
  hoeffding,
  incompleteBeta,
  inverseEstimate,
  inverseInterval,
  jeffreys,
  neighbourCorrelation,
  olderInterval,
  quantileInterval,
  StoppingRule,
  Summary,
  studentInterval,
  successesFor,
  TimeBatches,
} from "../../src/statistics/index.ts";

const six = (x: number): number => Number(x.toPrecision(6));

describe("Clopper and Pearson's interval as UPPAAL shows it", () => {
  test.each([
    [2, 101, 0.0360561, 0.033649],
    [4, 120, 0.0461521, 0.0369966],
    [6, 135, 0.0553542, 0.0388717],
    [9, 153, 0.0679872, 0.0407395],
    [36, 249, 0.148929, 0.0455689],
    [238, 297, 0.798284, 0.046915],
    [251, 333, 0.751465, 0.0476245],
    [128, 380, 0.338125, 0.0486845],
  ])("%s of %s: %s +- %s", (k, n, middle, half) => {
    const shown = centred(clopperPearson(k, n, 0.05));
    expect([six(shown.middle), six(shown.half)]).toEqual([middle, half]);
  });

  test.each([
    [72, 72, 0.05, 0.950056, 1],
    [0, 72, 0.05, 0, 0.0499441],
    [192, 404, 0.05, 0.425651, 0.52521],
    [528, 528, 0.01, 0.990015, 1],
    [149, 149, 0.001, 0.950267, 1],
    [0, 17, 0.05, 0, 0.195064],
    [1000, 1000, 0.05, 0.996318, 1],
    [0, 36, 0.05, 0, 0.0973938],
  ])("%s of %s at alpha %s: [%s, %s]", (k, n, alpha, low, high) => {
    const interval = clopperPearson(k, n, alpha);
    expect([six(interval.low), six(interval.high)]).toEqual([low, high]);
  });

  test("the interval of 4.1.26", () => {
    expect(six(olderInterval(0, 29, 0.05).high)).toBe(0.0981446);
    expect(six(olderInterval(29, 29, 0.05).low)).toBe(0.901855);
    expect(six(olderInterval(0, 7598, 0.0005).high)).toBe(0.000999882);
    const { low, high } = olderInterval(3, 14670, 0.0005);
    expect([six(low), six(high)]).toEqual([8.0363e-6, 0.00100802]);
  });

  test("Jeffreys's is inside", () => {
    for (const [k, n] of [
      [1, 10],
      [50, 100],
      [999, 1000],
    ] as const) {
      const [inner, outer] = [jeffreys(k, n, 0.05), clopperPearson(k, n, 0.05)];
      expect(inner.low).toBeGreaterThan(outer.low);
      expect(inner.high).toBeLessThan(outer.high);
    }
  });
});

describe("the stopping rule of UPPAAL 5", () => {
  test.each([
    [
      0.05,
      0.05,
      0,
      [72, 89, 101, 111, 120, 128, 135, 141, 147, 153, 159, 164, 169, 173, 178, 182, 186, 190, 194, 198, 201],
    ],
    [0.05, 0.05, 50, [280]],
    [0.05, 0.05, 100, [355]],
    [0.05, 0.05, 150, [394]],
    [0.05, 0.05, 175, [403]],
    [0.05, 0.05, 178, Array(17).fill(404)],
    [0.05, 0.05, 195, [403, 403, 403, 403, 402, 402, 402]],
    [0.01, 0.05, 0, [104, 125, 141, 154, 166, 176]],
    [0.05, 0.01, 0, [368, 455, 519, 573, 620, 661]],
    [0.01, 0.01, 0, [528, 640, 723, 793, 854, 908]],
    [0.001, 0.05, 0, [149]],
  ])("alpha %s, epsilon %s, from %s successes on", (alpha, epsilon, first, expected) => {
    const rule = new StoppingRule(alpha, epsilon);
    expect(expected.map((_, i) => rule.needed(first + i))).toEqual(expected);
  });

  test.each([
    [0.05, 404],
    [0.01, 683],
    [0.001, 1103],
  ])("at alpha %s, epsilon 0.05 no sample needs more than %s runs", (alpha, most) => {
    const rule = new StoppingRule(alpha, 0.05);
    const all = Array.from({ length: rule.last / 2 + 1 }, (_, m) => rule.needed(m));
    expect(all.reduce((a, b) => Math.max(a, b), 0)).toBe(most);
  });

  test.each([
    [0.05, 0.05],
    [0.2, 0.03],
    [0.01, 0.1],
  ])("the table stops where the definition does, at alpha %s, epsilon %s", (alpha, epsilon) => {
    const rule = new StoppingRule(alpha, epsilon);
    const draws = new Draws(5, 0);
    for (let run = 0; run < 40; run++) {
      draws.start(run);
      rule.forget();
      const p = draws.next();
      for (let k = 0, n = 1; ; n++) {
        if (draws.next() <= p) k++;
        const { low, high } = clopperPearson(k, n, alpha);
        const defined = Math.max(high - k / n, k / n - low) <= epsilon;
        expect(rule.stops(k, n), `${k} of ${n}`).toBe(defined);
        if (defined) break;
      }
    }
  });

  test.each([
    [0.05, 0.05],
    [0.5, 0.02],
    [0.001, 0.1],
    [0.01, 0.03],
    [0.3, 0.04],
  ])("no entry is below both one before it and the last, at alpha %s, epsilon %s", (alpha, epsilon) => {
    const rule = new StoppingRule(alpha, epsilon);
    const all = Array.from({ length: rule.last / 2 + 5 }, (_, m) => rule.needed(m));
    let least = Number.POSITIVE_INFINITY;
    for (const n of all.toReversed()) {
      expect(least).toBeGreaterThanOrEqual(Math.min(n, rule.last));
      least = Math.min(least, n);
    }
  });
});

test("what is quickly found is not above the last, and not far below", () => {
  for (const alpha of [0.999, 0.9, 0.5, 0.2, 0.05, 0.01, 0.001, 1e-6])
    for (const epsilon of [0.4, 0.05, 0.0099, 0.007, 0.004]) {
      const rule = new StoppingRule(alpha, epsilon);
      expect(rule.early, `alpha ${alpha}, epsilon ${epsilon}`).toBeLessThanOrEqual(rule.last);
      if (alpha < 0.1 && epsilon < 0.01) expect(rule.early).toBeGreaterThan(0.8 * rule.last);
    }
});

describe("inverse sampling", () => {
  test.each([
    [0.05, 0.1],
    [0.01, 0.2],
    [0.1, 0.05],
  ])("alpha %s, epsilon %s: the exact law covers for every probability", (alpha, epsilon) => {
    const r = successesFor(alpha, epsilon);
    for (const p of [1e-6, 1e-4, 0.001, 0.01, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 0.9, 0.99]) {
      const least = Math.ceil((r - 1) / (p * (1 + epsilon))) + 1;
      const most = Math.floor((r - 1) / (p * (1 - epsilon))) + 1;
      // The probability that r successes are there by run n is that of at least r successes in n runs.
      const by = (n: number): number => (n < r ? 0 : incompleteBeta(p, r, n - r + 1));
      expect(by(most) - by(least - 1), `${p}`).toBeGreaterThanOrEqual(1 - alpha - 1e-4 * alpha);
    }
    expect(successesFor(alpha, epsilon / 2)).toBeGreaterThan(3.5 * r);
  });

  test("the estimate lies in its interval", () => {
    const { low, high } = inverseInterval(100, 1000, 0.05);
    // The chance of 100 successes by run 1000 at the lower end, and of fewer by run 999 at the upper one.
    expect(incompleteBeta(low, 100, 901)).toBeCloseTo(0.025, 12);
    expect(1 - incompleteBeta(high, 100, 900)).toBeCloseTo(0.025, 12);
    expect(low).toBeLessThan(inverseEstimate(100, 1000));
    expect(high).toBeGreaterThan(inverseEstimate(100, 1000));
    expect(inverseInterval(5, 5, 0.05).high).toBe(1);
  });
});

describe("means", () => {
  test("1 of 1000 is shown as 0.001 +- 0.00196234", () => {
    const summary = Summary.of([1, ...Array<number>(999).fill(0)]);
    const shown = centred(studentInterval(summary, 0.05));
    expect([six(shown.middle), six(shown.half)]).toEqual([0.001, 0.00196234]);
  });

  test("47, 66, 119, 181 is shown as 103 +- 95.7", () => {
    const shown = centred(studentInterval(Summary.of([47, 66, 119, 181]), 0.05));
    expect(shown.middle).toBe(103.25);
    expect(Number(shown.half.toPrecision(3))).toBe(95.7);
  });

  test("Bernstein's is narrower than Hoeffding's where little varies", () => {
    const range = { low: 0, high: 1 };
    const calm = Summary.of(Array.from({ length: 1000 }, (_, i) => 0.5 + (i % 2) * 0.01));
    const width = (i: { low: number; high: number }): number => i.high - i.low;
    expect(width(bernstein(calm, range, 0.05))).toBeLessThan(width(hoeffding(calm, range, 0.05)));
    expect(width(hoeffding(calm, range, 0.05))).toBeCloseTo(2 * Math.sqrt(Math.log(40) / 2000), 12);
    expect(hoeffding(Summary.of([1]), range, 0.05).high).toBe(1);
  });

  test("merged parts are the whole", () => {
    const values = Array.from({ length: 1000 }, (_, i) => 1e9 + Math.sin(i));
    const whole = Summary.of(values);
    const parts = [values.slice(0, 10), [], values.slice(10, 700), values.slice(700)].map(Summary.of);
    const sum = new Summary();
    for (const part of parts) sum.merge(part);
    expect(sum.count).toBe(1000);
    expect(sum.mean).toBeCloseTo(whole.mean, 5);
    expect(sum.variance).toBeCloseTo(whole.variance, 8);
    expect(whole.variance).toBeCloseTo(0.5, 2);
    expect([sum.least, sum.greatest]).toEqual([whole.least, whole.greatest]);
  });
});

describe("samples", () => {
  test("the median of 10 lies between the 2nd and the 9th value: 97.85 %", () => {
    const ten = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
    expect(quantileInterval(ten, 0.5, 0.05)).toEqual({ estimate: 5, low: 2, high: 9 });
    expect(quantileInterval(ten, 0.9, 0.05)).toEqual({ estimate: 9, low: 7, high: Infinity });
    expect(quantileInterval([3], 0.5, 0.05)).toEqual({ estimate: 3, low: -Infinity, high: Infinity });
  });

  test("the band of 100 values", () => {
    expect(bandHalfWidth(100, 0.05)).toBeCloseTo(0.13581, 5);
  });

  test("batches cut steps at their ends", () => {
    const batches = new TimeBatches(1, 4);
    batches.hold(100, 0.5);
    batches.hold(7, 2.5);
    batches.hold(3, 7);
    expect(batches.means).toEqual([5, 3]);
    expect(batches.summary().mean).toBe(4);
  });

  test("neighbours correlate", () => {
    expect(neighbourCorrelation(Array.from({ length: 1000 }, (_, i) => Math.floor(i / 100) % 2))).toBeGreaterThan(0.9);
    expect(neighbourCorrelation(Array.from({ length: 1000 }, (_, i) => i % 2))).toBeLessThan(-0.9);
    expect(neighbourCorrelation([2, 2, 2])).toBe(0);
  });
});
