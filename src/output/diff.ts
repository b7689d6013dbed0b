import { wants } from "../base/index.ts";
import {
  type Branchpoint,
  type Declaration,
  type Edge,
  type Location,
  labelTexts,
  type Point,
  printDeclaration,
  printGantt,
  printParameters,
  printProgress,
  printQuery,
  printSystemLine,
  printType,
  type QueryEntry,
  type Template,
  type Tree,
} from "../syntax/index.ts";
import { count } from "./summary.ts";

/**
 * The difference of two models in terms of what they mean: declarations, templates, locations, edges, system, queries.
 * Texts are compared as printed from the tree, so spacing, entities, file format and comments do not count, nor does the way
 * declarations are grouped (`int a, b;`). Locations are matched by name, edges by their ends and then by their labels. Moved
 * coordinates, nails, colours and notes are counted apart, as they change nothing that is verified.
 */
export interface Change {
  readonly kind: "added" | "removed" | "changed";
  readonly what:
    | "declaration"
    | "template"
    | "parameters"
    | "initial"
    | "location"
    | "branchpoint"
    | "edge"
    | "system"
    | "query"
    | "expectation";
  /** The template it belongs to; absent for global things. */
  readonly template?: string;
  /** What it is called: a name, `A -> B`, the formula. */
  readonly name: string;
  readonly before?: string;
  readonly after?: string;
}

export interface Difference {
  readonly changes: readonly Change[];
  /** Parts that are drawn, coloured or commented otherwise: `T.A`, `T: A -> B`. */
  readonly layout: readonly string[];
}

export function diffTrees(before: Tree, after: Tree): Difference {
  wants("diffTrees", before, "tree");
  wants("diffTrees", after, "tree");
  const diff = new Diff();
  diff.declarations(undefined, before.declarations, after.declarations);
  const [old, now] = [allTemplates(before), allTemplates(after)];
  diff.match(
    "template",
    undefined,
    old,
    now,
    (t) => t.name.name,
    (t) => `${count(t.locations.length, "location")}, ${count(t.edges.length, "edge")}`,
    (a, b) => diff.templates(a, b),
  );
  diff.declarations(undefined, before.systemDeclarations, after.systemDeclarations);
  diff.texts(
    "system",
    undefined,
    "system",
    before.system && printSystemLine(before.system),
    after.system && printSystemLine(after.system),
  );
  diff.texts(
    "system",
    undefined,
    "progress",
    before.progress.length > 0 ? printProgress(before.progress) : undefined,
    after.progress.length > 0 ? printProgress(after.progress) : undefined,
  );
  diff.texts(
    "system",
    undefined,
    "gantt",
    before.gantt.length > 0 ? printGantt(before.gantt) : undefined,
    after.gantt.length > 0 ? printGantt(after.gantt) : undefined,
  );
  diff.match(
    "query",
    undefined,
    before.queries.filter(isQuery),
    after.queries.filter(isQuery),
    formulaOf,
    () => "",
    (a, b) => {
      diff.texts("expectation", undefined, formulaOf(a), a.expect?.outcome, b.expect?.outcome);
      if ((a.comment ?? "") !== (b.comment ?? "")) diff.layout.push(formulaOf(a));
    },
  );
  return { changes: diff.changes, layout: diff.layout };
}

function allTemplates(tree: Tree): readonly Template[] {
  return [...tree.templates, ...tree.systemDeclarations.flatMap((d) => (d.kind === "template" ? [d.template] : []))];
}

function isQuery(entry: QueryEntry): boolean {
  return entry.text.trim() !== "";
}

function formulaOf(entry: QueryEntry): string {
  return entry.query === undefined ? entry.text.trim().replace(/\s+/g, " ") : printQuery(entry.query);
}

type Named = Location | Branchpoint;

/** How UPPAAL calls a location, named or not. */
function nameOf(node: Named): string {
  return node.name?.name ?? `_${node.id}`;
}

class Diff {
  readonly changes: Change[] = [];
  readonly layout: string[] = [];

  add(
    kind: Change["kind"],
    what: Change["what"],
    template: string | undefined,
    name: string,
    before: string | undefined,
    after: string | undefined,
  ): void {
    this.changes.push({
      kind,
      what,
      ...(template === undefined ? {} : { template }),
      name,
      ...(before === undefined ? {} : { before }),
      ...(after === undefined ? {} : { after }),
    });
  }

  texts(
    what: Change["what"],
    template: string | undefined,
    name: string,
    before: string | undefined,
    after: string | undefined,
  ): void {
    if (before === after) return;
    this.add(
      before === undefined ? "added" : after === undefined ? "removed" : "changed",
      what,
      template,
      name,
      before,
      after,
    );
  }

  /** Pairs items that have one key, in order; the rest was removed or added. */
  match<T>(
    what: Change["what"],
    template: string | undefined,
    before: readonly T[],
    after: readonly T[],
    key: (item: T) => string,
    show: (item: T) => string,
    pair: (a: T, b: T) => void,
  ): void {
    const waiting = byKey(after, key);
    const paired = new Set<T>();
    for (const a of before) {
      const b = waiting.get(key(a))?.pop();
      if (b === undefined) this.add("removed", what, template, key(a), show(a), undefined);
      else {
        paired.add(b);
        pair(a, b);
      }
    }
    for (const b of after) if (!paired.has(b)) this.add("added", what, template, key(b), undefined, show(b));
  }

  declarations(template: string | undefined, before: readonly Declaration[], after: readonly Declaration[]): void {
    this.match(
      "declaration",
      template,
      before.flatMap(single),
      after.flatMap(single),
      (d) => d.name,
      (d) => d.text,
      (a, b) => this.texts("declaration", template, a.name, a.text, b.text),
    );
  }

  templates(a: Template, b: Template): void {
    const name = a.name.name;
    this.texts("parameters", name, name, printParameters(a.parameters), printParameters(b.parameters));
    this.declarations(name, a.declarations, b.declarations);
    // Edges refer to ids, which differ from file to file: what the ids stand for is compared.
    const names = (t: Template) =>
      new Map<string, string>([...t.locations, ...t.branchpoints].toReversed().map((n) => [n.id, nameOf(n)]));
    const sides = [names(a), names(b)] as const;
    const end = (side: 0 | 1, id: string): string => sides[side].get(id) ?? id;
    this.texts("initial", name, name, a.initial && end(0, a.initial.name), b.initial && end(1, b.initial.name));
    this.match("location", name, a.locations, b.locations, nameOf, meaning, (l, m) => {
      this.texts("location", name, nameOf(l), meaning(l), meaning(m));
      if (drawing(l) !== drawing(m)) this.layout.push(`${name}.${nameOf(l)}`);
    });
    this.match(
      "branchpoint",
      name,
      a.branchpoints,
      b.branchpoints,
      nameOf,
      () => "",
      (l, m) => {
        if (drawing(l) !== drawing(m)) this.layout.push(`${name}.${nameOf(l)}`);
      },
    );
    this.edges(
      name,
      a.edges.map((e) => ({ edge: e, ends: ends(e, (id) => end(0, id)) })),
      b.edges.map((e) => ({ edge: e, ends: ends(e, (id) => end(1, id)) })),
    );
  }

  private edges(template: string, before: readonly Ended[], after: readonly Ended[]): void {
    // First those that are the same, then, between the same ends, one after the other.
    const rest = byKey(after, full);
    const same = new Set<Ended>();
    for (const a of before) {
      const b = rest.get(full(a))?.pop();
      if (b === undefined) continue;
      same.add(a).add(b);
      if (drawing(a.edge) !== drawing(b.edge)) this.layout.push(`${template}: ${a.ends}`);
    }
    this.match(
      "edge",
      template,
      before.filter((a) => !same.has(a)),
      after.filter((b) => !same.has(b)),
      (e) => e.ends,
      (e) => meaning(e.edge),
      (a, b) => this.texts("edge", template, a.ends, meaning(a.edge), meaning(b.edge)),
    );
  }
}

/** The items of each key, the first one last, to be taken off the end. */
function byKey<T>(items: readonly T[], key: (item: T) => string): Map<string, T[]> {
  const result = new Map<string, T[]>();
  for (const item of items.toReversed()) {
    const list = result.get(key(item));
    if (list === undefined) result.set(key(item), [item]);
    else list.push(item);
  }
  return result;
}

interface Ended {
  readonly edge: Edge;
  readonly ends: string;
}

function ends(edge: Edge, nameOfId: (id: string) => string): string {
  return `${nameOfId(edge.source.name)} ${edge.controllable ? "->" : "-u->"} ${nameOfId(edge.target.name)}`;
}

function full(e: Ended): string {
  return `${e.ends}\n${meaning(e.edge)}`;
}

/** What a location or edge says, on one line. */
function meaning(node: Location | Edge): string {
  const parts = labelTexts(node)
    .filter((label) => !label.note)
    .map(({ kind, text }) => `${kind} ${text}`);
  if ("urgent" in node && node.urgent) parts.push("urgent");
  if ("committed" in node && node.committed) parts.push("committed");
  return parts.join("; ");
}

/** How it is drawn, and what is noted beside it. */
function drawing(node: Location | Edge | Branchpoint): string {
  const point = (p: Point | undefined): string => (p === undefined ? "" : `${p.x},${p.y}`);
  const own = "nails" in node ? node.nails.map(point).join(" ") : point(node.place);
  const texts =
    "notes" in node
      ? labelTexts(node)
          .map((l) => `${point(l.place)}${l.note ? ` ${l.kind} ${l.text}` : ""}`)
          .join("|")
      : "";
  return `${own}|${"namePlace" in node ? point(node.namePlace) : ""}|${node.color ?? ""}|${texts}`;
}

/** A declaration as one entry per declared name. */
function single(declaration: Declaration): readonly { readonly name: string; readonly text: string }[] {
  switch (declaration.kind) {
    case "variables":
    case "typedef":
      return declaration.declarators.map((d) => ({
        name: d.name.name,
        text: printDeclaration({ ...declaration, declarators: [d] }),
      }));
    case "function":
    case "instantiation":
    case "dynamic":
      return [{ name: declaration.name.name, text: printDeclaration(declaration) }];
    case "template":
      return [];
    case "import":
      return declaration.functions.map((f) => ({
        name: f.name.name,
        text: `${declaration.library}: ${printType(f.result)} ${f.name.name}(${printParameters(f.parameters)})`,
      }));
    case "priority":
      return [{ name: "chan priority", text: printDeclaration(declaration) }];
    default:
      return [{ name: declaration.kind, text: printDeclaration(declaration) }];
  }
}
