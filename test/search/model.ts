import { open } from "../../src/index.ts";
import type { Network, NetworkQuery } from "../../src/network/index.ts";
import { type Outcome, type Verdict, type VerifyOptions, verify } from "../../src/search/index.ts";

/** A model in XTA, ready for questions. Fails the test if the model or a query is wrong. */
export function model(text: string): {
  readonly network: Network;
  query(text: string): NetworkQuery;
  ask(query: string, options?: VerifyOptions): Verdict;
  outcome(query: string, options?: VerifyOptions): Outcome;
} {
  const opened = open(text);
  if (opened.network === undefined) throw new Error(opened.diagnostics.map((d) => d.message).join("; "));
  const { network } = opened;
  const query = (q: string): NetworkQuery => {
    const made = opened.query(q);
    if (made.query === undefined) throw new Error(`${q}: ${made.diagnostics.map((d) => d.message).join("; ")}`);
    return made.query;
  };
  // The interpreter is what is tested here.
  const ask = (q: string, options: VerifyOptions = {}) => verify(network, query(q), { compiled: false, ...options });
  return { network, query, ask, outcome: (q, options) => ask(q, options).outcome };
}

/** One process named P over the given declarations. */
export function single(declarations: string, process: string): ReturnType<typeof model> {
  return model(`${declarations}\nprocess P() { ${process} }\nsystem P;`);
}
