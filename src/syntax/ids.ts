import type { Branchpoint, Location, Template, Tree } from "./tree.ts";

/**
 * Ids of locations and branch points, unique in a file as XML wants them. Ids of trees from XTA, and of trees that programs
 * build, are names and may be the same in two templates: those are replaced by `idN`, and what refers to them follows. An
 * unnamed location is called after its id (`_id3`), so its id stays if it can.
 */
export class Ids {
  /** Ids that must not be made up, whether or not they have been given away yet. */
  private readonly reserved: Set<string>;
  private readonly taken = new Set<string>();
  private counter = 0;

  constructor(reserved: Iterable<string>) {
    this.reserved = new Set(reserved);
  }

  /** Takes an id, or a fresh one if it is taken or `unwanted`. */
  take(id: string, unwanted = false): string {
    let result = id;
    if (unwanted || id === "" || this.taken.has(id)) {
      while (this.reserved.has(`id${this.counter}`) || this.taken.has(`id${this.counter}`)) this.counter++;
      result = `id${this.counter}`;
    }
    this.taken.add(result);
    return result;
  }

  /** The template with ids that nobody else has. */
  rename(template: Template, unwanted: (node: Location | Branchpoint) => boolean = () => false): Template {
    const ids = new Map<string, string>();
    const rename = <T extends Location | Branchpoint>(node: T): T => {
      const id = this.take(node.id, unwanted(node));
      // Of two nodes with one id the first counts: that is what edges refer to.
      if (!ids.has(node.id)) ids.set(node.id, id);
      return id === node.id ? node : { ...node, id };
    };
    const locations = template.locations.map(rename);
    const branchpoints = template.branchpoints.map(rename);
    const renamed = { ...template, locations, branchpoints };
    return [...ids].every(([before, after]) => before === after) ? renamed : referTo(renamed, ids);
  }
}

/** The template with its initial location and the ends of its edges renamed. */
export function referTo(template: Template, ids: ReadonlyMap<string, string>): Template {
  const refer = <T extends { readonly name: string }>(name: T): T => ({
    ...name,
    name: ids.get(name.name) ?? name.name,
  });
  return {
    ...template,
    ...(template.initial === undefined ? {} : { initial: refer(template.initial) }),
    edges: template.edges.map((edge) => ({ ...edge, source: refer(edge.source), target: refer(edge.target) })),
  };
}

/** All ids of a tree. */
export function idsOf(tree: Tree): string[] {
  return tree.templates.flatMap((t) => [...t.locations, ...t.branchpoints].map((node) => node.id));
}
