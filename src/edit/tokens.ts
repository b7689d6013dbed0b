import { type Span, wants } from "../base/index.ts";
import type { Symbol, Type } from "../model/index.ts";
import { defines, type Occurrence } from "./occurrence.ts";
import type { Page } from "./page.ts";

/** What each name of a page is, for colouring: what no grammar can know. */
export interface Token extends Span {
  readonly kind:
    | "type"
    | "template"
    | "process"
    | "location"
    | "clock"
    | "channel"
    | "variable"
    | "parameter"
    | "function"
    | "constant";
  readonly isDeclaration: boolean;
  /** It never changes. */
  readonly isConstant: boolean;
  /** The language brings it along. */
  readonly isBuiltin: boolean;
}

export function tokensOf(page: Page): readonly Token[] {
  wants("tokensOf", page, "page");
  return page.occurrences.map((here): Token => {
    const { start, end, symbol } = here;
    return { start, end, kind: kindOf(symbol), isDeclaration: defines(here), ...flagsOf(here) };
  });
}

function flagsOf({ symbol }: Occurrence): Pick<Token, "isConstant" | "isBuiltin"> {
  const isBuiltin = symbol.span.end <= symbol.span.start;
  return { isConstant: symbol.kind === "variable" && symbol.constant, isBuiltin };
}

function kindOf(symbol: Symbol): Token["kind"] {
  switch (symbol.kind) {
    case "typename":
      return "type";
    case "instance":
      return "process";
    case "variable": {
      const { kind } = elementOf(symbol.type);
      if (kind === "clock") return "clock";
      if (kind === "chan") return "channel";
      if (symbol.role === "parameter" || symbol.role === "argument") return "parameter";
      return symbol.constant && symbol.role === "global" ? "constant" : "variable";
    }
    default:
      return symbol.kind;
  }
}

function elementOf(type: Type): Type {
  return type.kind === "array" ? elementOf(type.element) : type;
}
