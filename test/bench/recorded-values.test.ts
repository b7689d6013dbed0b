import { describe, expect, test } from "vitest";
import { meet, type Range, storedOf, storedTimes } from "../../bench/recorded-values.ts";
import { clopperPearson, Summary, studentInterval } from "../../src/statistics/index.ts";

/** Values as UPPAAL prints them, read back as the intervals that they are. */
const near = ({ low, high }: Range) => ({ low: expect.closeTo(low, 5), high: expect.closeTo(high, 5) });

describe("stored values", () => {
  test("of runs that all succeeded, or all failed", () => {
    expect(storedOf("≥ 0.950056 (95% CI)", undefined, 0.001)).toEqual({
      own: near(clopperPearson(72, 72, 0.05)),
      wide: near(clopperPearson(72, 72, 0.001)),
    });
    expect(storedOf("≤ 0.0499445 (95% CI)", undefined, 0.001)?.wide).toEqual(near(clopperPearson(0, 72, 0.001)));
  });

  test("of a share: the successes and runs whose interval it is", () => {
    expect(storedOf("0.751465 ± 0.0476245 (95% CI)", undefined, 0.001)).toEqual({
      own: near(clopperPearson(251, 333, 0.05)),
      wide: near(clopperPearson(251, 333, 0.001)),
    });
    expect(storedOf("0.00300145 ± 0.000107696 (95% CI)", undefined, 0.001)?.wide).toEqual({
      low: expect.closeTo(clopperPearson(3000, 1_000_000, 0.001).low, 6),
      high: expect.closeTo(clopperPearson(3000, 1_000_000, 0.001).high, 6),
    });
    // No share of so few runs has this interval.
    expect(storedOf("0.5 ± 0.3 (95% CI)", undefined, 0.001)).toBeUndefined();
  });

  test("of a mean, by its runs", () => {
    const summary = new Summary();
    for (const value of [1, 2, 3, 4, 10]) summary.add(value);
    const [own, wide] = [studentInterval(summary, 0.05), studentInterval(summary, 0.001)];
    const half = (own.high - own.low) / 2;
    expect(storedOf(`4 ± ${half} (95% CI)`, 5, 0.001)).toEqual({ own: near(own), wide: near(wide) });
  });

  test("that are all equal, and what is none", () => {
    expect(storedOf("≈ 3", 10, 0.001)?.wide).toEqual({ low: 3, high: 3 });
    expect(storedOf("satisfied", undefined, 0.001)).toBeUndefined();
    expect(storedOf("7", undefined, 0.001)).toBeUndefined();
  });

  test("of times, from the comment of a plot", () => {
    const text = "Runs: 100 in total, 5 (5%) displayed. Mean estimate of displayed sample: 4 ± 1.5 (95% CI)</comment>";
    expect(storedTimes(text, 0.05)?.wide).toEqual(near({ low: 2.5, high: 5.5 }));
    expect(storedTimes("no plot", 0.05)).toBeUndefined();
  });
});

test("intervals meet also where only the digits that are not printed keep them apart", () => {
  expect(meet({ low: 0, high: 1 }, { low: 1, high: 2 })).toBe(true);
  expect(meet({ low: 0, high: 0.999999 }, { low: 1, high: 2 })).toBe(true);
  expect(meet({ low: 0, high: 0.99 }, { low: 1, high: 2 })).toBe(false);
});
