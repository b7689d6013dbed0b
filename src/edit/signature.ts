import { wants } from "../base/index.ts";
import { builtin, type Func, type Variable } from "../model/index.ts";
import { headingOf, parameterText } from "./describe.ts";
import type { Page } from "./page.ts";
import { visibleAt } from "./visible.ts";

/** Inside the parentheses of a call: what is called, and which of its arguments is being written. */
export interface Signature {
  readonly heading: string;
  readonly parameters: readonly string[];
  readonly active: number;
}

export function signatureAt(page: Page, offset: number): Signature | undefined {
  wants("signatureAt", page, "page");
  wants("signatureAt", offset, "number");
  const open = callAround(page.text, offset);
  if (open === undefined) return undefined;
  const known = visibleAt(page, offset).find(({ symbol }) => symbol.name === open.name)?.symbol;
  const symbol = known ?? builtin(open.name)?.func;
  if (symbol?.kind !== "function" && symbol?.kind !== "template" && symbol?.kind !== "instance") return undefined;
  const parameters: readonly Variable[] = (symbol as Func).parameters;
  if (parameters.length === 0) return undefined;
  return { heading: headingOf(symbol), parameters: parameters.map(parameterText), active: open.commas };
}

/** The nearest name with an open parenthesis before the offset, and the commas of its own behind it. */
function callAround(text: string, offset: number): { readonly name: string; readonly commas: number } | undefined {
  let depth = 0;
  let commas = 0;
  for (let i = offset - 1; i >= Math.max(0, offset - 1000); i--) {
    const c = text[i]!;
    if (c === ")" || c === "]") depth++;
    else if (c === "[") depth--;
    else if (c === "," && depth === 0) commas++;
    else if (c === "(" && depth-- === 0) {
      const name = /([A-Za-z_]\w*)\s*$/.exec(text.slice(Math.max(0, i - 100), i))?.[1];
      return name === undefined ? undefined : { name, commas };
    } else if (c === ";" || c === "{" || c === "}") return undefined;
  }
  return undefined;
}
