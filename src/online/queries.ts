/**
 * Queries of a synthesised model, rewritten so that they speak of the time after the initialisation: what holds from the
 * given state on in the original model holds here. `ready` is the one instant before the processes enter their locations; no
 * time passes there, so `A<> p` from the given state is `ready --> done and p`. `E[] p` has no such form: its negation is
 * asked, and the comment says so.
 */
import { hasErrors, nowhere } from "../base/index.ts";
import {
  type Expr,
  Fragment,
  type ParsedQuery,
  parseQuery,
  printExpr,
  type Query,
  type QueryContext,
  type QueryEntry,
} from "../syntax/index.ts";

export interface RewrittenQuery {
  readonly text: string;
  /** The answer is the opposite. */
  readonly negated: boolean;
}

/** The last two locations of the initialising process. */
interface Places {
  readonly ready: string;
  readonly done: string;
}

const nothing: ParsedQuery = { diagnostics: [] };
const usual: Places = { ready: "ready", done: "done" };

/** Undefined for kinds that verification does not answer. */
export function queryAfter(query: Query, init: string, places: Places = usual): RewrittenQuery | undefined {
  const done = `${init}.${places.done}`;
  const ready = `${init}.${places.ready}`;
  const text = (e: Expr): string => `(${printExpr(e)})`;
  const plain = (t: string): RewrittenQuery => ({ text: t, negated: false });
  switch (query.kind) {
    case "A[]":
      return plain(`A[] ${done} imply ${text(query.formula)}`);
    case "E<>":
      return plain(`E<> ${done} && ${text(query.formula)}`);
    case "A<>":
      return plain(`${ready} --> ${done} && ${text(query.formula)}`);
    case "E[]":
      return { text: `${ready} --> ${done} && !${text(query.formula)}`, negated: true };
    case "-->":
      return plain(`${done} && ${text(query.left)} --> ${text(query.right)}`);
    case "sup":
    case "inf":
    case "bounds": {
      const predicate = query.predicate === undefined ? done : `${done} && ${text(query.predicate)}`;
      return plain(`${query.kind}{${predicate}}: ${query.exprs.map(printExpr).join(", ")}`);
    }
    default:
      return undefined;
  }
}

export function queriesAfter(
  entries: readonly QueryEntry[],
  init: string,
  places: Places = usual,
  context: QueryContext = {},
): readonly QueryEntry[] {
  return entries.flatMap((entry) => {
    const next =
      entry.query === undefined || entry.query.under !== undefined ? undefined : queryAfter(entry.query, init, places);
    // Nor is one asked that was never finished.
    const { query, diagnostics } = next === undefined ? nothing : parseQuery(fragmentOf(next.text), context);
    if (next === undefined || query === undefined || hasErrors(diagnostics)) return [];
    const comment = [next.negated ? "The negation of the original query." : "", entry.comment ?? ""]
      .filter((c) => c !== "")
      .join("\n");
    return [{ ...nowhere, text: next.text, query, results: [], options: [], ...(comment === "" ? {} : { comment }) }];
  });
}

function fragmentOf(text: string): Fragment {
  return Fragment.decoded(text, { starts: [], begins: [], ends: [], origin: 0 });
}
