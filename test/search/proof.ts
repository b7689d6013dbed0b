import type { Network, NetworkQuery } from "../../src/network/index.ts";
import { NOTHING } from "../../src/search/index.ts";
import { Meter } from "../../src/search/limits.ts";
import { Question } from "../../src/search/question.ts";
import { toolsFor } from "../../src/search/race.ts";
import { proofs } from "../../src/search/roads/proofs.ts";
import { strategy } from "../../src/search/strategy.ts";
import { finish } from "../../src/search/turns.ts";

/** The states of a proof by larger states, as if a search had explored so many; undefined if there is none. */
export function proof(network: Network, query: NetworkQuery, explored: number): number | undefined {
  const question = new Question(network, query);
  if (proofs.refuses(question) !== undefined) return undefined;
  const attempts = proofs.begin(question, toolsFor(strategy.reachability, new Meter({})));
  return finish(attempts.run({ ...NOTHING, explored }))?.detail?.states;
}
