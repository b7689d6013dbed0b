import { append, wants } from "../base/index.ts";
import {
  type Declaration,
  type Declarator,
  type FunctionDeclaration,
  printDeclarator,
  printParameters,
  printSystemLine,
  type Template,
  type Tree,
  type TypeExpr,
} from "../syntax/index.ts";

/** What is in a model, at a glance: for `zonal show`. Data first, text from it. */
export interface Names {
  readonly clocks: readonly string[];
  readonly channels: readonly string[];
  readonly constants: readonly string[];
  readonly variables: readonly string[];
  readonly types: readonly string[];
  readonly functions: readonly string[];
}

export interface TemplateSummary extends Names {
  readonly name: string;
  readonly parameters: string;
  readonly locations: number;
  readonly urgent: number;
  readonly committed: number;
  readonly branchpoints: number;
  readonly edges: number;
}

export interface Summary {
  readonly format: Tree["format"];
  readonly globals: Names;
  readonly templates: readonly TemplateSummary[];
  /** `P = T(1)` as written, without those of the system line itself. */
  readonly instances: readonly string[];
  /** Names on the system line, from low to high priority. */
  readonly processes: readonly string[];
  readonly system?: string;
  readonly charts: number;
  readonly queries: readonly { readonly formula: string; readonly comment?: string; readonly expect?: string }[];
}

export function summarise(tree: Tree): Summary {
  wants("summarise", tree, "tree");
  const templates = [
    ...tree.templates,
    ...tree.systemDeclarations.flatMap((d) => (d.kind === "template" ? [d.template] : [])),
  ];
  return {
    format: tree.format,
    globals: namesOf([...tree.declarations, ...tree.systemDeclarations]),
    templates: templates.map(summariseTemplate),
    instances: tree.systemDeclarations.flatMap((d) => (d.kind === "instantiation" ? [d.name.name] : [])),
    processes: tree.system?.groups.flat().map((name) => name.name) ?? [],
    ...(tree.system === undefined ? {} : { system: printSystemLine(tree.system) }),
    charts: tree.charts.length,
    queries: tree.queries
      .filter((q) => q.text.trim() !== "")
      .map((q) => ({
        formula: q.text.trim().replace(/\s+/g, " "),
        ...(q.comment === undefined ? {} : { comment: q.comment }),
        ...(q.expect?.outcome === undefined ? {} : { expect: q.expect.outcome }),
      })),
  };
}

function summariseTemplate(template: Template): TemplateSummary {
  const { locations } = template;
  return {
    name: template.name.name,
    parameters: printParameters(template.parameters),
    locations: locations.length,
    urgent: locations.filter((l) => l.urgent).length,
    committed: locations.filter((l) => l.committed).length,
    branchpoints: template.branchpoints.length,
    edges: template.edges.length,
    ...namesOf(template.declarations),
  };
}

function namesOf(declarations: readonly Declaration[]): Names {
  const variables = declarations.flatMap((d) =>
    d.kind === "variables" ? d.declarators.map((declarator) => ({ type: d.type, declarator })) : [],
  );
  const of = (kind: (type: TypeExpr) => boolean): string[] =>
    variables.filter((v) => kind(v.type)).map((v) => shape(v.declarator));
  const isClock = (t: TypeExpr): boolean => t.base.kind === "clock";
  const isChannel = (t: TypeExpr): boolean => t.base.kind === "chan";
  const isConstant = (t: TypeExpr): boolean => t.prefix === "const";
  return {
    clocks: of(isClock),
    channels: of(isChannel),
    constants: of((t) => isConstant(t) && !isClock(t) && !isChannel(t)),
    variables: of((t) => !isConstant(t) && !isClock(t) && !isChannel(t)),
    types: declarations.flatMap((d) => (d.kind === "typedef" ? d.declarators.map((x) => x.name.name) : [])),
    functions: declarations
      .filter((d): d is FunctionDeclaration => d.kind === "function")
      .map((d) => `${d.name.name}()`),
  };
}

/** The name with its dimensions, `x[N]`, without the initialiser. */
function shape(declarator: Declarator): string {
  const { start, end, name, dimensions } = declarator;
  return printDeclarator({ start, end, name, dimensions });
}

export function renderSummary(summary: Summary): string {
  wants("renderSummary", summary, "summary");
  const lines: string[] = [];
  const { globals, templates, queries } = summary;
  append(lines, nameLines(globals, ""));
  for (const t of templates) {
    const marks = [t.urgent > 0 ? `${t.urgent} urgent` : "", t.committed > 0 ? `${t.committed} committed` : ""].filter(
      (m) => m !== "",
    );
    lines.push(
      `template ${t.name}(${t.parameters}): ${count(t.locations, "location")}${marks.length === 0 ? "" : ` (${marks.join(", ")})`}` +
        `${t.branchpoints === 0 ? "" : `, ${count(t.branchpoints, "branch point")}`}, ${count(t.edges, "edge")}`,
    );
    append(lines, nameLines(t, "  "));
  }
  if (summary.charts > 0) lines.push(count(summary.charts, "live sequence chart"));
  if (summary.instances.length > 0) lines.push(`instances: ${summary.instances.join(", ")}`);
  lines.push(summary.system ?? "no system line");
  if (queries.length > 0) lines.push(`${count(queries.length, "query", "queries")}:`);
  for (const q of queries) lines.push(`  ${q.formula}${q.expect === undefined ? "" : `  (expected: ${q.expect})`}`);
  return `${lines.join("\n")}\n`;
}

function nameLines(names: Names, indent: string): string[] {
  const kinds = ["clocks", "channels", "constants", "variables", "types", "functions"] as const;
  return kinds.filter((kind) => names[kind].length > 0).map((kind) => `${indent}${kind}: ${names[kind].join(", ")}`);
}

/** `1 edge`, `2 edges`. */
export function count(n: number, one: string, many = `${one}s`): string {
  return `${n} ${n === 1 ? one : many}`;
}
