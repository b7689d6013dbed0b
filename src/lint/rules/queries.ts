import { type Expr, printQuery, type Query, someExpr } from "../../syntax/index.ts";
import { conjuncts } from "../condition.ts";
import { type AskedQuery, type Facts, isBlank } from "../facts.ts";
import type { Found, Rule } from "../rule.ts";
import { exprsOf } from "../sites.ts";

/** Queries that cannot say what they were written for. */
const two = "process P() { state S, T, U; init S; trans S -> T { }, T -> U { }; } system P;\n---\n";

export const queryRules: readonly Rule[] = [
  {
    id: "duplicate-query",
    severity: "note",
    kind: "tree",
    title: "a query that was asked before",
    explanation: "The answer is the same: it was copied, and meant to ask something else.",
    wrong: `${two}E<> P.T\n\n«E<>   P.T»`,
    right: `${two}E<> P.T\n\nE<> P.S`,
    *check({ queries }) {
      const seen = new Set<string>();
      for (const { entry, checked, file } of queries) {
        // What cannot be read is often a heading.
        if (entry.query === undefined || checked === undefined) continue;
        // A file beside the model may well repeat what the model holds.
        const text = `${file}: ${printQuery(entry.query)}`;
        if (seen.has(text)) yield at(entry.query, file, "this query was asked before");
        seen.add(text);
      }
    },
  },
  {
    id: "process-in-two-places",
    severity: "warning",
    kind: "tree",
    title: "a condition that wants one process in two locations at once",
    explanation: "A process is in one location: the conjunction never holds. 'or' was meant, or another process.",
    wrong: `${two}E<> «P.T && P.U»`,
    right: `${two}E<> P.T || P.U`,
    *check(facts) {
      for (const { entry, file } of facts.queries)
        for (const expr of entry.query === undefined ? [] : exprsOf(entry.query)) yield* twoPlaces(facts, expr, file);
    },
  },
  {
    id: "constant-query",
    severity: "note",
    kind: "tree",
    title: "a query whose formula is the same in every state",
    explanation:
      "It names nothing that changes: the answer says nothing about the model. ('A[] true' and 'A[] 1 == 1' are meant: they ask for a search of everything.)",
    wrong: `const int N = 3; ${two}A[] «N == 3»`,
    right: `const int N = 3; ${two}A[] N == 3 imply not P.U`,
    *check(facts) {
      for (const { checked, file } of facts.queries)
        for (const expr of checked === undefined || checked.query.kind === "other" ? [] : exprsOf(checked.query))
          if (someExpr(expr, ({ kind }) => kind === "name") && facts.constant(expr, checked) !== undefined)
            yield at(expr, file, "this is the same in every state");
    },
  },
  {
    id: "expectation-missing",
    severity: "note",
    kind: "tree",
    title: "a query without an expected answer among queries that have one",
    explanation: "Where others say what is expected, this one cannot fail: a change that breaks it goes unnoticed.",
    wrong:
      '<nta><template><name>P</name><location id="a"><name>S</name></location><init ref="a"/></template><system>system P;</system><queries><query><formula>E&lt;&gt; P.S</formula><expect outcome="success"/></query><query><formula>«A[] P.S»</formula></query></queries></nta>',
    right:
      '<nta><template><name>P</name><location id="a"><name>S</name></location><init ref="a"/></template><system>system P;</system><queries><query><formula>E&lt;&gt; P.S</formula><expect outcome="success"/></query><query><formula>A[] P.S</formula><expect outcome="success"/></query></queries></nta>',
    *check({ queries }) {
      const asked = queries.filter(
        ({ entry }) => !isBlank(entry) && entry.query !== undefined && isTrueOrFalse(entry.query),
      );
      if (!asked.some(({ entry }) => entry.expect !== undefined)) return;
      for (const { entry, file } of asked)
        if (entry.expect === undefined && entry.query !== undefined)
          yield at(entry.query, file, "this query does not say what answer is expected");
    },
  },
];

/** A query that is answered by yes or no. */
function isTrueOrFalse({ kind }: Query): boolean {
  return kind !== "other" && kind !== "sup" && kind !== "inf" && kind !== "bounds";
}

function at(
  { start, end }: Expr | NonNullable<AskedQuery["entry"]["query"]>,
  file: "query" | undefined,
  message: string,
): Found {
  return { span: { start, end }, message, ...(file === undefined ? {} : { file }) };
}

/** Conjunctions anywhere in a formula, also under a negation: there they always hold, which is no better. */
function* twoPlaces(facts: Facts, expr: Expr, file: "query" | undefined): Generator<Found> {
  if (expr.kind === "binary" && expr.op === "&&") {
    const places = new Map<string, unknown>();
    for (const part of conjuncts(expr)) {
      if (part.kind !== "member") {
        yield* twoPlaces(facts, part, file);
        continue;
      }
      const location = facts.tables.symbolOf(part.member);
      if (location?.kind !== "location") continue;
      const process = processOf(part.object);
      if (process === undefined) continue;
      if (places.has(process) && places.get(process) !== location) {
        yield at(expr, file, `'${process}' cannot be in two locations at once`);
        return;
      }
      places.set(process, location);
    }
    return;
  }
  if (expr.kind === "unary") yield* twoPlaces(facts, expr.operand, file);
  else if (expr.kind === "binary") {
    yield* twoPlaces(facts, expr.left, file);
    yield* twoPlaces(facts, expr.right, file);
  } else if (expr.kind === "quantified") yield* twoPlaces(facts, expr.body, file);
}

/** `P`, or `P(1)` with numbers only; what is computed may be another process each time. */
function processOf(expr: Expr): string | undefined {
  if (expr.kind === "name") return expr.name;
  if (expr.kind !== "call" || expr.callee.kind !== "name") return undefined;
  const args = expr.args.map((arg) =>
    arg.kind === "int" ? String(arg.value) : arg.kind === "name" ? arg.name : undefined,
  );
  return args.includes(undefined) ? undefined : `${expr.callee.name}(${args.join(", ")})`;
}
