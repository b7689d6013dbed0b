import type { Estimate, Sample } from "../../src/index.ts";

/** Estimates with round numbers, one of each kind, for the tests of what is written of them. */
const parameters = {
  alpha: 0.05,
  beta: 0.05,
  epsilon: 0.05,
  upperDelta: 0.01,
  lowerDelta: 0.01,
  u0: 0.9,
  u1: 1.1,
  seed: 7,
  quantiles: [],
};
const common = { query: 'Pr[<=10](<> a < "b" && c)', outcome: "satisfied", parameters, warnings: [] } as const;

export const values: Sample = {
  count: 4,
  all: Float64Array.of(1, 2.5, 3, 5),
  min: 1,
  max: 5,
  mean: 2.875,
  deviation: 1.652,
  halfWidth: 2.62868,
  histogram: { start: 1, width: 2, counts: [2, 1, 1] },
};

export const probability = {
  ...common,
  kind: "probability",
  runs: 10,
  path: "<> P.done",
  successes: 4,
  interval: { low: 0.121552, high: 0.737622 },
  confidence: 0.95,
  unit: "time",
  values,
  cumulative: [
    { x: 0, share: 0, interval: { low: 0, high: 0.3 }, band: { low: 0, high: 0.43 } },
    { x: 2.5, share: 0.2, interval: { low: 0.02, high: 0.55 }, band: { low: 0, high: 0.63 } },
    { x: 5, share: 0.4, interval: { low: 0.12, high: 0.74 }, band: { low: 0, high: 0.83 } },
  ],
} satisfies Estimate;

export const never = {
  ...probability,
  runs: 72,
  successes: 0,
  interval: { low: 0, high: 0.0499441 },
  values: { count: 0, all: new Float64Array() },
  cumulative: [],
  warnings: ["no run succeeded, which does not mean never: the probability may be 0.0499"],
} satisfies Estimate;

export const hypothesis = {
  ...common,
  kind: "hypothesis",
  outcome: "violated",
  runs: 235,
  path: "<> P.done",
  relation: ">=",
  limit: 0.75,
  successes: 149,
  interval: { low: 0.568, high: 0.696 },
  confidence: 0.95,
  indifferent: false,
} satisfies Estimate;

export const comparison = {
  ...common,
  kind: "comparison",
  runs: 129,
  first: { path: "<> P.done", successes: 110, interval: { low: 0.78, high: 0.91 }, cumulative: probability.cumulative },
  second: { path: "<> Q.done", successes: 80, interval: { low: 0.53, high: 0.7 }, cumulative: probability.cumulative },
  firstOnly: 40,
  secondOnly: 10,
  confidence: 0.95,
  unit: "steps",
} satisfies Estimate;

export const expectation = {
  ...common,
  kind: "expectation",
  runs: 4,
  extreme: "max",
  expression: "x + 1",
  values,
  confidence: 0.95,
} satisfies Estimate;

export const constant = {
  ...expectation,
  runs: 50,
  values: {
    count: 50,
    all: new Float64Array(50).fill(100),
    min: 100,
    max: 100,
    mean: 100,
    deviation: 0,
    histogram: { start: 100, width: 1, counts: [50] },
  },
} satisfies Estimate;

export const simulation = {
  ...common,
  query: "simulate [<=10; 2] {n, x}",
  kind: "simulation",
  runs: 2,
  expressions: ["n", "x"],
  unit: "time",
  trajectories: [
    {
      run: 0,
      series: [
        [
          [0, 0],
          [5, 0],
          [5, 2],
          [10, 2],
        ],
        [
          [0, 0],
          [10, 10],
        ],
      ],
    },
    {
      run: 1,
      series: [
        [
          [0, 0],
          [10, 0],
        ],
        [
          [0, 0],
          [10, 10],
        ],
      ],
    },
  ],
  confidence: 0.95,
} satisfies Estimate;

export const all: readonly Estimate[] = [probability, never, hypothesis, comparison, expectation, constant, simulation];
