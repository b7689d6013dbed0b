import { drawExponential, drawNormal, normalCumulative } from "../src/statistics/index.ts";
import { ComparisonTally } from "../src/stochastic/estimate/comparison.ts";
import type { Estimate, Range } from "../src/stochastic/estimate/estimate.ts";
import { ExpectationTally } from "../src/stochastic/estimate/expectation.ts";
import { HypothesisTally } from "../src/stochastic/estimate/hypothesis.ts";
import { parametersOf, type Wishes } from "../src/stochastic/estimate/parameters.ts";
import { ProbabilityTally } from "../src/stochastic/estimate/probability.ts";
import type { Tally } from "../src/stochastic/estimate/tally.ts";
import { type Batch, exactProbability, type Path, splitting } from "../src/stochastic/index.ts";
import { prepare } from "../test/stochastic/sample.ts";

/**
 * What `npm run bench -- coverage` repeats: an answer of each kind, made once from runs of a known law, and whether it is right.
 */
export interface Row {
  readonly what: string;
  readonly of: string;
  /** The share of right answers that is stated. */
  readonly promise: number;
  readonly once: (next: Source, repetition: number) => boolean;
}
/** Uniform in (0, 1]. */
export type Source = () => number;

/** One run: whether it succeeds, and its value. */
type Run = (next: Source) => readonly [success: boolean, value: number];

/** The answer of a tally to such runs, one after the other; two laws for a comparison. */
function answer(tally: Tally, next: Source, ...laws: readonly Run[]): Estimate {
  while (!tally.isEnough) {
    const batches = laws.map((law): Batch => {
      const [success, value] = law(next);
      return { first: 0, count: 1, success: Uint8Array.of(success ? 1 : 0), value: Float64Array.of(value), steps: 1 };
    });
    tally.take(batches, 0);
  }
  return tally.estimate({});
}

const holds = ({ low, high }: Range, truth: number): boolean => low <= truth && truth <= high;

const path: Path = { bound: { by: "time", limit: 1 }, goal: { is: "and", items: [] }, succeeds: true, text: "<> p" };

/** Reaches its goal at a time that is uniform, and by 1 with probability p. */
const reaching =
  (p: number): Run =>
  (next) => {
    const time = next() / p;
    return [time <= 1, time];
  };

function probability(next: Source, p: number, wishes: Wishes): Extract<Estimate, { kind: "probability" }> {
  const found = answer(
    new ProbabilityTally({ text: "", path, bound: path.bound }, parametersOf(wishes), []),
    next,
    reaching(p),
  );
  if (found.kind !== "probability") throw new Error("no probability");
  return found;
}

const chances = [0.01, 0.1, 0.37, 0.5, 0.93];
const rules: readonly (readonly [what: string, wishes: Wishes])[] = [
  ["100 runs", { runs: 100 }],
  ["epsilon 0.05", {}],
  ["relative error 0.2", { relativeError: 0.2 }],
];

/** Probabilities, their curves, and the times at which the goal is reached, by each rule of when to stop. */
export const probabilities: readonly Row[] = rules.flatMap(([rule, wishes]) => [
  ...chances.map(
    (p): Row => ({
      what: `Pr: interval, ${rule}`,
      of: `probability ${p}`,
      promise: 0.95,
      once: (next) => holds(probability(next, p, wishes).interval, p),
    }),
  ),
  {
    what: `Pr: band of the curve, ${rule}`,
    of: "probability 0.37",
    promise: 0.95,
    once: (next) =>
      probability(next, 0.37, wishes).cumulative.every(({ x, band }) => holds(band, 0.37 * Math.min(1, x))),
  },
  {
    what: `Pr: interval of a point of the curve, ${rule}`,
    of: "probability 0.37, half way",
    promise: 0.95,
    once: (next) => {
      const { cumulative } = probability(next, 0.37, wishes);
      const point = cumulative.findLast(({ x }) => x <= 0.5);
      return point === undefined || holds(point.interval, 0.37 * 0.5);
    },
  },
  {
    what: `Pr: mean time, ${rule}`,
    of: "uniform times, probability 0.37",
    promise: 0.94,
    once: (next) => {
      const { mean = 0, halfWidth = 0 } = probability(next, 0.37, wishes).values;
      return Math.abs(mean - 0.5) <= halfWidth;
    },
  },
]);

function hypothesis(next: Source, p: number, limit: number, wishes: Wishes): Extract<Estimate, { kind: "hypothesis" }> {
  const asked = { text: "", path, relation: ">=" as const, limit };
  const found = answer(new HypothesisTally(asked, parametersOf(wishes), []), next, reaching(p));
  if (found.kind !== "hypothesis") throw new Error("no hypothesis");
  return found;
}

function comparison(next: Source, p: number, q: number): Extract<Estimate, { kind: "comparison" }> {
  const tally = new ComparisonTally({ text: "", first: path, second: path }, parametersOf({}), []);
  const found = answer(tally, next, reaching(p), reaching(q));
  if (found.kind !== "comparison") throw new Error("no comparison");
  return found;
}

/** The second of two probabilities whose odds have this ratio. */
const second = (p: number, ratio: number): number => p / (p + ratio * (1 - p));

/** Hypotheses at the ends of their indifference region, where errors are likeliest, and comparisons. */
export const deciding: readonly Row[] = [
  ...[0.1, 0.5, 0.95].flatMap((limit): Row[] => [
    {
      what: "Pr >= c: holds, and so it is said",
      of: `c ${limit}, probability ${(limit + 0.01).toFixed(2)}`,
      promise: 0.947,
      once: (next) => hypothesis(next, limit + 0.01, limit, {}).outcome === "satisfied",
    },
    {
      what: "Pr >= c: fails, and so it is said",
      of: `c ${limit}, probability ${(limit - 0.01).toFixed(2)}`,
      promise: 0.947,
      once: (next) => hypothesis(next, limit - 0.01, limit, {}).outcome === "violated",
    },
  ]),
  ...[0.2, 0.5, 0.6, 0.9, 0.99].map(
    (p): Row => ({
      what: "Pr >= 0.5: interval",
      of: `probability ${p}`,
      promise: 0.95,
      once: (next) => holds(hypothesis(next, p, 0.5, {}).interval, p),
    }),
  ),
  {
    what: "Pr >= Pr: holds, and so it is said",
    of: "odds 1.1 to 1",
    promise: 0.947,
    once: (next) => comparison(next, 0.5, second(0.5, 1.1)).outcome === "satisfied",
  },
  {
    what: "Pr >= Pr: fails, and so it is said",
    of: "odds 0.9 to 1",
    promise: 0.947,
    once: (next) => comparison(next, 0.5, second(0.5, 0.9)).outcome === "violated",
  },
  ...[0.2, 0.5, 0.6, 0.9].map(
    (p): Row => ({
      what: "Pr >= Pr: interval of the first",
      of: `probability ${p} and 0.5`,
      promise: 0.95,
      once: (next) => holds(comparison(next, p, 0.5).first.interval, p),
    }),
  ),
];

interface Law {
  readonly name: string;
  readonly mean: number;
  readonly draw: (next: Source) => number;
}
const laws: readonly Law[] = [
  { name: "uniform", mean: 0.5, draw: (next) => next() },
  { name: "normal", mean: 3, draw: (next) => drawNormal(next, 3, 1) },
  { name: "exponential", mean: 1, draw: (next) => drawExponential(next) },
  { name: "log-normal", mean: Math.exp(0.5), draw: (next) => Math.exp(drawNormal(next, 0, 1)) },
  { name: "0 or 1, 1 of 100", mean: 0.01, draw: (next) => (next() <= 0.01 ? 1 : 0) },
];

function expectation(next: Source, { draw }: Law, wishes: Wishes): Extract<Estimate, { kind: "expectation" }> {
  const value = { text: "x", code: { op: "const", value: 0 } as never, line: true };
  const tally = new ExpectationTally({ text: "", extreme: "max", value }, parametersOf(wishes), []);
  const found = answer(tally, next, (from) => [true, draw(from)]);
  if (found.kind !== "expectation") throw new Error("no expectation");
  return found;
}

function meanIsHeld(next: Source, law: Law, wishes: Wishes): boolean {
  const { mean = 0, halfWidth = 0 } = expectation(next, law, wishes).values;
  return Math.abs(mean - law.mean) <= halfWidth;
}

/** Of Student's interval for laws that are not normal there is no promise but what was measured; the guide says so. */
const students: readonly (readonly [runs: number, promises: readonly number[]])[] = [
  [30, [0.95, 0.95, 0.92, 0.87, 0.2]],
  [1000, [0.95, 0.95, 0.945, 0.93, 0.93]],
];

export const expecting: readonly Row[] = [
  ...students.flatMap(([runs, promises]) =>
    laws.map(
      (law, i): Row => ({
        what: `E: Student's interval, ${runs} runs`,
        of: law.name,
        promise: promises[i]!,
        once: (next) => meanIsHeld(next, law, { runs }),
      }),
    ),
  ),
  ...laws.slice(0, 4).map(
    (law, i): Row => ({
      what: "E: until within 10 %",
      of: law.name,
      promise: [0.94, 0.94, 0.93, 0.9][i]!,
      once: (next) => meanIsHeld(next, law, { relativeError: 0.1 }),
    }),
  ),
  ...laws.slice(2, 4).map(
    (law, i): Row => ({
      what: "E: bootstrap, 30 runs",
      of: law.name,
      promise: [0.94, 0.9][i]!,
      once: (next, k) => holds(expectation(next, law, { runs: 30, bootstrap: 500, seed: k }).bootstrap!, law.mean),
    }),
  ),
];

const quantiles = [0.05, 0.5, 0.95];

/** Quantiles, which no law is assumed for. */
export const known: readonly Row[] = quantiles.map(
  (q, i): Row => ({
    what: "quantile, 100 runs",
    of: `log-normal, ${q}`,
    promise: 0.95,
    once: (next) => {
      const found = expectation(next, laws[3]!, { runs: 100, quantiles });
      const { low, high } = found.values.quantiles![i]!.interval;
      return normalCumulative(Math.log(Math.max(low, 1e-300))) <= q && q <= normalCumulative(Math.log(high));
    },
  }),
);

/** A queue that is seldom long. */
const queue = `int[0,9] n; process A() { state S {; 1}; init S; trans S -> S { guard n < 9; assign n++; }; }
  process D() { state S {; 3}; init S; trans S -> S { guard n > 0; assign n--; }; } system A, D;`;

/** Against what solving the Markov chain gives. */
export const rare: readonly Row[] = [100, 25].map((effort): Row => {
  const { network, query } = prepare(queue, "Pr[<=1](<> n == 4)");
  const exact = query.kind === "probability" ? exactProbability(network, query, query.path) : { refused: query.kind };
  if (query.kind !== "probability" || "refused" in exact) throw new Error("the queue is a chain");
  const cell = network.variables.find(({ name }) => name === "n")!.cell;
  const level = { op: "load", is: "int", at: { base: cell, terms: [] } } as const;
  return {
    what: `splitting: interval, ${effort} runs in a stage`,
    of: `probability ${exact.probability.toPrecision(3)}`,
    promise: 0.93,
    once: (_, k) => {
      const turns = splitting(network, query, query.path, level, { seed: BigInt(k), query: 0 }, { effort });
      for (let turn = turns.next(); ; turn = turns.next())
        if (turn.done) return Math.abs(turn.value.probability - exact.probability) <= turn.value.error;
    },
  };
});
