import {
  applyEdits,
  attributeOf,
  type Document,
  type Edit,
  type Element,
  elementAt,
  type Template,
  type UppaalSource,
} from "../../../src/index.ts";

/**
 * A template of a file, and how its parts are named and found. Keys name parts of a template: `l:id0`, `b:id1`, `e:3`, `n:3:0`
 * (a nail) and `t:e:3:assignment` or `t:l:id0:name` (the text beside an edge or location, by the kind that XML gives it).
 */
export interface Target {
  readonly source: UppaalSource;
  readonly index: number;
}

export function documentOf({ source }: Target): Document {
  if (source.document === undefined) throw new Error("the model is not XML");
  return source.document;
}

export function templateOf({ source, index }: Target): Template {
  return source.tree.templates[index]!;
}

export function elementAtNode(target: Target, node: { readonly start: number }): Element {
  const found = elementAt(documentOf(target), node.start);
  if (found === undefined) throw new Error("the node has no element");
  return found;
}

export function apply(target: Target, edits: readonly Edit[]): string {
  return applyEdits(target.source.text, edits);
}

/** The element a key stands for. */
export function elementOfKey(target: Target, key: string): Element | undefined {
  const template = templateOf(target);
  const rest = key.slice(2);
  const own = (node: { readonly start: number } | undefined): Element | undefined =>
    node === undefined ? undefined : elementAtNode(target, node);
  switch (key[0]) {
    case "l":
      return own(template.locations.find((l) => l.id === rest));
    case "b":
      return own(template.branchpoints.find((b) => b.id === rest));
    case "e":
      return own(template.edges[Number(rest)]);
    case "n": {
      const [edge, nail] = rest.split(":").map(Number);
      return own(template.edges[edge!])?.children.filter((c) => c.name === "nail")[nail!];
    }
    default: {
      const at = rest.lastIndexOf(":");
      const kind = rest.slice(at + 1);
      const parent = elementOfKey(target, rest.slice(0, at));
      if (kind === "name") return parent?.children.find((c) => c.name === "name");
      return parent?.children.findLast(
        (c) => c.name === "label" && attributeOf(documentOf(target), c, "kind")?.value === kind,
      );
    }
  }
}

/** Ids that no location or branch point of the file has. */
export function freshIds({ source }: Target, count: number): string[] {
  const taken = new Set(source.tree.templates.flatMap((t) => [...t.locations, ...t.branchpoints].map((n) => n.id)));
  const fresh: string[] = [];
  for (let n = 0; fresh.length < count; n++) if (!taken.has(`id${n}`)) fresh.push(`id${n}`);
  return fresh;
}
