import {
  type CheckedQuery,
  checkQueries,
  type Diagnostic,
  type Expectation,
  everywhereQuery,
  Fragment,
  hasErrors,
  type Instantiated,
  instantiateQuery,
  Locator,
  labelQuery,
  type Model,
  type Option as ModelOption,
  type Network,
  type NetworkQuery,
  parseQuery,
  type Query,
  type QueryContext,
  type QueryEntry,
  unknownLabels,
} from "../../../src/index.ts";
import type { Io } from "../io/io.ts";
import { Failure } from "../process/exit.ts";
import { type Loaded, loadQueries, type Ready } from "./load.ts";
import type { Place } from "./report.ts";

/**
 * The questions put to a model: from the model itself, a query file, the command line, or labels of TChecker's format, each
 * with its number, its place and what is expected. One that is wrong keeps its diagnostics and is not asked.
 */
export interface Question {
  /** From 1, counting headings too, as UPPAAL numbers its list. */
  readonly number: number;
  readonly text: string;
  /** The same as it is written, for whoever reads it again. */
  readonly written?: string;
  readonly comment?: string;
  readonly expect?: Expectation;
  readonly query?: NetworkQuery;
  readonly kind?: NetworkQuery["kind"];
  /** A statistical query, where those are asked for too. */
  readonly statistical?: CheckedQuery;
  /** What the model says beside the query, the file's first: `--alpha`. */
  readonly options?: readonly ModelOption[];
  /** Faults, or a kind that is refused; places in `place`. */
  readonly diagnostics: readonly Diagnostic[];
  readonly place: Place;
  readonly span: { readonly start: number; readonly end: number };
  readonly embedded: boolean;
}

export interface Asked {
  readonly file?: string | undefined;
  readonly formulas?: readonly string[] | undefined;
  readonly labels?: readonly string[] | undefined;
  /** Numbers to keep; all if undefined. */
  readonly only?: readonly number[] | undefined;
  /** Statistical queries are answered too; otherwise they are refused by name. */
  readonly statistics?: boolean;
}

/** All questions, without those that are only headings. */
export function questions(
  loaded: Loaded & Pick<Ready, "refused">,
  made: Instantiated | undefined,
  network: Network | undefined,
  asked: Asked,
  io: Io,
): Question[] {
  const model = made?.model ?? loaded.model;
  if (model === undefined) return network === undefined ? [] : labelled(network, loaded, asked);
  const all: Question[] = [];
  const why = loaded.refused?.find(({ severity }) => severity === "error")?.message;
  const asks: Asks = { model, made, why, statistics: asked.statistics === true };
  if (asked.formulas !== undefined) {
    const parsed = asked.formulas.map((text) => ({ text, ...parseQuery(Fragment.of(text), asksOf(loaded)) }));
    const session = check(model, parsed);
    parsed.forEach(({ text, query, diagnostics }, i) => {
      const place = { name: `--formula ${i + 1}`, locator: new Locator(text) };
      all.push(
        question(
          asks,
          {
            number: i + 1,
            text: text.trim(),
            written: text,
            place,
            span: { start: 0, end: text.length },
            embedded: false,
          },
          query,
          query === undefined && diagnostics.length === 0 ? [nothing(text)] : diagnostics,
          session,
        ),
      );
    });
  } else if (asked.file !== undefined) {
    const { entries, diagnostics, place } = loadQueries(asked.file, loaded.source, io);
    const outside = diagnostics.filter((d) => !entries.some((entry) => holds(entry, d)));
    if (hasErrors(outside)) throw new WrongQueries(outside, place);
    const session = check(model, entries);
    for (const [i, entry] of entries.entries())
      all.push(...fromEntry(asks, entry, i + 1, diagnostics, place, false, session));
  } else {
    const { source, place } = loaded;
    const { queries } = model.tree;
    const session = check(model, queries);
    for (const [i, entry] of queries.entries())
      all.push(...fromEntry(asks, entry, i + 1, source.queryDiagnostics, place, true, session));
  }
  return select(all, asked.only);
}

/** What queries are read with. */
function asksOf({ source }: Loaded): QueryContext {
  return source.format === "tck" ? {} : source;
}

/** A formula on the command line is asked for, so that there is none is wrong. */
function nothing(text: string): Diagnostic {
  const span = { start: 0, end: text.length };
  return { code: "syntax-error", severity: "error", span, message: "there is no query here" };
}

/** What questions are put to. A model that symbolic verification refuses is not `made`. */
interface Asks {
  readonly model: Model;
  readonly made: Instantiated | undefined;
  /** Why not, if so. */
  readonly why: string | undefined;
  readonly statistics: boolean;
}

type Session = ReadonlyMap<Query, CheckedQuery>;

/** Queries are checked together: one may declare a strategy that a later one names. */
function check(model: Model, entries: readonly { readonly query?: Query | undefined }[]): Session {
  const queries = entries.flatMap(({ query }) => (query === undefined ? [] : [query]));
  return new Map(checkQueries(model, queries).map((checked) => [checked.query, checked]));
}

/** A query file that cannot be cut into queries. */
export class WrongQueries extends Error {
  readonly diagnostics: readonly Diagnostic[];
  readonly place: Place;

  constructor(diagnostics: readonly Diagnostic[], place: Place) {
    super("the query file is wrong");
    this.diagnostics = diagnostics;
    this.place = place;
  }
}

function holds(entry: QueryEntry, { span }: Diagnostic): boolean {
  return span.start >= entry.start && span.start <= entry.end;
}

function fromEntry(
  asks: Asks,
  entry: QueryEntry,
  number: number,
  diagnostics: readonly Diagnostic[],
  place: Place,
  embedded: boolean,
  session: Session,
): Question[] {
  const own = diagnostics.filter((d) => holds(entry, d));
  if (entry.query === undefined && own.length === 0) return []; // A heading, or a formula that is only a comment.
  const text = onOneLine(entry.text);
  const { comment, expect } = entry;
  const base = {
    number,
    text,
    written: joined(entry.text),
    place,
    span: entry,
    embedded,
    ...(comment === undefined ? {} : { comment }),
    ...(expect === undefined ? {} : { expect }),
    options: [...asks.model.tree.options, ...entry.options],
  };
  return [question(asks, base, entry.query, own, session)];
}

/** The text of a query as it is told. */
export function onOneLine(text: string): string {
  return joined(text.trim()).replace(/\s+/g, " ");
}

/** Without the marks of lines that go on. */
function joined(text: string): string {
  return text.replace(/\\[ \t]*\r?\n/g, " ");
}

function question(
  { made, why, statistics }: Asks,
  base: Omit<Question, "diagnostics" | "query">,
  query: Query | undefined,
  faults: readonly Diagnostic[],
  session: Session,
): Question {
  const checked = query === undefined ? undefined : session.get(query);
  if (query === undefined || checked === undefined || hasErrors(faults)) return { ...base, diagnostics: faults };
  const span = { start: query.start, end: query.end };
  if (hasErrors(checked.diagnostics)) return { ...base, span, diagnostics: [...faults, ...checked.diagnostics] };
  if (statistics && isStatistical(query))
    return { ...base, span, diagnostics: [...faults, ...checked.diagnostics], statistical: checked };
  if (made === undefined)
    return { ...base, span, diagnostics: [...faults, ...checked.diagnostics, notSymbolic(why, span)] };
  const { query: ready, diagnostics } = instantiateQuery(made, checked, base.text);
  return {
    ...base,
    span,
    diagnostics: [...faults, ...checked.diagnostics, ...diagnostics],
    ...(ready === undefined ? {} : { query: ready, kind: ready.kind }),
  };
}

/** What runs can answer. Learning, and estimates under a strategy, are refused by whoever prepares them. */
function isStatistical(query: Query): boolean {
  return query.kind === "other" && (query.family === "SMC" || query.family === "MITL");
}

/** Whether nothing but the model stands in the way of these. */
export function wantSymbolic(asked: readonly Question[]): boolean {
  return asked.every(({ diagnostics }) => diagnostics.some(({ code }) => code === "not-symbolic"));
}

function notSymbolic(why: string | undefined, span: Question["span"]): Diagnostic {
  const message = `symbolic verification does not take this model${why === undefined ? "" : `: ${why}`}`;
  return { code: "not-symbolic", severity: "error", span, message };
}

function labelled(network: Network, loaded: Loaded, { labels, formulas, file, only }: Asked): Question[] {
  if (formulas !== undefined || file !== undefined)
    throw new Failure("a model in TChecker's format is asked for labels: --label NAME");
  const unknown = unknownLabels(network, labels ?? []);
  if (unknown.length > 0)
    throw new Failure(`no location carries the label${unknown.length > 1 ? "s" : ""} ${unknown.join(", ")}`);
  // Without labels the whole state space is explored, as TChecker does.
  const query = labels === undefined ? everywhereQuery : labelQuery(network, labels);
  return select(
    [
      {
        number: 1,
        text: query.text,
        query,
        kind: query.kind,
        diagnostics: [],
        place: loaded.place,
        span: { start: 0, end: 0 },
        embedded: false,
      },
    ],
    only,
  );
}

function select(all: readonly Question[], only: readonly number[] | undefined): Question[] {
  if (only === undefined) return [...all];
  for (const n of only)
    if (!all.some(({ number }) => number === n))
      throw new Failure(`there is no query ${n}`, {
        hint: `the numbers are ${all.map(({ number }) => number).join(", ") || "none"}`,
      });
  return all.filter(({ number }) => only.includes(number));
}
