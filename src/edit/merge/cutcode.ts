import type { Span } from "../../base/index.ts";
import {
  type Declaration,
  type Edge,
  type Location,
  parseQueryFile,
  type SystemLine,
  type Template,
  type UppaalSource,
} from "../../syntax/index.ts";
import { type Node, node } from "./part.ts";

/**
 * The parts of a text in UPPAAL's language: declarations, processes with their locations and edges, the system line; and queries.
 */
export function xtaNodes({ text, tree }: UppaalSource): readonly Node[] {
  const own = [...tree.declarations, ...tree.systemDeclarations].filter(({ kind }) => kind !== "template");
  const inSystem = tree.systemDeclarations.flatMap((d) => (d.kind === "template" ? [d.template] : []));
  const templates = [...tree.templates, ...inSystem].map((template) => templateNode(text, template));
  const system = tree.system === undefined ? [] : systemNodes(tree.system);
  return inOrder([...declarationNodes(text, own, text.length), ...templates, ...system]);
}

/** A file of queries: each with its formula. */
export function queryNodes(text: string): readonly Node[] {
  return inOrder(
    parseQueryFile(text).entries.map((entry) => node("query", entry.text.trim(), entry, { isSingle: false })),
  );
}

/** Declarations, each with a comment behind it on its line. */
export function declarationNodes(text: string, nodes: readonly Declaration[], limit: number): readonly Node[] {
  const spans = new Map(nodes.map((d) => [`${d.start}`, d]));
  return inOrder(
    [...spans.values()].map((d) =>
      node("declaration", nameOf(d), { start: d.start, end: withComment(text, d, limit) }),
    ),
  );
}

function withComment(text: string, { end }: Span, limit: number): number {
  const line = text.slice(end, Math.min(limit, end + 400)).split("\n", 1)[0]!;
  return end + (/^[ \t]*\/\/[^\r]*/.exec(line)?.[0].length ?? 0);
}

function nameOf(d: Declaration): string {
  switch (d.kind) {
    case "variables":
    case "typedef":
      return d.declarators[0]?.name.name ?? "";
    case "function":
    case "instantiation":
    case "dynamic":
      return d.name.name;
    case "template":
      return d.template.name.name;
    default:
      return `(${d.kind})`;
  }
}

export function systemNodes(system: SystemLine): readonly Node[] {
  const names = system.groups.flat().map((name) => node("process", name.name, name));
  return [node("system", "", system, { inner: inOrder(names) })];
}

function templateNode(text: string, template: Template): Node {
  const { name, parameters, declarations, locations, branchpoints, initial, edges } = template;
  const inner = [
    node("name", "", name),
    ...parameters.map((p) => node("parameter", p.name.name, p)),
    ...declarationNodes(text, declarations, template.end),
    ...locations.map(locationNode),
    ...branchpoints.map((b) => node("branchpoint", b.id, b)),
    ...(initial === undefined ? [] : [node("initial", "", initial)]),
    ...edges.map(edgeNode),
  ];
  return node("template", name.name, template, { inner: inOrder(inner) });
}

function locationNode(location: Location): Node {
  const inner = location.invariant === undefined ? [] : [node("invariant", "", location.invariant)];
  return node("location", location.id, location, { inner });
}

/** An edge without a source has an empty one where it begins. */
function edgeNode(edge: Edge): Node {
  const { start, source, target } = edge;
  const labels = (["select", "guard", "sync", "update", "probability"] as const).flatMap((kind) => {
    const label = edge[kind];
    return label === undefined ? [] : [node(kind, "", label)];
  });
  const from = node("source", "", source.start === start ? source : { start, end: start }, { source: source.name });
  return node("transition", `${source.name} -> ${target.name}`, edge, {
    inner: [from, ...inOrder([node("target", "", target), ...labels])],
    isSingle: false,
    source: source.name,
  });
}

/** In the order of the text, without what stands inside another or nowhere. */
function inOrder(nodes: readonly Node[]): readonly Node[] {
  const sorted = nodes.filter(({ start, end }) => end > start).toSorted((a, b) => a.start - b.start);
  let behind = 0;
  return sorted.filter(({ start, end }) => {
    if (start < behind) return false;
    behind = end;
    return true;
  });
}
