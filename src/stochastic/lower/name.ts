import { memberOf } from "../../network/index.ts";
import type { Expr } from "../../syntax/index.ts";
import { printExpr } from "../../syntax/index.ts";
import type { Code } from "../code.ts";
import type { Context } from "./context.ts";
import { both, choose, compare, int, isConst, one, zero } from "./fold.ts";
import { element, field, type Place, placeAt } from "./place.ts";
import type { ProcessNames } from "./scope.ts";

/** What names stand for: places of variables, and processes. */

/** Where an l-value lives; undefined for what is not one. */
export function lowerPlace(expr: Expr, context: Context): Place | undefined {
  switch (expr.kind) {
    case "name": {
      const symbol = context.symbol(expr);
      const binding = symbol?.kind === "variable" ? context.scope.find(symbol) : undefined;
      return binding && "shape" in binding ? binding : undefined;
    }
    case "index": {
      const array = lowerPlace(expr.array, context);
      return array && element(array, context.lower(expr.index), context.origin(expr.index));
    }
    case "member": {
      const processes = processesOf(expr.object, context);
      if (processes) {
        const symbol = context.symbol(expr.member);
        const [only, another] = processes;
        if (symbol?.kind !== "variable" || only === undefined || another !== undefined) return undefined;
        const binding = only.process.scope.find(symbol);
        return binding && "shape" in binding ? binding : undefined;
      }
      const object = lowerPlace(expr.object, context);
      return object && field(object, expr.member.name);
    }
    case "call":
      return resultPlace(expr, context);
    default:
      return undefined;
  }
}

/** A struct result stands in the function's result cells once the call has run. */
function resultPlace(expr: Expr & { kind: "call" }, context: Context): Place | undefined {
  const type = context.type(expr);
  const func = expr.callee.kind === "name" ? context.symbol(expr.callee) : undefined;
  if (type.kind !== "struct" || func?.kind !== "function" || func.builtin) return undefined;
  const first = context.lower(expr);
  const made = context.builder.functionIn(context.scope.home(func), func);
  return made && { ...placeAt(made.result, context.shape(type)), first };
}

/** A process that an expression may denote, and the condition for that. */
interface Candidate {
  readonly process: ProcessNames;
  readonly when: Code;
}
export type Reader = (process: ProcessNames) => Code;

/** The processes `P`, `T(e)` or a bound process variable may denote; undefined when it is not a process. */
export function processesOf(expr: Expr, context: Context): Candidate[] | undefined {
  const name = expr.kind === "call" ? expr.callee : expr;
  const symbol = name.kind === "name" ? context.symbol(name) : undefined;
  if (symbol?.kind === "variable") {
    const binding = context.scope.find(symbol);
    return binding && "process" in binding ? [{ process: binding.process, when: one }] : undefined;
  }
  if (symbol?.kind !== "instance") return undefined;
  const args = expr.kind === "call" ? expr.args.map((arg) => context.lower(arg)) : [];
  const all = context.builder.processes.get(symbol) ?? [];
  const numbers = args.flatMap((arg) => (isConst(arg) ? [arg.value] : []));
  const only = numbers.length === args.length ? memberOf(all, numbers) : undefined;
  if (only !== undefined) return [{ process: only, when: one }];
  const candidates: Candidate[] = [];
  for (const process of all) {
    const when = args.reduce((so, arg, k) => both(so, compare("eq", arg, int(process.args[k] ?? 0))), one);
    if (isConst(when) && when.value !== 0) return [{ process, when }];
    if (!isConst(when)) candidates.push({ process, when });
  }
  if (candidates.length === 0 && expr.kind === "call" && args.every(isConst))
    context.refuse("no-such-process", `there is no process '${printExpr(expr)}'`, expr);
  return candidates;
}

/** Chooses among processes at run time; a number that belongs to none is a fault. */
export function byProcess(candidates: readonly Candidate[], expr: Expr, context: Context, read: Reader): Code {
  const index = { low: 0, size: 0, stride: 0, origin: context.origin(expr) };
  const none: Code = { op: "load", is: "int", at: { base: 0, terms: [{ ...index, index: zero }] } };
  return candidates.reduceRight<Code>((rest, { process, when }) => choose(when, read(process), rest), none);
}
