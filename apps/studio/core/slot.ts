import {
  attributeOf,
  contentOf,
  type Diagnostic,
  decodedOffset,
  type Edge,
  type Element,
  edit,
  elementAt,
  type Location,
  type Template,
  type TextKind,
  textOf,
  type UppaalSource,
  xmlKindOf,
} from "../../../src/index.ts";

/**
 * Slots: the places of a model that hold text a user types: declarations, parameters, labels, formulas. A slot is plain data,
 * found again in every revision of the file. Writing one replaces the characters that differ and no others.
 */
export type Slot =
  | { readonly kind: "declarations"; readonly template?: number }
  | { readonly kind: "parameters"; readonly template: number }
  | { readonly kind: "system" }
  | { readonly kind: "label"; readonly template: number; readonly key: string; readonly label: TextKind }
  | { readonly kind: "query"; readonly index: number };

export function slotName(slot: Slot): string {
  switch (slot.kind) {
    case "label":
      return `${slot.label} of ${slot.key}`;
    case "query":
      return `query ${slot.index + 1}`;
    default:
      return slot.kind;
  }
}

/** The location or edge with a key (`l:id0`, `e:2`). */
function nodeOf(template: Template | undefined, key: string): Location | Edge | undefined {
  if (key.startsWith("l:")) return template?.locations.find((l) => l.id === key.slice(2));
  return key.startsWith("e:") ? template?.edges[Number(key.slice(2))] : undefined;
}

/** The element that holds the slot's text; undefined while it has none. */
export function elementOf(source: UppaalSource, slot: Slot): Element | undefined {
  const { document, tree } = source;
  const root = document?.root;
  if (document === undefined || root === undefined) return undefined;
  const last = (parent: Element | undefined, name: string): Element | undefined =>
    parent?.children.findLast((c) => c.name === name);
  const template = (index: number): Element | undefined => {
    const node = tree.templates[index];
    return node === undefined ? undefined : elementAt(document, node.start);
  };
  switch (slot.kind) {
    case "declarations":
      return last(slot.template === undefined ? root : template(slot.template), "declaration");
    case "parameters":
      return last(template(slot.template), "parameter");
    case "system":
      return last(root, "system");
    case "label": {
      const node = nodeOf(tree.templates[slot.template], slot.key);
      const parent = node === undefined ? undefined : elementAt(document, node.start);
      return parent?.children.findLast(
        (c) => c.name === "label" && attributeOf(document, c, "kind")?.value === xmlKindOf(slot.label),
      );
    }
    case "query": {
      const entry = tree.queries[slot.index];
      const element = entry === undefined ? undefined : elementAt(document, entry.start);
      return element?.name === "query" ? last(element, "formula") : undefined;
    }
  }
}

export function readSlot(source: UppaalSource, slot: Slot): string {
  const element = elementOf(source, slot);
  return element === undefined || source.document === undefined ? "" : contentOf(textOf(source.document, element));
}

/** The file with the slot's text replaced. */
export function writeSlot(source: UppaalSource, slot: Slot, next: string): string {
  const element = elementOf(source, slot);
  const { document } = source;
  const blankLabel = slot.kind === "label" && next.trim() === "";
  if (element !== undefined && document !== undefined && element.close < element.end && !blankLabel) {
    const fragment = textOf(document, element);
    const old = contentOf(fragment);
    if (old === next) return source.text;
    const { from, to, text } = difference(old, next);
    if (to > from)
      return edit(source)
        .replaceSpan(fragment.span(fragment.start + from, fragment.start + to), text)
        .apply();
  }
  const editor = edit(source);
  switch (slot.kind) {
    case "declarations":
      return editor
        .setDeclarations(slot.template === undefined ? source.tree : source.tree.templates[slot.template]!, next)
        .apply();
    case "parameters":
      return editor.setParameters(source.tree.templates[slot.template]!, next).apply();
    case "system":
      return editor.setSystem(next).apply();
    case "label": {
      const node = nodeOf(source.tree.templates[slot.template], slot.key);
      return node === undefined ? source.text : editor.setLabel(node, slot.label, next).apply();
    }
    case "query":
      return editor.setQueryFormula(source.tree.queries[slot.index]!, next).apply();
  }
}

/** What differs between two texts: `from..to` of the old one becomes `text`; never an empty range if anything can be taken in. */
export function difference(
  old: string,
  next: string,
): { readonly from: number; readonly to: number; readonly text: string } {
  let from = 0;
  while (from < old.length && from < next.length && old[from] === next[from]) from++;
  let tail = 0;
  while (
    tail < old.length - from &&
    tail < next.length - from &&
    old[old.length - 1 - tail] === next[next.length - 1 - tail]
  )
    tail++;
  // An insertion takes in a neighbour, so that its place in the file is that of a character.
  if (from === old.length - tail && from > 0) from--;
  else if (from === old.length - tail && tail > 0) tail--;
  return { from, to: old.length - tail, text: next.slice(from, next.length - tail) };
}

export interface Mark {
  readonly from: number;
  readonly to: number;
  readonly diagnostic: Diagnostic;
}

/** The diagnostics that lie in a slot, as ranges of its text. */
export function marksOf(source: UppaalSource, slot: Slot, diagnostics: readonly Diagnostic[]): readonly Mark[] {
  const element = elementOf(source, slot);
  if (element === undefined || source.document === undefined) return [];
  const inside = diagnostics.filter(
    ({ span }) => span.start >= element.open && span.start <= element.close && element.close < element.end,
  );
  if (inside.length === 0) return [];
  const fragment = textOf(source.document, element);
  return inside.map((diagnostic) => {
    const from = decodedOffset(fragment, diagnostic.span.start) - fragment.start;
    const to = decodedOffset(fragment, Math.min(diagnostic.span.end, element.close)) - fragment.start;
    return { from, to: Math.max(from, to), diagnostic };
  });
}
