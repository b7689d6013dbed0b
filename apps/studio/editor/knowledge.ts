import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import {
  applyEdits,
  checkQuery,
  contentOf,
  decodedOffset,
  definitionOf,
  Fragment,
  fits,
  type Model,
  type ModelSymbol,
  modelPage,
  parseQuery,
  renameSymbol,
  type Span,
  showType,
  type Text,
  textOf,
  type UppaalSource,
  wordsIn,
} from "../../../src/index.ts";
import { ask } from "../core/ask.ts";
import { checked, commit, isSound, model, opened, settle, source, text } from "../core/document.ts";
import { placeIn } from "../core/place.ts";
import { elementOf, type Slot } from "../core/slot.ts";
import { focusField, focusRange, go, tab, tell } from "../core/view.ts";
import { flushFields } from "./pending.ts";

/** What the editor knows about names: completions, what a name means, where it is declared, and renaming it everywhere. */
export function complete(slot: Slot): (context: CompletionContext) => CompletionResult | null {
  return (context) => {
    const member = context.matchBefore(/[A-Za-z_]\w*(?:\([^()]*\))?\.\w*/);
    const word = context.matchBefore(/[A-Za-z_]\w*/);
    if (member !== null) {
      const owner = /^[A-Za-z_]\w*/.exec(member.text)?.[0] ?? "";
      return { from: member.from + member.text.indexOf(".") + 1, options: membersOf(owner) };
    }
    if (word === null && !context.explicit) return null;
    const from = word?.from ?? context.pos;
    // What is being typed is not in the document yet: the place is where the word begins.
    return { from, options: [...namesFor(slot), ...namesAt(slot, from)], validFor: /^\w*$/ };
  };
}

function membersOf(owner: string): Completion[] {
  const known = model.value;
  const instance = known?.instances.find((i) => i.name === owner);
  let template = instance?.of ?? known?.templates.find((t) => t.name === owner);
  while (template !== undefined && template.kind === "instance") template = template.of;
  if (template === undefined) return [];
  return [
    ...template.locations.map((l): Completion => ({ label: l.name, type: "constant", detail: "location" })),
    ...template.variables.map((v): Completion => ({ label: v.name, type: "property", detail: showType(v.type) })),
  ];
}

/** Names and words, what fits the place first, and of these what is declared nearer. */
function namesFor(slot: Slot): Completion[] {
  const known = model.value;
  const place = placeOf(slot);
  const result: Completion[] = wordsIn(place).map((label) => ({ label, type: "keyword", boost: -5 }));
  if (known === undefined) return result;
  const template = "template" in slot && slot.template !== undefined ? known.templates[slot.template] : undefined;
  const add = (symbol: ModelSymbol, distance: number, entry: Omit<Completion, "label">): void =>
    void result.push({ label: symbol.name, boost: 1 - distance - (fits(symbol, place) ? 0 : 3), ...entry });
  for (const [distance, { variables, functions }] of [known, ...(template === undefined ? [] : [template])].entries()) {
    for (const v of variables)
      if (v.role !== "builtin")
        add(v, 1 - distance, { type: v.constant ? "constant" : "variable", detail: showType(v.type) });
    for (const f of functions)
      if (f.builtin !== true) add(f, 1 - distance, { type: "function", detail: showType(f.result) });
  }
  for (const p of template?.parameters ?? [])
    add(p, 0, { type: p.constant ? "constant" : "variable", detail: showType(p.type) });
  for (const type of new Set(known.symbols.values()))
    if (type.kind === "typename") add(type, 1, { type: "type", detail: showType(type.type) });
  if (slot.kind === "query" || slot.kind === "system") {
    const processes = new Map([...known.templates, ...known.instances].map((t) => [t.name, t]));
    for (const symbol of processes.values()) add(symbol, 1, { type: "class", detail: "process" });
  }
  return result;
}

/** Which of the language's texts a slot holds. */
function placeOf(slot: Slot): Text {
  switch (slot.kind) {
    case "declarations":
      return "declaration";
    case "parameters":
      return "parameter";
    case "label":
      return slot.label === "comments" ? "declaration" : slot.label;
    default:
      return slot.kind;
  }
}

/** Names that are known only here: what the edge selects, and what the function around the cursor declares. */
function namesAt(slot: Slot, offset: number): Completion[] {
  const found = slot.kind === "label" ? selected(slot) : slot.kind === "declarations" ? declaredAt(slot, offset) : [];
  return [...new Set(found)].map((label) => ({ label, type: "variable", boost: 2 }));
}

function selected({ template, key }: Slot & { kind: "label" }): string[] {
  const edge = key.startsWith("e:") ? source.value.tree.templates[template]?.edges[Number(key.slice(2))] : undefined;
  return (edge?.select?.value ?? []).map(({ name }) => name.name);
}

function declaredAt(slot: Slot & { kind: "declarations" }, offset: number): string[] {
  const { tree } = source.value;
  const all = slot.template === undefined ? tree.declarations : (tree.templates[slot.template]?.declarations ?? []);
  for (const node of all) {
    const range = node.kind === "function" ? rangeIn(source.value, slot, node) : undefined;
    if (node.kind !== "function" || range === undefined || offset < range.from || offset > range.to) continue;
    const variables = node.body.declarations.flatMap(({ declarators }) => declarators);
    return [...node.parameters, ...variables].map(({ name }) => name.name);
  }
  return [];
}

/** The name at an offset of a slot's text, with what it means. */
function nameAt(slot: Slot, offset: number): { readonly name: Span; readonly symbol: ModelSymbol } | undefined {
  settle();
  const known = opened.value.model;
  const element = elementOf(source.value, slot);
  const { document } = source.value;
  if (known === undefined || element === undefined || document === undefined) return undefined;
  const fragment = textOf(document, element);
  const find = (symbols: Model["symbols"], inside: (span: Span) => boolean) => {
    for (const [name, symbol] of symbols) if (inside(name)) return { name, symbol };
    return undefined;
  };
  if (slot.kind === "query") {
    const { query } = parseQueryText(contentOf(fragment));
    if (query === undefined) return undefined;
    return find(checkQuery(known, query).symbols, (n) => n.start <= offset && offset <= n.end);
  }
  return find(
    known.symbols,
    (n) =>
      n.start >= element.open &&
      n.end <= element.close &&
      decodedOffset(fragment, n.start) - fragment.start <= offset &&
      offset <= decodedOffset(fragment, n.end) - fragment.start,
  );
}

function parseQueryText(content: string) {
  return parseQuery(Fragment.of(content), source.value);
}

export function describe(slot: Slot, offset: number): string | undefined {
  const found = nameAt(slot, offset);
  if (found === undefined) return undefined;
  const { symbol } = found;
  switch (symbol.kind) {
    case "variable": {
      const prefix = symbol.constant ? "const " : symbol.meta ? "meta " : "";
      return `${prefix}${showType(symbol.type)} ${symbol.name}${symbol.role === "global" ? "" : ` (${symbol.role})`}`;
    }
    case "typename":
      return `typedef ${showType(symbol.type)} ${symbol.name}`;
    case "function":
      return `${showType(symbol.result)} ${symbol.name}(${symbol.parameters.map((p) => `${showType(p.type)} ${p.name}`).join(", ")})`;
    case "template":
      return `template ${symbol.name}`;
    case "instance":
      return `process ${symbol.name}`;
    case "location":
      return `location ${symbol.name}`;
  }
}

/** Goes to where the name at the cursor is declared. */
export function goToDeclaration(slot: Slot, offset: number): boolean {
  flushFields();
  const found = nameAt(slot, offset);
  if (found === undefined) return false;
  const { span } = found.symbol;
  if (span.end <= span.start) return false;
  reveal(span);
  return true;
}

/** Shows a place of the file in the page. */
export function reveal(span: Span): void {
  const place = placeIn(checked.value, span);
  if (place.section === "queries") tab.value = "verifier";
  else go(place.section, place.keys);
  focusRange.value = place.slot === undefined ? undefined : rangeIn(checked.value, place.slot, span);
  focusField.value = place.slot === undefined ? undefined : JSON.stringify(place.slot);
}

/** A place of the file as a range of a slot's text. */
function rangeIn(
  file: UppaalSource,
  slot: Slot,
  span: Span,
): { readonly from: number; readonly to: number } | undefined {
  const { document } = file;
  const element = elementOf(file, slot);
  if (element === undefined || document === undefined) return undefined;
  const fragment = textOf(document, element);
  const at = (offset: number): number => decodedOffset(fragment, Math.min(offset, element.close)) - fragment.start;
  return { from: Math.max(0, at(span.start)), to: Math.max(0, at(span.end)) };
}

/** Gives what the cursor stands on another name, wherever it is named: declarations, labels, system and queries. */
export function rename(slot: Slot, offset: number): boolean {
  flushFields();
  const symbol = nameAt(slot, offset)?.symbol;
  const declared = symbol === undefined ? undefined : definitionOf(symbol);
  if (symbol === undefined || declared === undefined) {
    tell("there is nothing to rename here; the model must be free of errors", "error");
    return true;
  }
  void ask(`New name of ${symbol.name}`, symbol.name).then((given) => {
    const next = given?.trim() ?? symbol.name;
    if (next !== symbol.name) renameDeclared(declared, next);
  });
  return true;
}

/**
 * Gives what is declared at a place another name, wherever it is named. A name that would be taken for something else is refused,
 * and told. Where errors hide what is meant, the name changes only where `onlyHere` does it.
 */
export function renameDeclared({ start }: Span, next: string, onlyHere?: () => void): void {
  settle();
  const page = modelPage(text.value, "model.xml");
  const symbol = page?.occurrences.find((here) => definitionOf(here.symbol)?.start === start)?.symbol;
  if (page === undefined || symbol === undefined || (onlyHere !== undefined && !isSound.value)) return onlyHere?.();
  const renamed = renameSymbol([page], symbol, next);
  if (renamed.kind === "refused") tell(renamed.reason, "error");
  else commit(applyEdits(text.value, renamed.edits[0] ?? []), `rename ${symbol.name}`);
}
