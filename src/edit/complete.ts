import { wants } from "../base/index.ts";
import { type Symbol, showType, type Type, templateOf } from "../model/index.ts";
import { headingOf } from "./describe.ts";
import type { Page } from "./page.ts";
import { placeAt, type Text } from "./place.ts";
import { visibleAt } from "./visible.ts";

/** What can be written at an offset: names by scope and by what the place wants, words of the language, members behind a dot. */
export interface Completion {
  readonly name: string;
  readonly kind: Symbol["kind"] | "field" | "word";
  readonly detail: string;
  readonly symbol?: Symbol;
  /** What to insert, if not the name: XML spells some characters out. */
  readonly insert?: string;
  /** The smaller, the better it fits. */
  readonly rank: number;
}

export interface Completions {
  /** Where the word at the offset begins: this is what is replaced. */
  readonly start: number;
  readonly items: readonly Completion[];
}

export function completeAt(page: Page, offset: number): Completions {
  wants("completeAt", page, "page");
  wants("completeAt", offset, "number");
  const before = page.text.slice(Math.max(0, offset - 300), offset);
  const start = offset - (/[A-Za-z_]\w*$/.exec(before)?.[0].length ?? 0);
  const { text } = placeAt(page, offset);
  if (text === undefined || inComment(page, offset)) return { start, items: [] };
  const owner = /([A-Za-z_]\w*)\s*(?:\([^()]*\)|\[[^[\]]*\])*\s*\.\s*\w*$/.exec(before)?.[1];
  if (owner !== undefined) return { start, items: members(page, owner, start) };
  const names = visibleAt(page, start).map(({ symbol, distance }) =>
    item(symbol, distance + (fits(symbol, text) ? 0 : 3)),
  );
  return { start, items: [...names, ...words(page, text)] };
}

/** Whether the offset is behind `//` on its line or in a comment that is not closed. */
function inComment({ text }: Page, offset: number): boolean {
  const line = text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset);
  const open = text.lastIndexOf("/*", offset - 1);
  return /\/\//.test(line) || (open >= 0 && text.lastIndexOf("*/", offset - 1) < open);
}

function item(symbol: Symbol, rank: number): Completion {
  return { name: symbol.name, kind: symbol.kind, detail: headingOf(symbol), symbol, rank };
}

/** Whether a place of this kind wants such a name: a synchronisation a channel, an update something that can be written. */
export function fits(symbol: Symbol, text: Text): boolean {
  wants("fits", symbol, "node");
  wants("fits", text, "text");
  const isChannel = symbol.kind === "variable" && elementOf(symbol.type).kind === "chan";
  switch (text) {
    case "sync":
      return isChannel;
    case "update":
      return !isChannel && (symbol.kind !== "variable" || !symbol.constant);
    case "select":
    case "parameter":
      return symbol.kind === "typename";
    case "system":
      return symbol.kind === "template" || symbol.kind === "instance";
    case "declaration":
      return true;
    default:
      return !isChannel && symbol.kind !== "typename";
  }
}

function elementOf(type: Type): Type {
  return type.kind === "array" ? elementOf(type.element) : type;
}

/** What can stand behind the dot: locations and variables of a process, fields of a struct. */
function members(page: Page, owner: string, offset: number): readonly Completion[] {
  const symbol = visibleAt(page, offset).find((v) => v.symbol.name === owner)?.symbol;
  if (symbol?.kind === "variable") return fields(symbol.type);
  if (symbol?.kind !== "instance" && symbol?.kind !== "template") return [];
  const { locations, variables, parameters } = symbol.kind === "template" ? symbol : templateOf(symbol);
  const named = locations.filter(({ node }) => node.name !== undefined);
  return [...named.map((l) => item(l, 0)), ...[...variables, ...parameters].map((v) => item(v, 1))];
}

function fields(type: Type): readonly Completion[] {
  const element = elementOf(type);
  if (element.kind !== "struct") return [];
  return element.fields.map((f) => ({ name: f.name, kind: "field", detail: showType(f.type), rank: 0 }));
}

const values = "true false not and or imply forall exists sum";
const types = "int bool clock chan double void const urgent broadcast meta hybrid struct scalar string";
const wordsOf: Readonly<Record<Text, string>> = {
  declaration: `${types} typedef return if else for while do ${values} before_update after_update priority default assert`,
  parameter: types,
  system: `system progress gantt ${types}`,
  query: `A[] A<> E<> E[] Pr simulate sup inf bounds deadlock under ${values}`,
  select: "int scalar",
  guard: values,
  sync: "",
  update: values,
  probability: values,
  invariant: values,
  rate: values,
};
/** The words of the language that can stand in a place of this kind. */
export function wordsIn(text: Text): readonly string[] {
  wants("wordsIn", text, "text");
  return (wordsOf[text] ?? "").split(" ").filter((word) => word !== "");
}

const ofXta = "process state init trans select guard sync assign commit urgent branchpoint system";

function words(page: Page, text: Text): readonly Completion[] {
  const isXta = page.source?.format === "xta" && text === "declaration";
  const isXml = page.source?.format === "xml";
  const all = [...wordsIn(text), ...(isXta ? ofXta.split(" ") : [])];
  return all.map((name) => {
    const insert = name.replace("<", "&lt;").replace(">", "&gt;");
    return { name, kind: "word", detail: "", rank: 7, ...(isXml && insert !== name ? { insert } : {}) };
  });
}
