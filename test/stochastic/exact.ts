import { expect, test } from "vitest";
import { bothRuns } from "./agree.ts";
import { prepare, taskOf } from "./sample.ts";

/**
 * Tables of models with exact answers. Each entry: what it shows, the model, the query, the exact answer. Runs are as many as the query says,
 * or 1000, with a fixed seed, made by both engines, which must agree bit for bit. An estimate must be within four standard errors, where
 * the error of a share follows from the exact answer; an answer of 0 or 1, or a value that does not vary, must be met exactly (to `near`).
 */
export type Case = readonly [shows: string, model: string, query: string, exact: number];

const RUNS = 1000;

export function exactly(cases: readonly Case[], near = 1e-9): void {
  test.each(cases)("%s", (_, model, asked, exact) => {
    const { network, query } = prepare(model, asked);
    const runs = ("runs" in query ? query.runs : undefined) ?? RUNS;
    const { batch } = bothRuns(network, query, taskOf(query), { first: 0, runs }, { seed: 20n, query: 0 });
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

/** A model of one process. */
export const one = (body: string, declarations = "") => `${declarations} process P() { ${body} } system P;`;

/** A process that makes one edge at a moment, and does something then. */
export const at = (moment: number, does: string, name = "Q") =>
  `process ${name}() { clock y; state A { y <= ${moment} }, B; init A; trans A -> B { guard y >= ${moment}; assign ${does}; }; }`;
