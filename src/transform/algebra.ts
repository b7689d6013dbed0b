/**
 * The algebra of templates (Bourke and Sowmya 2007, section 4): operations that take a template and give a template.
 * Actions are named as on edges: `c`, `c!`, `c?`, and one element of an array as `c[1]?`; which edges have them,
 * `actions.ts` decides. Whatever would leave a template without its initial location is a fault told in words, never a
 * template that is broken.
 */
import { nowhere, wants } from "../base/index.ts";
import type { CheckedTemplate, Model } from "../model/index.ts";
import {
  build,
  type Edge,
  type Expr,
  type Label,
  type Location,
  type Name,
  printExpr,
  type Sync,
  someExpr,
  type Template,
} from "../syntax/index.ts";
import { type Action, type ActionName, Actions, AlgebraError, type Part } from "./actions.ts";
import { indexed } from "./test-parts.ts";

/** Removes edges with these actions, then what cannot be reached any more. */
export function restrict(model: Model, template: CheckedTemplate, names: readonly ActionName[]): Template {
  wants("restrict", model, "model");
  wants("restrict", template, "object");
  wants("restrict", names, "list");
  const actions = new Actions(model, template);
  const gone = names.map((name) => actions.resolve(name));
  const edges = template.node.edges.flatMap((e) => actions.partsOf(e, gone).left ?? []);
  return prune({ ...template.node, edges });
}

/** Removes locations with their edges, then what cannot be reached any more. */
export function dropLocations(template: Template, names: readonly string[]): Template {
  wants("dropLocations", template, "template");
  wants("dropLocations", names, "list");
  const gone = new Set(names.map((n) => find(template, n).id));
  if (template.initial !== undefined && gone.has(template.initial.name))
    throw new AlgebraError("the initial location cannot be dropped: set another one first");
  return prune({
    ...template,
    locations: template.locations.filter((l) => !gone.has(l.id)),
    edges: template.edges.filter((e) => !gone.has(e.source.name) && !gone.has(e.target.name)),
  });
}

/** Redirects all edges of one location to another and removes it. */
export function conflate(template: Template, merges: ReadonlyMap<string, string>): Template {
  wants("conflate", template, "template");
  wants("conflate", merges, "map");
  const to = new Map<string, string>();
  for (const [from, into] of merges) to.set(find(template, from).id, find(template, into).id);
  const final = (id: string, steps = 0): string => {
    const next = to.get(id);
    if (steps > to.size) throw new AlgebraError("the locations to be merged form a cycle");
    return next === undefined || next === id ? id : final(next, steps + 1);
  };
  const redirect = (n: Name): Name => (final(n.name) === n.name ? n : build.name(final(n.name)));
  return {
    ...template,
    locations: template.locations.filter((l) => final(l.id) === l.id),
    edges: template.edges.map((e) => ({ ...e, source: redirect(e.source), target: redirect(e.target) })),
    ...(template.initial === undefined ? {} : { initial: redirect(template.initial) }),
  };
}

/** Renames locations, all at once: `a -> b, b -> a` exchanges two names. */
export function renameLocations(template: Template, names: ReadonlyMap<string, string>): Template {
  wants("renameLocations", template, "template");
  wants("renameLocations", names, "map");
  for (const name of names.keys()) find(template, name);
  const spoken = namesIn(template);
  for (const name of [...names.keys(), ...names.values()])
    if (spoken.has(name))
      throw new AlgebraError(
        `${name} is used in an expression of ${template.name.name}, which would change its meaning`,
      );
  const renamed = template.locations.map((l): Location => {
    const name = l.name === undefined ? undefined : names.get(l.name.name);
    return name === undefined ? l : { ...l, name: build.name(name) };
  });
  const seen = new Set<string>();
  for (const { name } of renamed) {
    if (name === undefined) continue;
    if (seen.has(name.name)) throw new AlgebraError(`two locations would be called ${name.name}`);
    seen.add(name.name);
  }
  // Without ids of their own (XTA) locations are referred to by name.
  const byName = template.locations.every((l) => l.name?.name === l.id);
  if (!byName) return { ...template, locations: renamed };
  const idOf = (n: Name): Name => build.name(names.get(n.name) ?? n.name);
  return {
    ...template,
    locations: renamed.map((l) => ({ ...l, id: l.name?.name ?? l.id })),
    edges: template.edges.map((e) => ({ ...e, source: idOf(e.source), target: idOf(e.target) })),
    ...(template.initial === undefined ? {} : { initial: idOf(template.initial) }),
  };
}

/** Renames actions, all at once. Without a direction both are meant and the direction stays; an array keeps its subscripts. */
export function renameActions(model: Model, template: CheckedTemplate, names: readonly Renaming[]): Template {
  wants("renameActions", model, "model");
  wants("renameActions", template, "object");
  wants("renameActions", names, "list");
  const actions = new Actions(model, template);
  const pairs = new Map(names.map(([from, to]) => pairOf(actions, from, to)));
  const edges = template.node.edges.flatMap((e): readonly Edge[] => {
    const { parts, left } = actions.partsOf(e, [...pairs.keys()]);
    const renamed = parts.map((part): Edge => ({ ...part.edge, sync: spoken(part, pairs.get(part.action)!) }));
    return [...renamed, ...(left === undefined ? [] : [left])].map(apart);
  });
  return { ...template.node, edges };
}

/** An action and what is put for it. */
export type Renaming = readonly [ActionName, ActionName];

function pairOf(actions: Actions, from: ActionName, to: ActionName): readonly [Action, Action] {
  const [old, next] = [actions.resolve(from), actions.resolve(to)];
  if (old.open !== next.open)
    throw new AlgebraError(
      `${from.channel} -> ${to.channel}: ${old.open} subscripts are left open on the one side, ${next.open} on the other`,
    );
  return [old, next];
}

/** The synchronisation of a part of an edge under another name. */
function spoken({ edge, rest }: Part, to: Action): Label<Sync> {
  const sync = edge.sync!;
  const subscripts = [...to.indices.map((i) => build.int(i)), ...rest];
  const channel = indexed(to.name, subscripts);
  return { ...sync, value: { ...sync.value, channel, direction: to.direction ?? sync.value.direction } };
}

/** Of several parts of an edge the first keeps its place in the file; the others are new. */
function apart(edge: Edge, k: number): Edge {
  return k === 0 ? edge : { ...edge, ...nowhere };
}

export function setInitial(template: Template, name: string): Template {
  wants("setInitial", template, "template");
  wants("setInitial", name, "text");
  return { ...template, initial: build.name(find(template, name).id) };
}

/** Each edge with the first action is followed by one with the second, through a committed location. */
export function split(model: Model, template: CheckedTemplate, names: readonly Renaming[]): Template {
  wants("splitActions", model, "model");
  wants("splitActions", template, "object");
  wants("splitActions", names, "list");
  const { node } = template;
  const actions = new Actions(model, template);
  const pairs = new Map(names.map(([from, to]) => pairOf(actions, from, to)));
  const taken = new Set(node.locations.flatMap((l) => [l.id, ...(l.name === undefined ? [] : [l.name.name])]));
  const locations: Location[] = [...node.locations];
  const edges = node.edges.flatMap((e): readonly Edge[] => {
    const { parts, left } = actions.partsOf(e, [...pairs.keys()]);
    const split = parts.flatMap((part): readonly Edge[] => {
      refuseChanging(model, part);
      const id = fresh("split", taken);
      locations.push({ ...nowhere, id, name: build.name(id), urgent: false, committed: true, notes: [] });
      const second: Edge = {
        ...build.edge(id, e.target.name),
        controllable: e.controllable,
        sync: { ...nowhere, value: spoken(part, pairs.get(part.action)!).value },
      };
      return [{ ...part.edge, target: build.name(id) }, second];
    });
    return [...split, ...(left === undefined ? [] : [left])].map(apart);
  });
  return { ...node, locations, edges };
}

/** The second action must name the element that the first one did. */
function refuseChanging(model: Model, { edge, rest }: Part): void {
  const isFixed = (e: Expr): boolean =>
    !someExpr(e, (part) => {
      const symbol = part.kind === "name" ? model.symbols.get(part) : undefined;
      return symbol?.kind === "variable" && (symbol.role === "binder" || model.changed.has(symbol));
    });
  if (!rest.every(isFixed))
    throw new AlgebraError(
      `an edge with ${printExpr(edge.sync!.value.channel)} selects its element, which the second action would not know`,
    );
}

/** One location with a loop for each action: what accepts everything. Arrays are swept over the given types. */
export function acceptAll(
  name: string,
  actions: readonly { readonly action: ActionName; readonly dimensions: readonly string[] }[],
): Template {
  wants("acceptAll", name, "text");
  wants("acceptAll", actions, "list");
  const edges = actions.flatMap(({ action, dimensions }) => {
    const select = dimensions.map((type, i) => build.binder(i === 0 ? "i" : `i${i}`, type));
    const channel = `${action.channel}${select.map((binder) => `[${binder.name.name}]`).join("")}`;
    return (action.direction === undefined ? ["!", "?"] : [action.direction]).map((d) =>
      build.edge("All", "All", { ...(select.length === 0 ? {} : { select }), sync: `${channel}${d}` }),
    );
  });
  return build.template(name, { locations: [build.location("All")], edges });
}

/** The template drawn larger or smaller. */
export function scale(template: Template, factor: number): Template {
  wants("scale", template, "template");
  wants("scale", factor, "number");
  if (!(factor > 0)) throw new AlgebraError("the factor must be above 0");
  const far = (value: number): number => {
    const made = Math.round(value * factor);
    if (Math.abs(made) >= 2 ** 31) throw new AlgebraError(`the coordinate ${made} is too far away`);
    return made;
  };
  return mapPlaces(template, ({ x, y }) => ({ x: far(x), y: far(y) })) as Template;
}

function mapPlaces(value: unknown, place: (p: { x: number; y: number }) => object): unknown {
  if (Array.isArray(value)) return value.map((v) => mapPlaces(v, place));
  if (value === null || typeof value !== "object") return value;
  const { x, y } = value as { x?: unknown; y?: unknown };
  if (typeof x === "number" && typeof y === "number" && Object.keys(value).length === 2) return place({ x, y });
  return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, mapPlaces(v, place)]));
}

function find(template: Template, name: string): Location {
  const found = template.locations.find((l) => l.name?.name === name) ?? template.locations.find((l) => l.id === name);
  if (found === undefined) throw new AlgebraError(`${template.name.name} has no location ${name}`);
  return found;
}

/** Without locations and branch points that no path from the initial location reaches. */
function prune(template: Template): Template {
  const { initial } = template;
  if (initial === undefined) throw new AlgebraError(`${template.name.name} has no initial location`);
  const next = new Map<string, string[]>();
  for (const e of template.edges) next.set(e.source.name, [...(next.get(e.source.name) ?? []), e.target.name]);
  const reached = new Set([initial.name]);
  const pending = [initial.name];
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    for (const to of next.get(id) ?? []) {
      if (reached.has(to)) continue;
      reached.add(to);
      pending.push(to);
    }
  }
  return {
    ...template,
    locations: template.locations.filter((l) => reached.has(l.id)),
    branchpoints: template.branchpoints.filter((b) => reached.has(b.id)),
    edges: template.edges.filter((e) => reached.has(e.source.name) && reached.has(e.target.name)),
  };
}

/** Names in expressions of the template's labels and declarations. */
function namesIn(template: Template): ReadonlySet<string> {
  const found = new Set<string>();
  const look = (value: unknown): void => {
    if (Array.isArray(value)) for (const v of value) look(v);
    else if (value !== null && typeof value === "object") {
      const { kind, name } = value as { readonly kind?: unknown; readonly name?: unknown };
      if (kind === "name" && typeof name === "string") found.add(name);
      for (const v of Object.values(value)) look(v);
    }
  };
  const labels = [...template.locations, ...template.edges].map((n) => {
    const { source: _, target: __, ...edge } = n as Edge;
    const { name: ___, ...rest } = edge as unknown as Location;
    return rest;
  });
  look([labels, template.declarations, template.parameters]);
  return found;
}

function fresh(like: string, taken: Set<string>): string {
  let name = like;
  for (let i = 1; taken.has(name); i++) name = `${like}${i}`;
  taken.add(name);
  return name;
}
