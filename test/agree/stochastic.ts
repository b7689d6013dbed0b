import { LimitReached } from "../../src/base/index.ts";
import { type Batch, CompiledSampler, InterpretedSampler, whyNotCompiled } from "../../src/stochastic/index.ts";
import { difference } from "../stochastic/agree.ts";
import { prepare, taskOf } from "../stochastic/sample.ts";
import { stochasticCase } from "./stochastic-model.ts";

/** What came of one random network on both engines. */
export interface Compared {
  readonly different?: string;
  /** Why it was not compiled. */
  readonly reason?: string;
  /** Runs left to the reference engine, faults aside; how runs ended early. */
  readonly left: number;
  readonly fault?: string;
  readonly steps: number;
}

/** More than so many thousand steps, or stretches of time, are no use. */
const MANY = 5;

export function compareStochastic(seed: number, runs: number): Compared {
  const { model, query: asked } = stochasticCase(seed);
  const { network, query } = prepare(model, asked);
  const task = taskOf(query);
  const reason = whyNotCompiled(network, query, task);
  if (reason !== undefined) return { reason, left: 0, steps: 0 };
  const series = { seed: BigInt(seed), query: seed % 3 };
  let calls = 0;
  const patience = () => {
    if (++calls > runs + MANY) throw new LimitReached("steps");
  };
  let expected: Batch;
  try {
    expected = new InterpretedSampler(network, query, task, series).sample(0, runs, patience);
  } catch (error) {
    if (error instanceof LimitReached) return { reason: "its runs are long", left: 0, steps: 0 };
    throw error;
  }
  const compiled = new CompiledSampler(network, query, task, series);
  const different = difference(expected, compiled, runs);
  return {
    ...(different === undefined ? {} : { different }),
    left: compiled.left - (expected.fault ? 1 : 0),
    steps: expected.steps,
    ...(expected.fault ? { fault: expected.fault.code } : {}),
  };
}
