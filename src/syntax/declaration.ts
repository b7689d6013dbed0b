import type { Cursor } from "./cursor.ts";
import { callArguments, expression, expressionList, name } from "./expression.ts";
import { recoverList } from "./recovery.ts";
import { block } from "./statement.ts";
import type {
  ChannelPriority,
  Declaration,
  Declarator,
  Expr,
  FunctionDeclaration,
  ImportDeclaration,
  Initialiser,
  InitialiserList,
  Instantiation,
  Name,
  TypeDeclaration,
  TypeExpr,
  VariableDeclaration,
} from "./tree.ts";
import { constInt, dimensions, fieldDeclarator, parameterList, startsType, type } from "./type.ts";

/**
 * Declarations of variables, types, functions, priorities, hooks, imports and instances. A name followed by a name
 * begins a declaration of a named type; a name followed by `=` or `(` an instantiation. Processes are in `xta.ts`.
 */
export function variableDeclaration(p: Cursor): VariableDeclaration {
  const start = p.at();
  if (p.context === "old" && p.kind === "const") return oldConstants(p);
  return variables(p, start, type(p));
}

function variables(p: Cursor, start: number, base: TypeExpr): VariableDeclaration {
  const declarators = [declarator(p)];
  while (p.accept(",")) declarators.push(declarator(p));
  p.expect(";", "after the declaration");
  return { kind: "variables", start, end: p.to(start), type: base, declarators };
}

function declarator(p: Cursor): Declarator {
  const start = p.at();
  const declared = name(p, "a name");
  const sizes = dimensions(p);
  if (!p.accept("=")) return { start, end: p.to(start), name: declared, dimensions: sizes };
  const value = initialiser(p);
  return { start, end: p.to(start), name: declared, dimensions: sizes, initialiser: value };
}

/** `const N 3, M 4;` */
function oldConstants(p: Cursor): VariableDeclaration {
  const start = p.at();
  const base = constInt(p);
  const declarators: Declarator[] = [];
  do {
    const from = p.at();
    const declared = name(p, "the name of a constant");
    const sizes = dimensions(p);
    const value = initialiser(p);
    declarators.push({ start: from, end: p.to(from), name: declared, dimensions: sizes, initialiser: value });
  } while (p.accept(","));
  p.expect(";", "after the declaration");
  return { kind: "variables", start, end: p.to(start), type: base, declarators };
}

export function initialiser(p: Cursor): Initialiser {
  if (p.kind !== "{") return expression(p);
  const start = p.at();
  const items: InitialiserList["items"][number][] = [];
  if (!p.enter()) return { kind: "list", start, end: p.to(start), items };
  p.next();
  do {
    if (p.is("#name") && p.peek() === ":") {
      const field = name(p, "a field");
      p.next();
      items.push({ field, value: initialiser(p) });
    } else items.push({ value: initialiser(p) });
  } while (p.accept(","));
  p.leave();
  p.expect("}", "after the initialisers");
  recoverList(p);
  return { kind: "list", start, end: p.to(start), items };
}

export function typeDeclaration(p: Cursor): TypeDeclaration {
  const start = p.at();
  p.next();
  const base = type(p);
  const declarators = [fieldDeclarator(p)];
  while (p.accept(",")) declarators.push(fieldDeclarator(p));
  p.expect(";", "after the type declaration");
  return { kind: "typedef", start, end: p.to(start), type: base, declarators };
}

/** A declaration that begins with a type: variables or a function. */
export function typedDeclaration(p: Cursor): VariableDeclaration | FunctionDeclaration {
  const start = p.at();
  if (p.context === "old") return variableDeclaration(p);
  const base = type(p);
  if (p.panic || p.kind !== "#name" || p.peek() !== "(") return variables(p, start, base);
  const declared = name(p, "the name of the function");
  const parameters = parameterList(p);
  const body = block(p);
  return { kind: "function", start, end: p.to(start), result: base, name: declared, parameters, body };
}

/** What may stand among declarations besides processes; undefined if the current token begins none of it. */
export function declaration(p: Cursor): Declaration | undefined {
  switch (p.kind) {
    case "typedef":
      return typeDeclaration(p);
    case "chan":
      return p.peek() === "priority" ? channelPriority(p) : typedDeclaration(p);
    case "before_update":
    case "after_update": {
      const start = p.at();
      const { kind } = p;
      p.next();
      p.expect("{", `after '${kind}'`);
      const updates = expressionList(p);
      p.expect("}", "after the updates");
      return { kind, start, end: p.to(start), updates };
    }
    case "dynamic": {
      const start = p.at();
      p.next();
      const declared = name(p, "the name of the dynamic template");
      const parameters = parameterList(p);
      p.expect(";", "after the declaration");
      return { kind: "dynamic", start, end: p.to(start), name: declared, parameters };
    }
    case "import":
      return importDeclaration(p);
    case "#name":
      return startsNamedType(p) ? typedDeclaration(p) : instantiation(p);
    default:
      return startsType(p) ? typedDeclaration(p) : undefined;
  }
}

/** What a template may declare: variables, types, functions and imports. */
export function localDeclaration(p: Cursor): Declaration | undefined {
  if (p.kind === "typedef") return typeDeclaration(p);
  if (p.kind === "import") return importDeclaration(p);
  return startsType(p) || startsNamedType(p) ? typedDeclaration(p) : undefined;
}

/** A name followed by a name begins a declaration; so does one followed by a word that is wrongly used as a name. */
export function startsNamedType(p: Cursor): boolean {
  if (p.kind !== "#name" || p.context === "old") return false;
  const after = p.peek();
  return after === "#name" || after === "#builtin" || after === "sum" || after === "forall" || after === "exists";
}

function channelPriority(p: Cursor): ChannelPriority {
  const start = p.at();
  p.next();
  p.next();
  let group = [channelItem(p)];
  const groups = [group];
  while (!p.panic && (p.kind === "," || p.kind === "<")) {
    if (p.kind === "<") groups.push((group = []));
    p.next();
    group.push(channelItem(p));
  }
  p.expect(";", "after the priorities");
  return { kind: "priority", start, end: p.to(start), groups };
}

function channelItem(p: Cursor): ChannelPriority["groups"][number][number] {
  const { start, end } = p.here();
  if (p.accept("default")) return { kind: "default", start, end };
  let channel: Expr = name(p, "a channel or 'default'");
  while (p.accept("[")) {
    const index = expression(p);
    p.expect("]", "after the index");
    channel = { kind: "index", start, end: p.to(start), array: channel, index };
  }
  return channel;
}

function importDeclaration(p: Cursor): ImportDeclaration {
  const start = p.at();
  p.next();
  const library = p.kind === "#string" ? p.word : "";
  if (!p.accept("#string")) p.fail("the name of a library in quotes");
  const functions: ImportDeclaration["functions"][number][] = [];
  if (p.accept("{")) {
    do {
      functions.push(importedFunction(p));
      p.expect(";", "after the function");
    } while (!p.panic && p.kind !== "}");
    p.expect("}", "after the imported functions");
  } else functions.push(importedFunction(p));
  p.expect(";", "after the import");
  return { kind: "import", start, end: p.to(start), library, functions };
}

function importedFunction(p: Cursor): ImportDeclaration["functions"][number] {
  let alias: Name | undefined;
  if (p.kind === "#name" && p.peek() === "=") {
    alias = name(p, "an alias");
    p.next();
  }
  const result = type(p);
  const declared = name(p, "the name of the function");
  const parameters = parameterList(p);
  return { ...(alias ? { alias } : {}), result, name: declared, parameters };
}

export function instantiation(p: Cursor): Instantiation {
  const start = p.at();
  const declared = name(p, "the name of the instance");
  let parameters: Instantiation["parameters"] = [];
  if (p.kind === "(") parameters = parameterList(p);
  p.expect("=", `after '${declared.name}'`);
  const template = name(p, "the name of a template");
  const args = callArguments(p);
  p.expect(";", "after the instantiation");
  return { kind: "instantiation", start, end: p.to(start), name: declared, parameters, template, args };
}
