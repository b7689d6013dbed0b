import type { Cursor } from "./cursor.ts";
import { game } from "./game.ts";
import { broken, expressionList, name } from "./parts.ts";
import { path } from "./path.ts";
import { other, strategyUnder } from "./queryparts.ts";
import { expectation, probability, simulation } from "./statistics.ts";
import type { Expr, Query } from "./tree.ts";

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
      const file = p.expression();
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
      predicate = p.expression();
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
    const exprs = [p.expression()];
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
