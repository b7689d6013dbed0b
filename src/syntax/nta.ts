import type { Diagnostic } from "../base/index.ts";
import { wants } from "../base/index.ts";
import { type Dialect, namesPart } from "./keyword.ts";
import { parseDeclarations, parseSystem, type TextOptions } from "./parse.ts";
import type { Declaration, Tree } from "./tree.ts";
import { clip, type Document, type Element, scanXml } from "./xml.ts";
import { readChart } from "./xmlchart.ts";
import { readQueries } from "./xmlqueries.ts";
import { type Reading, report, tagOf, take } from "./xmlreading.ts";
import { readTemplate } from "./xmltemplate.ts";
import { textOf } from "./xmltext.ts";

/**
 * Reads UPPAAL's XML of every generation into a tree. Children may come in any order; unknown elements and attributes are
 * left where they are in the document, and `imports` of the oldest files is ignored. A file that is not well-formed XML
 * yields that one diagnostic and the tree of what was read before it.
 */
export interface ParsedXml {
  readonly tree: Tree;
  readonly document: Document;
  /** Faults of the file and of the model. */
  readonly diagnostics: readonly Diagnostic[];
  /** Faults of formulas: they never make the model invalid. */
  readonly queryDiagnostics: readonly Diagnostic[];
}

export function parseXml(text: string, options: TextOptions & { readonly dialect?: Dialect } = {}): ParsedXml {
  wants("parseXml", text, "text");
  const { document, diagnostics } = scanXml(text);
  const reading: Reading = {
    document,
    ...options,
    syntax: options.syntax ?? "new",
    diagnostics: [],
    queryDiagnostics: [],
    ids: new Set(),
  };
  const tree = readModel(reading);
  // What a cut-off file lacks is not worth a word beside the fact that it is cut off.
  if (diagnostics.length > 0) return { tree, document, diagnostics, queryDiagnostics: [] };
  return { tree, document, diagnostics: reading.diagnostics, queryDiagnostics: reading.queryDiagnostics };
}

function readModel(reading: Reading): Tree {
  const { document, syntax } = reading;
  const { root } = document;
  const empty: Tree = {
    start: root?.start ?? 0,
    end: root?.end ?? 0,
    format: "xml",
    syntax,
    ...namesPart(reading),
    declarations: [],
    templates: [],
    charts: [],
    systemDeclarations: [],
    progress: [],
    gantt: [],
    queries: [],
    options: [],
  };
  if (root === undefined) return empty;
  if (root.name !== "nta" && root.name !== "project") {
    report(reading, "missing-nta", tagOf(root), `<${clip(root.name)}> is not a model: the root element must be <nta>`);
    return empty;
  }
  const all = (name: string): readonly Element[] => root.children.filter((child) => child.name === name);
  const declarations = all("declaration").flatMap((element) => readDeclarations(reading, element));
  const templates = all("template").map((element) => readTemplate(reading, element));
  const instantiations = all("instantiation").flatMap((element) => readDeclarations(reading, element));
  const system = all("system").at(-1);
  if (system === undefined) report(reading, "missing-system", tagOf(root), "the model has no <system> element");
  const last = system === undefined ? undefined : take(reading, parseSystem(textOf(document, system), reading));
  const model: Tree = {
    ...empty,
    declarations,
    templates,
    charts: all("lsc").map((element) => readChart(reading, element)),
    systemDeclarations: [...instantiations, ...(last?.declarations ?? [])],
    ...(last?.system === undefined ? {} : { system: last.system }),
    progress: last?.progress ?? [],
    gantt: last?.gantt ?? [],
  };
  const { entries, options, names } = readQueries(reading, all("queries"), model);
  return { ...model, ...namesPart({ names }), queries: [...entries, ...(last?.queries ?? [])], options };
}

function readDeclarations(reading: Reading, element: Element): readonly Declaration[] {
  const text = textOf(reading.document, element);
  return text.blank ? [] : take(reading, parseDeclarations(text, reading));
}
