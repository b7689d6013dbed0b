/**
 * The algebra of templates (Bourke and Sowmya 2007, section 4): operations that take a template and give a template.
 * Actions are named as on edges: `c`, `c!`, `c?`, and one element of an array as `c[1]?`. Whatever would leave a template
 * without its initial location is a fault told in words, never a template that is broken.
 */
import { nowhere } from "../base/index.ts";
import {
  build,
  type Edge,
  type Expr,
  Fragment,
  type Location,
  type Name,
  parseExpression,
  printExpr,
  type Template,
} from "../syntax/index.ts";

/** What an operation cannot do. */
export class AlgebraError extends Error {
  override readonly name = "AlgebraError";
}

/** An action: a channel or an element of one, with a direction or with both. */
export interface ActionName {
  readonly channel: string;
  readonly direction?: "!" | "?";
}

export function parseAction(text: string): ActionName {
  const [, channel, direction] = /^\s*(.*?)\s*([!?])?\s*$/.exec(text) ?? [];
  const { diagnostics, value } = parseExpression(Fragment.of(channel ?? ""));
  if (channel === undefined || channel === "" || diagnostics.length > 0 || !isChannelPath(value))
    throw new AlgebraError(`'${text}' is no action`);
  return { channel: printExpr(value), ...(direction === "!" || direction === "?" ? { direction } : {}) };
}

function isChannelPath(e: Expr): boolean {
  return e.kind === "name" || (e.kind === "index" && isChannelPath(e.array));
}

/** Whether an edge has one of the actions. An array's name stands for all of its elements. */
function hasAction({ sync }: Edge, actions: readonly ActionName[]): boolean {
  if (sync === undefined) return false;
  const channel = printExpr(sync.value.channel);
  return actions.some(({ channel: name, direction }) => {
    if (direction !== undefined && direction !== sync.value.direction) return false;
    return channel === name || channel.startsWith(`${name}[`);
  });
}

/** Removes edges with these actions, then what cannot be reached any more. */
export function restrict(template: Template, actions: readonly ActionName[]): Template {
  return prune({ ...template, edges: template.edges.filter((e) => !hasAction(e, actions)) });
}

/** Removes locations with their edges, then what cannot be reached any more. */
export function dropLocations(template: Template, names: readonly string[]): Template {
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
  for (const name of names.keys()) find(template, name);
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
export function renameActions(template: Template, actions: readonly (readonly [ActionName, ActionName])[]): Template {
  return {
    ...template,
    edges: template.edges.map((e) => {
      const { sync } = e;
      const found = actions.find(([from]) => hasAction(e, [from]));
      if (sync === undefined || found === undefined) return e;
      const [from, to] = found;
      const rest = printExpr(sync.value.channel).slice(from.channel.length);
      const channel = build.expr(`${to.channel}${rest}`);
      return {
        ...e,
        sync: { ...sync, value: { ...sync.value, channel, direction: to.direction ?? sync.value.direction } },
      };
    }),
  };
}

export function setInitial(template: Template, name: string): Template {
  return { ...template, initial: build.name(find(template, name).id) };
}

/** Each edge with the first action is followed by one with the second, through a committed location. */
export function split(template: Template, actions: readonly (readonly [ActionName, ActionName])[]): Template {
  const taken = new Set(template.locations.flatMap((l) => [l.id, ...(l.name === undefined ? [] : [l.name.name])]));
  const locations: Location[] = [...template.locations];
  const edges: Edge[] = [];
  for (const e of template.edges) {
    const found = actions.find(([from]) => hasAction(e, [from]));
    if (found === undefined || e.sync === undefined) {
      edges.push(e);
      continue;
    }
    const [from, to] = found;
    const id = fresh("split", taken);
    const rest = printExpr(e.sync.value.channel).slice(from.channel.length);
    // The second action may need the value that was selected for the first.
    if (
      rest !== "" &&
      e.select !== undefined &&
      e.select.value.some((b) => new RegExp(`\\b${b.name.name}\\b`).test(rest))
    )
      throw new AlgebraError(
        `an edge with ${printExpr(e.sync.value.channel)} selects its element, which the second action would not know`,
      );
    locations.push({ ...nowhere, id, name: build.name(id), urgent: false, committed: true, notes: [] });
    edges.push({ ...e, target: build.name(id) });
    const direction = to.direction ?? e.sync.value.direction;
    edges.push({
      ...nowhere,
      source: build.name(id),
      target: e.target,
      controllable: e.controllable,
      nails: [],
      notes: [],
      sync: { ...nowhere, value: { ...nowhere, channel: build.expr(`${to.channel}${rest}`), direction } },
    });
  }
  return { ...template, locations, edges };
}

/** One location with a loop for each action: what accepts everything. Arrays are swept over the given types. */
export function acceptAll(
  name: string,
  actions: readonly { readonly action: ActionName; readonly dimensions: readonly string[] }[],
): Template {
  const edges = actions.flatMap(({ action, dimensions }) => {
    const names = dimensions.map((_, i) => (i === 0 ? "i" : `i${i}`));
    const select = dimensions.map((type, i) => build.binder(names[i], type));
    const channel = `${action.channel}${names.map((n) => `[${n}]`).join("")}`;
    return (action.direction === undefined ? ["!", "?"] : [action.direction]).map((d) =>
      build.edge("All", "All", { ...(select.length === 0 ? {} : { select }), sync: `${channel}${d}` }),
    );
  });
  return build.template(name, { locations: [build.location("All")], edges });
}

/** The template drawn larger or smaller. */
export function scale(template: Template, factor: number): Template {
  if (!(factor > 0)) throw new AlgebraError("the factor must be above 0");
  return mapPlaces(template, ({ x, y }) => ({ x: Math.round(x * factor), y: Math.round(y * factor) })) as Template;
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
export function prune(template: Template): Template {
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

function fresh(like: string, taken: Set<string>): string {
  let name = like;
  for (let i = 1; taken.has(name); i++) name = `${like}${i}`;
  taken.add(name);
  return name;
}
