import { append } from "../base/index.ts";
import type {
  Declaration,
  Declarator,
  FunctionDeclaration,
  ImportDeclaration,
  Name,
  Parameter,
  TypeDeclaration,
  VariableDeclaration,
} from "../syntax/index.ts";
import * as is from "./class.ts";
import { declarationCodes } from "./codes.ts";
import type { Context } from "./context.ts";
import { checkInitialiser } from "./initialiser.ts";
import type { Func, Symbol, TypeName, Variable } from "./model.ts";
import { Scope } from "./scope.ts";
import { showType } from "./show.ts";
import { checkBlock, returns } from "./statement.ts";
import { makeParameter, makeVariable, resolveType, withDimensions } from "./typeexpr.ts";

/** What a section of declarations has declared. */
export interface Declared {
  readonly variables: Variable[];
  readonly functions: Func[];
}

/** Variables, types and functions, globally or in a template. Other kinds of declarations are the caller's. */
export function checkDeclaration(
  ctx: Context,
  node: Declaration,
  role: "global" | "template",
  declared: Declared,
): boolean {
  switch (node.kind) {
    case "variables":
      append(declared.variables, checkVariables(ctx, node, role));
      return true;
    case "typedef":
      checkTypedef(ctx, node);
      return true;
    case "function":
      declared.functions.push(checkFunction(ctx, node));
      return true;
    case "import":
      append(declared.functions, checkImport(ctx, node));
      return true;
    default:
      return false;
  }
}

export function checkLocals(ctx: Context, nodes: readonly (VariableDeclaration | TypeDeclaration)[]): void {
  for (const node of nodes) {
    if (node.kind === "variables") checkVariables(ctx, node, "local");
    else checkTypedef(ctx, node);
  }
}

/** Puts a symbol in the scope at hand; a second definition of the name there is reported. */
export function define(ctx: Context, name: Name, symbol: Symbol): void {
  ctx.symbols.set(name, symbol);
  // A name the parser could not read is empty.
  if (name.name === "") return;
  if (ctx.scope.own(name.name) !== undefined) {
    const first = ctx.scope.own(name.name);
    const builtin = first?.kind === "variable" && first.role === "builtin";
    ctx.error(
      "duplicate-definition",
      name,
      `'${name.name}' is already declared`,
      builtin ? "UPPAAL predeclares this name" : undefined,
    );
    return;
  }
  ctx.scope.set(name.name, symbol);
}

function checkVariables(ctx: Context, node: VariableDeclaration, role: "global" | "template" | "local"): Variable[] {
  const base = resolveType(ctx, node.type);
  return node.declarators.map((declarator) => {
    const variable = makeVariable(ctx, base, declarator, role);
    checkInitialiser(
      ctx,
      variable,
      role === "local",
      checkInitialisable(ctx, node, declarator, variable, role === "local"),
    );
    define(ctx, declarator.name, variable);
    return variable;
  });
}

/** Whether a variable of this type may have an initialiser; what it must or must not have is reported. */
function checkInitialisable(
  ctx: Context,
  node: VariableDeclaration,
  declarator: Declarator,
  variable: Variable,
  local: boolean,
): boolean {
  const { type, initialiser, constant } = variable;
  if (variable.name === "") return true;
  const able = is.isInitialisable(type);
  if (initialiser !== undefined && !able) {
    // A string that is not constant has been reported already.
    ctx.error("initialiser-not-allowed", initialiser, `${showType(type)} cannot be initialised`);
  } else if (initialiser === undefined && constant && type.kind !== "unknown") {
    ctx.error("initialiser-required", declarator, `the constant '${variable.name}' needs a value`);
  } else if (local && !able) {
    ctx.error("local-type", node.type, `a function cannot have a variable of type ${showType(type)}`);
  } else if (is.stripArrays(type).kind === "void") {
    ctx.error("void-variable", node.type, "void is not a type of variables");
  }
  return able;
}

function checkTypedef(ctx: Context, node: TypeDeclaration): void {
  // Faults of types count when the name is used: see Context.useTypeName.
  const outer = ctx.diagnostics;
  ctx.diagnostics = [];
  const { type: base, constant, meta } = resolveType(ctx, node.type);
  const symbols = node.declarators.map((declarator): [Name, TypeName] => {
    const { start, end } = declarator.name;
    const type = named(withDimensions(ctx, base, declarator.dimensions), declarator.name.name);
    const symbol: TypeName = {
      kind: "typename",
      name: declarator.name.name,
      type,
      ...(constant ? { constant } : {}),
      ...(meta ? { meta } : {}),
      span: { start, end },
    };
    return [declarator.name, symbol];
  });
  const found = ctx.diagnostics;
  ctx.diagnostics = outer;
  for (const d of found) if (d.code in declarationCodes || d.severity === "warning") outer.push(d);
  const held = found.filter((d) => !(d.code in declarationCodes) && d.severity === "error");
  symbols.forEach(([name, symbol], i) => {
    define(ctx, name, symbol);
    if (i === 0) ctx.holdTypeFaults(symbol, held);
  });
}

/** A scalar set is known by the name of its type. */
function named(type: TypeName["type"], name: string): TypeName["type"] {
  return type.kind === "scalar" && type.set.name === undefined
    ? { kind: "scalar", set: Object.assign(type.set, { name }) }
    : type;
}

/** Parameters in the scope at hand. UPPAAL does not mind a name given twice. */
export function declareParameters(
  ctx: Context,
  nodes: readonly Parameter[],
  role: "argument" | "parameter",
): Variable[] {
  return nodes.map((node) => {
    const variable = makeParameter(ctx, node, role);
    if (variable.name === "") return variable;
    if (ctx.scope.own(variable.name) !== undefined)
      ctx.warn("duplicate-parameter", node.name, `there are two parameters '${variable.name}'`);
    ctx.scope.set(variable.name, variable);
    return variable;
  });
}

function checkFunction(ctx: Context, node: FunctionDeclaration): Func {
  const { type: result, constant, meta } = resolveType(ctx, node.result);
  if (!is.isReturnable(result) || constant || meta) {
    ctx.error(
      "return-type",
      node.result,
      `a function cannot return ${constant ? "const " : meta ? "meta " : ""}${showType(result)}`,
    );
  }
  const reads = new Set<Variable>();
  const writes = new Set<Variable>();
  const parameters: Variable[] = [];
  const { start, end } = node.name;
  const symbol: Func = {
    kind: "function",
    name: node.name.name,
    result,
    parameters,
    node,
    reads,
    writes,
    span: { start, end },
  };
  ctx.inScope(new Scope(ctx.scope), () => append(parameters, declareParameters(ctx, node.parameters, "argument")));
  // The function is known in its own body, so that a recursive call can be named as such.
  define(ctx, node.name, symbol);
  const outer = ctx.func;
  ctx.func = { symbol, reads, writes };
  ctx.inScope(new Scope(ctx.scope), () => {
    for (const parameter of parameters) ctx.scope.set(parameter.name, parameter);
    checkBlock(ctx, node.body, result);
  });
  ctx.func = outer;
  if (result.kind !== "void" && result.kind !== "unknown") checkReturns(ctx, node);
  return symbol;
}

function checkReturns(ctx: Context, node: FunctionDeclaration): void {
  const span = { start: Math.max(node.body.start, node.body.end - 1), end: node.body.end };
  if (!returns(node.body, true))
    ctx.error("return-expected", span, `'${node.name.name}' does not always return a value`);
  else if (!returns(node.body, false))
    ctx.error("empty-body", span, `'${node.name.name}' does not always return a value`);
}

/** External functions: types are checked, nothing is loaded. */
function checkImport(ctx: Context, node: ImportDeclaration): Func[] {
  return node.functions.map((item) => {
    const name = item.alias ?? item.name;
    const { type: result } = resolveType(ctx, item.result);
    const parameters = ctx.inScope(new Scope(ctx.scope), () => declareParameters(ctx, item.parameters, "argument"));
    const { start, end } = name;
    const symbol: Func = {
      kind: "function",
      name: name.name,
      result,
      parameters,
      reads: new Set(),
      writes: new Set(),
      span: { start, end },
    };
    define(ctx, name, symbol);
    return symbol;
  });
}
