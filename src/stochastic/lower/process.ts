import type { CheckedEdge, CheckedTemplate } from "../../model/index.ts";
import { type Choice, choicesOf } from "../../network/index.ts";
import { type Expr, printExpr, type Sync as SyncNode } from "../../syntax/index.ts";
import type { Code, Condition } from "../code.ts";
import type { Edge, Location, Outcome, Select, Sync, Way } from "../network.ts";
import { lowerEffect } from "./assign.ts";
import { lowerCondition } from "./condition.ts";
import type { Context } from "./context.ts";
import { all, always, arithmetic, data, not, real, some, toReal } from "./fold.ts";
import { lowerPlace } from "./name.ts";
import { addressOf } from "./place.ts";
import { splitInvariant } from "./rate.ts";
import { Scope } from "./scope.ts";

/** The locations of a process. `edges` are its own, as `lowerEdges` made them. */
export function lowerLocations(template: CheckedTemplate, edges: readonly Edge[], context: Context): Location[] {
  return template.locations.map(({ name, index, node }): Location => {
    const { bounds } = splitInvariant(node.invariant?.value);
    const leaving = [...edges.entries()].filter(([, { source }]) => source === index);
    const rate = lowerRate(node.rate?.value, context);
    return {
      name,
      index,
      urgent: node.urgent,
      committed: node.committed,
      invariant: all(bounds.map((bound) => lowerCondition(bound, context))),
      expiry: some(bounds.map((bound) => lowerCondition(bound, context, false))),
      limit: textOf(bounds),
      ...(rate ? { rate } : {}),
      outputs: leaving.filter(([, { sync }]) => sync?.direction !== "?").map(([k]) => k),
      inputs: leaving.filter(([, { sync }]) => sync?.direction === "?").map(([k]) => k),
      origin: context.origin(node),
    };
  });
}

const texts = new WeakMap<Expr, string>();

/** A conjunction in words. Printed once for all processes of a template. */
function textOf(bounds: readonly Expr[]): string {
  return bounds
    .map((bound) => {
      const text = texts.get(bound) ?? printExpr(bound);
      texts.set(bound, text);
      return text;
    })
    .join(" && ");
}

/** `r`, or `a : b` for the real number a/b. */
function lowerRate(exprs: readonly Expr[] | undefined, context: Context): Code | undefined {
  const [first, second] = exprs ?? [];
  if (first === undefined) return undefined;
  const rate = toReal(context.lower(first));
  return second === undefined ? rate : arithmetic("div", rate, toReal(context.lower(second)), context.origin(first));
}

/** The edges of a process that leave locations; those that leave branch points are their ways. */
export function lowerEdges(template: CheckedTemplate, process: number, firstId: number, context: Context): Edge[] {
  const ways = new Map<number, CheckedEdge[]>();
  for (const edge of template.edges)
    if (edge.fromBranch) ways.set(edge.source, [...(ways.get(edge.source) ?? []), edge]);
  const edges: Edge[] = [];
  for (const edge of template.edges) {
    context.builder.patience();
    if (edge.fromBranch) continue;
    for (const choice of choicesOf(edge.node.sync?.value.channel))
      edges.push(lowerEdge(edge, choice, ways, { id: firstId + edges.length, process }, context));
  }
  return edges;
}

type Ways = ReadonlyMap<number, readonly CheckedEdge[]>;

function lowerEdge(
  edge: CheckedEdge,
  choice: Choice,
  ways: Ways,
  at: { readonly id: number; readonly process: number },
  context: Context,
): Edge {
  const scope = new Scope(context.scope);
  const inner = context.with(scope);
  const selects = lowerSelects(edge, inner, scope);
  const chosen = choice.when.map(({ condition, holds }) =>
    data(holds ? inner.lower(condition) : not(inner.lower(condition))),
  );
  const sync = lowerSync(edge.node.sync?.value, choice.channel, inner);
  return {
    ...at,
    source: edge.source,
    selects,
    guard: all([guardOf(edge, inner), ...chosen]),
    ...(sync ? { sync } : {}),
    update: updatesOf(edge, inner),
    then: lowerOutcome(edge, ways, [], inner),
    origin: context.origin(edge.node),
  };
}

function guardOf({ node }: CheckedEdge, context: Context): Condition {
  return node.guard ? lowerCondition(node.guard.value, context) : always;
}

function updatesOf({ node }: CheckedEdge, context: Context): Code[] {
  return (node.update?.value ?? []).map((update) => lowerEffect(update, context));
}

/** Where an edge leads. A cycle of branch points has no end and is refused. */
function lowerOutcome(edge: CheckedEdge, ways: Ways, above: readonly number[], context: Context): Outcome {
  if (!edge.toBranch) return { kind: "location", location: edge.target };
  const origin = context.origin(edge.node);
  if (above.includes(edge.target)) {
    context.refuse("branch-cycle", "these branch points form a cycle", edge.node);
    return { kind: "branch", ways: [], origin };
  }
  const below = [...above, edge.target];
  return {
    kind: "branch",
    origin,
    ways: (ways.get(edge.target) ?? []).flatMap((way) => lowerWays(way, ways, below, context)),
  };
}

/** The ways that an edge out of a branch point stands for: one for each value of its select, with a weight of its own. */
function lowerWays(way: CheckedEdge, ways: Ways, above: readonly number[], context: Context): Way[] {
  const { node } = way;
  if (node.sync)
    context.refuse(
      "branch-label",
      "statistical model checking allows no synchronisation behind a branch point",
      node.sync,
    );
  return selections(way, context).map((scope) => {
    const inner = context.with(scope);
    return {
      weight: node.probability ? toReal(inner.lower(node.probability.value)) : real(1),
      guard: guardOf(way, inner),
      update: updatesOf(way, inner),
      then: lowerOutcome(way, ways, above, inner),
      origin: context.origin(node),
    };
  });
}

const MOST_WAYS = 10_000;

/** A scope for each combination of values that the selects of an edge may have. */
function selections({ selects }: CheckedEdge, context: Context): Scope[] {
  let scopes = [new Scope(context.scope)];
  for (const variable of selects) {
    const range = context.at(variable.span).shape(variable.type);
    if (!("high" in range)) continue;
    const values = range.high - range.low + 1;
    if (values * scopes.length > MOST_WAYS) {
      context.refuse("range-too-large", `a branch point with more than ${MOST_WAYS} ways`, variable.span);
      return [];
    }
    scopes = scopes.flatMap((scope) =>
      Array.from({ length: values }, (_, k) => {
        const inner = new Scope(scope);
        inner.bindings.set(variable, { value: range.low + k, is: "int" });
        return inner;
      }),
    );
  }
  return scopes;
}

function lowerSelects(edge: CheckedEdge, context: Context, scope: Scope): Select[] {
  return edge.selects.flatMap((variable) => {
    const range = context.at(variable.span).shape(variable.type);
    if (!("high" in range)) return [];
    const place = context.local(range);
    scope.bindings.set(variable, place);
    return [{ name: variable.name, cell: place.base, low: range.low, high: range.high }];
  });
}

function lowerSync(sync: SyncNode | undefined, channel: Expr | undefined, context: Context): Sync | undefined {
  if (!sync || !channel) return undefined;
  const place = lowerPlace(channel, context);
  if (place?.shape.kind !== "chan" || sync.direction === "") {
    context.refuse(
      "not-statistical",
      "statistical model checking needs '!' or '?' behind the name of a channel",
      channel,
    );
    return undefined;
  }
  const { base, terms } = addressOf(place);
  const { broadcast, urgent } = place.shape;
  return { direction: sync.direction, base, terms, broadcast, urgent, origin: context.origin(channel) };
}
