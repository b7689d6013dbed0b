import type { Variable } from "../../model/index.ts";
import type { Expr } from "../../syntax/index.ts";
import type { Facts } from "../facts.ts";
import type { Rule } from "../rule.ts";
import { baseOf } from "../uses.ts";

/** What makes state spaces large, or ends in a range error, although the model looks small. */
const MANY = 1000;

export const sizeRules: readonly Rule[] = [
  {
    id: "huge-select",
    severity: "warning",
    kind: "tree",
    title: "a select over more than 1000 values",
    explanation:
      "Every value is an edge of its own, tried in every state. Choose among fewer, or keep the choice symbolic with a clock.",
    wrong:
      "int n; process P() { state S; init S; trans S -> S { select «i : int[0,5000]»; guard n == 0; assign n = i; }; } system P;",
    right:
      "int n; process P() { state S; init S; trans S -> S { select i : int[0,5]; guard n == 0; assign n = i; }; } system P;",
    *check({ model }) {
      for (const { edges } of model.templates)
        for (const { node, selects } of edges) {
          const values = selects.map(countOf).reduce((a, b) => a * b, 1);
          const [first, ...rest] = node.select?.value ?? [];
          if (values > MANY && first !== undefined)
            yield {
              span: { start: first.start, end: (rest.at(-1) ?? first).end },
              message: `this selects among ${values} values in every state`,
            };
        }
    },
  },
  {
    id: "counter-without-bound",
    severity: "warning",
    kind: "tree",
    title: "a counter that only grows and that no guard looks at",
    explanation:
      "It is counted up on a cycle, never set back and never compared: the search runs through all of its values, and ends with a range error.",
    wrong: "int «n»; process P() { state S; init S; trans S -> S { assign n++; }; } system P;",
    right: "int[0,9] n; process P() { state S; init S; trans S -> S { guard n < 9; assign n++; }; } system P;",
    *check(facts) {
      // Runs of a statistical query end before it matters.
      if (!facts.model.features.symbolic) return;
      for (const v of facts.variables)
        if (v.type.kind === "int" && !v.meta && v.role !== "parameter" && isRunaway(facts, v))
          yield { span: v.span, message: `'${v.name}' is counted on a cycle, and nothing ends it` };
    },
  },
];

function countOf({ type }: Variable): number {
  if (type.kind !== "int") return 1;
  const [low, high] = [type.low?.value, type.high?.value];
  return low === undefined || high === undefined ? 1 : Math.max(1, high - low + 1);
}

/** Every write counts one way, on an edge that lies on a cycle, and no condition reads it. */
function isRunaway(facts: Facts, v: Variable): boolean {
  const writes = facts.uses.writes.get(v) ?? [];
  const [first] = writes;
  if (first === undefined || !writes.every(({ expr, site }) => site.role === "update" && wayOf(facts, expr) !== 0))
    return false;
  if (new Set(writes.map(({ expr }) => wayOf(facts, expr))).size !== 1) return false;
  const looks = (facts.uses.reads.get(v) ?? []).some(
    ({ site }) => site.role !== "query" && !writes.some((w) => w.site === site),
  );
  if (looks) return false;
  return facts.model.templates.some((template) =>
    facts
      .graph(template)
      .arcs.some(
        (arc) =>
          arc.parts.some(({ node }) => node.guard === undefined && writes.some((w) => w.site.edge === node)) &&
          facts.graph(template).isOnCycle(arc),
      ),
  );
}

/** 1 for what counts up, -1 for down, 0 for anything else. */
function wayOf(facts: Facts, expr: Expr): number {
  if (expr.kind === "step") return expr.op === "++" ? 1 : -1;
  if (expr.kind !== "assign") return 0;
  const by = (value: Expr): number => Math.sign(facts.constant(value) ?? 0);
  if (expr.op === "+=") return by(expr.value);
  if (expr.op === "-=") return -by(expr.value);
  const { value, target } = expr;
  if (expr.op !== "=" || value.kind !== "binary" || (value.op !== "+" && value.op !== "-")) return 0;
  const base = baseOf(target, facts.tables);
  if (base === undefined || target.kind !== "name") return 0;
  if (value.left.kind === "name" && facts.tables.symbolOf(value.left) === base)
    return value.op === "+" ? by(value.right) : -by(value.right);
  return 0;
}
