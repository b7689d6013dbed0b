import { type Diagnostic, hasErrors, type Span, wants } from "../base/index.ts";
import {
  type CheckedQuery,
  check,
  checkQueries,
  type Model,
  queryFaults,
  type Symbol,
  type Symbols,
} from "../model/index.ts";
import {
  markLists,
  type Name,
  parseQueryFile,
  type QueryEntry,
  read,
  type Tree,
  type UppaalSource,
} from "../syntax/index.ts";
import { type Occurrence, occurrencesIn } from "./occurrence.ts";

/**
 * A page is a text as an editor holds it: a model with its queries, or a file of queries about a model. It is complete however
 * broken the text is; what an editor asks (`complete.ts`, `describe.ts`, `rename.ts`, ...) is asked of a page and an offset.
 */
export interface Page {
  readonly kind: "model" | "queries";
  readonly text: string;
  /** The model of this text, or the one that its queries ask. */
  readonly model?: Model;
  /** Absent for a file of queries. */
  readonly source?: UppaalSource;
  readonly entries: readonly QueryEntry[];
  /** What its queries mean, those that could be read. */
  readonly queries: readonly CheckedQuery[];
  /** Every name of the text that means something, in order. */
  readonly occurrences: readonly Occurrence[];
  /** What is wrong with this text. */
  readonly diagnostics: readonly Diagnostic[];
}

/** A model in XML or XTA; undefined for a text in TChecker's format, which has no names in this sense. */
export function modelPage(text: string, name?: string): Page | undefined {
  wants("modelPage", text, "text");
  const source = read(text, name === undefined ? {} : { name });
  if (source.format === "tck") return undefined;
  const { tree } = source;
  const model = check(tree);
  const own = [...source.diagnostics, ...besides(source.diagnostics, () => partsOf(tree), model.diagnostics)];
  const queries = queriesOf(model, tree.queries);
  // Of a model that is wrong its queries cannot be right: one mistake gives one message.
  const asked = queryFaults(source.queryDiagnostics, tree.queries, hasErrors(own) ? [] : queries);
  let names: readonly Occurrence[] | undefined;
  return {
    kind: "model",
    text,
    model,
    source,
    entries: tree.queries,
    queries,
    // Whoever only wants to know what is wrong, at each key, does not wait for them.
    get occurrences() {
      names ??= occurrencesIn(text, [model, { symbols: marked(model, source) }, ...queries]);
      return names;
    },
    diagnostics: [...own, ...asked],
  };
}

/**
 * Of what checking finds, what is said beside the faults of reading: one mistake gives one message. Edges and locations declare
 * nothing that others need, so that a fault inside one only hides what is found there; any other may be the reason of all.
 */
export function besides(
  unread: readonly Diagnostic[],
  parts: () => readonly Span[],
  checked: readonly Diagnostic[],
): readonly Diagnostic[] {
  if (!hasErrors(unread)) return checked;
  const holds = (part: Span, { span }: Diagnostic): boolean => part.start <= span.start && span.end <= part.end;
  const broken = parts().filter((part) => unread.some((fault) => holds(part, fault)));
  const isElsewhere = unread.some((d) => d.severity === "error" && !broken.some((part) => holds(part, d)));
  return isElsewhere ? [] : checked.filter((d) => !broken.some((part) => holds(part, d)));
}

function partsOf({ templates }: Tree): readonly Span[] {
  return templates.flatMap(({ edges, locations }) => [...edges, ...locations]);
}

/** A file of queries. Without a model only their form can be judged. */
export function queryPage(text: string, about?: Page): Page {
  wants("queryPage", text, "text");
  if (about !== undefined) wants("queryPage", about, "page");
  const { entries, diagnostics } = parseQueryFile(text, about?.source ?? {});
  const model = about?.model;
  const queries = model === undefined ? [] : queriesOf(model, entries);
  const isRight = about !== undefined && !hasErrors(about.diagnostics.filter((d) => !isOfQuery(about, d)));
  return {
    kind: "queries",
    text,
    ...(model === undefined ? {} : { model }),
    entries,
    queries,
    occurrences: occurrencesIn(text, queries),
    diagnostics: queryFaults(diagnostics, entries, isRight ? queries : []),
  };
}

function queriesOf(model: Model, entries: readonly QueryEntry[]): readonly CheckedQuery[] {
  return checkQueries(
    model,
    entries.flatMap(({ query }) => (query === undefined ? [] : [query])),
  );
}

/** The locations that XTA calls urgent or committed in lists of their own. */
function marked({ templates }: Model, { format, text }: UppaalSource): Symbols {
  const found = new Map<Name, Symbol>();
  if (format === "xta")
    for (const { node, locations } of templates)
      for (const { name, start, end } of markLists(text, node).flatMap(({ names }) => names)) {
        const location = locations.find((l) => l.name === name);
        if (location !== undefined) found.set({ kind: "name", name, start, end }, location);
      }
  return found;
}

function isOfQuery({ entries }: Page, { span }: Diagnostic): boolean {
  return entries.some(({ start, end }) => start <= span.start && span.end <= end);
}
