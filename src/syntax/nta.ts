import type { Diagnostic } from "../base/index.ts";
import { wants } from "../base/index.ts";
import { parseDeclarations, parseSystem, type TextOptions } from "./parse.ts";
import type { Chart, Declaration, Tree } from "./tree.ts";
import { clip, type Document, type Element, scanXml } from "./xml.ts";
import { readQueries } from "./xmlqueries.ts";
import { type Reading, report, tagOf, take } from "./xmlreading.ts";
import { readTemplate } from "./xmltemplate.ts";
import { textOf, trimmed } from "./xmltext.ts";

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

export function parseXml(text: string, options: TextOptions = {}): ParsedXml {
  wants("parseXml", text, "text");
  const { document, diagnostics } = scanXml(text);
  const reading: Reading = {
    document,
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
  const { entries, options } = readQueries(reading, all("queries"));
  return {
    ...empty,
    declarations,
    templates,
    charts: all("lsc").map((element) => readChart(document, element)),
    systemDeclarations: [...instantiations, ...(last?.declarations ?? [])],
    ...(last?.system === undefined ? {} : { system: last.system }),
    progress: last?.progress ?? [],
    gantt: last?.gantt ?? [],
    queries: [...entries, ...(last?.queries ?? [])],
    options,
  };
}

function readDeclarations(reading: Reading, element: Element): readonly Declaration[] {
  const text = textOf(reading.document, element);
  return text.blank ? [] : take(reading, parseDeclarations(text, reading));
}

function readChart(document: Document, element: Element): Chart {
  const name = element.children.find((child) => child.name === "name");
  return {
    start: element.start,
    end: element.end,
    text: document.text.slice(element.start, element.end),
    ...(name === undefined ? {} : { name: trimmed(textOf(document, name)).text }),
  };
}
