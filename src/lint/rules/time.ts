import type { CheckedEdge, CheckedTemplate } from "../../model/index.ts";
import { type ClockComparison, clockComparisons, isLower, isUpper } from "../condition.ts";
import type { Facts } from "../facts.ts";
import type { Found, Rule } from "../rule.ts";
import { baseOf } from "../uses.ts";

/** Clock conditions that fit badly together: an edge, the location it leaves, and the one it comes to. */
export const timeRules: readonly Rule[] = [
  {
    id: "entry-contradiction",
    severity: "warning",
    kind: "tree",
    title: "an edge whose guard excludes the invariant of the location it comes to",
    explanation:
      "The clock is not reset on the edge, and must be larger for the guard than the invariant allows: the edge is never taken.",
    wrong: "clock x; process P() { state S, T { x <= 3 }; init S; trans S -> T { guard «x >= 5»; }; } system P;",
    right:
      "clock x; process P() { state S, T { x <= 3 }; init S; trans S -> T { guard x >= 5; assign x = 0; }; } system P;",
    check: (facts) => eachEdge(facts, entryContradiction),
  },
  {
    id: "late-guard",
    severity: "warning",
    kind: "tree",
    title: "an edge whose guard excludes the invariant of the location it leaves",
    explanation:
      "The location must be left before the clock is as large as the guard demands: the edge is never taken.",
    wrong: "clock x; process P() { state S { x <= 3 }, T; init S; trans S -> T { guard «x >= 5»; }; } system P;",
    right: "clock x; process P() { state S { x <= 5 }, T; init S; trans S -> T { guard x >= 5; }; } system P;",
    check: (facts) => eachEdge(facts, lateGuard),
  },
  {
    id: "missed-moment",
    severity: "note",
    kind: "tree",
    title: "an edge that asks for one moment, out of a location that may be stayed in beyond it",
    explanation:
      "Nothing makes the edge be taken when its clock has the value: a run may let the moment pass, and never take it. An invariant would force it.",
    wrong: "clock x; process P() { state S, T; init S; trans S -> T { guard «x == 5»; }; } system P;",
    right: "clock x; process P() { state S { x <= 5 }, T; init S; trans S -> T { guard x == 5; }; } system P;",
    check: (facts) => eachEdge(facts, missedMoment),
  },
  {
    id: "empty-guard",
    severity: "warning",
    kind: "tree",
    title: "a guard whose bounds on a clock exclude each other",
    explanation: "No value of the clock satisfies both: the edge is never taken.",
    wrong: "clock x; process P() { state S, T; init S; trans S -> T { guard «x > 5 && x < 3»; }; } system P;",
    right: "clock x; process P() { state S, T; init S; trans S -> T { guard x > 3 && x < 5; }; } system P;",
    check: (facts) =>
      eachEdge(facts, function* (_, { node }) {
        if (node.guard === undefined) return;
        const all = clockComparisons(node.guard.value, facts.tables);
        const uppers = all.filter(({ op }) => isUpper(op));
        if (all.some((a) => uppers.some((b) => excludes(facts, a, b))))
          yield { span: node.guard.value, message: "no value of the clock satisfies this guard" };
      }),
  },
];

function* eachEdge(
  facts: Facts,
  look: (template: CheckedTemplate, edge: CheckedEdge, facts: Facts) => Iterable<Found>,
): Generator<Found> {
  for (const template of facts.model.templates) for (const edge of template.edges) yield* look(template, edge, facts);
}

/** A lower bound that excludes an upper one of the same clock. */
function excludes(facts: Facts, a: ClockComparison, b: ClockComparison): boolean {
  if (a.clock !== b.clock || a.clock.type.kind !== "clock" || !isLower(a.op) || !isUpper(b.op)) return false;
  const [low, high] = [facts.constant(a.bound), facts.constant(b.bound)];
  if (low === undefined || high === undefined) return false;
  return low > high || (low === high && (a.op === ">" || b.op === "<"));
}

function boundsOf(
  facts: Facts,
  node: { readonly value: Parameters<typeof clockComparisons>[0] } | undefined,
): readonly ClockComparison[] {
  return node === undefined ? [] : clockComparisons(node.value, facts.tables);
}

function* entryContradiction(
  template: CheckedTemplate,
  { node, target, toBranch }: CheckedEdge,
  facts: Facts,
): Generator<Found> {
  const updates = node.update?.value ?? [];
  // What a function resets is not looked into.
  if (toBranch || updates.some(({ kind }) => kind !== "assign" && kind !== "step")) return;
  const reset = new Set(updates.map((update) => baseOf(update, facts.tables)));
  const invariant = boundsOf(facts, template.locations[target]?.node.invariant);
  for (const bound of boundsOf(facts, node.guard))
    if (!reset.has(bound.clock) && invariant.some((other) => excludes(facts, bound, other)))
      yield {
        span: bound.expr,
        message: `the invariant of the next location does not allow this, and '${bound.clock.name}' is not reset`,
      };
}

function* lateGuard(
  template: CheckedTemplate,
  { node, source, fromBranch }: CheckedEdge,
  facts: Facts,
): Generator<Found> {
  if (fromBranch) return;
  const invariant = boundsOf(facts, template.locations[source]?.node.invariant);
  for (const bound of boundsOf(facts, node.guard))
    if (invariant.some((other) => excludes(facts, bound, other)))
      yield { span: bound.expr, message: "the invariant of the location that is left does not allow this" };
}

function* missedMoment(
  template: CheckedTemplate,
  { node, source, fromBranch }: CheckedEdge,
  facts: Facts,
): Generator<Found> {
  const from = template.locations[source]?.node;
  if (fromBranch || from === undefined || from.urgent || from.committed) return;
  const ends = boundsOf(facts, from.invariant).filter(({ op }) => isUpper(op));
  for (const { op, clock, bound, expr } of boundsOf(facts, node.guard)) {
    if (op !== "==" || node.sync !== undefined || facts.constant(bound) === 0) continue;
    // Where something else may leave the location earlier or later, the moment is one of several ways.
    const others = template.edges.filter((edge) => !edge.fromBranch && edge.source === source);
    if (others.length === 1 && !ends.some((end) => end.clock === clock))
      yield { span: expr, message: "nothing makes this edge be taken at that moment, and there is no other way out" };
  }
}
