import { performance } from "node:perf_hooks";
import {
  type NetworkQuery,
  type Reduction,
  read,
  reduce,
  type Verdict,
  type VerifyOptions,
  verify,
} from "../../src/index.ts";
import { queryOf as find, type Made, make as open } from "./corpus-frame.ts";
import { plain } from "./plain.ts";

/** Models of the papers, reduced and explored. */
export interface Explored {
  readonly explored: number;
  readonly stored: number;
  readonly seconds: number;
}

function make(text: string): Made {
  const model = open(read(text, { name: "model.xml" }));
  if (model === undefined) throw new Error("the model is wrong");
  return model;
}

function queryOf({ made }: Made, text: string): NetworkQuery {
  const query = find(made, text);
  if (query === undefined) throw new Error(`${text} is wrong`);
  return query;
}

/** The reduction of a model for its own queries, or for one. */
export function reduceText(text: string, query?: string): Reduction {
  const model = make(text);
  const texts = query === undefined ? model.source.tree.queries.map((q) => q.text) : [query];
  return reduce(model.source, model.made, { queries: texts.map((q) => queryOf(model, q)) });
}

interface ExploreOptions {
  /** The first of the model's own by default. */
  readonly query?: string;
  /** With the reductions of the engine; otherwise plain. */
  readonly reduce?: boolean;
  /** Zones by extrapolation, as UPPAAL does. */
  readonly extra?: boolean;
}

/** Plain but for the options; a query of the model itself if none is named. */
export function verdictOn(text: string, query: string | undefined, options: VerifyOptions): Verdict {
  const model = make(text);
  const asked = queryOf(model, query ?? model.source.tree.queries[0]!.text);
  return verify(model.made.network, asked, { ...plain, ...options });
}

/** As far as it comes within a time (ms) and the memory of a search. */
export function exploreWithin(text: string, timeout: number, reduced = false): Explored & { readonly isCut: boolean } {
  const start = performance.now();
  const wishes = reduced ? { reduce: true, symmetry: undefined, acceleration: undefined } : {};
  const { outcome, statistics } = verdictOn(text, undefined, { ...wishes, timeout, now: () => performance.now() });
  const { explored, stored } = statistics;
  return { explored, stored, seconds: (performance.now() - start) / 1000, isCut: outcome === "unknown" };
}

export function explore(text: string, options: ExploreOptions = {}): Explored {
  const start = performance.now();
  const { query, outcome, reason, statistics } = verdictOn(text, options.query, {
    ...(options.reduce === true ? { reduce: true, symmetry: undefined, acceleration: undefined } : {}),
    ...(options.extra === true ? { abstraction: "extra" } : {}),
  });
  if (outcome !== "satisfied") throw new Error(`${query}: ${outcome} ${reason ?? ""}`);
  return { explored: statistics.explored, stored: statistics.stored, seconds: (performance.now() - start) / 1000 };
}
