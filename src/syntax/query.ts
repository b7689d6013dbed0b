import { broken, callArguments, expression, expressionList, name } from "./expression.ts";
import type { Cursor } from "./lexer.ts";
import type { Expr, Name, Query } from "./tree.ts";

/**
 * The query language. Symbolic queries become trees of their own; games, strategies, statistics, learning, charts and
 * refinement are kept as `other` with a `shape`: the query's text with `$` for each expression, `@` for each query inside
 * and `&` for its name. A line break is white space here; query files are cut into queries by `queryfile.ts`.
 */
export type OtherQuery = Extract<Query, { kind: "other" }>;

export function query(p: Cursor): Query {
  const start = p.at();
  switch (p.kind) {
    case "strategy": {
      p.next();
      const strategy = name(p, "the name of the strategy");
      p.expect("=", "after the name of the strategy");
      const part = game(p) ?? missing(p, "a control or learning query");
      return other(p, start, { family: "strategy", head: "strategy", shape: "strategy & = @", parts: [part], name: strategy });
    }
    case "saveStrategy": {
      p.next();
      p.expect("(", "after 'saveStrategy'");
      const file = expression(p);
      p.expect(",", "after the file");
      const strategy = name(p, "the name of a strategy");
      p.expect(")", "after the name of the strategy");
      return other(p, start, { family: "strategy", head: "saveStrategy", shape: "saveStrategy($, &)", exprs: [file], name: strategy });
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
    return { kind, start, end: p.to(), ...(predicate ? { predicate } : {}), exprs, ...(under ? { under } : {}) };
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
function path(p: Cursor, mayBeUnder: boolean): Query {
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
      return { kind, start, ...{ formula, ...under() }, end: p.to() };
    }
    case "A[]": {
      p.next();
      const conjunction = p.is("(") ? conjunctionWithPath(p) : -1;
      const formula = conjunction >= 0 ? buchi(p, conjunction) : expression(p);
      return { kind: "A[]", start, formula, ...under(), end: p.to() };
    }
    default:
  }
  if (p.is("#name") && p.word === "A" && p.peek() === "[") {
    const until = untilFormula(p, start);
    if (until !== undefined) return { ...until, ...under(), end: p.to() };
  }
  const left = expression(p);
  if (!p.is("-->") && !p.panic) p.fail("'-->' or a path operator", "a query begins with A[], E<>, A<> or E[], or is 'p --> q'");
  p.accept("-->");
  const right = p.panic ? broken(p) : expression(p);
  return { kind: "-->", start, left, right, ...under(), end: p.to() };
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
  const right: Expr = { kind: "path", start: from, end: p.to(), op: "A<>", right: goal };
  const end = p.to();
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

// ---------------------------------------------------------------- games and learning

/** A query that a strategy can be made of; undefined if the text begins otherwise. */
function game(p: Cursor): Query | undefined {
  const start = p.at();
  switch (p.kind) {
    case "control":
      p.next();
      return controlGoal(p, start, "control: @", []);
    case "E<>":
      if (p.peek() !== "control") return undefined;
      p.next();
      p.next();
      return controlGoal(p, start, "E<> control: @", []);
    case "{": {
      const observed = braced(p);
      p.expect("control", "after the observations");
      return controlGoal(p, start, `${observed.shape} control: @`, observed.exprs);
    }
    case "control_t":
      return timedControl(p, start);
    case "minE":
    case "maxE":
    case "minPr":
    case "maxPr":
      return learning(p, start, p.kind);
    case "loadStrategy": {
      p.next();
      const seen = features(p);
      const args = callArguments(p);
      if (args.length !== 1) p.fail("one file name");
      const shape = `loadStrategy${seen.shape}(${args.map(() => "$").join(", ")})`;
      return other(p, start, { family: "strategy", head: "loadStrategy", shape, exprs: [...seen.exprs, ...args] });
    }
    default:
      return undefined;
  }
}

function controlGoal(p: Cursor, start: number, shape: string, exprs: readonly Expr[]): OtherQuery {
  p.expect(":", "after 'control'");
  const part = path(p, false);
  return other(p, start, { family: "control", head: "control", shape, exprs, parts: [part] });
}

function timedControl(p: Cursor, start: number): OtherQuery {
  p.next();
  p.expect("*", "after 'control_t'");
  const exprs = p.is("(") ? callArguments(p) : [];
  const inner = exprs.length === 0 ? "" : `(${exprs.map(() => "$").join(", ")})`;
  if (exprs.length > 2) p.fail("at most two bounds");
  p.expect(":", "after 'control_t*'");
  const part = path(p, false);
  return other(p, start, { family: "control", head: "control_t*", shape: `control_t*${inner}: @`, exprs, parts: [part] }, false);
}

function learning(p: Cursor, start: number, head: "minE" | "maxE" | "minPr" | "maxPr"): OtherQuery {
  p.next();
  const exprs: Expr[] = [];
  let shape: string = head;
  if ((head === "minE" || head === "maxE") && p.accept("(")) {
    exprs.push(expression(p));
    p.expect(")", "after the cost");
    shape += "($)";
  }
  const bound = bracketedBound(p, false);
  const seen = features(p);
  p.expect(":", "before the goal");
  const goal = p.is("[]") ? "[]" : "<>";
  if (!p.accept("[]")) p.expect("<>", "before the goal");
  const formula = expression(p);
  exprs.push(...bound.exprs, ...seen.exprs, formula);
  shape += `${bound.shape}${seen.shape}: ${goal} $`;
  const under = strategyUnder(p);
  let imitate: Name | undefined;
  if (p.accept("imitate")) imitate = name(p, "the name of a strategy");
  const made = other(p, start, { family: "learning", head, shape, exprs }, false);
  return { ...made, ...(under ? { under } : {}), ...(imitate ? { imitate } : {}) };
}

// ---------------------------------------------------------------- statistics

interface Piece {
  readonly shape: string;
  readonly exprs: readonly Expr[];
}
const nothing: Piece = { shape: "", exprs: [] };

/** `[<=T]`, `[x<=T]`, `[#<=N]`, and `;runs` where allowed. */
function bracketedBound(p: Cursor, mayCount: boolean): Piece {
  p.expect("[", "before the bound");
  let shape: string;
  const exprs: Expr[] = [];
  if (p.accept("#")) {
    p.expect("<=", "after '#'");
    exprs.push(expression(p));
    shape = "#<=$";
  } else if (p.accept("<=")) {
    exprs.push(expression(p));
    shape = "<=$";
  } else {
    const bound = expression(p);
    if (bound.kind === "binary" && bound.op === "<=") {
      exprs.push(bound.left, bound.right);
      shape = "$<=$";
    } else {
      p.fail("'<=' and the bound");
      exprs.push(bound);
      shape = "$";
    }
  }
  if (mayCount && p.accept(";")) {
    exprs.push(expression(p));
    shape += "; $";
  }
  p.expect("]", "after the bound");
  return { shape: `[${shape}]`, exprs };
}

/** `{a, b}`; may be empty. */
function braced(p: Cursor): Piece {
  p.expect("{", "before the expressions");
  const exprs = p.is("}") || p.panic ? [] : expressionList(p);
  p.expect("}", "after the expressions");
  return { shape: `{${exprs.map(() => "$").join(", ")}}`, exprs };
}

/** ` {a} -> {b}`, or nothing. */
function features(p: Cursor): Piece {
  if (!p.is("{")) return nothing;
  const discrete = braced(p);
  p.expect("->", "between the features");
  const continuous = braced(p);
  return { shape: ` ${discrete.shape} -> ${continuous.shape} `, exprs: [...discrete.exprs, ...continuous.exprs] };
}

/** `simulate[b;n] {e} : k : p`, and the older `simulate n [b] {e}`. */
function simulation(p: Cursor, start: number): OtherQuery {
  p.next();
  const exprs: Expr[] = [];
  let shape = "simulate";
  if (!p.is("[")) {
    exprs.push(p.is("#int") ? count(p) : expression(p));
    shape += " $ ";
  }
  const bound = bracketedBound(p, true);
  const watched = braced(p);
  exprs.push(...bound.exprs, ...watched.exprs);
  shape += `${bound.shape} ${watched.shape}`;
  for (let i = 0; i < 2 && p.accept(":"); i++) {
    exprs.push(expression(p));
    shape += " : $";
  }
  return other(p, start, { family: "SMC", head: "simulate", shape, exprs });
}

/** A number of runs: not an expression, for `1 [` would be an index. */
function count(p: Cursor): Expr {
  const span = p.here();
  const { value } = p;
  p.next();
  return { kind: "int", ...span, value };
}

/** `E[b;n](max: e)` */
function expectation(p: Cursor, start: number): OtherQuery {
  p.next();
  const bound = bracketedBound(p, true);
  p.expect("(", "after the bound");
  const which = name(p, "'min' or 'max'");
  p.expect(":", "after 'min' or 'max'");
  const value = expression(p);
  p.expect(")", "after the expression");
  const shape = `E${bound.shape}(${which.name}: $)`;
  return other(p, start, { family: "SMC", head: "E", shape, exprs: [...bound.exprs, value] });
}

/** `Pr[b](<> p)` with its comparisons, or an MITL formula `Pr (...)`. */
function probability(p: Cursor, start: number): OtherQuery {
  if (p.peek() !== "[") {
    p.next();
    const formula = expression(p);
    return other(p, start, { family: "MITL", head: "Pr", shape: "Pr $", exprs: [formula] });
  }
  const first = estimate(p, start);
  if (p.is(">=") || p.is("<=")) {
    const op = p.kind;
    p.next();
    if (op === ">=" && p.is("Pr")) {
      const second = estimate(p, p.at());
      return other(p, start, { family: "SMC", head: "Pr", shape: "@ >= @", parts: [first, second] }, false);
    }
    if (first.under === undefined) {
      const limit = probabilityLimit(p);
      return other(p, start, { family: "SMC", head: "Pr", shape: `${first.shape} ${op} $`, exprs: [...first.exprs, limit] });
    }
    p.fail("'Pr'");
  }
  return first;
}

function probabilityLimit(p: Cursor): Expr {
  if (p.is("#real") || p.is("#int")) {
    if (p.is("#int")) p.fail("a number with a decimal point", "write 0.0 or 1.0");
    return expression(p);
  }
  p.fail("a number such as 0.95");
  return broken(p);
}

/** `Pr[b](<> p)`, `Pr[b]([] p)`, `Pr[b](p U q)`, each perhaps `under S`. */
function estimate(p: Cursor, start: number): OtherQuery {
  p.next();
  const bound = bracketedBound(p, true);
  p.expect("(", "after the bound");
  const exprs = [...bound.exprs];
  let shape = `Pr${bound.shape}`;
  if (p.is("<>") || p.is("[]")) {
    shape += `(${p.kind} $)`;
    p.next();
    exprs.push(expression(p));
  } else {
    exprs.push(expression(p));
    if (p.is("#name") && p.word === "U") p.next();
    else p.fail("'U'");
    exprs.push(expression(p));
    shape += "($ U $)";
  }
  p.expect(")", "after the formula");
  return other(p, start, { family: "SMC", head: "Pr", shape, exprs });
}

// ---------------------------------------------------------------- common parts

interface Parts {
  readonly family: OtherQuery["family"];
  readonly head: string;
  readonly shape: string;
  readonly exprs?: readonly Expr[];
  readonly parts?: readonly Query[];
  readonly name?: Name;
}

function other(p: Cursor, start: number, made: Parts, mayBeUnder = true): OtherQuery {
  const under = mayBeUnder ? strategyUnder(p) : undefined;
  return { kind: "other", start, end: p.to(), exprs: [], parts: [], ...made, ...(under ? { under } : {}) };
}

/** `under S` */
function strategyUnder(p: Cursor): Name | undefined {
  return p.accept("under") ? name(p, "the name of a strategy") : undefined;
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
