import type { CheckedQuery } from "../../model/index.ts";
import type { Limits, Turns } from "../../search/index.ts";
import type { InstantiatedStochastic } from "../lower/instantiate.ts";
import type { StatisticalQuery } from "../query.ts";
import { exactProbability } from "./chain.ts";
import { provesProbability } from "./symbolic.ts";

/** A probability that is known exactly, and how. */
export interface Proof {
  readonly probability: number;
  readonly by: "symbolic search" | "Markov chain";
  /** Of the chain. */
  readonly states?: number;
}

/** What is tried unasked must be over soon. */
const QUICKLY = { chain: 300, search: { maxStates: 5000, maxExplored: 10_000 } };

/**
 * Tries to know a probability exactly: small networks that are Markov chains are solved; where every run said the same, that the
 * probability is `agreed`, a symbolic search may prove it. `thorough` also tries what may take long.
 */
export function* proofOf(
  { network, model }: InstantiatedStochastic,
  query: StatisticalQuery & { kind: "probability" },
  checked: CheckedQuery | undefined,
  agreed: 0 | 1 | undefined,
  thorough: boolean,
  limits: Limits,
): Turns<Proof | undefined> {
  const solved = exactProbability(network, query, query.path, thorough ? undefined : QUICKLY.chain);
  if ("probability" in solved) return { probability: solved.probability, by: "Markov chain", states: solved.states };
  if (agreed === undefined || checked === undefined) return undefined;
  const bounds = thorough ? limits : { ...limits, ...QUICKLY.search };
  const isProven = yield* provesProbability(model, checked, query.path, agreed, bounds);
  return isProven ? { probability: agreed, by: "symbolic search" } : undefined;
}
