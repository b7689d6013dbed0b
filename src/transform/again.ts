/**
 * A rewritten model, read and checked again: every transformation passes here before anything is written. What was a model
 * must be one afterwards, and what could be instantiated must still be. Queries that no longer mean anything do not make a
 * model wrong; they are told.
 */
import { type Diagnostic, hasErrors, wants } from "../base/index.ts";
import { check, checkQuery, type Model } from "../model/index.ts";
import { type Instantiated, instantiate } from "../network/index.ts";
import { asBefore, read, type UppaalSource } from "../syntax/index.ts";

export interface Again {
  readonly source: UppaalSource;
  readonly model: Model;
  /** Absent if the model before could not be instantiated either; then `unmade` says why. */
  readonly made?: Instantiated;
  readonly unmade?: Diagnostic;
}

export function readAgain(source: UppaalSource, text: string): Again | { readonly fault: Diagnostic } {
  wants("readAgain", source, "source");
  wants("readAgain", text, "text");
  const file = read(text, asBefore(source));
  const unread = errorIn(file.diagnostics);
  if (unread !== undefined || file.format === "tck") return { fault: unread ?? notUppaal };
  const model = check(file.tree);
  const wrong = errorIn(model.diagnostics);
  if (wrong !== undefined) return { fault: wrong };
  const { made, diagnostics } = instantiate(model);
  const unmade = errorIn(diagnostics);
  if (made !== undefined && unmade === undefined) return { source: file, model, made };
  const reason = unmade ?? notUppaal;
  return canBeMade(source) ? { fault: reason } : { source: file, model, unmade: reason };
}

const notUppaal: Diagnostic = {
  code: "syntax-error",
  severity: "error",
  message: "the result is no UPPAAL model",
  span: { start: 0, end: 0 },
};

function errorIn(diagnostics: readonly Diagnostic[]): Diagnostic | undefined {
  return diagnostics.find((d) => d.severity === "error");
}

function canBeMade({ tree }: UppaalSource): boolean {
  const model = check(tree);
  if (hasErrors(model.diagnostics)) return false;
  const { made, diagnostics } = instantiate(model);
  return made !== undefined && !hasErrors(diagnostics);
}

/** Queries of the model that were right before and are wrong now, as written, with what is wrong. */
export function lostQueries(
  source: UppaalSource,
  again: Again,
): readonly { readonly text: string; readonly message: string }[] {
  wants("lostQueries", source, "source");
  wants("lostQueries", again, "object");
  const before = check(source.tree);
  const sound = new Set(
    source.tree.queries.flatMap(({ query, text }) =>
      query !== undefined && !hasErrors(checkQuery(before, query).diagnostics) ? [text.trim()] : [],
    ),
  );
  return again.source.tree.queries.flatMap(({ query, text }) => {
    if (query === undefined || !sound.has(text.trim())) return [];
    const fault = errorIn(checkQuery(again.model, query).diagnostics);
    return fault === undefined ? [] : [{ text: text.trim(), message: fault.message }];
  });
}
