import type { Cursor } from "./cursor.ts";
import { broken, expression, expressionList, name } from "./expression.ts";
import { game } from "./game.ts";
import { type OtherQuery, other, strategyUnder } from "./queryparts.ts";
import { expectation, probability, simulation } from "./statistics.ts";
import type { Expr, Name, Query } from "./tree.ts";

/**
 * The query language. Symbolic queries become trees of their own; games, strategies, statistics, learning, charts and
 * refinement are kept as `other` with a `shape`: the query's text with `$` for each expression, `@` for each query inside
 * and `&` for its name. A line break is white space here; query files are cut into queries by `queryfile.ts`.
 */
export function query(p: Cursor): Query {
  const start = p.at();
  switch (p.kind) {
    case "strategy": {
      p.next();
      const strategy = name(p, "the name of the strategy");
      p.expect("=", "after the name of the strategy");
      const part = game(p) ?? missing(p, "a control or learning query");
      return other(p, start, {
        family: "strategy",
        head: "strategy",
        shape: "strategy & = @",
        parts: [part],
        name: strategy,
      });
    }
    case "saveStrategy": {
      p.next();
      p.expect("(", "after 'saveStrategy'");
      const file = expression(p);
      p.expect(",", "after the file");
      const strategy = name(p, "the name of a strategy");
      p.expect(")", "after the name of the strategy");
      return other(p, start, {
        family: "strategy",
        head: "saveStrategy",
        shape: "saveStrategy($, &)",
        exprs: [file],
        name: strategy,
      });
    }
    case "sat": {
      p.next();
      p.expect(":", "after 'sat'");
      const chart = name(p, "the name of a chart");
      return other(p, start, { family: "LSC", head: "sat", shape: "sat: &", name: chart });
    }
    case "simulate":
      return simulation(p, start);
    case "Pr":
      return probability(p, start);
    case "#name":
      return named(p, start);
    default:
      return game(p) ?? path(p, true);
  }
}

// ---------------------------------------------------------------- symbolic queries

const bounds: ReadonlySet<string> = new Set(["sup", "inf", "bounds"]);
const ecdar: ReadonlySet<string> = new Set(["refinement", "consistency", "specification", "implementation"]);

/** Queries that begin with a name: `sup`, `inf`, `bounds`, `E[...](max: e)`, refinement, or an expression with `-->`. */
function named(p: Cursor, start: number): Query {
  const after = p.peek();
  if (bounds.has(p.word) && (after === ":" || after === "{")) {
    const kind = p.word as "sup" | "inf" | "bounds";
    p.next();
    let predicate: Expr | undefined;
    if (p.accept("{")) {
      predicate = expression(p);
      p.expect("}", "after the condition");
    }
    p.expect(":", `after '${kind}'`);
    const exprs = expressionList(p);
    const under = strategyUnder(p);
    return { kind, start, end: p.to(start), ...(predicate ? { predicate } : {}), exprs, ...(under ? { under } : {}) };
  }
  if (ecdar.has(p.word) && after === ":") {
    const head = p.word;
    p.next();
    p.next();
    const exprs = [expression(p)];
    return other(p, start, { family: "ecdar", head, shape: `${head}: $`, exprs });
  }
  if (p.word === "E" && after === "[") {
    const mark = p.mark();
    p.next();
    const isExpectation = closesBefore(p, "(");
    p.restore(mark);
    if (isExpectation) return expectation(p, start);
  }
  return path(p, true);
}

/** A path formula, optionally with `under S`. */
export function path(p: Cursor, mayBeUnder: boolean): Query {
  const start = p.at();
  const under = (): { readonly under?: Name } => {
    const strategy = mayBeUnder ? strategyUnder(p) : undefined;
    return strategy ? { under: strategy } : {};
  };
  switch (p.kind) {
    case "A<>":
    case "E<>":
    case "E[]": {
      const { kind } = p;
      p.next();
      const formula = expression(p);
      return { kind, start, ...{ formula, ...under() }, end: p.to(start) };
    }
    case "A[]": {
      p.next();
      const conjunction = p.is("(") ? conjunctionWithPath(p) : -1;
      const formula = conjunction >= 0 ? buchi(p, conjunction) : expression(p);
      return { kind: "A[]", start, formula, ...under(), end: p.to(start) };
    }
    default:
  }
  if (p.is("#name") && p.word === "A" && p.peek() === "[") {
    const until = untilFormula(p, start);
    if (until !== undefined) return { ...until, ...under(), end: p.to(start) };
  }
  const left = expression(p);
  if (!p.is("-->") && !p.panic)
    p.fail("'-->' or a path operator", "a query begins with A[], E<>, A<> or E[], or is 'p --> q'");
  p.accept("-->");
  const right = p.panic ? broken(p) : expression(p);
  return { kind: "-->", start, left, right, ...under(), end: p.to(start) };
}

/** Where the `and` stands if the parenthesis here holds `... and A<> ...`, the only nested path formula there is; else -1. */
function conjunctionWithPath(p: Cursor): number {
  const mark = p.mark();
  let depth = 0;
  let found = -1;
  do {
    if (p.is("(")) depth++;
    else if (p.is(")")) depth--;
    else if (depth === 1 && (p.is("&&") || p.is("and")) && p.peek() === "A<>") found = p.start;
    p.next();
  } while (depth > 0 && found < 0 && !p.is("#end"));
  p.restore(mark);
  return found;
}

/** `(p and A<> q)`: infinitely often. The `and` stands at `conjunction`. */
function buchi(p: Cursor, conjunction: number): Expr {
  p.next();
  const start = p.at();
  p.stop = conjunction;
  const left = expression(p);
  p.stop = -1;
  const word = p.is("and");
  if (!p.accept("&&") && !p.accept("and")) p.fail("'and' before 'A<>'");
  const from = p.at();
  p.expect("A<>", "after 'and'");
  const goal = p.panic ? broken(p) : expression(p);
  const right: Expr = { kind: "path", start: from, end: p.to(from), op: "A<>", right: goal };
  const end = p.to(start);
  p.expect(")", "to close the parenthesis");
  return { kind: "binary", start, end, op: "&&", left, right, ...(word ? { word: true } : {}) };
}

/** `A[p U q]` and `A[p W q]`; undefined when this is an array named `A`. */
function untilFormula(p: Cursor, start: number): OtherQuery | undefined {
  const mark = p.mark();
  p.next();
  p.next();
  const left = expression(p);
  const isUntil = !p.panic && p.is("#name") && (p.word === "U" || p.word === "W");
  if (!isUntil) {
    p.restore(mark);
    return undefined;
  }
  const op = p.word;
  p.next();
  const right = expression(p);
  p.expect("]", "after the formula");
  return other(p, start, { family: "until", head: "A", shape: `A[$ ${op} $]`, exprs: [left, right] }, false);
}

function missing(p: Cursor, what: string): Query {
  p.fail(what);
  const at = p.at();
  return { kind: "E<>", start: at, end: at, formula: broken(p) };
}

/** From an opening `[`: whether the token behind the matching `]` is `kind`. */
function closesBefore(p: Cursor, kind: string): boolean {
  let depth = 0;
  do {
    if (p.is("[")) depth++;
    else if (p.is("]")) depth--;
    p.next();
  } while (depth > 0 && !p.is("#end"));
  return p.is(kind);
}
