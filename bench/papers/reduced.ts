import { performance } from "node:perf_hooks";
import { type NetworkQuery, type Reduction, read, reduce, verify } from "../../src/index.ts";
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

export interface ExploreOptions {
  /** The first of the model's own by default. */
  readonly query?: string;
  /** With the reductions of the engine; otherwise plain. */
  readonly reduce?: boolean;
  /** Zones by extrapolation, as UPPAAL does. */
  readonly extra?: boolean;
}

export function explore(text: string, options: ExploreOptions = {}): Explored {
  const model = make(text);
  const query = queryOf(model, options.query ?? model.source.tree.queries[0]!.text);
  const start = performance.now();
  const { outcome, reason, statistics } = verify(model.made.network, query, {
    ...plain,
    ...(options.reduce === true ? { reduce: true, symmetry: undefined, acceleration: undefined } : {}),
    ...(options.extra === true ? { abstraction: "extra" } : {}),
  });
  if (outcome !== "satisfied") throw new Error(`${query.text}: ${outcome} ${reason ?? ""}`);
  return { explored: statistics.explored, stored: statistics.stored, seconds: (performance.now() - start) / 1000 };
}
