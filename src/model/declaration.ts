import { append } from "../base/index.ts";
import type { Declaration, FunctionDeclaration, ImportDeclaration, Parameter } from "../syntax/index.ts";
import * as is from "./class.ts";
import type { Context } from "./context.ts";
import type { Func, Variable } from "./model.ts";
import { Scope } from "./scope.ts";
import { showType } from "./show.ts";
import { checkBlock, returns } from "./statement.ts";
import { makeParameter, resolveType } from "./typeexpr.ts";
import { checkTypedef, checkVariables, define } from "./variable.ts";

/** What a section of declarations has declared. */
interface Declared {
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
