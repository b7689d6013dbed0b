import type { Cursor } from "./cursor.ts";
import { name } from "./parts.ts";
import type { BaseType, Binder, Declarator, Dimension, Expr, Field, Parameter, Prefix, TypeExpr } from "./tree.ts";

/**
 * Types, dimensions and parameters. Whether a lone name in `[N]` is a size or a type is left to checking; a prefix that
 * the language does not allow before its base is kept, so that checking can name it.
 */
const prefixes: ReadonlySet<string> = new Set(["const", "meta", "urgent", "broadcast", "hybrid"]);
const simple: ReadonlySet<string> = new Set(["bool", "double", "string", "clock", "chan", "void"]);

/** Whether the current token can only begin a type (a name may or may not). */
export function startsType(p: Cursor): boolean {
  return prefixes.has(p.kind) || simple.has(p.kind) || p.kind === "int" || p.kind === "scalar" || p.kind === "struct";
}

export function type(p: Cursor): TypeExpr {
  const start = p.at();
  const prefix = typePrefix(p);
  if (prefix === "hybrid" ? p.kind !== "clock" : prefix !== undefined && (p.kind === "clock" || p.kind === "void")) {
    p.fail(prefix === "hybrid" ? "'clock' after 'hybrid'" : `a type that can be '${prefix}'`);
  }
  const base = p.panic ? baseless(p) : baseType(p);
  return prefix === undefined
    ? { kind: "type", start, end: p.to(start), base }
    : { kind: "type", start, end: p.to(start), prefix, base };
}

function typePrefix(p: Cursor): Prefix | undefined {
  if (!prefixes.has(p.kind)) return undefined;
  const prefix = p.kind as Prefix;
  p.next();
  if (prefix === "urgent" && p.accept("broadcast")) return "urgent broadcast";
  return prefix;
}

function baseless(p: Cursor): BaseType {
  const at = p.at();
  return { kind: "named", start: at, end: at, name: "" };
}

function baseType(p: Cursor): BaseType {
  const { start, end } = p.here();
  const { kind } = p;
  if (kind === "#name") {
    const node: BaseType = { kind: "named", start, end, name: p.word };
    if (p.word.length === 1 && "AERUW".includes(p.word)) {
      const hint = "A, E, R, U and W are operators of queries; they are good names of variables, not of types";
      p.report("syntax-error", `'${p.word}' cannot be the name of a type`, node, hint);
    }
    p.next();
    return node;
  }
  if (kind === "int") {
    p.next();
    if (p.kind !== "[") return { kind, start, end };
    p.next();
    const low = p.expression();
    p.expect(",", "between the bounds of the range");
    const high = p.expression();
    p.expect("]", "after the range");
    return { kind, start, end: p.to(start), range: [low, high] };
  }
  if (simple.has(kind)) {
    p.next();
    return { kind: kind as "bool" | "double" | "string" | "clock" | "chan" | "void", start, end };
  }
  if (kind === "scalar") {
    p.next();
    p.expect("[", "after 'scalar'");
    const size = p.expression();
    p.expect("]", "after the size of the scalar set");
    return { kind, start, end: p.to(start), size };
  }
  if (kind === "struct") return struct(p);
  p.fail("a type");
  return baseless(p);
}

function struct(p: Cursor): BaseType {
  const start = p.at();
  p.next();
  const fields: Field[] = [];
  p.expect("{", "after 'struct'");
  if (!p.enter()) return baseless(p);
  if (p.kind === "}") p.fail("a field", "a struct has at least one field");
  while (!p.panic && p.kind !== "}") fields.push(field(p));
  p.leave();
  p.expect("}", "after the fields");
  return { kind: "struct", start, end: p.to(start), fields };
}

function field(p: Cursor): Field {
  const start = p.at();
  const base = type(p);
  const declarators = [fieldDeclarator(p)];
  while (p.accept(",")) declarators.push(fieldDeclarator(p));
  p.expect(";", "after the field");
  return { start, end: p.to(start), type: base, declarators };
}

/** `i : int[0,3]` */
export function binder(p: Cursor): Binder {
  const start = p.at();
  const variable = name(p, "a name");
  p.expect(":", `after '${variable.name}'`);
  const range = type(p);
  return { start, end: p.to(start), name: variable, type: range };
}

/** A name with dimensions and no initialiser, as in fields and type declarations. */
export function fieldDeclarator(p: Cursor): Declarator {
  const start = p.at();
  const declared = name(p, "a name");
  const sizes = dimensions(p);
  return { start, end: p.to(start), name: declared, dimensions: sizes };
}

export function dimensions(p: Cursor): readonly Dimension[] {
  if (p.kind !== "[") return none;
  const result: Dimension[] = [];
  while (!p.panic && p.accept("[")) {
    result.push(startsType(p) ? type(p) : p.expression());
    p.expect("]", "after the size of the array");
  }
  return result;
}
const none: readonly (Expr | TypeExpr)[] = [];

/** Parameters up to, not including, the closing parenthesis or the end of the text. */
export function parameters(p: Cursor): readonly Parameter[] {
  if (p.kind === ")" || p.kind === "#end") return [];
  if (p.context === "old") return oldParameters(p);
  const result = [parameter(p)];
  while (p.accept(",")) result.push(parameter(p));
  return result;
}

/** `( ... )` */
export function parameterList(p: Cursor): readonly Parameter[] {
  if (!p.expect("(", "before the parameters")) return [];
  const result = parameters(p);
  p.expect(")", "after the parameters");
  return result;
}

function parameter(p: Cursor): Parameter {
  const start = p.at();
  const base = type(p);
  const reference = p.accept("&");
  const declared = name(p, "the name of the parameter");
  const sizes = dimensions(p);
  return { start, end: p.to(start), type: base, reference, name: declared, dimensions: sizes };
}

/**
 * Old parameters: groups separated by `;`, names within a group by `,`. `const` stands for a constant integer; every
 * other parameter is a reference without `&`.
 */
function oldParameters(p: Cursor): readonly Parameter[] {
  const result: Parameter[] = [];
  do {
    const constant = p.kind === "const";
    const group = constant ? constInt(p) : type(p);
    do {
      const start = result.at(-1)?.type === group ? p.at() : group.start;
      const declared = name(p, "the name of the parameter");
      const sizes = dimensions(p);
      result.push({ start, end: p.to(start), type: group, reference: !constant, name: declared, dimensions: sizes });
    } while (p.accept(","));
  } while (p.accept(";"));
  return result;
}

/** The word `const` of old syntax, as the type it stands for. */
export function constInt(p: Cursor): TypeExpr {
  const { start, end } = p.here();
  p.next();
  return { kind: "type", start, end, prefix: "const", base: { kind: "int", start, end } };
}
