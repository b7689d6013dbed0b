import { type Assign, type Expr, type Member, type Name, someExpr } from "../syntax/index.ts";
import * as is from "./class.ts";
import type { Context, OnLine } from "./context.ts";
import type { Scope } from "./scope.ts";
import { didYouMean } from "./suggest.ts";
import type { Type } from "./type.ts";

/**
 * Hints for the slips that models and queries of beginners show most: an assignment for a comparison, a location without its
 * process, a member that another process has, a process that is not there. Each is undefined where there is nothing to say.
 */
const shown = 6;

/** `x = 3` where a condition is needed. */
export function comparisonHint(expr: Expr): string | undefined {
  const assigns = someExpr(expr, (e) => e.kind === "assign" && e.op === "=");
  return assigns ? "'=' assigns; did you mean '=='?" : undefined;
}

/** `x > 2 && n = 3` and `n = 3 && x > 2`, where `=` takes all that stands on each side; and a clock read as a number. */
export function assignmentHint(expr: Assign, to: Type, from: Type): string | undefined {
  if (is.isIntegral(to) && (is.isClock(from) || is.isDifference(from)))
    return "the value of a clock is no integer: compare clocks, or count in a variable";
  const isCondition = expr.target.kind === "binary" || expr.target.kind === "rate" || isJoined(expr.value);
  return isCondition ? comparisonHint(expr) : undefined;
}

/** `n > 1 && m = 3` once more, where the types would do, and any `=` of a query. */
export function targetHint(ctx: Context, expr: Assign): string | undefined {
  return ctx.processes !== undefined || expr.target.kind === "binary" ? comparisonHint(expr) : undefined;
}

function isJoined(expr: Expr): boolean {
  return expr.kind === "binary" && /^(&&|\|\||and|or|imply)$/.test(expr.op);
}

/** `x > 1.5`, and `x + y > 3`, which only has the type of a double. */
export function doubleHint(ctx: Context, expr: Expr): string | undefined {
  if (someExpr(expr, (e) => e.kind === "real"))
    return "compare with integers; for halves, count twice as fast: double all constants of the model";
  const isSum = someExpr(
    expr,
    (e) => e.kind === "binary" && e.op === "+" && is.isClock(ctx.tables.typeOf(e.left) ?? is.unknown),
  );
  return isSum ? "clocks are asked alone or as a difference: 'x < 3', 'x - y < 3'" : undefined;
}

/** `!go` for `go!`. */
export function markHint(operand: Type): string | undefined {
  return operand.kind === "chan" ? "the mark stands behind the channel: 'c!' sends, 'c?' receives" : undefined;
}

/** `&` and `|` between conditions on clocks, and `1 < x < 3`. */
export function joiningHint({ op, left }: { readonly op: string; readonly left: Expr }): string | undefined {
  if (op === "&") return "did you mean '&&'? '&' is for the bits of integers";
  if (op === "|") return "did you mean '||'? '|' is for the bits of integers";
  const isChain = /^[<>]=?$/.test(op) && left.kind === "binary" && /^[<>]=?$/.test(left.op);
  return isChain ? "a comparison has two sides: write 'a < x && x < b'" : undefined;
}

/** A name that nobody declared. */
export function unknownNameHint(ctx: Context, expr: Name): string | undefined {
  const { name } = expr;
  if (name === "deadlock") return "'deadlock' is a word of queries, such as A[] not deadlock";
  const small = name.toLowerCase();
  if (name !== small && /^(true|false|deadlock)$/.test(small)) return `did you mean '${small}'?`;
  if (ctx.processes === undefined && ctx.owner === expr && ctx.processNames.has(name))
    return "only queries see the locations and variables of a process: use a variable that is declared for all";
  const owners = ownersOf(ctx, name);
  if (owners.length > 0) return `did you mean ${owners.slice(0, shown).join(" or ")}?`;
  const near = ctx.similar(name, (s) => s.kind !== "typename");
  if (near !== undefined || ctx.processes === undefined) return near;
  const word = didYouMean(name, ["deadlock"]);
  if (word !== undefined || ctx.owner !== expr) return word;
  return `the processes are ${listed([...ctx.processes].map(([symbol]) => symbol.name))}`;
}

/** A word of another language for a type, or nearly one of ours. */
export function typeHint(name: string): string | undefined {
  const [, right] = foreignTypes.find(([pattern]) => pattern.test(name)) ?? [];
  return right === undefined
    ? didYouMean(name, ["int", "bool", "clock", "chan", "double", "scalar"])
    : `did you mean '${right}'?`;
}

const foreignTypes: readonly (readonly [RegExp, string])[] = [
  [/^(boolean|logical)$/i, "bool"],
  [/^channel$/i, "chan"],
  [/^(float|real)$/i, "double"],
  [/^(integer|long|short|nat|unsigned|uint)$/i, "int"],
  [/^(byte|char|uint8_t)$/i, "int[0,255]"],
  [/^timer$/i, "clock"],
];

/** A member that the process does not have. */
export function memberHint(ctx: Context, { member }: Member, scope: Scope): string | undefined {
  const own = [...scope.visible()].filter(([name]) => scope.own(name) !== undefined);
  const near = didYouMean(
    member.name,
    own.map(([name]) => name),
  );
  if (near !== undefined) return near;
  const owners = ownersOf(ctx, member.name);
  if (owners.length > 0) return `did you mean ${owners.slice(0, shown).join(" or ")}?`;
  const locations = own.filter(([, symbol]) => symbol.kind === "location").map(([name]) => name);
  return locations.length === 0 ? undefined : `its locations are ${listed(locations)}`;
}

/** A set of processes where one of them is needed. */
export function setHint({ object, member }: Member, process: OnLine | undefined): string | undefined {
  if (process === undefined || process.parameters.length === 0 || object.kind !== "name") return undefined;
  const names = process.parameters.map((p) => p.name).join(", ");
  return `for one of them ${object.name}(${process.parameters.map(() => "0").join(", ")}).${member.name}; for all or any, quantify over ${names}`;
}

/** A template that is there, but not as a process. */
export function offLineHint(ctx: Context): string | undefined {
  if (ctx.processes === undefined) return undefined;
  return `the processes are ${listed([...ctx.processes].map(([symbol]) => symbol.name))}`;
}

/** `P.S` for each process that has a location or variable of this name. */
function ownersOf(ctx: Context, name: string): readonly string[] {
  return [...(ctx.processes ?? [])].flatMap(([symbol, { scope, parameters }]) => {
    const kind = scope.own(name)?.kind;
    if (kind !== "location" && kind !== "variable") return [];
    const args = parameters.length === 0 ? "" : `(${parameters.map((p) => p.name).join(", ")})`;
    return [`${symbol.name}${args}.${name}`];
  });
}

function listed(names: readonly string[]): string {
  return names.length <= shown
    ? names.join(", ")
    : `${names.slice(0, shown).join(", ")} and ${names.length - shown} more`;
}
