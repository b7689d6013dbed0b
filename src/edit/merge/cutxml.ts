import type { Span } from "../../base/index.ts";
import {
  attributeOf,
  contentOf,
  type Declaration,
  type Document,
  type Element,
  type SystemLine,
  textOf,
  type UppaalSource,
} from "../../syntax/index.ts";
import { declarationNodes, systemNodes } from "./cutcode.ts";
import { type Node, node } from "./part.ts";

/** The parts of an XML model: its elements, the attributes of their tags, and the declarations inside their texts. */
interface Reading {
  readonly document: Document;
  readonly declarations: readonly Declaration[];
  readonly system: SystemLine | undefined;
}

export function xmlNodes({ text, tree, document }: UppaalSource): readonly Node[] {
  if (document?.root === undefined) return [];
  const declarations = [
    ...tree.declarations,
    ...tree.templates.flatMap((t) => t.declarations),
    ...tree.systemDeclarations,
  ];
  return [elementNode({ document: { ...document, text }, declarations, system: tree.system }, document.root)];
}

/** Elements whose text is in the language, and whose text is only text. */
const code = new Set(["declaration", "parameter", "system", "instantiation", "label", "formula"]);
const plain = new Set(["name", "comment"]);
/** Elements of which several stand side by side, each a thing of its own. */
const several = new Set(["transition", "query", "nail", "lsc", "option", "result", "instantiation"]);

function elementNode(reading: Reading, element: Element): Node {
  const { name } = element;
  const kind = name === "label" ? `label ${attribute(reading, element, "kind")}` : name;
  const inner = [tagNode(reading, element), ...insideOf(reading, element)];
  const isSingle = !several.has(name);
  return node(kind, keyOf(reading, element), element, { inner, mark: "markup", isSingle });
}

function insideOf(reading: Reading, element: Element): readonly Node[] {
  const { name, open, close } = element;
  const span = { start: open, end: Math.max(open, close) };
  if (element.children.length === 0 && code.has(name) && element.close < element.end)
    return [node("text", "", span, { inner: codeNodes(reading, span) })];
  if (element.children.length === 0 && plain.has(name) && element.close < element.end)
    return [node("text", "", span, { mark: "none" })];
  return joinNails(element.children.map((child) => elementNode(reading, child)));
}

function codeNodes({ document, declarations, system }: Reading, { start, end }: Span): readonly Node[] {
  const inside = (at: Span): boolean => start <= at.start && at.end <= end && at.start < at.end;
  const found = declarationNodes(document.text, declarations.filter(inside), end);
  const last = system !== undefined && inside(system) ? systemNodes(system) : [];
  if (found.length + last.length === 0) return [];
  const open = /^\s*<!\[CDATA\[/.exec(document.text.slice(start, end))?.[0].length ?? 0;
  return [node("open", "", { start, end: start + open }, { mark: "none" }), ...found, ...last];
}

/** A start tag with its attributes; a place is one thing. */
function tagNode({ document }: Reading, { start, open, name }: Element): Node {
  const from = start + 1 + name.length;
  const pattern = /\s+x\s*=\s*"[^"]*"\s+y\s*=\s*"[^"]*"|\s+([^\s=/>]+)\s*=\s*(?:"[^"]*"|'[^']*')/g;
  const inner = [...document.text.slice(from, open).matchAll(pattern)].map((match) => {
    const at = { start: from + match.index, end: from + match.index + match[0].length };
    const key = match[1] ?? "place";
    return node(attributeKind(name, key), key, at, { mark: "none" });
  });
  return node("tag", "", { start, end: open }, { inner, mark: "none" });
}

/** Nothing refers to the id of a transition. */
function attributeKind(element: string, key: string): string {
  if (element === "transition" && key === "id") return "number";
  return key === "place" || key === "x" || key === "y" || key === "color" ? "place" : "attribute";
}

/** The nails of an edge are one thing: some of one road and some of another make none. */
function joinNails(nodes: readonly Node[]): readonly Node[] {
  const [first, last] = [nodes.find(isNail), nodes.findLast(isNail)];
  if (first === undefined || last === undefined) return nodes;
  const at = nodes.indexOf(first);
  const joined = node("place", "nails", { start: first.start, end: last.end }, { mark: "none" });
  return [...nodes.slice(0, at), joined, ...nodes.slice(nodes.indexOf(last) + 1)];
}

function isNail({ kind }: Node): boolean {
  return kind === "nail";
}

function keyOf(reading: Reading, element: Element): string {
  const child = (name: string): Element | undefined => element.children.find((c) => c.name === name);
  const said = (name: string): string => {
    const found = child(name);
    return found === undefined ? "" : contentOf(textOf(reading.document, found)).trim();
  };
  const end = (name: string): string => {
    const found = child(name);
    return found === undefined ? "" : attribute(reading, found, "ref");
  };
  switch (element.name) {
    case "template":
      return said("name");
    case "location":
    case "branchpoint":
      return attribute(reading, element, "id");
    case "transition":
      return `${end("source")} -> ${end("target")}`;
    case "query":
      return said("formula");
    default:
      return "";
  }
}

function attribute({ document }: Reading, element: Element, name: string): string {
  return attributeOf(document, element, name)?.value ?? "";
}
