import { assert, demand, greatest, last, type Span, smallest } from "../base/index.ts";
import { applyEdits, type Edit } from "./edit.ts";
import type { Editor } from "./editor.ts";
import type { LabelKind, TextKind } from "./labeltext.ts";
import { markLists } from "./marks.ts";
import { printTemplate } from "./printdeclaration.ts";
import { printEdge, printLocation, xtaNames } from "./printtemplate.ts";
import { newlineOf } from "./style.ts";
import type { Edge, Location, QueryEntry, Template, Tree } from "./tree.ts";

/**
 * Changes of an XTA file as written: a label is a clause between the braces of its edge or location, new locations and edges
 * go to the end of their lists, and a removed one takes its comma with it. Comments and line breaks elsewhere stay.
 */
const clauses: Readonly<Record<LabelKind, string>> = {
  invariant: "",
  rate: "",
  select: "select",
  guard: "guard",
  sync: "sync",
  update: "assign",
  probability: "probability",
};
const edgeKinds = ["select", "guard", "sync", "update", "probability"] as const;

export class XtaEditor implements Editor {
  private readonly text: string;
  private readonly tree: Tree;
  private readonly templates: readonly Template[];
  private readonly newline: string;
  private readonly edits: Edit[] = [];
  private readonly removed = new Map<Template, Set<Span>>();
  private readonly renamed = new Map<Template, Map<string, string>>();
  private readonly clauses = new Map<Edge, Map<LabelKind, string>>();
  /** New items of one list, written together at `at` between `before` and `after`. */
  private readonly lists = new Map<
    string,
    { readonly at: number; readonly before: string; readonly after: string; readonly items: string[] }
  >();

  constructor(text: string, tree: Tree) {
    this.text = text;
    this.tree = tree;
    this.templates = [
      ...tree.templates,
      ...tree.systemDeclarations.flatMap((d) => (d.kind === "template" ? [d.template] : [])),
    ];
    this.newline = newlineOf(text);
  }

  replaceSpan(node: Span, text: string): Editor {
    return this.replace(node.start, node.end, text);
  }

  setLabel(node: Location | Edge, kind: TextKind, text: string): Editor {
    demand(kind !== "comments", "XTA has no place for comments of locations and edges");
    return "source" in node ? this.setClause(node, kind, text.trim()) : this.setStateLabel(node, kind, text.trim());
  }

  setDeclarations(owner: Tree | Template, text: string): Editor {
    const [first] = owner.declarations;
    if (first !== undefined) return this.replace(first.start, last(owner.declarations).end, text.trim());
    if (text.trim() === "") return this;
    if (owner === this.tree)
      return this.replace(this.firstDeclaration(), this.firstDeclaration(), `${text.trim()}\n\n`);
    const brace = this.brace(this.afterParameters(owner as Template)) + 1;
    return this.replace(brace, brace, `\n  ${text.trim()}`);
  }

  setParameters(template: Template, text: string): Editor {
    const open = this.skip(template.name.end);
    if (this.text[open] !== "(") return this.replace(template.name.end, template.name.end, `(${text.trim()})`);
    const close = this.afterParameters(template) - 1;
    return this.replace(open + 1, close, text.trim());
  }

  setSystem(text: string): Editor {
    const { systemDeclarations, system, progress, gantt } = this.tree;
    const parts: Span[] = [
      ...systemDeclarations.filter((d) => d.kind !== "template"),
      ...(system === undefined ? [] : [system]),
      ...progress,
      ...gantt,
    ];
    demand(
      systemDeclarations.every((d) => d.kind !== "template"),
      "templates stand among the declarations before the system line",
    );
    if (parts.length === 0) return this.replace(this.text.length, this.text.length, `\n${text.trim()}\n`);
    let end = greatest(parts.map((part) => part.end));
    // Rows of `progress` and `gantt` stand in braces that have no node of their own.
    if (progress.length > 0 || gantt.length > 0) end = this.text.indexOf("}", end) + 1;
    return this.replace(smallest(parts.map((part) => part.start)), end, text.trim());
  }

  addLocation(template: Template, location: Location): Editor {
    const last = template.locations.at(-1);
    demand(last !== undefined && template.initial !== undefined, "the process has no locations");
    const name = location.name?.name ?? location.id;
    this.append(`state ${template.start}`, last.end, "", "", printLocation(location, name), ",\n    ");
    const init = this.text.lastIndexOf("init", template.initial.start);
    if (location.committed) this.replace(init, init, `commit ${name};\n  `);
    if (location.urgent) this.replace(init, init, `urgent ${name};\n  `);
    return this;
  }

  renameLocation(template: Template, location: Location, name: string): Editor {
    assert(location.name !== undefined, "the location has no name");
    const known = this.renamed.get(template) ?? new Map<string, string>();
    this.renamed.set(template, known.set(location.name.name, name));
    return this.replaceSpan(location.name, name);
  }

  addEdge(template: Template, edge: Edge): Editor {
    const names = xtaNames(template);
    const printed = printEdge(
      edge,
      names.get(edge.source.name) ?? edge.source.name,
      names.get(edge.target.name) ?? edge.target.name,
    );
    const last = template.edges.at(-1);
    if (last !== undefined) this.append(`trans ${template.start}`, last.end, "", "", printed, ",\n    ");
    else this.append(`trans ${template.start}`, template.end - 1, "  trans\n    ", ";\n", printed, ",\n    ");
    return this;
  }

  addTemplate(template: Template): Editor {
    const last = this.templates.at(-1)?.end;
    const at = last ?? this.tree.declarations.at(-1)?.end ?? this.firstDeclaration();
    this.append("process", at, "", "", `\n\n${printTemplate(template)}`, "");
    return this;
  }

  addQuery(entry: QueryEntry): Editor {
    this.append("query", this.text.trimEnd().length, "", "", `\nquery { ${entry.text.trim()} }`, "");
    return this;
  }

  setQueryFormula(entry: QueryEntry, text: string): Editor {
    demand(entry.query !== undefined, "the query has no formula");
    return this.replace(entry.query.start, entry.query.end, text.trim());
  }

  replaceNode(old: Template | Location | Edge | QueryEntry, next: Template | Location | Edge | QueryEntry): Editor {
    if ("edges" in next) return this.replace(old.start, old.end, printTemplate(next));
    if ("text" in next) return this.replace(old.start, old.end, `query { ${next.text.trim()} }`);
    const home = this.templates.find((t) => t.start <= old.start && old.end <= t.end);
    demand(home !== undefined, "the node is not of this file");
    if ("source" in next) {
      const names = xtaNames(home);
      const nameOf = (id: string): string => names.get(id) ?? id;
      return this.replace(old.start, old.end, printEdge(next, nameOf(next.source.name), nameOf(next.target.name)));
    }
    return this.replace(old.start, old.end, printLocation(next, next.name?.name ?? next.id));
  }

  removeNode(node: Span): Editor {
    const home = this.templates.find((t) => t !== node && t.start <= node.start && node.end <= t.end);
    if (home === undefined) return this.removeLines(node.start, node.end);
    const known = this.removed.get(home);
    if (known === undefined) this.removed.set(home, new Set([node]));
    else known.add(node);
    return this;
  }

  apply(): string {
    for (const [template, removed] of this.removed) this.removeAll(template, removed);
    for (const template of new Set([...this.removed.keys(), ...this.renamed.keys()])) this.writeMarks(template);
    this.removed.clear();
    this.renamed.clear();
    for (const [edge, texts] of this.clauses) this.writeClauses(edge, texts);
    this.clauses.clear();
    const edits = [...this.edits];
    for (const { at, before, after, items } of this.lists.values()) {
      // What is added behind something that goes with its line stands behind the line.
      const place = this.edits.find((e) => e.text === "" && e.start < at && at < e.end)?.end ?? at;
      edits.push({ start: place, end: place, text: this.lines(before + items.join("") + after) });
    }
    return applyEdits(this.text, edits);
  }

  // ------------------------------------------------------------ labels

  private setClause(edge: Edge, kind: LabelKind, text: string): Editor {
    demand(kind !== "invariant" && kind !== "rate", `an edge has no ${kind}`);
    const known = this.clauses.get(edge);
    if (known === undefined) this.clauses.set(edge, new Map([[kind, text]]));
    else known.set(kind, text);
    return this;
  }

  /** Clauses stand in the order of their kinds, whichever order they were set in; a new one behind those that stay. */
  private writeClauses(edge: Edge, texts: ReadonlyMap<LabelKind, string>): void {
    let behind = this.brace(edge.target.end) + 1;
    for (const kind of edgeKinds) {
      const old = edge[kind];
      const text = texts.get(kind);
      const clause = text ? `${clauses[kind]} ${text};` : "";
      if (old !== undefined && text === "") this.replace(old.start, this.blanksAfter(old.end), "");
      else if (old !== undefined) {
        if (text !== undefined) this.replace(old.start, old.end, clause);
        behind = old.end;
      } else if (clause !== "") this.replace(behind, behind, ` ${clause}`);
    }
  }

  private setStateLabel(location: Location, kind: LabelKind, text: string): Editor {
    demand(kind === "invariant" || kind === "rate", `a location has no ${kind}`);
    const { invariant, rate } = location;
    const parts = {
      invariant: invariant && this.text.slice(invariant.start, invariant.end),
      rate: rate && this.text.slice(rate.start, rate.end),
      [kind]: text,
    };
    const old = location[kind];
    if (old !== undefined && text !== "") return this.replace(old.start, old.end, text);
    const body = `${parts.invariant ?? ""}${parts.rate ? `; ${parts.rate}` : ""}`;
    const name = location.name ?? location;
    return this.replace(name.end, location.end, body === "" ? "" : ` { ${body} }`);
  }

  // ------------------------------------------------------------ lists

  private removeAll(template: Template, removed: ReadonlySet<Span>): void {
    this.nameSources(template, removed);
    this.removeItems(template.edges, removed, `trans ${template.start}`);
    this.removeItems(template.locations, removed, `state ${template.start}`);
    this.removeItems(template.branchpoints, removed, "branchpoint");
  }

  /** The lists of urgent and committed locations without those that are gone, and with new names. */
  private writeMarks(template: Template): void {
    const removed = this.removed.get(template);
    const renamed = this.renamed.get(template);
    const marked = template.locations.filter((l) => l.urgent || l.committed);
    const gone = new Set(marked.filter((l) => removed?.has(l)).map((l) => l.id));
    if (template.initial === undefined || !marked.some((l) => gone.has(l.id) || renamed?.has(l.id))) return;
    for (const { start, end, word, names } of markLists(this.text, template)) {
      const rest = names.filter(({ name }) => !gone.has(name));
      const called = rest.map(({ name }) => renamed?.get(name) ?? name);
      if (rest.length === 0) this.replace(start, end, "");
      else if (rest.length < names.length) this.replace(start, end, `${word} ${called.join(", ")};`);
      else rest.forEach((at, i) => called[i] === at.name || this.replace(at.start, at.end, called[i]!));
    }
  }

  /** `-> B {}` takes its source from the last edge that names one: when that goes, it must say it itself. */
  private nameSources(template: Template, removed: ReadonlySet<Span>): void {
    let named = true;
    for (const edge of template.edges) {
      const short = edge.source.start < edge.start;
      if (!short) named = !removed.has(edge);
      else if (!named && !removed.has(edge)) {
        this.replace(edge.start, edge.start, `${edge.source.name} `);
        named = true;
      }
    }
  }

  /** Removes items of a comma list; with all of them the list itself, up to its semicolon. */
  private removeItems(items: readonly Span[], removed: ReadonlySet<Span>, list: string): void {
    const [first] = items;
    if (first !== undefined && items.every((item) => removed.has(item))) {
      const { end } = last(items);
      const added = this.lists.get(list);
      if (added !== undefined) {
        // New items take the place of all old ones.
        this.lists.delete(list);
        this.replace(first.start, end, added.items.join("").replace(/^,\s*/, ""));
      } else
        this.removeLines(this.text.lastIndexOf(list.replace(/ .*/s, ""), first.start), this.text.indexOf(";", end) + 1);
      return;
    }
    const kept = items.findLastIndex((item) => !removed.has(item));
    items.forEach((item, i) => {
      if (removed.has(item) && i < kept) this.replace(this.ownStart(items, i), this.ownStart(items, i + 1), "");
    });
    const left = items[kept];
    if (left !== undefined && kept < items.length - 1)
      this.removeTail(left.end, last(items).end, this.ownStart(items, kept + 1));
  }

  /** Removes all items behind one; its comma goes, but not the comment that follows it in its line. */
  private removeTail(from: number, end: number, own: number): void {
    const comma = this.skip(from);
    const kept = this.text.slice(comma + 1, own).trimEnd();
    if (/^\s*$/.test(this.text.slice(from, comma) + kept)) this.replace(from, end, "");
    else {
      this.replace(comma, comma + 1, "");
      // What ends a line must have one.
      this.replace(kept.includes("//") ? own : comma + 1 + kept.length, end, "");
    }
  }

  /** Where an item of a list begins with the comments before it: what follows the one before in its line is not its own. */
  private ownStart(items: readonly Span[], i: number): number {
    const before = items[i - 1];
    if (before === undefined) return items[i]!.start;
    const behind = this.skip(before.end) + 1;
    const pattern = /(?:[^\S\n]+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*\n\s*/y;
    pattern.lastIndex = behind;
    return pattern.test(this.text) ? pattern.lastIndex : this.text[behind] === " " ? behind + 1 : behind;
  }

  private append(list: string, at: number, before: string, after: string, item: string, separator: string): void {
    const known = this.lists.get(list);
    if (known !== undefined) known.items.push(separator + item);
    else this.lists.set(list, { at, before, after, items: [before === "" ? separator + item : item] });
  }

  // ------------------------------------------------------------ places in the text

  private replace(start: number, end: number, text: string): Editor {
    this.edits.push({ start, end, text: this.lines(text) });
    return this;
  }

  private removeLines(start: number, end: number): Editor {
    let from = start;
    while (this.text[from - 1] === " " || this.text[from - 1] === "\t") from--;
    const behind = this.blanksAfter(end);
    const alone =
      (from === 0 || this.text[from - 1] === "\n") &&
      (behind === this.text.length || this.text[behind] === "\n" || this.text[behind] === "\r");
    if (!alone) return this.replace(start, end, "");
    return this.replace(from, this.text[behind] === "\r" ? behind + 2 : Math.min(behind + 1, this.text.length), "");
  }

  private lines(text: string): string {
    return text.replace(/\r\n?|\n/g, this.newline);
  }

  private firstDeclaration(): number {
    return (
      this.tree.declarations[0]?.start ??
      this.templates[0]?.start ??
      this.tree.systemDeclarations[0]?.start ??
      this.tree.system?.start ??
      0
    );
  }

  private blanksAfter(offset: number): number {
    let end = offset;
    while (this.text[end] === " " || this.text[end] === "\t") end++;
    return end;
  }

  /** The offset of the next character that is neither white space nor in a comment. */
  private skip(offset: number): number {
    const pattern = /(?:\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y;
    pattern.lastIndex = offset;
    pattern.exec(this.text);
    return pattern.lastIndex;
  }

  private brace(offset: number): number {
    const at = this.skip(offset);
    assert(this.text[at] === "{", "a brace is missing");
    return at;
  }

  /** The offset behind the parameter list of a process, or behind its name when it has none. */
  private afterParameters(template: Template): number {
    const open = this.skip(template.name.end);
    if (this.text[open] !== "(") return template.name.end;
    const last = template.parameters.at(-1);
    return this.text.indexOf(")", last === undefined ? open : last.end) + 1;
  }
}
