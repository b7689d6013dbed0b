import { type Span, wants } from "../base/index.ts";
import { type CheckedTemplate, type Model, showType } from "../model/index.ts";
import { type Declaration, printExprs, printSync } from "../syntax/index.ts";
import type { Page } from "./page.ts";

/** What a page holds, as a tree for people to find their way: declarations, templates with theirs, processes, queries. */
export interface Entry {
  readonly name: string;
  readonly kind:
    | "variable"
    | "constant"
    | "clock"
    | "channel"
    | "type"
    | "function"
    | "template"
    | "location"
    | "edge"
    | "process"
    | "query";
  readonly detail: string;
  /** The whole of it, and the part to show when it is chosen. */
  readonly span: Span;
  readonly at: Span;
  readonly inner: readonly Entry[];
}

export function outlineOf(page: Page): readonly Entry[] {
  wants("outlineOf", page, "page");
  const { model, source } = page;
  const own =
    model === undefined || source === undefined
      ? []
      : [
          ...declarations(model, source.tree.declarations),
          ...model.templates.map((template) => templateEntry(model, template)),
          ...declarations(model, source.tree.systemDeclarations),
        ];
  return [...own, ...queries(page)].filter(
    ({ at, span }) => at.end > at.start && span.start <= at.start && at.end <= span.end,
  );
}

function queries({ entries }: Page): readonly Entry[] {
  return entries
    .filter(({ query }) => query !== undefined)
    .map((entry) => ({ name: one(entry.text), kind: "query", detail: "", span: entry, at: entry.query!, inner: [] }));
}

function one(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function templateEntry(model: Model, template: CheckedTemplate): Entry {
  const { node } = template;
  const places = template.locations.map((l): Entry => leaf(l.name, "location", "", l.node, l.node.name ?? l.node));
  const edges = template.edges.map(({ node: edge, source, target, fromBranch, toBranch }): Entry => {
    const end = (index: number, isBranch: boolean): string =>
      isBranch ? "branch point" : (template.locations[index]?.name ?? "?");
    const label =
      edge.sync !== undefined
        ? printSync(edge.sync.value)
        : edge.guard !== undefined
          ? printExprs([edge.guard.value])
          : "";
    return leaf(`${end(source, fromBranch)} → ${end(target, toBranch)}`, "edge", label, edge, edge);
  });
  return {
    name: template.name,
    kind: "template",
    detail: template.parameters.map((p) => `${showType(p.type)} ${p.name}`).join(", "),
    span: node,
    at: node.name,
    inner: [...declarations(model, node.declarations), ...places, ...edges],
  };
}

function declarations(model: Model, nodes: readonly Declaration[]): readonly Entry[] {
  return nodes.flatMap((node): readonly Entry[] => {
    switch (node.kind) {
      case "variables":
      case "typedef":
        return node.declarators.flatMap(({ name }) => {
          const symbol = model.symbols.get(name);
          if (symbol?.kind === "typename") return [leaf(name.name, "type", showType(symbol.type), node, name)];
          if (symbol?.kind !== "variable") return [];
          return [leaf(name.name, kindOf(symbol), showType(symbol.type), node, name)];
        });
      case "function": {
        const symbol = model.symbols.get(node.name);
        const detail = symbol?.kind === "function" ? showType(symbol.result) : "";
        return [leaf(node.name.name, "function", detail, node, node.name)];
      }
      case "instantiation":
        return [leaf(node.name.name, "process", node.template.name, node, node.name)];
      default:
        return [];
    }
  });
}

function kindOf({
  type,
  constant,
}: {
  readonly type: Parameters<typeof showType>[0];
  readonly constant: boolean;
}): Entry["kind"] {
  let element = type;
  while (element.kind === "array") element = element.element;
  if (element.kind === "clock") return "clock";
  if (element.kind === "chan") return "channel";
  return constant ? "constant" : "variable";
}

function leaf(name: string, kind: Entry["kind"], detail: string, span: Span, at: Span): Entry {
  return { name, kind, detail, span, at, inner: [] };
}
