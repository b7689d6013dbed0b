import type { Diagnostic } from "../../src/base/index.ts";
import { check, checkQuery } from "../../src/model/index.ts";
import { instantiate, instantiateQuery, type Network, type NetworkQuery } from "../../src/network/index.ts";
import { Fragment, parseQuery, parseXta } from "../../src/syntax/index.ts";
import type { Spec, SpecQuery } from "./spec.ts";
import { queryTextOf, xtaOf } from "./spec-text.ts";

/** A spec by way of its text: read, checked and instantiated like a user's model. */
type Compiled = { readonly network: Network; readonly query: NetworkQuery } | { readonly refused: readonly string[] };

export function compile(spec: Spec, query: SpecQuery): Compiled {
  return compileText(xtaOf(spec), queryTextOf(spec, query));
}

export function compileText(xta: string, text: string): Compiled {
  const refused = (diagnostics: readonly Diagnostic[]) =>
    diagnostics.filter((d) => d.severity === "error").map((d) => `${d.code}: ${d.message}`);
  const parsed = parseXta(xta);
  const model = check(parsed.tree);
  const errors = refused([...parsed.diagnostics, ...model.diagnostics]);
  if (errors.length > 0) return { refused: errors };
  const { made, diagnostics } = instantiate(model);
  if (made === undefined) return { refused: refused(diagnostics) };
  const read = parseQuery(Fragment.of(text));
  if (read.query === undefined) return { refused: refused(read.diagnostics) };
  const checked = checkQuery(model, read.query);
  const wrong = refused([...read.diagnostics, ...checked.diagnostics]);
  if (wrong.length > 0) return { refused: wrong };
  const done = instantiateQuery(made, checked, text);
  return done.query === undefined
    ? { refused: refused(done.diagnostics) }
    : { network: made.network, query: done.query };
}
