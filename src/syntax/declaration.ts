import type { Cursor } from "./cursor.ts";
import { callArguments, expressionList, name } from "./parts.ts";
import { typedDeclaration } from "./statement.ts";
import type { ChannelPriority, Declaration, Expr, ImportDeclaration, Instantiation, Name } from "./tree.ts";
import { parameterList, startsType, type } from "./type.ts";
import { startsNamedType, typeDeclaration } from "./variable.ts";

/**
 * Declarations of variables, types, functions, priorities, hooks, imports and instances. A name followed by a name
 * begins a declaration of a named type; a name followed by `=` or `(` an instantiation. Processes are in `xta.ts`.
 * Undefined if the current token begins none of it.
 */
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
    const index = p.expression();
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

function instantiation(p: Cursor): Instantiation {
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
