import type { CheckedQuery } from "../../model/index.ts";
import type { Limits, Turns } from "../../search/index.ts";
import type { InstantiatedStochastic } from "../lower/instantiate.ts";
import type { StatisticalQuery } from "../query.ts";
import { exactProbability } from "./chain.ts";
import { provenProbability } from "./symbolic.ts";

/** A probability that is known exactly, and how. */
export interface Proof {
  readonly probability: number;
  readonly by: "symbolic search" | "Markov chain";
  /** Of the chain. */
  readonly states?: number;
}

/** What is tried unasked must be over soon. */
const QUICKLY = { chain: 300, search: 5000 };

/**
 * Tries to know a probability exactly: small networks that are Markov chains are solved; where every run said the same (`agreed`) a
 * symbolic search may prove that all do. `thorough` also tries what may take long.
 */
export function* proofOf(
  { network, model }: InstantiatedStochastic,
  query: StatisticalQuery & { kind: "probability" },
  checked: CheckedQuery | undefined,
  agreed: boolean,
  thorough: boolean,
  limits: Limits,
): Turns<Proof | undefined> {
  const solved = exactProbability(network, query, query.path, thorough ? undefined : QUICKLY.chain);
  if ("probability" in solved) return { probability: solved.probability, by: "Markov chain", states: solved.states };
  if (!agreed || checked === undefined) return undefined;
  const bounds = thorough ? limits : { ...limits, maxStates: QUICKLY.search };
  const proven = yield* provenProbability(model, checked, bounds);
  return proven === undefined ? undefined : { probability: proven, by: "symbolic search" };
}
