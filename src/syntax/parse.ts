import type { Diagnostic } from "../base/index.ts";
import { wants } from "../base/index.ts";
import { Cursor } from "./cursor.ts";
import { declarations, localDeclarations } from "./declarations.ts";
import { expression } from "./expression.ts";
import type { Context, Wording } from "./keyword.ts";
import { constraint, rate, select, sync } from "./label.ts";
import { expressionList } from "./parts.ts";
import { query } from "./query.ts";
import type { Fragment } from "./source.ts";
import { statement } from "./statement.ts";
import { queryBlocks, type SystemPart, systemPart } from "./system.ts";
import type { Binder, Declaration, Expr, Parameter, Query, QueryEntry, Statement, Sync, TypeExpr } from "./tree.ts";
import { parameters, type } from "./type.ts";

/**
 * The ways in for pieces of text: each function reads a whole fragment and returns what it holds with the faults found.
 * There is always a value; spans are offsets of the file that the fragment comes from. The syntax `old` is the language
 * of UPPAAL 3, where it differs.
 */
export interface Parsed<T> {
  readonly value: T;
  readonly diagnostics: readonly Diagnostic[];
}
export type TextOptions = Wording;

function whole<T>(fragment: Fragment, options: TextOptions, rule: (p: Cursor) => T): Parsed<T> {
  return inContext(fragment, options.syntax ?? "new", options, rule);
}

function inContext<T>(fragment: Fragment, context: Context, options: TextOptions, rule: (p: Cursor) => T): Parsed<T> {
  const p = new Cursor(fragment, context, expression, options);
  const value = rule(p);
  if (!p.is("#end")) p.fail("the end of the text");
  return { value, diagnostics: p.diagnostics };
}

export function parseExpression(fragment: Fragment, context: Context = "new", options: TextOptions = {}): Parsed<Expr> {
  wants("parseExpression", fragment, "fragment");
  return inContext(fragment, context, options, expression);
}

/** Global declarations, or the text of `<instantiation>`. */
export function parseDeclarations(fragment: Fragment, options: TextOptions = {}): Parsed<readonly Declaration[]> {
  wants("parseDeclarations", fragment, "fragment");
  return whole(fragment, options, declarations);
}

/** Declarations of a template: variables, types, functions and imports only. */
export function parseLocalDeclarations(fragment: Fragment, options: TextOptions = {}): Parsed<readonly Declaration[]> {
  wants("parseLocalDeclarations", fragment, "fragment");
  return whole(fragment, options, localDeclarations);
}

export function parseType(fragment: Fragment, options: TextOptions = {}): Parsed<TypeExpr> {
  wants("parseType", fragment, "fragment");
  return whole(fragment, options, type);
}

export function parseStatement(fragment: Fragment): Parsed<Statement> {
  wants("parseStatement", fragment, "fragment");
  return whole(fragment, {}, statement);
}

export function parseParameters(fragment: Fragment, options: TextOptions = {}): Parsed<readonly Parameter[]> {
  wants("parseParameters", fragment, "fragment");
  return whole(fragment, options, parameters);
}

export function parseInvariant(fragment: Fragment, options: TextOptions = {}): Parsed<Expr> {
  wants("parseInvariant", fragment, "fragment");
  return whole(fragment, options, constraint);
}

export function parseGuard(fragment: Fragment, options: TextOptions = {}): Parsed<Expr> {
  wants("parseGuard", fragment, "fragment");
  return whole(fragment, options, constraint);
}

/** An exponential rate: one expression, or two for a fraction. */
export function parseRate(fragment: Fragment, options: TextOptions = {}): Parsed<readonly Expr[]> {
  wants("parseRate", fragment, "fragment");
  return whole(fragment, options, rate);
}

export function parseSelect(fragment: Fragment, options: TextOptions = {}): Parsed<readonly Binder[]> {
  wants("parseSelect", fragment, "fragment");
  return whole(fragment, options, select);
}

export function parseSync(fragment: Fragment, options: TextOptions = {}): Parsed<Sync> {
  wants("parseSync", fragment, "fragment");
  return whole(fragment, options, sync);
}

export function parseUpdate(fragment: Fragment, options: TextOptions = {}): Parsed<readonly Expr[]> {
  wants("parseUpdate", fragment, "fragment");
  return whole(fragment, options, expressionList);
}

export function parseProbability(fragment: Fragment, options: TextOptions = {}): Parsed<Expr> {
  wants("parseProbability", fragment, "fragment");
  return whole(fragment, options, expression);
}

export interface SystemText extends SystemPart {
  readonly declarations: readonly Declaration[];
  readonly queries: readonly QueryEntry[];
}

/** The text of `<system>`: declarations, the system line, progress measures and gantt rows. It is never old. */
export function parseSystem(fragment: Fragment, options: TextOptions = {}): Parsed<SystemText> {
  wants("parseSystem", fragment, "fragment");
  const { names } = options;
  return whole(fragment, names === undefined ? {} : { names }, (p) => {
    const read = declarations(p);
    return { declarations: read, ...systemPart(p), queries: queryBlocks(p, fragment.text) };
  });
}

export interface ParsedQuery {
  readonly query?: Query;
  readonly diagnostics: readonly Diagnostic[];
}

/** One query, line breaks being white space; undefined when the text is blank or only a comment. */
export function parseFormula(fragment: Fragment, options: TextOptions = {}): ParsedQuery {
  const rule = (p: Cursor): Query | undefined => (p.is("#end") ? undefined : query(p));
  const { value, diagnostics } = inContext(fragment, "query", options, rule);
  return value === undefined ? { diagnostics } : { query: value, diagnostics };
}
