/** Processes that expressions name (docs/semantics.md 2.11): `P.x`, `P(i).l`, `P.location`, as queries say. */
import { type Expr, printExpr } from "../../src/syntax/index.ts";
import type { Code, Value } from "./expression.ts";
import { Fault, Unsupported } from "./outcome.ts";
import type { Context, Named } from "./scope.ts";

/** Where a process is; undefined if it is about something else. */
export function ofProcess(
  expr: Extract<Expr, { kind: "index" | "member" }>,
  context: Context,
  code: Code,
): Value | undefined {
  if (expr.kind !== "member") return undefined;
  const named = processAt(expr.object, context, code);
  if (named === undefined) return undefined;
  const { memory } = context;
  if (expr.member.name === "location") return () => memory.cells[named().index]!;
  const symbol = context.tables.symbolOf(expr.member);
  if (symbol?.kind === "location") return () => (memory.cells[named().index] === symbol.index ? 1 : 0);
  return undefined;
}

/** The place of a variable of a process. */
export function variableOf(expr: Extract<Expr, { kind: "member" }>, named: () => Named, context: Context): Value {
  const symbol = context.tables.symbolOf(expr.member);
  if (symbol?.kind !== "variable") throw new Unsupported(`'${printExpr(expr)}' here`);
  const { memory } = context;
  return () => {
    const place = named().scope.find(symbol);
    if (place === undefined) throw new Unsupported(`'${printExpr(expr)}' here`);
    return place.isReference ? memory.cells[place.at]! : place.at;
  };
}

/** The processes that `P` or `T(e)` may name; undefined if it is about something else. */
export function namedBy(expr: Expr, { tables, processes }: Context): readonly Named[] | undefined {
  const callee = expr.kind === "call" ? expr.callee : expr;
  const symbol = callee.kind === "name" ? tables.symbolOf(callee) : undefined;
  return symbol?.kind === "instance" ? (processes.get(symbol) ?? []) : undefined;
}

/** The process that `P` or `T(e)` names; a number that no process has is a fault. */
export function processAt(expr: Expr, context: Context, code: Code): (() => Named) | undefined {
  const all = namedBy(expr, context);
  if (all === undefined) return undefined;
  const args = expr.kind === "call" ? expr.args.map((arg) => code.value(arg, context)) : [];
  const byArgs = new Map(all.map((process) => [process.args.join(), process]));
  return () => {
    const given = args.map((arg) => arg()).join();
    const found = byArgs.get(given);
    if (found === undefined)
      throw new Fault(`there is no process '${printExpr(expr.kind === "call" ? expr.callee : expr)}(${given})'`);
    return found;
  };
}
