import { type CheckedQuery, check, checkQuery, type Model } from "../../src/model/index.ts";
import {
  type Batch,
  instantiateStatistical,
  instantiateStochastic,
  type Series,
  type StatisticalQuery,
  type StochasticNetwork,
  type Task,
  tasksOf,
} from "../../src/stochastic/index.ts";
import { Fragment, parseQuery, read } from "../../src/syntax/index.ts";
import { agreedRuns } from "./agree.ts";

/** A model in XTA or XML and a query, ready to be sampled. What is wrong with them is thrown. */
export function prepare(
  text: string,
  asked: string,
  pool?: number,
): { network: StochasticNetwork; query: StatisticalQuery; model: Model; checked: CheckedQuery } {
  const source = read(text);
  if (source.format === "tck") throw new Error("not a model of UPPAAL's");
  const model = check(source.tree);
  const wrong = [...source.diagnostics, ...model.diagnostics].filter(({ severity }) => severity === "error");
  if (wrong.length > 0) throw new Error(wrong.map(({ message }) => message).join("; "));
  const { made, diagnostics } = instantiateStochastic(model, pool === undefined ? {} : { pool });
  if (made === undefined) throw new Error(diagnostics.map(({ message }) => message).join("; "));
  const { query: parsed } = parseQuery(Fragment.of(asked), source);
  if (parsed === undefined) throw new Error("no query");
  const checked = checkQuery(model, parsed);
  const bad = checked.diagnostics.filter(({ severity }) => severity === "error");
  if (bad.length > 0) throw new Error(bad.map(({ message }) => message).join("; "));
  const { query, diagnostics: refused } = instantiateStatistical(made, checked, asked);
  if (query === undefined) throw new Error(refused.map(({ message }) => message).join("; "));
  return { network: made.network, query, model, checked };
}

export function taskOf(query: StatisticalQuery): Task {
  const [task] = tasksOf(query);
  if (task === undefined) throw new Error(`no sampler for '${query.kind}'`);
  return task;
}

/** Runs by both engines, which must agree. */
export function sample(text: string, asked: string, runs: number, series: Partial<Series> = {}, first = 0): Batch {
  const { network, query } = prepare(text, asked);
  return agreedRuns(network, query, taskOf(query), { first, runs }, { seed: 1n, query: 0, ...series });
}

/** The share of runs that succeed, or the mean of values. Throws where a run failed. */
export function meanOf(batch: Batch, of: "success" | "value"): { readonly mean: number; readonly error: number } {
  if (batch.fault) throw new Error(`run ${batch.fault.run}: ${batch.fault.message} (${batch.fault.state})`);
  const values = Array.from(batch[of].subarray(0, batch.count));
  const mean = values.reduce((sum, x) => sum + x, 0) / values.length;
  const variance = values.reduce((sum, x) => sum + (x - mean) ** 2, 0) / (values.length - 1);
  return { mean, error: Math.sqrt(variance / values.length) };
}
