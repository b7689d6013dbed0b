import { type Span, wants } from "../base/index.ts";
import { type Func, initialValue, isFault, type Model, type Symbol, showType, type Variable } from "../model/index.ts";
import { elementAt } from "../syntax/index.ts";
import { commentOf } from "./comment.ts";
import { type Declared, declaredIn } from "./declared.ts";
import type { Page } from "./page.ts";

/** What a name means, for people: its declaration in the language's own words, the value of a constant, its comment. */
export interface Description {
  /** One line in the language's own words: `const int N = 6`. */
  readonly heading: string;
  /** What kind of thing it is, where the heading does not say: "parameter", "location of Train". */
  readonly role?: string;
  readonly comment?: string;
}

/** `home` is the page of the model that declares the symbol. */
export function describeSymbol(symbol: Symbol, home: Page): Description {
  wants("describeSymbol", home, "page");
  const role = roleOf(symbol, home.model);
  const place = symbol.span.end > symbol.span.start ? declarationOf(symbol, home) : undefined;
  const comment = place === undefined ? undefined : commentOf(home.text, place.node, around(home, place.node));
  return {
    heading: headingOf(symbol, home.model),
    ...(role === undefined ? {} : { role }),
    ...(comment === undefined ? {} : { comment }),
  };
}

/** The text that a node is part of: in XML the element around it. */
function around({ text, source }: Page, node: Span): Span {
  const element = source?.document === undefined ? undefined : elementAt(source.document, node.start);
  return element === undefined ? { start: 0, end: text.length } : { start: element.open, end: element.close };
}

/** The declaration of a symbol, as written. */
export function declarationOf({ span }: Symbol, { source }: Page): Declared | undefined {
  return source === undefined ? undefined : declaredIn(source.tree).get(span.start);
}

/** A symbol in the language's own words. */
export function headingOf(symbol: Symbol, model?: Model): string {
  switch (symbol.kind) {
    case "variable":
      return variableText(symbol, model);
    case "typename":
      return `typedef ${showType(symbol.type)} ${symbol.name}`;
    case "function":
      return functionText(symbol);
    case "template":
      return `template ${symbol.name}(${symbol.parameters.map((p) => parameterText(p)).join(", ")})`;
    case "instance":
      return `process ${symbol.name}${symbol.parameters.length === 0 ? "" : `(${symbol.parameters.map((p) => parameterText(p)).join(", ")})`}`;
    case "location":
      return `location ${symbol.name}`;
  }
}

function functionText({ result, name, parameters }: Func): string {
  return `${showType(result)} ${name}(${parameters.map((p) => parameterText(p)).join(", ")})`;
}

export function parameterText({ type, constant, reference, name }: Variable): string {
  return `${constant ? "const " : ""}${showType(type)} ${reference ? "&" : ""}${name}`;
}

function variableText(symbol: Variable, model: Model | undefined): string {
  const value = valueOf(symbol, model);
  const prefix = symbol.constant ? "const " : symbol.meta ? "meta " : "";
  return `${prefix}${showType(symbol.type)} ${symbol.name}${value === undefined ? "" : ` = ${value}`}`;
}

/** The value of a constant that is one number in every process. */
export function valueOf(symbol: Variable, model: Model | undefined): string | undefined {
  if (symbol.value !== undefined) return String(symbol.value);
  if (model === undefined || !symbol.constant || symbol.initialiser === undefined) return undefined;
  const value = initialValue(model, symbol, new Map());
  if (isFault(value) || typeof value !== "number") return undefined;
  return symbol.type.kind === "bool" ? String(value !== 0) : String(value);
}

function roleOf(symbol: Symbol, model: Model | undefined): string | undefined {
  const owner = (test: (t: Model["templates"][number]) => boolean): string => {
    const found = model?.templates.find(test);
    return found === undefined ? "" : ` of ${found.name}`;
  };
  if (symbol.kind === "location") return `location${owner((t) => t.locations.includes(symbol))}`;
  if (symbol.kind === "function") return symbol.builtin ? "built in" : undefined;
  if (symbol.kind !== "variable") return undefined;
  if (symbol.role === "builtin") return "built in";
  if (symbol.role === "template") return `local${owner((t) => t.variables.includes(symbol))}`;
  if (symbol.role === "parameter") return `parameter${owner((t) => t.parameters.includes(symbol))}`;
  return roles[symbol.role];
}

const roles = { global: undefined, local: "local", argument: "argument", binder: "bound here" } as const;
