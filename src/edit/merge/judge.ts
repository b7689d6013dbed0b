import { type Diagnostic, hasErrors, type Span } from "../../base/index.ts";
import { check, checkQueries, type Model } from "../../model/index.ts";
import { parseQueryFile, read, type UppaalSource } from "../../syntax/index.ts";
import { strayed } from "./meaning.ts";
import type { Merging } from "./three.ts";

/**
 * Reads a merged text again and says where it went wrong: faults that neither side had, and what means something
 * else than before.
 */
export type Judge = (merging: Merging) => readonly Span[];

export function queryJudge(ours: string, theirs: string): Judge {
  const faults = (text: string): readonly Diagnostic[] => parseQueryFile(text).diagnostics;
  const isNew = newTo([...faults(ours), ...faults(theirs)]);
  return ({ text }) => faults(text).filter(isNew).map(placeOf);
}

/** `base` is absent where both sides made the file; `written` are the sides as they were before ids were aligned. */
export function modelJudge(
  sides: { readonly base?: UppaalSource; readonly ours: UppaalSource; readonly theirs: UppaalSource },
  written: readonly UppaalSource[],
  name: string,
): Judge {
  const models = {
    ours: check(sides.ours.tree),
    theirs: check(sides.theirs.tree),
    ...(sides.base === undefined ? {} : { base: check(sides.base.tree) }),
  };
  const isNew = newTo(
    written.flatMap(({ diagnostics, tree }) => {
      const model = check(tree);
      return [...diagnostics, ...model.diagnostics, ...queryFaults(model)];
    }),
  );
  return ({ text, decisions }) => {
    const source = read(text, { name });
    if (source.format === "tck" || hasErrors(source.diagnostics)) return source.diagnostics.filter(isNew).map(placeOf);
    const model = check(source.tree);
    const all = [...source.diagnostics, ...model.diagnostics, ...queryFaults(model)];
    const faults = all.filter(isFault).filter(isNew);
    return faults.length > 0 ? faults.map(placeOf) : strayed(model, decisions, models);
  };
}

/** What is wrong with the queries of a model that is right: one may name what the other side removed. */
function queryFaults(model: Model): readonly Diagnostic[] {
  if (hasErrors(model.diagnostics)) return [];
  const queries = model.tree.queries.flatMap(({ query }) => query ?? []);
  return checkQueries(model, queries).flatMap(({ diagnostics }) => diagnostics);
}

/** Of ids that are used twice only a warning is given, and yet no merge may make them. */
function isFault({ severity, code }: Diagnostic): boolean {
  return severity === "error" || code === "duplicate-id";
}

function newTo(known: readonly Diagnostic[]): (fault: Diagnostic) => boolean {
  const old = new Set(known.map(({ message }) => message));
  return ({ message }) => !old.has(message);
}

function placeOf({ span }: Diagnostic): Span {
  return span;
}
