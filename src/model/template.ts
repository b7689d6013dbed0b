import type { Span } from "../base/index.ts";
import type { Location, Template } from "../syntax/index.ts";
import { checkBranches } from "./branch.ts";
import type { Context } from "./context.ts";
import { checkDeclaration, declareParameters } from "./declaration.ts";
import { checkInvariant, checkLabels, checkRate, checkSelects, type Traits } from "./label.ts";
import type { CheckedEdge, CheckedTemplate, Func, LocationSymbol, Variable } from "./model.ts";
import { Scope } from "./scope.ts";
import { warnBlockedStart } from "./start.ts";
import { define } from "./variable.ts";

/** A checked template with what only checking needs to know of it. */
interface TemplateResult {
  readonly template: CheckedTemplate;
  readonly scope: Scope;
  readonly restricted: ReadonlySet<Variable>;
}

/**
 * One template: parameters, declarations, locations and edges, in that order, all in one scope (S17). Edges that lead
 * nowhere are reported and left out.
 */
export function checkTemplate(ctx: Context, node: Template, format: "xml" | "xta", traits: Traits): TemplateResult {
  const scope = new Scope(ctx.scope);
  const dynamic = ctx.dynamics.has(node.name.name);
  const state = { scope, dynamic, restricted: new Set<Variable>() };
  const parameters = ctx.inScope(scope, () => declareParameters(ctx, node.parameters, "parameter"));
  const variables: Variable[] = [];
  const functions: Func[] = [];
  const locations: LocationSymbol[] = [];
  const edges: CheckedEdge[] = [];
  const { start, end } = node.name;
  const template: CheckedTemplate & { initial: number } = {
    kind: "template",
    name: node.name.name,
    node,
    dynamic,
    parameters,
    variables,
    functions,
    locations,
    branchpoints: node.branchpoints,
    initial: -1,
    edges,
    span: { start, end },
  };
  // The name of a template is known inside it, though it is of no use there.
  define(ctx, node.name, template);
  ctx.template = state;
  ctx.inScope(scope, () => {
    for (const declaration of node.declarations)
      checkDeclaration(ctx, declaration, "template", { variables, functions });
    for (const location of node.locations) locations.push(checkLocation(ctx, location, locations.length, traits));
    for (const branchpoint of node.branchpoints) checkBranchpointName(ctx, branchpoint, locations);
    const places = placesOf(node);
    template.initial = initialOf(ctx, node, places, locations, format);
    warnBlockedStart(ctx, template);
    checkEdges(ctx, node, places, { locations, edges, format }, traits);
    if (node.branchpoints.length > 0) checkBranches(ctx, edges, traits);
  });
  ctx.template = undefined;
  return { template, scope, restricted: state.restricted };
}

function checkLocation(ctx: Context, node: Location, index: number, traits: Traits): LocationSymbol {
  if (node.invariant !== undefined) checkInvariant(ctx, node.invariant.value, traits);
  if (node.rate !== undefined) checkRate(ctx, node.rate.value);
  const span: Span = node.name ?? node;
  const symbol: LocationSymbol = {
    kind: "location",
    name: node.name?.name ?? `_${node.id}`,
    index,
    node,
    span: { start: span.start, end: span.end },
  };
  if (node.name !== undefined) define(ctx, node.name, symbol);
  else if (ctx.scope.own(symbol.name) === undefined) ctx.scope.set(symbol.name, symbol);
  else
    ctx.error("duplicate-definition", node, `'${symbol.name}', the name of this unnamed location, is already declared`);
  if (node.urgent && node.committed) {
    ctx.error("urgent-and-committed", span, "a location cannot be both urgent and committed");
  }
  if (symbol.name === "__RESET__")
    ctx.warn("deprecated-reset", span, "the location name '__RESET__' has lost its meaning");
  return symbol;
}

/** Branch points share the name space but denote nothing in expressions. */
function checkBranchpointName(
  ctx: Context,
  node: Template["branchpoints"][number],
  locations: readonly LocationSymbol[],
): void {
  const name = node.name?.name ?? `_${node.id}`;
  const other = ctx.scope.own(name);
  if (other !== undefined && (other.kind !== "location" || locations.includes(other))) {
    ctx.error("duplicate-definition", node.name ?? node, `'${name}' is already declared`);
  }
}

interface Place {
  readonly index: number;
  readonly branch: boolean;
}

/** Ids of locations and branch points; of two with the same id the first counts. */
function placesOf(node: Template): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>();
  node.locations.forEach(({ id }, index) => {
    if (!places.has(id)) places.set(id, { index, branch: false });
  });
  node.branchpoints.forEach(({ id }, index) => {
    if (!places.has(id)) places.set(id, { index, branch: true });
  });
  return places;
}

function placed(place: Place | undefined, locations: readonly LocationSymbol[]): LocationSymbol | undefined {
  return place === undefined || place.branch ? undefined : locations[place.index];
}

function initialOf(
  ctx: Context,
  node: Template,
  places: ReadonlyMap<string, Place>,
  locations: readonly LocationSymbol[],
  format: "xml" | "xta",
): number {
  if (node.initial === undefined) return -1;
  const place = places.get(node.initial.name);
  const location = placed(place, locations);
  if (location !== undefined) {
    ctx.symbols.set(node.initial, location);
    return location.index;
  }
  if (place !== undefined) ctx.error("location-expected", node.initial, "a branch point cannot be initial");
  else if (node.initial.name !== "") {
    ctx.error(
      format === "xml" ? "missing-reference" : "location-expected",
      node.initial,
      `there is no location '${node.initial.name}'`,
    );
  }
  return -1;
}

interface Sink {
  readonly locations: readonly LocationSymbol[];
  readonly edges: CheckedEdge[];
  readonly format: "xml" | "xta";
}

function checkEdges(
  ctx: Context,
  node: Template,
  places: ReadonlyMap<string, Place>,
  sink: Sink,
  traits: Traits,
): void {
  for (const edge of node.edges) {
    ctx.options.patience?.();
    const source = places.get(edge.source.name);
    const target = places.get(edge.target.name);
    if (source === undefined && edge.source.name !== "") {
      ctx.error(
        sink.format === "xml" ? "missing-reference" : "no-such-source",
        edge.source,
        `there is no location or branch point '${edge.source.name}'`,
      );
    } else if (target === undefined && edge.target.name !== "") {
      ctx.error(
        sink.format === "xml" ? "missing-reference" : "no-such-target",
        edge.target,
        `there is no location or branch point '${edge.target.name}'`,
      );
    }
    const from = placed(source, sink.locations);
    const to = placed(target, sink.locations);
    if (from !== undefined) ctx.symbols.set(edge.source, from);
    if (to !== undefined) ctx.symbols.set(edge.target, to);
    const outer = ctx.scope;
    if (edge.select !== undefined) ctx.scope = new Scope(outer);
    const selects = edge.select === undefined ? none : checkSelects(ctx, edge);
    checkLabels(ctx, edge, target?.branch ?? false, traits);
    ctx.scope = outer;
    if (source === undefined || target === undefined) continue;
    sink.edges.push({
      node: edge,
      source: source.index,
      target: target.index,
      fromBranch: source.branch,
      toBranch: target.branch,
      selects,
    });
  }
}
const none: readonly Variable[] = [];
