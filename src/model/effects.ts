import { last } from "../base/index.ts";
import { childrenOf, type Expr, type Initialiser } from "../syntax/index.ts";
import { builtin } from "./builtin.ts";
import type { Context } from "./context.ts";
import type { Func, Symbol, Variable } from "./model.ts";

/**
 * What an expression may read (W14) and write (W13), through functions too. Writes are counted while an expression is
 * checked (`Context.effects`); here are the questions asked afterwards. None of them recurses, so chains of any length
 * will do.
 */
export function isComputable(ctx: Context, root: Initialiser): boolean {
  const bound = new Set<Symbol>();
  const outermost = root.kind === "call" ? root.callee : undefined;
  return !someReader(ctx, root, (part, symbol) => {
    if (part.kind === "quantified") {
      const variable = ctx.tables.symbolOf(part.binder.name);
      if (variable !== undefined) bound.add(variable);
      return false;
    }
    if (part.kind === "deadlock" || part.kind === "spawn" || part.kind === "exit" || part.kind === "numOf") return true;
    if (symbol === undefined) return false;
    if (symbol.kind === "variable") return !isKnown(symbol) && !bound.has(symbol);
    if (symbol.kind !== "function") return true;
    // UPPAAL notices a random number only where it is the whole initialiser.
    if (symbol.builtin) return part === outermost && (builtin(symbol.name)?.random ?? false);
    return [...symbol.reads, ...symbol.writes].some((variable) => variable.role !== "argument" && !isKnown(variable));
  });
}

/** Constants of the model and of templates, and constant value parameters; not the locals of functions. */
function isKnown(variable: Variable): boolean {
  switch (variable.role) {
    case "builtin":
      return true;
    case "global":
    case "template":
      return variable.constant;
    case "parameter":
      return variable.constant && !variable.reference && variable.type.kind !== "double";
    default:
      return false;
  }
}

/** Calls `test` for every part of an expression, with the symbol when the part is a name. */
function someReader(
  ctx: Context,
  root: Initialiser,
  test: (part: Expr, symbol: Symbol | undefined) => boolean,
): boolean {
  const pending: Initialiser[] = [root];
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    if (part.kind === "list") {
      for (const item of part.items) pending.push(item.value);
      continue;
    }
    const symbol =
      part.kind === "name"
        ? ctx.tables.symbolOf(part)
        : part.kind === "member"
          ? ctx.tables.symbolOf(part.member)
          : undefined;
    if (test(part, symbol)) return true;
    for (const child of childrenOf(part)) pending.push(child);
  }
  return false;
}

/** Adds the variables an expression depends on, also through initialisers of constants. */
export function dependencies(ctx: Context, root: Expr, found: Set<Variable>): void {
  const pending: Initialiser[] = [root];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    someReader(ctx, next, (_, symbol) => {
      if (symbol?.kind === "variable" && !found.has(symbol)) {
        found.add(symbol);
        if (symbol.initialiser !== undefined) pending.push(symbol.initialiser);
      }
      return false;
    });
  }
}

/** Calls `use` for the variables an l-value may denote: both branches of a conditional count. */
export function eachTarget(ctx: Context, expr: Expr, use: (variable: Variable) => void): void {
  switch (expr.kind) {
    case "name": {
      const symbol = ctx.tables.symbolOf(expr);
      if (symbol?.kind === "variable") use(symbol);
      break;
    }
    case "member":
      eachTarget(ctx, expr.object, use);
      break;
    case "index":
      eachTarget(ctx, expr.array, use);
      break;
    case "step":
      eachTarget(ctx, expr.operand, use);
      break;
    case "assign":
      eachTarget(ctx, expr.target, use);
      break;
    case "conditional":
      eachTarget(ctx, expr.yes, use);
      eachTarget(ctx, expr.no, use);
      break;
    case "comma":
      eachTarget(ctx, last(expr.items), use);
      break;
  }
}

/** Notes a call: what the function reads and writes, the caller does; arguments by reference may be written. */
export function noteCall(ctx: Context, func: Func, args: readonly Expr[]): void {
  for (const variable of func.reads) {
    if (variable.type.kind === "clock") ctx.oddClocks = true;
    if (variable.role !== "argument") ctx.read(variable);
  }
  for (const variable of func.writes) {
    if (variable.role === "argument") continue;
    ctx.write(variable);
    ctx.effects++;
  }
  func.parameters.forEach((parameter, i) => {
    if (!parameter.reference || parameter.constant || args[i] === undefined) return;
    eachTarget(ctx, args[i], (variable) => {
      ctx.write(variable);
      ctx.effects++;
    });
  });
}
