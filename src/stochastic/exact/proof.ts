import type { CheckedQuery } from "../../model/index.ts";
import type { Limits, Turns } from "../../search/index.ts";
import type { InstantiatedStochastic } from "../lower/instantiate.ts";
import type { StochasticNetwork } from "../network.ts";
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

/** What is tried unasked must be over soon: a search may explore so many states, and write so many bounds of zones. */
const QUICKLY = { chain: 300, maxStates: 5000, maxExplored: 10_000, bounds: 2e7 };
/** So few states of a large network prove nothing, and limits are not looked at after each. */
const FEWEST = 100;

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
  // Each process that moves adds a state, so that of many only a long search would find them to be few.
  if (thorough || network.processes.length <= QUICKLY.chain) {
    const solved = exactProbability(network, query, query.path, thorough ? undefined : QUICKLY.chain);
    if ("probability" in solved) return { probability: solved.probability, by: "Markov chain", states: solved.states };
  }
  if (agreed === undefined || checked === undefined) return undefined;
  const within = thorough ? limits : quickly(network, limits);
  if (within === undefined) return undefined;
  const isProven = yield* provesProbability(model, checked, query.path, agreed, within);
  return isProven ? { probability: agreed, by: "symbolic search" } : undefined;
}

/**
 * The limits of a search that is over soon. A state has about a successor for each process, and each has a zone over all clocks.
 */
function quickly({ processes, variables }: StochasticNetwork, limits: Limits): Limits | undefined {
  const { maxStates, maxExplored, bounds } = QUICKLY;
  const clocks = variables.filter(({ kind }) => kind === "clock").length;
  const affordable = bounds / (processes.length * (clocks + 1) ** 2);
  if (affordable < FEWEST) return undefined;
  return { ...limits, maxStates, maxExplored: Math.min(maxExplored, Math.floor(affordable)) };
}
