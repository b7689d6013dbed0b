import { wants } from "../base/index.ts";
import type { Estimate, Proof, Range, Sample, Splitting } from "../stochastic/index.ts";
import { general } from "./general.ts";

/**
 * Estimates in words for people: what was found, from how many runs, and what to be careful about. Whoever reads 72 of 72
 * runs is told that this is no proof.
 */
export function estimateToText(estimate: Estimate): readonly string[] {
  wants("estimateToText", estimate, "estimate");
  const found = estimate.runs === 0 ? [] : foundLines(estimate);
  return [...found, ...estimate.warnings.map((warning) => `warning: ${warning}`)];
}

function foundLines(estimate: Estimate): string[] {
  const { runs } = estimate;
  const sure = confidenceText(estimate.confidence);
  switch (estimate.kind) {
    case "probability": {
      const { successes, interval, path, values, unit } = estimate;
      const head = `(${successes}/${runs} runs) Pr(${path}) in ${rangeText(interval)} ${sure}`;
      const goal = path.startsWith("[]") ? "violated" : "reached";
      return [
        head,
        ...proofLines(estimate.proof),
        ...splittingLines(estimate.splitting, sure),
        ...sampleLines(values, `${goal} at ${unit}`, sure),
      ];
    }
    case "hypothesis": {
      const { successes, interval, path, relation, limit, outcome } = estimate;
      const not = outcome === "violated" ? "not " : "";
      const said = outcome === "unknown" || outcome === "fault" ? "undecided: " : not;
      return [
        `(${successes}/${runs} runs) ${said}Pr(${path}) ${relation} ${general(limit)}; it is in ${rangeText(interval)} ${sure}`,
      ];
    }
    case "comparison": {
      const { first, second, firstOnly, secondOnly } = estimate;
      return [
        `(${runs} pairs of runs) only the first succeeded in ${firstOnly}, only the second in ${secondOnly}`,
        ...[first, second].map(
          ({ path, successes, interval }) =>
            `(${successes}/${runs} runs) Pr(${path}) in ${rangeText(interval)} ${sure}`,
        ),
      ];
    }
    case "expectation": {
      const { extreme, values, bootstrap } = estimate;
      const lines = [
        `(${runs} ${runs === 1 ? "run" : "runs"}) E(${extreme}) = ${meanText(values)}${values.halfWidth === undefined ? "" : ` ${sure}`}`,
      ];
      if (bootstrap !== undefined) lines.push(`by resampling in ${rangeText(bootstrap)} ${sure}`);
      return [...lines, ...spanLines(values, "between"), ...quantileLines(values)];
    }
    case "simulation":
      return simulationLines(estimate);
  }
}

function proofLines(proof: Proof | undefined): string[] {
  if (proof === undefined) return [];
  const { probability, by, states } = proof;
  if (by === "symbolic search") return [`exactly ${general(probability)}: a symbolic search proves it`];
  return [
    `computed: ${nearly(probability)}, by solving a Markov chain of ${states} ${states === 1 ? "state" : "states"}`,
  ];
}

/** What is not 1 is not shown as 1, nor with more digits than the solution has: it is good to 1e-12. */
function nearly(probability: number): string {
  const rest = 1 - probability;
  if (probability < 1e-11) return "below 1e-11";
  if (rest < 1e-11) return "within 1e-11 of 1";
  return general(probability) === "1" ? `1 - ${Number(rest.toPrecision(2))}` : general(probability);
}

function splittingLines(splitting: Splitting | undefined, sure: string): string[] {
  if (splitting === undefined) return [];
  const { probability, error, repetitions, runs, stages } = splitting;
  return [
    `by splitting: ${general(probability)} ± ${general(error)} ${sure} from ${runs} runs in ${repetitions} repetitions of ${stages.length} stages`,
  ];
}

function simulationLines(estimate: Extract<Estimate, { kind: "simulation" }>): string[] {
  const { runs, trajectories, expressions, unit, goal, confidence } = estimate;
  const shown = trajectories.length === runs ? "" : `, ${trajectories.length} shown`;
  const lines = [`(${runs} ${runs === 1 ? "run" : "runs"}${shown}) over ${unit}`];
  if (goal !== undefined)
    lines.push(
      `(${goal.successes}/${runs} runs) Pr(<> ${goal.text}) in ${rangeText(goal.interval)} ${confidenceText(confidence)}`,
    );
  expressions.forEach((expression, e) => {
    const ends = trajectories.flatMap(({ series }) => (series[e] ?? []).slice(-1).map(([, value]) => value));
    let low = Infinity;
    let high = -Infinity;
    for (const { series } of trajectories)
      for (const [, value] of series[e] ?? []) {
        low = Math.min(low, value);
        high = Math.max(high, value);
      }
    if (ends.length === 0) return;
    const last =
      ends.length === 1 ? general(ends[0]!) : `${general(ends.reduce((a, b) => a + b) / ends.length)} on average`;
    lines.push(`${expression}: from ${general(low)} to ${general(high)}, in the end ${last}`);
  });
  return lines;
}

function sampleLines(values: Sample, what: string, sure: string): string[] {
  if (values.count === 0) return [];
  const mean = `${what} ${meanText(values)}${values.halfWidth === undefined ? "" : ` ${sure}`}`;
  const span = values.min === values.max ? "" : `, between ${general(values.min ?? 0)} and ${general(values.max ?? 0)}`;
  return [`${mean}${span}`, ...quantileLines(values)];
}

function spanLines({ min, max }: Sample, word: string): string[] {
  return min === undefined || max === undefined || min === max ? [] : [`${word} ${general(min)} and ${general(max)}`];
}

function quantileLines({ quantiles = [] }: Sample): string[] {
  return quantiles.map(
    ({ at, value, interval }) =>
      `${general(at * 100)}% of the runs are at most ${general(value)}, which is in ${rangeText(interval)}`,
  );
}

/** `10.58 ± 0.14`, or `≈ 100` where all runs had the same value. */
export function meanText({ count, mean, halfWidth }: Sample): string {
  if (count === 0 || mean === undefined) return "unknown";
  return halfWidth === undefined ? `≈ ${general(mean)}` : `${general(mean)} ± ${general(halfWidth)}`;
}

export function rangeText({ low, high }: Range): string {
  return `[${general(low)},${general(high)}]`;
}

export function confidenceText(confidence: number): string {
  return `(${general(confidence * 100)}% CI)`;
}

/** A probability as UPPAAL 5 shows it: the middle and half the width; one end where the other is 0 or 1. */
export function probabilityText({ low, high }: Range, confidence: number): string {
  const sure = confidenceText(confidence);
  if (low === 0 && high < 1) return `≤ ${general(high)} ${sure}`;
  if (high === 1 && low > 0) return `≥ ${general(low)} ${sure}`;
  return `${general((low + high) / 2)} ± ${general((high - low) / 2)} ${sure}`;
}
