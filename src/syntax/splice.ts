import { demand, type Span, wants } from "../base/index.ts";
import { NewLabels } from "./drawing/newlabels.ts";
import type { Editor } from "./editor.ts";
import { Ids, idsOf, referTo } from "./ids.ts";
import { labelOrder, type TextKind, xmlKindOf } from "./labeltext.ts";
import { layoutAdded, layoutTemplate } from "./layout.ts";
import { OldEditor } from "./sayable.ts";
import { XmlSplicer } from "./splicexml.ts";
import { XtaEditor } from "./splicexta.ts";
import type { Edge, Location, QueryEntry, Template, Tree } from "./tree.ts";
import { edgeElement, labelElement, locationElement, queryElement, templateElement } from "./writexml.ts";
import type { Document, Element } from "./xml.ts";
import { element, type Out } from "./xmlout.ts";
import { attributeOf } from "./xmltext.ts";

/** Editors of model files, as XML or XTA. */

/** `document` is that of `parseXml`; a file without one is XTA. */
export function edit(file: { readonly text: string; readonly tree: Tree; readonly document?: Document }): Editor {
  wants("edit", file, "source");
  const { text, tree, document } = file;
  const editor = document === undefined ? new XtaEditor(text, tree) : new XmlEditor(document, tree);
  return tree.syntax === "old" ? new OldEditor(editor, tree) : editor;
}

// The order of children that UPPAAL's parser demands.
const rootOrder = ["imports", "declaration", "template", "lsc", "instantiation", "system", "queries"];
const templateOrder = ["name", "parameter", "declaration", "location", "branchpoint", "init", "transition"];

class XmlEditor implements Editor {
  private readonly splicer: XmlSplicer;
  private readonly root: Element;
  private readonly tree: Tree;
  private readonly ids: Ids;
  /** Added parts by template: placed together at the end, when it is known what belongs to what. */
  private readonly added = new Map<Template, { readonly locations: Location[]; readonly edges: Edge[] }>();
  private readonly newLabels: NewLabels;

  constructor(document: Document, tree: Tree) {
    demand(document.root !== undefined, "the document is not well-formed XML");
    this.splicer = new XmlSplicer(document);
    this.root = document.root;
    this.tree = tree;
    this.newLabels = new NewLabels(tree, document.text);
    this.ids = new Ids(idsOf(tree));
    for (const id of new Set(idsOf(tree))) this.ids.take(id);
  }

  replaceSpan(node: Span, text: string): Editor {
    this.splicer.replaceSpan(node, text);
    return this;
  }

  setLabel(node: Location | Edge, kind: TextKind, text: string): Editor {
    const parent = this.splicer.elementOf(node);
    const ofKind = this.labelsOf(parent, kind);
    const old = ofKind.at(-1);
    if (text.trim() === "") {
      // Of several labels of a kind the last counts: all must go for the label to be gone.
      for (const child of ofKind) this.splicer.remove(child);
    } else if (old !== undefined) this.splicer.setText(old, text);
    else this.addLabel(parent, node, kind, text);
    return this;
  }

  private labelsOf(parent: Element, kind: TextKind): readonly Element[] {
    return parent.children.filter(
      (child) => child.name === "label" && attributeOf(this.splicer.document, child, "kind")?.value === xmlKindOf(kind),
    );
  }

  /** A new label, and those that make room for it. */
  private addLabel(parent: Element, node: Location | Edge, kind: TextKind, text: string): void {
    const { place, pushed } = this.newLabels.placeOf(node, kind, text);
    for (const { kind: other, y } of pushed) {
      const label = this.labelsOf(parent, other).at(-1);
      if (label !== undefined) this.splicer.setAttribute(label, "y", String(y));
    }
    const added = labelElement(xmlKindOf(kind), text, place);
    this.splicer.insert(parent, this.labelAnchor(parent, kind), added, labelOrder.indexOf(kind));
  }

  setDeclarations(owner: Tree | Template, text: string): Editor {
    const parent = owner === this.tree ? this.root : this.splicer.elementOf(owner);
    return this.setChild(parent, "declaration", owner === this.tree ? rootOrder : templateOrder, text);
  }

  setParameters(template: Template, text: string): Editor {
    return this.setChild(this.splicer.elementOf(template), "parameter", templateOrder, text);
  }

  setSystem(text: string): Editor {
    return this.setChild(this.root, "system", rootOrder, text);
  }

  addLocation(template: Template, location: Location): Editor {
    this.addedTo(template).locations.push(location);
    return this;
  }

  renameLocation(_: Template, location: Location, name: string): Editor {
    demand(location.name !== undefined, "the location has no name");
    return this.replaceSpan(location.name, name);
  }

  addEdge(template: Template, edge: Edge): Editor {
    this.addedTo(template).edges.push(edge);
    return this;
  }

  addTemplate(template: Template): Editor {
    this.splicer.insert(
      this.root,
      anchor(this.root, "template", rootOrder),
      templateElement(layoutTemplate(this.ids.rename(template))),
      rootOrder.indexOf("template"),
    );
    return this;
  }

  addQuery(entry: QueryEntry): Editor {
    this.splicer.insertInto(this.root, "queries", anchor(this.root, "queries", rootOrder), queryElement(entry));
    return this;
  }

  setQueryFormula(entry: QueryEntry, text: string): Editor {
    return this.setChild(this.splicer.elementOf(entry), "formula", ["formula"], text);
  }

  replaceNode(old: Span, next: Template | Location | Edge | QueryEntry): Editor {
    this.splicer.replaceElement(this.splicer.elementOf(old), nodeElement(next));
    return this;
  }

  removeNode(node: Span): Editor {
    this.splicer.remove(this.splicer.elementOf(node));
    return this;
  }

  apply(): string {
    for (const [template, { locations, edges }] of this.added) {
      const parent = this.splicer.elementOf(template);
      const placed = this.placeAdded(template, locations, edges);
      for (const l of placed.locations)
        this.splicer.insert(
          parent,
          anchor(parent, "location", templateOrder),
          locationElement(l),
          templateOrder.indexOf("location"),
        );
      for (const e of placed.edges)
        this.splicer.insert(
          parent,
          anchor(parent, "transition", templateOrder),
          edgeElement(e),
          templateOrder.indexOf("transition"),
        );
    }
    this.added.clear();
    return this.splicer.apply();
  }

  /** New locations and edges with places, and with ids that no other template has. */
  private placeAdded(
    template: Template,
    locations: readonly Location[],
    edges: readonly Edge[],
  ): ReturnType<typeof layoutAdded> {
    const ids = new Map<string, string>();
    const fresh = locations.map((location) => {
      const id = this.ids.take(location.id);
      ids.set(location.id, id);
      return { ...location, id };
    });
    return layoutAdded(template, fresh, referTo({ ...template, edges }, ids).edges);
  }

  private addedTo(template: Template): { readonly locations: Location[]; readonly edges: Edge[] } {
    const known = this.added.get(template);
    if (known !== undefined) return known;
    const fresh = { locations: [], edges: [] };
    this.added.set(template, fresh);
    return fresh;
  }

  private setChild(parent: Element, name: string, order: readonly string[], text: string): Editor {
    const old = parent.children.findLast((child) => child.name === name);
    if (old !== undefined) {
      for (const child of parent.children) if (child.name === name && child !== old) this.splicer.remove(child);
      this.splicer.setText(old, text);
    } else if (text.trim() !== "")
      this.splicer.insert(parent, anchor(parent, name, order), element(name, [], text), order.indexOf(name));
    return this;
  }

  /** The child behind which a new label goes: earlier labels, source and target, or the name. */
  private labelAnchor(parent: Element, kind: TextKind): Element | undefined {
    const rank = labelOrder.indexOf(kind);
    return parent.children.findLast((child) => {
      if (child.name !== "label") return child.name === "name" || child.name === "source" || child.name === "target";
      const other = attributeOf(this.splicer.document, child, "kind")?.value;
      return labelOrder.findIndex((k) => xmlKindOf(k) === other) < rank;
    });
  }
}

function nodeElement(node: Template | Location | Edge | QueryEntry): Out {
  if ("edges" in node) return templateElement(layoutTemplate(node));
  if ("source" in node) return edgeElement(node);
  return "urgent" in node ? locationElement(node) : queryElement(node);
}

/** The child behind which a new child of this name goes. */
function anchor(parent: Element, name: string, order: readonly string[]): Element | undefined {
  const rank = order.indexOf(name);
  return parent.children.findLast((child) => {
    const other = order.indexOf(child.name);
    return other >= 0 && other <= rank;
  });
}
