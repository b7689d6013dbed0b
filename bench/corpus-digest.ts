import type { Declaration, Template, Tree } from "../src/syntax/index.ts";

/**
 * A model's structure as one string, for comparing trees that took different roads: without places in the file, drawing
 * (coordinates, colours, nails, notes) and the ids of locations, which stand for their number in the template. What XTA
 * writes among the declarations and XML between them comes out alike. Two models with the same digest are checked and
 * verified alike.
 */
export function digest(tree: Tree): string {
  const declared = [
    ...tree.declarations,
    ...tree.templates.map((template): Declaration => ({ kind: "template", template, start: 0, end: 0 })),
    ...tree.systemDeclarations,
  ];
  const templates = declared.flatMap((d) => (d.kind === "template" ? [templateDigest(d.template)] : []));
  const rest = declared.filter((d) => d.kind !== "template");
  const { system, progress, gantt, queries, options, charts } = tree;
  return JSON.stringify(
    { declarations: rest, templates, system, progress, gantt, queries, options, charts },
    withoutPlaces,
  );
}

function templateDigest(template: Template): unknown {
  const number = new Map<string, number>();
  for (const node of [...template.locations, ...template.branchpoints])
    if (!number.has(node.id)) number.set(node.id, number.size);
  const refer = (id: string): number | string => number.get(id) ?? id;
  return {
    name: template.name,
    parameters: template.parameters,
    declarations: template.declarations,
    locations: template.locations.map(({ id, name, invariant, rate, urgent, committed }) => ({
      name: name?.name ?? `_${id}`,
      invariant: invariant?.value,
      rate: rate?.value,
      urgent,
      committed,
    })),
    branchpoints: template.branchpoints.length,
    initial: template.initial === undefined ? undefined : refer(template.initial.name),
    edges: template.edges.map((e) => ({
      source: refer(e.source.name),
      target: refer(e.target.name),
      controllable: e.controllable,
      select: e.select?.value,
      guard: e.guard?.value,
      sync: e.sync?.value,
      update: e.update?.value,
      probability: e.probability?.value,
    })),
  };
}

function withoutPlaces(key: string, value: unknown): unknown {
  return key === "start" || key === "end" ? undefined : value;
}
