import type { Type, Variable } from "../../model/index.ts";
import { type Block, type Declaration, type Expr, type Statement, someExpr } from "../../syntax/index.ts";
import { clockComparisons, conjuncts, isComparison, partsOf } from "../condition.ts";
import type { Facts } from "../facts.ts";
import type { Found, Rule } from "../rule.ts";

/** Conditions that decide nothing, and expressions that mean something else than they look like. */
export const conditionRules: readonly Rule[] = [
  {
    id: "guard-always-true",
    severity: "note",
    kind: "tree",
    title: "a part of a guard that always holds",
    explanation:
      "The range of the variable decides it: a bound is wrong, or the part can go. Ranges and bounds that are constants with names count for nothing: they may be others tomorrow.",
    wrong: "int[0,5] n; process P() { state S; init S; trans S -> S { guard «n <= 5»; assign n = 5 - n; }; } system P;",
    right: "int[0,5] n; process P() { state S; init S; trans S -> S { guard n < 5; assign n = 5 - n; }; } system P;",
    check: (facts) => decided(facts, true, "this always holds"),
  },
  {
    id: "guard-never-true",
    severity: "warning",
    kind: "tree",
    title: "a part of a guard that never holds",
    explanation: "The range of the variable decides it: the edge is never taken.",
    wrong: "int[0,5] n; process P() { state S; init S; trans S -> S { guard «n > 5»; assign n = 5 - n; }; } system P;",
    right: "int[0,5] n; process P() { state S; init S; trans S -> S { guard n > 4; assign n = 5 - n; }; } system P;",
    check: (facts) => decided(facts, false, "this never holds"),
  },
  {
    id: "chained-comparison",
    severity: "error",
    kind: "tree",
    title: "a comparison of a comparison",
    explanation: "'0 < n < 5' compares the truth of '0 < n', which is 0 or 1, with 5. Write '0 < n && n < 5'.",
    wrong: "int n; process P() { state S; init S; trans S -> S { guard «0 < n < 5»; assign n++; }; } system P;",
    right: "int n; process P() { state S; init S; trans S -> S { guard 0 < n && n < 5; assign n++; }; } system P;",
    *check({ sites }) {
      for (const { expr } of sites)
        for (const part of partsOf(expr))
          if (part.kind === "binary" && isOrder(part.op) && part.left.kind === "binary" && isOrder(part.left.op))
            yield {
              span: part,
              message: "this compares the truth of a comparison, which is 0 or 1",
              hint: "join two comparisons with '&&'",
            };
    },
  },
  {
    id: "same-operands",
    severity: "warning",
    kind: "tree",
    title: "an operator with the same on both sides",
    explanation: "'a == a', 'a && a', 'a - a' are known without looking: one of the two sides is wrong.",
    wrong:
      "int n, m; process P() { state S; init S; trans S -> S { guard «n == n»; assign m = 1 - m, n = m; }; } system P;",
    right:
      "int n, m; process P() { state S; init S; trans S -> S { guard n == m; assign m = 1 - m, n = m; }; } system P;",
    *check(facts) {
      for (const { expr, role } of facts.sites) {
        if (role === "type" || role === "query") continue;
        for (const part of partsOf(expr))
          if (
            part.kind === "binary" &&
            repeats.has(part.op) &&
            part.left.kind !== "int" &&
            isAlike(part.left, part.right) &&
            isPure(part.left) &&
            sameText(facts, part.left, part.right)
          )
            yield { span: part, message: `both sides of '${part.op}' are the same` };
      }
    },
  },
  {
    id: "meta-decides",
    severity: "warning",
    kind: "tree",
    title: "a guard or invariant that looks at a meta variable",
    explanation:
      "Meta variables do not tell states apart: of two states that differ in one only, one is dropped, and with it what would follow. Only what is set and used within one transition may be meta.",
    wrong:
      "meta int m; process P() { state S, T; init S; trans S -> T { guard «m» == 0; }, T -> S { assign m = 1; }; } system P;",
    right:
      "int m; process P() { state S, T; init S; trans S -> T { guard m == 0; }, T -> S { assign m = 1; }; } system P;",
    *check({ variables, uses, model }) {
      for (const v of variables) {
        if (!v.meta || v.constant || !model.changed.has(v)) continue;
        const [use] = uses.readIn(v, "guard", "invariant");
        if (use !== undefined)
          yield { span: use.expr, message: `'${v.name}' is meta: states do not remember its value` };
      }
    },
  },
  {
    id: "unreachable-statement",
    severity: "warning",
    kind: "tree",
    title: "a statement behind a return",
    explanation: "It is never run.",
    wrong:
      "int f(int i) { return i; «i++;» return 0; } process P() { state S; init S; trans S -> S { guard f(1) > 0; }; } system P;",
    right:
      "int f(int i) { i++; return i; } process P() { state S; init S; trans S -> S { guard f(1) > 0; }; } system P;",
    *check({ model: { tree } }) {
      const all: readonly Declaration[] = [
        ...tree.declarations,
        ...tree.systemDeclarations,
        ...tree.templates.flatMap((template) => template.declarations),
      ];
      for (const node of all) if (node.kind === "function") yield* behindReturn(node.body);
    },
  },
];

function isOrder(op: string): boolean {
  return op === "<" || op === "<=" || op === ">" || op === ">=";
}

const repeats: ReadonlySet<string> = new Set(["==", "!=", "<", "<=", ">", ">=", "&&", "||", "-", "/", "%", "imply"]);

function isPure(expr: Expr): boolean {
  for (const part of partsOf(expr))
    if (part.kind === "call" || part.kind === "assign" || part.kind === "step") return false;
  return true;
}

/** What is not, is not the same; all but the last side of a long chain is left here, and not looked at as a whole each time. */
function isAlike(a: Expr, b: Expr): boolean {
  return a.kind === b.kind && (a.kind !== "binary" || b.kind !== "binary" || a.op === b.op);
}

function sameText({ text }: Facts, a: Expr, b: Expr): boolean {
  const of = ({ start, end }: Expr): string => text.slice(start, end).replace(/\s/g, "");
  return of(a) === of(b);
}

function* decided(facts: Facts, wanted: boolean, message: string): Generator<Found> {
  for (const { edges } of facts.model.templates)
    for (const { node } of edges) {
      if (node.guard === undefined) continue;
      for (const part of conjuncts(node.guard.value))
        if (truthOf(facts, part) === wanted) yield { span: part, message };
    }
}

/** What a condition always is, if the types of its variables decide it. The words 'true' and 'false' are meant. */
function truthOf(facts: Facts, expr: Expr): boolean | undefined {
  if (expr.kind === "bool" || expr.kind === "int" || expr.kind !== "binary") return undefined;
  const [clock] = clockComparisons(expr, facts.tables);
  if (clock !== undefined) {
    const bound = isWritten(clock.bound) && facts.isSteady(clock.clock) ? facts.constant(clock.bound) : undefined;
    if (bound === undefined) return undefined;
    if (clock.op === ">=" && bound <= 0) return true;
    return (clock.op === "<" && bound <= 0) || ((clock.op === "<=" || clock.op === "==") && bound < 0)
      ? false
      : undefined;
  }
  if (!isComparison(expr.op)) return undefined;
  const [a, b] = [rangeOf(facts, expr.left), rangeOf(facts, expr.right)];
  // A comparison of two constants is a switch that its author set.
  if (a === undefined || b === undefined || (a.isConstant && b.isConstant)) return undefined;
  return compared(expr.op, a, b);
}

/** Whether a number stands there, and none that a constant has today and another tomorrow. */
function isWritten(expr: Expr): boolean {
  return !someExpr(expr, ({ kind }) => kind !== "int" && kind !== "unary");
}

interface Range {
  readonly low: number;
  readonly high: number;
  readonly isConstant: boolean;
}

function rangeOf(facts: Facts, expr: Expr): Range | undefined {
  const value = isWritten(expr) ? facts.constant(expr) : undefined;
  if (value !== undefined) return { low: value, high: value, isConstant: true };
  const type = facts.tables.typeOf(expr);
  const isStored = expr.kind === "name" || expr.kind === "index" || expr.kind === "member";
  const base = expr.kind === "name" ? facts.tables.symbolOf(expr) : undefined;
  // A parameter has one value in each process: a guard that holds for all of them may be there for others.
  if (!isStored || type?.kind !== "int" || (base?.kind === "variable" && !isState(base))) return undefined;
  return widthOf(type);
}

function isState({ role, constant }: Variable): boolean {
  return (role === "global" || role === "template") && !constant;
}

function widthOf(type: Extract<Type, { kind: "int" }>): Range | undefined {
  const ends = [type.low, type.high].map((end) =>
    end?.expr === undefined || isWritten(end.expr) ? end?.value : undefined,
  );
  const [low, high] = ends;
  return low === undefined || high === undefined ? undefined : { low, high, isConstant: false };
}

function compared(op: string, a: Range, b: Range): boolean | undefined {
  switch (op) {
    case "<":
      return a.high < b.low ? true : a.low >= b.high ? false : undefined;
    case "<=":
      return a.high <= b.low ? true : a.low > b.high ? false : undefined;
    case ">":
      return compared("<", b, a);
    case ">=":
      return compared("<=", b, a);
    case "==":
      return a.high < b.low || b.high < a.low ? false : undefined;
    case "!=":
      return a.high < b.low || b.high < a.low ? true : undefined;
    default:
      return undefined;
  }
}

function* behindReturn({ statements }: Block): Generator<Found> {
  const at = statements.findIndex(({ kind }) => kind === "return");
  const next = at < 0 ? undefined : statements.slice(at + 1).find(({ kind }) => kind !== "empty");
  if (next !== undefined) yield { span: next, message: "this is never run: the function has returned" };
  for (const statement of statements) yield* inside(statement);
}

function* inside(node: Statement): Generator<Found> {
  if (node.kind === "block") yield* behindReturn(node);
  else if (node.kind === "if") {
    yield* inside(node.yes);
    if (node.no !== undefined) yield* inside(node.no);
  } else if ("body" in node) yield* inside(node.body);
}
