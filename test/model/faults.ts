import { type CheckOptions, check, checkQuery, type Model } from "../../src/model/index.ts";
import { Fragment, parseQuery, parseXta } from "../../src/syntax/index.ts";

/** A checked model of XTA text that must be free of syntax errors. */
export function modelOf(text: string, options?: CheckOptions): Model {
  const { tree, diagnostics } = parseXta(text);
  if (diagnostics.length > 0) throw new Error(`syntax: ${diagnostics[0]!.message} in ${text}`);
  return check(tree, options);
}

/** What is wrong, each as "code: the text it is about"; warnings are marked. */
export function faults(text: string, options?: CheckOptions): string[] {
  return modelOf(text, options).diagnostics.map(
    (d) => `${d.severity === "warning" ? "warning " : ""}${d.code}: ${text.slice(d.span.start, d.span.end)}`,
  );
}

/** Declarations in a model around them. */
export function declaring(declarations: string): string {
  return `${declarations}\nprocess Idle() { state Rest; init Rest; }\nsystem Idle;`;
}

/** The same for a query against a model. */
export function queryFaults(model: Model, text: string, strategies: readonly string[] = []): string[] {
  const { query, diagnostics } = parseQuery(Fragment.of(text));
  if (query === undefined || diagnostics.length > 0) throw new Error(`syntax: ${diagnostics[0]?.message} in ${text}`);
  return checkQuery(model, query, { strategies }).diagnostics.map(
    (d) => `${d.severity === "warning" ? "warning " : ""}${d.code}: ${text.slice(d.span.start, d.span.end)}`,
  );
}
