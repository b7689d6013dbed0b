import type { Span } from "../base/index.ts";
import type { TextKind } from "./labeltext.ts";
import type { Edge, Location, QueryEntry, Template, Tree } from "./tree.ts";

/**
 * Changes of a model file as written, said in terms of its tree. Operations are collected against the file as read and
 * `apply` returns the new text: what they do not name keeps its bytes. New locations and edges get coordinates without
 * moving old ones. Nodes must be those of the tree that was read from this file; two operations on one place are a fault
 * of the caller.
 */
export interface Editor {
  /** Replaces the part of the file that a node covers: an expression, a name, a declaration. */
  replaceSpan(node: Span, text: string): Editor;
  /** Sets a label; a blank text removes it. */
  setLabel(node: Location | Edge, kind: TextKind, text: string): Editor;
  /** Sets the declarations of a template, or the global ones. */
  setDeclarations(owner: Tree | Template, text: string): Editor;
  setParameters(template: Template, text: string): Editor;
  setSystem(text: string): Editor;
  addLocation(template: Template, location: Location): Editor;
  /** Another name for a location that has one; what refers to it by name is left to the caller. */
  renameLocation(template: Template, location: Location, name: string): Editor;
  addEdge(template: Template, edge: Edge): Editor;
  addTemplate(template: Template): Editor;
  addQuery(entry: QueryEntry): Editor;
  setQueryFormula(entry: QueryEntry, text: string): Editor;
  /** Writes a template, location, edge or query anew in the place of an old one. */
  replaceNode(old: Template | Location | Edge | QueryEntry, next: Template | Location | Edge | QueryEntry): Editor;
  /** Removes a template, location, branch point, edge or query. */
  removeNode(node: Span): Editor;
  apply(): string;
}
