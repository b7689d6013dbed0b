import { wants } from "../base/index.ts";
import type { CumulativePoint, Estimate, Quantile, Range, Sample } from "../stochastic/index.ts";

/**
 * An estimate as JSON, as `docs/schema/verify.json` describes it. Values of single runs are left out but for simulations:
 * they follow from the seed.
 */
export function estimateToJson(estimate: Estimate): object {
  wants("estimateToJson", estimate, "estimate");
  const { kind, runs, confidence, parameters, warnings, partial, fault } = estimate;
  return {
    kind,
    runs,
    confidence,
    ...foundOf(estimate),
    ...(partial === undefined ? {} : { partial }),
    ...(fault === undefined ? {} : { failedRun: { run: fault.run, time: fault.time, code: fault.code } }),
    parameters,
    warnings,
  };
}

function foundOf(estimate: Estimate): object {
  switch (estimate.kind) {
    case "probability": {
      const { path, successes, interval, unit, values, cumulative, proof, splitting } = estimate;
      return {
        path,
        successes,
        ...intervalOf(interval),
        ...(proof === undefined ? {} : { proof }),
        ...(splitting === undefined ? {} : { splitting }),
        unit,
        values: sampleOf(values),
        cumulative: cumulative.map(pointOf),
      };
    }
    case "hypothesis": {
      const { path, relation, limit, successes, interval, indifferent } = estimate;
      return { path, relation, limit, successes, ...intervalOf(interval), indifferent };
    }
    case "comparison": {
      const { firstOnly, secondOnly, unit } = estimate;
      const [first, second] = [estimate.first, estimate.second].map(({ path, successes, interval, cumulative }) => ({
        path,
        successes,
        ...intervalOf(interval),
        cumulative: cumulative.map(pointOf),
      }));
      return { first, second, firstOnly, secondOnly, unit };
    }
    case "expectation": {
      const { extreme, expression, values, bootstrap } = estimate;
      return {
        extreme,
        expression,
        values: sampleOf(values),
        ...(bootstrap === undefined ? {} : { bootstrap: pair(bootstrap) }),
      };
    }
    case "simulation": {
      const { expressions, unit, trajectories, goal } = estimate;
      return {
        expressions,
        unit,
        trajectories,
        ...(goal === undefined
          ? {}
          : { goal: { text: goal.text, successes: goal.successes, ...intervalOf(goal.interval) } }),
      };
    }
  }
}

function intervalOf(interval: Range): object {
  const { low, high } = interval;
  return { value: (low + high) / 2, halfWidth: (high - low) / 2, interval: pair(interval) };
}

function pair({ low, high }: Range): readonly number[] {
  return [low, high];
}

function sampleOf({ all: _, quantiles, ...rest }: Sample): object {
  return {
    ...rest,
    ...(quantiles === undefined ? {} : { quantiles: quantiles.map(quantileOf) }),
  };
}

/** An end that the sample is too small for is left out. */
function quantileOf({ at, value, interval: { low, high } }: Quantile): object {
  return { at, value, ...(Number.isFinite(low) ? { low } : {}), ...(Number.isFinite(high) ? { high } : {}) };
}

function pointOf({ x, share, interval, band }: CumulativePoint): object {
  return { x, share, interval: pair(interval), band: pair(band) };
}
