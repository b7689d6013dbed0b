import type { Span } from "../base/index.ts";
import { wants } from "../base/index.ts";
import type { Editor } from "./editor.ts";
import { equalTrees } from "./equal.ts";
import { idsOf, referTo } from "./ids.ts";
import { type LabelKind, labelTexts } from "./labeltext.ts";
import { parseXml } from "./nta.ts";
import { printDeclarations } from "./printdeclaration.ts";
import { printParameters } from "./printexpression.ts";
import { printSystem, printSystemLine, printXta } from "./printmodel.ts";
import { assertSaid } from "./sayable.ts";
import { edit } from "./splice.ts";
import { hasSources, pairEdges, sameLocations } from "./splicematch.ts";
import type { Declaration, Edge, Location, QueryEntry, Template, Tree } from "./tree.ts";
import { writeXml } from "./writexml.ts";
import type { Document } from "./xml.ts";
import { elementAt } from "./xpath.ts";
import { parseXta } from "./xta.ts";

/**
 * Writes a changed tree into the file that the old tree was read from: only what differs is written. Templates and
 * processes are matched by name, locations by where they stand in the file and by id, edges by where they stand, what they
 * say and then by their ends; a label, a name or an end that differs changes alone, anything else writes its node anew. A tree
 * that shares nodes with the old one is compared fast. What cannot be said as such a change (charts, engine options, templates
 * among later declarations) writes the whole file anew. A file in the syntax of UPPAAL 3 stays one, or the change is refused
 * (`sayable.ts`).
 */
export function spliceTree(
  file: { readonly text: string; readonly tree: Tree; readonly document?: Document },
  next: Tree,
): string {
  wants("spliceTree", file, "source");
  wants("spliceTree", next, "tree");
  const { tree } = file;
  if (next === tree) return file.text;
  const text = spliced(file, next);
  if (tree.syntax === "old") assertSaid(next, file.document === undefined ? parseXta(text, old) : parseXml(text, old));
  return text;
}
const old = { syntax: "old" } as const;

function spliced(file: Parameters<typeof spliceTree>[0], next: Tree): string {
  const { tree } = file;
  const hasTemplate = (t: Tree): boolean => t.systemDeclarations.some((d) => d.kind === "template");
  const fits =
    same(tree.charts, next.charts) &&
    same(tree.options, next.options) &&
    !hasTemplate(tree) &&
    !hasTemplate(next) &&
    uniqueNames(tree);
  if (!fits) return file.document === undefined ? printXta(next) : writeXml(next);
  const splice = new TreeSplice(edit(file), tree, file.text, file.document);
  splice.run(file.document === undefined ? next : withFreshIds(tree, next));
  return splice.editor.apply();
}

/** New locations of known templates get ids that no other template has, before anything refers to them. */
function withFreshIds(old: Tree, next: Tree): Tree {
  const known = new Map(old.templates.map((t) => [t.name.name, new Set(idsOf({ ...old, templates: [t] }))]));
  const taken = new Set(idsOf(old));
  const all = new Set([...taken, ...idsOf(next)]);
  const fresh = (id: string): string => {
    let n = 2;
    while (all.has(`${id}_${n}`)) n++;
    all.add(`${id}_${n}`);
    return `${id}_${n}`;
  };
  const templates = next.templates.map((template) => {
    const mine = known.get(template.name.name);
    if (mine === undefined) return template;
    const renamed = new Map<string, string>();
    for (const { id } of template.locations) {
      if (mine.has(id)) continue;
      if (taken.has(id)) renamed.set(id, fresh(id));
      taken.add(id);
    }
    if (renamed.size === 0) return template;
    const locations = template.locations.map((l) => (renamed.has(l.id) ? { ...l, id: renamed.get(l.id)! } : l));
    return referTo({ ...template, locations }, renamed);
  });
  return templates.every((t, i) => t === next.templates[i]) ? next : { ...next, templates };
}

function same(a: unknown, b: unknown): boolean {
  return a === b || equalTrees(a, b);
}

function uniqueNames(tree: Tree): boolean {
  return new Set(tree.templates.map((t) => t.name.name)).size === tree.templates.length;
}

class TreeSplice {
  readonly editor: Editor;
  private readonly old: Tree;
  private readonly text: string;
  private readonly document: Document | undefined;

  constructor(editor: Editor, old: Tree, text: string, document: Document | undefined) {
    this.editor = editor;
    this.old = old;
    this.text = text;
    this.document = document;
  }

  run(next: Tree): void {
    const { old, editor } = this;
    if (!this.declarations(old.declarations, next.declarations))
      editor.setDeclarations(old, printDeclarations(next.declarations).trimEnd());
    const before = new Map(old.templates.map((t) => [t.name.name, t]));
    for (const template of next.templates) {
      const known = before.get(template.name.name);
      if (known === undefined) editor.addTemplate(template);
      else this.template(known, template);
      before.delete(template.name.name);
    }
    for (const gone of before.values()) editor.removeNode(gone);
    this.system(next);
    if (old.queries !== next.queries) this.queries(old.queries, next.queries);
  }

  /**
   * Replaces the declarations that differ, leaving those before and behind them; false if that cannot be done in the text of
   * one element.
   */
  private declarations(old: readonly Declaration[], next: readonly Declaration[]): boolean {
    if (old === next) return true;
    const { first, last, middle } = between(old, next);
    const text = printDeclarations(middle).trimEnd();
    if (first === last && middle.length === 0) return true;
    const [start, before] = [old[first]?.start ?? 0, old[first - 1]];
    if (old.length === 0) return false;
    if (first < last) {
      const span = { start, end: old[last - 1]!.end };
      if (!this.inOneText(span)) return false;
      this.editor.replaceSpan(span, text);
    } else if (before !== undefined) this.editor.replaceSpan({ start: before.end, end: before.end }, `\n${text}`);
    else this.editor.replaceSpan({ start, end: start }, `${text}\n`);
    return true;
  }

  private inOneText(span: Span): boolean {
    return (
      this.document === undefined || elementAt(this.document, span.start) === elementAt(this.document, span.end - 1)
    );
  }

  private template(old: Template, next: Template): void {
    if (same(old, next)) return;
    const known = sameLocations(old.locations, next.locations);
    const paired = pairEdges(old, next, known);
    const inText = this.document === undefined;
    const fits =
      next.branchpoints.every((b) => old.branchpoints.some((o) => same(o, b))) &&
      (old.initial === undefined) === (next.initial === undefined) &&
      new Set(old.locations.map((l) => l.id)).size === old.locations.length &&
      (!inText || (known.size > 0 && next.locations.every((l) => sameButLabels(known.get(l), l)))) &&
      (!inText || hasSources(old, next, paired));
    if (!fits) {
      this.editor.replaceNode(old, next);
      return;
    }
    if (old.initial !== undefined && next.initial !== undefined && old.initial.name !== next.initial.name)
      this.editor.replaceSpan(old.initial, next.initial.name);
    if (!same(old.parameters, next.parameters)) this.editor.setParameters(old, printParameters(next.parameters));
    if (!this.declarations(old.declarations, next.declarations))
      this.editor.setDeclarations(old, printDeclarations(next.declarations).trimEnd());
    for (const location of next.locations) {
      const before = known.get(location);
      if (before === undefined) this.editor.addLocation(old, location);
      else this.location(old, before, location);
    }
    const kept = new Set(known.values());
    for (const location of old.locations) if (!kept.has(location)) this.editor.removeNode(location);
    for (const b of old.branchpoints) if (!next.branchpoints.some((n) => same(b, n))) this.editor.removeNode(b);
    if (old.edges !== next.edges) this.edges(old, next, paired);
  }

  /** A name that differs changes alone, too. */
  private location(home: Template, old: Location, next: Location): void {
    const renames = old.name !== undefined && next.name !== undefined && old.name.name !== next.name.name;
    const named = renames ? { ...old, id: next.id, name: next.name } : old;
    if (renames && same(withoutLabels(named), withoutLabels(next))) {
      this.editor.renameLocation(home, old, next.name.name);
      this.setLabels(old, next);
    } else this.labels(old, next);
  }

  /** Sets the labels that differ; a node that differs otherwise is written anew. */
  private labels<T extends Location | Edge>(old: T, next: T): void {
    if (same(old, next)) return;
    if (same(withoutLabels(old), withoutLabels(next))) this.setLabels(old, next);
    else this.editor.replaceNode(old, next);
  }

  private setLabels<T extends Location | Edge>(old: T, next: T): void {
    const texts = (node: Location | Edge): Map<string, string> =>
      new Map(
        labelTexts(node)
          .filter((l) => !l.note)
          .map((l) => [l.kind, l.text]),
      );
    const [before, after] = [texts(old), texts(next)];
    for (const kind of new Set([...before.keys(), ...after.keys()])) {
      const text = after.get(kind) ?? "";
      if (before.get(kind) === text) continue;
      const comments = text === "" ? "" : this.commentsOf(labelOf(old, kind));
      this.editor.setLabel(old, kind as LabelKind, text + comments);
    }
  }

  /** Comments inside a label that is written anew; its text is that of the tree, which has none. */
  private commentsOf(label: Span | undefined): string {
    const written = label === undefined ? "" : this.text.slice(label.start, label.end);
    const found = written.match(/\/\/[^\n\r]*|\/\*[\s\S]*?\*\//g) ?? [];
    // References of XML would have to be resolved first.
    const plain = found.filter((c) => this.document === undefined || !/[&<\]]/.test(c));
    return plain.map((c) => ` ${c.startsWith("//") ? `/*${c.slice(2).trimEnd()} */` : c}`).join("");
  }

  private edges(old: Template, next: Template, paired: ReadonlyMap<Edge, Edge>): void {
    /** The source that a shortened edge would have as it stands. */
    let named: string | undefined;
    const after = new Map([...paired].map(([edge, known]) => [known, edge]));
    for (const known of old.edges) {
      const edge = after.get(known);
      const isShort = known.source.start < known.start;
      if (edge === undefined) {
        this.editor.removeNode(known);
        if (!isShort) named = undefined;
        continue;
      }
      const ends = { source: edge.source, target: edge.target };
      if (!same(withoutLabels({ ...known, ...ends }), withoutLabels(edge))) this.editor.replaceNode(known, edge);
      else {
        const source = edge.source.name;
        if (known.target.name !== edge.target.name) this.editor.replaceSpan(known.target, edge.target.name);
        if (!isShort && known.source.name !== source) this.editor.replaceSpan(known.source, source);
        // Behind one that goes, the source is written anyway.
        if (isShort && named !== undefined && named !== source)
          this.editor.replaceSpan({ start: known.start, end: known.start }, `${source} `);
        this.setLabels(known, edge);
      }
      named = edge.source.name;
    }
    for (const edge of next.edges) if (!paired.has(edge)) this.editor.addEdge(old, edge);
  }

  private system(next: Tree): void {
    const { old } = this;
    const measures = same(old.progress, next.progress) && same(old.gantt, next.gantt);
    const rewrite = (): void => {
      // What stood in <instantiation> is in the text of the system now.
      for (const child of this.document?.root?.children ?? [])
        if (child.name === "instantiation") this.editor.removeNode(child);
      this.editor.setSystem(printSystem(next).trimEnd());
    };
    if (!measures || old.system === undefined || next.system === undefined) {
      if (!measures || !same(old.system, next.system) || !same(old.systemDeclarations, next.systemDeclarations))
        rewrite();
      return;
    }
    if (old.systemDeclarations.length === 0 && next.systemDeclarations.length > 0) {
      this.editor.replaceSpan(old.system, printSystem({ ...next, progress: [], gantt: [] }).trimEnd());
      return;
    }
    if (!this.declarations(old.systemDeclarations, next.systemDeclarations)) rewrite();
    else if (!same(old.system, next.system)) this.editor.replaceSpan(old.system, printSystemLine(next.system));
  }

  private queries(old: readonly QueryEntry[], next: readonly QueryEntry[]): void {
    const { first, last, middle } = between(old, next);
    middle.forEach((entry, i) => {
      const known = first + i < last ? old[first + i] : undefined;
      if (known === undefined) this.editor.addQuery(entry);
      else if (same({ ...known, text: "", query: undefined }, { ...entry, text: "", query: undefined }))
        this.editor.setQueryFormula(known, entry.text);
      else this.editor.replaceNode(known, entry);
    });
    for (const gone of old.slice(first + middle.length, last)) this.editor.removeNode(gone);
  }
}

/** What differs between two lists when their equal beginnings and ends are taken away: `first..last` of the old one. */
function between<T>(
  old: readonly T[],
  next: readonly T[],
): { readonly first: number; readonly last: number; readonly middle: readonly T[] } {
  let first = 0;
  while (first < old.length && first < next.length && same(old[first], next[first])) first++;
  let tail = 0;
  while (
    tail < old.length - first &&
    tail < next.length - first &&
    same(old[old.length - 1 - tail], next[next.length - 1 - tail])
  )
    tail++;
  return { first, last: old.length - tail, middle: next.slice(first, next.length - tail) };
}

function labelOf(node: Location | Edge, kind: string): Span | undefined {
  const labels: Partial<Record<LabelKind, Span>> = { ...("source" in node ? edgeLabels(node) : locationLabels(node)) };
  return labels[kind as LabelKind];
}

function edgeLabels({ select, guard, sync, update, probability }: Edge) {
  return { select, guard, sync, update, probability };
}

function locationLabels({ invariant, rate }: Location) {
  return { invariant, rate };
}

function withoutLabels(node: Location | Edge): unknown {
  const bare = {
    invariant: undefined,
    rate: undefined,
    select: undefined,
    guard: undefined,
    sync: undefined,
    update: undefined,
    probability: undefined,
  };
  return { ...node, ...bare };
}

/** Whether a location is new, or the old one up to its labels and name; in XTA marks stand elsewhere in the process. */
function sameButLabels(old: Location | undefined, next: Location): boolean {
  return old === undefined || same(withoutLabels({ ...old, id: next.id, name: next.name }), withoutLabels(next));
}
