import type { CheckedQuery, Model } from "../model/index.ts";
import type {
  Block,
  Declaration,
  Dimension,
  Edge,
  Expr,
  Initialiser,
  Location,
  Query,
  Statement,
  Template,
  TypeExpr,
} from "../syntax/index.ts";

/**
 * Every expression of a model and its queries, outermost first, with what it stands for there. Expressions inside types
 * (ranges, sizes) are sites of their own.
 */
export type Role =
  | "guard"
  | "invariant"
  | "update"
  | "sync"
  | "rate"
  | "probability"
  | "statement"
  | "condition"
  | "initialiser"
  | "type"
  | "argument"
  | "priority"
  | "progress"
  | "query";

export interface Site {
  readonly role: Role;
  readonly expr: Expr;
  readonly template?: Template;
  readonly edge?: Edge;
  readonly location?: Location;
}

type Around = Omit<Site, "role" | "expr">;

export function sitesOf({ tree }: Model, queries: readonly CheckedQuery[]): readonly Site[] {
  const sites: Site[] = [];
  const at = (role: Role, expr: Expr | undefined, around: Around = {}): void => {
    if (expr !== undefined) sites.push({ role, expr, ...around });
  };
  const walker = new Walker(at);
  walker.declarations([...tree.declarations, ...tree.systemDeclarations], {});
  for (const template of tree.templates) walker.template(template);
  for (const { guard, measure } of tree.progress) {
    at("progress", guard);
    at("progress", measure);
  }
  for (const { entries } of tree.gantt)
    for (const { predicate, value } of entries) {
      at("progress", predicate);
      at("progress", value);
    }
  for (const { query } of queries) for (const expr of exprsOf(query)) at("query", expr);
  return sites;
}

/** The expressions of a query. */
export function exprsOf(query: Query): readonly Expr[] {
  switch (query.kind) {
    case "-->":
      return [query.left, query.right];
    case "sup":
    case "inf":
    case "bounds":
      return query.predicate === undefined ? query.exprs : [query.predicate, ...query.exprs];
    case "other":
      return [...query.exprs, ...query.parts.flatMap(exprsOf)];
    default:
      return [query.formula];
  }
}

class Walker {
  private readonly at: (role: Role, expr: Expr | undefined, around?: Around) => void;

  constructor(at: (role: Role, expr: Expr | undefined, around?: Around) => void) {
    this.at = at;
  }

  template(template: Template): void {
    const around = { template };
    this.declarations(template.declarations, around);
    for (const { type, dimensions } of template.parameters) this.typed(type, dimensions, around);
    for (const location of template.locations) {
      this.at("invariant", location.invariant?.value, { template, location });
      for (const rate of location.rate?.value ?? []) this.at("rate", rate, { template, location });
    }
    for (const edge of template.edges) {
      const here = { template, edge };
      for (const { type } of edge.select?.value ?? []) this.type(type, here);
      this.at("guard", edge.guard?.value, here);
      this.at("sync", edge.sync?.value.channel, here);
      for (const update of edge.update?.value ?? []) this.at("update", update, here);
      this.at("probability", edge.probability?.value, here);
    }
  }

  declarations(nodes: readonly Declaration[], around: Around): void {
    for (const node of nodes) this.declaration(node, around);
  }

  private declaration(node: Declaration, around: Around): void {
    switch (node.kind) {
      case "variables":
      case "typedef":
        for (const { dimensions, initialiser } of node.declarators) {
          this.typed(node.type, dimensions, around);
          this.initialiser(initialiser, around);
        }
        return;
      case "function":
        for (const { type, dimensions } of node.parameters) this.typed(type, dimensions, around);
        this.block(node.body, around);
        return;
      case "instantiation":
        for (const { type, dimensions } of node.parameters) this.typed(type, dimensions, around);
        for (const arg of node.args) this.at("argument", arg, around);
        return;
      case "priority":
        for (const item of node.groups.flat()) if (item.kind !== "default") this.at("priority", item, around);
        return;
      case "before_update":
      case "after_update":
        for (const update of node.updates) this.at("update", update, around);
        return;
      case "template":
        this.template(node.template);
        return;
      default:
    }
  }

  private initialiser(value: Initialiser | undefined, around: Around): void {
    if (value?.kind === "list") for (const item of value.items) this.initialiser(item.value, around);
    else this.at("initialiser", value, around);
  }

  private typed(type: TypeExpr, dimensions: readonly Dimension[], around: Around): void {
    this.type(type, around);
    for (const dimension of dimensions)
      if (dimension.kind === "type") this.type(dimension, around);
      else this.at("type", dimension, around);
  }

  private type({ base }: TypeExpr, around: Around): void {
    if (base.kind === "int") for (const bound of base.range ?? []) this.at("type", bound, around);
    if (base.kind === "scalar") this.at("type", base.size, around);
    if (base.kind === "struct")
      for (const { type, declarators } of base.fields)
        for (const { dimensions } of declarators) this.typed(type, dimensions, around);
  }

  private block({ declarations, statements }: Block, around: Around): void {
    this.declarations(declarations, around);
    for (const statement of statements) this.statement(statement, around);
  }

  private statement(node: Statement, around: Around): void {
    switch (node.kind) {
      case "block":
        return this.block(node, around);
      case "expression":
        return this.at("statement", node.expr, around);
      case "if":
        this.at("condition", node.condition, around);
        this.statement(node.yes, around);
        if (node.no !== undefined) this.statement(node.no, around);
        return;
      case "while":
      case "do":
        this.at("condition", node.condition, around);
        return this.statement(node.body, around);
      case "for":
        this.at("statement", node.first, around);
        this.at("condition", node.condition, around);
        this.at("statement", node.step, around);
        return this.statement(node.body, around);
      case "range":
        this.type(node.binder.type, around);
        return this.statement(node.body, around);
      case "return":
        return this.at("condition", node.value, around);
      case "assert":
        return this.at("condition", node.condition, around);
      default:
    }
  }
}
