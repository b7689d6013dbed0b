import { hasErrors } from "../base/index.ts";
import {
  type CheckedQuery,
  type CheckedTemplate,
  check,
  checkQueries,
  evaluateConstant,
  isFault,
  type Model,
  type Symbol,
  type Tables,
  tablesOf,
  type Variable,
} from "../model/index.ts";
import { type Instantiated, instantiate } from "../network/index.ts";
import type { Limits } from "../search/index.ts";
import type { Expr, QueryEntry, UppaalSource } from "../syntax/index.ts";
import { partsOf } from "./condition.ts";
import { Graph } from "./graph.ts";
import { type Site, sitesOf } from "./sites.ts";
import { baseOf, type Use, Uses } from "./uses.ts";

/** A query as written, with what it means, if it is right. `file` tells where its spans are places. */
export interface AskedQuery {
  readonly entry: QueryEntry;
  readonly checked?: CheckedQuery;
  readonly file?: "query";
}

/**
 * What rules look at: a model that checks, its queries, and facts that several rules want, each found out when it is
 * first asked for.
 */
export class Facts {
  readonly source: UppaalSource;
  readonly model: Model;
  readonly queries: readonly AskedQuery[];
  /** For what asks the engine; time counts from when the rules began. */
  readonly limits: Limits;
  private readonly kept = new Map<string, unknown>();

  constructor(source: UppaalSource, model: Model, queries: readonly AskedQuery[], limits: Limits) {
    this.source = source;
    this.model = model;
    this.queries = queries;
    this.limits = limits;
  }

  /** The value of this name, made once. */
  once<T>(name: string, make: () => T): T {
    if (!this.kept.has(name)) this.kept.set(name, make());
    return this.kept.get(name) as T;
  }

  get text(): string {
    return this.source.text;
  }

  get checkedQueries(): readonly CheckedQuery[] {
    return this.queries.flatMap(({ checked }) => (checked === undefined ? [] : [checked]));
  }

  get tables(): Tables {
    return this.once("tables", () => {
      const symbols = new Map(this.checkedQueries.flatMap((query) => [...query.symbols]));
      const types = new Map(this.checkedQueries.flatMap((query) => [...query.types]));
      return tablesOf({ symbols, types, typeExprs: new Map() }, this.model);
    });
  }

  get sites(): readonly Site[] {
    return this.once("sites", () => sitesOf(this.model, this.checkedQueries));
  }

  get uses(): Uses {
    return this.once("uses", () => new Uses(this.sites, this.tables));
  }

  /** How often each symbol is named, but for where it gets its name. */
  get named(): ReadonlyMap<number, number> {
    return this.once("named", () => {
      const counts = new Map<number, number>();
      // Names of queries in a file of their own never stand where the symbol got its own.
      for (const { symbols } of [this.model, ...this.checkedQueries])
        for (const [{ start }, { span }] of symbols)
          if (start !== span.start || symbols !== this.model.symbols)
            counts.set(span.start, (counts.get(span.start) ?? 0) + 1);
      return counts;
    });
  }

  isNamed({ span }: Symbol): boolean {
    return (this.named.get(span.start) ?? 0) > 0;
  }

  /** Whether all queries are known, so that what none of them names is named by none. */
  get knowsQueries(): boolean {
    return (
      this.queries.length > 0 && this.queries.every(({ entry, checked }) => checked !== undefined || isBlank(entry))
    );
  }

  graph(template: CheckedTemplate): Graph {
    return this.once(`graph ${template.span.start}`, () => new Graph(template));
  }

  /** Variables of the model and of its templates, as written by their author. */
  get variables(): readonly Variable[] {
    return [...this.model.variables, ...this.model.templates.flatMap((template) => template.variables)].filter(
      ({ span, role }) => span.end > span.start && role !== "builtin",
    );
  }

  /** The value of an expression that has the same everywhere; of one in a query, `own` says what its names are. */
  constant(expr: Expr, own?: CheckedQuery): number | undefined {
    const value = evaluateConstant(this.model, expr, new Map(), own);
    return isFault(value) || typeof value !== "number" ? undefined : value;
  }

  /** Whether a clock runs at the speed of time, from values that are not below 0: none that stands for something else. */
  isSteady(clock: Variable): boolean {
    const steady = this.once("steady", () => new Map<Variable, boolean>());
    const is = steady.get(clock) ?? this.findSteady(clock);
    steady.set(clock, is);
    return is;
  }

  private findSteady(clock: Variable): boolean {
    const rated = this.once("rated", () => {
      const rates = this.sites.flatMap(({ expr }) => [...partsOf(expr)].filter(({ kind }) => kind === "rate"));
      return new Set(rates.map((rate) => rate.kind === "rate" && baseOf(rate.clock, this.tables)?.span.start));
    });
    const isSetFar = ({ expr }: Use): boolean => expr.kind === "assign" && (this.constant(expr.value) ?? -1) < 0;
    if (rated.has(clock.span.start) || (this.uses.writes.get(clock) ?? []).some(isSetFar)) return false;
    return clock.type.kind !== "clock" || !clock.type.hybrid;
  }

  /** Absent where verification refuses the model. */
  get made(): Instantiated | undefined {
    return this.once("made", () => {
      const { made, diagnostics } = instantiate(this.model);
      return hasErrors(diagnostics) ? undefined : made;
    });
  }
}

export function isBlank({ text }: QueryEntry): boolean {
  return /^\s*(?:\/\/[^\n]*\s*|\/\*.*?\*\/\s*)*$/s.test(text);
}

/** Facts of a source that reads without error, and of queries about it; undefined where the model is wrong. */
export function factsOf(
  source: UppaalSource,
  others: readonly QueryEntry[],
  limits: Limits,
  model: Model = check(source.tree),
): { readonly model: Model; readonly facts?: Facts } {
  if (hasErrors([...source.diagnostics, ...model.diagnostics])) return { model };
  const own = source.tree.queries.map((entry) => ({ entry }));
  const entries = [...own, ...others.map((entry) => ({ entry, file: "query" as const }))];
  const checked = checkQueries(
    model,
    entries.flatMap(({ entry: { query } }) => (query === undefined ? [] : [query])),
  );
  let next = 0;
  const queries = entries.map((asked): AskedQuery => {
    if (asked.entry.query === undefined) return asked;
    const answer = checked[next++]!;
    const { start, end } = asked.entry;
    const misread =
      "file" in asked ? [] : source.queryDiagnostics.filter(({ span }) => start <= span.start && span.end <= end);
    return hasErrors([...misread, ...answer.diagnostics]) ? asked : { ...asked, checked: answer };
  });
  return { model, facts: new Facts(source, model, queries, limits) };
}
