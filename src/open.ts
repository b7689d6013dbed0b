import { type Diagnostic, hasErrors, LimitReached, nowhere, wants } from "./base/index.ts";
import { type Estimated, estimator, unestimated } from "./estimating.ts";
import { check, checkQuery, type Model } from "./model/index.ts";
import {
  type Instantiated,
  instantiate,
  instantiateQuery,
  type Network,
  type NetworkQuery,
  networkFromTck,
} from "./network/index.ts";
import { type EdgeTexts, edgeTexts, tckEdgeTexts } from "./output/index.ts";
import { type Limits, Meter, type Verdict, type VerifyOptions, verify } from "./search/index.ts";
import type { EstimateOptions } from "./stochastic/index.ts";
import {
  Fragment,
  parseQuery,
  printQuery,
  type Query,
  type ReadOptions,
  read,
  type Source,
  type Tree,
} from "./syntax/index.ts";

/**
 * The pipeline in one call, for programs: a text (or a tree) to a network that answers queries. What is wrong stands in
 * `diagnostics`, and then there is no network.
 *
 *     const { verify } = open(text);
 *     verify("A[] not deadlock").outcome   // "satisfied"
 */
export interface Opened {
  /** Absent when a tree was given. */
  readonly source?: Source;
  /** Absent for a model in TChecker's format. */
  readonly model?: Model;
  readonly network?: Network;
  readonly diagnostics: readonly Diagnostic[];
  /** What is written on the edges, for printing traces. */
  readonly texts: EdgeTexts;
  /** A query of this model; its diagnostics are places in the query's text. */
  readonly query: (query: string | Query) => {
    readonly query?: NetworkQuery;
    readonly diagnostics: readonly Diagnostic[];
  };
  /** Answers a query. One that is wrong, or put to a model that is wrong, is answered `unknown` with the reason. */
  readonly verify: (query: string | Query, options?: VerifyOptions) => Verdict;
  /**
   * Answers a statistical query by runs. It needs no `network`: a model that only symbolic verification refuses can be asked, and
   * then `diagnostics` tell what that refuses.
   */
  readonly estimate: (query: string | Query, options?: EstimateOptions) => Estimated;
}
export interface OpenOptions extends ReadOptions {
  /** Where they are reached there is no network, and `diagnostics` say so. */
  readonly limits?: Pick<Limits, "timeout" | "now" | "since" | "isCancelled"> | undefined;
}

export function open(input: string | Uint8Array | Tree, options: OpenOptions = {}): Opened {
  wants("open", input, "text", "bytes", "tree");
  const { patience } = new Meter(options.limits ?? {});
  try {
    return openWithin(input, options, patience);
  } catch (error) {
    if (!(error instanceof LimitReached)) throw error;
    const message = `${error.message} while the model was prepared`;
    const limit: Diagnostic = { code: "limit", severity: "error", span: nowhere, message };
    return finish({ diagnostics: [limit], texts: () => undefined }, undefined);
  }
}

function openWithin(input: string | Uint8Array | Tree, options: OpenOptions, patience: () => void): Opened {
  if (typeof input !== "string" && !(input instanceof Uint8Array)) return openTree(input, [], undefined, patience);
  const source = read(input, options);
  patience();
  if (source.format !== "tck") return openTree(source.tree, source.diagnostics, source, patience);
  const { network, diagnostics } = networkFromTck(source.tck);
  const all = [...source.diagnostics, ...diagnostics];
  return finish(
    { source, diagnostics: all, texts: tckEdgeTexts(source.tck, source.text), ...(hasErrors(all) ? {} : { network }) },
    undefined,
  );
}

function openTree(tree: Tree, before: readonly Diagnostic[], source: Source | undefined, patience: () => void): Opened {
  const common = { ...(source === undefined ? {} : { source }), texts: edgeTexts(tree) };
  if (hasErrors(before)) return finish({ ...common, diagnostics: before }, undefined);
  const model = check(tree, { patience });
  const checked = [...before, ...model.diagnostics];
  if (hasErrors(checked)) return finish({ ...common, model, diagnostics: checked }, undefined);
  const { made, diagnostics } = instantiate(model, patience);
  const all = [...checked, ...diagnostics];
  const parts = { ...common, model, diagnostics: all, ...(made === undefined ? {} : { network: made.network }) };
  return finish(parts, made, estimator(model, source?.format === "tck" ? model : (source ?? model)));
}

function finish(
  parts: Omit<Opened, "query" | "verify" | "estimate">,
  made: Instantiated | undefined,
  estimates?: Opened["estimate"],
): Opened {
  const query: Opened["query"] = (asked) => {
    wants("query", asked, "text", "query");
    if (made === undefined) return { diagnostics: parts.diagnostics };
    const text = typeof asked === "string" ? asked.trim() : printQuery(asked);
    const parsed =
      typeof asked === "string"
        ? parseQuery(Fragment.of(asked), parts.source?.format === "tck" ? {} : (parts.source ?? made.model))
        : { query: asked, diagnostics: [] };
    if (parsed.query === undefined || hasErrors(parsed.diagnostics)) return { diagnostics: parsed.diagnostics };
    const checked = checkQuery(made.model, parsed.query);
    if (hasErrors(checked.diagnostics)) return { diagnostics: checked.diagnostics };
    return instantiateQuery(made, checked, text);
  };
  return {
    ...parts,
    query,
    estimate(asked, options) {
      if (estimates !== undefined) return estimates(asked, options);
      const text = typeof asked === "string" ? asked : printQuery(asked);
      return unestimated(text, parts.diagnostics, "a model in TChecker's format has no statistical queries");
    },
    verify(asked, options = {}) {
      const { query: ready, diagnostics } = query(asked);
      if (ready !== undefined && parts.network !== undefined) return verify(parts.network, ready, options);
      const reason =
        diagnostics.find((d) => d.severity === "error")?.message ??
        (made === undefined
          ? "a model in TChecker's format has no queries of this kind"
          : "there is no query in this text");
      const statistics = { explored: 0, stored: 0, transitions: 0, waiting: 0, memory: 0 };
      return { query: typeof asked === "string" ? asked : printQuery(asked), outcome: "unknown", reason, statistics };
    },
  };
}
