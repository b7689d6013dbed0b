import { assert, last } from "../base/index.ts";
import type { CheckedEdge, CheckedTemplate } from "../model/index.ts";
import type { Expr, Sync } from "../syntax/index.ts";
import { type Choice, choicesOf } from "./choice.ts";
import type { Code } from "./code.ts";
import { lowerGuard, lowerInvariant } from "./constraint.ts";
import type { Context } from "./context.ts";
import { not } from "./fold.ts";
import { lowerEffect } from "./function.ts";
import type { Edge, EdgeSync, Location, Select } from "./network.ts";
import { channelAddress } from "./place.ts";
import { Scope } from "./scope.ts";

/** The locations of a process, as its template has them. */
export function lowerLocations(template: CheckedTemplate, context: Context): Location[] {
  return template.locations.map(({ name, index, node }) => ({
    name,
    index,
    urgent: node.urgent,
    committed: node.committed,
    invariant: lowerInvariant(node.invariant?.value, context),
    labels: [],
    origin: context.origin(node),
  }));
}

/**
 * The edges of a process. An edge into a branch point is joined with each way out of it (M15): one step with the selects,
 * guards and synchronisation of both halves, all evaluated before any update, then the updates of the first and of the
 * second. Weights have no symbolic meaning.
 */
export function lowerEdges(template: CheckedTemplate, process: number, firstId: number, context: Context): Edge[] {
  const branches = new Map<number, CheckedEdge[]>();
  for (const edge of template.edges) {
    if (edge.fromBranch) branches.set(edge.source, [...(branches.get(edge.source) ?? []), edge]);
  }
  const edges: Edge[] = [];
  for (const edge of template.edges) {
    context.builder.patience();
    if (edge.fromBranch) continue;
    for (const path of pathsFrom(edge, branches, template, context)) {
      const sync = syncOf(path, context);
      for (const choice of choicesOf(sync?.channel))
        edges.push(lowerEdge(path, sync, choice, process, firstId + edges.length, context));
    }
  }
  return edges;
}

/** The one synchronisation on the way. A step cannot synchronise twice. */
function syncOf(path: readonly CheckedEdge[], context: Context): Sync | undefined {
  const [first, second] = path.flatMap(({ node }) => (node.sync === undefined ? [] : [node.sync.value]));
  if (second !== undefined)
    context.refuse(
      "branch-synchronisation",
      "an edge to this branch point synchronises already: a transition cannot synchronise twice",
      second,
    );
  return first;
}

/** All ways from an edge through branch points to a location. A cycle of branch points has no end and is refused. */
function pathsFrom(
  first: CheckedEdge,
  branches: ReadonlyMap<number, readonly CheckedEdge[]>,
  template: CheckedTemplate,
  context: Context,
): CheckedEdge[][] {
  const done: CheckedEdge[][] = [];
  const pending: CheckedEdge[][] = [[first]];
  for (let path = pending.pop(); path; path = pending.pop()) {
    const { toBranch, target } = last(path);
    if (!toBranch) {
      done.push(path);
    } else if (path.length > template.branchpoints.length) {
      context.refuse("branch-cycle", "these branch points form a cycle", first.node);
      return [];
    } else {
      for (const next of (branches.get(target) ?? []).toReversed()) pending.push([...path, next]);
    }
  }
  return done;
}

function lowerEdge(
  path: readonly CheckedEdge[],
  sync: Sync | undefined,
  choice: Choice,
  process: number,
  id: number,
  context: Context,
): Edge {
  const [first, ...rest] = path;
  assert(first !== undefined, "a path has an edge");
  const scope = new Scope(context.scope);
  const inner = context.with(scope);
  const selects = named(path.flatMap((edge) => lowerSelects(edge, inner, scope)));
  const update = path.flatMap(({ node }) => lowerUpdates(node.update?.value ?? [], inner));
  const guards = path.map(({ node }) => lowerGuard(node.guard?.value, inner));
  const chosen = choice.when.map(({ condition, holds }) =>
    holds ? inner.value(condition) : not(inner.value(condition)),
  );
  const branches = rest.map(({ node, selects: { length } }) => ({ origin: context.origin(node), selects: length }));
  return {
    id,
    process,
    source: first.source,
    target: last(path).target,
    selects,
    guard: { data: [...guards.flatMap((g) => g.data), ...chosen], clocks: guards.flatMap((g) => g.clocks) },
    ...lowerSync(sync, choice.channel, inner),
    update,
    controllable: first.node.controllable,
    origin: context.origin(first.node),
    ...(branches.length > 0 ? { branches } : {}),
  };
}

/** Both halves of an edge may select an `i`; the second is called `i#2`, so that a trace can tell them apart. */
function named(selects: readonly Select[]): Select[] {
  return selects.map((select, k) => {
    const same = selects.slice(0, k).filter(({ name }) => name === select.name).length;
    return same === 0 ? select : { ...select, name: `${select.name}#${same + 1}` };
  });
}

function lowerSelects(edge: CheckedEdge, context: Context, scope: Scope): Select[] {
  return edge.selects.flatMap((variable) => {
    const range = context.at(variable.span).shape(variable.type);
    if (range.kind !== "int" && range.kind !== "scalar") return [];
    const place = context.local(range);
    scope.bindings.set(variable, place);
    return [{ name: variable.name, cell: place.base.cells, low: range.low, high: range.high }];
  });
}

export function lowerUpdates(updates: readonly Expr[], context: Context): Code[] {
  return updates.map((update) => lowerEffect(update, context)).filter((code) => code.op !== "const");
}

function lowerSync(sync: Sync | undefined, channel: Expr | undefined, context: Context): { sync?: EdgeSync } {
  if (!sync || !channel) return {};
  const { direction } = sync;
  const place = context.place(channel);
  if (!place || place.shape.kind !== "chan") {
    context.refuse("not-symbolic", "this synchronisation does not name a channel", channel);
    return {};
  }
  // Of equals over a plain channel two go together; who of equals would send a broadcast is not said.
  if (direction === "" && place.shape.broadcast)
    context.refuse("not-symbolic", "a broadcast needs '!' or '?'", channel);
  return { sync: { kind: "channel", direction, channel: channelAddress(place), origin: context.origin(channel) } };
}
