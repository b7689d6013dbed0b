/** Declarations of variables and types, wherever they stand. */
import type { Declarator, Name, TypeDeclaration, VariableDeclaration } from "../syntax/index.ts";
import * as is from "./class.ts";
import { declarationCodes } from "./codes.ts";
import type { Context } from "./context.ts";
import { checkInitialiser } from "./initialiser.ts";
import type { Symbol, TypeName, Variable } from "./model.ts";
import { showType } from "./show.ts";
import { makeVariable, resolveType, withDimensions } from "./typeexpr.ts";

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

export function checkVariables(
  ctx: Context,
  node: VariableDeclaration,
  role: "global" | "template" | "local",
): Variable[] {
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

export function checkTypedef(ctx: Context, node: TypeDeclaration): void {
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
