import { type Diagnostic, demand, nowhere, TextError, wants } from "../base/index.ts";
import {
  parseDeclarations,
  parseExpression,
  parseFormula,
  parseParameters,
  parseRate,
  parseSelect,
  parseStatement,
  parseSync,
  parseType,
  parseUpdate,
} from "./parse.ts";
import { Fragment } from "./source.ts";
import type {
  AssignOp,
  BinaryOp,
  Binder,
  Branchpoint,
  Declaration,
  Edge,
  Expr,
  Instantiation,
  Label,
  Location,
  Name,
  Parameter,
  QueryEntry,
  Statement,
  Sync,
  SystemLine,
  Template,
  Tree,
  TypeExpr,
  VariableDeclaration,
} from "./tree.ts";

/**
 * Builders for programs that make models. Wherever an expression, type or label is wanted, its text may be given
 * instead: `edge("A", "B", { guard: "x > 3", sync: "go!", update: "x = 0" })`. All nodes stand `nowhere`. Text that does
 * not parse is a mistake of the program, and is thrown (`TextError`), as is what is no text and no node (`UsageError`).
 */
type Text<T> = T | string;

export interface LocationLabels {
  readonly invariant?: Text<Expr>;
  readonly rate?: Text<readonly Expr[]>;
  readonly urgent?: boolean;
  readonly committed?: boolean;
}
export interface EdgeLabels {
  readonly select?: Text<readonly Binder[]>;
  readonly guard?: Text<Expr>;
  readonly sync?: Text<Sync>;
  readonly update?: Text<readonly Expr[]>;
  readonly probability?: Text<Expr>;
  readonly controllable?: boolean;
}
export interface TemplateParts {
  readonly parameters?: Text<readonly Parameter[]>;
  readonly declarations?: Text<readonly Declaration[]>;
  readonly locations: readonly Location[];
  readonly branchpoints?: readonly string[];
  /** The first location if not given. */
  readonly initial?: string;
  readonly edges?: readonly Edge[];
}
export interface ModelParts {
  readonly declarations?: Text<readonly Declaration[]>;
  readonly templates: readonly Template[];
  /** Instantiations and other declarations after the templates. */
  readonly instances?: Text<readonly Declaration[]>;
  /** Names of processes, or groups of names from low to high priority. */
  readonly system: readonly (string | readonly string[])[];
  readonly queries?: readonly string[];
}

/** A fragment whose every offset is nowhere. */
function fragment(text: string): Fragment {
  return Fragment.decoded(text, { starts: [], begins: [], ends: [], origin: 0 });
}

interface Parsed<T> {
  readonly value: T;
  readonly diagnostics: readonly Diagnostic[];
}

function read<T>(text: string, parsed: Parsed<T>): T {
  if (parsed.diagnostics.length > 0) throw new TextError(text, parsed.diagnostics);
  return parsed.value;
}

/** The node itself, or what its text says. */
function node<T>(call: string, given: Text<T>, parse: (f: Fragment) => Parsed<T>): T {
  wants(`build.${call}`, given, "text", "node", "list");
  return typeof given === "string" ? read(given, parse(fragment(given))) : given;
}

const expr = (e: Text<Expr>): Expr => node("expr", e, parseExpression);
const type = (t: Text<TypeExpr>): TypeExpr => node("type", t, parseType);
function name(text: string): Name {
  wants("build.name", text, "text");
  return { kind: "name", ...nowhere, name: text };
}
const binary = (op: BinaryOp, left: Text<Expr>, right: Text<Expr>): Expr => ({
  kind: "binary",
  ...nowhere,
  op,
  left: expr(left),
  right: expr(right),
});
const label = <T>(value: T): Label<T> => ({ ...nowhere, value });
const optional = <K extends string, T>(key: K, value: T | undefined): { readonly [P in K]?: T } =>
  value === undefined ? {} : ({ [key]: value } as { readonly [P in K]?: T });

function int(value: number): Expr {
  demand(Number.isInteger(value) && value >= -2147483648 && value <= 2147483647, `${value} is not a 32-bit integer`);
  if (value >= 0 || value === -2147483648) return { kind: "int", ...nowhere, value };
  return { kind: "unary", ...nowhere, op: "-", operand: int(-value) };
}

function declarations(text: Text<readonly Declaration[]> | undefined): readonly Declaration[] {
  return text === undefined ? [] : node("declarations", text, parseDeclarations);
}

function location(id: string, labels: LocationLabels = {}): Location {
  wants("build.location", labels, "object");
  const { invariant, rate, urgent = false, committed = false } = labels;
  return {
    ...nowhere,
    id,
    name: name(id),
    ...optional("invariant", invariant === undefined ? undefined : label(expr(invariant))),
    ...optional("rate", rate === undefined ? undefined : label(node("location", rate, parseRate))),
    urgent,
    committed,
    notes: [],
  };
}

function edge(source: string, target: string, labels: EdgeLabels = {}): Edge {
  wants("build.edge", labels, "object");
  const { select, guard, sync, update, probability, controllable = true } = labels;
  const read1 = <T>(text: Text<T> | undefined, parse: (f: Fragment) => Parsed<T>) =>
    text === undefined ? undefined : label(node("edge", text, parse));
  return {
    ...nowhere,
    source: name(source),
    target: name(target),
    controllable,
    ...optional("select", read1(select, parseSelect)),
    ...optional("guard", read1(guard, parseExpression)),
    ...optional("sync", read1(sync, parseSync)),
    ...optional("update", read1(update, parseUpdate)),
    ...optional("probability", read1(probability, parseExpression)),
    nails: [],
    notes: [],
  };
}

function template(title: string, parts: TemplateParts): Template {
  wants("build.template", parts, "object");
  wants("build.template, locations", parts.locations, "list");
  const { parameters = [], locations, branchpoints = [], edges = [] } = parts;
  const initial = parts.initial ?? locations[0]?.id;
  return {
    ...nowhere,
    name: name(title),
    parameters: node("template", parameters, parseParameters),
    declarations: declarations(parts.declarations),
    locations,
    branchpoints: branchpoints.map((id): Branchpoint => ({ ...nowhere, id, name: name(id) })),
    ...(initial === undefined ? {} : { initial: name(initial) }),
    edges,
  };
}

function query(text: string): QueryEntry {
  wants("build.query", text, "text");
  const { query: made, diagnostics } = parseFormula(fragment(text));
  if (diagnostics.length > 0) throw new TextError(text, diagnostics);
  return { ...nowhere, text, ...(made ? { query: made } : {}), results: [], options: [] };
}

function system(groups: ModelParts["system"]): SystemLine {
  wants("build.system", groups, "list");
  if (groups.every((g) => typeof g === "string")) return { ...nowhere, groups: [groups.map(name)] };
  return { ...nowhere, groups: groups.map((g) => (typeof g === "string" ? [name(g)] : g.map(name))) };
}

function model(parts: ModelParts): Tree {
  wants("build.model", parts, "object");
  wants("build.model, templates", parts.templates, "list");
  return {
    ...nowhere,
    format: "xta",
    syntax: "new",
    declarations: declarations(parts.declarations),
    templates: parts.templates,
    charts: [],
    systemDeclarations: declarations(parts.instances),
    system: system(parts.system),
    progress: [],
    gantt: [],
    queries: (parts.queries ?? []).map(query),
    options: [],
  };
}

export const build = {
  expr,
  type,
  name,
  int,
  bool: (value: boolean): Expr => ({ kind: "bool", ...nowhere, value }),
  binary,
  /** `true` for none. */
  and: (...operands: readonly Text<Expr>[]): Expr =>
    operands.length === 0
      ? { kind: "bool", ...nowhere, value: true }
      : operands.map(expr).reduce((a, b) => binary("&&", a, b)),
  /** `false` for none. */
  or: (...operands: readonly Text<Expr>[]): Expr =>
    operands.length === 0
      ? { kind: "bool", ...nowhere, value: false }
      : operands.map(expr).reduce((a, b) => binary("||", a, b)),
  not: (operand: Text<Expr>): Expr => ({ kind: "unary", ...nowhere, op: "!", operand: expr(operand) }),
  assign: (target: Text<Expr>, value: Text<Expr>, op: AssignOp = "="): Expr => ({
    kind: "assign",
    ...nowhere,
    op,
    target: expr(target),
    value: expr(value),
  }),
  index: (array: Text<Expr>, index: Text<Expr>): Expr => ({
    kind: "index",
    ...nowhere,
    array: expr(array),
    index: expr(index),
  }),
  call: (callee: string, ...args: readonly Text<Expr>[]): Expr => ({
    kind: "call",
    ...nowhere,
    callee: name(callee),
    args: args.map(expr),
  }),
  member: (object: Text<Expr>, member: string): Expr => ({
    kind: "member",
    ...nowhere,
    object: expr(object),
    member: name(member),
  }),
  binder: (variable: string, range: Text<TypeExpr>): Binder => ({
    ...nowhere,
    name: name(variable),
    type: type(range),
  }),
  statement: (text: string): Statement => {
    wants("build.statement", text, "text");
    return read(text, parseStatement(fragment(text)));
  },
  declarations,
  variable: (of: Text<TypeExpr>, variable: string, initialiser?: Text<Expr>): VariableDeclaration => ({
    kind: "variables",
    ...nowhere,
    type: type(of),
    declarators: [
      {
        ...nowhere,
        name: name(variable),
        dimensions: [],
        ...optional("initialiser", initialiser === undefined ? undefined : expr(initialiser)),
      },
    ],
  }),
  location,
  edge,
  template,
  instance: (instance: string, of: string, ...args: readonly Text<Expr>[]): Instantiation => ({
    kind: "instantiation",
    ...nowhere,
    name: name(instance),
    parameters: [],
    template: name(of),
    args: args.map(expr),
  }),
  query,
  system,
  model,
};
