import { isDeepStrictEqual } from "node:util";
import { LimitReached } from "../../src/base/index.ts";
import {
  CompiledRecorder,
  CompiledSampler,
  InterpretedSampler,
  type Series,
  type StatisticalQuery,
  type StochasticNetwork,
  trajectory,
  whyNotCompiled,
} from "../../src/stochastic/index.ts";
import { difference } from "../stochastic/agree.ts";
import { prepare, taskOf } from "../stochastic/sample.ts";
import { stochasticCase } from "./stochastic-model.ts";

/** What came of one random network on both engines. */
interface Compared {
  readonly different?: string;
  /** Why it was not compiled. */
  readonly reason?: string;
  /** Runs left to the reference engine, faults aside; how runs ended early. */
  readonly left: number;
  readonly fault?: string;
  readonly steps: number;
}

/** So many processes of a dynamic template can exist at a time. */
const POOL = 5;
/** More than so many thousand steps, or stretches of time, are no use. */
const MANY = 5;

export function compareStochastic(seed: number, runs: number): Compared {
  const { model, query: asked } = stochasticCase(seed);
  const { network, query } = prepare(model, asked, POOL);
  const reason = whyNotCompiled(network);
  if (reason !== undefined) return { reason, left: 0, steps: 0 };
  // Every other with code that is shared wherever it can be.
  const series: Series = { seed: BigInt(seed), query: seed % 3, ...(seed % 2 === 0 ? { alike: 2 } : {}) };
  let calls = 0;
  const patience = () => {
    if (++calls > runs + MANY) throw new LimitReached("steps");
  };
  try {
    if (query.kind === "simulate") return compareCourses(network, query, series, runs, patience);
    return compareRuns(network, query, series, runs, patience);
  } catch (error) {
    if (error instanceof LimitReached) return { reason: "its runs are long", left: 0, steps: 0 };
    throw error;
  }
}

function compareRuns(
  network: StochasticNetwork,
  query: StatisticalQuery,
  series: Series,
  runs: number,
  patience: () => void,
): Compared {
  const task = taskOf(query);
  const expected = new InterpretedSampler(network, query, task, series).sample(0, runs, patience);
  const compiled = new CompiledSampler(network, query, task, series);
  const different = difference(expected, compiled, runs);
  return {
    ...(different === undefined ? {} : { different }),
    left: compiled.left - (expected.fault ? 1 : 0),
    steps: expected.steps,
    ...(expected.fault ? { fault: expected.fault.code } : {}),
  };
}

function compareCourses(
  network: StochasticNetwork,
  query: StatisticalQuery & { kind: "simulate" },
  series: Series,
  runs: number,
  patience: () => void,
): Compared {
  const recorder = new CompiledRecorder(network, query, series);
  let [steps, faults] = [0, 0];
  let different: string | undefined;
  for (let run = 0; run < runs && different === undefined; run++) {
    const expected = trajectory(network, query, series, run, patience);
    const found = recorder.record(run, () => {});
    steps += expected.steps;
    if (expected.fault) faults++;
    if (!isDeepStrictEqual(found, expected)) different = `the course of run ${run}`;
  }
  return { ...(different === undefined ? {} : { different }), left: recorder.left - faults, steps };
}
