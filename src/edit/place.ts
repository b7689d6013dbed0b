import type { Span } from "../base/index.ts";
import type { CheckedTemplate } from "../model/index.ts";
import { type Edge, elementAt, type Template } from "../syntax/index.ts";
import type { Page } from "./page.ts";

/** What is written at an offset: which of the language's texts, and inside which template and edge. */
export type Text =
  | "declaration"
  | "parameter"
  | "system"
  | "query"
  | "select"
  | "guard"
  | "sync"
  | "update"
  | "probability"
  | "invariant"
  | "rate";

interface Place {
  /** Undefined where no code stands: in the tags of XML, in a name, in a comment field. */
  readonly text?: Text;
  readonly template?: CheckedTemplate;
  readonly edge?: Edge;
}

export function placeAt(page: Page, offset: number): Place {
  if (page.kind === "queries") return { text: "query" };
  const template = page.model?.templates.find(({ node }) => holds(node, offset));
  const edge = template?.node.edges.find((node) => holds(node, offset));
  const around = { ...(template === undefined ? {} : { template }), ...(edge === undefined ? {} : { edge }) };
  const text = page.source?.document === undefined ? inXta(template?.node, edge, offset) : inXml(page, offset);
  return { ...around, ...(text === undefined ? {} : { text }) };
}

export function holds({ start, end }: Span, offset: number): boolean {
  return start <= offset && offset <= end;
}

function inXta(template: Template | undefined, edge: Edge | undefined, offset: number): Text {
  const inside = (label: Span | undefined): boolean => label !== undefined && holds(label, offset);
  if (edge !== undefined)
    for (const kind of ["select", "guard", "sync", "update", "probability"] as const)
      if (inside(edge[kind])) return kind;
  if (template?.locations.some((place) => inside(place.invariant))) return "invariant";
  return "declaration";
}

const elements: Readonly<Record<string, Text>> = {
  declaration: "declaration",
  parameter: "parameter",
  system: "system",
  instantiation: "system",
  formula: "query",
};
const labels: Readonly<Record<string, Text>> = {
  select: "select",
  guard: "guard",
  synchronisation: "sync",
  assignment: "update",
  probability: "probability",
  invariant: "invariant",
  exponentialrate: "rate",
};

function inXml({ source, text }: Page, offset: number): Text | undefined {
  const document = source?.document;
  // At the end of its text an offset is the start of the end tag, which is the element's own.
  const element = document === undefined ? undefined : elementAt(document, offset);
  if (element === undefined || offset < element.open || offset > element.close) return undefined;
  if (element.name !== "label") return elements[element.name];
  const kind = /\bkind\s*=\s*["'](\w+)["']/.exec(text.slice(element.start, element.open))?.[1];
  return kind === undefined ? undefined : labels[kind];
}
