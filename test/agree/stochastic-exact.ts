import { LimitReached } from "../../src/base/index.ts";
import { type Instantiated, instantiate } from "../../src/network/index.ts";
import { type Replay, replay } from "../../src/stochastic/index.ts";
import { prepare, taskOf } from "../stochastic/sample.ts";
import { type StochasticCase, stochasticCase } from "./stochastic-model.ts";

/** A random stochastic network that symbolic states take too. */
export interface ExactCase extends StochasticCase {
  readonly made: Instantiated;
}

/** Those among the networks of these seeds. */
export function exactCases(first: number, count: number): ExactCase[] {
  return Array.from({ length: count }, (_, k) => stochasticCase(first + k)).flatMap((found) => {
    const { made } = instantiate(prepare(found.model, NOTHING).model);
    return made === undefined ? [] : [{ ...found, made }];
  });
}

/** A query that lets runs go on to their bound. */
const NOTHING = "Pr[<=12](<> 1 > 2)";
/** More steps than these say nothing new. */
const MANY = 2000;

/** Some runs of a model until their bound, without those that are too long. */
export function runsOf(model: string, count: number): Replay[] {
  const { network, query } = prepare(model, NOTHING);
  const patience = (steps: number) => {
    if (steps > MANY) throw new LimitReached("steps");
  };
  return Array.from({ length: count }, (_, run) => run).flatMap((run) => {
    try {
      return [replay(network, query, taskOf(query), { seed: 7n, query: 0 }, run, patience)];
    } catch (error) {
      if (error instanceof LimitReached) return [];
      throw error;
    }
  });
}
