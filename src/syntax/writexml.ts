import { wants } from "../base/index.ts";
import { Ids } from "./ids.ts";
import { type LabelKind, labelTexts, xmlKinds } from "./labeltext.ts";
import { layout } from "./layout.ts";
import { printDeclarations } from "./printdeclaration.ts";
import { printParameters } from "./printexpression.ts";
import { printSystem } from "./printmodel.ts";
import { uppaalStyle } from "./style.ts";
import type { Branchpoint, Declaration, Edge, Location, Option, Point, QueryEntry, Template, Tree } from "./tree.ts";
import { element, type Out, render } from "./xmlout.ts";

/**
 * Writes a whole tree as a new XML file in the order of UPPAAL's DTD 1.6, with coordinates for everything. Text is printed
 * from the tree; what the tree does not keep (XML comments, unknown elements) is not there, so changing an existing file
 * is for `splice.ts`. Ids are kept where they are unique and replaced by `idN` where they are the names of XTA.
 */
export interface WriteOptions {
  /** The text of the XTA file that the tree was read from: declarations then keep their comments and their spacing. */
  readonly source?: string;
}

export function writeXml(tree: Tree, options: WriteOptions = {}): string {
  wants("writeXml", tree, "tree");
  const head =
    '<?xml version="1.0" encoding="utf-8"?>\n' +
    "<!DOCTYPE nta PUBLIC '-//Uppaal Team//DTD Flat System 1.6//EN' 'http://www.it.uu.se/research/group/darts/uppaal/flat-1_6.dtd'>\n";
  return `${head}${render(treeElement(layout(withIds(inXmlOrder(tree))), textsOf(tree, options.source)), { style: uppaalStyle, indent: "", unit: "\t" })}\n`;
}

/** Templates that stand among later declarations (XTA) move before the system, and what they may use before them. */
function inXmlOrder(tree: Tree): Tree {
  const last = tree.systemDeclarations.findLastIndex((d) => d.kind === "template");
  if (last < 0) return tree;
  const early = tree.systemDeclarations.slice(0, last);
  const isGlobal = (d: Declaration): boolean => d.kind !== "template" && d.kind !== "instantiation";
  return {
    ...tree,
    declarations: [...tree.declarations, ...early.filter(isGlobal)],
    templates: [
      ...tree.templates,
      ...tree.systemDeclarations.flatMap((d) => (d.kind === "template" ? [d.template] : [])),
    ],
    systemDeclarations: [
      ...early.filter((d) => d.kind === "instantiation"),
      ...tree.systemDeclarations.slice(last + 1),
    ],
  };
}

/** Ids that are the names of XTA are replaced; others stay where they are unique. */
function withIds(tree: Tree): Tree {
  const isName = (node: Location | Branchpoint): boolean => tree.format === "xta" && node.id === node.name?.name;
  const kept = tree.templates.flatMap((t) =>
    [...t.locations, ...t.branchpoints].filter((node) => !isName(node)).map((node) => node.id),
  );
  const ids = new Ids(kept);
  return { ...tree, templates: tree.templates.map((template) => ids.rename(template, isName)) };
}

interface Texts {
  readonly global: (tree: Tree) => string;
  readonly local: (template: Template) => string;
  readonly system: (tree: Tree) => string;
}

const printed: Texts = {
  global: (tree) => printDeclarations(tree.declarations).trimEnd(),
  local: (template) => printDeclarations(template.declarations).trimEnd(),
  system: (tree) => printSystem(tree).trimEnd(),
};

/** Where the texts come from: the file, if it has the shape and the syntax of XML's parts; the printer otherwise. */
function textsOf(tree: Tree, source: string | undefined): Texts {
  const inOrder = tree.systemDeclarations.every((d) => d.kind !== "template");
  if (source === undefined || tree.format !== "xta" || tree.syntax !== "new" || !inOrder || tree.system === undefined)
    return printed;
  const first = tree.templates[0]?.start ?? tree.systemDeclarations[0]?.start ?? tree.system.start;
  const last = tree.templates.at(-1)?.end ?? first;
  return {
    global: () => source.slice(0, first).trim(),
    local: ({ declarations }) => source.slice(declarations[0]?.start ?? 0, declarations.at(-1)?.end ?? 0),
    // Query blocks at the end of the file become elements of their own.
    system: /\bquery\s*\{/.test(source.slice(tree.system.end)) ? printed.system : () => source.slice(last).trim(),
  };
}

function treeElement(tree: Tree, texts: Texts): Out {
  const queries = [...tree.options.map(optionElement), ...tree.queries.map(queryElement)];
  return element(
    "nta",
    [],
    [
      ...textElement("declaration", texts.global(tree)),
      ...tree.templates.map((template) => templateElement(template, texts.local(template))),
      ...tree.charts.map((chart): Out => ({ name: "lsc", attributes: [], raw: chart.text })),
      element("system", [], texts.system(tree)),
      ...(queries.length === 0 ? [] : [element("queries", [], queries)]),
    ],
  );
}

export function templateElement(template: Template, declarations = printed.local(template)): Out {
  return element(
    "template",
    [],
    [
      element("name", [], template.name.name),
      ...textElement("parameter", printParameters(template.parameters)),
      ...textElement("declaration", declarations),
      ...template.locations.map(locationElement),
      ...template.branchpoints.map((b) =>
        element("branchpoint", [["id", b.id], ...placeAttributes(b.place), ...colorAttribute(b.color)]),
      ),
      ...(template.initial === undefined ? [] : [element("init", [["ref", template.initial.name]])]),
      ...template.edges.map(edgeElement),
    ],
  );
}

function textElement(name: string, text: string): Out[] {
  return text === "" ? [] : [element(name, [], text)];
}

export function locationElement(location: Location): Out {
  return element(
    "location",
    [["id", location.id], ...placeAttributes(location.place), ...colorAttribute(location.color)],
    [
      ...(location.name === undefined
        ? []
        : [element("name", placeAttributes(location.namePlace), location.name.name)]),
      ...labelElements(location),
      ...(location.urgent ? [element("urgent", [])] : []),
      ...(location.committed ? [element("committed", [])] : []),
    ],
  );
}

export function edgeElement(edge: Edge): Out {
  return element(
    "transition",
    [...(edge.controllable ? [] : [["controllable", "false"] as const]), ...colorAttribute(edge.color)],
    [
      element("source", [["ref", edge.source.name]]),
      element("target", [["ref", edge.target.name]]),
      ...labelElements(edge),
      ...edge.nails.map((nail) => element("nail", placeAttributes(nail))),
    ],
  );
}

export function labelElement(kind: string, text: string, place: Point | undefined): Out {
  return element("label", [["kind", kind], ...placeAttributes(place)], text);
}

function labelElements(node: Location | Edge): Out[] {
  return labelTexts(node).map(({ kind, note, text, place }) =>
    labelElement(note ? kind : xmlKinds[kind as LabelKind], text, place),
  );
}

export function queryElement(entry: QueryEntry): Out {
  const { expect } = entry;
  return element(
    "query",
    [],
    [
      element("formula", [], entry.text),
      element("comment", [], entry.comment ?? ""),
      ...entry.options.map(optionElement),
      ...(expect === undefined
        ? []
        : [
            element(
              "expect",
              defined({ outcome: expect.outcome, type: expect.type, value: expect.value }),
              // UPPAAL's parser overlooks <expect/>, but not <expect></expect>.
              expect.resources.length === 0
                ? ""
                : expect.resources.map((r) =>
                    element("resource", defined({ type: r.type, value: r.value, unit: r.unit })),
                  ),
            ),
          ]),
      ...entry.results.map((r) =>
        element("result", defined({ outcome: r.outcome, type: r.type, value: r.value, timestamp: r.timestamp })),
      ),
    ],
  );
}

function optionElement(option: Option): Out {
  return element("option", [
    ["key", option.key],
    ["value", option.value],
  ]);
}

function defined(values: Readonly<Record<string, string | undefined>>): Out["attributes"] {
  return Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
}

function placeAttributes(place: Point | undefined): Out["attributes"] {
  return place === undefined
    ? []
    : [
        ["x", String(place.x)],
        ["y", String(place.y)],
      ];
}

function colorAttribute(color: string | undefined): Out["attributes"] {
  return color === undefined ? [] : [["color", color]];
}
