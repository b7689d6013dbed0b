import { expect, test } from "vitest";
import {
  type Batch,
  type Series,
  type StatisticalQuery,
  type StochasticNetwork,
  samplerFor,
} from "../../src/stochastic/index.ts";
import { bothRuns } from "./agree.ts";
import { prepare, taskOf } from "./sample.ts";

/**
 * Tables of models with exact answers. Each entry: what it shows, the model, the query, the exact answer. Runs are as many as
 * the query says, or 1000, with a fixed seed, made by both engines, which must agree bit for bit. An estimate must be within
 * four standard errors, where the error of a share follows from the exact answer; an answer of 0 or 1, or a value that does
 * not vary, must be met exactly (to `near`). `RUNS=100000` makes so many instead, by the faster engine alone.
 */
export type Case = readonly [shows: string, model: string, query: string, exact: number];

const RUNS = 1000;
const MANY = process.env.RUNS === undefined ? undefined : Number(process.env.RUNS);
const series: Series = { seed: 20n, query: 0 };

export function exactly(cases: readonly Case[], near = 1e-9): void {
  test.each(cases)("%s", (_, model, asked, exact) => {
    // Among many runs some make more processes than there is room for unasked.
    const { network, query } = MANY === undefined ? prepare(model, asked) : prepare(model, asked, 64);
    const runs = MANY ?? ("runs" in query ? query.runs : undefined) ?? RUNS;
    const batch = runsOf(network, query, runs);
    if (batch.fault) throw new Error(`${batch.fault.message} (${batch.fault.time}: ${batch.fault.state})`);
    const values = Array.from(query.kind === "expectation" ? batch.value : batch.success);
    const mean = values.reduce((sum, x) => sum + x, 0) / runs;
    const variance =
      query.kind === "expectation"
        ? values.reduce((sum, x) => sum + (x - mean) ** 2, 0) / Math.max(1, runs - 1)
        : exact * (1 - exact);
    const error = Math.sqrt(variance / runs);
    expect(Math.abs(mean - exact), `${mean} for ${exact}, standard error ${error}`).toBeLessThanOrEqual(
      4 * error + near * Math.max(1, Math.abs(exact)),
    );
  });
}

function runsOf(network: StochasticNetwork, query: StatisticalQuery, runs: number): Batch {
  if (MANY !== undefined) return samplerFor(network, query, taskOf(query), series).sample(0, runs);
  return bothRuns(network, query, taskOf(query), { first: 0, runs }, series).batch;
}

/** A model of one process. */
export const one = (body: string, declarations = "") => `${declarations} process P() { ${body} } system P;`;

/** A process that makes one edge at a moment, and does something then. */
export const at = (moment: number, does: string, name = "Q") =>
  `process ${name}() { clock y; state A { y <= ${moment} }, B; init A; trans A -> B { guard y >= ${moment}; assign ${does}; }; }`;
