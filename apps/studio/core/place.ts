import {
  attributeOf,
  type Element,
  type Span,
  type TextKind,
  type UppaalSource,
  xmlKindOf,
  xmlKinds,
} from "../../../src/index.ts";
import type { Slot } from "./slot.ts";
import type { Section } from "./view.ts";

/** From a place in the file to the place in the page: which section shows it, what to select, which text field it is in. */
interface Place {
  readonly section: Section;
  readonly keys: readonly string[];
  readonly slot?: Slot;
  /** For people: `Train, edge Appr -> Stop, guard`. */
  readonly label: string;
}

export function placeIn(source: UppaalSource, span: Span): Place {
  const { document, tree } = source;
  const root = document?.root;
  const inside = (element: Span): boolean => span.start >= element.start && span.start < element.end;
  const top = root?.children.find(inside);
  if (document === undefined || top === undefined) return { section: "declarations", keys: [], label: "model" };
  if (top.name === "system" || top.name === "instantiation")
    return { section: "system", keys: [], slot: { kind: "system" }, label: "system" };
  if (top.name === "queries") {
    const index = tree.queries.findIndex(inside);
    return { section: "queries", keys: [], slot: { kind: "query", index }, label: `query ${index + 1}` };
  }
  if (top.name !== "template")
    return { section: "declarations", keys: [], slot: { kind: "declarations" }, label: "declarations" };
  const index = tree.templates.findIndex(inside);
  const template = tree.templates[index]!;
  const child = top.children.find(inside);
  const name = template.name.name;
  if (child?.name === "declaration")
    return {
      section: `template:${index}:declarations`,
      keys: [],
      slot: { kind: "declarations", template: index },
      label: `${name}, declarations`,
    };
  const section = `template:${index}`;
  if (child?.name === "parameter")
    return { section, keys: [], slot: { kind: "parameters", template: index }, label: `${name}, parameters` };
  const nameOf = (id: string): string => template.locations.find((l) => l.id === id)?.name?.name ?? id;
  const kind = child === undefined ? undefined : labelKind(document, child, inside);
  const at = (key: string, words: string): Place => ({
    section,
    keys: [key],
    ...(kind === undefined ? {} : { slot: { kind: "label", template: index, key, label: kind } }),
    label: `${name}, ${words}${kind === undefined ? "" : `, ${kind}`}`,
  });
  const location = template.locations.find(inside);
  if (location !== undefined) return at(`l:${location.id}`, `location ${nameOf(location.id)}`);
  const branchpoint = template.branchpoints.find(inside);
  if (branchpoint !== undefined) return at(`b:${branchpoint.id}`, "branch point");
  const edge = template.edges.findIndex(inside);
  if (edge >= 0)
    return at(
      `e:${edge}`,
      `edge ${nameOf(template.edges[edge]!.source.name)} → ${nameOf(template.edges[edge]!.target.name)}`,
    );
  return { section, keys: [], label: name };
}

function labelKind(
  document: NonNullable<UppaalSource["document"]>,
  parent: Element,
  inside: (e: Span) => boolean,
): TextKind | undefined {
  const label = parent.children.find((c) => c.name === "label" && inside(c));
  const kind = label === undefined ? undefined : attributeOf(document, label, "kind")?.value;
  return kind === "comments" ? kind : (Object.keys(xmlKinds) as TextKind[]).find((k) => xmlKindOf(k) === kind);
}
