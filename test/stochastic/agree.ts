import {
  type Batch,
  CompiledSampler,
  InterpretedSampler,
  type Series,
  type StatisticalQuery,
  type StochasticNetwork,
  type Task,
  whyNotCompiled,
} from "../../src/stochastic/index.ts";

type Runs = { readonly first: number; readonly runs: number };

/** The runs of both engines, and every run is one that the compiled engine can make. */
export function agreedRuns(
  network: StochasticNetwork,
  query: StatisticalQuery,
  task: Task,
  runs: Runs,
  series: Series,
): Batch {
  const { batch, left } = bothRuns(network, query, task, runs, series);
  if (left > (batch.fault ? 1 : 0)) throw new Error(`${left} runs were left to the reference engine`);
  return batch;
}

/**
 * The runs of the reference engine. Where the network compiles, those of the other engine must be the same bit for bit; it
 * leaves to the reference what it cannot do (a committed process that can only receive), and says how often.
 */
export function bothRuns(
  network: StochasticNetwork,
  query: StatisticalQuery,
  task: Task,
  { first, runs }: Runs,
  series: Series,
): { readonly batch: Batch; readonly left: number } {
  const batch = new InterpretedSampler(network, query, task, series).sample(first, runs);
  if (series.redrawAll || whyNotCompiled(network) !== undefined) return { batch, left: 0 };
  const compiled = new CompiledSampler(network, query, task, series);
  const different = difference(batch, compiled, runs);
  if (different !== undefined) throw new Error(different);
  return { batch, left: compiled.left };
}

/** What is different in the runs that another sampler makes; undefined where nothing is. */
export function difference(expected: Batch, compiled: CompiledSampler, runs: number): string | undefined {
  const found = compiled.sample(expected.first, runs);
  for (let k = 0; k < Math.min(expected.count, found.count); k++) {
    if (expected.success[k] !== found.success[k])
      return `run ${k}: success ${expected.success[k]}, compiled ${found.success[k]}`;
    if (!Object.is(expected.value[k], found.value[k]))
      return `run ${k}: value ${expected.value[k]}, compiled ${found.value[k]}`;
  }
  const [a, b] = [summary(expected), summary(found)];
  return a === b ? undefined : `${a}, compiled ${b}`;
}

function summary({ first, count, steps, fault }: Batch): string {
  const why = fault
    ? `${fault.code} in run ${fault.run} at ${fault.time}: ${fault.message} (${fault.state})`
    : "no fault";
  return `${count} runs from ${first}, ${steps} steps, ${why}`;
}
