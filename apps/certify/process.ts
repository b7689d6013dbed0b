/**
 * The locations and edges of a process (docs/semantics.md 1.5, 1.6). An edge into a branch point and a way out of it are one
 * edge, with the selections, guards and updates of both; weights have no meaning.
 */
import type { CheckedEdge, CheckedTemplate, Type } from "../../src/model/index.ts";
import { type Expr, someExpr } from "../../src/syntax/index.ts";
import { type Condition, condition } from "./constraint.ts";
import { address, rangeOf, type Value, value } from "./expression.ts";
import { Unsupported } from "./outcome.ts";
import { type Context, type Named, Scope, within } from "./scope.ts";

export interface Location {
  readonly name: string;
  readonly urgent: boolean;
  readonly committed: boolean;
  readonly invariant: Condition;
  readonly edges: readonly Edge[];
}

export interface Edge {
  readonly process: number;
  readonly target: number;
  readonly selects: readonly { readonly at: number; readonly low: Value; readonly high: Value }[];
  readonly guards: readonly Condition[];
  /** The number of the channel; absent for an internal edge. */
  readonly channel?: Value;
  readonly direction?: "!" | "?" | "";
  /** Whether its guard also forbids: it receives from a broadcast, or its channel is urgent. */
  readonly forbids?: boolean;
  /** The channel, where it is always the same. */
  readonly fixed?: number;
  readonly updates: readonly Value[];
  readonly isCommitted: boolean;
}

export function locationsOf({ template, index }: Named, context: Context): readonly Location[] {
  const edges = waysOf(template);
  return template.locations.map(({ name, index: at, node }) => ({
    name,
    urgent: node.urgent,
    committed: node.committed,
    invariant: condition(node.invariant?.value, context),
    edges: edges.filter(([first]) => first!.source === at).map((path) => edgeOf(path, index, node.committed, context)),
  }));
}

/** All edges, those through branch points as the ways that they are. */
export function waysOf(template: CheckedTemplate): readonly (readonly CheckedEdge[])[] {
  return template.edges.filter((edge) => !edge.fromBranch).flatMap((edge) => ways([edge], template));
}

/** All ways from an edge through branch points to a location. */
function ways(path: readonly CheckedEdge[], template: CheckedTemplate): (readonly CheckedEdge[])[] {
  const last = path.at(-1)!;
  if (!last.toBranch) return [path];
  if (path.length > template.branchpoints.length) throw new Unsupported("a cycle of branch points");
  const next = template.edges.filter((edge) => edge.fromBranch && edge.source === last.target);
  return next.flatMap((edge) => ways([...path, edge], template));
}

function edgeOf(path: readonly CheckedEdge[], process: number, isCommitted: boolean, outer: Context): Edge {
  const scope = new Scope(outer.scope);
  const context = within(outer, scope);
  const selects = path.flatMap(({ selects: list }) =>
    list.map((variable) => {
      const at = context.memory.reserve(1);
      scope.set(variable, { at, isReference: false, shape: { kind: "int", low: 0, high: 0, size: 1 } });
      return { at, ...rangeOf(variable.type, outer) };
    }),
  );
  const guards = path.map(({ node }) => condition(node.guard?.value, context));
  const updates = path.flatMap(({ node }) => (node.update?.value ?? []).map((e) => value(e, context)));
  const [sync, second] = path.flatMap(({ node }) => (node.sync === undefined ? [] : [node.sync.value]));
  if (second !== undefined) throw new Unsupported("two synchronisations on the way through a branch point");
  const common = { process, target: path.at(-1)!.target, selects, guards, updates, isCommitted };
  if (sync === undefined) return common;
  const at = address(sync.channel, context);
  const { memory } = context;
  const channel = (): number => memory.cells[at()]!;
  const fixed = isFixed(sync.channel, context) ? { fixed: channel() } : {};
  const types = channelTypes(sync.channel, context);
  if (sync.direction === "" && types.some((t) => t?.kind === "chan" && t.broadcast))
    throw new Unsupported("a broadcast without '!' or '?'");
  const forbids = types.some((t) => t?.kind === "chan" && (t.urgent || (t.broadcast && sync.direction === "?")));
  return { ...common, channel, direction: sync.direction, forbids, ...fixed };
}

/** Whether a channel is the same in every state: its indices are constants. */
function isFixed(channel: Expr, context: Context): boolean {
  if (channel.kind === "name") return true;
  if (channel.kind === "member") return isFixed(channel.object, context);
  if (channel.kind !== "index" || !isFixed(channel.array, context)) return false;
  return !someExpr(channel.index, (part) => {
    if (part.kind !== "name") return part.kind === "call";
    const symbol = context.tables.symbolOf(part);
    if (symbol?.kind !== "variable" || symbol.role === "binder") return true;
    return !symbol.constant && symbol.role !== "builtin";
  });
}

/** The types of the channels that may be meant: `(p ? a : b)!` has two. */
function channelTypes(channel: Expr, context: Context): readonly (Type | undefined)[] {
  if (channel.kind !== "conditional") return [context.tables.typeOf(channel)];
  return [channel.yes, channel.no].flatMap((part) => channelTypes(part, context));
}
