import { type Diagnostic, hasErrors, wants } from "../base/index.ts";
import { laterWordWarning, wordsInTheWay } from "./dialect.ts";
import type { Dialect } from "./keyword.ts";
import { type ParsedQuery, parseFormula } from "./parse.ts";
import type { Fragment } from "./source.ts";
import type { Tree } from "./tree.ts";
import { decodedOffset } from "./xpath.ts";

/**
 * Reads queries in the dialect of the model that they are put to. A query that is wrong for UPPAAL 5 is tried with those
 * words as names that the model declares and the present query language reserves (`control.Idle`); of a model in the syntax
 * of UPPAAL 3 it may have `=<` and `=>`. The first query that is read so carries a warning, unless the model has one.
 */
export interface QueryContext {
  /** The model that is asked. */
  readonly tree?: Tree;
  /** The dialect that was asked for, if any. */
  readonly dialect?: Dialect;
}

export function parseQuery(fragment: Fragment, context: QueryContext = {}): ParsedQuery {
  wants("parseQuery", fragment, "fragment");
  return new QueryReader(context).read(fragment);
}

export class QueryReader {
  /** Words that are names in the model or in a query read so far. */
  readonly names: Set<string>;
  private readonly context: QueryContext;
  private declared: ReadonlySet<string> | undefined;

  constructor(context: QueryContext) {
    this.context = context;
    this.names = new Set(context.tree?.names);
  }

  read(fragment: Fragment): ParsedQuery {
    const syntax = this.context.tree?.syntax ?? "new";
    const first = parseFormula(fragment, { syntax });
    if (!hasErrors(first.diagnostics) || this.context.tree === undefined || this.context.dialect === 5) return first;
    const names = new Set<string>();
    for (let parsed = first; ; ) {
      const words = wordsInTheWay(fragment.text, inFragment(fragment, parsed.diagnostics), names);
      const known = words.filter((word) => this.isDeclared(word));
      if (known.length === 0) return first;
      for (const word of known) names.add(word);
      parsed = parseFormula(fragment, { syntax, names });
      if (!hasErrors(parsed.diagnostics)) return this.accept(parsed, names);
    }
  }

  private accept(parsed: ParsedQuery, names: ReadonlySet<string>): ParsedQuery {
    const fresh = [...names].filter((name) => !this.names.has(name));
    const isSaid = this.context.dialect !== undefined || this.context.tree?.syntax === "old";
    for (const name of names) this.names.add(name);
    if (isSaid || fresh.length === 0 || parsed.query === undefined) return parsed;
    const { start, end } = parsed.query;
    return { ...parsed, diagnostics: [laterWordWarning(fresh, { start, end }), ...parsed.diagnostics] };
  }

  private isDeclared(word: string): boolean {
    this.declared ??= namesOf({ ...this.context.tree, queries: [] });
    return this.declared.has(word);
  }
}

/** Faults with places in the fragment's own text, where the words are. */
function inFragment(fragment: Fragment, faults: readonly Diagnostic[]): readonly Diagnostic[] {
  const at = (offset: number): number => decodedOffset(fragment, offset);
  return faults.map((d) => ({ ...d, span: { start: at(d.span.start), end: at(d.span.end) } }));
}

/** Every name that stands anywhere in a model; with a stack of its own, as expressions may be deep. */
function namesOf(model: unknown): ReadonlySet<string> {
  const found = new Set<string>();
  const pending: unknown[] = [model];
  while (pending.length > 0) {
    const node = pending.pop();
    if (typeof node !== "object" || node === null) continue;
    if ("kind" in node && node.kind === "name" && "name" in node) found.add(String(node.name));
    for (const child of Object.values(node)) pending.push(child);
  }
  return found;
}
