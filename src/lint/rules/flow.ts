import type { Variable } from "../../model/index.ts";
import { childrenOf, type Expr, someExpr } from "../../syntax/index.ts";
import { clockComparisons, isClocks, isUpper } from "../condition.ts";
import type { Facts } from "../facts.ts";
import { guardsOf } from "../graph.ts";
import type { Found, Rule } from "../rule.ts";
import { baseOf, isAlias } from "../uses.ts";

/** What becomes of values: variables that are only written or only read, and clocks that are never compared or never reset. */
function own(facts: Facts): readonly Variable[] {
  return facts.variables.filter((v) => v.role !== "parameter" && !isAlias(v) && facts.isNamed(v));
}

function isData({ type }: Variable): boolean {
  const base = type.kind === "array" ? ({ type: type.element } as Variable) : undefined;
  if (base !== undefined) return isData(base);
  return type.kind === "int" || type.kind === "bool" || type.kind === "scalar" || type.kind === "struct";
}

export const flowRules: readonly Rule[] = [
  {
    id: "never-read",
    severity: "warning",
    kind: "tree",
    title: "a variable that is set and never looked at",
    explanation:
      "Neither an edge nor a query depends on it, but each of its values makes states of their own. Only said where queries are known.",
    wrong: "int[0,9] «n»; process P() { state S, T; init S; trans S -> T { assign n = 1; }; } system P;\n---\nE<> P.T",
    right: "int[0,9] n; process P() { state S, T; init S; trans S -> T { assign n = 1; }; } system P;\n---\nE<> n == 1",
    *check(facts) {
      if (!facts.knowsQueries) return;
      for (const v of own(facts))
        if (isData(v) && !v.constant && facts.uses.writes.has(v) && !facts.uses.reads.has(v))
          yield { span: v.span, message: `'${v.name}' is set, but nothing looks at it` };
    },
  },
  {
    id: "never-written",
    severity: "note",
    kind: "tree",
    title: "a variable that keeps its first value",
    explanation:
      "It is a constant, and should say so; or an update is missing. Constants are folded, and may be used in ranges and sizes.",
    wrong: "int[0,9] «n» = 3; process P() { state S, T; init S; trans S -> T { guard n > 2; }; } system P;",
    right: "const int n = 3; process P() { state S, T; init S; trans S -> T { guard n > 2; }; } system P;",
    *check(facts) {
      for (const v of own(facts))
        if (isData(v) && !v.constant && !v.meta && !facts.model.changed.has(v) && !isScalar(v))
          yield asConstant(facts, v);
    },
  },
  {
    id: "clock-never-compared",
    severity: "warning",
    kind: "tree",
    title: "a clock that is reset and never compared",
    explanation: "No guard, invariant or query depends on it: a condition is missing, or the clock is left over.",
    wrong: "clock «x»; process P() { state S; init S; trans S -> S { assign x = 0; }; } system P;\n---\nE<> P.S",
    right:
      "clock x; process P() { state S; init S; trans S -> S { guard x >= 2; assign x = 0; }; } system P;\n---\nE<> P.S",
    *check(facts) {
      if (!facts.knowsQueries) return;
      for (const v of own(facts))
        if (isClocks(v) && !facts.uses.reads.has(v))
          yield { span: v.span, message: `the clock '${v.name}' is never compared` };
    },
  },
  {
    id: "missing-reset",
    severity: "warning",
    kind: "tree",
    title: "a clock of a template with an upper bound on a cycle, and no reset anywhere",
    explanation:
      "The bound is over once and for all when the clock has passed it: the second round is no longer possible. A reset was forgotten. (A global clock may well stand for all the time that has passed.)",
    wrong: "process P() { clock x; state S, T; init S; trans S -> T { guard «x <= 5»; }, T -> S { }; } system P;",
    right:
      "process P() { clock x; state S, T; init S; trans S -> T { guard x <= 5; }, T -> S { assign x = 0; }; } system P;",
    *check(facts) {
      for (const template of facts.model.templates) {
        const graph = facts.graph(template);
        for (const arc of graph.arcs) {
          const bounds = guardsOf(arc).flatMap((guard) => clockComparisons(guard, facts.tables));
          for (const { clock, op, expr, bound } of bounds)
            if (
              isUpper(op) &&
              facts.constant(bound) !== undefined &&
              isNeverReset(facts, clock) &&
              graph.isOnCycle(arc)
            )
              yield { span: expr, message: `'${clock.name}' is bounded from above on a cycle, and never reset` };
        }
      }
    },
  },
  {
    id: "written-twice",
    severity: "warning",
    kind: "tree",
    title: "an update that writes a variable twice without looking at it in between",
    explanation: "The first assignment has no effect: another variable was meant, or the line was copied.",
    wrong: "int n; process P() { state S; init S; trans S -> S { guard n < 2; assign «n = 1», n = 2; }; } system P;",
    right: "int n; process P() { state S; init S; trans S -> S { guard n < 2; assign n = 1, n = n + 1; }; } system P;",
    *check(facts) {
      for (const { edges } of facts.model.templates)
        for (const { node } of edges) yield* writtenTwice(facts, node.update?.value ?? []);
    },
  },
  {
    id: "self-assignment",
    severity: "warning",
    kind: "tree",
    title: "a variable that is assigned to itself",
    explanation: "It has no effect: one of the two names is wrong.",
    wrong: "int n; process P() { state S; init S; trans S -> S { guard n < 2; assign «n = n», n++; }; } system P;",
    right: "int n; process P() { state S; init S; trans S -> S { guard n < 2; assign n = n + 1; }; } system P;",
    *check(facts) {
      for (const { expr } of facts.sites)
        if (expr.kind === "assign" && expr.op === "=" && textOf(facts, expr.target) === textOf(facts, expr.value))
          yield { span: expr, message: "this assigns a variable to itself" };
    },
  },
];

function isScalar({ type }: Variable): boolean {
  return type.kind === "scalar" || (type.kind === "array" && isScalar({ type: type.element } as Variable));
}

function isNeverReset(facts: Facts, clock: Variable): boolean {
  const isLocal = clock.role === "template" && facts.isSteady(clock);
  return isLocal && !facts.uses.writes.has(clock) && !facts.model.changed.has(clock);
}

/** `int n = 3;` with nothing else in the declaration can be made constant in place. */
function asConstant(facts: Facts, v: Variable): Found {
  const { tree } = facts.model;
  const all = [...tree.declarations, ...tree.templates.flatMap((template) => template.declarations)];
  const node = all.find((d) => d.start <= v.span.start && v.span.end <= d.end);
  const isAlone = node?.kind === "variables" && node.declarators.length === 1 && v.initialiser !== undefined;
  const isPlain = isAlone && node.type.prefix === undefined && tree.syntax === "new";
  return {
    span: v.span,
    message: `'${v.name}' keeps its first value`,
    hint: "declare it 'const', or change it somewhere",
    ...(isPlain
      ? { fix: { title: "Declare it 'const'", edits: [{ start: node.start, end: node.start, text: "const " }] } }
      : {}),
  };
}

/** In one pass: what nobody has looked at since it was written, by variable. */
function writtenTwice(facts: Facts, updates: readonly Expr[]): readonly Found[] {
  const found: { readonly first: Expr; readonly name: string }[] = [];
  const unseen = new Map<unknown, Expr>();
  for (const next of updates) {
    if (next.kind !== "assign") {
      unseen.clear();
      continue;
    }
    const written = next.op === "=" && next.target.kind === "name" ? baseOf(next.target, facts.tables) : undefined;
    const first = written === undefined ? undefined : unseen.get(written);
    if (first !== undefined && !namesIn(facts, next.value).has(written))
      found.push({ first, name: textOf(facts, next.target) });
    if (hasCall(next)) unseen.clear();
    for (const name of namesIn(facts, next)) unseen.delete(name);
    if (written !== undefined) unseen.set(written, next);
  }
  return found
    .sort((a, b) => a.first.start - b.first.start)
    .map(({ first, name }) => ({ span: first, message: `'${name}' is written again before anything looks at it` }));
}

function hasCall(expr: Expr): boolean {
  return someExpr(expr, (part) => part.kind === "call");
}

function namesIn(facts: Facts, expr: Expr): ReadonlySet<unknown> {
  const found = new Set<unknown>();
  const pending: Expr[] = [expr];
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    if (part.kind === "name") found.add(facts.tables.symbolOf(part));
    if (part.kind === "call") for (const v of reads(facts, part)) found.add(v);
    for (const child of childrenOf(part)) pending.push(child);
  }
  return found;
}

function reads(facts: Facts, { callee }: Extract<Expr, { kind: "call" }>): Iterable<unknown> {
  const f = callee.kind === "name" ? facts.tables.symbolOf(callee) : undefined;
  return f?.kind === "function" ? f.reads : [];
}

function textOf({ text }: Facts, { start, end }: Expr): string {
  return text.slice(start, end);
}
