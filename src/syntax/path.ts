/** Path formulas, which queries are and games have for goals. */
import type { Cursor } from "./cursor.ts";
import { broken } from "./parts.ts";
import { type OtherQuery, other, strategyUnder } from "./queryparts.ts";
import type { Expr, Name, Query } from "./tree.ts";

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
      const formula = p.expression();
      return { kind, start, ...{ formula, ...under() }, end: p.to(start) };
    }
    case "A[]": {
      p.next();
      const conjunction = p.is("(") ? conjunctionWithPath(p) : -1;
      const formula = conjunction >= 0 ? buchi(p, conjunction) : p.expression();
      return { kind: "A[]", start, formula, ...under(), end: p.to(start) };
    }
    default:
  }
  if (p.is("#name") && p.word === "A" && p.peek() === "[") {
    const until = untilFormula(p, start);
    if (until !== undefined) return { ...until, ...under(), end: p.to(start) };
  }
  const left = p.expression();
  if (!p.is("-->") && !p.panic) p.fail("'-->' or a path operator", operatorHint(left));
  p.accept("-->");
  const right = p.panic ? broken(p) : p.expression();
  return { kind: "-->", start, left, right, ...under(), end: p.to(start) };
}

const spelled: Readonly<Record<string, string>> = { AG: "A[]", AF: "A<>", EF: "E<>", EG: "E[]" };

function operatorHint(left: Expr): string {
  const right = left.kind === "name" ? spelled[left.name] : undefined;
  return right === undefined || left.kind !== "name"
    ? "a query begins with A[], E<>, A<> or E[], or is 'p --> q'"
    : `'${left.name} p' is written '${right} p'`;
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
  const left = p.expression();
  p.stop = -1;
  const word = p.is("and");
  if (!p.accept("&&") && !p.accept("and")) p.fail("'and' before 'A<>'");
  const from = p.at();
  p.expect("A<>", "after 'and'");
  const goal = p.panic ? broken(p) : p.expression();
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
  const left = p.expression();
  const isUntil = !p.panic && p.is("#name") && (p.word === "U" || p.word === "W");
  if (!isUntil) {
    p.restore(mark);
    return undefined;
  }
  const op = p.word;
  p.next();
  const right = p.expression();
  p.expect("]", "after the formula");
  return other(p, start, { family: "until", head: "A", shape: `A[$ ${op} $]`, exprs: [left, right] }, false);
}
