import type { Span } from "../base/index.ts";
import type { Binder, Block, Declaration, Parameter, Statement, Template, Tree, TypeExpr } from "../syntax/index.ts";

/** The declarations of a tree by the place of the name they declare: what stands around a name, and its type as written. */
export interface Declared {
  /** The whole declaration, to which a comment belongs. */
  readonly node: Span;
  readonly type?: TypeExpr;
}

type Table = Map<number, Declared>;

/** By the offset where the declared name begins. */
export function declaredIn(tree: Tree): ReadonlyMap<number, Declared> {
  const table: Table = new Map();
  for (const node of [...tree.declarations, ...tree.systemDeclarations]) declaration(table, node);
  for (const node of tree.templates) template(table, node);
  return table;
}

function template(table: Table, node: Template): void {
  table.set(node.name.start, { node });
  parameters(table, node.parameters);
  for (const inner of node.declarations) declaration(table, inner);
  for (const place of node.locations) if (place.name !== undefined) table.set(place.name.start, { node: place });
  for (const { select } of node.edges) binders(table, select?.value ?? []);
}

function declaration(table: Table, node: Declaration): void {
  switch (node.kind) {
    case "variables":
    case "typedef":
      for (const { name } of node.declarators) table.set(name.start, { node, type: node.type });
      return;
    case "function":
      table.set(node.name.start, { node, type: node.result });
      parameters(table, node.parameters);
      block(table, node.body);
      return;
    case "instantiation":
      table.set(node.name.start, { node });
      parameters(table, node.parameters);
      return;
    case "dynamic":
      parameters(table, node.parameters);
      return;
    default:
  }
}

function parameters(table: Table, nodes: readonly Parameter[]): void {
  for (const node of nodes) table.set(node.name.start, { node, type: node.type });
}

function binders(table: Table, nodes: readonly Binder[]): void {
  for (const node of nodes) table.set(node.name.start, { node, type: node.type });
}

function block(table: Table, node: Block): void {
  for (const inner of node.declarations) declaration(table, inner);
  for (const inner of node.statements) statement(table, inner);
}

function statement(table: Table, node: Statement): void {
  if (node.kind === "range") binders(table, [node.binder]);
  for (const inner of insideOf(node))
    if (inner.kind === "block") block(table, inner);
    else statement(table, inner);
}

/** The statements that a statement holds; a block holds its own. */
export function insideOf(node: Statement): readonly Statement[] {
  switch (node.kind) {
    case "block":
      return node.statements;
    case "if":
      return node.no === undefined ? [node.yes] : [node.yes, node.no];
    case "while":
    case "do":
    case "for":
    case "range":
      return [node.body];
    default:
      return [];
  }
}
