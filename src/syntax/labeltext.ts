import { printBinder, printExpr, printExprs, printSync } from "./printexpression.ts";
import type { Edge, Label, Location, Point } from "./tree.ts";
import { contentOf, textOf } from "./xmltext.ts";

/** The labels of a location or edge as texts, in UPPAAL's order; notes last. */
export type LabelKind = "invariant" | "rate" | "select" | "guard" | "sync" | "update" | "probability";

/** What can be written beside a location or edge: a label, or UPPAAL's comments, which mean nothing. */
export type TextKind = LabelKind | "comments";

/** The order in which they are written, and read from top to bottom. */
export const labelOrder: readonly TextKind[] = [
  "invariant",
  "rate",
  "select",
  "guard",
  "sync",
  "update",
  "probability",
  "comments",
];

export interface LabelText {
  /** A `LabelKind`, or the kind of a note as written. */
  readonly kind: string;
  readonly note: boolean;
  readonly text: string;
  readonly place?: Point;
}

/** What XML calls each kind. */
export const xmlKinds: Readonly<Record<LabelKind, string>> = {
  invariant: "invariant",
  rate: "exponentialrate",
  select: "select",
  guard: "guard",
  sync: "synchronisation",
  update: "assignment",
  probability: "probability",
};
export function xmlKindOf(kind: TextKind): string {
  return kind === "comments" ? kind : xmlKinds[kind];
}

/**
 * With the text of the XML file that the node was read from, labels are as written; otherwise they are printed from the tree.
 */
export function labelTexts(node: Location | Edge, source?: string): readonly LabelText[] {
  const result: LabelText[] = [];
  const add = <T>(kind: LabelKind, label: Label<T> | undefined, print: (value: T) => string): void => {
    if (label === undefined) return;
    const text = source !== undefined && isElementText(source, label) ? asWritten(source, label) : print(label.value);
    result.push({ kind, note: false, text, ...(label.place === undefined ? {} : { place: label.place }) });
  };
  if ("source" in node) {
    add("select", node.select, (binders) => binders.map(printBinder).join(", "));
    add("guard", node.guard, printExpr);
    add("sync", node.sync, printSync);
    add("update", node.update, printExprs);
    add("probability", node.probability, printExpr);
  } else {
    add("invariant", node.invariant, printExpr);
    add("rate", node.rate, (exprs) => exprs.map(printExpr).join(" : "));
  }
  for (const { kind, text, place } of node.notes)
    result.push({ kind, note: true, text, ...(place === undefined ? {} : { place }) });
  return result;
}

/** Whether the label stands between tags: in XTA its span is that of a clause, keyword included. */
function isElementText(source: string, label: Label<unknown>): boolean {
  return label.end > label.start && source[label.start - 1] === ">" && source.startsWith("</", label.end);
}

/** The text between the tags of an XML label. */
function asWritten(source: string, label: Label<unknown>): string {
  const element = {
    name: "label",
    start: label.start,
    open: label.start,
    close: label.end,
    end: label.end,
    children: [],
  };
  return contentOf(textOf({ text: source }, element));
}
